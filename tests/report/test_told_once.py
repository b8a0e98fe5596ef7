"""What the sheets prove together is told once; elsewhere it is only pointed to."""

import io
import re
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


@pytest.mark.parametrize(("language", "said"), [("en", "1 sheet"), ("de", "1 Zettel")])
def test_one_sheet_is_no_plural(language, said):
    alone = verdict_of("ben-true.txt")
    page = verdict_html(alone, NO_EVIDENCE, language)
    assert f", {said}<" in page
