"""A game played again from its log, as plain values for JSON: what ``replay --json`` gives."""

from __future__ import annotations

from typing import Any

from sheetkit.errors import IllegalMove, SheetkitError
from sheetkit.game_log import GameLog
from sheetkit.report.ruling_json import sheet_object
from sheetkit.rules import judge, score_marks
from sheetkit.rules.replay import Replay


def replay_object(
    file: str, recorded: GameLog, played: Replay, waived: frozenset[str]
) -> dict[str, Any]:
    """The game as far as it was played: what broke it off, the sheets, the winners once it is over.

    Keys are never taken away, others may be added; ``notes`` and ``waived`` are there only when
    there are any.
    """
    game = played.game
    sheets = []
    for number, name in enumerate(recorded.players):
        sheet = game.scoresheet(number)
        ruling = judge(sheet, waive=waived)
        shown = sheet_object(sheet, score_marks(sheet), ruling)
        sheets.append({"player": name, **shown, "sheet": recorded.codes[number]})
    return {
        "file": file,
        "variant": recorded.pads[0].name,
        "players": list(recorded.players),
        "turns": played.turns,
        "in_part": played.in_part,
        "legal": _legal(played.error),
        "problems": [problem_object(played.error)] if played.error else [],
        "over": game.is_over,
        "ended_by": game.ended_by,
        "sheets": sheets,
        "winners": list(game.winners()) if game.is_over else [],
        **({"notes": list(played.notes)} if played.notes else {}),
        **({"waived": sorted(waived)} if waived else {}),
    }


def _legal(error: SheetkitError | None) -> bool | None:
    """Whether every move could be played; None where one, or its line, can't be understood."""
    if error is None:
        return True
    return False if isinstance(error, IllegalMove) else None


def unread_object(file: str, error: SheetkitError) -> dict[str, Any]:
    """A log that can't be read, with the keys of one that can; ``legal`` is None."""
    return {
        "file": file,
        "variant": "",
        "players": [],
        "turns": 0,
        "in_part": False,
        "legal": None,
        "problems": [problem_object(error)],
        "over": False,
        "ended_by": "",
        "sheets": [],
        "winners": [],
    }


def problem_object(error: SheetkitError) -> dict[str, Any]:
    """What is wrong with a log; ``rule`` is the clause that an illegal move is against."""
    problem = {"code": error.code, "message": str(error)}
    return problem | ({"rule": error.clause} if isinstance(error, IllegalMove) else {})
