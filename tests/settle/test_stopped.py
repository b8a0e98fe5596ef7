"""A search that somebody stops: what is known so far is said."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sheetkit.game_log import read_log
from sheetkit.pad import find_pad
from sheetkit.report.speech import speech_in
from sheetkit.report.words import report_languages
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given, judged
from sheetkit.settle.grounds import Standing
from sheetkit.settle.plays import Plays
from sheetkit.settle.reasons import reason
from sheetkit.settle.roll_case import Effort, RollCase
from sheetkit.settle.rolls import Answer, SearchEnd, settle_rolls
from sheetkit.settle.target import full_target, statements
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle
from sheetkit.settle.waivers import read_game_waivers

ROOT = Path(__file__).parents[2]
DISPUTES = ROOT / "samples" / "disputes"
ROLLS = "variant: classic\nplayers: Anna, Ben\nAnna: 4 1 3 2 6 6\nBen: 2 2 1 5 3 4\n"


def stopped_at(stage, cells):
    """The answer on a sheet where somebody stops the search as that stage begins."""

    def say(now):
        if stage in now:
            raise KeyboardInterrupt

    sheet = Scoresheet(find_pad("classic"), dict.fromkeys(cells.split(), Mark.CROSS))
    sheets = judged([Given("Anna", sheet)], frozenset())
    return settle_rolls(rolls_of(read_log(ROLLS)), sheets, Effort(say=say))


def test_stopped_before_there_is_an_answer_it_is_open():
    told = stopped_at("explaining", "red.4 red.5")
    assert told.answer is Answer.OPEN
    assert told.ending is SearchEnd.STOPPED
    assert "no proof either way so far" in told.says


def test_stopped_while_the_proof_is_made_short_the_sheet_stays_refuted():
    told = stopped_at("shortest proof", "red.4 red.5")
    assert told.answer is Answer.IMPOSSIBLE
    assert told.ending is SearchEnd.REFUTED_SO_FAR
    (proof,) = told.proofs
    assert {"red.4", "red.5"} <= set(proof.between.finding.cells)
    assert not proof.irreducible


def stop(now):
    if "shortest proof" in now:
        raise KeyboardInterrupt


def proof_of(throws, *sheets):
    """The proof about whole sheets: the search for a shorter one is stopped."""
    waived = read_game_waivers(("C5", "not-over"))
    pad = find_pad("classic")
    given = [Given(name, Scoresheet(pad, dict.fromkeys(cells.split(), Mark.CROSS)))
             for name, cells in zip(("Anna", "Ben"), sheets, strict=False)]  # fmt: skip
    log = rolls_of(read_log(f"variant: classic\nplayers: Anna, Ben\n{throws}"))
    told = settle_rolls(log, judged(given, waived), Effort(say=stop), waived)
    return told.proofs[0]


def test_a_proof_of_more_than_can_be_listed_names_the_sheets_alone():
    jointly = proof_of("Anna: 6 6 1 1 1 1\nBen: 1 1 - 1 1 1\n", "penalty.1", "yellow.2")
    assert jointly.between.finding.message == (
        "no play of these throws leaves these sheets together: Anna, Ben"
    )
    assert {name for name, _ in jointly.between.marks} == {"Anna", "Ben"}
    alone = proof_of("Anna: 4 1 3 2 6 6\nBen: 2 2 1 5 3 4\n", "red.4 red.5 penalty.1")
    assert alone.between.finding.message == "no play of these throws leaves this sheet: Anna"
    assert {"red.4", "red.5", "red.6", "penalty.1"} <= set(alone.between.finding.cells)
    for language in report_languages():
        speech = speech_in(language)
        assert speech.page["comma"].join(("Anna", "Ben")) in speech.proof(jointly)
        assert "Anna" in speech.proof(alone)
        assert max(len(speech.proof(proof)) for proof in (jointly, alone)) < 120


def test_a_proof_of_twelve_statements_lists_them():
    pad, log = find_pad("classic"), rolls_of(read_log(ROLLS))
    plays = {"Anna": Plays(pad, full_target(pad, frozenset(("red.5",))))}
    said = [("Anna", each) for each in statements(pad)]
    for count, kind in ((12, "together"), (13, "whole-sheet")):
        told = reason(said[:count], plays, log, {"Anna": 0})
        assert (told.kind, len(told.cells)) == (kind, count)


def test_a_search_without_effort_left_is_given_up():
    sheet = Scoresheet(find_pad("classic"), {"red.5": Mark.CROSS})
    sheets = judged([Given("Anna", sheet)], frozenset())
    told = settle_rolls(rolls_of(read_log(ROLLS)), sheets, Effort(whole=0))
    assert told.answer is Answer.OPEN
    assert told.ending is SearchEnd.GIVEN_UP


@pytest.mark.parametrize("language", report_languages())
@pytest.mark.parametrize("players", ["AB", "A"])
def test_what_would_decide_is_named_and_no_sheets_that_are_there(monkeypatch, language, players):
    monkeypatch.setattr(RollCase, "explanation", lambda _: None)
    pad, log = find_pad("classic"), "variant: classic\nplayers: A, B\nA: 4 1 3 2 6 6\n"
    crossed = {"A": {"red.5": Mark.CROSS}, "B": {}}
    given = [Given(name, Scoresheet(pad, crossed[name])) for name in players]
    told = settle_rolls(rolls_of(read_log(log)), judged(given, frozenset()))
    said = speech_in(language).ending(told)
    assert told.answer is Answer.OPEN
    lone = replace(told, ending=SearchEnd.UNDECIDED)
    assert (said == speech_in(language).ending(lone)) == (players == "A")
    assert ("sheets of all players" in told.says) == (players == "A")


def test_throws_that_answer_nothing_prove_no_sheet():
    sheet = Scoresheet(find_pad("classic"), {"red.5": Mark.CROSS})
    given = [Given("Anna", sheet)]
    verdict = settle(given, rolls=rolls_of(read_log(ROLLS)), effort=Effort(whole=0))
    assert verdict.rolls.answer is Answer.OPEN
    assert [each.standing for each in verdict.players] == [Standing.AS_SEEN]
    assert verdict.needs_a_look
    assert not settle(given).needs_a_look
    assert settle(given, unread=["none.jpg"]).needs_a_look


INTERRUPTED = """
import os, signal, sys
from sheetkit.settle.explain import Table
signal.signal(signal.SIGINT, signal.default_int_handler)  # where CI runs in the background
explain = Table.explain
def interrupted(self):
    os.kill(os.getpid(), signal.SIGINT)
    return explain(self)
Table.explain = interrupted
from sheetkit.cli.main import run
run()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_gives_the_verdict_that_is_known_so_far(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "settle", DISPUTES / "anna-true.txt",
         DISPUTES / "ben-true.txt", "--names", "Anna,Ben", "--rolls", DISPUTES / "throws.log"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert "By the throws: the search was stopped" in done.stdout
    assert "Winner: Ben with -2 points" in done.stdout
    assert "Traceback" not in done.stderr
