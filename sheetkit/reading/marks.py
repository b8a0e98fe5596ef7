"""From ink to marks: each cell judged, and the judgement held against plain measures.

Two opinions that know nothing of each other must agree before a cell is
certain: the trained judge's, and what extent and coverage of the ink allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.pad import Pad
from sheetkit.reading.ink import Ink
from sheetkit.reading.judge import CLASSES, trained_judge
from sheetkit.reading.patches import CELL, cut_patches, levelled, stroke_levels
from sheetkit.reading.spill import only_spilled
from sheetkit.reading.template import SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Verdict
from sheetkit.scoresheet import EMPTY

Pixels: TypeAlias = NDArray[np.uint8]
Floats32: TypeAlias = NDArray[np.float32]

SURE = 0.95
"""Least mean probability of a certain mark. Set by hand, not yet calibrated on held-out photos."""
SURE_OF_LINE = 0.85
"""Least probability that there is, or isn't, a skip line under a cross: it changes no score."""
SURE_NOT_VOID = 0.98
"""The same as ``SURE`` for a cross over a skip line: a loose scribble looks like one."""
LEAST_VOTE = 0.8
"""What every single member of the judge must give it."""

NOISE_FACTOR = 4.5
"""Ink begins at so many times the noise of blank paper: one pixel in 100,000 by chance."""
FAINTEST_INK = 13.0
"""Of 255; the light hand with a hard pencil leaves 25 and more."""
LEAST_AREA_MM2 = 0.35
"""The shortest stroke that can be meant, 1 mm of a ballpoint, covers so much."""
LEAST_BESIDE_PRINT = 0.24
"""Of a mark's ink; numbers and outlines cover a quarter of a cell, and pens don't follow them."""
PALE_STROKE = 0.8
"""Of the usual one: toner that is too dark comes out paler than a pen."""
LARGEST_STRAY_MM2 = 3.5
"""More ink than this isn't taken for nothing on the judge's word alone."""
FAINTEST_STROKE = 0.42
"""Of the usual one; pencil strokes of one hand vary by a third, stains are fainter."""
LOUDEST_NOISE = 9.0
"""Of 255. From here on a faint pencil stroke could pass for noise."""


def judge_cells(ink: Ink, template: Template, hidden: Mapping[str, str]) -> dict[str, Verdict]:
    """A verdict on every cell that takes a mark. ``hidden`` names cells not to be trusted."""
    cells = [cell for cell in template.boxes if cell in set(template.design.pad.markable)]
    boxes = [template.boxes[cell] for cell in cells]
    patches = cut_patches(ink.darkness, boxes, SCALE)
    threshold = max(NOISE_FACTOR * ink.noise, FAINTEST_INK)
    free = cv2.bitwise_and(ink.darkness, template.beside_print)
    beside = [_ink_power(free, box, threshold) for box in boxes]
    power = [_ink_power(ink.darkness, box, threshold) for box in boxes]
    areas = np.array([_ink_area(ink.darkness, box, threshold) for box in boxes])
    usual = _usual_level(patches, areas)
    levels = stroke_levels(patches, np.full(len(cells), usual, np.float32))
    strengths = _strengths(patches, areas)
    inked = np.flatnonzero(areas >= LEAST_AREA_MM2)
    votes = _votes(patches, levels, boxes, inked)
    spilled = only_spilled(ink.darkness, boxes, threshold)
    verdicts = {}
    for place, cell in enumerate(cells):
        if cell in hidden:
            verdicts[cell] = Verdict(_even_odds(), hidden[cell])
        elif place not in votes or spilled[place]:
            verdicts[cell] = _nothing_seen(ink.noise)
        else:
            measured = measure(ink.darkness, boxes[place], 0.45 * float(levels[place]))
            verdict = _weighed(votes[place], measured)
            doubt = _faint_doubt(beside[place] / max(power[place], 1.0), float(strengths[place]))
            if verdict.mark is None:
                doubt = _SHAPES["cross"] if areas[place] > LARGEST_STRAY_MM2 else ""
            verdicts[cell] = Verdict(_tempered(verdict.odds), doubt) if doubt else verdict
    return verdicts


def all_doubtful(pad: Pad, reason: str) -> dict[str, Verdict]:
    """No cell certain, for a sheet that is there and can't be seen well enough."""
    return {cell: Verdict(_even_odds(), reason) for cell in pad.markable}


def _faint_doubt(beside_print: float, strength: float) -> str:
    """Why what looks like ink may be none; empty if it is ink.

    ``beside_print`` is the share of it that lies clear of print, ``strength``
    its darkness as a part of the sheet's usual stroke.
    """
    pale = strength < PALE_STROKE and beside_print < LEAST_BESIDE_PRINT
    if pale or beside_print < 0.4 * LEAST_BESIDE_PRINT:
        return "it may be unevenly printed"
    if strength < FAINTEST_STROKE:
        return "it is fainter than the other marks"
    return ""


def _even_odds() -> dict[str, float]:
    return {"empty": 0.4, "cross": 0.4, "skip": 0.1, "void": 0.05, "both": 0.05}


def _nothing_seen(noise: float) -> Verdict:
    if noise > LOUDEST_NOISE:
        return Verdict({EMPTY: 0.8, "cross": 0.15, "skip": 0.05}, "too noisy to see a faint mark")
    return Verdict({EMPTY: 1.0})


def _ink_area(darkness: Any, box: Box, threshold: float) -> float:
    """mm² of a cell that are darker than the threshold, its very edge left out."""
    inner = darkness[pixel_slices(box.grown(-0.3))]
    return float(np.count_nonzero(inner > threshold)) / SCALE**2


def _ink_power(darkness: Any, box: Box, threshold: float) -> float:
    """The ink in a cell, dark pixels counting more than faint ones."""
    inner = darkness[pixel_slices(box.grown(-0.3))].astype(np.float32)
    return float((inner[inner > threshold] ** 2).sum())


def _usual_level(patches: Floats32, areas: NDArray[np.float64]) -> float:
    """The darkness of a full stroke on this sheet: the median over cells with a mark's ink."""
    marked = patches[areas > 1.5][:, CELL, CELL]
    if not len(marked):
        return 0.0
    return float(np.median(np.percentile(marked.reshape(len(marked), -1), 97, axis=1)))


def _strengths(patches: Floats32, areas: NDArray[np.float64]) -> NDArray[np.float32]:
    """The darkest ink in each cell as a part of what is usual on the sheet."""
    darkest = np.percentile(patches[:, CELL, CELL].reshape(len(patches), -1), 99, axis=1)
    marked = darkest[areas > 1.5]
    return (
        np.asarray(darkest / max(float(np.median(marked)), 1.0), np.float32)
        if len(marked)
        else np.ones(len(patches), np.float32)
    )


def _votes(
    patches: Floats32, levels: Floats32, boxes: list[Box], inked: NDArray[np.intp]
) -> dict[int, Floats32]:
    """The judge's votes (members × classes) on the cells with ink."""
    if not len(inked):
        return {}
    sizes = np.array([(boxes[place].width, boxes[place].height) for place in inked], np.float32)
    votes = _by_habit(trained_judge().votes(levelled(patches[inked], levels[inked]), sizes))
    return {int(place): votes[:, number] for number, place in enumerate(inked)}


def _by_habit(votes: Floats32) -> Floats32:
    """The votes with what is likely on this sheet: who strikes no numbers crosses no lines.

    The judge learned from far more crosses over lines than people make.
    """
    strikes = bool((votes.mean(axis=0)[:, CLASSES.index("skip")] > 0.9).any())
    likely = np.ones(len(CLASSES), np.float32)
    likely[CLASSES.index("both")] = BOTH_BY_STRIKERS if strikes else BOTH_BY_OTHERS
    weighted = votes * likely
    return np.asarray(weighted / weighted.sum(axis=2, keepdims=True), np.float32)


BOTH_BY_STRIKERS, BOTH_BY_OTHERS = 0.3, 0.1
"""How common a cross over a skip line is, as against the judge's lessons (12 in 52)."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Of a cell's ink, as parts of the cell: 0 to 1.

    ``tall`` and ``wide``: rows and columns with ink. ``covered``: the middle of
    the cell after gaps of a pen's width are closed. ``amount``: ink at all.
    ``runs``: how many strokes a line across meets on average, the denser way.
    """

    tall: float
    wide: float
    covered: float
    amount: float
    runs: float


def measure(darkness: Pixels, box: Box, threshold: float) -> Measures:
    """Measures of the ink that is darker than the threshold."""
    area = darkness[pixel_slices(box.grown(-0.2))]
    ink = (area > threshold).astype(np.uint8)
    gap = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
    closed = cv2.morphologyEx(cv2.copyMakeBorder(ink, 4, 4, 4, 4, 0), cv2.MORPH_CLOSE, gap)
    closed = closed[4:-4, 4:-4]
    margin = (ink.shape[0] // 7, ink.shape[1] // 7)
    middle = closed[margin[0] : ink.shape[0] - margin[0], margin[1] : ink.shape[1] - margin[1]]
    return Measures(
        tall=float((ink.sum(axis=1) > 0).mean()),
        wide=float((ink.sum(axis=0) > 0).mean()),
        covered=float(middle.mean()),
        amount=float(ink.mean()),
        runs=max(_mean_runs(ink), _mean_runs(ink.T)),
    )


def _mean_runs(ink: Pixels) -> float:
    """How many separate pieces of ink a row has, on average over rows with any."""
    starts = (ink[:, 1:] > ink[:, :-1]).sum(axis=1) + ink[:, 0]
    inked = starts[starts > 0]
    return float(inked.mean()) if len(inked) else 0.0


CROSSING_RUNS = 1.35
"""Strokes that a line across meets: a skip line is met once, even a flat X nearly twice."""


def possible(name: str, measured: Measures) -> bool:
    """Whether ink of those measures can be that mark at all."""
    match name:
        case "empty":
            return measured.amount < 0.05 and (measured.tall < 0.45 or measured.wide < 0.3)
        case "skip":
            return measured.tall < 0.62 and measured.wide > 0.5 and measured.covered < 0.62
        case "cross":
            one_line = measured.runs < CROSSING_RUNS
            flat = measured.tall < 0.38 and measured.wide > 0.45 and one_line
            size = max(measured.tall, measured.wide)
            return size > 0.3 and not flat and measured.covered < 0.8 and measured.runs < 2.9
        case "void":
            return measured.covered > 0.42 and min(measured.tall, measured.wide) > 0.55
        case "both":
            sparse = measured.covered < 0.85 and measured.runs < 3.4
            return measured.tall > 0.35 and measured.wide > 0.5 and sparse
    return False


def _weighed(votes: Floats32, measured: Measures) -> Verdict:
    """Sure where the members agree among themselves and with the measures."""
    mean = votes.mean(axis=0)
    best = int(mean.argmax())
    odds = {name: float(p) for name, p in zip(CLASSES, mean, strict=True)}
    if not possible(CLASSES[best], measured):
        return Verdict(_tempered(odds), f"not the shape of {_SHAPES[CLASSES[best]]}")
    if not _agreed(votes, best):
        others = sorted(odds, key=lambda name: -odds[name])[:2]
        return Verdict(_tempered(odds), " or ".join(_SHAPES[name] for name in others))
    return Verdict(odds)


_COUNTING = [CLASSES.index("cross"), CLASSES.index("both")]


def _agreed(votes: Floats32, best: int) -> bool:
    """Whether the members are sure enough for what a mistake would cost.

    A cross scores the same with a skip line under it, so those two need only be
    told from each other by ``SURE_OF_LINE``; together they are held to ``SURE``.
    """
    same = _COUNTING if best in _COUNTING else [best]
    shares = votes[:, same].sum(axis=1)
    own = votes[:, best] / shares
    least = SURE_NOT_VOID if CLASSES[best] == "both" else SURE
    agreed = shares.mean() >= least and shares.min() >= LEAST_VOTE
    return bool(agreed and own.mean() >= SURE_OF_LINE)


_SHAPES = {
    "empty": "a stray mark",
    "cross": "a cross",
    "skip": "a skip line",
    "void": "a blacked-out box",
    "both": "a cross over a skip line",
}


def _tempered(odds: Mapping[str, float]) -> dict[str, float]:
    """Odds that admit the doubt: at least two alternatives, none near 1, sum 1."""
    soft = {name: (p + 0.01) ** 0.6 for name, p in odds.items()}
    total = sum(soft.values())
    kept = {name: p for name, p in soft.items() if p / total > 0.03}
    return {name: p / sum(kept.values()) for name, p in kept.items()}
