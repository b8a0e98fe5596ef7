"""The rule beside a finding: with the figures of the pad, and where they are from."""

import re

import pytest

from sheetkit.design import language_names
from sheetkit.notation import parse_sheet
from sheetkit.pad import Shelf, find_pad, layouts_folder
from sheetkit.report.evidence import Evidence
from sheetkit.report.speech import sentences, speech_in
from sheetkit.report.verdict_html import verdict_html
from sheetkit.rules import clauses
from sheetkit.settle.given import Given
from sheetkit.settle.verdict import settle


@pytest.fixture(scope="module")
def club_pad(tmp_path_factory):
    """A pad of somebody's own, with other figures than any rulebook's."""
    figures = {
        "crosses_before = 6": "crosses_before = 7", "boxes = 4": "boxes = 3",
        "points = -5": "points = -9", "closed_rows = 2": "closed_rows = 3",
        'name = "longo"': 'name = "club"',
    }  # fmt: skip
    text = (layouts_folder() / "longo.toml").read_text()
    for book, own in figures.items():
        text = text.replace(book, own)
    text = re.sub(r"sources = \[.*?\]", 'sources = ["our wall", "aunt May"]', text, flags=re.S)
    file = tmp_path_factory.mktemp("club") / "club.toml"
    file.write_text(text)
    return find_pad(str(file))


@pytest.mark.parametrize("language", language_names())
def test_a_rule_has_the_figures_and_the_sources_of_a_pad_of_ones_own(language, club_pad):
    speech = speech_in(language)
    early = parse_sheet("club red 2 3 15 lock", Shelf([club_pad]))
    verdict = settle([Given("Anna", early), Given("Ben", early)])
    (finding,) = verdict.players[0].judged.ruling.findings
    clause, said, source = speech.rule(finding, club_pad)
    assert (clause, source, finding.source) == ("L1", "our wall; aunt May", source)
    assert re.findall(r"-?\d", said) == ["2", "7"]
    assert re.findall(r"-?\d", speech.clause("C5", club_pad)) == ["7"]
    assert re.findall(r"-?\d", speech.clause("C8", club_pad)) == ["3", "3"]
    assert re.findall(r"-?\d", speech.clause("C9", club_pad)) == ["-9"]
    page = verdict_html(verdict, Evidence((), "", "0.1.0", {}), language)
    assert page.count("our wall; aunt May · ") == 3, "of both sheets, and between them"
    assert "NSV" not in page


def test_what_sheets_prove_about_each_other_cites_the_pads_own_sources(club_pad):
    full = parse_sheet("club penalty 1 2 3", Shelf([club_pad]))
    verdict = settle([Given("Anna", full), Given("Ben", full)])
    assert [each.finding.source for each in verdict.between] == ["our wall; aunt May"]


@pytest.mark.parametrize("language", [each for each in language_names() if each != "en"])
def test_clauses_ask_for_the_same_figures_in_every_language(language):
    for rule, clause in clauses().items():
        asked = re.findall(r"{\w+}", clause.words)
        assert sorted(re.findall(r"{\w+}", sentences(language)["clauses"][rule])) == sorted(asked)
