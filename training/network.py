"""The classifier's network in PyTorch, needed for training only: reading runs it by OpenCV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from sheetkit.reading.classifier import CLASSES, EDGES
from sheetkit.reading.patches import LAYERS, SIDE
from training.lessons import Lessons
from training.redrawn import busy, kinked, odd, wavy
from training.variety import batch_of, covered, creased, shaded, struck, varied

CHANNELS = (24, 40, 64)
HIDDEN = 96
BESIDE = 2 * HIDDEN + len(CLASSES) + 2 * EDGES
"""What the second stage sees: a cell's view, its sheet's habits, and the edges of two cells."""
FACTS = 6
ROUNDS = 12
SHEETS = 8
"""Sheets in a batch: about 250 cells."""
RATE = 2.5e-3
ROUNDS_ON, RATE_ON = 6, 6e-4
"""The same for a network that has learned before."""
SOFT = 0.003
"""How much of each label is spread over the others, so that no answer is ever quite certain."""


class Network(nn.Module):
    """Three convolutions over a cell, then the cell beside its neighbours and its sheet's mean.

    After the second and the third come ``more`` others each, which add to what was found.
    They begin as none, so a network that has learned without them can learn on with them.
    """

    def __init__(self, more: int = 0) -> None:
        super().__init__()
        first, second, third = CHANNELS
        self.conv0 = nn.Conv2d(LAYERS, first, 5, stride=2, padding=2)
        self.conv1 = nn.Conv2d(first, second, 3, padding=1)
        self.conv2 = nn.Conv2d(second, third, 3, padding=1)
        self.more1 = nn.ModuleList(_nothing_more(second) for _ in range(more))
        self.more2 = nn.ModuleList(_nothing_more(third) for _ in range(more))
        self.dense0 = nn.Linear(third * (SIDE // 8) ** 2 + FACTS, HIDDEN)
        self.alone = nn.Linear(HIDDEN, len(CLASSES))
        self.edges = nn.Linear(third * (SIDE // 8) ** 2 + FACTS, EDGES)
        self.dense1 = nn.Linear(BESIDE, HIDDEN)
        self.among = nn.Linear(HIDDEN, len(CLASSES))
        self.drop = nn.Dropout(0.1)

    def seen_alone(
        self, layers: torch.Tensor, facts: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What the network makes of each cell, its scores for it without the others, its edges."""
        return self.seen_after(self.conv0(layers), facts)

    def seen_after(
        self, value: torch.Tensor, facts: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The same from the first convolution on."""
        value = torch.max_pool2d(torch.relu(value), 2)
        value = torch.relu(self.conv1(value))
        for more in self.more1:
            value = torch.relu(value + more(value))
        value = torch.relu(self.conv2(torch.max_pool2d(value, 2)))
        for more in self.more2:
            value = torch.relu(value + more(value))
        value = torch.cat([value.flatten(1), facts], dim=1)
        view = torch.relu(self.dense0(self.drop(value)))
        return view, self.alone(self.drop(view)), torch.relu(self.edges(self.drop(value)))

    def seen_among(self, beside: torch.Tensor) -> torch.Tensor:
        """The scores of cells, each as seen with its sheet's habits and neighbours beside it."""
        return self.among(self.drop(torch.relu(self.dense1(beside))))

    def forward(
        self, layers: torch.Tensor, facts: torch.Tensor, beside: torch.Tensor
    ) -> torch.Tensor:
        """Probabilities for the cells of one sheet: cells × classes."""
        sheets = torch.zeros(len(layers), dtype=torch.int64)
        return torch.softmax(self.scores(layers, facts, sheets, beside)[0], dim=1)

    def scores(
        self,
        layers: torch.Tensor,
        facts: torch.Tensor,
        sheets: torch.Tensor,
        beside: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores with and without the others, for cells of several sheets (numbered from 0)."""
        view, alone, edges = self.seen_alone(layers, facts)
        own = torch.cat([view, torch.softmax(alone, 1)], dim=1)
        sums = torch.zeros(int(sheets.max()) + 1, own.shape[1]).index_add(0, sheets, own)
        counts = torch.bincount(sheets).clamp(min=1)[:, None]
        edges = torch.cat([edges, torch.zeros(1, EDGES)])  # the last ones are nobody's
        left, right = edges[beside[:, 0]], edges[beside[:, 1]]
        others = torch.cat([view, (sums / counts)[sheets], left, right], dim=1)
        return self.seen_among(others), alone


def _nothing_more(channels: int) -> nn.Conv2d:
    """A convolution that adds nothing yet."""
    convolution = nn.Conv2d(channels, channels, 3, padding=1)
    nn.init.zeros_(convolution.weight)
    nn.init.zeros_(convolution.bias)
    return convolution


def trained(lessons: Lessons, seed: int, more: int = 0) -> Network:
    """A network that has seen all sheets ``ROUNDS`` times, each time varied a little."""
    torch.manual_seed(seed)
    return _learned(Network(more), lessons, seed, ROUNDS, RATE)


def learned_on(network: Network, lessons: Lessons, seed: int) -> Network:
    """A network that has learned before, after ``ROUNDS_ON`` more over these lessons."""
    torch.manual_seed(seed)
    return _learned(network.train(), lessons, seed, ROUNDS_ON, RATE_ON)


def _learned(network: Network, lessons: Lessons, seed: int, rounds: int, rate: float) -> Network:
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    network = network.to(memory_format=torch.channels_last)  # a third faster on a processor
    count = int(lessons.sheets.max()) + 1
    cells_of = [np.flatnonzero(lessons.sheets == number) for number in range(count)]
    steps = rounds * (-(-count // SHEETS))
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps)
    loss = nn.CrossEntropyLoss(label_smoothing=SOFT)
    for turn in range(rounds):
        order = rng.permutation(count)
        total = 0.0
        for first in range(0, count, SHEETS):
            batch = batch_of([cells_of[number] for number in order[first : first + SHEETS]], rng)
            some = lessons.only(batch)
            for change in (busy, kinked, wavy, struck, odd, shaded, creased, covered):
                some = change(some, rng)
            kinds = torch.from_numpy(some.kinds)
            layers, facts, sheets, beside = varied(some, rng)
            layers = layers.contiguous(memory_format=torch.channels_last)
            among, alone = network.scores(layers, facts, sheets, beside)
            error = loss(among, kinds) + 0.3 * loss(alone, kinds)
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
            schedule.step()
            total += float(error.detach())
        print(f"network {seed}, round {turn}: {total * SHEETS / count:.4f}", flush=True)
    network.eval()
    return network


class Alone(nn.Module):
    """The first stage as reading runs it: what is made of each cell, the odds on it, its edges.

    Its first convolution works on two by two pixels at a time, see ``reading.classifier``.
    """

    def __init__(self, member: Network) -> None:
        super().__init__()
        self.member = member
        self.conv0 = folded(member.conv0)

    def forward(self, folded: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
        view, alone, edges = self.member.seen_after(self.conv0(folded), facts)
        return torch.cat([view, torch.softmax(alone, 1), edges], dim=1)


def folded(convolution: nn.Conv2d) -> nn.Conv2d:
    """A convolution that steps by two as one that works on two by two pixels at a time."""
    outputs, layers, side, _ = convolution.weight.shape
    quarters = (side + 1) // 2
    weight = torch.zeros(outputs, layers, 2 * quarters, 2 * quarters)
    weight[:, :, :side, :side] = convolution.weight.detach()
    weight = weight.reshape(outputs, layers, quarters, 2, quarters, 2)
    weight = weight.permute(0, 1, 3, 5, 2, 4).reshape(outputs, 4 * layers, quarters, quarters)
    plain = nn.Conv2d(4 * layers, outputs, quarters, padding=quarters // 2)
    plain.weight, plain.bias = nn.Parameter(weight), convolution.bias
    return plain


class Among(nn.Module):
    """The second stage as reading runs it: the odds on each cell by what is beside it."""

    def __init__(self, member: Network) -> None:
        super().__init__()
        self.member = member

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.member.seen_among(seen), dim=1)


def load(folder: Path) -> list[Network]:
    """The members that were saved in that folder."""
    return [
        _loaded(path, path.with_name(path.name.replace("alone", "among")))
        for path in sorted(folder.glob("[0-9]-alone.onnx"))
    ]


def _loaded(*stages: Path) -> Network:
    parameters = {
        value.name.removeprefix("member."): torch.from_numpy(numpy_helper.to_array(value).copy())
        for stage in stages
        for value in onnx.load(stage).graph.initializer
    }
    network = Network(sum(name.startswith("more1") for name in parameters) // 2)
    parameters["conv0.weight"] = unfolded(parameters["conv0.weight"], network.conv0.weight)
    network.load_state_dict(parameters)
    network.eval()
    return network


def unfolded(folded: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """The first convolution's weights from those of ``Alone``."""
    outputs, layers, side, _ = like.shape
    quarters = folded.shape[-1]
    weight = folded.reshape(outputs, layers, 2, 2, quarters, quarters)
    weight = weight.permute(0, 1, 4, 2, 5, 3).reshape(outputs, layers, 2 * quarters, 2 * quarters)
    return weight[:, :, :side, :side].contiguous()


def save(members: Sequence[Network], folder: Path) -> None:
    """Write the members for reading, two ONNX files each, in place of those in the folder."""
    for old in folder.glob("[0-9]-a*.onnx"):
        old.unlink()
    for number, member in enumerate(members):
        member.eval()
        quarters = torch.zeros(5, 4 * LAYERS, SIDE // 2, SIDE // 2)
        inputs = {"layers": quarters, "facts": torch.zeros(5, FACTS)}
        export(Alone(member), inputs, folder / f"{number}-alone.onnx")
        seen = {"seen": torch.zeros(5, BESIDE)}
        export(Among(member), seen, folder / f"{number}-among.onnx")


def export(stage: nn.Module, inputs: Mapping[str, torch.Tensor], path: Path) -> None:
    """One stage for any number of cells."""
    torch.onnx.export(
        stage.eval(),
        tuple(inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=["out"],
        dynamic_axes={name: {0: "cells"} for name in (*inputs, "out")},
        opset_version=13,
        dynamo=False,
    )
