"""``sheetkit settle`` from outside."""

import json
from pathlib import Path

import cv2
import pytest

ROOT = Path(__file__).parents[2]
DISPUTES = ROOT / "samples" / "disputes"


def test_the_exit_status_is_that_of_the_worst_sheet(settle):
    legal = settle(DISPUTES / "red.txt", DISPUTES / "green.txt")
    assert legal.returncode == 0, legal.stderr
    assert settle(DISPUTES / "too-early.txt", DISPUTES / "red.txt").returncode == 1
    missing = settle(DISPUTES / "red.txt", "nobody.json")
    assert missing.returncode == 3
    assert missing.stderr.startswith("sheetkit: nobody.json: ")
    assert "Red" in missing.stdout
    assert settle(DISPUTES / "red.txt", "--names", "A,B").returncode == 2
    assert settle(DISPUTES / "red.txt", "--waive", "nonsense").returncode == 2
    assert settle(DISPUTES / "red.txt", "--report", "verdict.doc").returncode == 2


def test_json_is_the_same_whatever_the_order_of_the_files(settle):
    files = [DISPUTES / "too-early.txt", DISPUTES / "red.txt", DISPUTES / "sum.json"]
    one, other = settle(*files, "--json"), settle(*files[::-1], "--json")
    assert one.stdout == other.stdout
    shown = json.loads(one.stdout)
    assert [sheet["player"] for sheet in shown["sheets"]] == ["Cleo", "Red", "Too-early"]
    assert shown["legal"] is False
    assert shown["winner"] == "Red"


def test_rolls_are_answered_in_json(settle):
    done = settle(
        DISPUTES / "anna-changed.txt", DISPUTES / "ben-true.txt", "--json",
        "--rolls", DISPUTES / "throws.log", "--names", "Anna,Ben",
    )  # fmt: skip
    shown = json.loads(done.stdout)
    assert done.returncode == 1
    assert shown["rolls"]["answer"] == "impossible"
    (finding,) = [f for f in shown["findings"] if f["code"] == "rolls-cannot-give"]
    assert finding["cells"] == ["red.9", "red.10"]
    assert finding["marks"] == [{"player": "Anna", "cells": ["red.9", "red.10"]}]


def test_a_malformed_roll_log_is_told_with_its_line(settle, tmp_path):
    log = tmp_path / "bad.log"
    log.write_text("variant: classic\nplayers: A, B\nA: 1 2 3\n")
    done = settle(DISPUTES / "red.txt", "--rolls", log, "--json")
    assert done.returncode == 3
    assert "line 3" in done.stderr
    assert "Traceback" not in done.stderr
    shown = json.loads(done.stdout)
    assert shown["problems"][0]["code"] == "malformed-log"
    assert shown["winner"] == "Red"  # the sheets are heard all the same


def test_standard_input_and_one_file_of_several_sheets(settle):
    lines = "classic red 2 3 5 6 8 12 lock\nclassic green 12 11 9 6 4 2 lock\n"
    done = settle("-", "--names", "A,B", "--json", text=lines)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["winners"] == ["A", "B"]


def test_the_report_names_inputs_command_and_version(settle, tmp_path):
    done = settle(DISPUTES / "too-early.txt", DISPUTES / "red.txt", "--report", "out.html")
    assert done.returncode == 1
    page = (tmp_path / "out.html").read_text()
    assert "too-early.txt" in page
    assert "SHA-256" in page
    assert "sheetkit settle" in page


def test_a_report_that_cannot_be_written_is_one_line_and_one_problem(settle):
    done = settle(DISPUTES / "red.txt", "--report", "no/such/folder/out.html", "--json")
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith("sheetkit: no/such/folder/out.html: can't be written (")
    (problem,) = json.loads(done.stdout)["problems"]
    assert (problem["code"], problem["file"]) == ("error", "no/such/folder/out.html")


def test_a_report_is_written_through_a_link(settle, tmp_path):
    (tmp_path / "real.html").write_text("old")
    (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
    settle(DISPUTES / "red.txt", "--report", "link.html")
    assert (tmp_path / "link.html").is_symlink()
    assert "<html" in (tmp_path / "real.html").read_text()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Anna,Anna", "--names gives Anna twice; give each player another name"),
        ("Anna,", "--names Anna, leaves a name empty; "),
        ("Anna", "--names gives 1 name for 2 sheets; name each sheet once"),
    ],
)
def test_names_that_do_not_fit_are_told_for_what_they_are(settle, names, said):
    done = settle(DISPUTES / "red.txt", DISPUTES / "green.txt", "--names", names)
    assert done.returncode == 2
    assert said in done.stderr


def test_an_unreadable_sheet_keeps_its_name_and_is_named_where_names_do_not_fit(settle):
    done = settle("none.jpg", DISPUTES / "red.txt", "--names", "Anna,Ben", "--json")
    assert [sheet["player"] for sheet in json.loads(done.stdout)["sheets"]] == ["Ben"]
    done = settle("none.jpg", DISPUTES / "red.txt", "--names", "Anna,Ben,Cleo")
    assert done.returncode == 2
    assert "3 names for 1 sheet that can be read, not none.jpg" in done.stderr


def test_a_broken_line_keeps_its_name(settle):
    lines = "classic red 2\nclassic red 99\nclassic red 3\n"
    done = settle("-", "--names", "A,B,C", "--json", text=lines)
    assert [sheet["player"] for sheet in json.loads(done.stdout)["sheets"]] == ["A", "C"]


def test_control_characters_in_names_are_shown(settle, tmp_path):
    sheet = {"variant": "classic", "marks": [], "player": "An\x1b[2Jna"}
    done = settle("-", text=json.dumps(sheet))
    assert "An\\x1b[2Jna" in done.stdout
    done = settle(DISPUTES / "red.txt", "--names", "Be\u202en\nx")
    assert "Be\\u202en\\nx" in done.stdout
    (tmp_path / "game.log").write_text("variant: classic\nplayers: A\x1bnna, Ben\n")
    done = settle(DISPUTES / "red.txt", "--log", "game.log")
    assert "'A\\x1bnna' is no player's name" in done.stderr


def test_a_missing_file_has_the_same_code_for_every_command(settle):
    done = settle("none.txt", "--json")
    assert json.loads(done.stdout)["problems"][0]["code"] == "no-file"


def test_names_that_the_log_does_not_know_are_refused_with_those_it_knows(settle):
    sheets = DISPUTES / "anna-true.txt", DISPUTES / "ben-true.txt"
    for option, log in (("--rolls", "throws.log"), ("--log", "game.log")):
        done = settle(*sheets, "--names", "Anna,Bert", option, DISPUTES / log)
        assert done.returncode == 2
        assert "--names gives Bert" in done.stderr
        assert "its players are Anna, Ben" in done.stderr


@pytest.fixture
def sheets(tmp_path):
    """A's sheet, an earlier look at it, one of another pad, and throws that give A's sheet."""
    (tmp_path / "a.txt").write_text("classic red 5\n")
    (tmp_path / "early.txt").write_text("classic red 6\n")
    (tmp_path / "other.txt").write_text("longo red 5\n")
    (tmp_path / "r.log").write_text("variant: classic\nplayers: A, B\nA: 4 1 3 2 6 6\n")
    (tmp_path / "longo.log").write_text("variant: longo\nplayers: A, B\nA: 4 1 3 2 6 6\n")
    (tmp_path / "bad.log").write_text("variant: classic\nplayers: A, B\nA: 1 2 3\n")


@pytest.mark.usefixtures("sheets")
def test_evidence_that_cannot_be_used_costs_no_other_evidence(settle):
    done = settle("a.txt", "--rolls", "r.log", "--earlier", "other.txt", "--earlier", "early.txt",
                  "--json")  # fmt: skip
    shown = json.loads(done.stdout)
    assert done.returncode == 3
    assert shown["rolls"]["answer"] == "explained"
    assert [each["vanished"] for each in shown["since"]] == [["red.6"]]
    assert [each["file"] for each in shown["problems"]] == ["other.txt"]
    assert "none of these sheets" in done.stderr
    assert done.stderr.rstrip().endswith("; judged without it")


@pytest.mark.usefixtures("sheets")
@pytest.mark.parametrize("rolls", ["bad.log", "longo.log", "none.log"])
def test_throws_that_cannot_be_used_cost_no_other_evidence(settle, rolls):
    done = settle("a.txt", "--rolls", rolls, "--log", DISPUTES / "game.log", "--earlier",
                  "early.txt", "--json")  # fmt: skip
    shown = json.loads(done.stdout)
    assert "rolls" not in shown
    assert [each["vanished"] for each in shown["since"]] == [["red.6"]]
    assert "log-differs" in [each["code"] for each in shown["findings"]]
    assert [each["file"] for each in shown["problems"]] == [rolls]
    assert shown["status"] == "review"
    assert done.returncode == 3


@pytest.mark.usefixtures("sheets")
def test_a_report_is_made_of_what_could_be_used_and_says_what_could_not(settle, tmp_path):
    done = settle("a.txt", "nobody.txt", "--rolls", "bad.log", "--report", "out.html",
                  "--report", "out.pdf")  # fmt: skip
    assert done.returncode == 3
    page = (tmp_path / "out.html").read_text()
    assert "What could not be read or used" in page
    assert "nobody.txt: there is no such file" in page
    assert "bad.log: line 3" in page
    assert (tmp_path / "out.pdf").exists()


@pytest.mark.usefixtures("sheets")
def test_a_call_that_is_wrong_is_refused_whatever_the_evidence(settle):
    done = settle("a.txt", "--names", "C", "--rolls", "r.log", "--earlier", "other.txt")
    assert done.returncode == 2
    assert not done.stdout


def test_doubtful_cells_that_decide_the_winner_are_in_the_json(settle):
    lines = (
        '{"variant": "classic", "marks": ["red.2", "red.3"]}\n'
        '{"variant": "classic", "marks": ["red.2", "red.3"],'
        ' "unsure": {"red.4": {"cross": 0.5, "empty": 0.5}}}\n'
    )
    done = settle("-", "--names", "A,B", "--waive", "not-over", "--json", text=lines)
    shown = json.loads(done.stdout)
    assert (shown["winner"], shown["winners"]) == (None, [])
    assert shown["deciding"] == [{"player": "B", "cells": ["red.4"]}]
    lines_of_table = [(row["by_rules"], row["lowest"], row["highest"]) for row in shown["table"]]
    assert lines_of_table == [(3, 3, 3), (3, 3, 6)]


def test_one_sheet_twice_is_found_however_its_code_is_typed(settle):
    code = "CC05HXS7MNS0V"
    sheets = [{"sheet": "cc05 hxs7 mns0 v", "marks": []}, {"sheet": code, "marks": []}]
    done = settle("-", "--json", text=json.dumps(sheets))
    shown = json.loads(done.stdout)
    assert [sheet["sheet"] for sheet in shown["sheets"]] == [code, code]
    assert "same-sheet-twice" in [finding["code"] for finding in shown["findings"]]
    done = settle("-", "--json", text="cc05-hxs7-mnso-v red 2\nCC05HXS7MNS0V red 3\n")
    shown = json.loads(done.stdout)
    assert "same-sheet-twice" in [finding["code"] for finding in shown["findings"]]


def test_c9_nobody_wins_while_a_sheet_could_not_be_read(settle, tmp_path):
    done = settle("none.jpg", DISPUTES / "red.txt", "--json")
    shown = json.loads(done.stdout)
    assert (shown["winner"], shown["winners"], shown["status"]) == (None, [], "review")
    assert shown["unread"] == ["none.jpg"]
    assert [line["place"] for line in shown["table"]] == [None]
    assert done.returncode == 3
    said = settle("none.jpg", DISPUTES / "red.txt", "--report", "out.html").stdout
    assert "Winner: open, for none.jpg could not be read" in said
    assert "The winner is open" in (tmp_path / "out.html").read_text()
    broken = settle("-", "--json", text="classic red 2\nclassic red 99\n")
    assert json.loads(broken.stdout)["winner"] is None


def test_a_verdict_names_a_winner_though_an_earlier_photo_or_a_log_could_not_be_read(settle):
    for option in ("--earlier", "--log"):
        shown = json.loads(settle(DISPUTES / "red.txt", option, "none.jpg", "--json").stdout)
        assert shown["winner"] == "Red"


def test_json_has_the_same_keys_whether_a_sheet_could_be_read_or_not(settle):
    done = settle("none.jpg", "--json")
    unread = json.loads(done.stdout)
    assert done.returncode == 3
    assert set(unread) == set(json.loads(settle(DISPUTES / "red.txt", "none.jpg", "--json").stdout))
    assert (unread["legal"], unread["winner"], unread["unread"]) == (None, None, ["none.jpg"])
    assert unread["status"] == "review"


@pytest.mark.parametrize("text", ["[[]]", "[[],[]]"])
def test_a_list_of_nothing_is_told(settle, tmp_path, text):
    (tmp_path / "none.json").write_text(text)
    done = settle("none.json", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["problems"][0]["message"].startswith("there is nothing in it")
    earlier = settle(DISPUTES / "red.txt", "--earlier", "none.json")
    assert earlier.returncode == 3
    assert "Traceback" not in earlier.stderr


def cut(path, share):
    """The sample of three sheets without what is below that share of its height."""
    pixels = cv2.imread(str(ROOT / "samples" / "09-three-sheets.jpg"))
    cv2.imwrite(str(path), pixels[: int(len(pixels) * share)])


def test_while_a_sheet_in_the_photo_is_not_read_nobody_wins(settle, tmp_path):
    cut(tmp_path / "cut.jpg", 0.65)
    done = settle("cut.jpg", "--waive", "C8", "--json")
    shown = json.loads(done.stdout)
    assert done.returncode == 3
    assert [problem["code"] for problem in shown["problems"]] == ["partly-outside"]
    assert (shown["winner"], shown["unread"], shown["status"]) == (None, ["cut.jpg"], "review")
    assert len(shown["sheets"]) == 2
    named = settle("cut.jpg", "--names", "Anna,Ben,Cleo")
    assert (named.returncode, named.stdout) == (2, "")
    assert "where in cut.jpg an unread one lies isn't known" in named.stderr


def test_once_all_cells_are_answered_nothing_is_left_to_do(settle):
    covered = ROOT / "samples" / "15-something-on-it.jpg"
    asked = json.loads(settle(covered, "--json").stdout)
    assert (asked["status"], len(asked["problems"])) == ("review", 2)
    cells = asked["sheets"][0]["unsure"]
    answers = [
        word
        for cell in cells
        for word in ("--set", f"{cell}={'cross' if cell == 'blue.4' else 'empty'}")
    ]
    done = settle(covered, *answers, "--json")
    shown = json.loads(done.stdout)
    assert (done.returncode, shown["problems"], shown["status"]) == (0, [], "read")


def test_a_mirrored_photo_costs_nothing(settle, tmp_path):
    pixels = cv2.imread(str(ROOT / "samples" / "01-felt.jpg"))
    cv2.imwrite(str(tmp_path / "mirror.jpg"), cv2.flip(pixels, 1))
    done = settle("mirror.jpg")
    assert "the photo is mirrored" in done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("option", ["--earlier", "--rolls", "--log", ""])
def test_a_report_is_not_written_over_what_is_to_be_judged(settle, tmp_path, option):
    evidence = tmp_path / "a.pdf"
    evidence.write_bytes(b"%PDF-1.4 the only proof")
    (tmp_path / "link.pdf").symlink_to(evidence)
    given = [option, evidence] if option else [evidence]
    done = settle(DISPUTES / "red.txt", *given, "--report", "link.pdf")
    assert done.returncode == 2
    assert "--report would write over link.pdf, which is to be judged; " in done.stderr
    assert evidence.read_bytes() == b"%PDF-1.4 the only proof"


@pytest.mark.parametrize("ends", ["\n", "\r", "\r\n"])
def test_lines_may_end_in_any_way(settle, tmp_path, ends):
    (tmp_path / "two.txt").write_bytes(f"classic red 2{ends}classic blue 12{ends}".encode())
    assert len(json.loads(settle("two.txt", "--json").stdout)["sheets"]) == 2


def test_answers_that_do_not_fit_a_photo_are_no_missing_sheet(settle, tmp_path):
    photo = tmp_path / "anna.jpg"
    photo.write_bytes((ROOT / "samples" / "01-felt.jpg").read_bytes())
    photo.with_suffix(".marks.json").write_text("no JSON")
    shown = json.loads(settle("anna.jpg", "--names", "Anna", "--json").stdout)
    assert [each["code"] for each in shown["problems"]] == ["bad-answers"]
    assert "unread" not in shown


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("classic red 5".encode("utf-16"), "this is text in UTF-16; save it as UTF-8"),
        (b"\xff\xd8\xff a photo", "this is no text; save the photo and name its file"),
    ],
)
def test_what_is_no_text_on_standard_input_is_told(settle, tmp_path, content, says):
    (tmp_path / "in").write_bytes(content)
    with (tmp_path / "in").open() as stream:
        done = settle("-", DISPUTES / "red.txt", stdin=stream)
    assert done.returncode == 3
    assert done.stderr.startswith(f"sheetkit: -: {says}")
