"""A verdict as text for the terminal: rulings, the table, the winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

from sheetkit.counted import counted, listed
from sheetkit.errors import one_line
from sheetkit.report.text import finding_text, points_signed, ruling_text
from sheetkit.settle.grounds import Standing
from sheetkit.settle.rolls import RollsVerdict
from sheetkit.settle.total import Total
from sheetkit.settle.verdict import PlayerVerdict, Verdict, Worth, row_names


def verdict_text(verdict: Verdict) -> str:
    """The whole verdict, in paragraphs."""
    parts = ["\n".join(_sheet(each)) for each in verdict.players]
    if verdict.between:
        found = [f"  {finding_text(each.finding)}" for each in verdict.between]
        parts.append("\n".join(["What the sheets prove together:", *found]))
    if verdict.taken:
        parts.append("\n".join(_taken(verdict)))
    if verdict.since:
        parts.append("\n".join(_since(verdict)))
    if verdict.is_recorded:
        parts.append(_recorded(verdict.players))
    if verdict.rolls:
        parts.append("\n".join(_rolls(verdict.rolls)))
    parts.append("\n".join(table_lines(verdict.players)))
    parts.append("\n".join(_outcome(verdict)))
    return "\n\n".join(parts)


def _sheet(each: PlayerVerdict) -> Iterator[str]:
    judged = each.judged
    refuted = each.standing is Standing.ILLEGAL and judged.ruling.legal
    said = "no breach on the sheet itself" if refuted else ""
    yield ruling_text(
        judged.sheet,
        judged.score,
        judged.ruling,
        name=f"{each.player}:",
        said=said,
        contradicted=each.contradicted,
    )
    yield f"  {each.standing.value}: {each.because}"


def _taken(verdict: Verdict) -> Iterator[str]:
    yield "Names that are not in the log, and whose sheets by what is on them those are:"
    yield from (f"  {name}: {player}'s" for player, name in verdict.taken.items())


def _since(verdict: Verdict) -> Iterator[str]:
    yield "Since the earlier look:"
    for each in verdict.since:
        added = ", ".join(each.added) or "nothing"
        back = f"; taken back {', '.join(each.taken_back)}" if each.taken_back else ""
        lost = [*each.vanished, *(f"{cell} ({mark})" for cell, mark in each.lost)]
        gone = f"; gone {', '.join(lost)}" if lost else ""
        open_ = f"; can't tell of {', '.join(each.doubtful)}" if each.doubtful else ""
        yield f"  {each.player}: added {added}{back}{gone}{open_}"
        if each.answered:
            said = ", ".join(f"{cell} ({mark})" for cell, mark in each.answered)
            yield f"    in the earlier look answered by a person: {said}"


def _recorded(players: Sequence[PlayerVerdict]) -> str:
    agree = [each.player for each in players if each.recorded]
    differ = [each.player for each in players if each.recorded is False]
    doubted = [f"{each.player}'s {', '.join(each.doubted)}" for each in players if each.doubted]
    leaves = [f"the marks of {listed(agree)}"] if agree else []
    leaves += [f"other marks than those of {listed(differ)}"] if differ else []
    if not differ and not doubted:
        leaves = ["the marks of every sheet"]
    said = [f"it leaves {', and '.join(leaves)}"] if leaves else []
    if doubted:
        said.append(f"a look at {listed(doubted)} decides whether that is what it leaves")
    return f"By the recorded game: {'; '.join(said)}"


def _rolls(rolls: RollsVerdict) -> Iterator[str]:
    """The answer and a way to play; proofs are among what the sheets prove together."""
    yield f"By the throws: {rolls.says}"
    yield from (f"  {line}" for line in rolls.log.splitlines())


def table_lines(players: Sequence[PlayerVerdict]) -> list[str]:
    """The table: one line a player, a column a row, then bonus, penalties and totals."""
    if not players:
        return []
    rows = row_names(players)
    head = ["player", *rows, "bonus", "penalties", "marked", "by rules", "written"]
    body = [_cells(each, rows) for each in players]
    lines = (head, *body)
    widths = [max(_columns(line[n]) for line in lines) for n in range(len(head))]
    return ["  ".join(_aligned(line, widths)).rstrip() for line in lines]


def _aligned(line: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """The texts as wide as their columns, the first at its left."""
    for place, (text, width) in enumerate(zip(line, widths, strict=True)):
        space = " " * (width - _columns(text))
        yield space + text if place else text + space


def _columns(text: str) -> int:
    """How many columns of a terminal the text takes: letters of some scripts take two, marks over
    other letters none.
    """
    wide = sum(east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(combining(letter) > 0 for letter in text)


def _cells(each: PlayerVerdict, rows: Sequence[str]) -> list[str]:
    score = each.judged.ruling.score or each.judged.score
    return [
        each.player,
        *(str(score.rows.get(row, "-")) for row in rows),
        str(score.bonus),
        str(score.penalties),
        str(each.judged.score.total),
        _by_rules(each),
        "-" if each.written is None else str(each.written),
    ]


def _by_rules(each: PlayerVerdict) -> str:
    """The total by the rules, or from where to where it may lie."""
    total = each.total
    if total.is_open:
        return "open"
    return str(total.lowest) if total.is_certain else f"{total.lowest} to {total.highest}"


def _outcome(verdict: Verdict) -> Iterator[str]:
    yield winner_text(verdict)
    yield from (f"  {worth_text(each)}" for each in verdict.worth)
    if verdict.to_look_at:
        these = "this sheet" if len(verdict.to_look_at) == 1 else "these sheets"
        yield f"A person has to look at {these}: {', '.join(verdict.to_look_at)}"
    if verdict.waived:
        yield f"Judged without: {', '.join(verdict.waived)}"


def winner_text(verdict: Verdict) -> str:
    """Who wins, in one sentence; else what leaves that open."""
    if verdict.deciding:
        cells = "; ".join(f"{player}'s {', '.join(cells)}" for player, cells in verdict.deciding)
        return f"Winner: open, for doubtful cells decide it: {cells}"
    if verdict.unread:
        return f"Winner: open, for {', '.join(map(one_line, verdict.unread))} could not be read"
    if not verdict.winners:
        return "Winner: open, for a total is open"
    points, so_far = points_text(verdict.first), " so far" if verdict.may_change else ""
    if verdict.shared:
        return f"A tie{so_far}, shared by {listed(verdict.winners)} with {points}"
    return f"Winner{so_far}: {verdict.winners[0]} with {points}"


def points_text(total: Total) -> str:
    """A total that isn't open, with its noun: ``1 point``, ``3 to 6 points``."""
    if total.is_certain:
        return counted(total.highest or 0, "point")
    return f"{total.lowest} to {counted(total.highest or 0, 'point')}"


def worth_text(each: Worth) -> str:
    """What one finding is worth and whether it changes the winner."""
    changes = {
        None: "whether it changes the winner is open",
        True: "it changes the winner",
        False: "it does not change the winner",
    }[each.changes_winner]
    return f"{each.player}, {each.finding.code}: {_worth_points(each)}; {changes}"


def _worth_points(each: Worth) -> str:
    if each.points is None:
        return "points open"
    return points_signed(each.points)
