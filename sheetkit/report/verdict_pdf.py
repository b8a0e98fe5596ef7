"""A verdict as a PDF: the page of ``verdict_html`` on paper."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path as FilePath
from typing import Any

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    Flowable,
    KeepTogether,
    PageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from sheetkit.design.shapes import Bitmap, Path, Rectangle, Rgb, Shape, Text
from sheetkit.design.sheet import SheetDesign
from sheetkit.geometry import Box
from sheetkit.report.evidence import Evidence
from sheetkit.report.findings import about
from sheetkit.report.sheet_shapes import SHEET, crop_box, sheet_shapes
from sheetkit.report.sheet_svg import sheet_design
from sheetkit.report.verdict_html import NAME_LINE, Words, answered_words, headline, standing_words
from sheetkit.report.verdict_text import worth_text
from sheetkit.report.words import report_words
from sheetkit.rules import Finding, clauses
from sheetkit.settle.rolls import RollsVerdict
from sheetkit.settle.verdict import PlayerVerdict, Verdict

WIDTH = A4[0] - 36 * mm
LINE = HexColor("#d9d1c3")
_FONTS = FilePath(__file__).resolve().parent.parent / "fonts"


def write_pdf(path: FilePath, verdict: Verdict, evidence: Evidence, language: str) -> None:
    """Write the report. The same verdict and evidence give the same bytes."""
    path.write_bytes(verdict_pdf(verdict, evidence, language))


def verdict_pdf(verdict: Verdict, evidence: Evidence, language: str = "en") -> bytes:
    """The report as the bytes of a PDF."""
    words = report_words(language)
    _register_fonts()
    out = io.BytesIO()
    document = SimpleDocTemplate(
        out, pagesize=A4, leftMargin=18 * mm, rightMargin=18 * mm, topMargin=16 * mm,
        bottomMargin=16 * mm, title=f"{words['title']}: {headline(verdict, words)}",
        author="sheetkit", invariant=1,
    )  # fmt: skip
    document.build(list(_story(verdict, evidence, words, language)))
    return out.getvalue()


@cache
def _register_fonts() -> None:
    pdfmetrics.registerFont(TTFont("Report", str(_FONTS / "NotoSans-Regular.ttf")))
    pdfmetrics.registerFont(TTFont("Report-Bold", str(_FONTS / "NotoSans-Bold.ttf")))


def _style(size: float, *, bold: bool = False, **more: Any) -> ParagraphStyle:
    name = "Report-Bold" if bold else "Report"
    return ParagraphStyle(name, fontName=name, fontSize=size, leading=size * 1.4, **more)


def _text(text: str, size: float = 10, *, bold: bool = False, **more: Any) -> Paragraph:
    return Paragraph(escape(text, quote=False), _style(size, bold=bold, **more))


def _story(verdict: Verdict, evidence: Evidence, words: Words, language: str) -> Iterator[Flowable]:
    yield _text(words["title"].upper(), 9, alignment=1, textColor=HexColor("#6a6257"))
    yield _text(headline(verdict, words), 26, bold=True, alignment=1, spaceAfter=6)
    state = "all_legal" if verdict.legal else "not_legal"
    yield _text(words[state], 11, alignment=1, spaceAfter=14)
    yield _text(words["table"], 14, bold=True, spaceAfter=4)
    yield _table(verdict, words)
    yield Spacer(1, 8)
    for each in verdict.worth:
        yield _text(f"• {worth_text(each)}")
    if verdict.between:
        yield _text(words["between"], 14, bold=True, spaceBefore=12, spaceAfter=4)
        for found in verdict.between:
            yield from _finding(found.finding, "!", None)
    if verdict.rolls:
        yield from _rolls(verdict.rolls, words)
    for each_player in verdict.players:
        yield PageBreak()
        yield from _player(each_player, verdict, evidence, words, language)
    yield from _imprint(verdict, evidence, words)


def _table(verdict: Verdict, words: Words) -> Table:
    rows = verdict.players[0].judged.sheet.pad.row_names
    keys = ("bonus", "penalties", "marked", "by_rules", "written")
    head = [words["player"], *rows, *(words[key] for key in keys)]
    lines = [[_text(each, 7.5, bold=True) for each in head]]
    for each in sorted(verdict.players, key=lambda e: (e.place or 99, e.player.casefold())):
        score = each.judged.ruling.score or each.judged.score
        by_rules = words["open"] if each.by_rules is None else each.by_rules
        written = "–" if each.written is None else each.written
        cells = [each.player, *(score.rows.get(row, "–") for row in rows), score.bonus,
                 score.penalties, each.judged.score.total, by_rules, written]  # fmt: skip
        lines.append([_text(str(cell), 9, bold=each.place == 1) for cell in cells])
    first = 0.16 * WIDTH
    rest = (WIDTH - first) / (len(head) - 1)
    style = TableStyle(
        [("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    )
    return Table(lines, colWidths=[first, *[rest] * (len(head) - 1)], style=style, repeatRows=1)


def _rolls(rolls: RollsVerdict, words: Words) -> Iterator[Flowable]:
    yield _text(words["rolls"], 14, bold=True, spaceBefore=12, spaceAfter=4)
    yield _text(rolls.says, spaceAfter=4)
    for line in rolls.log.splitlines():
        yield _text(line.replace(" > ", " → "), 8)
    for proof in rolls.proofs:
        yield _text(proof.between.finding.message)


def _player(
    each: PlayerVerdict, verdict: Verdict, evidence: Evidence, words: Words, language: str
) -> Iterator[Flowable]:
    sheet = each.judged.sheet
    design = sheet_design(sheet, language)
    findings = [*each.judged.ruling.findings, *about(each.player, verdict.between)]
    flagged: dict[str, str] = {}
    for number, finding in enumerate(findings, 1):
        for cell in finding.cells:
            flagged.setdefault(cell, str(number))
    photo = evidence.pictures.get(each.player, b"")
    shapes = tuple(sheet_shapes(sheet, design, flagged, on_photo=bool(photo)))
    yield _text(words["sheet_of"].format(name=each.player), 14, bold=True, spaceAfter=2)
    yield _text(f"{standing_words(each, words)}: {each.because}", spaceAfter=6)
    name_line = _crop(shapes, photo, design, NAME_LINE) if photo else None
    if name_line:
        yield name_line
        yield _text(words["name_line"], 8, spaceAfter=6)
    yield Drawn(shapes, photo, SHEET, WIDTH)
    yield _text(words["photo_note" if photo else "drawn_note"], 8, spaceAfter=8)
    for number, finding in enumerate(findings, 1):
        yield from _finding(finding, str(number), _crop(shapes, photo, design, finding.cells))
    if not findings:
        yield _text(words["no_findings"])
    if sheet.unsure:
        yield _text(words["doubtful"].format(cells=", ".join(sheet.unsure)))
    if sheet.answered:
        yield _text(answered_words(sheet, words))


def _crop(
    shapes: tuple[Shape, ...], photo: bytes, design: SheetDesign, cells: Sequence[str]
) -> Flowable | None:
    box = crop_box(design, cells)
    return Drawn(shapes, photo, box, min(55 * mm, box.width * 1.6 * mm)) if box else None


def _finding(finding: Finding, sign: str, picture: Flowable | None) -> Iterator[Flowable]:
    points = "" if finding.points is None else f" · {finding.points:+d}"
    said = [
        _text(f"{sign}  {finding.code}{points}", 10.5, bold=True),
        _text(finding.message),
    ]
    clause = clauses().get(finding.rule)
    if clause:
        soft = HexColor("#6a6257")
        said.append(_text(f"{clause.id}: {clause.words} ({clause.source})", 8.5, textColor=soft))
    if picture is None:
        yield KeepTogether([*said, Spacer(1, 8)])
        return
    style = TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP")])
    yield KeepTogether(
        [Table([[picture, said]], colWidths=[60 * mm, WIDTH - 60 * mm], style=style)]
    )


def _imprint(verdict: Verdict, evidence: Evidence, words: Words) -> Iterator[Flowable]:
    yield Spacer(1, 14)
    if verdict.waived:
        yield _text(f"{words['waived']}: {', '.join(verdict.waived)}", 8.5)
    yield _text(words["made_from"], 8.5)
    for each in evidence.inputs:
        yield _text(f"{each.name}  SHA-256 {each.sha256}", 7.5)
    program = f"sheetkit {evidence.version}"
    yield _text(words["made_with"].format(program=program), 8.5)
    yield _text(evidence.command, 8)
    yield _text(words["unofficial"], 8)


class Drawn(Flowable):  # type: ignore[misc]  # reportlab has no types
    """A part of a sheet: the photo underneath, shapes over it, cut off at ``box`` (in mm)."""

    def __init__(self, shapes: tuple[Shape, ...], photo: bytes, box: Box, width: float) -> None:
        super().__init__()
        self.shapes, self.photo, self.box = shapes, photo, box
        self.scale = width / box.width
        self.width, self.height = width, box.height * self.scale

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        canvas = self.canv
        canvas.saveState()
        outline = canvas.beginPath()
        outline.rect(0, 0, self.width, self.height)
        canvas.clipPath(outline, stroke=0, fill=0)
        canvas.scale(self.scale, self.scale)
        canvas.translate(-self.box.left, self.box.bottom)
        if self.photo:
            image = ImageReader(io.BytesIO(self.photo))
            canvas.drawImage(image, 0, -SHEET.height, SHEET.width, SHEET.height)
        for shape in self.shapes:
            _paint(canvas, shape)
        canvas.restoreState()


def _ink(colour: Rgb) -> Color:
    return Color(*(channel / 255 for channel in colour))


def _paint(canvas: Any, shape: Shape) -> None:
    """One shape, in mm with y down, on a canvas in mm with y up."""
    if isinstance(shape, Text):
        _paint_text(canvas, shape)
    elif isinstance(shape, Bitmap):
        _paint_bitmap(canvas, shape)
    else:
        canvas.setLineWidth(shape.width)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        if shape.fill:
            canvas.setFillColor(_ink(shape.fill))
        if shape.stroke:
            canvas.setStrokeColor(_ink(shape.stroke))
        inks = {"fill": int(bool(shape.fill)), "stroke": int(bool(shape.stroke))}
        if isinstance(shape, Rectangle):
            box = shape.box
            radius = min(shape.radius, box.width / 2, box.height / 2)
            canvas.roundRect(box.left, -box.bottom, box.width, box.height, radius, **inks)
        else:
            canvas.drawPath(_line(canvas, shape), **inks)


def _line(canvas: Any, shape: Path) -> Any:
    line = canvas.beginPath()
    for number, (x, y) in enumerate(shape.points):
        (line.lineTo if number else line.moveTo)(x, -y)
    if shape.closed or shape.fill:
        line.close()
    return line


def _paint_text(canvas: Any, shape: Text) -> None:
    canvas.setFillColor(_ink(shape.colour))
    canvas.setFont("Report-Bold" if shape.bold else "Report", shape.size)
    x, y = shape.at
    put = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[shape.anchor]
    put(x, -y, shape.text)


def _paint_bitmap(canvas: Any, shape: Bitmap) -> None:
    canvas.setFillColor(_ink((0, 0, 0)))
    step = shape.box.width / len(shape.rows[0])
    for y, row in enumerate(shape.rows):
        for x, bit in enumerate(row):
            if bit == "1":
                left, top = shape.box.left + x * step, shape.box.top + y * step
                canvas.rect(left, -top - step, step, step, fill=1, stroke=0)
