"""Sums written in by hand against the computed ones (C9), and a board's points (OB4)."""

from __future__ import annotations

from sheetkit.pad import Board
from sheetkit.rules.board import BoardRules
from sheetkit.rules.case import Case
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.doubt import doubtful_cells
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.ruling import detail
from sheetkit.scoresheet import Scoresheet


def board_as_written(sheet: Scoresheet) -> int | None:
    """OB4: the points that are only written in, by players with a board of their own.

    None where a space is crossed or may be, and where no such points are written for certain.
    """
    board, written = sheet.pad.mechanic(Board), sheet.written.get("board")
    if board is None or written is None or not written.sure:
        return None
    crossed = sheet.crossed.union(doubtful_cells(sheet))
    if any(cell.id in crossed for cell in board.cells()):
        return None
    return written.value if 0 <= written.value <= max(board.points) else None


def check_written(case: Case, sheet: Scoresheet) -> None:
    """C9: a sum that is neither the computed one nor the sum of what is marked.

    Whoever added up the marks rightly is not told so twice: what the marks
    breach has its finding already. While a cross is doubtful, so are the sums.
    """
    if (
        not sheet.written
        or doubtful_cells(sheet)
        or any(finding.points is None for finding in case.findings)
    ):
        return
    board = board_as_written(sheet) or 0
    for field, written in sheet.written.items():
        right = [*_sums(case, case.crosses, field), *_sums(case, case.marked, field)]
        if field in ("board", "total"):
            right = [each + board for each in right]
        shown = abs(written.value) if field == "penalties" else written.value
        if written.sure and right and shown not in right:
            message = f"{field} is written as {written.value} and comes to {right[0]}"
            after = case.crosses
            said = detail("sum", written=written.value, right=right[0])
            case.correct("written-wrong", (f"write.{field}",), message, "C9", after, said)


def _sums(case: Case, crosses: Crosses, field: str) -> list[int]:
    """What these crosses bring in that field; none where it is for no sum.

    The row that counts twice may be written either way.
    """
    score = case.referee.score(crosses)
    if field in score.rows:
        once = score.rows[field]
        doubled = any(
            isinstance(mechanic, PairRules) and mechanic.doubles(crosses)
            for mechanic in case.referee.mechanics
        )
        return [once, 2 * once] if doubled and once == min(score.rows.values()) else [once]
    if field == "penalties":
        return [-score.penalties]
    if field == "board":
        rules = [m for m in case.referee.mechanics if isinstance(m, BoardRules)]
        return [sum(mechanic.worth(crosses).points for mechanic in rules)]
    return [score.total] if field == "total" else []
