"""What ``sheetkit settle`` is given and can't use, or not all of."""

import hashlib
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DISPUTES = ROOT / "samples" / "disputes"


@pytest.mark.parametrize("option", ["--rolls", "--log", "--names"])
def test_an_option_of_which_one_would_be_left_out_is_refused(settle, option):
    done = settle(DISPUTES / "red.txt", option, "one", option, "other")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"sheetkit: {option} is given 2 times; give it once\n"


@pytest.mark.parametrize("begin", ["", "# our game\n\n", "\ufeff"])
def test_a_log_among_the_sheets_is_told_once_and_is_no_sheet_that_could_not_be_read(
    settle, tmp_path, begin
):
    (tmp_path / "throws.log").write_text(begin + (DISPUTES / "throws.log").read_text())
    done = settle("throws.log", DISPUTES / "red.txt", "--json")
    shown = json.loads(done.stdout)
    assert done.returncode == 3
    assert done.stderr == (
        "sheetkit: throws.log: this is a game log and no sheet; "
        "give it with --log, or with --rolls for its throws alone\n"
    )
    assert [each["code"] for each in shown["problems"]] == ["game-log"]
    assert shown["winner"] == "Red"


def test_many_lines_without_a_sheet_are_one_error(settle, tmp_path):
    (tmp_path / "notes.txt").write_text("what we did\n" * 40)
    done = settle("notes.txt", "--json")
    assert done.stderr.count("\n") == 1
    assert "notes.txt: none of 40 lines or objects in it is a sheet: line 1" in done.stderr
    assert json.loads(done.stdout)["unread"] == ["notes.txt"]
    few = settle("-", text="classic red 2\n" + "classic red 99\n" * 5)
    assert few.stderr.count("\n") == 5


def test_keys_that_mean_nothing_are_told_and_a_verdict_can_be_heard_again(settle):
    sheet = {"variant": "classic", "marks": ["red.5"], "id": 7}
    done = settle("-", "--waive", "not-over", "--json", text=json.dumps([sheet, sheet | {"x": 1}]))
    assert done.returncode == 0
    assert done.stderr == 'sheetkit: -: nothing is known of "id", "x"; left out of account\n'
    again = settle("-", "--waive", "not-over", text=done.stdout)
    assert again.stderr == ""


def test_a_record_of_another_pad_or_of_fewer_players_is_left_out_and_told(settle, tmp_path):
    turn = "Anna: 4 1 3 2 6 6 | - | penalty\n"
    (tmp_path / "longo.log").write_text(f"variant: longo\nplayers: Anna, Ben\n{turn}")
    (tmp_path / "two.log").write_text(f"variant: classic\nplayers: Anna, Ben\n{turn}")
    done = settle(DISPUTES / "red.txt", "--log", "longo.log", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["findings"] == []
    assert done.stderr == (
        "sheetkit: longo.log: the recorded game is of longo, Red's sheet of classic; "
        "give the sheets of that game; judged without it\n"
    )
    three = [DISPUTES / f"{name}.txt" for name in ("red", "green", "blue")]
    done = settle(*three, "--log", "two.log", "--json")
    assert "log-differs" not in [each["code"] for each in json.loads(done.stdout)["findings"]]
    assert "3 sheets, and the recorded game has 2 players" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-", "-"], "- is there twice, and standard input is read once; name a file"),
        (["-", "--rolls", "-"], "- is there twice"),
        ([""], "the name of a file is empty"),
        ([DISPUTES / "red.txt", DISPUTES / "green.txt", "--names", "Anna,anna"],
         "--names gives Anna twice; give each player another name"),
    ],
)  # fmt: skip
def test_a_call_that_cannot_be_meant_is_refused(settle, arguments, said):
    done = settle(*arguments, text="classic red 2\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_throws_of_no_game_at_all_are_everybodys(settle, tmp_path):
    """The blue die is out before anybody can have closed a row."""
    throws = "variant: classic\nplayers: A, B\nA: 4 1 3 2 6 6\nB: 1 1 1 1 1 -\n"
    (tmp_path / "throws.log").write_text(throws)
    done = settle("-", "--names", "A,B", "--rolls", "throws.log", "--waive", "not-over",
                  text="classic red 5\nclassic yellow 5\n")  # fmt: skip
    assert "  A, B, rolls-cannot-give: points open; " in done.stdout


def test_a_sum_that_costs_nothing_has_no_sign(settle):
    sheet = {"variant": "classic", "marks": ["red.5"], "written": {"red": 2, "total": 1}}
    done = settle("-", text=json.dumps(sheet))
    assert "written-wrong: 0 points; it does not change the winner" in done.stdout


@pytest.mark.parametrize("option", ["--rolls", "--log"])
def test_a_log_of_more_players_than_the_pad_takes_is_evidence_all_the_same(
    tmp_path, settle, option
):
    log = "variant: classic\nplayers: A, B, C, D, E, F\nA: 4 1 3 2 6 6 | F red.5 | blue.10\n"
    (tmp_path / "game.log").write_text(log)
    sheets = ["blue 10", *["red"] * 4, "red 5"]
    done = settle("-", option, "game.log", "--names", "A,B,C,D,E,F", "--json",
                  text="".join(f"classic {marks}\n" for marks in sheets))  # fmt: skip
    told = json.loads(done.stdout)
    assert "too-many-players" in [each["code"] for each in told["findings"]]
    assert not told["problems"]
    assert told["rolls"]["answer"] == "explained" if option == "--rolls" else told["log"]["agrees"]


@pytest.fixture
def own_pads(tmp_path):
    """Two pads of one title, and a third with the name of the first."""
    official = (ROOT / "layouts" / "classic.toml").read_text()
    pads = ("club", "club", "QB"), ("klub", "klub", "QK"), ("other", "club", "QC")
    for file, name, prefix in pads:
        own = official.replace('name = "classic"', f'name = "{name}"').replace("CC", prefix)
        (tmp_path / f"{file}.toml").write_text(own)


@pytest.mark.usefixtures("own_pads")
def test_two_own_pads_of_one_title_are_different_pads(settle):
    done = settle("-", "--pad", "club.toml", "--pad", "klub.toml", "--names", "A,B", "--json",
                  text="club red 2\nklub red 3\n")  # fmt: skip
    (finding,) = json.loads(done.stdout)["findings"]
    assert finding["code"] == "different-variants"
    assert "2 different pads (Classic (club): A; Classic (klub): B)" in finding["message"]


@pytest.mark.usefixtures("own_pads")
def test_two_own_pads_of_one_name_are_refused(settle):
    done = settle("-", "--pad", "club.toml", "--pad", "other.toml", text="club red 2\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--pad club.toml and --pad other.toml are both named club; leave out one" in done.stderr


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Zoe", "zoe"], ["Zoe 1", "zoe 2"]),
        (["Zoe", "Zoe", "Zoe 1"], ["Zoe 1", "Zoe 2", "Zoe 3"]),
        (["Zoe ", " "], ["Sheet", "Zoe"]),
    ],
)
def test_no_two_sheets_have_one_name_and_none_a_blank_one(settle, names, told):
    sheets = [{"variant": "classic", "marks": [], "player": name} for name in names]
    done = settle("-", "--json", text=json.dumps(sheets))
    assert sorted(sheet["player"] for sheet in json.loads(done.stdout)["sheets"]) == told


@pytest.mark.parametrize("names", ["", " "])
def test_no_names_at_all_are_a_wrong_call(settle, names):
    done = settle("-", "--names", names, text="classic red 2\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sheetkit: --names is empty; name each sheet once, or leave it out\n"


def test_one_doubtful_cell_shows_and_several_show(settle):
    doubt = {"cross": 0.5, "empty": 0.5}
    for cells, said in ((["red.5"], "red.5 shows"), (["red.5", "red.6"], "red.5, red.6 show\n")):
        sheet = {"variant": "classic", "marks": [], "unsure": dict.fromkeys(cells, doubt)}
        done = settle("-", text=json.dumps(sheet))
        assert f"a look at the paper decides what {said}" in done.stdout


def test_names_stay_with_their_sheets_though_several_files_cannot_be_read(settle):
    red, green = DISPUTES / "red.txt", DISPUTES / "green.txt"
    done = settle("no.jpg", red, "none.jpg", green, "--names", "A,B,C,D", "--json")
    heard = {sheet["player"]: sheet["file"] for sheet in json.loads(done.stdout)["sheets"]}
    assert heard == {"B": str(red), "D": str(green)}
    done = settle("no.jpg", red, green, "--names", "B,D", "--json")
    assert [sheet["player"] for sheet in json.loads(done.stdout)["sheets"]] == ["B", "D"]


def test_an_earlier_look_that_may_be_at_an_unread_sheet_is_left_out(settle, tmp_path):
    (tmp_path / "half-time.txt").write_text("classic red 7\n")
    words = "no.jpg", "-", "--names", "Anna,Ben", "--earlier", "half-time.txt", "--json"
    done = settle(*words, text="classic red 5 7\n")
    heard = json.loads(done.stdout)
    assert [problem["file"] for problem in heard["problems"]] == ["no.jpg", "half-time.txt"]
    assert (heard["legal"], heard["findings"]) == (True, [])
    assert "since" not in heard


CODE = "CC05HXS7MNS0V"
CODES = (CODE, "CC0YZ36WASCCX")
CORNER = {"code": "partly-outside", "message": "only a corner of a sheet can be made out"}


@pytest.mark.parametrize("problems", [[CORNER], [CORNER, CORNER]])
def test_where_in_a_picture_the_unread_sheet_lies_is_not_guessed_for_names(settle, problems):
    """It may be the first of the three, whose name the second sheet would get."""
    sheets = [{"sheet": code, "marks": []} for code in CODES]
    scan = json.dumps({"file": "table.jpg", "problems": problems, "sheets": sheets})
    done = settle("-", "--names", "Anna,Ben,Cleo", text=scan)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "sheetkit: --names gives 3 names for 2 sheets, and where in - an unread one lies isn't "
        f"known; name only those that were read, in this order: {', '.join(CODES)}\n"
    )
    done = settle("-", "--names", "Ben,Cleo", "--json", text=scan)
    heard = json.loads(done.stdout)
    assert [(each["player"], each["sheet"]) for each in heard["sheets"]] == [
        ("Ben", CODES[0]), ("Cleo", CODES[1])
    ]  # fmt: skip
    assert heard["unread"] == ["-"]


def test_a_cell_may_be_set_by_the_code_of_its_sheet_and_not_twice_otherwise(settle):
    sheets = f"{CODE} red 2\nclassic red 3\n"
    said = ["--set", f"{CODE.lower()}:red.5=cross", "--names", "Anna,Ben"]
    anna, ben = json.loads(settle("-", *said, "--json", text=sheets).stdout)["sheets"]
    assert (anna["answered"], "answered" in ben) == ({"red.5": "cross"}, False)
    done = settle("-", *said, "--set", "Anna:red.5=empty", text=sheets)
    assert (done.returncode, done.stdout) == (2, "")
    assert "can't both be" in done.stderr


@pytest.mark.parametrize("option", ["", "--earlier"])
def test_what_scan_says_of_a_sheet_is_a_problem_here_too(settle, tmp_path, option):
    told = {"code": "no-code", "message": "the code can't be read; do", "sheet": ""}
    read = {"sheet": "", "variant": "classic", "status": "review", "marks": ["red.5"]}
    scan = {"file": "a.jpg", "problems": [told], "sheets": [read]}
    (tmp_path / "a.json").write_text(json.dumps(scan))
    files = ["-", option, "a.json"] if option else ["a.json"]
    done = settle(*files, "--waive", "not-over", "--json", text="classic red 5 7\n")
    shown = json.loads(done.stdout)
    assert (done.returncode, shown["status"]) == (3, "review")
    assert [each["code"] for each in shown["problems"]] == ["no-code"]


OUT_OF_ORDER = """variant: classic
players: A, B
A: 4 5 1 1 1 1 | A red.9 | -
B: 3 4 1 1 1 1 | A red.7 | penalty
"""


def test_c1_a_record_given_to_the_command_shows_the_order_of_crosses(settle, tmp_path):
    (tmp_path / "game.log").write_text(OUT_OF_ORDER)
    words = "-", "--names", "A,B", "--waive", "not-over", "--log", "game.log", "--json"
    sheets = "classic red 9 7\nclassic penalty 1\n"
    shown = json.loads(settle(*words, text=sheets).stdout)
    assert [f["code"] for f in shown["sheets"][0]["ruling"]["findings"]] == ["left-of-a-cross"]
    assert shown["log"] == {"agrees": ["A", "B"], "differs": []}
    shown = json.loads(settle(*words, "--waive", "C1", text=sheets).stdout)
    assert shown["sheets"][0]["ruling"]["findings"] == []


def test_c4_a_house_rule_holds_for_the_record_too(settle, tmp_path):
    turns = "A: 4 5 1 1 1 1 | - | -\nB: 3 4 1 1 1 1 | - | -\n"
    (tmp_path / "game.log").write_text(f"variant: classic\nplayers: A, B\n{turns}")
    words = "-", "--names", "A,B", "--waive", "not-over", "--waive", "C4", "--log", "game.log"
    done = settle(*words, "--json", text="classic red\nclassic red\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["log"] == {"agrees": ["A", "B"], "differs": []}


def test_the_report_has_the_hashes_of_all_evidence(settle, tmp_path):
    for name in ("throws.log", "game.log", "anna-true.txt", "ben-true.txt"):
        (tmp_path / name).write_bytes((DISPUTES / name).read_bytes())
    (tmp_path / "early.txt").write_text("classic\n")
    words = "anna-true.txt", "ben-true.txt", "--rolls", "throws.log", "--log", "game.log"
    settle(*words, "--names", "Anna,Ben", "--earlier", "early.txt", "--report", "out.html")
    page = (tmp_path / "out.html").read_text()
    for name in ("throws.log", "game.log", "anna-true.txt", "ben-true.txt", "early.txt"):
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() in page


def test_names_have_to_be_known_to_the_throws_and_to_the_record(settle, tmp_path):
    (tmp_path / "game.log").write_text("variant: classic\nplayers: Anna, Bert\n")
    both = "--rolls", DISPUTES / "throws.log", "--log", "game.log"
    done = settle(DISPUTES / "red.txt", "--names", "Bert", *both)
    assert (done.returncode, done.stdout) == (2, "")
    assert "throws.log knows no such player; its players are Anna, Ben" in done.stderr
