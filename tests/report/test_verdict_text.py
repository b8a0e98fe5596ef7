"""The verdict in the terminal."""

import io

from pypdf import PdfReader

from sheetkit.notation import parse_sheet
from sheetkit.pad import layouts_folder, read_pad
from sheetkit.report.evidence import Evidence
from sheetkit.report.text import finding_text
from sheetkit.report.verdict_html import verdict_html
from sheetkit.report.verdict_pdf import verdict_pdf
from sheetkit.report.verdict_text import table_lines, verdict_text
from sheetkit.rules import judge
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.verdict import settle
from tests.report.disputes import verdict_of


def test_a_sheet_that_the_throws_refute_is_not_called_legal():
    text = verdict_text(verdict_of("anna-changed.txt", "ben-true.txt"))
    assert "no breach on the sheet itself, by itself 0 points; open with the other" in text
    assert "Classic: legal, -2 points\n" in text


def test_a_proof_is_told_once():
    text = verdict_text(verdict_of("anna-changed.txt", "ben-true.txt"))
    assert text.count("red 9 can only have come from turn 6") == 1


def test_what_a_finding_costs_is_a_clause_of_its_own():
    for cells, said in (
        ("red 2 3 4 5 12", "(the row: 15 points as marked, 10 by the rules); -5 points [C5]"),
        ("red 12 | blue lock", "; -1 point [C7]"),
    ):
        sheet = parse_sheet(f"classic {cells}")
        assert any(said in finding_text(each) for each in judge(sheet).findings)
    boards = [Given(name, parse_sheet("on-board board 5")) for name in ("Anna", "Ben")]
    assert "a space holds one figure; what it costs is open [OB1]" in verdict_text(settle(boards))


def test_a_winner_whom_a_finding_may_change_is_one_so_far():
    sheets = [
        Given("Anna", parse_sheet("classic red 2")),
        Given("Ben", parse_sheet("classic red 3 4")),
    ]
    assert "Winner so far: Ben with 3 points" in verdict_text(settle(sheets))
    assert "Winner: Ben with 3 points" in verdict_text(
        settle(sheets, waive=frozenset({"not-over"}))
    )


def test_a_sheet_that_is_given_twice_does_not_tie_with_itself():
    sheet = parse_sheet("CC05HXS7MNS0V red 2 3")
    verdict = settle([Given(name, sheet) for name in ("Anna", "Ben")])
    assert verdict.winners == ("Anna",)


def test_a_tie_of_three_is_listed_with_one_and():
    sheet = parse_sheet("classic red 2")
    verdict = settle([Given(name, sheet) for name in ("Anna", "Ben", "Cleo")])
    assert "A tie so far, shared by Anna, Ben and Cleo with 1 point" in verdict_text(verdict)


def test_wide_letters_stand_in_their_columns():
    names = ("山田太郎", "B", "Zoe\u0308")
    sheets = [Given(name, parse_sheet("classic red 2")) for name in names]
    head, *lines = table_lines(settle(sheets).players)
    assert {each.player for each in settle(sheets).players} == set(names)
    places = [line.index("1") + 4 * ("山" in line) - ("\u0308" in line) for line in lines]
    assert len(set(places)) == 1
    assert head.index("red") + 2 == places[0]


def test_the_table_has_the_rows_of_every_sheet_s_pad(tmp_path):
    file = tmp_path / "pink.toml"
    blue = (layouts_folder() / "classic.toml").read_text()
    file.write_text(blue.replace('"blue"', '"pink"').replace('"classic"', '"pink"'))
    pink = Scoresheet(read_pad(file, own=True), {"pink.12": Mark.CROSS})
    verdict = settle([Given("Anna", parse_sheet("classic blue 12 11")), Given("Ben", pink)])
    head, anna, ben = (line.split() for line in table_lines(verdict.players))
    assert head[1:6] == ["red", "yellow", "green", "blue", "pink"]
    assert anna[1:6] == ["0", "0", "0", "3", "-"]
    assert ben[1:6] == ["0", "0", "0", "-", "1"]
    shown = Evidence((), "sheetkit settle", "0.1.0", {})
    printed = PdfReader(io.BytesIO(verdict_pdf(verdict, shown))).pages[0].extract_text()
    assert "Pink" in printed
    table = verdict_html(verdict, shown).partition("<table")[2].partition("</table>")[0]
    assert table.count('data-label="Pink"') == 2
