"""What the page and the PDF of a verdict both say, piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sheetkit.errors import SheetkitError, printable
from sheetkit.report.about import about
from sheetkit.report.sheet_shapes import Flag
from sheetkit.report.speech import Speech
from sheetkit.rules import Finding, Severity
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.given import Between
from sheetkit.settle.grounds import Standing
from sheetkit.settle.replayed import ToldTurn
from sheetkit.settle.rolls import Answer, RollsVerdict
from sheetkit.settle.total import Total
from sheetkit.settle.verdict import PlayerVerdict, Verdict, Worth

Words = Mapping[str, str]

NAME_LINE = ("write.player",)
"""Where a player's own hand says whose sheet this is; handwriting is shown, not guessed at."""

NAME_AROUND = 1.5
"""In mm, what is seen around a name line."""

STANDINGS = {
    Standing.PROVED: ("standing_proved", "good"),
    Standing.AS_SEEN: ("standing_seen", "good"),
    Standing.ILLEGAL: ("standing_illegal", "bad"),
    Standing.OPEN: ("standing_open", "soft"),
}
"""The word for what a sheet can show, and whether that is good."""

ANSWERS = {
    Answer.EXPLAINED: "rolls_explained",
    Answer.IMPOSSIBLE: "rolls_impossible",
    Answer.OPEN: "rolls_open",
}

_CHANGES = {None: "changes_open", True: "changes", False: "changes_not"}


def state(verdict: Verdict) -> tuple[str, str]:
    """The sentence for what can be said of all sheets together, and whether that is good."""
    unknown = verdict.unread or any(each.total.is_open for each in verdict.players)
    if verdict.is_open or (verdict.legal and (unknown or verdict.to_look_at)):
        return "state_open", "soft"
    if verdict.is_proved:
        return "all_proved", "good"
    return ("all_legal", "good") if verdict.legal else ("not_legal", "bad")


def look(verdict: Verdict, words: Words, speech: Speech) -> str:
    """Which sheets a person has to look at, if any."""
    names = verdict.to_look_at
    key = "look_one" if len(names) == 1 else "look"
    return words[key].format(names=speech.joined(names)) if names else ""


def headline(verdict: Verdict, words: Words) -> str:
    """Who wins, in a few words."""
    if not verdict.winners:
        return words["open_winner"]
    so_far = "_so_far" if verdict.may_change else ""
    if verdict.shared:
        return words[f"tie{so_far}"].format(names=words["comma"].join(verdict.winners))
    return words[f"winner{so_far}"].format(name=verdict.winners[0])


def subtitle(verdict: Verdict, words: Words, speech: Speech) -> str:
    """The winner's points or the cells that decide it, the pad, and how many sheets there are."""
    pad, sheets = speech.pad(verdict.players[0].judged.sheet.pad), len(verdict.players)
    said = words["subtitle_one" if sheets == 1 else "subtitle"].format(pad=pad, n=sheets)
    if verdict.deciding:
        cells = (f"{player}: {speech.cells(cells)}" for player, cells in verdict.deciding)
        return f"{words['deciding'].format(cells=speech.apart(cells))} · {said}"
    if not verdict.winners:
        return said
    return f"{_with_points(verdict.first, words)} · {said}"


def _with_points(total: Total, words: Words) -> str:
    if total.is_certain and total.lowest == 1:
        return words["with_point"]
    return words["with_points"].format(n=span(total, words))


def in_places(verdict: Verdict) -> list[PlayerVerdict]:
    """The players, the winner first; while places are open, those with the most first."""

    def rank(each: PlayerVerdict) -> tuple[int, int, str]:
        most = each.judged.score.total if each.total.highest is None else each.total.highest
        return -most, each.place or 0, each.player.casefold()

    return sorted(verdict.players, key=rank)


def table_head(rows: Sequence[str], words: Words, speech: Speech) -> list[str]:
    """What stands over the columns after the player's."""
    keys = ("bonus", "penalties", "marked", "by_rules", "written")
    colours = (speech.colour(row) for row in rows)
    return [*(name[:1].upper() + name[1:] for name in colours), *(words[key] for key in keys)]


def table_cells(each: PlayerVerdict, rows: Sequence[str], words: Words) -> list[str]:
    """A player's line of the table, after the name."""
    score = each.judged.ruling.score or each.judged.score
    written = "–" if each.written is None else each.written
    cells = [*(score.rows.get(row, "–") for row in rows), score.bonus, score.penalties,
             each.judged.score.total, span(each.total, words), written]  # fmt: skip
    return [number(cell) for cell in cells]


def span(total: Total, words: Words) -> str:
    """A total by the rules, or from where to where it may lie while cells are doubtful."""
    if total.lowest is None or total.highest is None:
        return words["open"]
    if total.is_certain:
        return number(total.lowest)
    return words["span"].format(lowest=number(total.lowest), highest=number(total.highest))


def number(value: int | str) -> str:
    """A number with a real minus."""
    return str(value).replace("-", "−")


def points(finding: Finding | Worth, words: Words) -> str:
    """What a finding changes in the total."""
    if finding.points is None:
        return words["open"]
    if not finding.points:
        return words["points"].format(n=0)
    key = "point" if abs(finding.points) == 1 else "points"
    return words[key].format(n=number(f"{finding.points:+d}"))


def worth(each: Worth, words: Words, speech: Speech) -> str:
    """What one finding is worth and whether it changes the winner."""
    changes = words[_CHANGES[each.changes_winner]]
    said = _worth_points(each, words)
    found = speech.joined([speech.joined(each.players), speech.heading(each.finding)])
    return speech.apart([f"{found}: {said}", changes])


def _worth_points(each: Worth, words: Words) -> str:
    """What a finding is worth.

    A wrong sum changes nothing in the total by the rules: what it is worth is told against the
    total written.
    """
    said = points(each, words)
    if each.points and not each.finding.points:
        return words["against_written"].format(points=said)
    return said


def heading(finding: Finding, verdict: Verdict, words: Words, speech: Speech) -> list[str]:
    """What was found, and what that is worth unless it is a note that changes nothing."""
    said = speech.heading(finding)
    if finding.severity is Severity.NOTE and finding.points == 0:
        return [said]
    worths = [_worth_points(each, words) for each in verdict.worth if each.finding is finding]
    return [said, *(worths[:1] or [points(finding, words)])]


def problem_lines(problems: Sequence[SheetkitError], speech: Speech) -> list[str]:
    """What could not be read or used, each with its file's name without folders."""
    files = (printable(Path(error.file).name) for error in problems)
    said = (printable(speech.problem(error)) for error in problems)
    return [": ".join(filter(None, both)) for both in zip(files, said, strict=True)]


def names(verdict: Verdict) -> frozenset[str]:
    """All names that a report may say."""
    return frozenset([*(each.player for each in verdict.players), *verdict.taken.values()])


def names_taken(verdict: Verdict) -> list[str]:
    """Each name that no log knows, with whose sheet it was taken for."""
    return [f"{name}: {player}" for player, name in verdict.taken.items()]


def recorded_lines(verdict: Verdict, words: Words, speech: Speech) -> Iterator[str]:
    """Whose sheets a recorded game leaves, whose not, and which doubtful cells decide it."""
    for key, agrees in (("recorded_agrees", True), ("recorded_differs", False)):
        names = [each.player for each in verdict.players if each.recorded is agrees]
        if names:
            yield words[key].format(names=speech.joined(names))
    doubted = [f"{e.player}: {speech.cells(e.doubted)}" for e in verdict.players if e.doubted]
    if doubted:
        yield words["deciding"].format(cells=speech.apart(doubted))


def since_lines(verdict: Verdict, words: Words, speech: Speech) -> Iterator[str]:
    """What was added to each sheet since the earlier look, and what is gone."""
    for each in verdict.since:
        parts = [f"{words['added']}: {speech.cells(each.added) or words['nothing']}"]
        gone = [*map(speech.cell, each.vanished), *_with_marks(each.lost, words, speech)]
        for key, cells in (("taken_back", map(speech.cell, each.taken_back)), ("vanished", gone)):
            said = speech.joined(cells)
            parts += [f"{words[key]}: {said}"] if said else []
        parts += (
            [words["doubtful"].format(cells=speech.cells(each.doubtful))] if each.doubtful else []
        )
        parts += [_answered(each.answered, words, speech)] if each.answered else []
        yield f"{each.player}: {speech.apart(parts)}"


def findings_of(each: PlayerVerdict, verdict: Verdict) -> list[tuple[Finding, Between | None]]:
    """The findings on a player's sheet and those that name its cells, in order."""
    own: list[tuple[Finding, Between | None]] = [(f, None) for f in each.judged.ruling.findings]
    return own + list(about(each.player, verdict.between))


def is_breach(finding: Finding) -> bool:
    """Whether a finding is against its sheet for certain: no note, and no doubt could undo it."""
    return finding.severity is Severity.BREACH and not finding.is_open


def flags(findings: Sequence[tuple[Finding, Between | None]]) -> dict[str, Flag]:
    """For each cell that a finding names the number of the first that does, breaches before all."""
    numbered = [(place, finding) for place, (finding, _) in enumerate(findings, 1)]
    flagged: dict[str, Flag] = {}
    for place, finding in sorted(numbered, key=lambda each: not is_breach(each[1])):
        for cell in finding.cells:
            flagged.setdefault(cell, Flag(str(place), is_breach(finding)))
    return flagged


def said_between(between: Between, verdict: Verdict, speech: Speech) -> str:
    """The sentence of a finding between sheets; for one from the throws its proof."""
    for proof in verdict.rolls.proofs if verdict.rolls else ():
        if proof.between is between:
            return speech.proof(proof)
    return speech.between(between)


def see_between(words: Words) -> str:
    """Where on the page a finding between sheets is told, for the places that only name it."""
    return words["see_above"].format(section=words["between"])


def rolls_answer(rolls: RollsVerdict, words: Words, speech: Speech) -> str:
    """What the throws say of the sheets; their proofs are told among what the sheets prove."""
    ending = speech.ending(rolls)
    see = see_between(words) if rolls.proofs else ""
    said = [words[ANSWERS[rolls.answer]], ending, see]
    if rolls.answer is Answer.EXPLAINED:
        said = [ending, words[ANSWERS[rolls.answer]]]  # which leads over to the turns
    return " ".join(filter(None, said))


def doubts(sheet: Scoresheet, words: Words, speech: Speech) -> Iterator[str]:
    """Which cells are doubtful, and which a person was asked about, with the answers."""
    if sheet.unsure:
        yield words["doubtful"].format(cells=speech.cells(tuple(sheet.unsure)))
    if sheet.answered:
        yield _answered(sheet.answers().items(), words, speech)


def _answered(answers: Iterable[tuple[str, str]], words: Words, speech: Speech) -> str:
    """What a person said of which cells."""
    return words["answered"].format(cells=speech.joined(_with_marks(answers, words, speech)))


def _with_marks(marks: Iterable[tuple[str, str]], words: Words, speech: Speech) -> Iterator[str]:
    """Cells, each with the name of a mark."""
    yield from (f"{speech.cell(cell)} ({words[f'mark_{mark}']})" for cell, mark in marks)


def turns(rolls: RollsVerdict, words: Words, speech: Speech) -> tuple[list[str], list[list[str]]]:
    """The explanation as a table: its head, and a line a turn, the turn's number first."""
    columns = 5 if any(told.figure for told in rolls.turns) else 4
    head = ("turn", "throw", "everybody", "active", "figure")[:columns]
    body = [
        [str(turn), *_told(told, words, speech)][:columns]
        for turn, told in enumerate(rolls.turns, 1)
    ]
    return [words[key] for key in head], body


def _told(turn: ToldTurn, words: Words, speech: Speech) -> list[str]:
    """The throw of a turn and its three actions."""
    active = words["penalty"] if turn.active is None else speech.moves(turn.active)
    return [
        speech.moves(turn.throw), speech.moves(turn.everybody), active, speech.moves(turn.figure)
    ]  # fmt: skip
