"""What comes out where standard output is full, closed or of a poor encoding; errors as JSON."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
CALM = SAMPLES / "disputes" / "calm.txt"
LOG = SAMPLES / "disputes" / "game.log"


def sheetkit(*words, folder, ending="", **how):
    """The command run by a shell that ends its line so."""
    command = ["/bin/sh", "-c", f'"$@" {ending}', "sh", sys.executable, "-m", "sheetkit"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", **how}
    return subprocess.run(
        [*command, *map(str, words)],
        cwd=folder, capture_output=True, check=False, timeout=120, env=environment,
    )  # fmt: skip


def one_error(done):
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("sheetkit: ")
    return line


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    "words",
    [
        ["variants"],
        ["doctor"],
        ["--help"],
        ["check", CALM],
        ["check", CALM, "--json"],
        ["settle", CALM, "--json"],
        ["replay", LOG],
        ["scan", "none.jpg", "--json"],
        ["variants", "none", "--json"],
        ["print", "classic", "-o", "-"],
    ],
)
def test_a_full_disk_is_one_line_and_status_3(words, tmp_path):
    done = sheetkit(*words, folder=tmp_path, ending="> /dev/full")
    *_, line = done.stderr.decode().splitlines()
    assert line == (
        "sheetkit: standard output: no space left on device; send the results elsewhere"
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 3


def test_a_closed_output_is_one_line_and_status_3(tmp_path):
    done = sheetkit("check", CALM, folder=tmp_path, ending=">&-")
    assert one_error(done).startswith("sheetkit: standard output: it is closed; ")
    assert done.returncode == 3


def test_where_nobody_reads_on_the_status_is_that_of_a_broken_pipe(tmp_path):
    (tmp_path / "many.txt").write_text("classic red 2 3\n" * 20_000)
    ending = "| head -1 > /dev/null; echo ${PIPESTATUS[0]} > status"
    subprocess.run(
        ["/bin/bash", "-c", f'"$@" {ending}', "sh", sys.executable, "-m", "sheetkit", "check",
         "many.txt", "--json"],
        cwd=tmp_path, check=True, timeout=120,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert (tmp_path / "status").read_text() == "141\n"


def test_what_writes_to_files_alone_needs_no_output(tmp_path):
    done = sheetkit("print", "classic", "--seed", "7", folder=tmp_path, ending="<&- >&-")
    assert done.returncode == 0
    assert (tmp_path / "classic.pdf").read_bytes().startswith(b"%PDF")
    assert "4 sheets" in done.stderr.decode()


def test_errors_that_nobody_can_read_change_nothing_else(tmp_path):
    for ending in ("2>&-", "2> /dev/full"):
        done = sheetkit("check", "none.txt", CALM, folder=tmp_path, ending=ending)
        assert done.returncode == 3
        assert done.stdout.startswith(str(CALM).encode())
        assert b"no such file" not in done.stdout


def test_letters_that_the_output_lacks_are_escaped(tmp_path):
    done = sheetkit("settle", CALM, "--names", "Zoë", folder=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"Winner: Zo\\xeb with 22 points" in done.stdout


def test_a_photo_given_to_check_is_one_line(tmp_path):
    for start in (b"\xff\xd8\xff\xe0\n\n", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4\n", b"PK\3\4\0\n"):
        (tmp_path / "photo").write_bytes(start + b"\nred 5" * 1000)
        done = sheetkit("check", "photo", folder=tmp_path)
        assert one_error(done).endswith("this is no text; photos and PDFs are for sheetkit scan")
        assert done.returncode == 3


def test_without_a_command_there_is_help(tmp_path):
    done = sheetkit(folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("Usage: sheetkit ")
    assert "\n  scan " in done.stderr.decode()
    assert done.stdout == b""


def test_help_says_in_a_whole_line_what_each_command_does(tmp_path):
    _, commands = sheetkit("--help", folder=tmp_path).stdout.decode().split("Commands:")
    lines = commands.strip().splitlines()
    assert len(lines) == 8
    assert all(line.endswith(".") and not line.endswith("..") for line in lines)


def test_a_wrong_option_points_to_the_help_of_its_command(tmp_path):
    done = sheetkit("scan", "a.jpg", "--nope", folder=tmp_path)
    assert one_error(done).endswith("; see sheetkit scan --help")
    assert one_error(sheetkit("nope", folder=tmp_path)).endswith("; see sheetkit --help")
    without = one_error(sheetkit("check", "a.json", "--waive", folder=tmp_path))
    assert without.endswith("requires an argument; see sheetkit check --help")
    assert done.returncode == 2


def test_scan_says_that_it_reads_no_standard_input(tmp_path):
    done = sheetkit("scan", "-", folder=tmp_path)
    assert one_error(done).startswith("sheetkit: scan doesn't read standard input; ")
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (["variants", "longo", "--layout", "xx"], 2, "usage"),
        (["variants", "--check", "none.toml"], 3, "no-file"),
        (["check", CALM, "--pad", "none.toml"], 3, "no-file"),
        (["scan", "a.jpg", "--pad", "none.toml"], 3, "no-file"),
        (["variants", "none"], 2, "unknown-variant"),
        (["scan", "a.jpg", "--waive", "C99"], 2, "usage"),
        (["scan", "a.jpg", "--nope"], 2, "usage"),
        (["settle", CALM, "--names", "A,B"], 2, "usage"),
        (["replay", LOG, "--waive", "ZZ"], 2, "usage"),
        (["check", "none.txt"], 3, "no-file"),
        (["replay", "none.log"], 3, "no-file"),
        (["settle", "none.txt"], 3, "no-file"),
        (["scan", "none.jpg"], 3, "no-file"),
        (["scan", "a.jpg", "--annotate", "/dev/null/folder"], 3, "error"),
    ],
)
def test_with_json_every_error_is_in_the_output_too(words, status, code, tmp_path):
    done = sheetkit(*words, "--json", folder=tmp_path)
    (problem,) = json.loads(done.stdout)["problems"]
    assert (done.returncode, problem["code"]) == (status, code)
    assert one_error(done).endswith(problem["message"])


def test_an_end_that_python_dropped_comes_once_more():
    """What is raised while an object is freed is dropped, as by the end of this one's life."""
    code = (
        "import os, signal, time\n"
        "import sheetkit.cli.main as main\n"
        "main.PATIENCE_S = 0.2\n"
        "signal.signal(signal.SIGTERM, main._end)\n"
        "class Freed:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        time.sleep(0.05)\n"
        "freed = Freed()\n"
        "del freed\n"
        "time.sleep(30)\n"
    )
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, "-c", code], check=False, timeout=20, env=environment)
    assert done.returncode == 143


LOADED = """
import os, signal, time
os.kill(os.getpid(), signal.SIGINT)
time.sleep(20)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_while_the_command_is_loaded_is_quiet(tmp_path):
    (tmp_path / "typer.py").write_text(LOADED)
    code = (
        "import runpy, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "runpy.run_module('sheetkit', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, check=False, timeout=20,
        env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
