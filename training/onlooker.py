"""Trains the judge's onlooker and writes its network: python -m training.onlooker FOLDER [JOBS].

FOLDER has the photos that ``python -m training.photos`` makes. The onlooker sees a cell with all
that is around it, and knows the sheet's habits from the judge's first member: where that one is
trained anew, so is the onlooker. It is asked only where that one is in doubt, so it learns from
those cells and from some others. Needs PyTorch and onnx, which reading doesn't; every tenth photo
is held out to say how well it reads.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.bare import cells_to_judge
from sheetkit.reading.judge import CLASSES, FOLDER, ONLOOKER, known_of, members
from sheetkit.reading.ladder import SETTLED, calibrated
from sheetkit.reading.patches import (
    CELL,
    LAYERS,
    SIDE,
    WIDE_CELL,
    WIDE_SIDE,
    cut_patches,
    cut_wide,
    levelled,
)
from training.draft import AGAINST_USUAL, INK, MARKED, SEEN, STROKE
from training.lessons import Truth, opened
from training.network import export, folded
from training.photos import print_of
from training.train import HELD_OUT
from training.variety import LEAST_COVERED, PALER, crease, lay_over, shadow, thing

CHANNELS = (24, 40, 64, 80)
HIDDEN = 128
KNOWN = 114
"""What is known besides the picture: 6 facts, the sheet's habits and the first member's votes."""
ROUNDS, BATCH, RATE = 24, 256, 2e-3
SOFT = 0.003
"""How much of each label is spread over the others."""
LOOKED_AT = 0.9998
"""Of the first member's odds, up to which every cell is learned from: more than are asked."""
OTHERS = 0.2
"""Part of the others that is learned from as well."""
REST = 0.3
"""Part of the lessons that the first member doesn't doubt, in each round."""
SHADED, CREASED, COVERED = 0.06, 0.06, 0.05
"""Parts of the cells on which a shadow falls, through which a fold goes, on which a thing lies."""
FARTHEST = 3
"""Pixels by which cells are moved."""


@dataclass(frozen=True, eq=False)
class WideLessons:
    """Cells with what is around them: ``layers`` as ``cut_wide`` gives them, ``levels`` and
    ``facts`` as in ``Patches``, their sheets' ``habits`` (cells × 102), the truth, whose sheet, and
    the first member's ``votes``.
    """

    layers: NDArray[np.uint8]
    levels: Floats32
    facts: Floats32
    habits: Floats32
    kinds: NDArray[np.int64]
    sheets: NDArray[np.int64]
    votes: Floats32


def lessons_of_photos(photos: Sequence[Path]) -> WideLessons:
    """The lessons in photos that have their truth beside them as JSON."""
    cv2.setNumThreads(1)
    return joined([some for photo in photos for some in _lessons_of(photo)])


def joined(lessons: Sequence[WideLessons]) -> WideLessons:
    """All of them."""
    names = WideLessons.__dataclass_fields__
    return WideLessons(
        **{name: np.concatenate([getattr(some, name) for some in lessons]) for name in names}
    )


def _lessons_of(photo: Path) -> Iterator[WideLessons]:
    truth = Truth(**json.loads(photo.with_suffix(".json").read_text()))
    rng = np.random.default_rng(int(photo.stem))
    for sheet in opened(photo.read_bytes(), truth.sheet):
        cells = cells_to_judge(sheet.ink, sheet.template, sheet.sight)
        if not cells:
            continue
        boxes = [sheet.template.boxes[cell] for cell in cells]
        patches = cut_patches(sheet.flat, sheet.ink, sheet.blank, boxes)
        look = members()[0].look(patches)
        doubtful = calibrated([look.votes]).max(axis=1) < LOOKED_AT
        shown = np.array([cell not in truth.hidden for cell in cells])
        some = np.flatnonzero(shown & (doubtful | (rng.random(len(cells)) < OTHERS)))
        if len(some):
            kinds = [CLASSES.index(truth.marks.get(cells[place], "empty")) for place in some]
            yield WideLessons(
                cut_wide(sheet.flat, sheet.ink, sheet.blank, [boxes[place] for place in some]),
                patches.levels[some],
                patches.facts[some],
                np.repeat(look.habits[None], len(some), axis=0),
                np.array(kinds, np.int64),
                np.full(len(some), int(photo.stem), np.int64),
                look.votes[some],
            )


class Onlooker(nn.Module):
    """Convolutions over a cell and what is around it, then what else is known of it."""

    def __init__(self) -> None:
        super().__init__()
        first, second, third, fourth = CHANNELS
        self.conv0 = nn.Conv2d(LAYERS, first, 5, stride=2, padding=2)
        self.conv1 = nn.Conv2d(first, second, 3, padding=1)
        self.conv2 = nn.Conv2d(second, third, 3, padding=1)
        self.more2 = nn.Conv2d(third, third, 3, padding=1)
        self.conv3 = nn.Conv2d(third, fourth, 3, padding=1)
        self.more3 = nn.Conv2d(fourth, fourth, 3, padding=1)
        self.dense0 = nn.Linear(fourth * (WIDE_SIDE // 16) ** 2 + KNOWN, HIDDEN)
        self.dense1 = nn.Linear(HIDDEN, HIDDEN)
        self.out = nn.Linear(HIDDEN, len(CLASSES))
        self.drop = nn.Dropout(0.15)

    def forward(self, layers: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
        """Scores for cells: cells × classes."""
        return self.seen_after(self.conv0(layers), known)

    def seen_after(self, value: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
        """The same from the first convolution on."""
        value = torch.max_pool2d(torch.relu(value), 2)
        value = torch.max_pool2d(torch.relu(self.conv1(value)), 2)
        value = torch.relu(self.conv2(value))
        value = torch.max_pool2d(torch.relu(value + self.more2(value)), 2)
        value = torch.relu(self.conv3(value))
        value = torch.relu(value + self.more3(value))
        value = torch.cat([self.drop(value.flatten(1)), known], dim=1)
        value = torch.relu(self.dense0(value))
        value = torch.relu(self.dense1(self.drop(value)))
        return self.out(self.drop(value))


class AsRead(nn.Module):
    """The network as reading runs it: probabilities, its first convolution folded."""

    def __init__(self, network: Onlooker) -> None:
        super().__init__()
        self.network, self.conv0 = network, folded(network.conv0)

    def forward(self, quarters: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.network.seen_after(self.conv0(quarters), known), dim=1)


def trained(lessons: WideLessons, seed: int = 0, rounds: int = ROUNDS) -> Onlooker:
    """A network that has seen the doubtful lessons so many times, each time varied a little and
    among others of the rest.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = Onlooker()
    network.to(memory_format=torch.channels_last)
    in_doubt = calibrated([lessons.votes]).max(axis=1) < SETTLED
    doubtful, rest = np.flatnonzero(in_doubt), np.flatnonzero(~in_doubt)
    more = round(REST * len(rest))
    batches = -(-(len(doubtful) + more) // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=rounds * batches)
    loss = nn.CrossEntropyLoss(label_smoothing=SOFT)
    for turn in range(rounds):
        total = 0.0
        chosen = np.concatenate([doubtful, rng.choice(rest, more, replace=False)])
        for some in np.array_split(rng.permutation(chosen), batches):
            layers, known, kinds = varied(lessons, some, rng)
            error = loss(network(layers, known), kinds)
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
            schedule.step()
            total += float(error.detach())
        print(f"round {turn}: {total / batches:.4f}", flush=True)
    network.eval()
    return network


def varied(
    lessons: WideLessons, some: NDArray[np.intp], rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Some of the lessons mirrored, moved by some pixels, darker or paler, folded, shaded or
    covered: layers, what else is known, kinds.
    """
    count = len(some)
    layers, levels = lessons.layers[some], lessons.levels[some]
    facts, kinds = lessons.facts[some], lessons.kinds[some]
    for cell in range(count):
        if _changed(layers[cell], kinds[cell : cell + 1], float(levels[cell]), rng):
            own = max(float(np.percentile(layers[cell, INK, WIDE_CELL, WIDE_CELL], 97)), 1.0)
            darker = max(own / levels[cell], 1)
            facts[cell, AGAINST_USUAL] = min(facts[cell, AGAINST_USUAL] * darker, 1.0)
            levels[cell] = max(levels[cell], own)
            facts[cell, STROKE] = levels[cell] / 255
    gain = rng.uniform(0.8, 1.25, count).astype(np.float32)
    even = levelled(layers, levels / gain)
    even[:, SEEN:] *= rng.uniform(0.85, 1.15, count).astype(np.float32)[:, None, None, None]
    seen = torch.from_numpy(np.minimum(even, np.float32(1)))
    for axis in (2, 3):
        turned = torch.from_numpy(rng.random(count) < 0.5)
        seen[turned] = seen[turned].flip(axis)
    move = [int(step) for step in rng.integers(-FARTHEST, FARTHEST + 1, 2)]
    seen = torch.roll(seen, move, (2, 3)).contiguous(memory_format=torch.channels_last)
    known = torch.from_numpy(known_of(facts, lessons.habits[some], lessons.votes[some]))
    return seen, known, torch.from_numpy(kinds)


def _changed(
    patch: NDArray[np.uint8], kind: NDArray[np.int64], level: float, rng: np.random.Generator
) -> bool:
    """Whether a shadow, a fold or a thing was laid over the patch; what is covered is hidden."""
    chance = rng.random()
    if chance > SHADED + CREASED + COVERED:
        return False
    if chance < SHADED + CREASED:
        ink = shadow(rng) if chance < SHADED else np.minimum(crease(rng), PALER * level / 255)
        patch[MARKED] = np.clip(255 - (255.0 - patch[MARKED]) * (1 - _widely(ink)), 0, 255)
        return True
    mask = _widely(thing(rng))
    if mask[WIDE_CELL, WIDE_CELL].mean() < LEAST_COVERED:
        return False
    lay_over(patch, mask, rng)
    kind[:] = CLASSES.index("hidden")
    return True


def _widely(mask: NDArray[np.floating]) -> NDArray[np.float32]:
    """What was drawn for a cell's patch, for the cell with what is around it."""
    by = (WIDE_CELL.stop - WIDE_CELL.start) / (CELL.stop - CELL.start)
    off = WIDE_CELL.start - CELL.start * by
    matrix = np.array([[by, 0, off], [0, by, off]])
    assert mask.shape == (SIDE, SIDE)
    stretched = cv2.warpAffine(
        mask.astype(np.float32), matrix, (WIDE_SIDE, WIDE_SIDE), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(stretched, np.float32)


def votes_of(network: Onlooker, lessons: WideLessons) -> Floats32:
    """What the network makes of the lessons as they are: cells × classes."""
    votes = []
    for some in np.array_split(np.arange(len(lessons.kinds)), len(lessons.kinds) // BATCH + 1):
        layers = torch.from_numpy(levelled(lessons.layers[some], lessons.levels[some]))
        known = known_of(lessons.facts[some], lessons.habits[some], lessons.votes[some])
        with torch.no_grad():
            votes.append(torch.softmax(network(layers, torch.from_numpy(known)), dim=1).numpy())
    return np.concatenate(votes)


def report(network: Onlooker, held_out: WideLessons) -> None:
    """What it makes of cells that it hasn't learned from, with and without the first member."""
    own = votes_of(network, held_out)
    for name, votes in (
        ("first", [held_out.votes]),
        ("onlooker", [own]),
        ("both", [held_out.votes, own]),
    ):
        odds = calibrated(votes)
        right = odds.argmax(axis=1) == held_out.kinds
        print(f"{name}: {right.mean():.4f} of {len(right)} cells right", end="")
        for sure in (0.9, 0.96, 0.99):
            certain = odds.max(axis=1) >= sure
            print(
                f"; at {sure} {1 - certain.mean():.4f} unsure, {(certain & ~right).sum()} wrong",
                end="",
            )
        print()


def save(network: Onlooker, folder: Path) -> None:
    """Write the network for reading, in place of the one in the folder."""
    inputs = {
        "layers": torch.zeros(5, 4 * LAYERS, WIDE_SIDE // 2, WIDE_SIDE // 2),
        "facts": torch.zeros(5, KNOWN),
    }
    export(AsRead(network), inputs, folder / ONLOOKER)


def main() -> None:
    folder, jobs = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    # those of one print together: working a design out takes longer than reading
    photos = sorted(folder.glob("*.jpg"), key=lambda photo: (*print_of(int(photo.stem)), photo))
    with ProcessPoolExecutor(jobs) as executor:
        parts = [photos[place : place + 100] for place in range(0, len(photos), 100)]
        lessons = joined(list(executor.map(lessons_of_photos, parts)))
    held_out = lessons.sheets % HELD_OUT == 0
    network = trained(only(lessons, ~held_out))
    save(network, FOLDER)
    report(network, only(lessons, held_out))


def only(lessons: WideLessons, which: NDArray[np.bool_]) -> WideLessons:
    """Some of the lessons."""
    names = WideLessons.__dataclass_fields__
    return WideLessons(**{name: getattr(lessons, name)[which] for name in names})


if __name__ == "__main__":
    main()
