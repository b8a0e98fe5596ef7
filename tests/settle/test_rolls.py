"""Sheets against the throws: explained in full, or refuted by a smallest core."""

import random
from dataclasses import replace

import pytest

from sheetkit.errors import SheetDataError
from sheetkit.game_log import read_log
from sheetkit.pad import SheetCode, find_pad
from sheetkit.report.speech import speech_in
from sheetkit.report.words import report_languages
from sheetkit.rules import judge
from sheetkit.rules.replay import replay
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given, judged
from sheetkit.settle.grounds import JOINTLY, Standing
from sheetkit.settle.rolls import Answer, settle_rolls, verify_rolls
from sheetkit.settle.schedule import schedules
from sheetkit.settle.seating import Printed, by_code_or_name
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle
from sheetkit.settle.waivers import read_game_waivers
from tests.settle.games import random_game

PADS = ("classic", "longo", "mixed-a", "mixed-b", "bonus-a", "bonus-b")


SEEDS = {"on-board": (0, 3, 4, 10)}
"""Games that don't take long: in the last of them figures have to jump over others (OB1)."""


@pytest.mark.parametrize("variant", [*PADS, "on-board"])
def test_every_true_game_is_explained_and_the_explanation_replays_to_the_same_sheets(
    variant, game_of, given_of
):
    for seed in SEEDS.get(variant, range(12)):
        game = game_of(variant, seed)
        told = settle_rolls(game.log, judged(given_of(game), frozenset()))
        assert told.answer is Answer.EXPLAINED, seed
        log = read_log(told.log)
        played = replay(log)
        assert played.error is None
        for number, player in enumerate(log.players):
            assert played.game.scoresheet(number).crossed == game.sheets[player], (seed, player)


def rolls(text):
    return rolls_of(read_log(f"variant: classic\n{text}"))


def told(text, **sheets):
    pad = find_pad("classic")
    given = [
        Given(name, Scoresheet(pad, dict.fromkeys(cells.split(), Mark.CROSS)))
        for name, cells in sheets.items()
    ]
    return settle_rolls(rolls(text), judged(given, frozenset()))


TWO_TURNS = "players: Anna, Ben\nAnna: 4 1 3 2 6 6\nBen: 2 2 1 5 3 4\n"


def test_a_lone_sheet_is_explained_though_the_others_are_not_there():
    verdict = told(TWO_TURNS, Anna="red.4 red.5")
    assert verdict.answer is Answer.IMPOSSIBLE  # 4 comes a turn after 5
    assert verdict.proofs[0].between.finding.cells == ("red.4", "red.5")
    assert (
        "red 4 can only have come from turns 1 and 2" in verdict.proofs[0].between.finding.message
    )
    assert told(TWO_TURNS, Anna="yellow.5 blue.10").answer is Answer.EXPLAINED


def test_a_number_that_was_never_thrown_is_named_alone():
    verdict = told(TWO_TURNS, Ben="blue.12 penalty.1")
    assert [p.between.finding.cells for p in verdict.proofs] == [("blue.12",)]
    assert [p.needed for p in verdict.proofs] == [(("Ben", "blue.12"),)]


def test_one_throw_is_not_told_as_several():
    several = told(TWO_TURNS, Anna="red.5").says
    one = told("players: Anna, Ben\nAnna: 4 1 3 2 6 6\n", Anna="red.5").says
    assert several == "the sheets can have come from these 2 throws; one way is shown"
    assert one == "the sheets can have come from this throw; one way is shown"


def test_c4_a_penalty_that_is_owed_and_missing_refutes_a_sheet():
    assert told(TWO_TURNS, Anna="", Ben="penalty.1").answer is Answer.IMPOSSIBLE
    assert told(TWO_TURNS, Anna="penalty.1", Ben="penalty.1").answer is Answer.EXPLAINED


def test_ob1_a_figure_that_stands_nowhere_is_shown_by_the_field_for_its_points(sheet_of):
    throws = rolls_of(read_log("variant: on-board\nplayers: A, B\nA: 3 3 1 1 1 4\n"))
    given = [Given("A", sheet_of("green.10", "on-board")), Given("B", sheet_of("", "on-board"))]
    (proof,) = settle_rolls(throws, judged(given, frozenset())).proofs
    assert proof.between.finding.cells == ("green.10", "write.board")


@pytest.mark.parametrize(
    ("turns", "other", "refuted"),
    [
        ("A: 3 3 1 1 1 4", "", True),
        ("A: 3 3 1 1 1 4", None, True),
        ("B: 3 3 1 1 1 4\nA: 3 3 1 1 1 4", "board.1 yellow.9", False),
        ("B: 3 3 1 1 1 4\nA: 3 3 1 1 1 4", None, False),
    ],
)
def test_ob1_a_figure_jumps_over_none_that_is_not_on_the_board_yet(sheet_of, turns, other, refuted):
    throws = rolls_of(read_log(f"variant: on-board\nplayers: A, B\n{turns}\n"))
    given = [
        Given(name, sheet_of(cells, "on-board"))
        for name, cells in (("A", "board.6 red.6"), ("B", other))
        if cells is not None
    ]
    answer = settle_rolls(throws, judged(given, frozenset())).answer
    assert (answer is Answer.IMPOSSIBLE) == refuted


def test_an_unreadable_die_may_have_shown_anything_but_the_same_for_all():
    text = "players: Anna, Ben\nAnna: ? 1 3 2 6 6\n"
    assert told(text, Anna="red.5", Ben="red.5").answer is Answer.EXPLAINED
    assert told(text, Anna="red.5", Ben="red.6").answer is Answer.IMPOSSIBLE


def test_sheets_without_names_are_seated_where_they_fit():
    verdict = told(TWO_TURNS, x="red.4", y="blue.10")
    assert verdict.answer is Answer.EXPLAINED
    assert {player: each.player for player, each in verdict.seating.items()} == {
        "Anna": "y",
        "Ben": "x",
    }


def one_change(sheets, pad, rng):
    """A sheet changed in one number so that it is legal by itself; None if none was found."""
    victim = rng.choice(sorted(sheets))
    numbers = [cell.id for cell in pad.cells.values() if cell.kind == "number"]
    for _ in range(30):
        cell = rng.choice(numbers)
        changed = sheets[victim] ^ {cell}
        if judge(Scoresheet(pad, dict.fromkeys(sorted(changed), Mark.CROSS))).legal:
            return victim, cell, frozenset(changed)
    return None


@pytest.mark.parametrize("variant", ["classic", "mixed-a", "mixed-b"])
def test_one_changed_cell_is_part_of_every_proof(variant, game_of, given_of):
    refuted = 0
    for seed in range(16):
        game = game_of(variant, seed)
        change = one_change(game.sheets, game.log.pad, random.Random(seed))
        if not change:
            continue
        victim, cell, crossed = change
        verdict = settle_rolls(game.log, judged(given_of(game, {victim: crossed}), frozenset()))
        if verdict.answer is Answer.IMPOSSIBLE:
            refuted += 1
            assert len(verdict.proofs) == 1, seed
            assert cell in dict(verdict.proofs[0].between.marks)[victim], seed
    assert refuted >= 3


def test_the_answer_is_the_same_whatever_the_order_of_the_sheets(game_of, given_of):
    game = game_of("classic", 3)
    sheets = judged(given_of(game), frozenset())
    assert settle_rolls(game.log, sheets).log == settle_rolls(game.log, sheets[::-1]).log


def test_a_doubtful_cell_refutes_nothing():
    pad = find_pad("classic")
    doubts = {"red.9": {"cross": 0.5, "empty": 0.5}, "penalty.1": {"cross": 0.5, "empty": 0.5}}
    crossed = dict.fromkeys(["red.5", "blue.10"], Mark.CROSS)
    log = rolls("players: Anna, Ben\nAnna: 4 1 3 2 6 6\nBen: 6 3 1 5 3 4\nAnna: 6 3 6 1 1 1\n")
    anna = Given("Anna", Scoresheet(pad, crossed, doubts))
    told = settle_rolls(log, judged([anna], frozenset()))
    assert told.answer is Answer.EXPLAINED
    sure = Given("Anna", Scoresheet(pad, crossed))
    assert settle_rolls(log, judged([sure], frozenset())).answer is Answer.IMPOSSIBLE


EARLY = "players: Anna, Ben\nAnna: 1 1 1 1 1 1\nBen: 6 6 1 1 1 1\n"
CLOSED = "red.2 red.12 red.lock"


def house_rule(*waived, text=EARLY, **sheets):
    pad = find_pad("classic")
    given = [Given(n, Scoresheet(pad, dict.fromkeys(cells.split(), Mark.CROSS)))
             for n, cells in sheets.items()]  # fmt: skip
    rules = read_game_waivers(waived)
    return settle_rolls(rolls(text), judged(given, rules), waived=rules)


@pytest.mark.parametrize("rule", ["C5", "closing-too-early"])
def test_a_house_rule_lets_a_row_close_early_in_the_search_too(rule):
    sheets = {"Anna": CLOSED, "Ben": "red.2 penalty.1"}
    assert house_rule(**sheets).answer is Answer.IMPOSSIBLE
    told = house_rule(rule, **sheets)
    assert told.answer is Answer.EXPLAINED
    assert "Anna red.12" in told.log


def test_c8_waived_the_game_goes_on_after_two_closed_rows():
    text = f"{EARLY}Anna: 1 1 - - 1 1\n"
    sheets = {"Anna": f"{CLOSED} penalty.1", "Ben": "red.2 yellow.12 yellow.lock"}
    (proof,) = house_rule("C5", text=text, **sheets).proofs
    assert proof.reason.kind == "no-such-game"
    assert house_rule("C5", "C8", text=text, **sheets).answer is Answer.EXPLAINED


def test_c8_waived_a_turn_without_a_cross_costs_nothing_once_all_boxes_are_full():
    idle = "".join("Anna: 1 4 3 2 6 6\nBen: 1 4 1 1 1 1\n" for _ in range(4))
    text = f"players: Anna, Ben\n{idle}Anna: 1 4 3 2 6 6\n"
    four = "penalty.1 penalty.2 penalty.3 penalty.4"
    sheets = {"Anna": four, "Ben": f"red.5 yellow.5 green.5 blue.5 {four}"}
    assert house_rule("C8", text=text, **sheets).answer is Answer.EXPLAINED
    assert house_rule(text=text, **sheets).answer is Answer.IMPOSSIBLE


def test_a_lock_that_the_rules_put_right_is_no_part_of_an_explanation():
    text = "players: Ann, Bo\nAnn: 6 6 1 1 1 1\nBo: 5 6 1 1 1 1\n"
    cells = {"Ann": ("green.12", "green.11", "green.lock"), "Bo": ("penalty.1",)}
    given = [Given(name, Scoresheet(find_pad("classic"), dict.fromkeys(each, Mark.CROSS)))
             for name, each in cells.items()]  # fmt: skip
    verdict = settle(given, rolls=rolls(text), waive=frozenset(("not-over",))).rolls
    assert (verdict.answer, verdict.mended) == (Answer.EXPLAINED, ("Ann",))
    assert "green.lock" not in verdict.log
    assert verdict.says.endswith("what the rules put right on the sheet of Ann is left aside")
    for language in report_languages():
        assert "Ann" in speech_in(language).ending(verdict)
    right = told(text, Ann="green.12 green.11", Bo="penalty.1")
    assert (right.answer, right.mended) == (Answer.EXPLAINED, ())


def test_throws_leave_a_total_as_certain_as_the_sheet_itself_makes_it():
    text = "players: Anna, Ben\nAnna: 6 6 1 1 1 1\nBen: 1 1 1 1 1 1\n"
    cells = {"Anna": ("red.12", "red.lock"), "Ben": ("yellow.2",)}
    given = [Given(name, Scoresheet(find_pad("classic"), dict.fromkeys(each, Mark.CROSS)))
             for name, each in cells.items()]  # fmt: skip
    verdict = settle(given, rolls=rolls(text), waive=frozenset(("not-over",)))
    assert "rolls-cannot-give" in {each.finding.code for each in verdict.between}
    anna, _ = verdict.players
    assert (anna.standing, anna.by_rules, verdict.winners) == (Standing.ILLEGAL, 0, ("Ben",))
    assert anna.because == "see its findings"


def test_sheets_that_the_throws_refute_together_are_each_open():
    text = "players: Anna, Ben\nAnna: 6 6 1 1 1 1\nBen: 1 1 - 1 1 1\n"
    pad, waived = find_pad("classic"), frozenset(("C5", "not-over"))
    both = [Given(name, Scoresheet(pad, dict.fromkeys(cells, Mark.CROSS)))
            for name, cells in (("Anna", ["penalty.1"]), ("Ben", ["yellow.2"]))]  # fmt: skip
    verdict = settle(both, rolls=rolls(text), waive=waived)
    assert [each.standing for each in verdict.players] == [Standing.OPEN, Standing.OPEN]
    assert verdict.players[0].because.startswith(JOINTLY)
    assert not verdict.legal
    (alone,) = settle(both[:1], rolls=rolls(text), waive=waived).players
    assert alone.standing is Standing.PROVED


def test_a_rule_that_the_search_cannot_leave_out_refutes_nothing():
    told = house_rule("C4", Anna="", Ben="")
    assert told.answer is Answer.OPEN
    assert told.kept == ("C4",)
    assert "can't leave out C4" in told.says
    assert house_rule("not-over", Anna="", Ben="").answer is Answer.IMPOSSIBLE


def test_a_name_that_the_log_does_not_know_is_told():
    given = [Given(name, Scoresheet(find_pad("classic"), {cell: Mark.CROSS}))
             for name, cell in (("x", "red.4"), ("Anna", "blue.10"))]  # fmt: skip
    assert settle(given, rolls=rolls(TWO_TURNS)).taken == {"Ben": "x"}


@pytest.mark.parametrize("names", ["xy", "yx"])
@pytest.mark.parametrize(
    ("cells", "answer"),
    [
        (("red.12", "red.4"), Answer.OPEN),
        (("red.5", "blue.12"), Answer.OPEN),
        (("red.5", "yellow.5"), Answer.EXPLAINED),
    ],
)
def test_sheets_that_several_players_may_have_made_keep_their_names(names, cells, answer):
    given = [Given(name, Scoresheet(find_pad("classic"), {cell: Mark.CROSS}))
             for name, cell in zip(names, cells, strict=True)]  # fmt: skip
    verdict = settle(given, rolls=rolls("players: Anna, Ben, Cleo\nCleo: 1 4 1 1 1 1\n"))
    assert verdict.rolls.untold
    assert verdict.rolls.answer is answer
    assert (verdict.taken, verdict.rolls.seating) == ({}, {})
    assert [each.player for each in verdict.players] == ["x", "y"]
    assert "rolls-cannot-give" not in {each.finding.code for each in verdict.between}
    assert "name the players in the order of the sheets (--names)" in verdict.rolls.says
    for language in report_languages():
        assert "--names" in speech_in(language).ending(verdict.rolls)


@pytest.mark.parametrize("white", ["1 6", "6 1", "2 6"])
def test_an_unreadable_die_is_shown_with_a_value_that_it_can_have(white):
    verdict = told(f"players: Anna, Ben\nAnna: {white} ? 1 1 1\n", Anna="red.8", Ben="")
    assert verdict.answer is Answer.EXPLAINED
    assert replay(read_log(verdict.log)).game.scoresheet(0).crossed == {"red.8"}


LUCKY = {"Anna": (6, 11), "Ben": (4, 9)}
LUCKY_LOG = """variant: longo
players: Anna, Ben
lucky: Anna 6 11, Ben 4 9
Anna: 5 1 1 1 1 1
Ben: 8 8 8 8 1 1
"""


def lucky_sheets(**lucky):
    cells = {"Anna": ["green.16"], "Ben": ["red.6", "penalty.1"]}
    longo = find_pad("longo")
    return [
        Given(name, Scoresheet(longo.with_layout({"lucky": list(lucky[name])}),
                               dict.fromkeys(cells[name], Mark.CROSS)))
        for name in cells
    ]  # fmt: skip


def test_an_explanation_says_whose_lucky_numbers_are_which():
    verdict = settle_rolls(
        rolls_of(read_log(LUCKY_LOG)), judged(lucky_sheets(**LUCKY), frozenset())
    )
    assert verdict.answer is Answer.EXPLAINED
    assert "lucky: Anna 6 11, Ben 4 9" in verdict.log
    assert replay(read_log(verdict.log)).error is None


@pytest.mark.parametrize("seed", range(6))
def test_an_explanation_on_a_drawn_layout_replays(seed, given_of):
    rng = random.Random(seed)
    game = random_game(find_pad("mixed-b").drawn(rng), rng, 2)
    told = settle_rolls(game.log, judged(given_of(game), frozenset()))
    played = replay(read_log(told.log))
    assert played.error is None
    assert played.game.scoresheet(0).crossed == game.sheets["Anna"]


def test_sheets_that_are_printed_otherwise_than_the_log_says_are_not_judged_by_it():
    log = rolls_of(read_log(LUCKY_LOG))
    verify_rolls(log, lucky_sheets(**LUCKY))
    for sheets in (
        lucky_sheets(**{**LUCKY, "Anna": (5, 8)}),
        lucky_sheets(Anna=(5, 10), Ben=(4, 9)),
    ):
        with pytest.raises(SheetDataError, match="Anna's sheet is laid out otherwise than the log"):
            verify_rolls(log, sheets)
    nameless = [replace(each, player=f"Sheet {n}") for n, each in enumerate(lucky_sheets(**LUCKY))]
    verify_rolls(log, nameless)
    with pytest.raises(SheetDataError, match="otherwise than the log says of any other"):
        verify_rolls(log, [replace(lucky_sheets(Anna=(5, 8), Ben=(4, 9))[0], player="Sheet 1")])


def test_codes_in_a_log_tell_whose_sheet_is_whose():
    pad = find_pad("classic")
    codes = [SheetCode(pad, number).text for number in (1, 2, 3)]
    text = f"variant: classic\nplayers: Anna, Ben\nsheet: Anna {codes[0]}, Ben {codes[1]}\n"
    log = rolls_of(read_log(f"{text}Anna: 1 1 2 2 2 2\n"))

    def given(name, code):
        return Given(name, Scoresheet(pad, {}, code=code))

    known, others = by_code_or_name(log.printed, [given("X", codes[1]), given("Y", codes[0])])
    assert (known, others) == ({"Anna": 1, "Ben": 0}, [])
    with pytest.raises(SheetDataError, match=f"Anna played on sheet {codes[0]} by the log"):
        verify_rolls(log, [given("Anna", codes[2])])
    with pytest.raises(
        SheetDataError, match=f"sheet {codes[1]} is Ben's by the log, and was given"
    ):
        verify_rolls(log, [given("Anna", codes[1])])


def test_a_sheet_typed_without_its_code_is_the_one_that_the_log_names():
    pad = find_pad("classic")
    code = SheetCode(pad, 1).text
    text = f"variant: classic\nplayers: Anna, Ben\nsheet: Anna {code}\nAnna: 4 1 3 2 6 6\n"
    given = [Given("anna", Scoresheet(pad, {"red.5": Mark.CROSS}))]
    verdict = settle(given, rolls=rolls_of(read_log(text)))
    verify_rolls(rolls_of(read_log(text)), given)
    assert (verdict.rolls.answer, verdict.taken) == (Answer.EXPLAINED, {})


def test_c1_throws_are_asked_for_the_marks_alone_whatever_an_earlier_look_shows():
    """The look convicts the 7; the throws can have brought the 7 before the 9 all the same."""
    text = "players: Anna, Ben\nAnna: 3 4 1 1 1 1\nBen: 4 5 1 1 1 1\n"
    pad = find_pad("classic")
    cells = {"Anna": ("red.7", "red.9"), "Ben": ("penalty.1",)}
    given = [Given(name, Scoresheet(pad, dict.fromkeys(each, Mark.CROSS)))
             for name, each in cells.items()]  # fmt: skip
    look = [Given("Anna", Scoresheet(pad, {"red.9": Mark.CROSS}))]
    waived = frozenset(("not-over",))
    verdict = settle(given, rolls=rolls(text), earlier=look, waive=waived)
    anna, ben = verdict.players
    assert verdict.rolls.answer is Answer.EXPLAINED
    assert [b.finding.code for b in verdict.between] == []
    assert (anna.standing, anna.by_rules) == (Standing.ILLEGAL, 1)
    assert ben.standing is Standing.PROVED


def test_a_row_may_have_closed_before_a_throw_of_which_its_die_cannot_be_read():
    """Whether a die of ? is out nobody knows: the row closed in the turn before, or was open."""
    turns = "".join(f"{'Anna' if n % 2 == 0 else 'Ben'}: {w} {w} 3 4 4 4\n"
                    for n, w in enumerate((1, 2, 3, 4, 5, 6)))  # fmt: skip
    text = f"players: Anna, Ben\n{turns}Anna: 1 1 ? 4 4 4\nBen: 1 1 - 4 4 4\n"
    anna = "red.2 red.4 red.6 red.8 red.10 red.12 red.lock penalty.1"
    assert told(text, Anna=anna).answer is Answer.EXPLAINED


def test_a_sheet_that_its_code_gives_to_one_player_is_not_given_to_another_by_its_name():
    pad = find_pad("classic")
    players = {"Anna": Printed(pad, "CC05HXS7H044M"), "Ben": Printed(pad)}
    sheet = Given("Ben", Scoresheet(pad, {}, code="CC05HXS7H044M"))
    assert by_code_or_name(players, [sheet]) == ({"Anna": 0}, [])


def test_white_dice_that_cannot_be_read_fit_both_actions_of_the_active_player():
    """Their sum is six, and one of them a three, which makes nine with red: 3 and 3."""
    found = told("players: Anna, Ben\nAnna: ? ? 6 1 1 1\n", Anna="yellow.6 red.9")
    assert found.answer is Answer.EXPLAINED
    assert "Anna: 3 3 6 1 1 1 | Anna yellow.6 | red.9" in found.log.splitlines()


def test_c8_no_row_closes_after_the_action_in_which_closed_rows_end_the_game():
    log = rolls_of(read_log("variant: classic\nplayers: Anna, Ben\nAnna: 1 1 1 1 6 6\n"))
    first, second = frozenset({(0, 1)}), frozenset({(0, 2)})
    ends = list(schedules(log, [first, first, frozenset(), frozenset()], 0b011, 2))
    assert [each.end for each in ends] == [(0, 1)]
    assert list(schedules(log, [first, first, second, frozenset()], 0b111, 2)) == []
