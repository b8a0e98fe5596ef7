"""What all sheets of one table share: the pad, its layout, as many players as it is for."""

import random
from dataclasses import replace

import pytest

from sheetkit.pad import find_pad
from sheetkit.report.text import finding_text
from sheetkit.rules import Severity
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.between import SOURCES
from sheetkit.settle.given import Given
from sheetkit.settle.recorded import Record
from sheetkit.settle.verdict import settle


def test_sheets_of_other_pads(sheet_of):
    given = [Given("A", sheet_of("red.2")), Given("B", sheet_of("green.12", "mixed-b"))]
    assert [b.finding.code for b in settle(given).between] == ["different-variants"]


def test_two_pads_of_one_name_and_title_are_both_named():
    pads = [replace(find_pad("classic"), digest=digest) for digest in (1, 2)]
    given = [Given(p, Scoresheet(pad, {})) for p, pad in zip("AB", pads, strict=True)]
    (found,) = settle(given).between
    assert "2 different pads (Classic (classic): A; Classic (classic): B)" in found.finding.message


def laid_out(variant, seed, code=""):
    return Scoresheet(find_pad(variant).drawn(random.Random(seed)), {}, code=code)


def of_table(found):
    """The findings about what the sheets of a table share."""
    odd = {"too-many-players", "different-layouts"}
    return [b.finding for b in found if b.finding.code in odd]


@pytest.mark.parametrize(("variant", "most"), [("classic", 5), ("on-board", 4)])
def test_more_sheets_than_players_are_noted_and_judged_all_the_same(sheet_of, variant, most):
    given = [Given(f"P{n}", sheet_of(f"red.{n + 2}", variant)) for n in range(most + 1)]
    assert of_table(settle(given[1:]).between) == []
    verdict = settle(given, waive=frozenset({"not-over"}))
    (note,) = of_table(verdict.between)
    assert (note.code, note.severity, note.points) == ("too-many-players", Severity.NOTE, 0)
    assert f"{most + 1} sheets, and " in note.message
    assert f"is for 2 to {most} players" in note.message
    assert verdict.legal
    assert len(verdict.winners) == most + 1
    assert verdict.worth == ()


@pytest.mark.parametrize("variant", ["mixed-a", "mixed-b", "bonus-a", "bonus-b"])
def test_sheets_of_different_layouts_are_noted(variant):
    one, other = laid_out(variant, 1), laid_out(variant, 2)
    waived = frozenset({"not-over"})
    assert settle([Given("A", one), Given("B", one)], waive=waived).legal
    verdict = settle([Given("A", one), Given("B", other), Given("C", one)], waive=waived)
    (note,) = of_table(verdict.between)
    assert (note.code, note.severity) == ("different-layouts", Severity.NOTE)
    assert "2 layouts that differ in their " in note.message
    assert " (A, C; B); all sheets of a game have the same" in note.message
    waived |= {note.code}
    assert of_table(settle([Given("A", one), Given("B", other)], waive=waived).between) == []


def test_l2_lucky_numbers_are_each_sheets_own():
    given = [Given(f"P{seed}", laid_out("longo", seed)) for seed in (1, 2)]
    assert of_table(settle(given).between) == []


def test_two_boards_are_a_breach_where_the_codes_say_so():
    both = [Given(f"P{seed}", laid_out("on-board", seed, f"OB{seed}")) for seed in (1, 2)]
    (breach,) = of_table(settle(both).between)
    assert breach.source == SOURCES[breach.code]
    assert (breach.code, breach.severity) == ("different-layouts", Severity.BREACH)
    assert "differ in their board (P1; P2)" in breach.message
    typed = [both[0], Given("B", laid_out("on-board", 2))]
    (note,) = of_table(settle(typed).between)
    assert note.severity is Severity.NOTE


def test_every_finding_between_sheets_has_a_clause_or_says_where_it_comes_from(sheet_of):
    one, other = sheet_of("red.5", code="CC01"), sheet_of("red.6", "longo")
    table = [Given(f"P{seed}", laid_out("mixed-a", seed)) for seed in range(6)]
    found = [
        *settle([Given("A", one), Given("B", one), Given("C", other)]).between,
        *settle(table, waive=frozenset({"not-over"})).between,
        *settle([Given("A", one)], earlier=[Given("A", sheet_of("red.4 red.5"))]).between,
        *settle([Given("A", one)], record=Record({"A": sheet_of("red.6")})).between,
    ]
    assert [each.finding.code for each in found] == list(SOURCES)
    for each in found:
        assert each.finding.source == SOURCES[each.finding.code]
        assert f"[{each.finding.source}]" in finding_text(each.finding)
