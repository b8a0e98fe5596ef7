"""A verdict as a PDF: the page of ``verdict_html`` on paper."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import (
    Flowable,
    KeepTogether,
    PageBreak,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from sheetkit.design.shapes import Shape
from sheetkit.design.sheet import SheetDesign
from sheetkit.pad import Pad
from sheetkit.report import parts
from sheetkit.report.direction import marked
from sheetkit.report.evidence import Evidence
from sheetkit.report.parts import Words
from sheetkit.report.pdf_sheet import Drawn
from sheetkit.report.pdf_text import Lines, is_lost, printed_width_pt, readable, width_pt
from sheetkit.report.sheet_shapes import CROP_AROUND, SHEET, crop_box, sheet_shapes
from sheetkit.report.sheet_svg import sheet_design
from sheetkit.report.speech import Speech, speech_in
from sheetkit.report.text import sign
from sheetkit.report.words import report_words
from sheetkit.rules import Finding
from sheetkit.settle.given import Between
from sheetkit.settle.rolls import RollsVerdict
from sheetkit.settle.verdict import PlayerVerdict, Verdict, row_names

MARGIN = 18 * mm
WIDTH = A4[0] - 2 * MARGIN
PADDING = 6
"""In points: what a page's frame leaves at each side by itself."""
CELL_PADDING = 3
LINE = HexColor("#d9d1c3")
GAP = 8
"""In points: what keeps one finding, or one part of the imprint, from the next."""
HEAD_PT = 7
NAME_PT = 9
SOFT = "#6a6257"
BREACH = "#9c0f23"
NOTE = "#7a4b00"
STATES = {"good": "#14613f", "bad": BREACH, "soft": SOFT}


def verdict_pdf(verdict: Verdict, evidence: Evidence, language: str = "en") -> bytes:
    """The report as the bytes of a PDF: the same for the same verdict and evidence."""
    words = report_words(language)
    out = io.BytesIO()
    document = SimpleDocTemplate(
        out, pagesize=A4, leftMargin=MARGIN - PADDING, rightMargin=MARGIN - PADDING,
        topMargin=16 * mm, bottomMargin=16 * mm, author="sheetkit",
        title=f"{words['title']}: {parts.headline(verdict, words)}", lang=language, invariant=1,
    )  # fmt: skip
    document.build(list(_Story(verdict, evidence, words, speech_in(language), language).told()))
    return out.getvalue()


@dataclass(frozen=True)
class _Story:
    """All that stands in the PDF of one verdict, from top to bottom."""

    verdict: Verdict
    evidence: Evidence
    words: Words
    speech: Speech
    language: str

    def told(self) -> Iterator[Flowable]:
        verdict, words = self.verdict, self.words
        yield self._text(words["title"].upper(), 9, centred=True, colour=SOFT)
        yield self._text(
            parts.headline(verdict, words), 26, bold=True, centred=True, before=2, after=4
        )
        yield self._text(
            parts.subtitle(verdict, words, self.speech), 11, centred=True, colour=SOFT, after=4
        )
        state, kind = parts.state(verdict)
        yield self._text(words[state], 11, bold=True, centred=True, colour=STATES[kind])
        if look := parts.look(verdict, words, self.speech):
            yield self._text(look, 11, bold=True, centred=True, colour=SOFT)
        yield Spacer(1, 14)
        problems = parts.problem_lines(self.evidence.problems, self.speech)
        yield from self._listed("problems", problems)
        yield self._heading("table")
        yield self._table()
        yield from self._listed(
            "worth", [parts.worth(each, words, self.speech) for each in verdict.worth]
        )
        if verdict.between:
            yield self._heading("between")
            for found in verdict.between:
                said = self._text(parts.said_between(found, verdict, self.speech))
                rule = self._rule(found.finding, verdict.players[0].judged.sheet.pad)
                yield from self._finding(found.finding, sign(found.finding), [said, *rule])
        yield from self._listed("names_taken", parts.names_taken(verdict))
        yield from self._listed("since", list(parts.since_lines(verdict, words, self.speech)))
        yield from self._listed("recorded", list(parts.recorded_lines(verdict, words, self.speech)))
        if verdict.rolls:
            yield from self._rolls(verdict.rolls)
        for each in verdict.players:
            yield PageBreak()
            yield from self._player(each)
        yield KeepTogether(list(self._imprint()))

    def _text(
        self,
        text: str,
        size_pt: float = 10,
        *,
        bold: bool = False,
        centred: bool = False,
        at_right: bool = False,
        colour: str = "#23201b",
        before: float = 0,
        after: float = 0,
    ) -> Lines:
        from_right = self.words["direction"] == "rtl"
        shown = marked(self._named(text), parts.names(self.verdict), from_right=from_right)
        return Lines(
            shown, size_pt, bold=bold, centred=centred, from_right=from_right, at_right=at_right,
            colour=colour, before=before, after=after,
        )  # fmt: skip

    def _named(self, text: str) -> str:
        """The text with a stand-in for each player whose name the fonts lack."""
        for name, stand_in in stand_ins(self.verdict, self.words):
            text = text.replace(name, stand_in)
        return text

    def _heading(self, key: str) -> Lines:
        return self._text(self.words[key], 14, bold=True, before=12, after=4)

    def _listed(self, key: str, lines: Sequence[str]) -> Iterator[Flowable]:
        if lines:
            yield self._heading(key)
            yield from (self._text(f"• {line}") for line in lines)

    def _grid(self, lines: list[list[Flowable]], widths: list[float]) -> Table:
        """Cells in columns, which run from the right where the language does."""
        if self.words["direction"] == "rtl":
            lines, widths = [line[::-1] for line in lines], widths[::-1]
        style = TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), CELL_PADDING),
                ("RIGHTPADDING", (0, 0), (-1, -1), CELL_PADDING),
            ]
        )
        return Table(lines, colWidths=widths, style=style, repeatRows=1)

    def _table(self) -> Table:
        rows = row_names(self.verdict.players)
        head = [self.words["player"], *parts.table_head(rows, self.words, self.speech)]
        lines = [self._line(head, HEAD_PT, bold=True)]
        for each in parts.in_places(self.verdict):
            place = f"{each.place}. " if each.place else ""
            cells = [place + each.player, *parts.table_cells(each, rows, self.words)]
            lines.append(self._line(cells, NAME_PT, bold=each.place == 1))
        names = [f"1. {self._named(each.player)}" for each in self.verdict.players]
        return self._grid(lines, _column_widths(head, names))

    def _line(self, cells: Sequence[str], size_pt: float, *, bold: bool) -> list[Flowable]:
        """A line of the table: the player, then numbers, which stand at the right."""
        return [
            self._text(cell, size_pt, bold=bold, at_right=place > 0)
            for place, cell in enumerate(cells)
        ]

    def _rolls(self, rolls: RollsVerdict) -> Iterator[Flowable]:
        yield self._heading("rolls")
        yield self._text(parts.rolls_answer(rolls, self.words, self.speech), after=4)
        if rolls.log:
            head, body = parts.turns(rolls, self.words, self.speech)
            lines: list[list[Flowable]] = [[self._text(each, 7.5, bold=True) for each in head]]
            lines += [[self._text(cell, 8) for cell in line] for line in body]
            rest = (WIDTH - 110) / (len(head) - 2)
            yield self._grid(lines, [30, 80, *[rest] * (len(head) - 2)])

    def _player(self, each: PlayerVerdict) -> Iterator[Flowable]:
        sheet, words = each.judged.sheet, self.words
        design = sheet_design(sheet, self.language)
        findings = parts.findings_of(each, self.verdict)
        photo = self.evidence.picture_of(each.judged.given)
        flagged = parts.flags(findings)
        shapes = tuple(sheet_shapes(sheet, design, flagged, on_photo=bool(photo)))
        yield self._text(words["sheet_of"].format(name=each.player), 14, bold=True, after=2)
        standing = words[parts.STANDINGS[each.standing][0]]
        yield self._text(f"{standing}: {self.speech.because(each)}", after=6)
        yield Drawn(shapes, photo, SHEET, WIDTH)
        note = words["photo_note" if photo else "drawn_note"]
        yield self._text(f"{note}. {sheet.code}", 8, colour=SOFT, after=8)
        if photo and self.evidence.is_named(each.judged.given):
            line = self._crop(shapes, photo, design, parts.NAME_LINE, parts.NAME_AROUND)
            said = self._text(words["name_line"], 8, colour=SOFT, after=8)
            yield from (line, said) if line else ()
        for number, (finding, between) in enumerate(findings, 1):
            picture = self._crop(shapes, photo, design, finding.cells)
            told = self._told(finding, between, sheet.pad)
            yield from self._finding(finding, str(number), told, picture)
        if not findings:
            yield self._text(words["no_findings"])
        yield from (self._text(line) for line in parts.doubts(sheet, words, self.speech))

    def _told(self, finding: Finding, between: Between | None, pad: Pad) -> list[Lines]:
        """The sentence of a finding and its rule; of one between sheets, where they are told."""
        if between is not None:
            return [self._text(parts.see_between(self.words))]
        return [self._text(self.speech.finding(finding)), *self._rule(finding, pad)]

    def _rule(self, finding: Finding, pad: Pad) -> Iterator[Lines]:
        """The rule with its clause, and below it the source that has it; then the code by
        which text and JSON name the finding.
        """
        rule, code = self.speech.rule(finding, pad), finding.code
        if rule:
            clause, said, source = rule
            yield self._text(f"{clause}: {said}", 8.5, colour=SOFT, before=2)
            code = f"{source} · {code}"
        yield Lines(code, 7.5, at_right=self.words["direction"] == "rtl", colour=SOFT)

    def _finding(
        self, finding: Finding, sign: str, said: list[Lines], picture: Flowable | None = None
    ) -> Iterator[Flowable]:
        colour = BREACH if parts.is_breach(finding) else NOTE
        heading = parts.heading(finding, self.verdict, self.words, self.speech)
        head = " · ".join([sign, *heading])
        told = [self._text(head, 10.5, bold=True, colour=colour), *said]
        if picture is None:
            yield KeepTogether([*told, Spacer(1, GAP)])
            return
        cells, widths = [picture, told], [60 * mm, WIDTH - 60 * mm]
        if self.words["direction"] == "rtl":
            cells, widths = cells[::-1], widths[::-1]
        style = TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (0, -1), 0),
                ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), GAP),
                ("ALIGN", (0, 0), (-1, -1), picture.hAlign),
            ]
        )
        yield KeepTogether([Table([cells], colWidths=widths, style=style)])

    def _crop(
        self,
        shapes: tuple[Shape, ...],
        photo: bytes,
        design: SheetDesign,
        cells: Sequence[str],
        around: float = CROP_AROUND,
    ) -> Flowable | None:
        """The part of a sheet with these cells, on the side where reading starts."""
        box = crop_box(design, cells, around)
        if box is None:
            return None
        part = Drawn(shapes, photo, box, min(55 * mm, box.width * 1.6 * mm))
        part.hAlign = "RIGHT" if self.words["direction"] == "rtl" else "LEFT"
        return part

    def _imprint(self) -> Iterator[Flowable]:
        words, evidence = self.words, self.evidence
        yield Spacer(1, 14)
        if self.verdict.waived:
            yield self._text(f"{words['waived']}: {', '.join(self.verdict.waived)}", 8.5)
        yield self._text(words["lawful_note"], 8.5, after=GAP)
        yield self._text(words["made_from"], 8.5)
        for each in evidence.inputs:
            yield Lines(f"{each.name}  SHA-256 {each.sha256}", 7.5)
        program = f"sheetkit {evidence.version}"
        yield self._text(words["made_with"].format(program=program), 8.5, before=GAP)
        yield Lines(evidence.command, 8)
        yield self._text(words["again"], 8.5, after=GAP)
        yield self._text(words["unofficial"], 8)


def _column_widths(head: Sequence[str], names: Sequence[str]) -> list[float]:
    """The table's columns: as wide as the longest word over each and, as far as there is room,
    as the names in the first; what is left shared among all.
    """
    least = [
        max(printed_width_pt(word, HEAD_PT, bold=True) for word in each.split()) + 2 * CELL_PADDING
        for each in head
    ]
    widest = max(width_pt(name, NAME_PT, bold=True) for name in names) + 2 * CELL_PADDING
    first = max(least[0], min(widest, WIDTH - sum(least[1:])))
    spare = (WIDTH - first - sum(least[1:])) / len(head)
    return [first + spare, *(width + spare for width in least[1:])]


def stand_ins(verdict: Verdict, words: Words) -> list[tuple[str, str]]:
    """For each player of whose name the fonts have nothing: "Player 1" and its letters' numbers.

    The longest first: one name may be part of another.
    """
    found = [
        (each.player, f"{words['player']} {place} {readable(each.player)}".strip())
        for place, each in enumerate(verdict.players, 1)
        if each.player and is_lost(each.player)
    ]
    return sorted(found, key=lambda each: -len(each[0]))
