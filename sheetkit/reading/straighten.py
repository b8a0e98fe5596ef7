"""A sheet laid flat: the pose first, then the curl, measured against the printed design."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats, Pixels, distances
from sheetkit.reading.bend import (
    COLUMNS,
    NODE_MM,
    ROWS,
    continued,
    field_at,
    local_means,
    node_places,
    polynomial,
)
from sheetkit.reading.blocks import (
    FINE_SCALE,
    Blocks,
    Shifts,
    Structure,
    joined,
    measure_shifts,
    structure,
    with_finders,
)
from sheetkit.reading.find import Pose
from sheetkit.reading.landmarks import LANDMARK_SCALE, landmarks_on
from sheetkit.reading.reference import sheet_size_px


@dataclass(frozen=True)
class Fit:
    """How a sheet lies in the picture.

    ``bend`` holds at each node how far, in mm, what is printed there lies from
    where the flat ``pose`` has it: rows × columns × 2. ``agreement`` is the
    median correlation of the picture with the design, 0 to 1, ``placed`` the
    part of the print that is found. ``loose`` are places, in mm, around which
    print still lies off.
    """

    pose: Pose
    bend: Floats
    agreement: float = 0.0
    placed: float = 0.0
    loose: tuple[tuple[float, float], ...] = ()

    def project(self, points: Floats) -> Floats:
        """Points in mm (n × 2) as pixels of the picture."""
        return self.pose.project(points + field_at(self.bend, points))


def flat_fit(pose: Pose) -> Fit:
    """The fit of a sheet that isn't bent."""
    return Fit(pose, np.zeros((ROWS, COLUMNS, 2)))


def lay_flat(picture: Pixels, fit: Fit, scale: float) -> Pixels:
    """The sheet at ``scale`` px/mm, as if photographed from above: black where not in view."""
    nodes = fit.pose.project(node_places() + fit.bend)
    if picture.ndim == 3:
        picture, nodes = _in_four_channels(picture, nodes)
    size = (round(COLUMNS * NODE_MM * scale), round(ROWS * NODE_MM * scale))
    places = cv2.resize(nodes.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    width, height = sheet_size_px(scale)
    flat = cv2.remap(  # type: ignore[call-overload]  # its stub lacks None for the second map
        picture, places[:height, :width], None, cv2.INTER_LINEAR
    )
    if picture.ndim == 3:
        flat = cv2.cvtColor(flat, cv2.COLOR_BGRA2BGR)
    return np.asarray(flat, np.uint8)


def _in_four_channels(picture: Pixels, places: Floats) -> tuple[Pixels, Floats]:
    """The part of a picture that holds the places, for which remapping is twice as fast."""
    size = np.array(picture.shape[1::-1])
    first = np.clip(np.floor(places.min(axis=(0, 1))) - EDGE_PX, 0, size - 1).astype(int)
    last = np.clip(np.ceil(places.max(axis=(0, 1))) + EDGE_PX, first + 1, size).astype(int)
    part = picture[first[1] : last[1], first[0] : last[0]]
    return np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2BGRA), np.uint8), places - first


EDGE_PX = 2
"""Beyond the outermost places: what is interpolated between lies so far apart."""


def look(picture: Pixels, fit: Fit, blocks: Blocks, reach_mm: float) -> Shifts:
    """Where the blocks are found in a grey picture, against where the fit has them."""
    grey = lay_flat(picture, fit, blocks.scale)
    return measure_shifts(structure(grey, blocks.scale), blocks, reach_mm)


def fine_enough(pose: Pose) -> bool:
    """Whether a picture in which a sheet lies so is fine enough for ``align``."""
    return pose.scale >= LEAST_FOR_PRINT


LEAST_FOR_PRINT = 1.1 * FINE_SCALE
"""px/mm that a picture needs at least for a look: the far side of a sheet is smaller."""


def align(picture: Pixels, fit: Fit, expected: Structure) -> Fit:
    """The fit bent so that the print lies where the design has it.

    Small blocks tell at once where print lies about where it should. Else a bowl
    and a twist from large blocks come first. Small ones are looked at again only
    where the print moved so far that it looked different.
    """
    found = look(picture, fit, expected.fine, FIRST_REACH_MM)
    if len(found.scores) < FEWEST_BLOCKS:
        return fit
    if not _within_reach(found):
        fit = _coarsely_bent(picture, fit, expected.coarse)
        found = look(picture, fit, expected.fine, FIRST_REACH_MM)
    fit, moved = _finely_bent(fit, found, expected.fine)
    for _ in range(MOST_FINE_LOOKS - 1):
        if moved < SETTLED_MM and len(fit.loose) < FEW_LOOSE * len(found.scores):
            break
        found = look(picture, fit, expected.fine, REACH_MM)
        fit, moved = _finely_bent(fit, found, expected.fine)
    return fit


def align_from_landmarks(picture: Pixels, fit: Fit, expected: Structure) -> Fit:
    """The aligned fit, or a better one where print is left that lies off or isn't found, as it
    may be on any curled or folded sheet: looked for anew, from the markers and the code on.
    """
    curled = float(np.abs(fit.bend).max()) > CURLED_MM
    least = max(ALL_PLACED if curled else MOSTLY_PLACED, fit.agreement - NEARLY_ALL)
    if not fit.loose and fit.placed >= least:
        return fit
    landmarks = landmarks_on(lay_flat(picture, flat_fit(fit.pose), LANDMARK_SCALE), expected.code)
    return _grown(picture, fit, expected, landmarks) if len(landmarks.scores) else fit


def _grown(picture: Pixels, fit: Fit, expected: Structure, landmarks: Shifts) -> Fit:
    """The fit of a sheet that is curled or folded, found anew from its landmarks on.

    Where some print lies tells where to look for the print beside it, and so on over the sheet;
    what ink hides in part is looked for last.
    """
    known = landmarks
    blocks, smaller = (with_finders(b, expected.code) for b in (expected.fine, expected.finest))
    bend = continued(known, node_places())
    for least in GROWN_SCORES:
        count = 0
        for _ in range(MOST_GROWN):
            beside = blocks.only(_beside(blocks, known))
            found = look(picture, replace(fit, bend=bend), beside, FIRST_REACH_MM)
            good = (found.scores > least) & _inside(found)
            if good.sum() <= count:
                break
            count = int(good.sum())
            places = replace(found, shifts=found.shifts + field_at(bend, found.centres))
            known = joined(landmarks, places.only(good))
            bend = continued(known, node_places())
    bent = replace(fit, bend=bend)
    for _ in range(2):
        bent, _ = _finely_bent(bent, look(picture, bent, blocks, REACH_MM), blocks)
    if fit.placed >= bent.placed:
        return fit
    return _checked(picture, bent, smaller)


def _checked(picture: Pixels, fit: Fit, blocks: Blocks) -> Fit:
    """The fit as smaller pieces have it, which show what larger ones went over at a fold, and
    which of them still lie off.
    """
    for _ in range(CHECKS):
        found = _borne_out(look(picture, fit, blocks, REACH_MM), fit, blocks)
        moves = local_means(found, found.shifts, CHECK_SPREAD_MM)
        fit = replace(fit, bend=fit.bend + moves)
    found = _borne_out(look(picture, fit, blocks, REACH_MM), fit, blocks)
    return replace(fit, loose=fit.loose + _loose(found, found.shifts, blocks))


def _borne_out(found: Shifts, fit: Fit, blocks: Blocks) -> Shifts:
    """The blocks found, with no trust in one that lies off alone where the sheet is smooth: ink
    draws it, for a fold moves whatever lies along it.
    """
    away = distances(found.centres, found.centres)
    apart = distances(found.shifts, found.shifts)
    others = (away < BESIDE_BLOCK_MM) & (away > 0) & (found.scores > TRUSTED_SCORE)
    alone = others.any(axis=1) & ~(others & (apart < LOOSE_MM)).any(axis=1)
    rough = fit.bend - cv2.blur(fit.bend, (SMOOTH_NODES, SMOOTH_NODES))
    smooth = np.linalg.norm(field_at(rough, found.centres), axis=1) < SMOOTH_MM
    borne = ~(alone & smooth & _off(found.shifts, blocks))
    return replace(found, scores=found.scores * borne, trust=found.trust * borne[:, None])


def _loose(found: Shifts, left: Floats, blocks: Blocks) -> tuple[tuple[float, float], ...]:
    """Where print is seen that lies off by what is left of its shift (n × 2, mm)."""
    places = found.centres[_off(left, blocks) & (found.scores > TRUSTED_SCORE)]
    return tuple((x, y) for x, y in places.tolist())


def _off(left: Floats, blocks: Blocks) -> NDArray[np.bool_]:
    """Which blocks lie off by so much (n × 2, mm)."""
    # a line across testifies only down, and the other way round
    return np.asarray(np.linalg.norm(left * (blocks.grips > LEAST_GRIP), axis=1) > LOOSE_MM)


def _beside(blocks: Blocks, known: Shifts) -> NDArray[np.bool_]:
    """Which of the blocks should lie near one of those known."""
    away = distances(blocks.centres / blocks.scale, known.centres)
    return np.asarray(away.min(axis=1) < GROWN_MM)


def _inside(found: Shifts) -> NDArray[np.bool_]:
    """Which of the blocks aren't at the very edge of the look, where there may be others."""
    return np.asarray(np.abs(found.shifts).max(axis=1) < 0.9 * FIRST_REACH_MM)


def _placed(found: Shifts) -> float:
    """The part of the blocks that are found."""
    return float(np.mean(found.scores > TRUSTED_SCORE))


def _within_reach(found: Shifts) -> bool:
    """Whether nearly all small blocks are seen well, and not at the very edge of the look."""
    far = (np.abs(found.shifts) > 0.8 * FIRST_REACH_MM).any(axis=1)
    return bool(np.median(found.scores) > WELL_SEEN and far.mean() < FEW_FAR)


def _coarsely_bent(picture: Pixels, fit: Fit, blocks: Blocks) -> Fit:
    """The fit with a smooth bend from large blocks, in as many looks as it takes."""
    for turn in range(MOST_COARSE_LOOKS):
        found = look(picture, fit, blocks, COARSE_REACH_MM if turn == 0 else FAR_REACH_MM)
        if len(found.scores) < FEWEST_BLOCKS:
            break
        moves = polynomial(found)
        fit = replace(fit, bend=fit.bend + moves)
        agreement = float(np.median(found.scores))
        if agreement > GOOD_AGREEMENT or np.abs(moves).max() < SETTLED_COARSE_MM:
            break
    return fit


def _finely_bent(fit: Fit, found: Shifts, blocks: Blocks) -> tuple[Fit, float]:
    """The fit bent by what small blocks showed, and by how much at most, in mm.

    What a wide mean leaves over, narrower ones take up.
    """
    moves = np.zeros_like(fit.bend)
    left = found.shifts
    for spread in SPREADS_MM:
        moves = moves + local_means(found, left, spread)
        left = found.shifts - field_at(moves, found.centres)
    return _moved_on(fit, moves, found, blocks), float(np.abs(moves).max())


def _moved_on(fit: Fit, moves: Floats, found: Shifts, blocks: Blocks) -> Fit:
    """The fit moved on, with how well the look before agreed and which blocks it leaves off."""
    left = found.shifts - field_at(moves, found.centres)
    return replace(
        fit,
        bend=fit.bend + moves,
        agreement=float(np.median(found.scores)),
        placed=_placed(found),
        loose=_loose(found, left, blocks),
    )


LEAST_GRIP = 0.5
COARSE_REACH_MM, FAR_REACH_MM = 3.2, 6.0
FIRST_REACH_MM, REACH_MM = 1.5, 1.0
SPREADS_MM = (9.0, 6.0, 4.0)
MOST_COARSE_LOOKS = 5
MOST_FINE_LOOKS = 3
GOOD_AGREEMENT = 0.55
"""Median correlation of large blocks from which on one look is enough."""
WELL_SEEN = 0.7
"""Median correlation of small blocks that lie about where they should."""
FEW_FAR = 0.1
"""Part of the small blocks that noise and ink may put at the edge of the look."""
LOOSE_MM = 0.38
"""From here on print is taken for ink beside it: more than a number's stroke is wide."""
FEW_LOOSE = 0.04
"""Part of the blocks that may lie off before another look is worth its time."""
TRUSTED_SCORE = 0.5
"""Correlation from which on a small block's place is believed."""
FEWEST_BLOCKS = 6
SETTLED_MM = 0.8
"""A move so small that print looks no different after it."""
SETTLED_COARSE_MM = 0.35
"""A bend after which small blocks are well within reach."""
MOSTLY_PLACED = 0.72
"""Part of the blocks that are found on a sheet full of ink; where fewer are, it may be creased."""
CURLED_MM = 1.8
"""A bend from which on a part of the print may be found a good way off, if at all."""
ALL_PLACED = 0.9
"""Part of the blocks that is found where little but ink hides any."""
NEARLY_ALL = 0.08
"""By how much the part of the blocks that are found may be less than the agreement, on a clear
photo."""
GROWN_SCORES = (0.5, 0.4, 0.3)
"""Correlations from which on a small block's place is believed, first the surest."""
GROWN_MM = 20.0
"""From what is known to what is looked for: two blocks on."""
MOST_GROWN = 20
"""Looks that it takes to cross a sheet, and some more."""
BESIDE_BLOCK_MM = 8.0
"""From one of the smallest blocks to those around it."""
SMOOTH_NODES, SMOOTH_MM = 5, 0.08
"""Where a bend lies less off its mean over so many nodes across and down, no fold is near."""
CHECKS, CHECK_SPREAD_MM = 2, 4.0
"""Looks with the smallest blocks, and how far around each its shift counts, in mm."""
