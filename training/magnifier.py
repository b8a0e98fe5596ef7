"""Trains the magnifier and writes its network: python -m training.magnifier FOLDER [JOBS [--on]].

FOLDER has the photos that ``python -m training.photos … --taken-back`` makes. The magnifier sees
nothing but the ink in a cell and where print is, finer than the classifier's networks. It learns
from all blackouts and crosses over lines, from other marks that the first member of the classifier
may take for a blackout, and from some more. With ``--on`` it learns on from the parameters that it
left in FOLDER. Needs PyTorch and onnx, which reading doesn't; every tenth photo is held out to say
how well it tells marks apart.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.bare import cells_to_classify
from sheetkit.reading.classifier import CLASSES, FOLDER, members
from sheetkit.reading.ladder import calibrated
from sheetkit.reading.magnifier import LAYERS, SEEN, SIDE, levelled, magnified
from sheetkit.reading.patches import cut_patches
from sheetkit.scoresheet import EMPTY, Mark
from training.lessons import Truth, opened
from training.network import export
from training.photos import photos_in, read_in_parts

CHANNELS = (24, 32, 48, 64)
WIDTH = 96
"""Of the layer before the last."""
ROUNDS, BATCH, RATE = 15, 192, 2e-3
ROUNDS_ON, RATE_ON = 10, 1.2e-3
"""The same for a network that has learned before."""
SOFT = 0.01
"""How much of each label is spread over the others."""
PERHAPS_VOID = 0.0005
"""Probability of a blackout by the first member, from which on any mark is learned from."""
OTHERS, BLANKS = 0.2, 0.08
"""Part of the other marks, and of cells without one, that is learned from as well."""
SAVED = "magnifier.pt"


@dataclass(frozen=True, eq=False)
class MagnifiedLessons:
    """Cells as ``magnified`` gives them, and what they are: places in ``SEEN``."""

    layers: Pixels
    kinds: NDArray[np.int64]


class Magnifier(nn.Module):
    """Six convolutions over a cell, two of which add to what was found, and two layers."""

    def __init__(self) -> None:
        super().__init__()
        first, second, third, fourth = CHANNELS
        self.conv0 = nn.Conv2d(LAYERS, first, 5, stride=2, padding=2)
        self.conv1 = nn.Conv2d(first, second, 3, padding=1)
        self.conv2 = nn.Conv2d(second, third, 3, padding=1)
        self.more2 = nn.Conv2d(third, third, 3, padding=1)
        self.conv3 = nn.Conv2d(third, fourth, 3, padding=1)
        self.more3 = nn.Conv2d(fourth, fourth, 3, padding=1)
        sizes = (first, second, third, third, fourth, fourth)
        self.norms = nn.ModuleList(nn.BatchNorm2d(size) for size in sizes)
        self.dense = nn.Linear(fourth * (SIDE // 8) ** 2, WIDTH)
        self.out = nn.Linear(WIDTH, len(SEEN))
        self.drop = nn.Dropout(0.2)

    def forward(self, layers: torch.Tensor) -> torch.Tensor:
        """Scores for cells: cells × ``SEEN``."""
        norm0, norm1, norm2, more2, norm3, more3 = self.norms
        value = torch.relu(norm0(self.conv0(layers)))
        value = torch.max_pool2d(torch.relu(norm1(self.conv1(value))), 2)
        value = torch.relu(norm2(self.conv2(value)))
        value = torch.max_pool2d(torch.relu(value + more2(self.more2(value))), 2)
        value = torch.relu(norm3(self.conv3(value)))
        value = torch.relu(value + more3(self.more3(value)))
        view = torch.relu(self.dense(self.drop(value.flatten(1))))
        return self.out(self.drop(view))


class Odds(nn.Module):
    """The network as reading runs it: probabilities."""

    def __init__(self, network: Magnifier) -> None:
        super().__init__()
        self.network = network

    def forward(self, layers: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.network(layers), dim=1)


def lessons_of_photos(photos: Sequence[Path]) -> MagnifiedLessons:
    """The lessons in photos that have their truth beside them as JSON."""
    cv2.setNumThreads(1)
    return joined([some for photo in photos for some in _lessons_of(photo)])


def joined(lessons: Sequence[MagnifiedLessons]) -> MagnifiedLessons:
    """All of them."""
    return MagnifiedLessons(
        np.concatenate([some.layers for some in lessons]),
        np.concatenate([some.kinds for some in lessons]),
    )


def _lessons_of(photo: Path) -> list[MagnifiedLessons]:
    truth = Truth(**json.loads(photo.with_suffix(".json").read_text()))
    rng = np.random.default_rng(int(photo.stem))
    lessons = []
    for sheet in opened(photo.read_bytes(), truth.sheet):
        looked_at = cells_to_classify(sheet.ink, sheet.template, sheet.sight)
        cells = [cell for cell in looked_at if cell not in truth.hidden]
        if not cells:
            continue
        boxes = [sheet.template.boxes[cell] for cell in cells]
        patches = cut_patches(sheet.flat, sheet.ink, sheet.blank, boxes)
        odds = calibrated([members()[0].look(patches).votes])
        kinds = np.array([CLASSES.index(truth.marks.get(cell, EMPTY)) for cell in cells], np.int64)
        chosen = np.flatnonzero(_learned_from(odds, kinds, rng))
        layers = magnified(sheet.ink, sheet.template, [boxes[place] for place in chosen.tolist()])
        lessons.append(MagnifiedLessons(layers, kinds[chosen]))
    return lessons


def _learned_from(
    odds: Floats32, kinds: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Which cells are lessons."""
    void, both = CLASSES.index(Mark.VOID), CLASSES.index(Mark.BOTH)
    share = np.where(kinds == CLASSES.index(EMPTY), BLANKS, OTHERS)
    some = rng.random(len(kinds)) < share
    return np.asarray(
        (odds[:, void] > PERHAPS_VOID) | np.isin(kinds, (void, both)) | some, np.bool_
    )


def learned(network: Magnifier, lessons: MagnifiedLessons, rounds: int, rate: float) -> Magnifier:
    """The network after so many rounds over the lessons, each time varied a little."""
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
    a_round = len(lessons.kinds) // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=rounds * a_round)
    loss = nn.CrossEntropyLoss(label_smoothing=SOFT)
    network.train()
    for number in range(rounds):
        total = 0.0
        for some in torch.randperm(len(lessons.kinds)).split(BATCH)[:a_round]:
            layers = varied(torch.from_numpy(levelled(lessons.layers[some.numpy()])))
            error = loss(network(layers), torch.from_numpy(lessons.kinds)[some])
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
            schedule.step()
            total += float(error.detach())
        print(f"round {number + 1}: {total / a_round:.4f}", flush=True)
    network.eval()
    return network


def varied(layers: torch.Tensor) -> torch.Tensor:
    """Cells turned, stretched, slanted, mirrored, moved, less sharp, darker or paler, noisier."""
    count = len(layers)
    turn, wide, tall, slant = ((torch.rand(4, count) - 0.5).T * torch.tensor(VARIED)).T
    left, up = torch.where(torch.rand(2, count) < 0.5, -1.0, 1.0)
    how = torch.zeros(count, 2, 3)
    how[:, 0, 0] = torch.cos(turn) * (1 + wide) * left
    how[:, 0, 1] = (slant - torch.sin(turn)) * (1 + tall)
    how[:, 1, 0] = torch.sin(turn) * (1 + wide) * left / 2
    how[:, 1, 1] = torch.cos(turn) * (1 + tall) * up
    how[:, :, 2] = (torch.rand(count, 2) - 0.5) * MOVED
    where = functional.affine_grid(how, list(layers.shape), align_corners=False)
    value = functional.grid_sample(layers, where, padding_mode="border", align_corners=False)
    soft = torch.rand(count) < SOFTENED
    if soft.any():
        spread = torch.tensor([0.25, 0.5, 0.25])
        kernel = torch.outer(spread, spread).expand(LAYERS, 1, 3, 3)
        value[soft] = functional.conv2d(value[soft], kernel, padding=1, groups=LAYERS)
    value[:, 0] *= (0.85 + 0.3 * torch.rand(count))[:, None, None]
    value[:, 0] += torch.randn(value[:, 0].shape) * (NOISE * torch.rand(count))[:, None, None]
    return value


VARIED = (0.25, 0.2, 0.2, 0.3)
"""Turned by so much from end to end (radians), wider, taller, slanted."""
MOVED, SOFTENED, NOISE = 0.12, 0.3, 0.05


def report(network: Magnifier, held_out: MagnifiedLessons) -> None:
    """What it makes of cells that it hasn't learned from."""
    parts = np.array_split(held_out.layers, max(len(held_out.layers) // BATCH, 1))
    with torch.no_grad():
        scores = [network(torch.from_numpy(levelled(part))).numpy() for part in parts]
    told = np.concatenate(scores).argmax(axis=1)
    print(f"{np.mean(told == held_out.kinds):.4f} of {len(told)} cells right")


def main() -> None:
    folder, jobs = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    learned_from, held_out = photos_in(folder)
    torch.manual_seed(0)
    network = Magnifier()
    on = "--on" in sys.argv[3:]
    if on:
        network.load_state_dict(torch.load(folder / SAVED))
    with ProcessPoolExecutor(jobs) as executor:
        lessons = joined(read_in_parts(lessons_of_photos, learned_from, executor))
        learned(network, lessons, *((ROUNDS_ON, RATE_ON) if on else (ROUNDS, RATE)))
        torch.save(network.state_dict(), folder / SAVED)
        layers = {"layers": torch.zeros(5, LAYERS, SIDE, SIDE)}
        export(Odds(network), layers, FOLDER / "magnifier.onnx")
        report(network, joined(read_in_parts(lessons_of_photos, held_out, executor)))


if __name__ == "__main__":
    main()
