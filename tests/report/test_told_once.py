"""What the sheets prove together is told once; elsewhere it is only pointed to."""

import io
import re
from dataclasses import replace
from html import unescape

import pytest
from pypdf import PdfReader

from sheetkit.report.evidence import Evidence
from sheetkit.report.parts import see_between
from sheetkit.report.speech import speech_in
from sheetkit.report.verdict_html import verdict_html
from sheetkit.report.verdict_pdf import verdict_pdf
from sheetkit.report.words import report_languages, report_words
from tests.report.disputes import verdict_of

NO_EVIDENCE = Evidence((), "sheetkit settle", "0.1.0", {})


@pytest.fixture(scope="module")
def refuted():
    return verdict_of("anna-changed.txt", "ben-true.txt")


@pytest.fixture(scope="module")
def explained():
    return verdict_of("anna-true.txt", "ben-true.txt")


def bare(page):
    return unescape(re.sub(r"<[^>]+>|[\u200e\u200f]", "", page))


@pytest.mark.parametrize("language", report_languages())
def test_a_proof_stands_once_on_the_page(refuted, language):
    (proof,) = refuted.rolls.proofs
    page = verdict_html(refuted, NO_EVIDENCE, language)
    assert bare(page).count(speech_in(language).proof(proof)) == 1


def test_a_proof_and_its_clause_stand_once_in_the_pdf(refuted):
    pages = PdfReader(io.BytesIO(verdict_pdf(refuted, NO_EVIDENCE, "de"))).pages
    said = " ".join(" ".join(page.extract_text().split()) for page in pages)
    assert said.count("kann nur aus Zug 6 stammen") == 1
    assert said.count("C1: In jeder Reihe wird von links nach rechts angekreuzt") == 1


def test_its_sheet_points_to_where_it_is_told(refuted):
    page = verdict_html(refuted, NO_EVIDENCE, "de")
    (target,) = re.findall(r'<a href="#(\w+)">', page)
    assert f'id="{target}"' in page
    assert bare(page).count(see_between(report_words("de"))) == 2


@pytest.mark.parametrize("language", report_languages())
def test_what_a_sheet_can_show_is_not_said_twice(explained, language):
    """The word for it doesn't say what the reason after it says."""
    because = speech_in(language).because(explained.players[0]).rstrip(".")
    standing = report_words(language)["standing_proved"]
    assert because.casefold() not in standing.casefold()


@pytest.mark.parametrize("language", report_languages())
def test_what_a_recorded_game_says_of_proved_sheets_stands_on_the_page(language, explained):
    """The throws prove Anna's sheet; the record leaves it as well, and not Ben's."""
    anna, ben = explained.players
    players = (replace(anna, recorded=True), replace(ben, recorded=False))
    heard, words = replace(explained, players=players), report_words(language)
    page = bare(verdict_html(heard, NO_EVIDENCE, language))
    assert words["recorded"] in page
    assert words["recorded_agrees"].format(names="Anna") in page
    assert words["recorded_differs"].format(names="Ben") in page
    assert words["recorded"] not in bare(verdict_html(explained, NO_EVIDENCE, language))
    doubted = replace(heard, players=(anna, replace(ben, recorded=None, doubted=("red.9",))))
    cells = speech_in(language).cell("red.9")
    said = words["deciding"].format(cells=f"Ben: {cells}")
    assert said in bare(verdict_html(doubted, NO_EVIDENCE, language))


def test_what_a_recorded_game_says_stands_in_the_pdf(explained):
    anna, ben = explained.players
    players = (replace(anna, recorded=True), replace(ben, recorded=False))
    pages = PdfReader(
        io.BytesIO(verdict_pdf(replace(explained, players=players), NO_EVIDENCE))
    ).pages
    said = " ".join(" ".join(page.extract_text().split()) for page in pages)
    assert "By the recorded game" in said
    assert "It leaves just these marks: Anna" in said
    assert "It leaves other marks: Ben" in said


@pytest.mark.parametrize(("language", "said"), [("en", "1 sheet"), ("de", "1 Zettel")])
def test_one_sheet_is_no_plural(language, said):
    alone = verdict_of("ben-true.txt")
    page = verdict_html(alone, NO_EVIDENCE, language)
    assert f", {said}<" in page
