"""The classifier of marks: small convolutional networks, trained on simulated photos, vote."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.network import Network
from sheetkit.reading.patches import Patches, Places
from sheetkit.reading.threads import once
from sheetkit.reading.wide import Surroundings, levelled_wide
from sheetkit.scoresheet import EMPTY, Mark

HIDDEN = "hidden"
"""The name of what something lies over."""

CLASSES = (EMPTY, Mark.CROSS, Mark.SKIP, Mark.VOID, Mark.BOTH, HIDDEN)
"""What a cell can be, in the order of the networks' probabilities; hidden by something over it."""

EDGES = 32
"""How many numbers say what of a cell concerns its neighbours, such as a line that goes on."""

FOLDER = Path(__file__).with_name("networks")
"""Two files a member: ``0-alone.onnx``, ``0-among.onnx``, and so on; the same of the onlooker."""
STAGES = ("alone", "among")


@dataclass(frozen=True, eq=False)
class Look:
    """A member's look at all cells of a sheet that bear ink.

    ``votes`` is cells × classes. ``habits`` is the mean of what was seen in the cells: a
    writer's marks are alike, so each one is seen beside the others.
    """

    votes: Floats32
    habits: Floats32


@dataclass(frozen=True, eq=False)
class Member:
    """One network in two stages: ``alone`` sees each cell, ``among`` classifies it by the others.

    ``among`` is given what ``alone`` saw in the cell, the mean of that over the sheet (its habits),
    and what it saw at the edges of the cells to the left and to the right, for lines go on from
    cell to cell.
    """

    alone: Network
    among: Network

    def look(self, patches: Patches) -> Look:
        """The votes on all cells of a sheet, and its habits for another look at some of them."""
        seen = self._seen(patches)
        habits = seen[:, :-EDGES].mean(axis=0)
        return Look(self._votes(seen, habits, patches.beside), habits)

    def look_again(self, patches: Patches, habits: Floats32) -> Floats32:
        """The votes on some cells of a sheet whose habits are known: cells × classes."""
        return self._votes(self._seen(patches), habits, patches.beside)

    def _seen(self, patches: Patches) -> Floats32:
        """What is made of each cell alone: cells × (features + odds + what concerns neighbours)."""
        return self.alone(layers=_folded(patches.levelled()), facts=patches.facts)

    def _votes(self, seen: Floats32, habits: Floats32, beside: Places) -> Floats32:
        features = seen[:, : -len(CLASSES) - EDGES]
        everywhere = np.broadcast_to(habits, (len(seen), len(habits)))
        edges = np.concatenate([seen[:, -EDGES:], np.zeros((1, EDGES), np.float32)])
        left, right = edges[beside[:, 0]], edges[beside[:, 1]]  # nobody's are the last ones
        return self.among(seen=np.concatenate([features, everywhere, left, right], axis=1))


@dataclass(frozen=True, eq=False)
class Onlooker:
    """One network in two stages: ``alone`` sees a cell with all that is around it, as far as its
    neighbours' middle, ``among`` classifies it beside the sheet's surest marks of each kind.

    So it tells whose a stroke is that reaches over an edge, and a scribble from what this writer's
    lines and crosses look like. It knows what the first member made of the cell and of the sheet's
    habits.
    """

    alone: Network
    among: Network

    def looks(
        self,
        wide: Surroundings,
        patches: Patches,
        votes: Floats32,
        habits: Floats32,
        shares: Floats32,
    ) -> list[Floats32]:
        """The votes on cells (cells × classes) as they are, upside down, mirrored, and both.

        ``patches`` are these cells and then the sheet's examples, ``wide`` is what is around them.
        ``votes`` on the cells and ``habits`` are the first member's. ``shares`` is what each
        example counts for beside each cell (cells × kinds × examples).
        """
        count = len(shares)
        layers = levelled_wide(wide.layers, patches.levels)
        habits, pen = (np.broadcast_to(of, (count, len(of))) for of in (habits, wide.pen))
        facts = known_of(patches.facts[:count], habits, votes, pen)
        every = self._seen(layers)
        examples = every[count:, -VIEW:]
        turned = (np.flip(layers[:count], axes) for axes in ((2,), (3,), (2, 3)))
        return [
            self._told(seen, facts, _compared(seen[:, -VIEW:], shares, examples))
            for seen in (every[:count], *map(self._seen, turned))
        ]

    def _seen(self, layers: Floats32) -> Floats32:
        """Of each cell: what is seen where, and last the view by which it is compared."""
        return self.alone(layers=_folded(layers))

    def _told(self, seen: Floats32, facts: Floats32, beside: Floats32) -> Floats32:
        """The votes on cells by what is seen and known of them, and beside the examples."""
        return self.among(seen=np.concatenate([seen[:, :-VIEW], facts], axis=1), beside=beside)


VIEW = 64
"""How many numbers the onlooker compares marks by."""


def _compared(views: Floats32, shares: Floats32, examples: Floats32) -> Floats32:
    """Cells beside the examples of each kind: cells × numbers.

    A cell's view, and for each kind the mean of the views of its examples, how far the cell's is
    off it, what both have in common, and whether there are any.
    """
    means = np.einsum("cke,ef->ckf", shares, examples)
    any_of_it = shares.sum(axis=2)
    off = np.abs(views[:, None] - means) * any_of_it[:, :, None]
    alike = views[:, None] * means
    flat = (part.reshape(len(views), -1) for part in (means, off, alike))
    return np.concatenate([views, *flat, any_of_it], axis=1, dtype=np.float32)


def known_of(facts: Floats32, habits: Floats32, votes: Floats32, pens: Floats32) -> Floats32:
    """What the onlooker knows of cells besides what it sees, cells × numbers."""
    return np.concatenate([facts, habits, np.log(np.maximum(votes, LEAST_KNOWN)), pens], axis=1)


LEAST_KNOWN = np.float32(1e-4)
"""Of a vote: what is less likely is as unlikely."""


@once
def onlooker() -> Onlooker:
    """The only one."""
    return Onlooker(*(Network(FOLDER / f"onlooker-{stage}.onnx") for stage in STAGES))


@once
def members() -> tuple[Member, ...]:
    """All members, in the order in which they are asked."""
    alone, among = (sorted(FOLDER.glob(f"[0-9]-{stage}.onnx")) for stage in STAGES)
    return tuple(
        Member(Network(one), Network(other)) for one, other in zip(alone, among, strict=True)
    )


def _folded(layers: Floats32) -> Floats32:
    """Two by two pixels as one of four times the layers, since the first convolution steps by two.

    So it is a plain one of half the size, which runs nearly twice as fast.
    """
    count, half = layers.shape[1], layers.shape[-1] // 2
    quarters = layers.reshape(-1, count, half, 2, half, 2).transpose(0, 1, 3, 5, 2, 4)
    return np.ascontiguousarray(quarters).reshape(-1, 4 * count, half, half)
