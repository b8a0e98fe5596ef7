"""Sheets in JSON that one command gives and another takes, or that were changed in between."""

import json

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app
from tests.reading.test_form import filled, form

SHEET = {"variant": "classic", "marks": ["red.5"]}


def check(*values, options=("--json",)):
    text = "\n".join(map(json.dumps, values))
    return CliRunner().invoke(app, ["check", "-", *options], input=text)


@pytest.mark.parametrize("status", ["Review", "unsure", "", 3, False, ["read"]])
def test_a_status_that_is_none_asks_for_a_look(status):
    for handed_on in (SHEET | {"status": status}, {"sheets": [SHEET | {"status": status}]}):
        result = check(handed_on)
        (shown,) = map(json.loads, result.stdout.splitlines())
        assert result.exit_code == 3
        assert shown["problems"][0]["code"] == "not-seen-to"
        assert "neither read nor review: a person has to look; " in result.stderr
        assert shown["status"] == "review"


@pytest.mark.parametrize("status", ["read", None])
def test_a_sheet_that_is_read_or_has_no_status_counts_as_read(status):
    result = check(SHEET | {"status": status})
    assert result.exit_code == 0
    assert json.loads(result.stdout)["status"] == "read"


def test_a_ruling_by_other_house_rules_is_told(settle, tmp_path):
    text = "classic green 12 11 2 lock\n"
    once = CliRunner().invoke(app, ["check", "-", "--json", "--waive", "C5"], input=text).stdout
    (tmp_path / "w.json").write_text(once * 2)
    file = str(tmp_path / "w.json")
    said = "was judged without C5; give --waive C5 to do so again\n"
    told = CliRunner().invoke(app, ["check", file])
    assert (told.exit_code, told.stderr) == (1, f"sheetkit: {file}: it {said}")
    assert CliRunner().invoke(app, ["check", file, "--waive", "C5"]).stderr == ""
    assert f"sheetkit: w.json: it {said}" in settle("w.json").stderr
    assert "judged without" not in settle("w.json", "--waive", "C5").stderr


@pytest.mark.parametrize("waived", [None, 3, "C5", [3], ["C55", "\x1b"], {"C5": 1}])
def test_what_names_no_house_rule_is_passed_over(waived):
    result = check(SHEET | {"ruling": {"waived": waived}})
    assert (result.exit_code, result.stderr) == (0, "")


def scanned(file, *sheets):
    """What ``scan --json`` gives for a photo."""
    return {"file": file, "problems": [], "sheets": list(sheets)}


def players(done):
    return [sheet["player"] for sheet in json.loads(done.stdout)["sheets"]]


def lines(*values):
    return "\n".join(map(json.dumps, values))


def test_the_sheets_of_scans_are_named_after_their_photos(settle, tmp_path):
    both = lines(scanned("in/anna.jpg", SHEET), scanned("ben.jpg", SHEET))
    (tmp_path / "two.jsonl").write_text(both)
    for done in (settle("two.jsonl", "--json"), settle("-", "--json", text=both)):
        assert players(done) == ["Anna", "Ben"]
    heard = json.loads(settle("two.jsonl", "--json").stdout)["sheets"]
    assert [sheet["file"] for sheet in heard] == ["two.jsonl", "two.jsonl"]


def test_the_sheets_of_one_photo_are_numbered_from_its_top_as_in_the_photo_itself(settle):
    first, second = (SHEET | {"marks": [cell]} for cell in ("yellow.9", "blue.2"))
    done = settle("-", "--json", text=lines(scanned("game.jpg", first, second)))
    assert players(done) == ["Game 1", "Game 2"]
    marks = [list(sheet["marks"]) for sheet in json.loads(done.stdout)["sheets"]]
    assert marks == [["yellow.9"], ["blue.2"]]


def test_whose_a_sheet_is_goes_before_its_photo(settle):
    done = settle("-", "--json", text=lines(scanned("a.jpg", SHEET | {"player": "Zoe"})))
    assert players(done) == ["Zoe"]


@pytest.mark.parametrize("file", [None, 3, "", " ", "/", "-"])
def test_a_scan_that_names_no_photo_is_called_as_the_file_that_it_is_in(settle, file):
    done = settle("-", "--json", text=lines(scanned(file, SHEET)))
    assert players(done) == ["Sheet"]


def test_check_passes_on_whose_a_sheet_is(settle):
    result = check(SHEET | {"player": " Zoe "}, SHEET | {"player": "Yan"}, SHEET)
    shown = [json.loads(line) for line in result.stdout.splitlines()]
    assert [sheet.get("player") for sheet in shown] == ["Zoe", "Yan", None]
    assert players(settle("-", "--json", text=result.stdout)) == ["Sheet", "Yan", "Zoe"]
    assert check(*shown).stdout == result.stdout


@pytest.mark.parametrize(
    "written", ['{"total": 1.0}', '{"total": {"value": 1e0, "confidence": 1.0}}']
)
def test_a_whole_number_may_be_written_with_a_point(written):
    text = (
        '{"variant": "classic", "marks": ["red.5"], "unsure": {"red.6": {"void": 1.0}}, "written": '
    )
    result = CliRunner().invoke(app, ["check", "-", "--json"], input=f"{text}{written}}}")
    shown = json.loads(result.stdout)
    assert json.dumps(shown["written"]) == '{"total": {"value": 1, "confidence": 1.0}}'
    assert shown["unsure"] == {"red.6": {"void": 1.0}}


def test_a_layout_s_numbers_may_be_written_with_a_point():
    sheet = {"variant": "longo", "layout": {"lucky": [4.0, 9.0]}, "marks": []}
    assert json.loads(check(sheet).stdout)["layout"] == {"lucky": [4, 9]}


@pytest.mark.parametrize("number", ["1.5", "1e400", "NaN", "-1e-9", "true"])
def test_what_is_no_whole_number_is_no_sum(number):
    text = f'{{"variant": "classic", "marks": [], "written": {{"total": {number}}}}}'
    result = CliRunner().invoke(app, ["check", "-"], input=text)
    assert result.exit_code == 3
    assert "written.total is no number that was read" in result.stderr


def test_names_typed_into_a_form_go_with_its_sheets_whoever_reads_them(settle, tmp_path):
    (first, second), pdf = form("classic")
    values = {f"{first.text}.write.player": "Zoe", f"{first.text}.red.5": "/cross"}
    values |= {f"{second.text}.write.player": "Ben", f"{second.text}.red.7": "/cross"}
    (tmp_path / "form.pdf").write_bytes(filled(pdf, values))
    scanned = CliRunner().invoke(app, ["scan", str(tmp_path / "form.pdf"), "--json"]).stdout
    (tmp_path / "form.json").write_text(scanned)
    assert [sheet["player"] for sheet in json.loads(scanned)["sheets"]] == ["Zoe", "Ben"]
    of_form, of_json = (
        [
            (sheet["player"], sheet["marks"])
            for sheet in json.loads(settle(name, "--json").stdout)["sheets"]
        ]
        for name in ("form.pdf", "form.json")
    )
    assert of_form == of_json == [("Ben", {"red.7": "cross"}), ("Zoe", {"red.5": "cross"})]
