"""A verdict as one page: no network, prints well, light and dark, phone and desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from sheetkit.report.evidence import Evidence
from sheetkit.report.findings import about
from sheetkit.report.rolls_html import rolls_section
from sheetkit.report.sheet_svg import crop, sheet_design, sheet_group, whole
from sheetkit.report.words import report_words
from sheetkit.rules import Finding, Severity, clauses
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.given import Between
from sheetkit.settle.verdict import PlayerVerdict, Standing, Verdict, Worth

Words = Mapping[str, str]

NAME_LINE = ("write.player",)
"""Where a player's own hand says whose sheet this is."""

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


def write_html(path: Path, verdict: Verdict, evidence: Evidence, language: str) -> None:
    """Write the page. Raises UsageError for a language that isn't there, OSError."""
    path.write_text(verdict_html(verdict, evidence, language), encoding="utf-8")


def verdict_html(verdict: Verdict, evidence: Evidence, language: str = "en") -> str:
    """The page as text. Everything that comes from a user is escaped."""
    words = report_words(language)
    css = Path(__file__).with_name("verdict.css").read_text(encoding="utf-8")
    title = escape(f"{words['title']}: {headline(verdict, words)}")
    body = "".join(_body(verdict, evidence, words, language))
    return (
        f'<!doctype html>\n<html lang="{escape(language)}" dir="{words["direction"]}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; img-src data:\">\n"
        f"<title>{title}</title>\n<style>\n{css}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def headline(verdict: Verdict, words: Words) -> str:
    """Who wins, in a few words."""
    if not verdict.winners:
        return words["open_winner"]
    if verdict.shared:
        return words["tie"].format(names=", ".join(verdict.winners))
    return words["winner"].format(name=verdict.winners[0])


def _body(verdict: Verdict, evidence: Evidence, words: Words, language: str) -> Iterator[str]:
    yield _header(verdict, words)
    yield from _table(verdict, words)
    if verdict.worth:
        yield from _worth(verdict.worth, words)
    if verdict.between:
        yield f"<section><h2>{words['between']}</h2>"
        yield from (_plain_finding(each) for each in verdict.between)
        yield "</section>"
    if verdict.since:
        yield from _since(verdict, words)
    if verdict.rolls:
        yield from rolls_section(verdict.rolls, words)
    for number, each in enumerate(verdict.players, 1):
        yield from _player(f"sheet{number}", each, verdict, evidence, words, language)
    yield from _footer(verdict, evidence, words)


def _header(verdict: Verdict, words: Words) -> str:
    first = verdict.players[0]
    count = words["subtitle"].format(pad=first.judged.sheet.pad.title, n=len(verdict.players))
    points = ""
    if verdict.winners:
        total = next(e.by_rules for e in verdict.players if e.player == verdict.winners[0])
        points = f"{words['with_points'].format(n=total)} · "
    state, kind = ("all_legal", "good") if verdict.legal else ("not_legal", "bad")
    return (
        f'<header><p class="kicker">{words["title"]}</p>'
        f"<h1>{escape(headline(verdict, words))}</h1>"
        f'<p class="lead">{points}{escape(count)}</p>'
        f'<p class="state {kind}">{words[state]}</p></header>\n'
    )


def _table(verdict: Verdict, words: Words) -> Iterator[str]:
    rows = verdict.players[0].judged.sheet.pad.row_names
    yield f'<section><h2>{words["table"]}</h2><div class="scroll"><table class="table"><thead><tr>'
    yield f"<th>{words['player']}</th>"
    for row in rows:
        tint = TINTS.get(row, "#999")
        yield f'<th><span class="key" style="background:{tint}"></span>{escape(row)}</th>'
    for key in ("bonus", "penalties", "marked", "by_rules", "written"):
        yield f"<th>{words[key]}</th>"
    yield "</tr></thead><tbody>"
    for each in sorted(verdict.players, key=lambda e: (e.place or 99, e.player.casefold())):
        yield _table_row(each, rows, words)
    yield "</tbody></table></div></section>\n"


def _table_row(each: PlayerVerdict, rows: Sequence[str], words: Words) -> str:
    score = each.judged.ruling.score or each.judged.score
    cells = [(row, score.rows.get(row, "–")) for row in rows]
    cells += [(words["bonus"], score.bonus), (words["penalties"], score.penalties)]
    cells += [(words["marked"], each.judged.score.total)]
    cells += [(words["by_rules"], words["open"] if each.by_rules is None else each.by_rules)]
    cells += [(words["written"], "–" if each.written is None else each.written)]
    shown = "".join(
        f'<td data-label="{escape(label)}">{_number(value)}</td>' for label, value in cells
    )
    kind = ' class="first"' if each.place == 1 else ""
    place = f"{each.place}. " if each.place else ""
    return f"<tr{kind}><td>{place}{escape(each.player)}</td>{shown}</tr>"


def _number(value: int | str) -> str:
    return str(value).replace("-", "−")


def _worth(worth: Sequence[Worth], words: Words) -> Iterator[str]:
    yield f"<section><h2>{words['worth']}</h2><ul>"
    says = {None: "changes_open", True: "changes", False: "changes_not"}
    for each in worth:
        points = words["open"] if each.points is None else f"{each.points:+d}"
        yield (
            f"<li>{escape(each.player)}, {escape(each.finding.code)}: "
            f"{words['points'].format(n=_number(points))}; {words[says[each.changes_winner]]}</li>"
        )
    yield "</ul></section>\n"


def _since(verdict: Verdict, words: Words) -> Iterator[str]:
    yield f"<section><h2>{words['since']}</h2><ul>"
    for each in verdict.since:
        parts = [f"{words['added']}: {', '.join(each.added) or words['nothing']}"]
        parts += [f"{words['taken_back']}: {', '.join(each.taken_back)}"] if each.taken_back else []
        parts += [f"{words['vanished']}: {', '.join(each.vanished)}"] if each.vanished else []
        yield f"<li>{escape(each.player)}: {escape('; '.join(parts))}</li>"
    yield "</ul></section>\n"


def _player(
    name: str,
    each: PlayerVerdict,
    verdict: Verdict,
    evidence: Evidence,
    words: Words,
    language: str,
) -> Iterator[str]:
    sheet = each.judged.sheet
    design = sheet_design(sheet, language)
    findings = [*each.judged.ruling.findings, *about(each.player, verdict.between)]
    flagged: dict[str, str] = {}
    for number, finding in enumerate(findings, 1):
        for cell in finding.cells:
            flagged.setdefault(cell, str(number))
    photo = evidence.pictures.get(each.player, b"")
    note = words["photo_note" if photo else "drawn_note"]
    label = words["sheet_of"].format(name=each.player)
    yield f'<section class="player"><h2>{escape(label)}</h2><p>{_standing(each, words)}</p>'
    yield '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    yield sheet_group(name, sheet, design, photo, flagged) + "</defs></svg>"
    if photo:
        line = crop(name, design, NAME_LINE, words["name_line"])
        yield f"<figure>{line}<figcaption>{words['name_line']}</figcaption></figure>"
    caption = f"<figcaption>{note}. {_code(sheet.code)}</figcaption>"
    yield f"<figure>{whole(name, label)}{caption}</figure>"
    yield '<div class="card">'
    if not findings:
        yield f"<p>{words['no_findings']}</p>"
    for number, finding in enumerate(findings, 1):
        image = crop(name, design, finding.cells, ", ".join(finding.cells))
        yield _finding(finding, str(number), image, words)
    if sheet.unsure:
        yield f"<p>{escape(words['doubtful'].format(cells=', '.join(sheet.unsure)))}</p>"
    if sheet.answered:
        yield f"<p>{escape(answered_words(sheet, words))}</p>"
    yield "</div></section>\n"


def answered_words(sheet: Scoresheet, words: Words) -> str:
    """Which cells a person was asked about, with the answers."""
    said = (f"{cell} ({mark})" for cell, mark in sheet.answers().items())
    return words["answered"].format(cells=", ".join(said))


STANDINGS = {
    Standing.PROVED: ("standing_proved", "good"),
    Standing.AS_SEEN: ("standing_seen", "good"),
    Standing.ILLEGAL: ("standing_illegal", "bad"),
    Standing.OPEN: ("standing_open", "soft"),
}


def standing_words(each: PlayerVerdict, words: Words) -> str:
    """What the player's sheet can show, in a few words."""
    return words[STANDINGS[each.standing][0]]


def _standing(each: PlayerVerdict, words: Words) -> str:
    kind = STANDINGS[each.standing][1]
    because = f' <span class="soft">{escape(each.because)}</span>' if each.because else ""
    return f'<span class="badge {kind}">{standing_words(each, words)}</span>{because}'


def _code(code: str) -> str:
    return f"<code>{escape(code)}</code>" if code else ""


def _finding(finding: Finding, number: str, image: str, words: Words) -> str:
    kind = "note" if finding.severity is Severity.NOTE else "breach"
    points = words["open"] if finding.points is None else f"{finding.points:+d}"
    picture = f"<div>{image}</div>" if image else ""
    return (
        f'<div class="finding {kind}">{picture}<div>'
        f'<h3><span class="sign">{number}</span>{escape(finding.code)} · '
        f"{words['points'].format(n=_number(points))}</h3>"
        f"<p>{escape(finding.message)}</p>{_rule(finding)}</div></div>"
    )


def _plain_finding(between: Between) -> str:
    finding = between.finding
    kind = "note" if finding.severity is Severity.NOTE else "breach"
    return (
        f'<div class="card {kind}"><h3><span class="sign">!</span>{escape(finding.code)}</h3>'
        f"<p>{escape(finding.message)}</p>{_rule(finding)}</div>"
    )


def _rule(finding: Finding) -> str:
    """The rule in the project's words, with its clause and the rulebook that has it."""
    clause = clauses().get(finding.rule)
    if clause is None:
        return ""
    return (
        f"<blockquote><strong>{escape(clause.id)}</strong> {escape(clause.words)}<br>"
        f"<small>{escape(clause.source)}</small></blockquote>"
    )


def _footer(verdict: Verdict, evidence: Evidence, words: Words) -> Iterator[str]:
    yield "<footer>"
    if verdict.waived:
        yield f"<p>{words['waived']}: {escape(', '.join(verdict.waived))}</p>"
    yield f"<p>{words['lawful_note']}</p><p>{words['made_from']}</p><ul>"
    for each in evidence.inputs:
        yield f'<li>{escape(each.name)}<br><span class="hash">SHA-256 {each.sha256}</span></li>'
    program = f"sheetkit {evidence.version}"
    yield f"</ul><p>{words['made_with'].format(program=escape(program))}<br>"
    yield f"<code>{escape(evidence.command)}</code></p><p>{words['again']}</p>"
    yield f"<p>{words['unofficial']}</p></footer>\n"
