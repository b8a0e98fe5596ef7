"""Text, page and PDF say at which sheets a person has to look, and don't look settled then."""

import io
from dataclasses import replace
from html import escape

import pytest
from pypdf import PdfReader

from sheetkit.pad import find_pad
from sheetkit.report.evidence import Evidence
from sheetkit.report.parts import look, state
from sheetkit.report.speech import sentences, speech_in
from sheetkit.report.verdict_html import verdict_html
from sheetkit.report.verdict_json import verdict_object
from sheetkit.report.verdict_pdf import verdict_pdf
from sheetkit.report.verdict_text import verdict_text
from sheetkit.report.words import report_languages, report_words
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.grounds import Standing
from sheetkit.settle.verdict import settle

NOTHING_ELSE = Evidence((), "sheetkit settle", "0.1.0", {})
MAYBE = {"red.5": {"cross": 0.5, "empty": 0.5}}


def given(player, cells, *, review=False, **more):
    marks = dict.fromkeys(cells.split(), Mark.CROSS)
    return Given(player, Scoresheet(find_pad("classic"), marks, **more), player, review=review)


ANNA, BEN = given("Anna", "red.2 red.3 red.4"), given("Ben", "red.2")
UNCLEAR = replace(ANNA, review=True)
DOUBTFUL = given("Anna", "red.2 red.3 red.4", unsure=MAYBE)


def verdict_on(*sheets, **more):
    return settle(sheets, waive=["not-over"], **more)


def test_nobody_has_to_look_at_sheets_that_are_clear():
    verdict = verdict_on(ANNA, BEN)
    assert (verdict.to_look_at, verdict.needs_a_look) == ((), False)
    assert "A person has to look" not in verdict_text(verdict)
    assert "A person has to look" not in verdict_html(verdict, NOTHING_ELSE)


def test_a_sheet_whose_picture_is_not_clear_is_open():
    verdict = verdict_on(UNCLEAR, BEN)
    anna, ben = verdict.players
    assert (anna.standing, ben.standing) == (Standing.OPEN, Standing.AS_SEEN)
    said = verdict_text(verdict)
    assert "\n  open: a person has to look at its photo\n" in said
    assert "\nWinner so far: Anna with 6 points\nA person has to look at this sheet: Anna" in said
    assert verdict_object(verdict)["status"] == "review"


def test_a_doubtful_cell_that_changes_no_winner_has_to_be_looked_at():
    said = verdict_text(verdict_on(DOUBTFUL, BEN))
    assert "\nWinner: Anna with 6 to 10 points\nA person has to look at this sheet: Anna" in said


def test_each_sheet_is_named_that_has_to_be_looked_at():
    verdict = verdict_on(UNCLEAR, replace(BEN, review=True))
    assert "A person has to look at these sheets: Anna, Ben" in verdict_text(verdict)


def test_a_cross_that_an_earlier_look_does_not_show_for_certain_has_to_be_looked_at():
    before = given("Anna", "red.2 red.3", unsure={"red.4": MAYBE["red.5"]})
    verdict = verdict_on(ANNA, BEN, earlier=[before])
    assert (verdict.to_look_at, state(verdict)) == (("Anna",), ("state_open", "soft"))


def test_that_a_sheet_is_not_legal_hides_no_other_that_has_to_be_looked_at():
    verdict = verdict_on(UNCLEAR, given("Ben", "red.2 red.12 red.lock"))
    assert state(verdict) == ("not_legal", "bad")
    assert "A person has to look at this sheet: Anna" in verdict_html(verdict, NOTHING_ELSE)


@pytest.mark.parametrize("language", report_languages())
@pytest.mark.parametrize("sheet", [UNCLEAR, DOUBTFUL], ids=["unclear", "doubtful"])
def test_page_and_pdf_say_so_in_every_language(language, sheet):
    verdict, words = verdict_on(sheet, BEN), report_words(language)
    page = verdict_html(verdict, NOTHING_ELSE, language)
    assert words["all_legal"] not in page
    assert f'<p class="state soft">{words["state_open"]}</p><p class="state soft">' in page
    assert words["standing_open"] in page
    said = look(verdict, words, speech_in(language))
    assert said == words["look_one"].format(names="Anna")
    assert escape(words["look_one"].format(names="")) in page
    paper = PdfReader(io.BytesIO(verdict_pdf(verdict, NOTHING_ELSE, language)))
    if words["direction"] == "ltr":
        assert said in paper.pages[0].extract_text()


@pytest.mark.parametrize("language", sorted({*report_languages()} - {"en"}))
def test_why_a_sheet_is_open_is_said_in_every_language(language):
    anna, _ = verdict_on(UNCLEAR, BEN).players
    because = speech_in(language).because(anna)
    assert because == sentences(language)["words"]["because-review"]
