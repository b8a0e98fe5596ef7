"""Photos: the same by seed, and true to what they say of themselves."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from sheetkit.camera import (
    Level,
    cut_out,
    draw_conditions,
    draw_writer,
    finished_sheet,
    flatbed,
    photograph_table,
    simulate,
    take,
)
from sheetkit.camera.bend import Bend, Turn
from sheetkit.camera.conditions import Printing
from sheetkit.camera.paper import printed
from sheetkit.camera.pen import PenKind


def take_one(pad, level, seed, marks=None):
    rng = np.random.default_rng(seed)
    sheet = pad.sheets[0]
    if marks is None:
        marks = finished_sheet(sheet.cells, rng)
    return take(pad.pdf, [sheet], {sheet.sheet: marks}, level, rng)


def small(conditions, width=1400, height=1050):
    framing = replace(conditions.framing, width=width, height=height)
    return replace(conditions, framing=framing)


def shown(photo):
    """The photo as any viewer shows it: turned by its EXIF orientation."""
    return cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR)


def straightened(photo, sheet, box, px_per_mm=10):
    """The sheet as seen in the photo, warped flat by its true corners."""
    size = round(box.width * px_per_mm), round(box.height * px_per_mm)
    flat = np.float32([[0, 0], [size[0], 0], size, [0, size[1]]])
    warp = cv2.getPerspectiveTransform(np.float32(sheet.corners), flat)
    return cv2.warpPerspective(shown(photo), warp, size)


def test_the_same_seed_gives_the_same_bytes(pad):
    def photo(seed):
        rng = np.random.default_rng(seed)
        conditions = small(draw_conditions(Level.HARD, rng))
        marks = {pad.sheets[0].sheet: finished_sheet(pad.sheets[0].cells, rng)}
        return simulate(pad.pdf, pad.sheets[:1], marks, conditions, rng).jpeg

    assert photo(2) == photo(2)
    assert photo(2) != photo(3)


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_photo_is_shown_upright_whatever_its_orientation(pad, orientation):
    rng = np.random.default_rng(5)
    conditions = small(draw_conditions(Level.EASY, rng))
    sensor = replace(conditions.sensor, orientation=orientation)
    photo = simulate(pad.pdf, pad.sheets[:1], {}, replace(conditions, sensor=sensor), rng)
    assert shown(photo).shape[:2] == (photo.height, photo.width) == (1050, 1400)
    stored = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_UNCHANGED)
    assert (stored.shape[0] > stored.shape[1]) == (orientation in (6, 8))


def darkening(pad, photo, sheet, blank):
    """How much darker each cell is in the photo than in the one of a blank sheet."""
    box = pad.sheets[0].box
    marked = straightened(photo, photo.sheets[0], box).astype(float)
    empty = straightened(blank, blank.sheets[0], box).astype(float)
    found = {}
    for cell, place in sheet.cells.items():
        inner = place.moved(-box.left, -box.top).grown(-0.15 * place.height)
        rows = slice(round(inner.top * 10), round(inner.bottom * 10))
        columns = slice(round(inner.left * 10), round(inner.right * 10))
        lost = empty[rows, columns] - marked[rows, columns]
        found[cell] = float(np.percentile(lost.max(axis=2), 95))
    return found


def test_ink_is_where_the_truth_says(pad):
    """Fails too when marks aren't drawn, or drawn elsewhere, or corners are wrong."""
    sheet = pad.sheets[0]
    rng = np.random.default_rng(11)
    conditions = replace(
        small(draw_conditions(Level.EASY, rng), 2000, 1500),
        printing=replace(draw_conditions(Level.EASY, rng).printing, scissors=0.0, scale=1.0),
    )
    writer = draw_writer(rng, pen=PenKind.GEL, neat=True)
    marks = finished_sheet(sheet.cells, rng)
    photo, blank = (
        simulate(
            pad.pdf,
            [sheet],
            {sheet.sheet: each},
            conditions,
            np.random.default_rng(1),
            writers=[writer],
        )
        for each in (marks, {})
    )
    assert photo.sheets[0].marks == marks
    lost = darkening(pad, photo, sheet, blank)
    inked = {cell for cell in marks if cell in lost}
    assert min(lost[cell] for cell in inked) > 40
    assert max(lost[cell] for cell in lost if cell not in inked) < 40


def test_the_cells_of_the_truth_are_in_the_cells_of_the_photo(pad):
    """Through curl, lens and perspective, a cell's middle stays within 1.5 mm of a flat guess."""
    photo = take_one(pad, Level.ORDINARY, 4)
    sheet, box = pad.sheets[0], pad.sheets[0].box
    flat = np.float32([[0, 0], [148, 0], [148, 105], [0, 105]])
    warp = cv2.getPerspectiveTransform(np.float32(photo.sheets[0].corners), flat)
    for cell, place in sheet.cells.items():
        seen = np.float32([[photo.sheets[0].cells[cell]]])
        guess = cv2.perspectiveTransform(seen, warp)[0, 0]
        assert np.hypot(*(guess - place.moved(-box.left, -box.top).centre)) < 3, cell


def test_several_sheets_in_one_photo_keep_their_own_marks(pad):
    rng = np.random.default_rng(3)
    marks = {sheet.sheet: finished_sheet(sheet.cells, rng) for sheet in pad.sheets}
    photo = take(pad.pdf, pad.sheets, marks, Level.ORDINARY, rng)
    assert {sheet.sheet: sheet.marks for sheet in photo.sheets} == marks
    for sheet in photo.sheets:
        assert (sheet.corners > 0).all()
        assert (sheet.corners < (photo.width, photo.height)).all()


def test_a_sheet_is_cut_at_its_edge(pad):
    leaf = cut_out(pad.pdf, pad.sheets[0], px_per_mm=10)
    assert (round(leaf.width), round(leaf.height)) == (148, 105)
    assert leaf.sheets[0].box.left == pytest.approx(0, abs=0.1)


def test_a_page_that_was_not_cut_shows_all_its_sheets(pad):
    rng = np.random.default_rng(6)
    conditions = small(draw_conditions(Level.EASY, rng))
    marks = {sheet.sheet: finished_sheet(sheet.cells, rng) for sheet in pad.sheets}
    photo = simulate(pad.pdf, pad.sheets, marks, conditions, rng, uncut=True)
    assert {sheet.sheet: sheet.marks for sheet in photo.sheets} == marks
    first, second = photo.sheets[:2]
    width = np.hypot(*(first.corners[1] - first.corners[0]))
    assert width < 800
    assert np.hypot(*(first.corners[1] - second.corners[0])) < 0.1 * width


def test_a_table_without_a_sheet_has_none(pad):
    photo = photograph_table(Level.EASY, np.random.default_rng(2))
    assert photo.sheets == ()
    assert shown(photo).std() > 1


def test_a_sheet_partly_outside_names_its_hidden_cells(pad):
    rng = np.random.default_rng(8)
    conditions = small(draw_conditions(Level.EASY, rng))
    framing = replace(conditions.framing, cut=(0.3, 0.0), roll=0.0)
    photo = simulate(pad.pdf, pad.sheets[:1], {}, replace(conditions, framing=framing), rng)
    hidden = photo.sheets[0].hidden
    assert "red.lock" in hidden
    assert "red.12" in hidden
    assert "red.2" not in hidden


def test_a_thumb_hides_no_cell(pad):
    rng = np.random.default_rng(9)
    for _ in range(4):
        conditions = replace(small(draw_conditions(Level.HARD, rng), 640, 480), thumb=1.0)
        photo = simulate(pad.pdf, pad.sheets[:1], {}, conditions, rng)
        assert photo.sheets[0].hidden == frozenset()


def test_a_scanner_sees_the_sheet_straight_and_true_to_scale(pad):
    rng = np.random.default_rng(3)
    conditions = flatbed(rng, dpi=150)
    photo = simulate(pad.pdf, pad.sheets[:1], {}, conditions, rng)
    corners = photo.sheets[0].corners
    width = np.hypot(*(corners[1] - corners[0])) / conditions.printing.scale
    assert width == pytest.approx(148 / 25.4 * 150, rel=0.03)


def test_things_dropped_on_a_sheet_hide_cells(pad):
    rng = np.random.default_rng(12)
    conditions = replace(small(draw_conditions(Level.EASY, rng)), covers=3)
    photo = simulate(pad.pdf, pad.sheets[:1], {}, conditions, rng)
    assert 0 < len(photo.sheets[0].hidden) < 40


def test_a_mirrored_photo_is_a_photo_seen_in_a_mirror(pad):
    conditions = small(draw_conditions(Level.EASY, np.random.default_rng(4)), 700, 525)
    mirror = replace(conditions, sensor=replace(conditions.sensor, mirrored=True))
    plain, mirrored = (
        simulate(pad.pdf, pad.sheets[:1], {}, each, np.random.default_rng(4))
        for each in (conditions, mirror)
    )
    assert np.abs(shown(plain)[:, ::-1].astype(int) - shown(mirrored)).mean() < 3
    assert np.allclose(plain.sheets[0].corners[:, 0], 699 - mirrored.sheets[0].corners[:, 0])
    assert np.allclose(plain.sheets[0].corners[:, 1], mirrored.sheets[0].corners[:, 1])


def one_of(pad, change, marks=None, pen=None):
    """A photo of the pad's first sheet in the best of conditions but for that change."""
    rng = np.random.default_rng(11)
    conditions = change(small(draw_conditions(Level.EASY, rng)))
    writers = [draw_writer(rng, pen=pen, neat=True)]
    marks = {pad.sheets[0].sheet: marks or {}}
    photo = simulate(pad.pdf, pad.sheets[:1], marks, conditions, rng, writers=writers)
    return straightened(photo, photo.sheets[0], pad.sheets[0].box).astype(float)


def folded(crease):
    def change(conditions):
        bend = Bend(0.0, (Turn(0.5, 2.0, 6.0),))
        return replace(conditions, bend=bend, paper=replace(conditions.paper, crease=crease))

    return change


def test_a_fold_has_a_line_from_edge_to_edge(pad):
    without, with_line = one_of(pad, folded(0.0)), one_of(pad, folded(0.3))
    darker = (without - with_line).mean(axis=2)
    width = darker.shape[1]
    along = darker.mean(axis=0)
    assert abs(int(along.argmax()) - width / 2) < 0.02 * width
    assert (darker[:, int(along.argmax())] > 15).mean() > 0.9
    assert np.median(np.abs(along)) < 1


def rubbed(count):
    return lambda conditions: replace(
        conditions, paper=replace(conditions.paper, rubbed_out=count), bend=Bend()
    )


@pytest.mark.parametrize(("pen", "seen"), [(PenKind.PENCIL, True), (PenKind.GEL, False)])
def test_a_rubber_leaves_a_trace_of_pencil(pad, pen, seen):
    blank, after = (one_of(pad, rubbed(count), pen=pen) for count in (0, 3))
    changed = np.abs(blank - after).mean(axis=2)
    assert (changed.max() > 12) == seen
    assert changed.max() < 60


def test_a_phone_raises_contrast_where_there_is_little(pad):
    def mapped(strength):
        return lambda c: replace(c, sensor=replace(c.sensor, local_contrast=strength), bend=Bend())

    plain, raised = one_of(pad, mapped(0.0)), one_of(pad, mapped(3.0))
    assert raised.std() > 1.1 * plain.std()


def test_a_black_printer_makes_greys_of_dots(pad):
    leaf = cut_out(pad.pdf, pad.sheets[0], px_per_mm=PX_PER_MM)
    box = leaf.sheets[0].cells["green.7"].grown(-1.5)
    top, left = (round(edge * PX_PER_MM) for edge in (box.top, box.left))
    beside_the_number = np.s_[top : top + 40, left : left + 40]
    plain, dotted = (
        printed(leaf, Printing(grey=True, screen=screen), np.random.default_rng(0)).picture
        for screen in (0.0, 4.0)
    )
    assert np.ptp(plain[beside_the_number]) < 5
    assert np.ptp(dotted[beside_the_number]) > 60
    darkness = (255 - float(each[beside_the_number].mean()) for each in (plain, dotted))
    assert next(darkness) == pytest.approx(next(darkness), abs=8)


PX_PER_MM = 24.0


def test_a_scanning_program_leaves_paper_white(pad):
    def scanned(whitened):
        def change(conditions):
            sensor = replace(conditions.sensor, whitened=whitened)
            light = replace(conditions.lighting, slope=0.4, brightness=0.6)
            return replace(conditions, sensor=sensor, lighting=light, bend=Bend())

        return change

    plain, white = one_of(pad, scanned(0.0)), one_of(pad, scanned(0.08))
    assert np.percentile(plain.mean(axis=2), 90) < 235
    assert np.percentile(white.mean(axis=2), 60) > 250
    assert white.min() < 40
