"""What is around a blank cell may be meant for it, and what a line is shows beside others."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.columns import COLUMNS, ROWS
from sheetkit.reading.context import by_the_others, warily
from sheetkit.reading.ink import FULL_STROKE, Ink, find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.scribbled import perhaps_scribbled
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict
from sheetkit.reading.waves import STRAIGHTEST, waviness

LINE = Verdict({"skip": 0.9997, "void": 0.0003})


def doubts(draw, lines=(), read_as=None):
    """The cells of a blank sheet that what is drawn on it makes doubtful, and why.

    Those in ``lines`` have been read as skip lines, and others as ``read_as`` tells.
    """
    template = template_of(find_pad("classic"))
    darkness = np.zeros(template.pixels.shape[:2], np.uint8)
    draw(darkness, template.boxes)
    read = {cell: Verdict({"empty": 1.0}) for cell in template.design.pad.markable}
    read |= dict.fromkeys(lines, LINE) | (read_as or {})
    told = by_the_others(read, FULL_STROKE, Ink(darkness, 1.0), template)
    return {cell: verdict.reason for cell, verdict in told.items() if not verdict.sure}


def ring(cell, sweep=360, beyond=1.3):
    def draw(darkness, boxes):
        box = boxes[cell]
        middle = [round(at * SCALE) for at in box.centre]
        axes = [round(side / 2 * beyond * SCALE) for side in (box.width, box.height)]
        cv2.ellipse(darkness, middle, axes, 20, 0, sweep, 200, 3)

    return draw


@pytest.mark.parametrize("cell", ["penalty.4", "penalty.2", "red.8", "blue.12"])
def test_a_blank_cell_with_a_line_around_it_is_asked(cell):
    assert doubts(ring(cell)) == {cell: "a line goes around it"}


def test_a_line_around_it_need_not_quite_close():
    assert doubts(ring("penalty.4", sweep=354)) == {"penalty.4": "a line goes around it"}
    assert not doubts(ring("penalty.4", sweep=250))


def test_crosses_on_all_sides_are_no_line_around_a_cell():
    def draw(darkness, boxes):
        for cell in ("red.5", "red.6", "red.7", "yellow.5", "yellow.7", "green.8", "green.7",
                     "green.6"):  # fmt: skip
            at = [[round(x * SCALE), round(y * SCALE)] for x, y in boxes[cell].grown(0.5).corners]
            cv2.line(darkness, at[0], at[2], 200, 4)
            cv2.line(darkness, at[1], at[3], 200, 4)

    assert not doubts(draw)


LINES = ("red.3", "yellow.6", "green.9", "blue.4")


def waving(counts, slant=0.0, height=0.12):
    """Lines drawn through cells with so many turns each; ``height`` in parts of the cell's."""

    def draw(darkness, boxes):
        for cell, count in counts.items():
            box = boxes[cell]
            swings = np.pad(np.resize([1.0, -1.0], count), 1) * height * box.height
            steps = np.linspace(0.1, 0.9, len(swings))
            across = box.left + box.width * steps
            down = box.centre[1] + swings + slant * box.height * (steps - 0.5)
            points = np.rint(np.stack([across, down], axis=1) * SCALE).astype(int).tolist()
            for one, next_one in pairwise(points):
                cv2.line(darkness, one, next_one, 200, 3)

    return draw


def waves_of(draw, cells):
    template = template_of(find_pad("classic"))
    darkness = np.zeros(template.pixels.shape[:2], np.uint8)
    draw(darkness, template.boxes)
    boxes = [template.boxes[cell] for cell in cells]
    beside_print = np.full_like(darkness, 255)
    return waviness(Ink(darkness, 1.0), beside_print, boxes)


@pytest.mark.parametrize("slant", [-0.3, 0.0, 0.3])
@pytest.mark.parametrize(("count", "height"), [(0, 0.0), (1, 0.06), (2, 0.06), (3, 0.06)])
def test_a_line_waves_as_far_as_it_moves_up_and_down(count, height, slant):
    found = waves_of(waving(dict.fromkeys(LINES, count), slant, height), LINES)
    moves = 2 * count * height / 0.8  # up and down each time, on four fifths of the width
    assert found == pytest.approx([moves] * len(LINES), abs=0.13)


def test_no_cells_wave_nowhere():
    assert not len(waves_of(lambda *_: None, ()))
    assert list(waves_of(lambda *_: None, LINES)) == pytest.approx([STRAIGHTEST] * len(LINES))


@pytest.mark.parametrize(("columns", "told"), [(5, False), (7, True)])
def test_a_few_steps_tell_nothing_of_a_line(columns, told):
    """A line that waves, of which so many columns are seen."""

    def short(darkness, boxes):
        for cell in LINES:
            box = boxes[cell]
            wide, tall = box.width / COLUMNS, box.height / ROWS
            for column in range(columns):
                left = box.left + (10 + column) * wide
                top = box.top + (30 + 2 * (column % 2)) * tall
                bottom = top + 3 * tall
                at = [round(mm * SCALE) for mm in (left, top, left + wide, bottom)]
                darkness[at[1] : at[3], at[0] : at[2]] = 200

    most = max(waves_of(short, LINES))
    assert (most > 0.5) if told else most == pytest.approx(STRAIGHTEST)


def test_all_cells_that_a_line_passes_on_its_way_are_asked():
    def draw(darkness, boxes):
        first, last = boxes["red.3"], boxes["red.8"]
        ends = [(first.left, first.bottom + 1), (boxes["red.6"].left, first.bottom + 1),
                (boxes["red.7"].left, first.centre[1]), (last.right, last.centre[1])]  # fmt: skip
        for one, next_one in pairwise([(round(x * SCALE), round(y * SCALE)) for x, y in ends]):
            cv2.line(darkness, one, next_one, 200, 3)

    passed = dict.fromkeys(("red.3", "red.4", "red.5"), "a skip line passes it")
    assert doubts(draw, ("red.6", "red.7", "red.8", "blue.3", "blue.4")) == passed


def test_a_line_that_has_left_its_row_is_followed_as_far_as_the_next_row():
    """It strikes red.3 and red.4, sinks below red.5 and runs on to red.8, 3 mm below the cells."""

    def draw(darkness, boxes):
        low = boxes["red.5"].bottom
        path = [
            (boxes["red.3"].left, boxes["red.3"].centre[1]),
            (boxes["red.5"].left, low - 0.5),
            (boxes["red.5"].right, low + 1.5),
            (boxes["red.6"].left, low + 3),
            (boxes["red.8"].right, low + 3),
        ]
        at = np.rint(np.array(path) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [at], False, 200, 3)

    odds = {"empty": 0.9, "skip": 0.1}
    perhaps = Verdict(odds, "a stray mark or a skip line")
    passed = dict.fromkeys(("red.6", "red.7", "red.8"), Doubt.PASSED)
    struck = ("red.3", "red.4", "blue.3", "blue.4")
    assert doubts(draw, struck, {"red.5": perhaps}) == {"red.5": perhaps.reason, **passed}
    crossed = Verdict({"cross": 0.9, "void": 0.1}, "a cross or a blacked-out box")
    assert doubts(draw, struck, {"red.5": crossed}) == {"red.5": crossed.reason}


def line_and_cross_below(ends_at):
    """A line that leaves red.3 downwards and goes on below red.4 up to there, in parts of its
    width, where a cross of the row below touches it; the line's pen stopped between the two.
    """

    def draw(darkness, boxes):
        struck, passed, below = boxes["red.3"], boxes["red.4"], boxes["yellow.4"]
        level = passed.bottom + 1
        stop, end = passed.left - 1.5, passed.left + ends_at * passed.width
        line = [(struck.left, struck.centre[1]), (struck.centre[0], level), (stop, level)]
        cross = [(below.left, level - 1), (below.right, below.bottom)]
        other = [(below.right, level - 1), (below.left, below.bottom)]
        for way in (line, [(stop + 2, level), (end, level)], cross, other):
            at = [(round(x * SCALE), round(y * SCALE)) for x, y in way]
            for one, next_one in pairwise(at):
                cv2.line(darkness, one, next_one, 200, 3)

    return draw


@pytest.mark.parametrize(("ends_at", "asked"), [(1.0, ["red.4"]), (0.2, [])])
def test_a_cross_of_the_row_below_does_not_hide_a_line_that_passes(ends_at, asked):
    assert list(doubts(line_and_cross_below(ends_at), ["red.3"])) == asked


@pytest.mark.parametrize(("begins", "asked"), [(0.4, ["red.5"]), (0.6, [])])
def test_a_cell_of_which_a_line_passes_half_is_asked(begins, asked):
    def draw(darkness, boxes):
        first, last = boxes["red.5"], boxes["red.8"]
        start = first.left + begins * first.width, first.bottom + 1
        one, other = (
            (round(x * SCALE), round(y * SCALE)) for x, y in (start, (last.right, start[1]))
        )
        cv2.line(darkness, one, other, 200, 3)

    assert list(doubts(draw, ("red.6", "red.7", "red.8"))) == asked


def test_a_wave_among_straight_lines_is_asked():
    drawn = waving(dict.fromkeys(LINES, 0) | {"green.9": 5}, height=0.08)
    assert doubts(drawn, LINES) == {"green.9": "a line that waves, or a blacked-out box"}


def test_a_writer_all_of_whose_lines_wave_is_not_asked():
    waves = {"red.3": 4, "yellow.6": 5, "green.9": 5, "blue.4": 4}
    assert not doubts(waving(waves, height=0.08), LINES)
    assert not doubts(waving(dict.fromkeys(LINES, 0) | {"green.9": 1}), LINES)


@pytest.mark.parametrize(("chance", "asked"), [(0.005, ["green.9"]), (0.00005, [])])
def test_a_line_that_hardly_waves_is_asked_if_others_are_straight(chance, asked):
    waves = dict.fromkeys(LINES, 0) | {"green.9": 3}
    one = {"green.9": Verdict({"skip": 1 - chance, "void": chance})}
    assert list(doubts(waving(waves, height=0.06), LINES, one)) == asked


@pytest.mark.parametrize(("count", "asked"), [(0, []), (3, ["red.3"])])
def test_the_only_line_of_a_sheet_must_be_straight(count, asked):
    told = doubts(waving({"red.3": count}, height=0.07), ["red.3"])
    assert told == dict.fromkeys(asked, Doubt.ONLY_LINE)


@pytest.mark.parametrize("kind", ["skip", "both"])
def test_a_line_is_the_only_one_beside_another_that_is_doubtful(kind):
    perhaps = Verdict({"skip": 0.9, "empty": 0.1}, "a stray mark or a skip line")
    read = {"red.3": Verdict({kind: 0.998, "void": 0.002}), "blue.4": perhaps}
    told = doubts(waving({"red.3": 3}, height=0.07), (), read)
    assert told == {"red.3": Doubt.ONLY_LINE, "blue.4": perhaps.reason}


def test_a_line_under_a_cross_is_followed_into_the_next_cell():
    def draw(darkness, boxes):
        first, last = boxes["red.6"], boxes["red.7"]
        ends = (first.left, first.centre[1]), (last.right, last.centre[1])
        one, other = ((round(x * SCALE), round(y * SCALE)) for x, y in ends)
        cv2.line(darkness, one, other, 200, 3)

    crossed = {"red.6": Verdict({"both": 1.0})}
    assert doubts(draw, ("blue.3", "blue.4"), crossed) == {"red.7": Doubt.PASSED}


def by_the_others_on_blank_paper(verdicts):
    """The verdicts with the doubts that they cast on each other, whatever was drawn.

    The sheet's other cells are empty for certain.
    """
    template = template_of(find_pad("classic"))
    nothing = Ink(np.zeros(template.pixels.shape[:2], np.uint8), 1.0)
    empty = {cell: Verdict({"empty": 1.0}) for cell in template.design.pad.markable}
    return warily(by_the_others(empty | verdicts, FULL_STROKE, nothing, template))


@pytest.mark.parametrize(
    ("lines", "crossed", "doubtful"),
    [(0, 1, 0), (0, 2, 2), (1, 0, 0), (1, 1, 0), (2, 0, 0), (2, 3, 0), (2, 4, 4)],
)
def test_who_crosses_several_struck_numbers_strikes_more(lines, crossed, doubtful):
    told = ["skip"] * lines + ["both"] * crossed + ["cross"] * 3
    verdicts = {f"red.{n}": Verdict({mark: 1.0}) for n, mark in enumerate(told, 2)}
    read = by_the_others_on_blank_paper(verdicts)
    assert sum(not verdict.sure for verdict in read.values()) == doubtful
    assert all({"both", "cross"} == set(v.odds) for v in read.values() if not v.sure)
    assert all(read[f"red.{n}"].sure for n in range(2 + lines + crossed, 2 + len(told)))


@pytest.mark.parametrize(
    ("voids", "crosses", "doubtful"), [(2, 0, 0), (3, 2, 3), (3, 3, 0), (9, 1, 9), (4, 30, 0)]
)
def test_who_takes_crosses_back_made_more_of_them(voids, crosses, doubtful):
    told = ["void"] * voids + ["cross"] * crosses
    cells = find_pad("classic").markable
    verdicts = {cell: Verdict({mark: 1.0}) for cell, mark in zip(cells, told, strict=False)}
    read = by_the_others_on_blank_paper(verdicts)
    unsure = [verdict for verdict in read.values() if not verdict.sure]
    assert len(unsure) == doubtful
    assert all(set(verdict.odds) == {"void", "cross"} for verdict in unsure)


@pytest.mark.parametrize(
    ("height", "shade", "reason"),
    [
        (-0.05, 50, "a skip line passes it"),
        (0.03, 50, "a skip line passes it"),
        (-0.6, 50, ""),
        (0.03, 190, ""),  # too faint for that pen
    ],
)
def test_a_cell_that_a_long_line_passes_is_asked(height, shade, reason):
    template = template_of(find_pad("classic"))
    ends = template.boxes["red.4"], template.boxes["red.8"]
    middle = template.boxes["red.6"]
    path = [
        (ends[0].left, ends[0].centre[1]),
        (middle.left - 1, middle.centre[1]),
        (middle.left, middle.top + height * middle.height),
        (middle.right, middle.top + height * middle.height),
        (middle.right + 1, middle.centre[1]),
        (ends[1].right, ends[1].centre[1]),
    ]
    seen = template.pixels.copy()
    at = np.rint(np.array(path) * SCALE).astype(np.int32)
    for part, dark in ((at[:3], 50), (at[2:4], shade), (at[3:], 50)):
        cv2.polylines(seen, [part], False, (dark, dark, dark), 4, cv2.LINE_AA)
    blank = estimate_blank(seen, template)
    ink = find_ink(seen, blank, template)
    line, nothing = LINE, Verdict({"empty": 1.0})
    struck = {f"red.{n}" for n in (4, 5, 7, 8)}
    read = {cell: line if cell in struck else nothing for cell in template.design.pad.markable}
    assert by_the_others(read, FULL_STROKE, ink, template)["red.6"].reason == reason


STRAY = Verdict({"empty": 0.8, "cross": 0.2}, "a stray mark or a cross")
COVER = Verdict({"empty": 0.4, "cross": 0.4}, Doubt.COVERED)


@pytest.mark.parametrize(
    ("others", "sure", "asked"),
    [
        ([STRAY] * 4, 0.99, True),
        ([STRAY] * 3, 0.99, False),
        ([STRAY] * 4, 0.999, False),
        ([COVER] * 9, 0.99, False),
    ],
)
def test_a_mark_among_many_stray_ones_has_to_be_very_sure(others, sure, asked):
    verdicts = {f"red.{n}": verdict for n, verdict in enumerate(others, 2)}
    verdicts |= {
        "blue.3": Verdict({"cross": sure, "empty": 1 - sure}),
        "blue.4": Verdict({"empty": 1.0}),
        "blue.5": Verdict({"empty": sure, "cross": 1 - sure}),
    }
    read = by_the_others_on_blank_paper(verdicts)
    assert read["blue.3"].sure != asked
    assert read["blue.4"].sure
    assert read["blue.5"].sure == (len(others) < 4 or others[0] is COVER)


def test_a_line_that_leaves_its_row_below_the_last_cell_is_seen():
    template = template_of(find_pad("classic"))
    start, last = template.boxes["red.8"], template.boxes["red.12"]
    path = [
        (start.left, start.centre[1]),
        (last.left, last.bottom + 0.3),
        (last.right, last.bottom + 1),
    ]
    seen = template.pixels.copy()
    cv2.polylines(seen, [np.rint(np.array(path) * SCALE).astype(np.int32)], False, (60, 50, 40), 4)
    ink = find_ink(seen, estimate_blank(seen, template), template)
    line, nothing = LINE, Verdict({"empty": 1.0})
    struck = {f"red.{n}" for n in (8, 9, 10, 11)}
    read = {cell: line if cell in struck else nothing for cell in template.design.pad.markable}
    told = by_the_others(read, FULL_STROKE, ink, template)
    assert {cell for cell, verdict in told.items() if not verdict.sure} == {"red.12"}


def test_strokes_of_the_rows_above_and_below_are_no_line_that_passes_a_cell():
    def strokes(darkness, boxes):
        box = boxes["yellow.6"]
        (x, y), left, right = box.centre, box.left, box.right
        for start, end in (
            ((left - 1, box.top - 3), (x + 0.5, box.top + 1)),
            ((x - 0.5, box.bottom - 1), (right + 1, box.bottom + 3)),
            ((left - 9, y), (left - 1, y)),
        ):
            at = [[round(mm * SCALE) for mm in point] for point in (start, end)]
            cv2.line(darkness, *at, 200, 4)

    assert not doubts(strokes, lines=["yellow.5"])


@pytest.mark.parametrize(
    ("top", "joined", "passed"),
    [
        (6.0, False, False),  # a scribble in the row above
        (1.5, False, True),  # a line of its own between the rows
        (6.0, True, True),  # the line goes on into a scribble
    ],
)
def test_only_a_line_of_the_row_passes_a_cell(top, joined, passed):
    def strokes(darkness, boxes):
        box, struck = boxes["yellow.6"], boxes["yellow.5"]
        left, right = (round(x * SCALE) for x in (box.left, box.right))
        upper, lower = (round((box.top - up) * SCALE) for up in (top, 0.5))
        darkness[upper:lower, left:right] = 200
        path = [(struck.left, struck.centre[1]), (struck.right, struck.centre[1])]
        path += [(box.left + 1, box.top - 1)] * joined
        at = np.rint(np.array(path) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [at], False, 200, 4)

    told = doubts(strokes, lines=["yellow.5", "red.12"])
    assert told == dict.fromkeys(["yellow.6"] * passed, Doubt.PASSED)


def test_a_skip_line_where_no_number_can_be_skipped_is_asked():
    told = doubts(lambda *_: None, lines=["red.3", "red.4", "penalty.4", "blue.lock"])
    assert told == dict.fromkeys(["penalty.4", "blue.lock"], Doubt.NOTHING_TO_SKIP)


@pytest.mark.parametrize(("mark", "doubted"), [("skip", set()), ("both", {"red.lock"})])
def test_the_lock_of_a_row_that_another_player_closed_may_be_struck(mark, doubted):
    struck = {f"red.{n}": Verdict({"skip": 1.0}) for n in range(9, 13)}
    read = by_the_others_on_blank_paper(struck | {"red.lock": Verdict({mark: 1.0})})
    assert {cell for cell, verdict in read.items() if not verdict.sure} == doubted


def test_a_line_beside_its_row_is_followed_to_its_end():
    def draw(darkness, boxes):
        start, last = boxes["red.8"], boxes["red.12"]
        under = last.bottom + 1
        path = [(start.left, start.centre[1]), (start.right, under)]
        path.append((last.left + 0.35 * last.width, under))
        at = np.rint(np.array(path) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [at], False, 200, 4)

    assert list(doubts(draw, ["red.7", "red.8"])) == ["red.9", "red.10", "red.11", "red.12"]


PERHAPS_SCRIBBLED = Verdict({"cross": 0.66, "void": 0.34}, "a cross or a blacked-out box")
NAMED_FOR_FORM = Verdict({"cross": 0.99, "void": 0.01}, Doubt.DARK_PRINT)


@pytest.mark.parametrize("kind", ["cross", "skip", "both"])
@pytest.mark.parametrize(
    ("other", "void", "asked"),
    [
        (PERHAPS_SCRIBBLED, 0.0015, True),
        (PERHAPS_SCRIBBLED, 0.0001, False),
        (NAMED_FOR_FORM, 0.0009, False),
        (COVER, 0.0009, False),
    ],
)
def test_where_a_mark_may_be_a_scribble_others_are_asked_sooner(kind, other, void, asked):
    marks = {f"blue.{n}": Verdict({"skip": 1.0}) for n in (3, 4, 5)}
    marks |= {"red.3": Verdict({kind: 1 - void, "void": void}), "red.5": other}
    read = by_the_others_on_blank_paper(marks)
    assert read["red.3"].reason == (Doubt.AMONG_SCRIBBLES if asked else "")
    assert all(verdict.sure for cell, verdict in read.items() if cell not in ("red.3", "red.5"))


@pytest.mark.parametrize(
    ("kind", "others", "asked"),
    [
        ("cross", (0.0001, 0.0004), True),
        ("cross", (0.0001, 0.0008), False),
        ("cross", (0.0004,), False),  # too few to tell
        ("skip", (0.0001, 0.0004), True),
        ("both", (0.0001, 0.0001), False),
    ],
)
def test_a_mark_that_stands_out_among_its_kind_may_be_a_scribble(kind, others, asked):
    marks = {f"red.{n}": Verdict({kind: 1 - p, "void": p}) for n, p in enumerate(others, 3)}
    marks["blue.5"] = Verdict({kind: 0.9945, "void": 0.0055})
    doubts = {cell: v for cell, v in perhaps_scribbled(marks, {}).items() if not v.sure}
    assert list(doubts) == ["blue.5"] * asked
    assert all(v.reason.endswith("or a blacked-out box") for v in doubts.values())


def test_on_a_sheet_with_a_blackout_lines_have_to_be_straighter():
    waves = waving(dict.fromkeys(LINES, 0) | {"green.9": 3}, height=0.06)
    one = {"green.9": Verdict({"skip": 0.9981, "void": 0.0019})}
    assert not doubts(waves, LINES, one)
    assert list(doubts(waves, LINES, one | {"red.8": Verdict({"void": 1.0})})) == ["green.9"]


def test_where_much_may_be_a_mark_or_none_a_cross_over_a_line_may_be_one_of_them():
    both = {"red.4": Verdict({"both": 0.999, "cross": 0.0006, "skip": 0.0004})}
    both |= {f"red.{n}": Verdict({"skip": 1.0}) for n in (6, 7)}
    for strays in (3, 4):
        stray = {
            f"blue.{n}": Verdict({"empty": 0.5, "cross": 0.5}, "?") for n in range(3, 3 + strays)
        }
        read = by_the_others_on_blank_paper(both | stray)
        assert (read["red.4"].reason == Doubt.STRAY_MARKS) == (strays == 4)
        assert strays == 3 or read["red.4"].likeliest == "both"
