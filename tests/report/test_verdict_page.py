"""The verdict as a page: whole in itself, safe, and right in a real browser."""

import io
import random
import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

import sheetkit.report.speech
from sheetkit.design import design_sheet, language_names
from sheetkit.design.shapes import WHITE, Rectangle
from sheetkit.notation import parse_sheet
from sheetkit.pad import COLOURS, find_pad
from sheetkit.report.evidence import Evidence, Input
from sheetkit.report.parts import flags, in_places
from sheetkit.report.pdf_text import is_lost, readable
from sheetkit.report.sheet_shapes import BREACH, NOTE, Flag, sheet_shapes
from sheetkit.report.speech import sentences, speech_in
from sheetkit.report.verdict_html import verdict_html
from sheetkit.report.verdict_pdf import verdict_pdf
from sheetkit.report.verdict_text import verdict_text
from sheetkit.report.words import report_languages, report_words
from sheetkit.rules import Finding, Severity, judge
from sheetkit.rules.clauses import clauses, finding_codes
from sheetkit.scoresheet import Mark, Scoresheet, Written
from sheetkit.settle.between import CODES
from sheetkit.settle.given import Given
from sheetkit.settle.reasons import SAYS
from sheetkit.settle.recorded import Record
from sheetkit.settle.throws import RollLog, ThrownDice
from sheetkit.settle.verdict import settle

SENTENCES = Path(sheetkit.report.speech.__file__).with_name("sentences")
LANGUAGES = sorted({path.stem for path in SENTENCES.glob("*.toml")} - {"en"})

HOSTILE = "<script>alert(1)</script>\"'&amp;<img src=x onerror=alert(2)>\u202e"


def sheet(cells, **more):
    return Scoresheet(find_pad("classic"), dict.fromkeys(cells.split(), Mark.CROSS), **more)


def verdict_of(first="Anna", second="Ben"):
    early = sheet(
        "red.2 red.3 red.12 red.lock",
        unsure={"blue.5": {"cross": 0.5, "empty": 0.5}},
        written={"total": Written(70, 1.0)},
    )
    return settle([Given(first, early, first), Given(second, sheet("green.5 green.4"))])


def evidence(name="anna.json", command="sheetkit settle anna.json"):
    return Evidence((Input(name, "0" * 64),), command, "0.1.0", {})


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.links, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [v for k, v in attrs if k in ("src", "href", "action") and v]
        assert not any(k.startswith("on") for k, _ in attrs)

    def handle_data(self, data):
        self.text.append(data)


def parsed(text):
    page = Page()
    page.feed(text)
    return page


def test_nothing_is_fetched_from_anywhere():
    page = parsed(verdict_html(verdict_of(), evidence()))
    assert all(link.startswith(("#", "data:")) for link in page.links)
    assert not {"script", "link", "iframe", "object", "embed"} & set(page.tags)


def test_names_and_files_of_hostile_people_stay_text():
    text = verdict_html(verdict_of(HOSTILE, "B"), evidence(HOSTILE, f"sheetkit {HOSTILE}"))
    page = parsed(text)
    assert "script" not in page.tags
    assert "img" not in page.tags
    assert "<script>" not in text
    assert any(HOSTILE in said for said in page.text)


def test_the_page_holds_all_that_makes_it_checkable():
    text = verdict_html(verdict_of(), evidence())
    for said in ("Ben", "closing-too-early", "C5", "Gamewright", "0" * 64, "sheetkit 0.1.0",
                 "sheetkit settle anna.json", "blue.5", "#sheet1"):  # fmt: skip
        assert said in text


def test_a_name_on_a_photo_is_shown_and_what_a_person_answered():
    photo = io.BytesIO()
    Image.new("RGB", (148, 105)).save(photo, "JPEG")
    pictures = {("anna.jpg", 1): photo.getvalue()}
    unnamed = Evidence((), "sheetkit settle anna.jpg", "0.1.0", pictures)
    seen = replace(unnamed, named=frozenset(pictures))
    verdict = settle([Given("Anna", sheet("red.2").with_answer("red.3", "empty"), "anna.jpg")])
    said, blank, unseen = (
        words_of(verdict_html(verdict, shown), verdict_pdf(verdict, shown))
        for shown in (seen, unnamed, evidence())
    )
    for html_or_pdf in (0, 1):
        assert "The name as it stands on the sheet" in said[html_or_pdf]
        assert "The name as it stands on the sheet" not in blank[html_or_pdf]
        assert "The name as it stands on the sheet" not in unseen[html_or_pdf]
        assert "Answered by a person: red.3 (empty)" in said[html_or_pdf]


def test_notes_and_breaches_look_different():
    taken_back = {"red.2": Mark.VOID}
    note = Scoresheet(find_pad("classic"), taken_back)
    early = sheet("red.2 red.3 red.12 red.lock")
    for seen, badge, frame in ((note, (WHITE, NOTE), NOTE), (early, (BREACH, WHITE), BREACH)):
        flagged = flags([(finding, None) for finding in judge(seen).findings])
        shapes = sheet_shapes(seen, design_sheet(seen.pad), flagged, on_photo=True)
        boxes = [shape for shape in shapes if isinstance(shape, Rectangle)]
        inks = [(box.fill, box.stroke) for box in boxes]
        assert inks.count(badge) == inks.count((None, frame)) == len(flagged)


def test_what_is_between_sheets_has_the_sign_that_it_has_in_the_text():
    sheets = [Given(f"P{n}", sheet(f"red.{n}"), f"{n}.json") for n in range(2, 8)]
    verdict = settle(sheets)
    page, pdf = verdict_html(verdict, evidence()), verdict_pdf(verdict, evidence())
    printed = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    for mark, found in zip("-!", verdict.between, strict=True):
        head = speech_in("en").heading(found.finding)
        assert f"{mark} {found.finding.code}: " in verdict_text(verdict)
        assert f'<span class="sign">{mark}</span><bdi dir="ltr">{head}' in page
        assert f"{mark} · {head}" in printed


def test_a_cell_of_a_note_and_of_a_breach_shows_the_breach():
    note, breach = (
        Finding(code, severity, ("red.12",), 0, "", "C5", "")
        for code, severity in (("taken-back", Severity.NOTE), ("two", Severity.BREACH))
    )
    assert flags([(note, None), (breach, None)]) == {"red.12": Flag("2", is_breach=True)}


@pytest.mark.parametrize("language", ["he", "ar"])
def test_a_minus_stays_at_the_left_of_its_number(language):
    penalty = settle([Given("Anna", sheet("penalty.1 red.2"))])
    said = verdict_html(penalty, evidence(), language)
    assert ">\u200e−5\u200f<" in said
    assert ">\u200e−4\u200f<" in said
    assert "\u200e" not in verdict_html(penalty, evidence(), "en")


@pytest.mark.parametrize("language", ["en", "he"])
def test_no_name_vanishes_from_a_pdf_whose_fonts_lack_it(language):
    pdf = verdict_pdf(verdict_of("山田", "Zoë😀"), evidence(), language)
    (first, *_) = PdfReader(io.BytesIO(pdf)).pages
    for number in ("U+5C71", "U+7530", "U+1F600", "Zoë"):
        assert number in first.extract_text()
    if language == "en":
        assert "Player 2 (U+5C71 U+7530)" in first.extract_text()


def test_what_shows_nothing_is_left_out_and_a_name_of_that_alone_is_a_number():
    assert "U+" not in readable("An\u2066na\x07")
    assert readable("5 − 3 → 2") == "5 – 3 › 2"
    assert is_lost("\u206a\u206b")
    assert not is_lost("山田 Anna")


def words_of(html, pdf):
    pages = PdfReader(io.BytesIO(pdf)).pages
    return html, " ".join(page.extract_text() for page in pages)


def test_the_same_verdict_gives_the_same_bytes():
    assert verdict_html(verdict_of(), evidence()) == verdict_html(verdict_of(), evidence())
    assert verdict_pdf(verdict_of(), evidence()) == verdict_pdf(verdict_of(), evidence())


def test_the_pdf_opens_in_another_reader_and_says_the_same():
    reader = PdfReader(io.BytesIO(verdict_pdf(verdict_of(HOSTILE, "Ben"), evidence())))
    said = " ".join(page.extract_text() for page in reader.pages)
    assert "closing-too-early" in said
    assert "<script>" in said


@pytest.mark.parametrize("language", report_languages())
def test_every_language_has_all_words(language):
    assert set(report_words(language)) == set(report_words("en"))
    said = verdict_html(verdict_of(), evidence(), language)
    assert "closing-too-early" in said
    assert ('<bdi dir="rtl">' in said) == (language in {"he", "ar"})
    assert verdict_pdf(verdict_of(), evidence(), language).startswith(b"%PDF")


def test_reports_speak_the_languages_of_the_pads():
    assert set(report_languages()) == set(language_names())
    assert set(LANGUAGES) == set(report_languages()) - {"en"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_clause_and_proof_is_said_in_every_language(language):
    said = sentences(language)
    assert set(said["findings"]) == set(finding_codes()) | set(CODES)
    assert list(said["titles"]) == list(said["findings"])
    assert len(set(said["titles"].values())) == len(said["titles"])
    assert max(map(len, said["titles"].values())) <= 32
    assert set(said["clauses"]) == set(clauses())
    assert set(said["proofs"]) == set(SAYS)
    assert set(said["colours"]) == set(COLOURS)
    fields = {kind: set(re.findall(r"{(\w+)}", text)) for kind, text in SAYS.items()}
    for kind, text in said["proofs"].items():
        assert set(re.findall(r"{(\w+)}", text)) <= fields[kind] | {"player"}, kind
    german = sentences("de")
    for kind, text in said["details"].items():
        named = re.findall(r"{(\w+)}", german["details"][kind])
        assert sorted(re.findall(r"{(\w+)}", text)) == sorted(named), kind
    assert {s: set(said[s]) for s in said} == {s: set(german[s]) for s in german}


def test_english_findings_have_titles_of_their_own():
    titles = sentences("en")["titles"]
    assert list(titles) == list(sentences("de")["titles"])
    assert len(set(titles.values())) == len(titles)
    assert max(map(len, titles.values())) <= 32


def test_a_page_in_another_language_says_findings_in_it_and_names_cells():
    said = verdict_html(verdict_of(), evidence(), "de")
    assert "rot 12, Schloss rot: Eine Abschlusszahl wurde mit zu wenigen Kreuzen" in said
    assert '<bdi dir="ltr">Zu früh abgeschlossen</bdi> · ' in said
    assert "Kreuze davor: 2, nötig: 5; Reihe: 10 Punkte wie markiert, 3 nach den Regeln" in said
    assert "was crossed after" not in said
    assert "Die Abschlusszahl einer Reihe darf nur" in said


def test_the_turns_of_a_game_name_cells_as_the_page_does_and_players_as_they_are():
    speech = speech_in("de")
    moves = "anna.b red.2 > bonus.1, ben.5 yellow.lock, green.ann blue.3-a red.5 > board.7 green.10"
    assert speech.moves("bonus.no-penalties") == speech.cell("bonus.no-penalties")
    assert speech.moves(moves) == (
        "anna.b rot 2 → Bonus 1, ben.5 Schloss gelb, green.ann blue.3-a rot 5 → Brettfeld 7 grün 10"
    )


def test_a_sentence_ends_after_its_numbers_and_its_marks():
    said = verdict_html(verdict_of(), evidence(), "de")
    assert "sie und ihr Schloss zählen nicht (Kreuze davor: 2, nötig: 5; Reihe: 10 Punkte" in said
    assert re.search(r"es war nicht zu Ende \([^)]*: 0, das Spiel endet bei 4\)\.<", said)


def test_the_table_s_head_begins_each_word_alike():
    page = verdict_html(verdict_of(), evidence(), "de")
    heads = re.findall(r"</span>(\w+)</span></th>", page)
    assert heads == ["Rot", "Gelb", "Grün", "Blau"]


def test_hebrew_in_a_pdf_runs_from_the_right():
    reader = PdfReader(io.BytesIO(verdict_pdf(verdict_of(), evidence(), "he")))
    said = " ".join(page.extract_text() for page in reader.pages)
    assert "הטבלה" in said
    assert "הטבלה"[::-1] not in said


def test_what_doubtful_cells_could_undo_is_said_to_be_open():
    unsure = {cell: {"cross": 0.5, "empty": 0.5} for cell in ("red.5", "red.6")}
    early = sheet("red.2 red.3 red.4 red.7 red.12 red.lock", unsure=unsure)
    verdict = settle([Given("Anna", early)])
    english = verdict_html(verdict, evidence(), "en")
    assert "open: would hold unless red.5 or red.6 is crossed" in english
    assert report_words("en")["not_legal"] not in english
    assert "diesen zweifelhaften Feldern 1 oder mehr angekreuzt sind: rot 5, rot 6" in verdict_html(
        verdict, evidence(), "de"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_a_finding_is_told_in_every_language(language):
    """What the English sentence counts, the others count too."""
    pairs = Scoresheet(find_pad("bonus-b"), {"bonus.thirteen": Mark.CROSS})
    bar = Scoresheet(find_pad("bonus-a"), {"bar.1": Mark.CROSS, "bar.2": Mark.CROSS})
    figure = Scoresheet(find_pad("on-board"), {"board.5": Mark.CROSS})
    wrong = sheet("red.2 red.3", written={"total": Written(70, 1.0)})
    speech = speech_in(language)
    for one, said in (
        (pairs, ("6", "4")),
        (bar, ("2", "0")),
        (figure, ("10",)),
        (wrong, ("70", "3")),
    ):
        (finding,) = judge(one).findings
        told = re.findall(r"\d+", speech.finding(finding).partition("(")[2])
        assert set(said) <= set(told), finding
    (over,) = settle([Given("A", wrong), Given("B", wrong)]).between
    assert len(re.findall(r"\d+", speech.between(over))) >= 4


def test_a_photo_stays_with_its_sheet_when_the_log_names_its_player():
    """The roll log calls the sheet of anna.jpg by another name than the file does."""
    photo = io.BytesIO()
    Image.new("RGB", (148, 105)).save(photo, "JPEG")
    seen = Evidence((), "sheetkit settle", "0.1.0", {("photo1.jpg", 1): photo.getvalue()})
    pad = find_pad("classic")
    log = RollLog(pad, ("Anna",), (ThrownDice("Anna", (4, 1), (3, 2, 6, 6)),), {"Anna": pad})
    verdict = settle([Given("Photo1", sheet("red.5"), "photo1.jpg")], rolls=log)
    assert [each.player for each in verdict.players] == ["Anna"]
    assert "Photo, straightened" in verdict_html(verdict, seen)


def test_who_wins_is_told_as_far_as_doubtful_cells_leave_it():
    """The cells that decide it, else the winner's points from the lowest to the highest."""
    maybe = {"red.4": {"cross": 0.5, "empty": 0.5}}
    close = [Given("Anna", sheet("red.2 red.3")), Given("Ben", sheet("red.2 red.3", unsure=maybe))]
    open_, won = settle(close), settle([Given("Ben", sheet("red.2 red.3", unsure=maybe))])
    assert "Doubtful cells decide it: Ben: red.4" in verdict_html(open_, evidence())
    assert "with 3 to 6 points" in verdict_html(won, evidence())
    assert "Zweifelhafte Felder entscheiden: Ben: rot 4" in verdict_html(open_, evidence(), "de")
    assert "with 1 point " in verdict_html(settle([Given("Anna", sheet("red.2"))]), evidence())


def test_a_sheet_that_a_record_contradicts_is_open_in_every_language():
    verdict = settle([Given("Anna", sheet("red.2"))], record=Record({"Anna": sheet("red.3")}))
    for language in LANGUAGES:
        said = sentences(language)["words"]["because-contradicted"]
        assert escape(said) in verdict_html(verdict, evidence(), language)


def test_a_sheet_that_a_record_proves_is_proved_by_it_in_every_language():
    verdict = settle([Given("Anna", sheet("red.2"))], record=Record({"Anna": sheet("red.2")}))
    for language in LANGUAGES:
        said = sentences(language)["words"]["because-recorded"]
        assert escape(said) in verdict_html(verdict, evidence(), language)


def test_of_a_sheet_without_a_crossed_number_no_order_is_missed_in_any_language():
    verdict = settle([Given("Anna", sheet("penalty.1"))])
    assert verdict.players[0].because == "no number is crossed on it"
    for language in LANGUAGES:
        said = sentences(language)["words"]["because-bare"]
        assert escape(said) in verdict_html(verdict, evidence(), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_odd_about_a_table_is_said_in_every_language(language):
    six = settle([Given(f"P{n}", sheet("red.2")) for n in range(6)])
    (note,) = (each for each in six.between if each.finding.code == "too-many-players")
    assert re.findall(r"\d", speech_in(language).between(note)) == ["6", "2", "5"]
    assert "6 sheets, and" not in verdict_html(six, evidence(), language)
    for drawn in ("mixed-a", "mixed-b", "bonus-a", "bonus-b", "on-board"):
        one, other = (find_pad(drawn).drawn(random.Random(seed)) for seed in (1, 2))
        given = [
            Given(name, Scoresheet(pad, {}))
            for name, pad in zip("ABC", (one, other, one), strict=True)
        ]
        (note,) = (
            each for each in settle(given).between if each.finding.code == "different-layouts"
        )
        said = speech_in(language).between(note)
        assert re.search(r" 1 ?: A[,،] C ?[;؛] .* 2 ?: B ?[;؛] .*\)\.$", said)


def test_what_is_odd_about_a_table_is_said_in_german():
    layouts = [find_pad("on-board").drawn(random.Random(seed)) for seed in (1, 2)]
    given = [Given(name, Scoresheet(pad, {})) for name, pad in zip("AB", layouts, strict=True)]
    assert "dieselbe (Anordnung 1: A; Anordnung 2: B; verschiedene Spielbretter)." in verdict_html(
        settle(given), evidence(), "de"
    )
    mixed = [Given("A", sheet("red.2")), Given("B", Scoresheet(find_pad("longo"), {}))]
    assert "(Klassisch: A; Longo: B)." in verdict_html(settle(mixed), evidence(), "de")


def test_while_places_are_open_those_with_the_most_stand_first():
    doubt = {"red.8": {"cross": 0.5, "empty": 0.5}}
    sheets = [parse_sheet(f"classic red {cells}") for cells in ("2", "2 3 4 5 6 7", "2 3 4 5 6 7")]
    given = [
        Given("Zed", sheets[0]),
        Given("Ben", sheets[1]),
        Given("Anna", replace(sheets[2], unsure=doubt)),
    ]
    assert [each.player for each in in_places(settle(given))] == ["Anna", "Ben", "Zed"]


def test_a_finding_between_sheets_says_what_it_costs():
    page = verdict_html(verdict_of(), evidence())
    cards = re.findall(r'id="between\d+"><h3>.*?</h3>', page)
    assert cards
    assert all("· <bdi" in card for card in cards)
