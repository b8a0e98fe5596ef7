"""``sheetkit scan`` from outside: its JSON, its exit status, its errors."""

import json

import pytest
from PIL import Image
from typer.testing import CliRunner

from sheetkit.cli.main import app
from tests.reading.conftest import photograph

runner = CliRunner()


@pytest.fixture(scope="module")
def photo():
    return photograph(marks={"red.2": "cross", "red.3": "cross", "penalty.1": "cross"}, seed=11)


@pytest.fixture
def photo_file(photo, tmp_path):
    path = tmp_path / "table.jpg"
    path.write_bytes(photo.jpeg)
    return path


def scan(*arguments):
    result = runner.invoke(app, ["scan", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_a_photo_becomes_one_json_line(photo, photo_file):
    result = scan(photo_file, "--json")
    (line,) = result.stdout.splitlines()
    shown = json.loads(line)
    (sheet,) = shown["sheets"]
    assert (shown["file"], shown["problems"]) == (str(photo_file), [])
    assert (sheet["sheet"], sheet["variant"]) == (photo.sheets[0].sheet, "classic")
    assert sheet["status"] == "read"
    assert sheet["marks"] == {"red.2": "cross", "red.3": "cross", "penalty.1": "cross"}
    assert sheet["score"]["total"] == 3 - 5
    assert sheet["ruling"]["legal"]
    assert len(sheet["corners"]) == 4
    assert result.exit_code == 0


def test_one_bad_file_never_stops_the_rest(photo_file, tmp_path):
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    empty = tmp_path / "a\nb.jpg"
    empty.write_bytes(b"")
    result = scan(text, photo_file, empty, tmp_path / "none.jpg", "--json")
    shown = [json.loads(line) for line in result.stdout.splitlines()]
    codes = [[problem["code"] for problem in file["problems"]] for file in shown]
    assert codes == [["not-an-image"], [], ["empty-file"], ["no-file"]]
    assert [len(file["sheets"]) for file in shown] == [0, 1, 0, 0]
    assert len(result.stderr.splitlines()) == 3
    assert result.exit_code == 3


def test_decoders_of_damaged_pictures_keep_silent(photo, tmp_path, capfd):
    damaged = bytearray(photo.jpeg)
    middle = len(damaged) // 2
    damaged[middle : middle + 400] = b"\xff\xd4" * 200
    (tmp_path / "damaged.jpg").write_bytes(damaged)
    scan(tmp_path / "damaged.jpg", "--json")
    assert capfd.readouterr().err == ""


def test_a_folder_means_its_pictures(photo_file):
    (photo_file.parent / "notes.txt").write_text("not a picture")
    result = scan(photo_file.parent, "--json")
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [str(photo_file)]


def test_a_person_may_say_what_a_cell_is(photo_file):
    result = scan(photo_file, "--json", "--set", "red.3=empty", "--set", "blue.5=skip")
    marks = json.loads(result.stdout)["sheets"][0]["marks"]
    assert marks == {"red.2": "cross", "blue.5": "skip", "penalty.1": "cross"}


def test_set_must_name_a_mark(photo_file):
    assert runner.invoke(app, ["scan", str(photo_file), "--set", "red.3=ticked"]).exit_code != 0


def test_annotate_writes_the_photo_with_a_caption(photo, photo_file, tmp_path):

    scan(photo_file, "--annotate", tmp_path / "out")
    (path,) = (tmp_path / "out").iterdir()
    with Image.open(path) as picture:
        assert picture.width <= 2000
        assert picture.height / picture.width > photo.height / photo.width


def test_text_says_total_and_ruling(photo_file):
    result = scan(photo_file)
    assert "-2" in result.stdout
    assert "legal" in result.stdout
