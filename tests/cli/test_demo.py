"""``sheetkit demo`` as a newcomer calls it."""

import json
import shlex

import cv2
import pytest
from typer.testing import CliRunner

from sheetkit.cli.demo import _own_folder
from sheetkit.cli.main import app

PLAYERS = ("anna", "ben", "cleo")


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """The folder, and what the demo printed."""
    folder = tmp_path_factory.mktemp("demo") / "some where"
    done = CliRunner().invoke(app, ["demo", "--folder", str(folder), "--seed", "7"])
    assert done.exit_code == 0, done.output
    return folder, done.output


def test_the_pad_its_map_and_the_photos_are_in_the_folder(shown):
    folder, output = shown
    for name in ("pad.pdf", "pad.json", *(f"{player}.jpg" for player in PLAYERS)):
        assert (folder / name).stat().st_size > 1000
        assert str(folder / name) in output
    for player in PLAYERS:
        assert cv2.imread(str(folder / f"{player}.jpg")).shape[0] > 500


def test_each_step_is_a_command_that_can_be_typed(shown):
    _, output = shown
    commands = [line[2:] for line in output.splitlines() if line.startswith("$ ")]
    assert [shlex.split(command)[1] for command in commands] == ["print", "scan"]
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "sheetkit"
        done = CliRunner().invoke(app, words)
        assert done.exit_code in (0, 1, 3)
        assert done.stdout in output


def test_there_is_a_score_and_a_ruling(shown):
    _, output = shown
    assert "legal" in output
    assert "closing-too-early" in output


def test_the_photos_are_outlined_for_people_to_look_at(shown):
    folder, _ = shown
    assert len(list((folder / "outlined").iterdir())) == len(PLAYERS)


def test_the_sheets_are_those_of_the_pad(shown):
    folder, _ = shown
    codes = [sheet["sheet"] for sheet in json.loads((folder / "pad.json").read_text())["sheets"]]
    told = [json.loads((folder / f"{player}.json").read_text()) for player in PLAYERS]
    assert [each["sheet"] for each in told] == codes[: len(PLAYERS)]
    assert all(each["marks"] for each in told)


def test_a_folder_that_cannot_be_made_is_one_line_and_status_3(tmp_path):
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(app, ["demo", "--folder", str(tmp_path / "file" / "demo")])
    assert done.exception is not None
    assert done.exception.exit_code == 3
    assert "--folder" in str(done.exception)


def test_a_folder_with_files_in_it_is_left_alone(tmp_path, monkeypatch):
    (tmp_path / "notes").write_text("mine")
    done = CliRunner().invoke(app, ["demo", "--folder", str(tmp_path)])
    assert done.exception.exit_code == 2
    assert "this folder has files in it" in str(done.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]
    monkeypatch.chdir(tmp_path)
    assert [_own_folder(None).name for _ in range(3)] == ["demo", "demo-2", "demo-3"]
