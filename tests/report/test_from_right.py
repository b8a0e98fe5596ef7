"""Reports in languages that are written from the right: names stay whole, lines are filled."""

import io
import re
from html import escape
from itertools import pairwise

import pytest
from pypdf import PdfReader

from sheetkit.design.script import printed_order
from sheetkit.pad import find_pad
from sheetkit.report.direction import LEFT_MARK, RIGHT_MARK, bare, held, marked, named
from sheetkit.report.evidence import Evidence
from sheetkit.report.pdf_text import Lines, _as_printed, width_pt
from sheetkit.report.speech import sentences
from sheetkit.report.verdict_html import verdict_html
from sheetkit.report.verdict_pdf import verdict_pdf
from sheetkit.report.words import report_words
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.verdict import settle

NO_EVIDENCE = Evidence((), "sheetkit settle", "0.1.0", {})
NAME = "09-three-sheets 3"


@pytest.fixture(scope="module")
def verdict():
    return settle([Given(NAME, Scoresheet(find_pad("classic"), {"red.2": Mark.CROSS}))])


def printed(text):
    return bare(printed_order(held(text)))


@pytest.mark.parametrize("language", ["ar", "he"])
@pytest.mark.parametrize("size_pt", [8.5, 10])
def test_lines_of_a_pdf_are_filled(language, size_pt):
    """Letters that join are narrower than apart: a line ends where the next word has no room."""
    text = " ".join(sentences(language)["clauses"].values())
    paragraph = Lines(text, size_pt, from_right=True)
    paragraph.wrap(350, 1000)
    assert len(paragraph._lines) > 10
    for line, following in pairwise(paragraph._lines):
        longer = f"{line} {following.split()[0]}"
        assert width_pt(printed(line), size_pt, bold=False) <= 350.01
        assert width_pt(printed(longer), size_pt, bold=False) > 349.99


@pytest.mark.parametrize(
    "name",
    [NAME, "04-early.jpg", "--set", "scan --review", "CC05HXS7JWWDR", "Zoë O'Brien", "U+5C71"],
)
@pytest.mark.parametrize("around", ["דף {}: משהו", "({}) أو", "ב-{}", "{}, ו"])
def test_what_runs_from_the_left_stays_whole(name, around):
    assert name in printed(around.format(name))


LATIN = ("O’Brien", "Tom & Jerry", "Jean-Luc (Papa)", "Dr. No!", "Mr. X / Ms. Y")
HEBREW = ("יוסי (אבא)", "דנה !", 'רות "הקטנה"')


def lines_of(text, names, width=400, *, from_right):
    """The lines of a text as they are printed, from their left ends on."""
    paragraph = Lines(marked(text, names, from_right=from_right), from_right=from_right)
    paragraph.wrap(width, 1000)
    return [_as_printed(line, from_right=from_right) for line in paragraph._lines]


@pytest.mark.parametrize("name", LATIN)
def test_a_latin_name_is_whole_in_a_text_from_the_right(name):
    said = f"5. {name}, נעילה: –11 נקודות"
    assert lines_of(said, [*LATIN, "Tom"], from_right=True) == [f"תודוקנ –11 :הליענ ,{name} .5"]


@pytest.mark.parametrize("name", HEBREW)
def test_a_name_from_the_right_is_whole_in_a_text_from_the_left(name):
    seen = name[::-1].translate(str.maketrans("()", ")("))
    assert lines_of(f"5. {name}, Lock: –3", HEBREW, from_right=False) == [f"5. {seen}, Lock: –3"]


def test_a_name_over_two_lines_is_held_in_both():
    assert lines_of("א Jean-Luc (Papa) 3", LATIN, 60, from_right=True) == ["Jean-Luc א", "3 (Papa)"]


def test_a_name_is_no_part_of_a_word_or_of_a_file_and_needs_a_letter():
    found = [
        piece for piece, is_name in named("Ann: Anna, Ann.jpg, 5 (Ann)", ["Ann", "5"]) if is_name
    ]
    assert found == ["Ann", "Ann"]


@pytest.mark.parametrize(("language", "names"), [("he", LATIN), ("ar", LATIN), ("en", HEBREW)])
def test_names_are_isolated_wherever_a_page_says_them(language, names):
    early = {"red.2": Mark.CROSS, "red.12": Mark.CROSS}
    given = [Given(name, Scoresheet(find_pad("classic"), early)) for name in names]
    page = verdict_html(settle(given), NO_EVIDENCE, language)
    body = re.sub(r'<title>.*?</title>|aria-label="[^"]*"', "", page)
    for name in names:
        said = escape(name)
        assert body.count(said) == len(re.findall(f"<bdi[^>]*>{re.escape(said)}</bdi>", body)) > 2


def test_names_in_brackets_keep_them_and_their_order():
    assert printed("א (A; 2b)") == "(2b ;A) א"


def test_a_signed_number_keeps_its_place_before_a_latin_name():
    assert printed("א −5 · On Board") == "On Board · −5 א"
    assert printed("א −3 … −1") == "−1 … −3 א"


def test_text_without_anything_to_hold_has_no_marks():
    assert held("שורות 12") == "שורות 12"
    assert bare(held("red.5 −3")) == "red.5 −3"


def test_a_hebrew_winner_has_no_gender_and_one_point_is_singular():
    words = report_words("he")
    assert words["winner"].format(name="דנה") == "הניצחון: דנה"
    assert words["winner_so_far"].format(name="דנה") == "הניצחון עד כה: דנה"
    assert words["point"].format(n="−1").startswith("נקודה ")


@pytest.mark.parametrize("language", ["ar", "he"])
def test_a_name_that_begins_with_a_number_is_whole_on_the_page_and_in_the_pdf(verdict, language):
    assert f"<bdi>{NAME}</bdi>" in verdict_html(verdict, NO_EVIDENCE, language)
    pages = PdfReader(io.BytesIO(verdict_pdf(verdict, NO_EVIDENCE, language))).pages
    said = " ".join(page.extract_text() for page in pages)
    assert NAME in said
    assert "three-sheets 3-09" not in said


def test_a_page_from_the_left_has_no_such_marks(verdict):
    page = verdict_html(verdict, NO_EVIDENCE, "de")
    assert LEFT_MARK not in page
    assert RIGHT_MARK not in page


def test_a_long_name_has_one_line_in_the_table_of_a_pdf(verdict):
    (first, *_) = PdfReader(io.BytesIO(verdict_pdf(verdict, NO_EVIDENCE, "de"))).pages
    assert f"1. {NAME}\n" in first.extract_text()


def test_numbers_in_the_table_of_a_pdf_from_the_left_end_below_each_other():
    """One cross is 1 point, four are 10: in a row, as marked and by the rules."""
    marks = ({"red.2": Mark.CROSS}, dict.fromkeys(["red.2", "red.3", "red.4", "red.5"], Mark.CROSS))
    given = [
        Given(name, Scoresheet(find_pad("classic"), each))
        for name, each in zip(("Anna", "Ben"), marks, strict=True)
    ]
    ends = {"1": [], "10": []}

    def note(text, _, matrix, *__):
        if text.strip() in ends:
            wide = width_pt(text.strip(), 9, bold=text.strip() == "10")
            ends[text.strip()].append(matrix[4] + wide)

    pdf = verdict_pdf(settle(given), NO_EVIDENCE, "en")
    PdfReader(io.BytesIO(pdf)).pages[0].extract_text(visitor_text=note)
    assert ends["1"] == pytest.approx(ends["10"], abs=0.1)
    assert len(ends["1"]) == 3
