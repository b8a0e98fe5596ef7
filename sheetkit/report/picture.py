"""The photo with every mark outlined, findings in red, and score and ruling below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sheetkit.design.sheet import SHEET_WIDTH
from sheetkit.design.typeface import font_file
from sheetkit.opened import replaced
from sheetkit.reading.decode import Picture, open_pictures
from sheetkit.reading.result import Corner, Reading, SheetReading
from sheetkit.report.text import answers_text, finding_text, headline, sum_text, ways
from sheetkit.rules import Ruling, score_marks
from sheetkit.rules.ruling import Severity

Pixels: TypeAlias = NDArray[np.uint8]
Colour: TypeAlias = tuple[int, int, int]

LONGEST_PX = 2000
"""Side of the picture written: every mark can be checked, and it still fits a message."""

WHITE: Colour = (255, 255, 255)
INK: Colour = (32, 33, 36)
FAINT: Colour = (95, 99, 104)
PAPER: Colour = (250, 250, 248)
LEGAL: Colour = (19, 115, 51)
BREACH: Colour = (217, 28, 28)
DOUBT: Colour = (232, 113, 10)
ANSWERED: Colour = (26, 86, 189)
MARKS: dict[str, Colour] = {
    "cross": (0, 121, 107),
    "skip": (84, 110, 122),
    "void": (74, 20, 140),
    "both": (106, 27, 154),
}
"""RGB. A sign beside each outline says the same without colour."""
SIGNS = {"cross": "×", "skip": "–", "void": "#", "both": "×–"}


@dataclass(frozen=True)
class Line:
    """A line of a caption."""

    text: str
    colour: Colour
    head: bool = False

    def font(self, size: int) -> ImageFont.FreeTypeFont:
        return _font(round(size * (1.35 if self.head else 1.0)), bold=self.head)


@dataclass(frozen=True)
class JudgedReading:
    """A sheet as read, with its ruling."""

    sheet: SheetReading
    ruling: Ruling


def write_annotated(
    file: Path,
    reading: Reading,
    rulings: Sequence[Ruling],
    folder: Path,
    *,
    content: bytes = b"",
    name: str = "",
) -> list[Path]:
    """Write the annotated photo to the folder, one picture a page; the paths written.

    ``content`` is what was read of the file, if the caller has it; ``name`` is for the
    pictures, else they have the photo's. Raises PhotoError where the photo can't be read
    any more.
    """
    judged = [JudgedReading(*pair) for pair in zip(reading.sheets, rulings, strict=True)]
    written = []
    pages = {each.sheet.page for each in judged}
    for picture in open_pictures(content or file) if pages else ():
        if picture.page not in pages:
            continue
        here = [e for e in judged if e.sheet.page == picture.page and e.sheet.corners]
        page = f"-{picture.page}" if len(pages) > 1 or picture.page > 1 else ""
        path = folder / f"{name or file.stem}{page}.annotated.jpg"
        with replaced(path) as whole:
            annotated(picture, here).save(whole, "JPEG", quality=90)
        written.append(path)
        if picture.page == max(pages):
            break
    return written


def annotated(picture: Picture, judged: Sequence[JudgedReading]) -> Image.Image:
    """The picture with outlines, and a caption for each sheet below it."""
    photo, scale = _at_size(picture)
    canvas = Image.fromarray(np.ascontiguousarray(photo[:, :, ::-1]))
    draw = ImageDraw.Draw(canvas, "RGBA")
    for number, each in enumerate(judged, 1):
        _outline_sheet(draw, each, scale, str(number) if len(judged) > 1 else "")
    captions = [
        _caption(each, f"Sheet {number}" if len(judged) > 1 else "", canvas.width)
        for number, each in enumerate(judged, 1)
    ]
    whole = Image.new("RGB", (canvas.width, canvas.height + sum(c.height for c in captions)), PAPER)
    whole.paste(canvas)
    top = canvas.height
    for caption in captions:
        whole.paste(caption, (0, top))
        top += caption.height
    return whole


def _at_size(picture: Picture) -> tuple[Pixels, float]:
    """The photo no larger than needed, and the size of a pixel of the original in it."""
    pixels = picture.pixels
    by = min(LONGEST_PX / max(pixels.shape[:2]), 1.0)
    if by < 1:
        pixels = np.asarray(
            cv2.resize(pixels, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8
        )
    return pixels, by / picture.shrink


@cache
def _font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file("NotoSans-Bold" if bold else "NotoSans-Regular")), size)


def _outline_sheet(
    draw: ImageDraw.ImageDraw, each: JudgedReading, scale: float, number: str
) -> None:
    corners = _scaled(each.sheet.corners, scale)
    unit = _unit(corners)
    _polygon(draw, corners, (*INK, 160), max(unit * 0.3, 1.5))
    shown = list(_outlines(each))
    places = [_scaled(each.sheet.boxes[outline.cell], scale) for outline in shown]
    for outline, place in zip(shown, places, strict=True):
        _polygon(draw, place, outline.colour, unit * (0.75 if outline.heavy else 0.45))
    for outline, place in zip(shown, places, strict=True):
        _tag(draw, place[1], outline.sign, outline.colour, unit * 3)
    _row_scores(draw, each, scale, unit)
    if number:
        _tag(draw, corners[0], number, INK, unit * 5)


@dataclass(frozen=True)
class Outline:
    """What is drawn around a cell, and the sign at its corner, over all outlines."""

    cell: str
    colour: Colour
    sign: str
    heavy: bool = False


def _outlines(each: JudgedReading) -> Iterator[Outline]:
    """Every cell to be outlined, once: breaches last, so that they lie over the others."""
    sheet, blamed = each.sheet, _blamed(each.ruling)
    signs = {cell: SIGNS[mark] for cell, mark in sheet.marks.items()}
    for cell, mark in sheet.marks.items():
        if cell not in blamed and cell not in sheet.answered:
            yield Outline(cell, MARKS[mark], signs[cell])
    for cell in sheet.unsure:
        if cell not in blamed:
            yield Outline(cell, DOUBT, "?")
    for cell in sheet.answered:
        if cell not in blamed and cell in sheet.boxes:
            yield Outline(cell, ANSWERED, f"{signs.get(cell, '')}*")
    for cell in blamed:
        if cell in sheet.boxes:
            yield Outline(cell, BREACH, signs.get(cell, "!"), heavy=True)


def _blamed(ruling: Ruling) -> list[str]:
    """The cells that findings name, each once."""
    breaches = [f for f in ruling.findings if f.severity is Severity.BREACH]
    return list(dict.fromkeys(cell for finding in breaches for cell in finding.cells))


def _scaled(points: Sequence[Corner], scale: float) -> list[Corner]:
    return [(x * scale, y * scale) for x, y in points]


def _unit(corners: Sequence[Corner]) -> float:
    """Pixels a mm of the sheet."""
    (ax, ay), (bx, by) = corners[0], corners[1]
    return float(np.hypot(bx - ax, by - ay)) / SHEET_WIDTH


def _polygon(
    draw: ImageDraw.ImageDraw, points: Sequence[Corner], colour: tuple[int, ...], width: float
) -> None:
    """An outline on a white halo, so that it shows on any ground."""
    closed = [*points, *points[:2]]
    draw.line(closed, (255, 255, 255, 150), round(width * 2.2) + 1, joint="curve")
    draw.line(closed, colour, max(round(width), 1), joint="curve")


def _tag(draw: ImageDraw.ImageDraw, at: Corner, text: str, colour: Colour, height: float) -> None:
    """A small plate with a sign in it."""
    size = max(round(height), 9)
    font = _font(max(round(size * 0.82), 8), bold=True)
    half = max(font.getlength(text) / 2 + size * 0.16, size / 2)
    x, y = at
    plate = (x - half, y - size / 2, x + half, y + size / 2)
    draw.rounded_rectangle(plate, size / 3, fill=colour, outline=WHITE, width=max(size // 12, 1))
    draw.text((x, y), text, WHITE, font, anchor="mm")


def _row_scores(draw: ImageDraw.ImageDraw, each: JudgedReading, scale: float, unit: float) -> None:
    """Each row's points in its totals box, in the colour of doubt where one of its cells is; the
    total larger, in the ruling's.
    """
    score = each.ruling.score or score_marks(each.sheet.scoresheet())
    values = {**score.rows, "penalties": score.penalties, "total": score.total}
    parts = {cell.partition(".")[0] for cell in each.sheet.unsure}
    doubtful = {"penalties" if part == "penalty" else part for part in parts}
    for name, points in values.items():
        box = each.sheet.boxes.get(f"write.{name}")
        if box is None:
            continue
        corners = _scaled(box, scale)
        usual = _colour(each) if name == "total" else INK
        colour = DOUBT if name in doubtful else usual
        _tag(draw, corners[1], str(points), colour, unit * (5.5 if name == "total" else 4))


def _colour(each: JudgedReading) -> Colour:
    """The ruling's colour; while cells are doubtful there is none yet."""
    if each.ruling.is_open or each.sheet.unsure:
        return DOUBT
    return LEGAL if each.ruling.legal else BREACH


def _caption(each: JudgedReading, name: str, width: int) -> Image.Image:
    """What was read and ruled, in lines of text as wide as the picture."""
    size = max(round(width / 56), 12)
    lines = [line for whole in _caption_lines(each, name) for line in _wrapped(whole, width, size)]
    heights = [round(size * (2.0 if line.head else 1.45)) for line in lines]
    image = Image.new("RGB", (width, sum(heights) + size), PAPER)
    draw = ImageDraw.Draw(image)
    draw.line([(0, 0), (width, 0)], FAINT, max(size // 10, 1))
    y = size / 2
    for line, height in zip(lines, heights, strict=True):
        draw.text((size, y + height / 2), line.text, line.colour, line.font(size), anchor="lm")
        y += height
    return image


def _caption_lines(each: JudgedReading, name: str) -> Iterator[Line]:
    sheet, ruling = each.sheet, each.ruling
    scoresheet = sheet.scoresheet()
    marked = score_marks(scoresheet)
    title = " ".join(part for part in (name, sheet.pad.title, sheet.code) if part)
    yield Line(f"{title}: {headline(scoresheet, marked, ruling)}", _colour(each), head=True)
    yield Line(sum_text(ruling.score or marked), INK)
    for finding in ruling.findings:
        breach = finding.severity is Severity.BREACH
        yield Line(finding_text(finding), BREACH if breach else DOUBT if finding.is_open else FAINT)
    for cell, odds in sheet.unsure.items():
        yield Line(f"? {cell}: {ways(odds)} ({sheet.reasons.get(cell, '')})", DOUBT)
    if sheet.answered:
        yield Line(f"* {answers_text(scoresheet)}", ANSWERED)
    for problem in sheet.problems:
        yield Line(f"? {problem.message}", DOUBT)


def _wrapped(line: Line, width: int, size: int) -> Iterator[Line]:
    """The line in as many as it takes to fit the width."""
    font = line.font(size)
    words, start = line.text.split(" "), ""
    for word in words:
        longer = f"{start} {word}" if start else word
        if start and font.getlength(longer) > width - 2 * size:
            yield replace(line, text=start)
            longer = f"    {word}"
        start = longer
    yield replace(line, text=start)
