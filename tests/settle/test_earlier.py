"""Earlier looks at the same sheets, and recorded games."""

import random
from dataclasses import replace

import pytest

from sheetkit.errors import IllegalMove, SheetDataError
from sheetkit.game_log import read_log
from sheetkit.pad import find_pad
from sheetkit.report.speech import sentences, speech_in
from sheetkit.report.verdict_json import verdict_object
from sheetkit.report.verdict_text import verdict_text
from sheetkit.rules.replay import replay
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.grounds import Ground, Standing
from sheetkit.settle.recorded import Record, record_of, verify_record
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.total import total_of
from sheetkit.settle.verdict import settle


def codes(verdict):
    own = [f.code for each in verdict.players for f in each.judged.ruling.findings]
    return own + [b.finding.code for b in verdict.between]


def test_c1_a_cross_left_of_one_that_was_there_before_does_not_count(sheet_of):
    before = [Given("A", sheet_of("red.7"))]
    verdict = settle([Given("A", sheet_of("red.5 red.7"))], earlier=before)
    assert codes(verdict) == ["left-of-a-cross"]
    assert verdict.players[0].by_rules == 1
    assert [(s.player, s.added) for s in verdict.since] == [("A", ("red.5",))]


def test_a_cross_that_is_gone(sheet_of):
    before = [Given("A", sheet_of("red.5 red.7"))]
    verdict = settle([Given("A", sheet_of("red.7"))], earlier=before)
    assert codes(verdict) == ["marks-vanished"]
    assert not verdict.legal
    (player,) = verdict.players
    assert (player.standing, player.by_rules) == (Standing.OPEN, None)
    assert player.because.startswith("an earlier look shows marks that are gone")


def test_marks_that_are_gone_break_no_clause(sheet_of):
    """So that no clause waives it, and its code does."""
    given, before = [Given("A", sheet_of("red.7"))], [Given("A", sheet_of("red.5 red.7"))]
    assert codes(settle(given, earlier=before, waive=frozenset({"C1"}))) == ["marks-vanished"]
    assert [b.finding.rule for b in settle(given, earlier=before).between] == [""]
    assert codes(settle(given, earlier=before, waive=frozenset({"marks-vanished"}))) == []


def test_the_earlier_sheet_is_found_by_code_then_name(sheet_of):
    now = [Given("A", sheet_of("red.5 red.7")), Given("B", sheet_of("blue.5 blue.4"))]
    named = settle(now, earlier=[Given("b", sheet_of("blue.5"))])
    assert [s.player for s in named.since] == ["B"]
    alone = settle(now[:1], earlier=[Given("photo", sheet_of("red.5"))])
    assert [s.player for s in alone.since] == ["A"]
    coded = [Given("A", sheet_of("red.5", code="CC01")), Given("B", sheet_of("red.5", code="CC02"))]
    found = settle(coded, earlier=[Given("x", sheet_of("red.5", code="CC02"))])
    assert [s.player for s in found.since] == ["B"]
    with pytest.raises(SheetDataError, match="none of these sheets"):
        settle(coded, earlier=[Given("x", sheet_of("red.5", code="CC09"))])


def test_an_earlier_look_may_be_at_the_sheet_that_could_not_be_read(sheet_of):
    """Unless its code or its player's name says at which it is."""
    now, look = sheet_of("red.5 red.7", code="CC01"), sheet_of("red.7")
    one, unread = [Given("Ben", now), Given("Cleo", sheet_of("", "longo"))], ["anna.jpg"]
    assert settle(one, earlier=[Given("Half-time", look)]).since
    with pytest.raises(SheetDataError, match="may be Ben's, or of one that could not be read"):
        settle(one, earlier=[Given("Half-time", look)], unread=unread)
    for player, code in (("Ben", ""), ("Half-time", "CC01")):
        before = [Given(player, replace(look, code=code))]
        assert settle(one, earlier=before, unread=unread).since


@pytest.mark.parametrize(
    ("odds", "is_open"),
    [({"empty": 0.4}, True), ({"skip": 0.4}, True), ({"void": 0.4}, False), ({"both": 0.4}, False)],
)
def test_a_total_is_open_where_a_doubtful_cell_may_be_a_cross_that_is_gone(sheet_of, odds, is_open):
    doubtful = replace(sheet_of("red.5"), unsure={"red.7": {"cross": 0.6, **odds}})
    given = [Given("Anna", doubtful), Given("Ben", sheet_of(""))]
    verdict = settle(given, earlier=[Given("Anna", sheet_of("red.5 red.7"))])
    assert verdict.players[0].total.is_open == is_open
    assert (verdict.winners == ()) == is_open


def test_what_an_earlier_look_does_not_show_for_certain_is_told(sheet_of):
    maybe = {"red.5": {"empty": 0.99, "cross": 0.01}, "red.9": {"empty": 0.5, "skip": 0.5}}
    before = replace(sheet_of("red.7"), unsure=maybe)
    before = before.with_answer("blue.8", "empty")
    verdict = settle([Given("A", sheet_of("red.5 red.7 red.9"))], earlier=[Given("A", before)])
    (since,) = verdict.since
    assert (since.added, since.doubtful) == (("red.9",), ("red.5",))
    assert since.answered == (("blue.8", "empty"),)
    assert verdict.legal
    assert verdict.needs_a_look
    text = verdict_text(verdict)
    assert "A: added red.9; can't tell of red.5\n" in text
    assert "in the earlier look answered by a person: blue.8 (empty)" in text
    shown = verdict_object(verdict)["since"][0]
    assert (shown["doubtful"], shown["answered"]) == (["red.5"], {"blue.8": "empty"})


@pytest.mark.parametrize(("now", "gone"), [("board.9", False), ("board.2", True), ("", True)])
def test_ob1_a_figure_that_has_moved_on_is_not_gone(sheet_of, now, gone):
    cells = "green.10 yellow.6 red.2 red.3"
    before = Given("A", sheet_of(f"{cells} board.5", "on-board"))
    verdict = settle([Given("A", sheet_of(f"{cells} {now}", "on-board"))], earlier=[before])
    assert ("marks-vanished" in codes(verdict)) == gone


def test_l3_a_record_that_leaves_out_the_lucky_numbers_is_not_of_sheets_with_others(sheet_of):
    usual = sheet_of("red.5", "longo")
    other = replace(usual, pad=usual.pad.with_layout({"lucky": [6, 11]}), code="NG118PJFNN1RZGY")
    recorded = {"A": usual, "B": usual}
    verify_record(Record(recorded), [Given("A", usual)])
    with pytest.raises(SheetDataError, match="what is printed on A's sheet, and takes the usual"):
        verify_record(Record(recorded), [Given("A", other)])
    with pytest.raises(SheetDataError, match="laid out otherwise"):
        verify_record(Record(recorded), [Given("x", other)])


def test_a_record_that_differs_names_the_player_and_each_cell_once_in_other_languages(sheet_of):
    (found,) = settle(
        [Given("Anna", sheet_of("red.5"))], record=Record({"Anna": sheet_of("red.6")})
    ).between
    said = speech_in("de").between(found)
    assert said.startswith("Anna: ")
    assert (said.count("rot 5"), said.count("rot 6")) == (1, 1)


def test_a_record_goes_on_with_a_lock_that_the_rules_put_right(sheet_of):
    closed = "red.2 red.3 red.4 red.5 red.6 red.12"
    recorded = {"A": sheet_of(f"{closed} red.lock")}
    verdict = settle([Given("A", sheet_of(closed))], record=Record(recorded))
    assert codes(verdict) == ["lock-missing"]
    assert verdict.players[0].by_rules == 28


def test_c1_a_look_of_which_nobody_says_whose_it_is_convicts_none(sheet_of):
    now = [Given("A", sheet_of("red.4 red.5 red.7")), Given("B", sheet_of("red.5 red.8"))]
    with pytest.raises(SheetDataError, match="it may be A or B's"):
        settle(now, earlier=[Given("photo", sheet_of("red.5 red.7"))])


def test_a_recorded_game_is_held_against_the_sheets_cell_by_cell(sheet_of):
    log = read_log(
        "variant: classic\nplayers: A, B\nA: 4 1 3 2 6 6 | A yellow.5, B red.5 | blue.10\n"
    )
    game = replay(log).game
    recorded = {name: game.scoresheet(n) for n, name in enumerate(log.players)}
    right = [Given("A", sheet_of("yellow.5 blue.10")), Given("B", sheet_of("red.5"))]
    assert "log-differs" not in codes(settle(right, record=Record(recorded)))
    wrong = [Given("A", sheet_of("yellow.5 blue.9")), Given("B", sheet_of("red.5"))]
    differing = [
        b.finding for b in settle(wrong, record=Record(recorded)).between
        if b.finding.code == "log-differs"
    ]  # fmt: skip
    assert [f.cells for f in differing] == [("blue.9", "blue.10")]


def test_a_recorded_game_proves_the_sheets_that_it_leaves(sheet_of):
    log = "variant: classic\nplayers: A, B\nA: 4 1 3 2 6 6 | A yellow.5, B red.5 | blue.10\n"
    both = [Given("A", sheet_of("yellow.5 blue.10")), Given("B", sheet_of("red.5"))]
    verdict = heard(log, both)
    assert {each.standing for each in verdict.players} == {Standing.PROVED}
    assert {each.ground for each in verdict.players} == {Ground.RECORDED}
    assert verdict_object(verdict)["log"] == {"agrees": ["A", "B"], "differs": []}
    assert "By the recorded game: it leaves the marks of every sheet" in verdict_text(verdict)
    other = heard(log, [both[0], Given("B", sheet_of("red.6"))])
    assert [each.standing for each in other.players] == [Standing.PROVED, Standing.OPEN]
    assert verdict_object(other)["log"] == {"agrees": ["A"], "differs": ["B"]}
    said = "it leaves the marks of A, and other marks than those of B"
    assert said in verdict_text(other)
    alone = settle(both)
    assert "log" not in verdict_object(alone)
    assert {each.standing for each in alone.players} == {Standing.AS_SEEN}


def test_c1_a_record_out_of_order_proves_no_sheet_that_leaves_the_cross_out(sheet_of):
    given = [Given("A", sheet_of("red.9 blue.6")), Given("B", sheet_of("red.10 penalty.1"))]
    standings = {each.player: each.standing for each in heard(OUT_OF_ORDER, given).players}
    assert standings == {"A": Standing.AS_SEEN, "B": Standing.PROVED}


def test_c1_a_cross_taken_back_convicts_no_later_one(sheet_of):
    """A void counts nothing: neither then nor for the order."""
    before = [Given("A", sheet_of("red.3 red.9"))]
    marks = {"red.3": Mark.CROSS, "red.6": Mark.CROSS, "red.9": Mark.VOID}
    verdict = settle([Given("A", replace(sheet_of(""), marks=marks))], earlier=before)
    assert codes(verdict) == ["taken-back"]
    assert verdict.players[0].by_rules == 3
    assert [s.taken_back for s in verdict.since] == [("red.9",)]


def test_c1_a_cross_that_may_have_been_taken_back_convicts_no_later_one(sheet_of):
    before = [Given("A", sheet_of("red.3 red.9 red.10"))]
    unsure = {"red.9": {"void": 0.5, "cross": 0.5}}
    now = sheet_of("red.3 red.6 red.10")
    assert codes(settle([Given("A", replace(now, unsure=unsure))], earlier=before)) == [
        "left-of-a-cross"
    ]
    bare = replace(sheet_of("red.3 red.6"), unsure=unsure)
    gone = [Given("A", sheet_of("red.3 red.9"))]
    assert codes(settle([Given("A", bare)], earlier=gone)) == []


def test_c1_a_cross_that_may_have_been_taken_back_stood_where_it_stood(sheet_of):
    """Read as crossed, it is no later cross."""
    before = [Given("A", sheet_of("red.9 red.10"))]
    now = replace(sheet_of("red.10"), unsure={"red.9": {"void": 0.5, "cross": 0.5}})
    (player,) = settle([Given("A", now)], earlier=before).players
    assert (player.total.lowest, player.total.highest) == (1, 3)


def test_a_sheet_that_the_record_contradicts_may_be_right(sheet_of):
    """The record says what should stand, and may be the one that is wrong."""
    verdict = settle([Given("A", sheet_of("red.5"))], record=Record({"A": sheet_of("red.6")}))
    (player,) = verdict.players
    assert (player.standing, player.by_rules) == (Standing.OPEN, None)
    assert player.because.startswith("the recorded game leaves other marks")
    assert not verdict.legal
    wrong = settle([Given("A", sheet_of("red.12"))], record=Record({"A": sheet_of("red.6")}))
    assert wrong.players[0].standing is Standing.ILLEGAL


def test_ba2_fields_that_the_last_turn_of_a_record_closed_may_be_bare(sheet_of):
    """Blue closes last; its fields are 4, 7 and 11, those of red 1, 6 and 9."""
    recorded = {"A": sheet_of("red.lock blue.lock bar.1 bar.6 bar.9 bar.4 bar.7 bar.11", "bonus-a")}
    blue_bare = [Given("A", sheet_of("red.lock blue.lock bar.1 bar.6 bar.9", "bonus-a"))]
    red_bare = [Given("A", sheet_of("red.lock blue.lock bar.4 bar.7 bar.11", "bonus-a"))]
    for given, closed_last, told in (
        (blue_bare, frozenset({"blue"}), []),
        (red_bare, frozenset({"blue"}), [("bar.1", "bar.6", "bar.9")]),
        (red_bare, None, []),
        (blue_bare, frozenset(), [("bar.4", "bar.7", "bar.11")]),
    ):
        found = settle(given, record=Record(recorded, closed_last)).between
        assert [b.finding.cells for b in found if b.finding.code == "log-differs"] == told


OUT_OF_ORDER = """variant: classic
players: A, B
A: 4 5 1 1 1 1 | A red.9 | -
B: 3 4 1 1 1 1 | A red.7 | penalty
A: 5 5 1 1 1 1 | B red.10 | blue.6
"""


def heard(log, given, waived=frozenset()):
    record = record_of(read_log(log), waived)
    return settle(given, record=record, waive=waived | {"not-over"})


def test_c1_a_record_shows_a_cross_left_of_another(sheet_of):
    given = [Given("A", sheet_of("red.9 red.7 blue.6")), Given("B", sheet_of("red.10 penalty.1"))]
    verdict = heard(OUT_OF_ORDER, given)
    assert codes(verdict) == ["left-of-a-cross"]
    anna, ben = verdict.players
    assert (anna.by_rules, anna.standing, ben.by_rules) == (2, Standing.ILLEGAL, -4)
    assert anna.judged.ruling.findings[0].cells == ("red.7",)
    assert not verdict.since
    assert codes(heard(OUT_OF_ORDER, given, frozenset({"C1"}))) == []


def test_c1_a_cross_that_a_record_shows_out_of_order_may_have_been_left_out(sheet_of):
    given = [Given("A", sheet_of("red.9 blue.6")), Given("B", sheet_of("red.10 penalty.1"))]
    assert codes(heard(OUT_OF_ORDER, given)) == []


def test_c1_a_record_convicts_no_sheet_that_lacks_the_cross_to_the_right(sheet_of):
    given = [Given("A", sheet_of("red.7 blue.6")), Given("B", sheet_of("red.10 penalty.1"))]
    assert codes(heard(OUT_OF_ORDER, given)) == ["log-differs"]


def test_c1_a_record_does_not_tell_whether_a_line_lay_under_a_cross(sheet_of):
    struck = sheet_of("blue.6 red.7 red.9")
    struck = replace(struck, marks={**struck.marks, "red.9": Mark.BOTH})
    verdict = heard(OUT_OF_ORDER, [Given("A", struck), Given("B", sheet_of("red.10 penalty.1"))])
    findings = verdict.players[0].judged.ruling.findings
    assert {f.code for f in findings} == {"left-of-a-cross", "skipped-and-crossed"}
    assert any(f.message.endswith("which came first can't be seen") for f in findings)


def test_c1_both_of_a_turns_crosses_have_their_order(sheet_of):
    log = "variant: classic\nplayers: A, B\nA: 4 5 3 1 1 1 | A red.9 | red.7\n"
    verdict = heard(log, [Given("A", sheet_of("red.9 red.7")), Given("B", sheet_of(""))])
    assert codes(verdict) == ["left-of-a-cross"]


def test_c1_a_row_closed_by_a_cross_out_of_order_is_closed_too_early(sheet_of):
    """Five crosses before the 12, of which the 2 doesn't count."""
    turns = ("1 2", "1 3", "1 4", "1 5", "1 1", "6 6")
    log = "variant: classic\nplayers: A\n" + "".join(
        f"A: {whites} 6 6 6 6 | A red.{sum(map(int, whites.split()))} | -\n" for whites in turns
    )
    verdict = heard(log, [Given("A", sheet_of("red.2 red.3 red.4 red.5 red.6 red.12 red.lock"))])
    assert codes(verdict) == ["left-of-a-cross", "closing-too-early"]
    assert verdict.players[0].by_rules == 10


@pytest.mark.parametrize("turn", ["B: 3 4 1 1 1 1 | A red.9 | penalty",
                                  "B: 4 5 1 1 1 1 | A red.9 | penalty"])  # fmt: skip
def test_any_other_illegal_move_breaks_a_record_off(turn):
    log = OUT_OF_ORDER.splitlines()
    with pytest.raises(IllegalMove, match=r"line 4.*red\.9"):
        record_of(read_log("\n".join([*log[:3], turn])), frozenset())


def test_what_a_record_of_another_pad_shows_of_the_order_is_left_out(sheet_of):
    given = [Given("A", sheet_of("red.9 red.7 blue.6", "longo")), Given("B", sheet_of("", "longo"))]
    assert "left-of-a-cross" not in codes(heard(OUT_OF_ORDER, given))


def test_a_sheet_in_another_layout_is_no_earlier_look():
    drawn = find_pad("mixed-b").drawn(random.Random(1))
    now = Given("A", Scoresheet(find_pad("mixed-b"), {"red.2": Mark.CROSS}))
    before = Given("A", Scoresheet(drawn, {"red.12": Mark.CROSS}))
    with pytest.raises(SheetDataError, match="none of these sheets"):
        settle([now], earlier=[before])
    assert settle([Given("A", replace(now.sheet, pad=drawn))], earlier=[before]).since


def test_a_recorded_game_that_fits_sheets_in_several_ways_seats_none(sheet_of):
    recorded = {name: sheet_of(cells) for name, cells in (("Anna", "red.2"), ("Ben", "red.3"))}
    with pytest.raises(SheetDataError, match="whose sheet is whose the recorded game doesn't tell"):
        settle(
            [Given("x", sheet_of("red.4")), Given("y", sheet_of("red.5"))], record=Record(recorded)
        )
    given = [Given("x", sheet_of("red.3")), Given("y", sheet_of("red.5"))]
    assert settle(given, record=Record(recorded)).taken == {"Ben": "x", "Anna": "y"}


def test_a_recorded_game_proves_no_sheet_with_a_doubtful_cell(sheet_of):
    maybe = {"blue.10": {"cross": 0.5, "empty": 0.5}}
    given = [Given("A", replace(sheet_of("yellow.5"), unsure=maybe))]
    verdict = settle(given, record=Record({"A": sheet_of("yellow.5 blue.10")}))
    assert codes(verdict) == []
    (player,) = verdict.players
    assert (player.recorded, player.doubted) == (None, ("blue.10",))
    assert player.standing is Standing.OPEN


@pytest.mark.parametrize(
    ("sure", "doubtful"), [("yellow.5", "blue.10"), ("yellow.5 blue.10", "blue.8")]
)
def test_c9_no_winner_is_named_where_the_record_contradicts_a_reading(sheet_of, sure, doubtful):
    """Read otherwise, the sheet is not what the record leaves, and its total is open."""
    recorded = {"A": sheet_of("yellow.5 blue.10"), "B": sheet_of("red.5")}
    maybe = {doubtful: {"cross": 0.5, "empty": 0.5}}
    given = [Given("A", replace(sheet_of(sure), unsure=maybe)), Given("B", sheet_of("red.5"))]
    verdict = settle(given, record=Record(recorded), waive=["not-over"])
    anna, ben = verdict.players
    assert (anna.total.is_open, anna.recorded, ben.recorded) == (True, None, True)
    assert (verdict.winners, verdict.deciding) == ((), (("A", (doubtful,)),))
    said = verdict_object(verdict)["log"]
    assert said == {"agrees": ["B"], "differs": [], "doubtful": {"A": [doubtful]}}
    assert f"it leaves the marks of B; a look at A's {doubtful}" in verdict_text(verdict)


def test_a_doubt_that_makes_no_odds_to_the_record_leaves_it_agreeing(sheet_of):
    """Bare fields of the row that the last turn closed, and a lock that the rules put right."""
    crossed = "red.2 red.3 red.4 red.5 red.6 red.12"
    recorded = {"A": sheet_of(f"{crossed} red.lock")}
    maybe = {"red.lock": {"cross": 0.5, "empty": 0.5}}
    (player,) = settle(
        [Given("A", replace(sheet_of(crossed), unsure=maybe))], record=Record(recorded)
    ).players
    assert (player.recorded, player.doubted, player.total.lowest) == (True, (), 28)


def test_a_cell_that_is_crossed_in_no_reading_differs_from_the_record(sheet_of):
    maybe = {"blue.10": {"void": 0.5, "empty": 0.5}}
    given = [Given("A", replace(sheet_of("yellow.5"), unsure=maybe))]
    assert "log-differs" in codes(settle(given, record=Record({"A": sheet_of("yellow.5 blue.10")})))


def test_evidence_that_was_given_is_not_asked_for(sheet_of):
    throws = rolls_of(read_log("variant: classic\nplayers: A, B\nA: 1 1 1 1 1 1\n"))
    before = [Given("B", sheet_of("yellow.2"))]
    given = [Given("A", sheet_of("red.5 red.7")), Given("B", sheet_of("yellow.2"))]
    unseen = "the order of its crosses can't be seen"
    for rolls, earlier, hint, key in (
        (None, (), "; the throws (--rolls) or an earlier photo (--earlier) would show it", ""),
        (throws, (), "; an earlier photo (--earlier) would show it", "-earlier"),
        (None, before, "; the throws (--rolls) would show it", "-rolls"),
        (throws, before, "", "-all"),
    ):
        ben = settle(given, rolls=rolls, earlier=earlier).players[1]
        assert (ben.standing, ben.because) == (Standing.AS_SEEN, unseen + hint)
        german = sentences("de")["words"][f"because-seen{key}"]
        assert speech_in("de").because(ben) == german


def test_c1_a_cross_that_a_record_shows_out_of_order_counts_in_no_reading(sheet_of):
    maybe = {"blue.6": {"cross": 0.5, "empty": 0.5}}
    given = [Given("A", replace(sheet_of("red.9 red.7"), unsure=maybe)),
             Given("B", sheet_of("red.10 penalty.1"))]  # fmt: skip
    (anna, _) = heard(OUT_OF_ORDER, given).players
    total = total_of(anna.judged)
    assert (total.lowest, total.highest) == (1, 2)
    assert anna.total.is_open  # the record has the doubtful cell crossed


def test_of_an_earlier_sheet_its_code_says_whose_it_is_and_not_its_name(sheet_of):
    now = [Given("A", sheet_of("red.5", code="CC01")), Given("B", sheet_of("red.5", code="CC02"))]
    found = settle(now, earlier=[Given("A", sheet_of("red.5", code="CC02"))])
    assert [since.player for since in found.since] == ["B"]
    with pytest.raises(SheetDataError, match="CC09 is none of these sheets"):
        settle(now, earlier=[Given("A", sheet_of("red.5 red.7", code="CC09"))])
    typed = [now[0], Given("B", sheet_of("red.7"))]
    found = settle(typed, earlier=[Given("B", sheet_of("red.7", code="CC02"))])
    assert [since.player for since in found.since] == ["B"]


RED_CLOSED_EARLY = "variant: classic\nplayers: A\n" + "".join(
    f"A: {whites} 5 5 5 5 | A red.{sum(map(int, whites.split()))} | -\n"
    for whites in ("1 1", "1 2", "1 3", "1 4", "1 5", "6 6")
) + "A: 1 1 - 5 5 5 | A yellow.2 | -\n"  # fmt: skip


def test_ba2_only_what_the_last_turn_of_a_record_closed_counts_as_closed_last():
    """Red closes in the sixth turn, and a seventh follows."""
    log = read_log(RED_CLOSED_EARLY)
    assert record_of(log, frozenset()).closed_last == frozenset()
    before = replace(log, turns=log.turns[:-1])
    assert record_of(before, frozenset()).closed_last == {"red"}


def test_a_sheet_is_of_the_player_of_whose_it_has_least_too_much_or_too_little(sheet_of):
    recorded = {"Anna": sheet_of("red.2"), "Ben": sheet_of("red.2 red.3 red.4")}
    for cells, player in (("red.2", "Anna"), ("red.2 red.3 red.4", "Ben")):
        assert settle([Given("x", sheet_of(cells))], record=Record(recorded)).taken == {player: "x"}


MAYBE = {"red.7": {"cross": 0.5, "empty": 0.5}}


@pytest.mark.parametrize(
    ("anna", "of_readings", "told"),
    [
        ("red.7 red.9", [1, 3], (1, 3)),  # red.7 was crossed after red.9, or before
        ("red.9", [None, 1], (None, None)),  # red.7 is gone, or never was
        ("red.5 red.9", [None, 1], (None, None)),
    ],
)
def test_an_earlier_look_is_read_in_every_way(sheet_of, anna, of_readings, told):
    now = [Given("Anna", sheet_of(anna)), Given("Ben", sheet_of("red.7 blue.7"))]

    def verdict_by(*looks):
        return settle(now, earlier=[Given("Anna", each) for each in looks], waive=["not-over"])

    known = [verdict_by(sheet_of(cells)) for cells in ("red.7 red.9", "red.9")]
    assert sorted(each.players[0].by_rules or 0 for each in known) == [
        each or 0 for each in of_readings
    ]
    verdict = verdict_by(replace(sheet_of("red.9"), unsure=MAYBE))
    total = verdict.players[0].total
    assert (total.lowest, total.highest, total.cells) == (*told, ("red.7",))
    assert (verdict.winners, verdict.since[0].doubtful) == ((), ("red.7",))
    assert verdict.needs_a_look


def test_what_an_earlier_look_does_not_show_may_not_matter(sheet_of):
    looks = [Given("Anna", replace(sheet_of("red.9"), unsure=MAYBE))]
    now = Given("Anna", sheet_of("red.7 red.9 red.10")), Given("Ben", sheet_of("red.7"))
    verdict = settle(now, earlier=looks, waive=["not-over"])
    assert (verdict.winners, verdict.players[0].total.cells) == (("Anna",), ("red.7",))
    taken_back = replace(sheet_of("red.9"), marks={"red.7": Mark.VOID, "red.9": Mark.CROSS})
    verdict = settle([Given("Anna", taken_back), now[1]], earlier=looks, waive=["not-over"])
    assert (verdict.since[0].doubtful, verdict.players[0].total.lowest) == ((), 1)


def test_with_too_many_readings_of_earlier_looks_a_total_is_open(sheet_of):
    unsure = {f"blue.{number}": {"cross": 0.5, "empty": 0.5} for number in range(2, 13)}
    looks = [Given("Anna", replace(sheet_of("red.9"), unsure=unsure))]
    verdict = settle([Given("Anna", sheet_of("red.9"))], earlier=looks, waive=["not-over"])
    assert verdict.players[0].total.is_open
