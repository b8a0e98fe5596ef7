"""What a verdict's page says in its head, its headings and its lists, in every language."""

import re
from html import unescape

import pytest

from sheetkit.pad import find_pad
from sheetkit.report.evidence import Evidence
from sheetkit.report.parts import heading, span
from sheetkit.report.speech import speech_in
from sheetkit.report.verdict_html import verdict_html
from sheetkit.report.words import report_languages, report_words
from sheetkit.rules import judge
from sheetkit.scoresheet import Mark, Scoresheet, Written
from sheetkit.settle.given import Given
from sheetkit.settle.verdict import settle
from tests.report.disputes import verdict_of

NO_EVIDENCE = Evidence((), "sheetkit settle", "0.1.0", {})


def sheet(cells, **more):
    return Scoresheet(find_pad("classic"), dict.fromkeys(cells.split(), Mark.CROSS), **more)


def test_a_wrong_sum_is_worth_what_was_written_too_much_and_that_is_said():
    """Beside the finding stands what it changes in the total by the rules: nothing."""
    written = {"total": Written(12, 1.0)}
    verdict = settle([Given("Anna", sheet("red.2", written=written)), Given("Ben", sheet("red.3"))])
    page = verdict_html(verdict, NO_EVIDENCE)
    assert "A wrong sum: −11 points against the total that was written; it changes" in page
    said = re.findall(r">([^<>]*against the total that was written[^<>]*)<", page)
    assert len(said) == 2
    assert said[1] == "−11 points against the total that was written"


@pytest.mark.parametrize("language", report_languages())
def test_a_note_that_changes_nothing_is_not_said_to_cost_nothing(language):
    words = report_words(language)
    noted = settle([Given("Anna", Scoresheet(find_pad("classic"), {"red.2": Mark.VOID}))])
    (finding,) = noted.players[0].judged.ruling.findings
    assert heading(finding, noted, words, speech_in(language)) == [
        speech_in(language).heading(finding)
    ]
    (title,) = re.findall("<h3>.*</h3>", verdict_html(noted, NO_EVIDENCE, language))
    assert " · " not in title


@pytest.mark.parametrize("language", report_languages())
def test_the_head_says_that_what_is_marked_open_may_change_it(language):
    words = report_words(language)
    doubt = {cell: {"cross": 0.5, "empty": 0.5} for cell in ("red.5", "red.6")}
    early = sheet("red.2 red.3 red.4 red.7 red.12 red.lock", unsure=doubt)
    page = verdict_html(settle([Given("Anna", early)]), NO_EVIDENCE, language)
    head = page.partition("</header>")[0]
    assert words["state_open"] in head
    assert words["open"] in words["state_open"]
    assert words["state_open"].endswith(".")


@pytest.mark.parametrize("language", report_languages())
def test_a_span_is_from_to_in_words(language):
    maybe = {"red.4": {"cross": 0.5, "empty": 0.5}}
    won = settle([Given("Ben", sheet("red.2 red.3", unsure=maybe))])
    assert re.search(r"\b3 \w+ 6\b", span(won.first, report_words(language)))


def test_an_arabic_report_has_no_commas_and_semicolons_from_the_left():
    rolls = verdict_of("anna-changed.txt", "ben-true.txt")
    closed = "red.2 red.3 red.4 red.5 red.6 red.12 red.lock"
    doubt = {cell: {"cross": 0.5, "empty": 0.5} for cell in ("blue.5", "blue.6")}
    given = [
        Given("Anna", sheet("red.2 red.12 red.lock", unsure=doubt), "a"),
        Given("Ben", sheet(f"{closed} green.3").with_answer("red.8", "cross"), "b"),
        Given("Cleo", sheet(f"{closed} {closed.replace('red', 'yellow')}"), "c"),
    ]
    before = [Given("Ben", sheet("green.3 green.4 blue.8"), "b")]
    doubted = sheet("red.2 red.4", unsure=doubt)
    verdicts = (
        rolls,
        settle(given, earlier=before),
        settle([Given("Anna", doubted), Given("Ben", doubted)]),
        settle([Given(name, sheet("red.2")) for name in ("Anna", "Ben")]),
    )
    for verdict in verdicts:
        body = verdict_html(verdict, NO_EVIDENCE, "ar").partition("</style>")[2]
        said = re.sub(r'<(small|code)\b.*?</\1>|aria-label="[^"]*"', "", body)
        assert not re.findall(r".{30}[,;](?= )", re.sub(r"<[^>]+>", "", unescape(said)))


def test_english_messages_are_sentences_on_the_page():
    """Names and cells at their beginning stay as they are."""
    speech, pad = speech_in("en"), find_pad("classic")
    verdict = settle([Given("anna", sheet("red.2 red.12")), Given("ben", sheet("penalty.1"))])
    refuted = verdict_of("anna-changed.txt", "ben-true.txt")
    said = [
        *(speech.finding(each) for each in verdict.players[0].judged.ruling.findings),
        *map(speech.between, (*verdict.between, *refuted.between)),
        *(speech.because(each) for each in (*verdict.players, *refuted.players)),
        speech.finding(judge(Scoresheet(pad, {"red.2": Mark.VOID})).findings[0]),
    ]
    for sentence in said:
        assert re.match(r"[A-Z]|red\.2 ", sentence), sentence
        assert re.search(r"[^.]\.$", sentence), sentence
    both = settle([Given(name, sheet("penalty.1 penalty.2 penalty.3 penalty.4")) for name in "ab"])
    assert speech.between(both.between[0]).startswith("a and b have")


def test_no_line_of_the_page_ends_within_an_option():
    evidence = Evidence((), "sheetkit settle --rolls a.log", "0.1.0", {})
    for language in ("en", "he"):
        page = verdict_html(settle([Given("Anna", sheet("red.2"))]), evidence, language)
        assert page.count("--rolls") == page.count('<span class="whole">--rolls</span>') == 2
