"""Trains the reader of written numbers: python -m training.numbers FOLDER.

FOLDER has the photos that ``python -m training.photos`` makes. Needs PyTorch and
scikit-learn, which reading doesn't. The same photos give the same networks on one
machine. Held out, to say how well numbers are read: every tenth photo, and half of
the real people's digits, by writers that training never saw.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from sheetkit.reading.written import levelled, odds_of, weighed
from training.digits import Rng
from training.fields import Fields, fields_from, leftovers
from training.number_lessons import ABSENT, Labels, Pixels, Sources, drawn_forms, labels_of, lesson
from training.number_network import NumberNetwork, save
from training.people import people_s_digits

NETWORKS = Path(__file__).resolve().parent.parent / "sheetkit" / "reading" / "written.onnx"
MEMBERS = 1
STEPS = 2500
BATCH = 64
FROM_PHOTOS = 14
FRESH = 22
"""Of a batch, drawn for it; what isn't from photos either has been drawn for one before."""
PEOPLE = 0.25
"""Part of the drawn numbers that are made of real people's digits."""
RATE = 5e-3
SOFT = 0.002
HELD_OUT = 10


def main() -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    fields = fields_from(sorted(Path(sys.argv[1]).glob("*.jpg")))
    tested = fields.numbers % HELD_OUT == 0
    lessons = fields.only(np.flatnonzero(~tested))
    save([trained(lessons, seed) for seed in range(MEMBERS)], NETWORKS)
    report(fields.only(np.flatnonzero(tested)))


def trained(fields: Fields, seed: int) -> NumberNetwork:
    """A network that has seen numbers in fields, none of the drawn ones twice."""
    torch.manual_seed(seed)
    network = NumberNetwork()
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=STEPS)
    loss = nn.CrossEntropyLoss(label_smoothing=SOFT, ignore_index=ABSENT)
    total = 0.0
    for step, (layers, labels) in enumerate(_batches(fields, np.random.default_rng([seed, 1]))):
        scores, where = network.scores(torch.from_numpy(layers))
        scores += where.unbind(1)
        aims = torch.from_numpy(labels).T
        error = torch.stack([loss(s, aim) for s, aim in zip(scores, aims, strict=True)]).sum()
        optimiser.zero_grad()
        error.backward()
        optimiser.step()
        schedule.step()
        total += float(error.detach())
        if step % 50 == 49:
            print(f"network {seed}, step {step + 1}: {total / 50:.4f}", flush=True)
            total = 0.0
    network.eval()
    return network


def sources_from(fields: Fields, rng: Rng, *, held_out: bool = False) -> Sources:
    blanks = fields.layers[np.array([not text for text in fields.texts])]
    return Sources(drawn_forms(rng), people_s_digits(held_out=held_out), blanks, leftovers())


def _batches(fields: Fields, rng: Rng) -> Iterator[tuple[NDArray[np.float32], Labels]]:
    """Photographed fields, drawn ones, and drawn ones that came before, moved a little."""
    sources = sources_from(fields, rng)
    written = np.flatnonzero([bool(text) or rng.random() < 0.3 for text in fields.texts])
    photographed = [(fields.layers[n], labels_of(fields.texts[n])) for n in written.tolist()]
    before = [lesson(rng, sources, PEOPLE) for _ in range(10 * FRESH)]
    for _ in range(STEPS):
        fresh = [lesson(rng, sources, PEOPLE) for _ in range(FRESH)]
        old = [photographed[int(n)] for n in rng.choice(len(photographed), FROM_PHOTOS)]
        old += [before[int(n)] for n in rng.choice(len(before), BATCH - FROM_PHOTOS - FRESH)]
        moved = [(_moved(layers, rng), labels) for layers, labels in old]
        before += fresh
        batch = fresh + moved
        layers = levelled(np.array([layers for layers, _ in batch]))
        layers[:, 0] *= rng.uniform(0.75, 1.25, (BATCH, 1, 1))
        yield np.minimum(layers, 1), np.array([labels for _, labels in batch])


def _moved(layers: Pixels, rng: Rng) -> Pixels:
    """A patch moved by up to two pixels, so that nothing leaves its column by much."""
    step = rng.integers(-2, 3, 2)
    return np.asarray(np.roll(layers, (int(step[0]), int(step[1])), (1, 2)), np.uint8)


def report(held_out: Fields) -> None:
    """How well fields are read that the networks haven't learned from."""
    for level in np.unique(held_out.levels):
        of_level = held_out.only(np.flatnonzero(held_out.levels == level))
        _tell(f"{level} photos", of_level.layers, of_level.texts)
    _tell("all photos", held_out.layers, held_out.texts)
    _tell("drawn anew", *made(held_out, DRAWN, 600))
    _tell("other people's digits", *made(held_out, PEOPLE_S, 600))


DRAWN, PEOPLE_S = 0.0, 1.0
"""Parts of real people's digits in numbers made to test with."""


def made(
    held_out: Fields, people: float, count: int, seed: int = 77
) -> tuple[NDArray[np.uint8], list[str]]:
    """Fields with numbers of forms and of people that training never saw, and the numbers."""
    rng = np.random.default_rng(seed)
    sources = sources_from(held_out, rng, held_out=True)
    fields = [lesson(rng, sources, people) for _ in range(count)]
    return np.array([layers for layers, _ in fields]), [_text(labels) for _, labels in fields]


def held_out_fields(folder: Path) -> Fields:
    """The fields of every tenth photo."""
    photos = sorted(folder.glob("*.jpg"))
    return fields_from([photo for photo in photos if int(photo.stem) % HELD_OUT == 0])


def _text(labels: NDArray[np.int64]) -> str:
    sign = "-" if labels[1] == 1 else ""
    return sign + "".join(str(digit) for digit in labels[2:5] if digit != ABSENT)


def _tell(name: str, layers: NDArray[np.uint8], texts: Sequence[str]) -> None:
    """Shares of numbers read rightly, and what is certain and wrong from each confidence on."""
    odds = odds_of(layers)
    read = [weighed(odds[:, place]) for place in range(len(texts))]
    numbers = [n for n, text in enumerate(texts) if text]
    right = np.array([
        value is not None and bool(text) and value.value == int(text)
        for value, text in zip(read, texts, strict=True)
    ])  # fmt: skip
    sure = np.array([0.0 if value is None else value.confidence for value in read])
    print(f"{name}: {len(numbers)} numbers, {right[numbers].mean():.4f} of them read rightly")
    for least in (0.5, 0.8, 0.9, 0.95, 0.99):
        claimed = sure >= least
        print(
            f"  from {least} on {claimed[numbers].mean():.3f} of them claimed;"
            f" wrong {(claimed & ~right).sum()} of {claimed.sum()} claimed"
        )


if __name__ == "__main__":
    main()
