"""Trains the classifier's onlooker and writes its network: python -m training.onlooker FOLDER [JOBS
[--on]].

FOLDER has the photos that ``python -m training.photos`` makes. The onlooker sees a cell with all
that is around it, beside the sheet's surest marks of each kind, and knows these and the sheet's
habits from the classifier's first member: where that one is trained anew, so is the onlooker. It is
asked only where that one is in doubt, so it learns from those cells and from some others. With
``--on`` it learns on from what it is. Needs PyTorch and onnx, which reading doesn't; every tenth
photo is held out to say how well it reads.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.utils.data import DataLoader, IterableDataset

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES, FOLDER, STAGES, VIEW, known_of
from sheetkit.reading.examples import KINDS
from sheetkit.reading.ladder import SETTLED, calibrated
from sheetkit.reading.patches import Places
from sheetkit.reading.wide import WIDE_LAYERS, WIDE_SIDE, levelled_wide
from training.network import export, folded, unfolded
from training.photos import photos_in, read_in_parts
from training.wide_lessons import WideLessons, by_sheets, joined, lessons_of_photos, shares_of
from training.wide_variety import shown_varied, varied

CHANNELS = (32, 48, 80, 112)
HIDDEN = 160
COMPARED = 128
KNOWN = 117
"""What is known besides the picture: 6 facts, the sheet's habits, the first member's votes, and
the pen's colour."""
BESIDE = VIEW + len(KINDS) * (3 * VIEW + 1)
"""What is made of a cell beside the sheet's examples of each kind, see ``reading.classifier``."""
ROUNDS, SHEETS, RATE = 20, 16, 2e-3
ROUNDS_ON, RATE_ON = 8, 8e-4
"""The same for a network that has learned before."""
SOFT = 0.003
"""How much of each label is spread over the others."""
UNSHOWN = 0.1
"""Part of the cells that are classified without examples: some sheets have none."""
REST, REST_ON = 0.3, 0.15
"""Part of the lessons that the first member doesn't doubt, in each round: of a new network and of
one that has learned before.
"""


class Onlooker(nn.Module):
    """Convolutions over a cell and what is around it, then what else is known of it, and how it
    compares with the sheet's examples of each kind.
    """

    def __init__(self) -> None:
        super().__init__()
        first, second, third, fourth = CHANNELS
        self.conv0 = nn.Conv2d(WIDE_LAYERS, first, 5, stride=2, padding=2)
        self.norm0 = nn.BatchNorm2d(first)
        self.conv1 = _Normed(first, second)
        self.conv2, self.more2 = _Normed(second, third), _Normed(third, third)
        self.deeper2 = _Deeper(third)
        self.conv3, self.more3 = _Normed(third, fourth), _Normed(fourth, fourth)
        self.deeper3 = nn.Sequential(_Deeper(fourth), _Deeper(fourth))
        self.view = nn.Linear(4 * fourth, VIEW)
        self.compare, self.compared = nn.Linear(BESIDE, COMPARED), nn.Linear(COMPARED, HIDDEN)
        self.dense0 = nn.Linear(fourth * (WIDE_SIDE // 16) ** 2 + KNOWN, HIDDEN)
        self.dense1 = nn.Linear(HIDDEN, HIDDEN)
        self.out = nn.Linear(HIDDEN, len(CLASSES))
        self.drop = nn.Dropout(0.15)

    def forward(
        self,
        layers: torch.Tensor,
        known: torch.Tensor,
        shown: torch.Tensor,
        shares: torch.Tensor,
    ) -> torch.Tensor:
        """Scores for cells (cells × classes), beside the examples that are ``shown`` and what each
        counts for (cells × kinds × examples).
        """
        where, views = self.seen_after(self.conv0(layers))
        _, examples = self.seen_after(self.conv0(shown))
        beside = _beside(views.float(), shares, examples.float())
        return self.told(torch.cat([self.drop(where), known], dim=1), beside)

    def seen_after(self, value: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What is seen where, and the view by which cells are compared: of the cell's middle and of
        what goes through it; from the first convolution on.
        """
        value = torch.max_pool2d(torch.relu(self.norm0(value)), 2)
        value = torch.max_pool2d(torch.relu(self.conv1(value)), 2)
        value = torch.relu(self.conv2(value))
        value = self.deeper2(torch.relu(value + self.more2(value)))
        value = torch.relu(self.conv3(torch.max_pool2d(value, 2)))
        value = self.deeper3(torch.relu(value + self.more3(value)))
        cell, through, middle = value[:, :, 1:5, 1:5], value[:, :, 2:4], value[:, :, 2:4, 2:4]
        parts = (cell.mean((2, 3)), cell.amax((2, 3)), through.mean((2, 3)), middle.amax((2, 3)))
        return value.flatten(1), self.view(torch.cat(parts, dim=1))

    def told(self, known: torch.Tensor, beside: torch.Tensor) -> torch.Tensor:
        """The scores from what is seen and known, and what is made of it beside the examples."""
        other = self.compared(self.drop(torch.relu(self.compare(beside))))
        value = torch.relu(self.dense0(known) + other)
        value = torch.relu(self.dense1(self.drop(value)))
        return self.out(self.drop(value))


def _beside(views: torch.Tensor, shares: torch.Tensor, examples: torch.Tensor) -> torch.Tensor:
    """Cells beside the examples of each kind, as ``reading.classifier`` has it."""
    means = torch.einsum("cke,ef->ckf", shares, examples)
    any_of_it = shares.sum(dim=2)
    off = (views[:, None] - means).abs() * any_of_it[:, :, None]
    alike = views[:, None] * means
    return torch.cat([views, *(part.flatten(1) for part in (means, off, alike)), any_of_it], dim=1)


class _Normed(nn.Sequential):
    """A convolution, evened out."""

    def __init__(self, channels: int, more: int) -> None:
        convolution = nn.Conv2d(channels, more, 3, padding=1, bias=False)
        super().__init__(convolution, nn.BatchNorm2d(more))


class _Deeper(nn.Module):
    """Two convolutions that add to what is there; at first they add nothing."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.inner, self.outer = _Normed(channels, channels), _Normed(channels, channels)
        nn.init.zeros_(self.outer[1].weight)

    def forward(self, value: torch.Tensor) -> torch.Tensor:
        return torch.relu(value + self.outer(torch.relu(self.inner(value))))


class Alone(nn.Module):
    """The first stage as reading runs it: what is seen where, and the view; see ``folded``."""

    def __init__(self, network: Onlooker) -> None:
        super().__init__()
        self.network, self.conv0 = network, folded(network.conv0)

    def forward(self, quarters: torch.Tensor) -> torch.Tensor:
        return torch.cat(self.network.seen_after(self.conv0(quarters)), dim=1)


class Among(nn.Module):
    """The second stage as reading runs it: probabilities."""

    def __init__(self, network: Onlooker) -> None:
        super().__init__()
        self.network = network

    def forward(self, seen: torch.Tensor, beside: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.network.told(seen, beside), dim=1)


def trained(lessons: WideLessons, seed: int = 0, rounds: int = ROUNDS) -> Onlooker:
    """A network that has seen the doubtful lessons so many times, each time varied a little and
    among others of the rest.
    """
    torch.manual_seed(seed)
    return _learned(Onlooker(), lessons, seed, rounds, RATE, REST)


def learned_on(network: Onlooker, lessons: WideLessons, seed: int = 0) -> Onlooker:
    """A network that has learned before, after ``ROUNDS_ON`` more over these lessons."""
    torch.manual_seed(seed)
    network.train()
    for part in network.modules():
        if isinstance(part, nn.BatchNorm2d):
            part.eval()  # what it learned from evens these lessons out as well
    return _learned(network, lessons, seed, ROUNDS_ON, RATE_ON, REST_ON)


def _learned(
    network: Onlooker, lessons: WideLessons, seed: int, rounds: int, rate: float, others: float
) -> Onlooker:
    network.to(memory_format=torch.channels_last)
    batches = _Batches(lessons, seed, rounds, others)
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=len(batches))
    loss = nn.CrossEntropyLoss(label_smoothing=SOFT)
    # numbers of half the size: three times as fast where there are such, else five times as slow
    has_halves = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
    total = 0.0
    ahead = DataLoader(batches, None, num_workers=1, multiprocessing_context="fork")
    for number, (kinds, *seen) in enumerate(ahead, 1):
        with torch.autocast("cpu", torch.bfloat16, enabled=has_halves):
            scores = network(*seen)
        error = loss(scores.float(), kinds)
        optimiser.zero_grad()
        error.backward()
        optimiser.step()
        schedule.step()
        total += float(error.detach())
        if number % batches.a_round == 0:
            print(f"round {number // batches.a_round}: {total / batches.a_round:.4f}", flush=True)
            total = 0.0
    network.eval()
    return network


class _Batches(IterableDataset[tuple[torch.Tensor, ...]]):
    """What the network learns from, a few sheets at a time: kinds, layers, what else is known, the
    examples and what each counts for. Another process makes them while the network learns.
    """

    def __init__(self, lessons: WideLessons, seed: int, rounds: int, others: float) -> None:
        self.lessons, self.seed, self.rounds, self.others = lessons, seed, rounds, others
        self.sheets = by_sheets(lessons)
        self.in_doubt = calibrated([lessons.votes]).max(axis=1) < SETTLED
        self.a_round = -(-len(self.sheets) // SHEETS)

    def __len__(self) -> int:
        return self.rounds * self.a_round

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        for _ in range(self.rounds):
            for some in np.array_split(rng.permutation(len(self.sheets)), self.a_round):
                yield self._batch(some, rng)

    def _batch(self, some: Places, rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
        cells, examples = (
            np.concatenate(part) for part in zip(*(self.sheets[n] for n in some), strict=True)
        )
        cells = cells[self.in_doubt[cells] | (rng.random(len(cells)) < self.others)]
        layers, known, kinds = varied(self.lessons, cells, rng)
        shares = shares_of(self.lessons, cells, examples)
        shares[rng.random(len(cells)) < UNSHOWN] = 0
        shown = shown_varied(self.lessons, examples, rng)
        return kinds, layers, known, shown, torch.from_numpy(shares)


def votes_of(network: Onlooker, lessons: WideLessons) -> Floats32:
    """What the network makes of the lessons as they are: cells × classes."""
    votes = np.zeros((len(lessons.kinds), len(CLASSES)), np.float32)
    for cells, examples in by_sheets(lessons):
        shown = lessons.examples
        seen = (
            levelled_wide(lessons.layers[cells], lessons.levels[cells]),
            known_of(
                lessons.facts[cells],
                lessons.habits[cells],
                lessons.votes[cells],
                lessons.pens[cells],
            ),
            levelled_wide(shown.layers[examples], shown.levels[examples]),
            shares_of(lessons, cells, examples),
        )
        with torch.no_grad():
            scores = network(*(torch.from_numpy(values) for values in seen))
        votes[cells] = torch.softmax(scores, dim=1).numpy()
    return votes


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
    quarters = torch.zeros(5, 4 * WIDE_LAYERS, WIDE_SIDE // 2, WIDE_SIDE // 2)
    seen, beside = torch.zeros(5, network.dense0.in_features), torch.zeros(5, BESIDE)
    alone, among = (folder / f"onlooker-{stage}.onnx" for stage in STAGES)
    export(Alone(network), {"layers": quarters}, alone)
    export(Among(network), {"seen": seen, "beside": beside}, among)


def load(folder: Path) -> Onlooker:
    """The network as it was saved there; what evened its convolutions out is part of them.

    They were saved in the order in which they are run, and ``Onlooker`` names them in the same.
    """
    alone, among = (onnx.load(folder / f"onlooker-{stage}.onnx").graph for stage in STAGES)
    values = {
        value.name: torch.from_numpy(numpy_helper.to_array(value).copy())
        for value in (*alone.initializer, *among.initializer)
    }
    network = Onlooker()
    first, *others = [node.input[1:] for node in alone.node if node.op_type == "Conv"]
    parts = [part for part in network.modules() if isinstance(part, _Normed)]
    with torch.no_grad():
        network.conv0.weight.copy_(unfolded(values[first[0]], network.conv0.weight))
        nn.init.zeros_(network.conv0.bias)
        network.norm0.bias.copy_(values[first[1]])
        for (convolution, norm), (weight, bias) in zip(parts, others, strict=True):
            convolution.weight.copy_(values[weight])
            norm.weight.fill_(1)
            norm.bias.copy_(values[bias])
        for name, layer in network.named_modules():
            if isinstance(layer, nn.Linear):
                layer.weight.copy_(values[f"network.{name}.weight"])
                layer.bias.copy_(values[f"network.{name}.bias"])
    network.eval()
    return network


def main() -> None:
    folder, jobs = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    learned, held_out = photos_in(folder)
    with ProcessPoolExecutor(jobs) as executor:
        lessons = joined(read_in_parts(lessons_of_photos, learned, executor))
        on = "--on" in sys.argv[3:]
        network = learned_on(load(FOLDER), lessons) if on else trained(lessons)
        save(network, FOLDER)
        report(network, joined(read_in_parts(lessons_of_photos, held_out, executor)))


if __name__ == "__main__":
    main()
