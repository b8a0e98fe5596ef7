"""The turns of an explanation as a table."""

from sheetkit.report.parts import turns
from sheetkit.report.speech import speech_in
from sheetkit.report.words import report_words
from sheetkit.settle.replayed import ToldTurn
from sheetkit.settle.rolls import RollsVerdict, SearchEnd
from tests.report.disputes import verdict_of


def test_each_turn_has_its_throw_and_what_was_done_with_it():
    rolls = verdict_of("anna-true.txt", "ben-true.txt").rolls
    lines = rolls.log.splitlines()[2:]
    head, body = turns(rolls, report_words("en"), speech_in("en"))
    assert head == [report_words("en")[key] for key in ("turn", "throw", "everybody", "active")]
    assert [turn for turn, *_ in body] == [str(n) for n in range(1, len(lines) + 1)]
    assert [said for _, *said in body] == [line.split(" | ") for line in lines]


def test_a_penalty_is_said_in_the_language_and_figures_have_a_column_of_their_own():
    told = (
        ToldTurn("A: 1 1 2 3 4 5", "A red.2", None, ""),
        ToldTurn("B: 3 4 2 3 4 5", "-", "-", "board.5 green.10"),
    )
    assert [turn.line for turn in told] == [
        "A: 1 1 2 3 4 5 | A red.2 | penalty",
        "B: 3 4 2 3 4 5 | - | - | board.5 green.10",
    ]
    head, body = turns(
        RollsVerdict(SearchEnd.EXPLAINED, 2, {}, turns=told), report_words("de"), speech_in("de")
    )
    assert head[-1] == "Figur"
    assert body == [
        ["1", "A: 1 1 2 3 4 5", "A rot 2", "Fehlwurf", ""],
        ["2", "B: 3 4 2 3 4 5", "-", "-", "Brettfeld 5 grün 10"],
    ]
