"""``sheetkit check`` from outside: what goes in, what comes out, with which status."""

import json
import re

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app
from sheetkit.pad import layouts_folder
from sheetkit.sheet_file import read_sheets

LEGAL = {"variant": "classic", "marks": {"red.5": "cross", "red.6": "skip", "red.7": "cross"}}
EARLY = {"variant": "classic", "marks": ["green.12", "green.2", "green.lock"]}


def check(text, *options):
    return CliRunner().invoke(app, ["check", "-", *options], input=text)


def objects(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_object_of_the_interface():
    result = check(json.dumps(LEGAL), "--json")
    assert result.exit_code == 0
    rows = {"red": 3, "yellow": 0, "green": 0, "blue": 0}
    score = {"rows": rows, "bonus": 0, "penalties": 0, "total": 3}
    assert objects(result) == [
        {
            "sheet": "", "variant": "classic", "layout": {}, "status": "read",
            "marks": LEGAL["marks"], "unsure": {}, "written": {}, "score": score,
            "ruling": {"legal": True, "score": score, "findings": []},
        }
    ]  # fmt: skip


def test_status_1_for_a_breach_with_code_cells_points_rule_and_source():
    result = check(json.dumps(EARLY), "--json")
    assert result.exit_code == 1
    finding = objects(result)[0]["ruling"]["findings"][0]
    assert (finding["code"], finding["severity"]) == ("closing-too-early", "breach")
    assert (finding["cells"], finding["points"]) == (["green.2", "green.lock"], -5)
    assert finding["rule"] == "C5"
    assert "Gamewright" in finding["source"]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([LEGAL, EARLY]),
        json.dumps([LEGAL, EARLY], indent=2),
        json.dumps(LEGAL) + "\n" + json.dumps(EARLY),
        json.dumps(LEGAL, indent=1) + "\n\n" + json.dumps(EARLY),
        json.dumps({"file": "a.jpg", "sheets": [LEGAL, EARLY]}),
        "# two sheets\nclassic red 5 =6 7\nclassic green 12 2 lock\n",
    ],
)
def test_a_document_a_list_lines_a_scan_and_notation_all_go_in(text):
    result = check(text, "--json")
    assert [found["ruling"]["legal"] for found in objects(result)] == [True, False]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('{"variant": "clasic", "marks": []}', "unknown-variant", "did you mean classic"),
        ('{"variant": "classic", "marks": ["red.13"]}', "unknown-cell", "did you mean red.12"),
        ('{"variant": "classic", "marks": ["gren.5"]}', "unknown-cell", "did you mean green.5"),
        ('{"variant": "classic", "marks": [5]}', "unknown-cell", "such as red.5"),
        ('{"variant": "classic", "marks": {"red.5": "x"}}', "unknown-mark", "cross, skip"),
        ('{"variant": "classic", "marks": ["red.5", "red.5"]}', "duplicate-mark", "twice"),
        ('{"variant": "classic", "marks": {"red.5": "cross", "red.5": "skip"}}',
         "duplicate-mark", "twice"),
        ('{"variant": "classic", "marks": {"red.5": "cross"}, "unsure": {"red.5": {"void": 1}}}',
         "duplicate-mark", "red.5 is marked as cross and is unsure as well"),
        ('{"variant": "classic", "marks": [], "unsure": {"red.6": {}}}',
         "bad-sheet", "unsure.red.6"),
        ('{"variant": "classic", "marks": [], "unsure": {"red.6": {"cross": 0, "empty": 0}}}',
         "bad-sheet", "unsure.red.6"),
        ('{"variant": "classic", "marks": [], "written": {"board": 3}}', "bad-sheet",
         "the fields are red, yellow, green, blue, penalties, total"),
        ('{"variant": "on-board", "marks": [], "written": {"bord": 3}}', "bad-sheet",
         "the fields are red, yellow, green, blue, penalties, board, total"),
        ('{"variant": "classic", "marks": {"red.5"', "bad-json", "no JSON"),
        ('{"variant": "classic"}', "bad-sheet", "marks"),
        ('{"marks": []}', "bad-sheet", "variant"),
        ("[" * 50_000 + "]" * 50_000, "bad-json", "JSON"),
        ('{"variant": "classic", "marks": [], "layout": {"lucky": [1]}}', "bad-layout", "lucky"),
        ("classic red 13", "bad-notation", "column 13"),
        ("classic red x", "bad-notation", "no cell of red; red has 2, 3"),
        ("classic bar 1", "bad-notation", "pad classic; the groups of cells are red, yellow"),
        ('{"variant": "classic", "marks": ["bar.1"]}', "unknown-cell",
         "pad classic; the groups of cells are red, yellow, green, blue, penalty"),
        ('{"variant": "classic", "marks": ["red.x"]}', "unknown-cell", "classic; red has 2, 3"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_each_and_the_rest_is_judged(text, code, said):
    result = check(text + "\n" + json.dumps(LEGAL), "--json")
    assert result.exit_code == 3
    wrong, right = objects(result)
    assert wrong["problems"][0]["code"] == code
    assert said in wrong["problems"][0]["message"]
    assert right["ruling"]["legal"]
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("sheetkit: -: line 1")


def test_what_could_not_be_read_outweighs_a_breach_after_it():
    assert check(f"classic red 99\n{json.dumps(EARLY)}").exit_code == 3


def test_a_code_and_a_pad_that_contradict_each_other_are_refused():
    result = check(json.dumps({"variant": "longo", "sheet": "CC05HXS7MNS0V", "marks": []}))
    assert result.exit_code == 3
    assert "sheet CC05HXS7MNS0V is of the pad classic, not of 'longo'" in result.stderr


def test_an_unsure_cell_asks_for_a_look():
    doubtful = LEGAL | {"unsure": {"red.8": {"cross": 0.6, "empty": 0.4}}}
    result = check(json.dumps(doubtful), "--json")
    assert result.exit_code == 3
    assert objects(result)[0]["status"] == "review"


def test_doubtful_cells_stand_in_the_headline_and_on_one_line():
    odds = {"red.8": {"empty": 0.4, "cross": 0.6}, "red.9": {"void": 0.6, "both": 0.4}}
    sheet = {"variant": "classic", "marks": ["red.2"], "unsure": odds}
    first, second, third = check(json.dumps(sheet)).stdout.splitlines()[:3]
    assert "legal" not in first
    assert first.endswith("1 point so far, 2 cells need a look")
    assert second.strip() == "can't tell: red.8 (cross or empty), red.9 (void or both)"
    assert third.strip() == "as far as read: legal"


def test_the_headline_of_a_doubtful_sheet_has_the_points_by_the_rules_too():
    odds = {"red.8": {"empty": 0.4, "cross": 0.6}}
    sheet = {"variant": "classic", "marks": ["red.2", "red.3", "blue.2"], "unsure": odds}
    first = check(json.dumps(sheet)).stdout.splitlines()[0]
    assert first.endswith("4 points as marked so far, 3 by the rules, 1 cell needs a look")


def test_doubtful_cells_that_may_be_the_same_are_told_together():
    odds = {cell: {"cross": 0.6, "empty": 0.4} for cell in ("red.8", "red.9", "blue.2")}
    odds["red.10"] = {"void": 0.6, "both": 0.4}
    sheet = {"variant": "classic", "marks": [], "unsure": odds}
    said = check(json.dumps(sheet)).stdout.splitlines()[1]
    assert said.strip() == "can't tell: red.8 red.9 blue.2 (cross or empty), red.10 (void or both)"


ONE = json.dumps(LEGAL)
CUT = '{"variant": "classic", "marks": ["red.5"'


@pytest.mark.parametrize(
    ("text", "lines", "said"),
    [
        (f"[{ONE},\n{ONE}\n", [1], "the list that begins here has no end"),
        (f"[{ONE},\n{ONE},\n{CUT}", [3], "the object that begins here has no end"),
        (f"[\n{ONE},\n{CUT},\n{ONE}\n]", [3], "the object that begins here has no end"),
        (f"[{ONE}, {CUT}}}, {ONE}]", [1], "Expecting ',' delimiter"),
        (f"[{ONE}\n{ONE}]", [2], "a comma is missing"),
        (f"[{ONE},\n{ONE},\n]", [3], "a comma stands before the end"),
        (f"[{ONE},\n,{ONE}]", [2], "a comma stands where a sheet should begin"),
        (f"[{ONE},\n7,\n{ONE}]", [2], "no JSON object"),
        (f"[{ONE}}}, {ONE}]", [1], "closes nothing"),
        (f"{ONE}\n{CUT}\n{ONE}", [2], "the object that begins here has no end"),
        (f"{ONE}\n{CUT}\nclassic red 5", [2], "the object that begins here has no end"),
        (f'[\n  {{\n    "variant": "classic",\n    "marks": [}},\n  {ONE},\n  {ONE}\n]', [2],
         "line 4"),
    ],
)  # fmt: skip
def test_a_broken_place_in_a_list_or_in_lines_costs_no_other_sheet(text, lines, said):
    result = check(text, "--json")
    assert result.exit_code == 3
    broken = [found for found in objects(result) if "problems" in found]
    assert [found["line"] for found in broken] == lines
    assert said in broken[0]["problems"][0]["message"]
    assert len(objects(result)) - len(broken) == 2
    assert len(result.stderr.splitlines()) == len(lines)


def test_commas_that_are_missing_line_after_line_are_told_once():
    result = check("[1, 2\n" + f"{ONE}\n" * 50, "--json")
    assert sum("ruling" in found for found in objects(result)) == 50
    assert result.stderr.count("a comma is missing") == 1
    assert result.stderr.count("the list that begins here has no end") == 1


def test_the_sheets_of_a_list_are_named_by_the_line_on_which_each_begins():
    result = check(json.dumps([LEGAL, LEGAL], indent=2))
    starts = [line.partition(" ")[0] for line in result.stdout.splitlines() if line[0] == "-"]
    assert starts == ["-:2", "-:10"]


SCAN = {"file": "x.jpg", "problems": [], "sheets": [LEGAL, LEGAL]}


@pytest.mark.parametrize(
    ("document", "sheets"),
    [(LEGAL, 1), ([LEGAL, LEGAL], 2), (SCAN, 2), ([SCAN, LEGAL], 3), ([[LEGAL]], 1)],
)
def test_json_without_a_margin_is_json(document, sheets):
    bare = json.dumps(document, indent=0)
    brackets_apart = re.sub(r"(?<=:) (?=[\[{])", "\n", bare)
    for text in (bare, brackets_apart, f"{bare}\n{brackets_apart}\n"):
        result = check(text, "--json")
        found = sum("ruling" in each for each in objects(result))
        assert found == sheets * (2 if text.endswith("\n") else 1), result.stderr
        assert "no JSON" not in result.stderr


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_an_object_that_is_cut_off_costs_no_other_whatever_the_margin(indent):
    whole = json.dumps(LEGAL, indent=indent)
    cut = whole[: whole.index(",") + 1]
    for text in (f"{cut}\n{whole}\n{whole}", f"[\n{cut}\n{whole},\n{whole}\n]"):
        result = check(text, "--json")
        assert result.stderr.count("the object that begins here has no end") == 1
        assert sum("ruling" in found for found in objects(result)) == 2


def test_a_list_is_read_as_a_stream():
    def endless():
        yield b"["
        while True:
            yield ONE.encode() + b",\n"

    entries = read_sheets(endless())
    assert [next(entries).line for _ in range(3)] == [2, 3, 4]


def test_an_empty_list_has_nothing_in_it():
    assert check("[]").exit_code == 3


def test_what_comes_out_goes_in_again():
    once = check(json.dumps(EARLY), "--json").stdout
    assert check(once, "--json").stdout == once


def test_waive_is_said_in_the_output():
    result = check(json.dumps(EARLY), "--json", "--waive", "C5")
    assert result.exit_code == 0
    assert objects(result)[0]["ruling"]["waived"] == ["C5"]


def test_an_unknown_waiver_is_a_wrong_call():
    result = check(json.dumps(LEGAL), "--waive", "C55")
    assert result.exception.exit_code == 2


def test_explain_and_why_in_words():
    result = check("bonus-a green 11 | red 2 | bar 1", "--explain", "--why")
    assert "green.11 > bar.1 > red.2" in result.stdout
    result = check("classic red 12", "--why")
    assert "C5: A row's closing number" in result.stdout


def test_a_missing_file_does_not_stop_the_next(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(LEGAL))
    names = [str(tmp_path / "none.json"), str(tmp_path / "a.json")]
    result = CliRunner().invoke(app, ["check", *names])
    assert result.exit_code == 3
    assert "legal, 3 points" in result.stdout
    assert "none.json: there is no such file; check the name" in result.stderr


def test_a_pad_of_ones_own(tmp_path):
    text = (layouts_folder() / "classic.toml").read_text()
    for old, new in (('"classic"', '"ours"'), ('"CC"', '"QA"'), ("before = 5", "before = 2")):
        text = text.replace(old, new)
    (tmp_path / "ours.toml").write_text(text)
    given = json.dumps({"variant": "ours", "marks": ["red.2", "red.3", "red.12", "red.lock"]})
    result = check(given, "--json", "--pad", str(tmp_path / "ours.toml"))
    assert objects(result)[0]["ruling"]["legal"]


def test_a_pad_that_could_be_taken_for_one_of_the_rulebooks_is_refused(tmp_path):
    text = (layouts_folder() / "classic.toml").read_text()
    file = tmp_path / "ours.toml"
    file.write_text(text.replace("before = 5", "before = 2"))
    error = check(json.dumps(LEGAL), "--pad", str(file)).exception
    assert (error.exit_code, error.file) == (3, str(file))
    assert "name: expected a name that no pad of sheetkit's own has" in str(error)
    assert "prefix: expected two letters that no pad of sheetkit's own has" in str(error)
    assert check(json.dumps(LEGAL), "--pad", str(layouts_folder() / "longo.toml")).exit_code == 0


def test_a_scan_in_which_no_sheet_was_read_is_told():
    scan = {"file": "x.jpg", "problems": [{"code": "no-sheet", "message": "m"}], "sheets": []}
    result = check(json.dumps([LEGAL, scan]))
    assert result.exit_code == 3
    assert result.stderr == "sheetkit: -: line 1: no sheet was read in x.jpg: m\n"


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"sheet": "NG11X6199NCSMBD", "layout": {"lucky": [5, 10]}}, "another layout than the one"),
        ({"variant": "classic", "layout": []}, '"layout" is [], no object'),
        ({"variant": "classic", "written": []}, '"written" is no object'),
        ({"variant": "classic", "written": {"total": {"value": True, "confidence": 1}}},
         "written.total is no number that was read"),
    ],
)  # fmt: skip
def test_what_contradicts_itself_or_is_no_object_is_refused(values, told):
    result = check(json.dumps({**values, "marks": []}))
    assert result.exit_code == 3
    assert told in result.stderr


def test_a_game_log_is_told_once():
    log = "# ours\n\nvariant: classic\nplayers: Anna, Ben\nAnna: 4 1 3 2 6 6\nBen: 2 2 1 5 3 4\n"
    result = check(log, "--json")
    (told,) = objects(result)
    assert result.exit_code == 3
    assert result.stderr == (
        "sheetkit: -: this is a game log and no sheet; sheetkit replay plays it\n"
    )
    assert told["problems"][0]["code"] == "game-log"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"writen": {"total": 7}}, 'did you mean "written"?'),
        ({"Unsure": {}}, 'did you mean "unsure"?'),
        ({"layouts": {}}, 'did you mean "layout"?'),
        ({"player": 3}, '"player" is 3, no text'),
    ],
)
def test_a_misspelt_key_is_refused(more, said):
    result = check(json.dumps({"variant": "classic", "marks": ["red.5"], **more}), "--json")
    (told,) = objects(result)
    assert result.exit_code == 3
    assert told["problems"][0]["code"] == "bad-sheet"
    assert said in result.stderr


def test_keys_that_mean_nothing_are_told_once_a_file_and_those_of_the_commands_never():
    sheet = {"variant": "classic", "marks": ["red.5"]}
    lines = [{**sheet, "id": 1, "total": 70}, {**sheet, "id": 2}, {**sheet, "table\n": 3}]
    result = check("\n".join(map(json.dumps, lines)))
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        'sheetkit: -: nothing is known of "id", "total"; left out of account',
        'sheetkit: -: nothing is known of "table\\n"; left out of account',
    ]
    shown = check(json.dumps(sheet), "--json", "--explain", "--why")
    assert check(shown.stdout).stderr == ""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"marks": {"red.5": None}}, "red.5 has the mark null, which isn't one"),
        ({"marks": {"red.5": True}}, "red.5 has the mark true, which isn't one"),
        ({"layout": [None]}, '"layout" is [null], no object'),
        ({"sheet": False}, '"sheet" is false, no text'),
        ({"unsure": {"red.5": {"cross": None}}}, "unsure.red.5 is null, no number from 0 to 1"),
        ({"marks": {"write.total": 70}}, 'a sum goes into "written", such as {"total": 70}'),
    ],
)
def test_a_wrong_value_is_shown_as_it_stands_in_the_json(wrong, said):
    result = check(json.dumps({"variant": "classic", "marks": [], **wrong}))
    assert result.exit_code == 3
    assert said in result.stderr


def test_a_message_shows_no_more_than_the_beginning_of_a_long_value():
    for wrong in ({"layout": [1] * 9999}, {"marks": {"red.5": "x" * 9999}}):
        result = check(json.dumps({"variant": "classic", "marks": [], **wrong}))
        assert len(result.stderr) < 300


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[]]", "there is nothing in it"),
        ("[[],[]]", "there is nothing in it"),
        ("[" * 600 + "]" * 600, "there is nothing in it"),
        ("[" * 9000 + "]" * 9000, "nested too deeply to be a sheet"),
    ],
)
def test_lists_without_a_sheet_are_told(text, said):
    result = check(text)
    assert result.exit_code == 3
    assert said in result.stderr


def scanned(*problems, **sheet):
    """What ``scan --json`` gives for one sheet."""
    asked = "unsure" in sheet or any("sheet" in problem for problem in problems)
    read = {"sheet": "", "status": "review" if asked else "read", **LEGAL, **sheet}
    return json.dumps({"file": "a.jpg", "problems": list(problems), "sheets": [read]})


def test_what_scan_says_of_a_picture_is_said_again():
    no_code = {"code": "no-code", "message": "the code can't be read; do", "sheet": ""}
    corner = {"code": "partly-outside", "message": "only a corner is seen; do"}
    for problem in (no_code, corner):
        result = check(scanned(problem), "--json")
        assert result.exit_code == 3
        assert problem["message"] in result.stderr
        assert {problem["code"]} == {
            p["code"] for o in objects(result) for p in o.get("problems", ())
        }


def test_a_sheet_s_problems_go_with_it_from_one_check_to_the_next():
    no_code = {"code": "no-code", "message": "the code can't be read; do", "sheet": ""}
    doubt = {"red.9": {"cross": 0.6, "empty": 0.4}}
    for scan in (scanned(no_code), scanned(no_code, unsure=doubt)):
        once = check(scan, "--json").stdout
        (told,) = map(json.loads, once.splitlines())
        assert told["problems"] == [{"code": "no-code", "message": no_code["message"]}]
        again = check(once, "--json")
        assert (again.exit_code, again.stdout) == (3, once)


def test_what_was_mended_or_answered_is_not_said_again():
    mirrored = {"code": "mirrored", "message": "the photo is mirrored; do nothing"}
    covered = {"code": "covered", "message": "something lies over 1 cell; do", "sheet": ""}
    assert check(scanned(mirrored)).exit_code == 0
    assert check(scanned(covered)).exit_code == 0
    doubt = {"red.9": {"cross": 0.6, "empty": 0.4}}
    assert check(scanned(covered, unsure=doubt)).exit_code == 3


@pytest.mark.parametrize("ends", ["\n", "\r", "\r\n"])
def test_lines_may_end_in_any_way(ends):
    result = check(f"classic red 2{ends}classic blue 12{ends}", "--json")
    assert result.exit_code == 0
    assert len(objects(result)) == 2


def test_a_sheet_that_a_scan_put_to_a_person_stays_so_without_the_reason():
    """What the scan said of the photo is lost where its sheets alone are handed on."""
    sheet = {"sheet": "", "variant": "classic", "status": "review", "marks": ["red.5"]}
    result = check(json.dumps(sheet), "--json")
    (shown,) = objects(result)
    assert result.exit_code == 3
    assert shown["problems"][0]["code"] == "not-seen-to"
    assert shown["status"] == "review"
    assert check(json.dumps(sheet | {"status": "read"})).exit_code == 0
    asked = sheet | {"unsure": {"red.6": {"cross": 0.5, "empty": 0.5}}}
    assert "not-seen-to" not in check(json.dumps(asked), "--json").stdout
