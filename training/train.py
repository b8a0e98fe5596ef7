"""Trains the classifier and writes its networks: python -m training.train FOLDER [JOBS [--on]].

FOLDER has the photos that ``python -m training.photos`` makes, and gets the members as
``classifier-0.pt`` and so on. With ``--on`` the classifier's members learn on from what they are.
Needs PyTorch and onnx, which reading doesn't. The same photos give the same networks on one
machine; every tenth photo is held out to say how well they read.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from sheetkit.reading.classifier import CLASSES, FOLDER
from sheetkit.reading.patches import Patches
from training.lessons import Lessons, lessons_in
from training.network import Network, learned_on, load, save, trained
from training.photos import photos_in

MORE = (0, 2)
"""The convolutions that each member has beyond the plain ones: the first one looks at every
cell and has to be quick, the second one only where that one is in doubt."""


def main() -> None:
    cv2.setNumThreads(1)
    folder, jobs = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    learned, kept = photos_in(folder)
    with ProcessPoolExecutor(jobs) as executor:
        lessons = lessons_in(learned, executor)
        held_out = lessons_in(kept, executor)
        if "--on" in sys.argv[3:]:
            old = load(FOLDER)
            members = list(executor.map(learned_on, old, repeat(lessons), range(len(old))))
        else:
            members = list(executor.map(trained, repeat(lessons), range(len(MORE)), MORE))
    for number, member in enumerate(members):
        torch.save(member.state_dict(), folder / f"classifier-{number}.pt")
    save(members, FOLDER)
    report(members, held_out)


def report(members: list[Network], held_out: Lessons) -> None:
    """What the members together make of cells that they haven't learned from."""
    votes = np.concatenate([votes_on(members, sheet) for sheet in held_out.by_sheet()], axis=1)
    kinds = np.concatenate([sheet.kinds for sheet in held_out.by_sheet()])
    odds = votes.mean(axis=0)
    guess = odds.argmax(axis=1)
    print(f"{len(kinds)} cells, {(guess == kinds).mean():.4f} of them right")
    least = votes.min(axis=0)[np.arange(len(kinds)), guess]
    for sure in (0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99):
        certain = (odds.max(axis=1) >= sure) & (least >= sure - 0.15)
        wrong = certain & (guess != kinds)
        print(f"at {sure}: {1 - certain.mean():.4f} unsure, {wrong.sum()} certain and wrong")
    table = np.zeros((len(CLASSES), len(CLASSES)), int)
    np.add.at(table, (kinds, guess), 1)
    print("rows true, columns read:", *CLASSES)
    print(table)


def votes_on(members: list[Network], sheet: Lessons) -> NDArray[np.float32]:
    """Members × cells × classes, for the cells of one sheet."""
    seen = Patches(sheet.layers, sheet.levels, sheet.facts, sheet.beside)
    layers, facts = torch.from_numpy(seen.levelled()), torch.from_numpy(seen.facts)
    beside = torch.from_numpy(seen.beside)
    with torch.no_grad():
        return np.stack([member(layers, facts, beside).numpy() for member in members])


if __name__ == "__main__":
    main()
