"""A ruling as text for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sheetkit.counted import counted
from sheetkit.notation import format_sheet
from sheetkit.rules.clauses import clause_words
from sheetkit.rules.ruling import Finding, Ruling, Score, Severity
from sheetkit.rules.written import board_as_written
from sheetkit.scoresheet import Scoresheet

if TYPE_CHECKING:
    from sheetkit.game_log import GameLog
    from sheetkit.rules.replay import Replay


def ruling_text(
    sheet: Scoresheet,
    score: Score,
    ruling: Ruling,
    *,
    name: str = "",
    why: bool = False,
    said: str = "",
    contradicted: bool = False,
) -> str:
    """The ruling on one sheet: the verdict and the score, then one line a finding.

    ``why`` adds the clauses behind the findings, in plain words; ``said`` is what the verdict is
    called where other evidence has one of its own, which leaves the points open of a sheet that is
    ``contradicted``.
    """
    title = " ".join(part for part in (name, sheet.pad.title, sheet.code) if part)
    lines = [f"{title}: {headline(sheet, score, ruling, said, contradicted=contradicted)}"]
    if sheet.unsure:
        lines += [f"  can't tell: {doubts(sheet)}", f"  as far as read: {verdict(ruling)}"]
    if sheet.answered:
        lines.append(f"  {answers_text(sheet)}")
    if ruling.score is not None:
        lines.append(f"  {sum_text(ruling.score)}")
    lines += [f"  {finding_text(finding)}" for finding in ruling.findings]
    board = board_as_written(sheet)
    if board is not None:
        said = f"no space is crossed, so the board counts as written: {counted(board, 'point')}"
        lines.append(f"  - {said} [OB4]")
    if why:
        lines += [
            f"  {rule}: {clause_words(rule, sheet.pad)} ({source})"
            for rule, source in dict.fromkeys((f.rule, f.source) for f in ruling.findings)
        ]
    if ruling.waived:
        lines.append(f"  waived: {', '.join(ruling.waived)}")
    return "\n".join(lines)


def moves_text(moves: tuple[str, ...] | None) -> str:
    """Moves that leave a sheet, numbered."""
    if moves is None:
        return "  no legal moves leave these marks"
    return "\n".join(f"  {number:>2}. {move}" for number, move in enumerate(moves, 1))


def verdict(ruling: Ruling) -> str:
    if ruling.is_open:
        return "open"
    return "legal" if ruling.legal else "not legal"


def headline(
    sheet: Scoresheet, score: Score, ruling: Ruling, said: str = "", *, contradicted: bool = False
) -> str:
    """The verdict and the points; with doubtful cells there is no verdict yet."""
    points = _points(score, ruling, " so far" if sheet.unsure else "")
    if contradicted:
        points = f"by itself {points}; open with the other evidence"
    if not sheet.unsure:
        return f"{said or verdict(ruling)}, {points}"
    return f"{points}, {need_a_look(len(sheet.unsure))}"


def need_a_look(cells: int) -> str:
    """``1 cell needs a look``, ``6 cells need a look``."""
    return f"{counted(cells, 'cell')} {'needs' if cells == 1 else 'need'} a look"


def doubts(sheet: Scoresheet) -> str:
    """The doubtful cells with what they may be, likeliest first: ``red.3 (void or both), …``.

    Cells that may be the same are told together: ``red.3 red.4 blue.8 (void or both), …``.
    """
    alike: dict[str, list[str]] = {}
    for cell, odds in sheet.unsure.items():
        alike.setdefault(ways(odds), []).append(cell)
    return ", ".join(f"{' '.join(cells)} ({either})" for either, cells in alike.items())


def answers_text(sheet: Scoresheet) -> str:
    """What a person said: ``answered by a person: red.8 (cross), blue.3 (empty)``."""
    said = ", ".join(f"{cell} ({mark})" for cell, mark in sheet.answers().items())
    return f"answered by a person: {said}"


def ways(odds: Mapping[str, float]) -> str:
    """The two likeliest of a doubtful cell's marks."""
    return " or ".join(sorted(odds, key=lambda mark: -odds[mark])[:2])


def _points(score: Score, ruling: Ruling, so_far: str = "") -> str:
    points = counted(score.total, "point")
    if ruling.score is None:
        return f"{points} as marked{so_far}, open by the rules"
    if ruling.score.total == score.total:
        return f"{points}{so_far}"
    return f"{points} as marked{so_far}, {ruling.score.total} by the rules"


def sum_text(score: Score) -> str:
    """The score as on the sheet: ``red 10 + yellow 6 + … - penalties 10 = 70``."""
    parts = " + ".join(f"{row} {points}" for row, points in score.rows.items())
    bonus = f" + bonus {score.bonus}" if score.bonus else ""
    minus = f" - penalties {-score.penalties}" if score.penalties else ""
    return f"{parts}{bonus}{minus} = {score.total}"


def finding_text(finding: Finding) -> str:
    """One finding: its code, what was found, what it changes, by which clause or source."""
    said = "; ".join(filter(None, (finding.message, _change(finding))))
    return f"{sign(finding)} {finding.code}: {said} [{finding.rule or finding.source}]"


def sign(finding: Finding) -> str:
    """What stands before a finding: ! for a breach, ? for one that is open, - for a note."""
    return "!" if finding.severity is Severity.BREACH else "?" if finding.is_open else "-"


def _change(finding: Finding) -> str:
    """What a finding changes, empty where that is nothing."""
    if finding.is_open or finding.points == 0:
        return ""
    if finding.points is None:
        return "what it costs is open"
    return points_signed(finding.points)


def points_signed(points: int) -> str:
    """``-11 points``, ``+1 point``, ``0 points``."""
    sign = "-" if points < 0 else "+" if points else ""
    return f"{sign}{counted(abs(points), 'point')}"


def replay_text(log: GameLog, played: Replay, waived: tuple[str, ...]) -> str:
    """A replayed game: how far it went, each player's sheet and score, who won."""
    game = played.game
    turns = counted(played.turns, "turn") + (" and part of the next" if played.in_part else "")
    state = f"over: {game.ended_by}" if game.is_over else "not over"
    lines = [f"{log.pads[0].title}, {turns} played, {state}"]
    for name, score, number in zip(
        log.players, game.scores(), range(len(log.players)), strict=True
    ):
        lines.append(f"{name}: {counted(score.total, 'point')} ({sum_text(score)})")
        lines.append(f"  {format_sheet(game.scoresheet(number))}")
    if game.is_over:
        winners = game.winners()
        lines.append(f"winner: {winners[0]}" if len(winners) == 1 else f"tie: {', '.join(winners)}")
    lines += [f"note: {note}" for note in played.notes]
    if waived:
        lines.append(f"waived: {', '.join(waived)}")
    return "\n".join(lines)
