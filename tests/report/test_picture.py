"""The annotated picture: every sign can be seen."""

import errno
import os
from contextlib import nullcontext
from pathlib import Path

import pytest
from PIL import Image

import sheetkit.report.picture
from sheetkit.reading import read_photo
from sheetkit.reading.decode import open_pictures
from sheetkit.report.picture import (
    BREACH,
    DOUBT,
    INK,
    LEGAL,
    JudgedReading,
    annotated,
    write_annotated,
)
from sheetkit.rules import judge

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn on the picture of a sample, in order: 0 an outline, 1 a sign; its colour."""
    steps = []
    monkeypatch.setattr(
        sheetkit.report.picture, "_polygon", lambda _, __, colour, ___: steps.append((0, colour))
    )
    monkeypatch.setattr(
        sheetkit.report.picture, "_tag", lambda _, __, ___, colour, ____: steps.append((1, colour))
    )

    def of(name):
        steps.clear()
        photo = SAMPLES / name
        (sheet,) = read_photo(photo).sheets
        judged = JudgedReading(sheet, judge(sheet.scoresheet()))
        annotated(next(iter(open_pictures(photo))), [judged])
        return steps

    return of


@pytest.mark.parametrize("name", ["04-too-early.jpg", "15-something-on-it.jpg"])
def test_no_outline_lies_over_the_sign_of_a_neighbour(drawn, name):
    kinds = [kind for kind, _ in drawn(name)]
    assert kinds == sorted(kinds)
    assert kinds.count(1) > 10


def test_breaches_are_drawn_over_other_marks_and_doubts_are_shown(drawn):
    outlines = [colour for kind, colour in drawn("04-too-early.jpg") if kind == 0]
    assert outlines[-2:] == [BREACH, BREACH]
    assert outlines.count(BREACH) == 2
    assert [colour for _, colour in drawn("15-something-on-it.jpg")].count(DOUBT) >= 2 * 6


def test_points_are_in_the_colour_of_doubt_where_a_cell_is(drawn):
    points = [colour for _, colour in drawn("15-something-on-it.jpg")[-6:]]
    assert points == [DOUBT] * 6
    points = [colour for _, colour in drawn("02-ticks.jpg")[-6:]]
    assert points == [INK] * 5 + [LEGAL]


def test_no_half_picture_stays_where_there_is_no_room(tmp_path, monkeypatch):
    photo = SAMPLES / "02-ticks.jpg"
    reading = read_photo(photo)
    rulings = [judge(sheet.scoresheet()) for sheet in reading.sheets]
    (path,) = write_annotated(photo, reading, rulings, tmp_path)
    whole = path.read_bytes()
    assert whole.startswith(b"\xff\xd8")

    def no_room(_, file, *__, **___):
        with file.open("wb") if isinstance(file, Path) else nullcontext(file) as half:
            half.write(whole[:99])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Image.Image, "save", no_room)
    with pytest.raises(OSError, match="No space"):
        write_annotated(photo, reading, rulings, tmp_path)
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]
