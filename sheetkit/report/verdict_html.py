"""A verdict as one page: no network, prints well, light and dark, phone and desk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sheetkit.design.script import is_from_right
from sheetkit.pad import Pad
from sheetkit.report import parts
from sheetkit.report.direction import held, named
from sheetkit.report.evidence import Evidence
from sheetkit.report.parts import Words
from sheetkit.report.sheet_svg import crop, sheet_design, sheet_group, whole
from sheetkit.report.speech import Speech, speech_in
from sheetkit.report.text import sign
from sheetkit.report.words import report_words
from sheetkit.rules import Finding
from sheetkit.settle.given import Between
from sheetkit.settle.rolls import RollsVerdict
from sheetkit.settle.verdict import PlayerVerdict, Verdict, row_names

TINTS = {
    "red": "#d9534f",
    "yellow": "#e6c229",
    "green": "#5aa469",
    "blue": "#4f81c7",
    "orange": "#e08e45",
    "purple": "#8e6bbf",
    "pink": "#e07aa8",
    "brown": "#9c6b4a",
}
"""A row's colour in the table's head, beside its name."""

USUAL_ROWS = 4
"""A table with more of them is set closer, or it would be wider than the page."""

_OPTION = re.compile(r"(?<!\w)--[a-z][a-z-]*")


def verdict_html(verdict: Verdict, evidence: Evidence, language: str = "en") -> str:
    """The page as text. Everything that comes from a user is escaped.

    Raises UsageError for a language that isn't there.
    """
    words = report_words(language)
    css = Path(__file__).with_name("verdict.css").read_text(encoding="utf-8")
    title = escape(f"{words['title']}: {parts.headline(verdict, words)}")
    body = "".join(_Page(verdict, evidence, words, speech_in(language), language).body())
    return (
        f'<!doctype html>\n<html lang="{escape(language)}" dir="{words["direction"]}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; img-src data:\">\n"
        f"<title>{title}</title>\n<style>\n{css}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


@dataclass(frozen=True)
class _Page:
    """The page of one verdict, section by section."""

    verdict: Verdict
    evidence: Evidence
    words: Words
    speech: Speech
    language: str

    def body(self) -> Iterator[str]:
        yield self._header()
        yield from self._listed(
            self.words["problems"], parts.problem_lines(self.evidence.problems, self.speech)
        )
        yield from self._table()
        worth = [parts.worth(each, self.words, self.speech) for each in self.verdict.worth]
        yield from self._listed(self.words["worth"], worth)
        yield from self._between()
        yield from self._listed(self.words["names_taken"], parts.names_taken(self.verdict))
        since = list(parts.since_lines(self.verdict, self.words, self.speech))
        yield from self._listed(self.words["since"], since)
        recorded = list(parts.recorded_lines(self.verdict, self.words, self.speech))
        yield from self._listed(self.words["recorded"], recorded)
        if self.verdict.rolls:
            yield from self._rolls(self.verdict.rolls)
        for number, each in enumerate(self.verdict.players, 1):
            yield from self._player(f"sheet{number}", each)
        yield from self._footer()

    def _header(self) -> str:
        verdict, words = self.verdict, self.words
        state, kind = parts.state(verdict)
        said = self._text(parts.look(verdict, words, self.speech))
        look = f'<p class="state soft">{said}</p>' if said else ""
        return (
            f'<header><p class="kicker">{words["title"]}</p>'
            f"<h1>{self._text(parts.headline(verdict, words))}</h1>"
            f'<p class="lead">{self._text(parts.subtitle(verdict, words, self.speech))}</p>'
            f'<p class="state {kind}">{words[state]}</p>{look}</header>\n'
        )

    def _table(self) -> Iterator[str]:
        words = self.words
        rows = row_names(self.verdict.players)
        labels = parts.table_head(rows, words, self.speech)
        wide = " wide" if len(rows) > USUAL_ROWS else ""
        yield f'<section><h2>{words["table"]}</h2><div class="scroll"><table class="table{wide}">'
        yield f"<thead><tr><th>{words['player']}</th>"
        for place, label in enumerate(labels):
            yield f"<th>{_swatch(rows[place], label) if place < len(rows) else escape(label)}</th>"
        yield "</tr></thead><tbody>"
        for each in parts.in_places(self.verdict):
            kind = ' class="first"' if each.place == 1 else ""
            place_said = f"{each.place}. " if each.place else ""
            yield f"<tr{kind}><td>{place_said}{_name(each.player)}</td>"
            for label, cell in zip(labels, parts.table_cells(each, rows, words), strict=True):
                yield f'<td data-label="{escape(label)}">{self._held(cell)}</td>'
            yield "</tr>"
        yield "</tbody></table></div></section>\n"

    def _between(self) -> Iterator[str]:
        if not self.verdict.between:
            return
        pad = self.verdict.players[0].judged.sheet.pad
        yield f"<section><h2>{self.words['between']}</h2>"
        for place, each in enumerate(self.verdict.between, 1):
            kind = _kind(each.finding)
            said = parts.said_between(each, self.verdict, self.speech)
            heading = parts.heading(each.finding, self.verdict, self.words, self.speech)
            yield (
                f'<div class="card {kind}" id="between{place}"><h3>'
                f'<span class="sign">{sign(each.finding)}</span>'
                f"{' · '.join(map(self._text, heading))}</h3>"
                f"<p>{self._text(said)}</p>{self._rule(each.finding, pad)}</div>"
            )
        yield "</section>\n"

    def _rolls(self, rolls: RollsVerdict) -> Iterator[str]:
        said = self._text(parts.rolls_answer(rolls, self.words, self.speech))
        yield f"<section><h2>{self.words['rolls']}</h2><p>{said}</p>"
        if rolls.log:
            head, body = parts.turns(rolls, self.words, self.speech)
            yield '<div class="scroll"><table class="rolls"><thead><tr>'
            yield "".join(f"<th>{escape(each)}</th>" for each in head)
            yield "</tr></thead><tbody>"
            for line in body:
                yield f"<tr>{''.join(f'<td>{self._text(cell)}</td>' for cell in line)}</tr>"
            yield "</tbody></table></div>"
        yield "</section>\n"

    def _player(self, name: str, each: PlayerVerdict) -> Iterator[str]:
        sheet, words = each.judged.sheet, self.words
        design = sheet_design(sheet, self.language)
        findings = parts.findings_of(each, self.verdict)
        photo = self.evidence.picture_of(each.judged.given)
        label = words["sheet_of"].format(name=each.player)
        yield f'<section class="player"><h2>{self._text(label)}</h2><p>{self._standing(each)}</p>'
        yield '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
        yield sheet_group(name, sheet, design, photo, parts.flags(findings)) + "</defs></svg>"
        note = words["photo_note" if photo else "drawn_note"]
        turn = words["direction"]
        caption = f'<figcaption dir="{turn}">{note}. {_code(sheet.code)}</figcaption>'
        yield f'<figure dir="ltr">{whole(name, label)}{caption}</figure>'
        if photo and self.evidence.is_named(each.judged.given):
            written = crop(name, design, parts.NAME_LINE, words["name_line"], parts.NAME_AROUND)
            said = f'<figcaption dir="{turn}">{words["name_line"]}</figcaption>'
            yield f'<figure class="name" dir="ltr">{written}{said}</figure>'
        yield '<div class="card">'
        if not findings:
            yield f"<p>{words['no_findings']}</p>"
        for number, (finding, between) in enumerate(findings, 1):
            image = crop(name, design, finding.cells, self.speech.cells(finding.cells))
            told = self._told(finding, between, sheet.pad)
            yield self._finding(finding, told, str(number), image)
        for line in parts.doubts(sheet, words, self.speech):
            yield f"<p>{self._text(line)}</p>"
        yield "</div></section>\n"

    def _standing(self, each: PlayerVerdict) -> str:
        key, kind = parts.STANDINGS[each.standing]
        because = self.speech.because(each)
        soft = f' <span class="soft">{self._text(because)}</span>' if because else ""
        return f'<span class="badge {kind}">{self.words[key]}</span>{soft}'

    def _finding(self, finding: Finding, told: str, number: str, image: str) -> str:
        picture = f'<div dir="ltr">{image}</div>' if image else ""
        heading = parts.heading(finding, self.verdict, self.words, self.speech)
        return (
            f'<div class="finding {_kind(finding)}">{picture}<div>'
            f'<h3><span class="sign">{number}</span>{" · ".join(map(self._text, heading))}</h3>'
            f"{told}</div></div>"
        )

    def _told(self, finding: Finding, between: Between | None, pad: Pad) -> str:
        """The sentence of a finding and its rule; of one between sheets, where they are told."""
        if between is None:
            return f"<p>{self._text(self.speech.finding(finding))}</p>{self._rule(finding, pad)}"
        place = next(n for n, each in enumerate(self.verdict.between, 1) if each is between)
        said = self._text(parts.see_between(self.words))
        return f'<p><a href="#between{place}">{said}</a></p>'

    def _rule(self, finding: Finding, pad: Pad) -> str:
        """The rule in the project's words, with its clause and the source that has it; then the
        code by which text and JSON name the finding.
        """
        rule, code = self.speech.rule(finding, pad), _code(finding.code)
        if rule is None:
            return f'<p><small dir="ltr">{code}</small></p>'
        clause, said, source = rule
        return (
            f"<blockquote><strong>{escape(clause)}</strong> {self._text(said)}<br>"
            f'<small dir="ltr">{escape(source)} · {code}</small></blockquote>'
        )

    def _footer(self) -> Iterator[str]:
        words, evidence = self.words, self.evidence
        yield "<footer>"
        if self.verdict.waived:
            yield f"<p>{words['waived']}: {_code(', '.join(self.verdict.waived))}</p>"
        yield f"<p>{words['lawful_note']}</p><p>{words['made_from']}</p><ul>"
        for each in evidence.inputs:
            name = self._text(each.name)
            yield f'<li>{name}<br><span class="hash">SHA-256 {each.sha256}</span></li>'
        program = f"sheetkit {evidence.version}"
        yield f"</ul><p>{words['made_with'].format(program=_code(program))}<br>"
        yield f"{_code(evidence.command)}</p><p>{words['again']}</p>"
        yield f"<p>{words['unofficial']}</p></footer>\n"

    def _listed(self, title: str, lines: Sequence[str]) -> Iterator[str]:
        """A section with a list, if there is anything to list."""
        if lines:
            yield f"<section><h2>{title}</h2><ul>"
            yield from (f"<li>{self._text(line)}</li>" for line in lines)
            yield "</ul></section>\n"

    def _text(self, text: str) -> str:
        """Text that may hold names: escaped, and nothing in it turns what is around it."""
        turn = self.words["direction"]
        return f'<bdi dir="{turn}">{self._held(text)}</bdi>' if text else ""

    def _held(self, text: str) -> str:
        """Text escaped; names and, in one from the right, signs and the like hold together."""
        from_right = self.words["direction"] == "rtl"
        return "".join(
            f"<bdi>{escape(piece)}</bdi>"
            if is_name and (from_right or is_from_right(piece))
            else _escaped(held(piece) if from_right else piece)
            for piece, is_name in named(text, parts.names(self.verdict))
        )


def _swatch(row: str, label: str) -> str:
    """A row's label after its colour, on one line."""
    tint = TINTS.get(row, "#999")
    key = f'<span class="key" style="background:{tint}"></span>'
    return f'<span class="whole">{key}{escape(label)}</span>'


def _name(name: str) -> str:
    return f'<bdi dir="auto">{escape(name)}</bdi>'


def _escaped(text: str) -> str:
    """Text escaped, in which no line ends within an option."""
    return _OPTION.sub(r'<span class="whole">\g<0></span>', escape(text))


def _code(code: str) -> str:
    return f'<code dir="ltr">{_escaped(code)}</code>' if code else ""


def _kind(finding: Finding) -> str:
    if finding.is_open:
        return "open"
    return "breach" if parts.is_breach(finding) else "note"
