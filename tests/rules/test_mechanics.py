"""What a mechanic adds to the rules counts, whatever cells it has or hasn't."""

import pytest

from sheetkit.pad import Lucky, find_pad
from sheetkit.rules import register
from sheetkit.rules.line import lines_of
from sheetkit.rules.mechanic import Extra, MechanicRules
from sheetkit.rules.referee import Referee
from tests.rules.marked import row, sheet


class WorthFive(MechanicRules):
    """A mechanic without cells of its own that brings points."""

    def __init__(self, mechanic, lines):
        super().__init__(lines)

    def worth(self, crosses):
        return Extra(points=5)


def test_what_a_mechanic_without_cells_is_worth_is_marked_and_ruled_alike(monkeypatch):
    monkeypatch.setattr(register, "RULES", {**register.RULES, Lucky: WorthFive})
    three = sheet("longo", *row("red", 2, 3, 4))
    referee = Referee(three.pad)
    assert referee.score_marks(three).total == 6 + 5
    assert referee.judge(three).score == referee.score_marks(three)


def test_a_mechanic_that_has_no_rules_is_an_error(monkeypatch):
    pad = find_pad("longo")
    unregistered = {kind: rules for kind, rules in register.RULES.items() if kind is not Lucky}
    monkeypatch.setattr(register, "RULES", unregistered)
    with pytest.raises(KeyError):
        register.mechanics_of(pad, lines_of(pad))
