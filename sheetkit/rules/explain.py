"""One sequence of moves that leaves the marks of a legal sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sheetkit.rules.board import BoardRules
from sheetkit.rules.case import Case
from sheetkit.rules.clauses import house_rules
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.reach import figure_limits, question_of
from sheetkit.rules.referee import referee_for
from sheetkit.rules.search import Search
from sheetkit.rules.way import Step
from sheetkit.scoresheet import Scoresheet


def explain(sheet: Scoresheet, *, waive: Iterable[str] = frozenset()) -> tuple[str, ...] | None:
    """The moves in order, one a line; None where the sheet isn't legal as far as it is read, or
    is so only by a house rule that no moves can follow.

    A line is a cross with what it forces (``green.11 > bar.1 > red.5``), a
    penalty, a move of the figure, or a row that another player closes. Any of
    the crosses can be made in a first action of its own. ``waive`` is as in ``judge``.
    """
    referee = referee_for(sheet.pad, house_rules(waive))
    ruling = referee.judge(sheet)
    if not ruling.legal or ruling.is_open:
        return None
    crosses = referee.crosses(sheet)
    case = Case(referee, crosses, crosses)
    question = question_of(case)
    lenient = replace(question, unused_bar_may_lack=True), replace(question, bar=None)
    ways = (Search(referee.chains, each).way() for each in (question, *lenient))
    way = next((way for way in ways if way is not None), None)
    if way is None:
        return None
    for mechanic in referee.mechanics:
        if isinstance(mechanic, BoardRules) and crosses.board:
            return _figure(case, mechanic)
    moves = _with_ticks(case, [line for step in way.steps for line in _lines(step)])
    last = ["penalty"] if question.penalties_full else []
    return tuple(["penalty"] * (crosses.penalties - len(last)) + moves + last)


def _lines(step: Step) -> list[str]:
    lines = [*step.free]
    if step.chain:
        lines.append(" > ".join(step.chain))
    if step.closed_by_others:
        lines.append(f"(another player closes the {step.closed_by_others} row)")
    return lines


def _with_ticks(case: Case, moves: list[str]) -> list[str]:
    """BB1: the moves, each second box of a pair followed by its tick."""
    pairs = [p for m in case.referee.mechanics if isinstance(m, PairRules) for p in m.pairs]
    crossed: set[str] = set()
    shown = []
    for move in moves:
        cells = []
        for cell in move.split(" > "):
            crossed.add(cell)
            done = (pair.cell for pair in pairs if cell in pair.boxes and crossed >= {*pair.boxes})
            cells += [cell, *(tick for tick in done if tick not in move)]
        shown.append(" > ".join(cells))
    return shown


def _figure(case: Case, board: BoardRules) -> tuple[str, ...] | None:
    """OB1–OB3: the crosses in an order in which the figure comes to its space, if any."""
    space = case.crosses.board.bit_length()
    row, bit = board.spaces[space - 1]
    number = case.referee.lines[row].cell(bit)
    way = board.way_to(space, case.crosses, figure_limits(case, number))
    return None if way is None else tuple(_with_stops(case, board, way))


def _with_stops(case: Case, board: BoardRules, way: tuple[int, ...]) -> list[str]:
    """Crosses up to each stop's number, the stop in the turn of a cross or a penalty.

    What is left comes after the last stop, or before it where its number closes a row (C8).
    """
    left = [*case.crosses.rows]
    penalties = case.crosses.penalties
    last = 1 if question_of(case).penalties_full else 0
    closing = [line.closing | line.lock for line in case.referee.lines]
    moves: list[str] = []

    def take(row: int, mask: int) -> list[str]:
        left[row] &= ~mask
        line = case.referee.lines[row]
        return [*line.cells(mask & ~line.lock)]

    def take_all(rows: list[int]) -> list[str]:
        nonlocal penalties
        taken = [cell for row in rows for cell in take(row, left[row] & ~closing[row])]
        taken += ["penalty"] * (penalties - last)
        penalties = min(penalties, last)
        return taken + [cell for row in rows for cell in take(row, left[row])]

    every = list(range(len(left)))
    for stop in way:
        row, bit = board.spaces[stop - 1]
        if stop == way[-1] and left[row] & bit & closing[row]:
            moves += take_all([other for other in every if other != row])
        crossed = take(row, left[row] & (2 * bit - 1))
        if not crossed:
            spare = _spare(case, left)
            crossed = take(*spare) if spare else []
        moves += crossed[:-1]
        if crossed:
            moves.append(f"{crossed[-1]}, and the figure to board.{stop}")
        else:
            penalties -= 1
            moves.append(f"the figure to board.{stop}, and a penalty")
    return moves + take_all(every) + ["penalty"] * penalties


def _spare(case: Case, left: list[int]) -> tuple[int, int] | None:
    """Some next cross; one that closes a row only if the game goes on after it (C8)."""
    lines = case.referee.lines
    for row, line in enumerate(lines):
        rest = left[row] & ~line.closing & ~line.lock
        if rest:
            return row, rest & -rest
    to_close = [row for row, line in enumerate(lines) if left[row] & line.closing]
    locks = sum(bool(mask & line.lock) for mask, line in zip(case.crosses.rows, lines, strict=True))
    if to_close and locks - len(to_close) + 1 < case.referee.rows_to_end:
        return to_close[0], left[to_close[0]]
    return None
