"""What could not be read, in the language of the report."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sheetkit.errors import NotationError, PhotoError, SheetkitError
from sheetkit.game_files import read_game
from sheetkit.pad import Shelf
from sheetkit.reading.problems import SAYS, told
from sheetkit.report.evidence import Evidence, evidence_of
from sheetkit.report.parts import problem_lines
from sheetkit.report.speech import sentences, speech_in
from sheetkit.report.verdict_html import verdict_html
from sheetkit.report.verdict_pdf import verdict_pdf
from sheetkit.report.words import report_languages, report_words
from sheetkit.scoresheet import EMPTY, Mark
from sheetkit.settle.verdict import settle

ROOT = Path(__file__).parents[2]
PENCIL = ROOT / "samples" / "15-something-on-it.jpg"
LANGUAGES = [language for language in report_languages() if language != "en"]
NO_COMMA_BEFORE_OR = {"pl", "ru"}
ELSEWHERE = {"usage", "which-sheet", "unclear", "not-the-design"}
"""Codes that no report tells, and those that are told by their kinds alone."""


@pytest.fixture(scope="module")
def game():
    return read_game([str(PENCIL), "no/such.jpg"], Shelf())


def seen_as(error, language):
    (line,) = problem_lines([error], speech_in(language))
    return line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_and_error_has_its_sentence(language):
    said = sentences(language)["problems"]
    codes = set(re.findall(r"^\| `([a-z-]+)` \|", (ROOT / "docs" / "errors.md").read_text(), re.M))
    assert set(SAYS) | codes - ELSEWHERE <= set(said)
    for kind, english in SAYS.items():
        fields = set(re.findall(r"{(\w+)}", english))
        assert set(re.findall(r"{(\w+)}", said[kind])) <= fields | {"answer"}, kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", SAYS)
def test_every_sentence_says_what_to_do(kind, language):
    assert re.search(r"\w[^;؛]*[;؛]\s*\w", sentences(language)["problems"][kind])


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - NO_COMMA_BEFORE_OR))
def test_every_sentence_that_offers_an_answer_does_so_with_the_same_stop(language):
    said = sentences(language)["problems"].values()
    stops = re.findall(r"([^\w\s]?) {answer}", "\n".join(said))
    assert len(set(stops)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_english_sentence_of_a_photo_is_on_a_translated_page(game, language):
    problems = [*game.errors, *game.found[0].problems]
    evidence = evidence_of(game.found, problems, game.read, ())
    assert {error.code for error in problems} == {"covered", "unclear", "no-file"}
    page = verdict_html(settle([each.given for each in game.found]), evidence, language)
    for english in ("something lies over", "can't be told", "no such file", "--review, or"):
        assert english not in page
    assert "15-something-on-it.jpg" in page
    assert verdict_pdf(settle([each.given for each in game.found]), evidence, language)


def test_a_photo_s_problem_is_told_with_its_numbers(game):
    covered = next(error for error in game.found[0].problems if error.code == "covered")
    assert seen_as(covered, "en").startswith(
        "15-something-on-it.jpg: something lies over 2 cells of sheet CC05HXS7JWWDR; take it away"
    )
    assert seen_as(covered, "de").startswith(
        "15-something-on-it.jpg: Zettel CC05HXS7JWWDR: auf Feldern liegt etwas (Felder: 2); "
        "es wegnehmen und neu fotografieren, oder angeben, was darin steht"
    )


def test_cells_pads_and_sheets_without_a_code_are_named_as_on_the_page():
    for problem, said in (
        (told("no-code", pad="Classic", name="classic"), "der Block Klassisch"),
        (told("covered", cells=1, sheet=""), "Zettel ohne lesbaren Code: "),
        (told("unknown-cell", "unknown-answers", cells=("red.5",), sheet="X"), "zu rot 5"),
    ):
        error = PhotoError(problem.code, problem.message)
        error.said = problem.said
        assert said in seen_as(error, "de")


def test_an_error_in_a_text_names_its_line_and_an_unknown_one_is_told_as_such():
    mistake = NotationError("what is 'rod'", "write red", line=3, column=5, file="a/ben.txt")
    assert seen_as(mistake, "de") == (
        "ben.txt: Der Zettel in einer Zeile ist nicht zu verstehen; die Stelle verbessern. "
        "(Zeile 3, Spalte 5)"
    )
    assert "Kommandozeile" in seen_as(SheetkitError("out of cheese"), "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_person_answered_is_said_in_the_language(game, language):
    (found,) = game.found
    sheet = found.given.sheet.with_answer("red.5", EMPTY).with_answer("red.6", Mark.CROSS)
    verdict = settle([replace(found.given, sheet=sheet)])
    page = verdict_html(verdict, Evidence((), "sheetkit settle", "0.1.0", {}), language)
    words = report_words(language)
    assert f"({words['mark_empty']})" in page
    assert "(empty)" not in page
