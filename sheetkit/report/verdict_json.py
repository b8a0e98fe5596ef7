"""A verdict as plain values for JSON; docs/disputes.md describes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheetkit.report.ruling_json import finding_object, sheet_object
from sheetkit.settle.earlier import Since
from sheetkit.settle.given import Between
from sheetkit.settle.rolls import RollsVerdict
from sheetkit.settle.verdict import PlayerVerdict, Verdict


def verdict_object(verdict: Verdict) -> dict[str, Any]:
    """The verdict; keys are never taken away, others may be added."""
    shown: dict[str, Any] = {
        "legal": verdict.legal,
        "status": "review" if verdict.needs_a_look else "read",
        "sheets": [_player_object(each) for each in verdict.players],
        "findings": [_between_object(each) for each in verdict.between],
        "table": [_row(each) for each in verdict.players],
        "winner": verdict.winners[0] if len(verdict.winners) == 1 else None,
        "winners": list(verdict.winners),
        "tie": verdict.shared,
        "so_far": verdict.may_change,
        "worth": [
            {
                "player": each.player,
                "players": list(each.players),
                "code": each.finding.code,
                "cells": list(each.finding.cells),
                "points": each.points,
                "changes_winner": each.changes_winner,
            }
            for each in verdict.worth
        ],
    }
    if verdict.deciding:
        shown["deciding"] = [
            {"player": player, "cells": list(cells)} for player, cells in verdict.deciding
        ]
    if verdict.unread:
        shown["unread"] = list(verdict.unread)
    if verdict.since:
        shown["since"] = [_since_object(each) for each in verdict.since]
    if verdict.is_recorded:
        shown["log"] = {
            "agrees": [each.player for each in verdict.players if each.recorded],
            "differs": [each.player for each in verdict.players if each.recorded is False],
        }
        doubted = {each.player: list(each.doubted) for each in verdict.players if each.doubted}
        if doubted:
            shown["log"]["doubtful"] = doubted
    if verdict.taken:
        shown["names_taken"] = dict(verdict.taken)
    if verdict.rolls:
        shown["rolls"] = _rolls_object(verdict.rolls)
    if verdict.waived:
        shown["waived"] = list(verdict.waived)
    return shown


def no_verdict_object(unread: Iterable[str]) -> dict[str, Any]:
    """What stands for a verdict where no sheet could be read: its keys, and ``legal`` is None."""
    return {
        "legal": None,
        "status": "review",
        "sheets": [],
        "findings": [],
        "table": [],
        "winner": None,
        "winners": [],
        "tie": False,
        "so_far": False,
        "worth": [],
        "unread": list(dict.fromkeys(unread)),
    }


def _player_object(each: PlayerVerdict) -> dict[str, Any]:
    judged = each.judged
    shown = sheet_object(judged.sheet, judged.score, judged.ruling, review=judged.given.review)
    standing = {"verdict": each.standing.value, "because": each.because}
    return {"player": each.player, "file": judged.given.file, **shown, "standing": standing}


def _row(each: PlayerVerdict) -> dict[str, Any]:
    score = each.judged.ruling.score or each.judged.score
    return {
        "player": each.player,
        "rows": dict(score.rows),
        "bonus": score.bonus,
        "penalties": score.penalties,
        "marked": each.judged.score.total,
        "by_rules": each.by_rules,
        "lowest": each.total.lowest,
        "highest": each.total.highest,
        "written": each.written,
        "place": each.place,
    }


def _between_object(each: Between) -> dict[str, Any]:
    marks = [{"player": player, "cells": list(cells)} for player, cells in each.marks]
    return {**finding_object(each.finding), "marks": marks}


def _since_object(each: Since) -> dict[str, Any]:
    return {
        "player": each.player,
        "added": list(each.added),
        "taken_back": list(each.taken_back),
        "vanished": list(each.vanished),
        "lost": dict(each.lost),
        "doubtful": list(each.doubtful),
        "answered": dict(each.answered),
    }


def _rolls_object(rolls: RollsVerdict) -> dict[str, Any]:
    shown: dict[str, Any] = {"answer": rolls.answer.value, "message": rolls.says}
    if rolls.log:
        shown["explanation"] = rolls.log.splitlines()
    if rolls.mended:
        shown["mended"] = list(rolls.mended)
    if rolls.doubted:
        shown["doubtful"] = {player: list(cells) for player, cells in rolls.doubted.items()}
    if rolls.proofs:
        shown["proofs"] = [
            {
                "message": proof.between.finding.message,
                "marks": _between_object(proof.between)["marks"],
                "in_every_proof": [{"player": p, "cell": cell} for p, cell in proof.needed],
                "irreducible": proof.irreducible,
            }
            for proof in rolls.proofs
        ]
    return shown
