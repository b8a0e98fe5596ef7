"""``sheetkit print`` as a user calls it."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from sheetkit.pad import layouts_folder


def sheetkit(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sheetkit", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""},
    )


def test_a_pad_is_named_after_its_variant_and_its_seed_is_said(tmp_path: Path) -> None:
    done = sheetkit("print", "classic", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout == ""
    pad = (tmp_path / "classic.pdf").read_bytes()
    assert pad.startswith(b"%PDF")
    seed = re.search(r"seed (\d{1,9})$", done.stderr.strip())[1]
    sheetkit("print", "classic", "--seed", seed, "-o", "again.pdf", folder=tmp_path)
    assert (tmp_path / "again.pdf").read_bytes() == pad


def test_the_map_shows_where_each_cell_is(tmp_path: Path) -> None:
    done = sheetkit(
        "print", "classic", "--seed", "7", "-o", "pad.pdf", "--map", "map.json", folder=tmp_path
    )
    assert done.returncode == 0
    pad_map = json.loads((tmp_path / "map.json").read_text())
    assert pad_map["variant"] == "classic"
    assert pad_map["seed"] == 7
    assert len(pad_map["sheets"]) == 4
    page = pypdfium2.PdfDocument(tmp_path / "pad.pdf")[0]
    assert np.allclose(page.get_size(), pad_map["paper"], atol=0.01)
    picture = page.render(scale=4).to_numpy()[:, :, ::-1].astype(int)
    for sheet in pad_map["sheets"]:
        for cell in sheet["cells"]:
            if cell["kind"] == "number":
                assert_is_tinted(picture, cell["box"], cell["colour"])


def assert_is_tinted(picture: np.ndarray, box: list[float], colour: str) -> None:
    """The cell's upper left part, clear of its digits, has the tint of its colour."""
    x = round((box[0] + 0.15 * (box[2] - box[0])) * 4)
    y = picture.shape[0] - round((box[3] - 0.15 * (box[3] - box[1])) * 4)
    red, green, blue = picture[y, x]
    strongest = {"red": red, "yellow": min(red, green), "green": green, "blue": blue}[colour]
    assert strongest >= max(red, green, blue) - 6
    assert max(red, green, blue) - min(red, green, blue) > 8


def test_a_wrong_call_is_one_line_and_status_2(tmp_path: Path) -> None:
    for words in (
        ["print", "clasic"],
        ["print", "classic", "--paper", "a7"],
        ["print", "classic", "--per-page", "5"],
        ["print", "classic", "--per-page", "many"],
        ["print", "classic", "--per-page", "9" * 5000],
        ["print", "classic", "--language", "xx"],
        ["print", "classic", "--sheets", "0"],
    ):
        done = sheetkit(*words, folder=tmp_path)
        assert done.returncode == 2, words
        assert done.stderr.startswith("sheetkit: ")
        assert done.stderr.count("\n") == 1
        assert not list(tmp_path.iterdir())


def test_what_was_given_is_named_with_what_was_meant(tmp_path: Path) -> None:
    done = sheetkit("print", "classic", "--language", "de_DE", folder=tmp_path)
    assert "no language 'de_DE'; did you mean de? " in done.stderr
    done = sheetkit("print", "CLASSIC", folder=tmp_path)
    assert "no pad 'CLASSIC'; did you mean classic? " in done.stderr
    for option, value in (("--language", "DE"), ("--per-page", "AUTO")):
        assert sheetkit("print", "classic", option, value, folder=tmp_path).returncode == 0


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = sheetkit("print", "classic", "-o", "nowhere/pad.pdf", folder=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith("sheetkit: nowhere/pad.pdf: ")
    assert done.stderr.count("\n") == 1


def test_a_table_of_four_with_a_drawn_layout(tmp_path: Path) -> None:
    done = sheetkit(
        "print", "mixed-a", "--random", "--players", "4", "--map", "map.json", folder=tmp_path
    )
    assert done.returncode == 0
    assert "4 sheets on 1 page" in done.stderr
    sheets = json.loads((tmp_path / "map.json").read_text())["sheets"]
    assert len({json.dumps(sheet["layout"]) for sheet in sheets}) == 1
    done = sheetkit("print", "classic", "--random", folder=tmp_path)
    assert done.returncode == 2
    assert "nothing on classic" in done.stderr


def test_a_link_is_written_through_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    real = tmp_path / "folder" / "real.pdf"
    real.write_bytes(b"old")
    real.chmod(0o640)
    (tmp_path / "pad.pdf").symlink_to("folder/real.pdf")
    (tmp_path / "map.json").symlink_to("folder/new.json")
    words = ["print", "classic", "-o", "pad.pdf", "--map", "map.json"]
    assert sheetkit(*words, folder=tmp_path).returncode == 0
    assert (tmp_path / "pad.pdf").is_symlink()
    assert real.read_bytes().startswith(b"%PDF")
    assert real.stat().st_mode & 0o777 == 0o640
    assert json.loads((tmp_path / "folder" / "new.json").read_text())["variant"] == "classic"
    assert not [*tmp_path.glob(".*"), *tmp_path.glob("folder/.*")]


def test_two_prints_to_one_file_at_once_leave_one_whole_pad(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "sheetkit", "print", "classic", "-o", "pad.pdf", "--sheets"]
    environment = {"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""}
    running = [
        subprocess.Popen([*words, sheets], cwd=tmp_path, env=environment, stderr=subprocess.PIPE)
        for sheets in ("2000", "2004")
    ]
    for each in running:
        each.communicate(timeout=120)
        assert each.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["pad.pdf"]
    assert len(pypdfium2.PdfDocument(tmp_path / "pad.pdf")) in {500, 501}


def test_a_new_file_has_the_usual_mode_however_long_its_name(tmp_path: Path) -> None:
    name = "p" * 251 + ".pdf"
    assert sheetkit("print", "classic", "-o", name, folder=tmp_path).returncode == 0
    (tmp_path / "usual").touch()
    usual = (tmp_path / "usual").stat().st_mode
    assert (tmp_path / name).stat().st_mode == usual


# whoever runs the tests may have the signal ignored, as nohup does
BY_DEFAULT = """\
import runpy, signal
signal.signal(signal.{}, signal.SIG_DFL)
runpy.run_module("sheetkit", run_name="__main__")
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_terminated_print_leaves_nothing(tmp_path: Path, name: str) -> None:
    words = [sys.executable, "-c", BY_DEFAULT.format(name)]
    words += ["print", "classic", "--sheets", "1000000"]
    environment = {"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""}
    with subprocess.Popen(words, cwd=tmp_path, env=environment) as running:
        while not list(tmp_path.iterdir()):
            time.sleep(0.05)
        running.send_signal(signal.Signals[name])
        assert running.wait(timeout=60) == 143
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["-o", "--map"])
def test_a_layout_file_is_not_written_over(tmp_path: Path, option: str) -> None:
    text = (layouts_folder() / "classic.toml").read_text()
    own = tmp_path / "own.toml"
    own.write_text(text.replace('"classic"', '"own"').replace('"CC"', '"XX"'))
    (tmp_path / "link").symlink_to("own.toml")
    before = own.read_bytes()
    done = sheetkit("print", "./own.toml", option, "link", folder=tmp_path)
    assert done.returncode == 2
    told = f"sheetkit: {option} would write over ./own.toml, the pad's own file; "
    assert done.stderr.startswith(told)
    assert own.read_bytes() == before


@pytest.mark.parametrize("words", [["-o", ""], ["--map", ""]])
def test_a_file_with_an_empty_name_is_refused(tmp_path: Path, words: list[str]) -> None:
    done = sheetkit("print", "classic", *words, folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the name of a file is empty" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    done = sheetkit("print", "classic", "-o", "pipe", folder=tmp_path)
    reader.join(timeout=60)
    assert done.returncode == 0
    assert read[0].startswith(b"%PDF")
    assert (tmp_path / "pipe").is_fifo()


def test_a_folder_of_that_name_is_told_and_stays(tmp_path: Path) -> None:
    (tmp_path / "classic.pdf").mkdir()
    done = sheetkit("print", "classic", folder=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith("sheetkit: classic.pdf: can't be written (is a directory); ")


def test_the_pad_and_its_map_are_two_files(tmp_path: Path) -> None:
    (tmp_path / "link.pdf").symlink_to("pad.pdf")
    for output, pad_map in (("pad.pdf", "pad.pdf"), ("pad.pdf", "link.pdf"), ("-", "-")):
        done = sheetkit("print", "classic", "-o", output, "--map", pad_map, folder=tmp_path)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("sheetkit: -o and --map both write to ")
        assert done.stderr.count("\n") == 1
        assert not (tmp_path / "pad.pdf").exists()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device here")
def test_the_pad_and_its_map_never_share_standard_output(tmp_path: Path) -> None:
    for output, pad_map in (("-", "/dev/stdout"), ("/dev/stdout", "-")):
        done = sheetkit("print", "classic", "-o", output, "--map", pad_map, folder=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("sheetkit: -o and --map both write to ")


def test_a_board_alone_has_nothing_of_sheets(tmp_path: Path) -> None:
    board = ["print", "on-board", "--board"]
    for option in (
        ["--sheets", "2"], ["--fillable"], ["--duplex"], ["--per-page", "2"], ["--map", "m.json"],
        ["--size", "large"], ["--random", "--sheets", "2"], ["--players", "3"],
    ):  # fmt: skip
        done = sheetkit(*board, *option, folder=tmp_path)
        assert done.returncode == 2, option
        assert "--board prints no sheets" in done.stderr
        assert not list(tmp_path.iterdir())
    tables = ["--random", "--players", "2", "--sheets", "4", "--seed", "7"]
    assert "2 boards" in sheetkit(*board, *tables, folder=tmp_path).stderr


def test_what_does_not_fit_is_told_with_what_does(tmp_path: Path) -> None:
    done = sheetkit("print", "classic", "--per-page", "3", folder=tmp_path)
    assert "3 sheets do not fit on a4 side by side; choose 1, 2 or 4 " in done.stderr
    for paper, count, fitting in (("a4", "4", "1 or 2"), ("a5", "2", "1"), ("a4", "5", "1 or 2")):
        large = ["--size", "large", "--paper", paper, "--per-page", count]
        done = sheetkit("print", "classic", *large, folder=tmp_path)
        assert f"choose {fitting} with --per-page" in done.stderr
    large = ["--size", "large", "--paper", "a6"]
    done = sheetkit("print", "classic", *large, folder=tmp_path)
    assert "there is no room on a6 to print larger" in done.stderr
    done = sheetkit("print", "longo", "--players", "12", "--sheets", "12", folder=tmp_path)
    assert done.returncode == 2
    assert "10 fair sets of lucky numbers for 12 players; " in done.stderr
    assert sheetkit("print", "longo", "--players", "10", folder=tmp_path).returncode == 0


def test_no_pad_is_left_where_its_map_cannot_be_written(tmp_path: Path) -> None:
    done = sheetkit("print", "classic", "-o", "pad.pdf", "--map", "no/map.json", folder=tmp_path)
    assert done.returncode == 3
    assert "no/map.json: can't be written" in done.stderr
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "pad.pdf").write_bytes(b"the one before")
    sheetkit("print", "classic", "-o", "pad.pdf", "--map", "no/map.json", folder=tmp_path)
    assert (tmp_path / "pad.pdf").read_bytes() == b"the one before"


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--sheets", "abc", "--sheets 'abc' is no whole number; see sheetkit print --help"),
        ("--players", "1.5", "--players '1.5' is no whole number"),
        ("--sheets", "0", "--sheets 0 is too small: it takes 1 or more"),
        ("--players", "100", "--players 100 is too large: it takes 99 or less"),
    ],
)
def test_a_number_that_cannot_be_is_told_in_plain_words(tmp_path, option, value, said) -> None:
    done = sheetkit("print", "classic", option, value, folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"sheetkit: {said}")
