"""Why a sheet stands as it does is the same in every language."""

from dataclasses import replace

import pytest

from sheetkit.pad import find_pad
from sheetkit.report.speech import sentences, speech_in
from sheetkit.report.words import report_languages
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.grounds import Ground, Standing
from sheetkit.settle.recorded import Record
from sheetkit.settle.verdict import settle


def sheet(cells, **more):
    return Scoresheet(find_pad("classic"), dict.fromkeys(cells.split(), Mark.CROSS), **more)


@pytest.mark.parametrize("ground", Ground)
def test_every_ground_has_a_sentence_in_every_language(ground):
    maybe = {"red.6": {"cross": 0.5, "empty": 0.5}}
    (anna,) = settle([Given("Anna", sheet("red.2", unsure=maybe))]).players
    on_it = replace(anna, ground=ground)
    said = {code: speech_in(code).because(on_it) for code in report_languages() if code != "en"}
    assert len(set(said.values())) == len(said)
    assert all(each.strip(" .") and "{" not in each for each in said.values())


def test_no_two_grounds_are_said_alike():
    (anna,) = settle([Given("Anna", sheet("red.2"))]).players
    said = {speech_in("de").because(replace(anna, ground=ground)) for ground in Ground}
    assert len(said) == len(Ground)


@pytest.mark.parametrize("language", report_languages())
def test_a_contradicted_sheet_is_so_in_every_language_though_a_cell_is_doubtful(language):
    """Its closing number is too early or not as the doubtful cell is read: no score stands."""
    maybe = {"red.6": {"cross": 0.5, "empty": 0.5}}
    closed = sheet("red.2 red.3 red.4 red.5 red.12 red.lock", unsure=maybe)
    (anna,) = settle([Given("Anna", closed)], record=Record({"Anna": sheet("yellow.2")})).players
    assert anna.judged.ruling.score is None
    assert (anna.standing, anna.ground) == (Standing.OPEN, Ground.CONTRADICTED)
    words = sentences(language).get("words", {})
    english = "The recorded game leaves other marks; which of them is wrong, the marks don't say."
    assert speech_in(language).because(anna) == words.get("because-contradicted", english)
