"""What is no file, or no file that ends: one line, status 3, and no wait for it."""

import os
import subprocess
import sys

import pytest

from tests.cli.conftest import ROOT

COMMANDS = {
    "settle": ["settle"],
    "rolls": ["settle", "anna.txt", "--rolls"],
    "check": ["check"],
    "replay": ["replay"],
    "scan": ["scan"],
    "variants": ["variants", "--check"],
}

SHEET = "classic red 2 3"


def run(folder, *words, ending=""):
    (folder / "anna.txt").write_text(SHEET)
    line = " ".join([sys.executable, "-m", "sheetkit", *words, ending])
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False, timeout=120,
        stdin=subprocess.DEVNULL, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("zero.jpg", "this is a device and no file; name a file"),
        ("pipe.jpg", "this is a pipe and no file; name a file"),
        ("loop.jpg", "can't be opened (Too many levels of symbolic links); check the file"),
    ],
)
def test_what_is_no_file_is_told(tmp_path, command, name, said):
    (tmp_path / "zero.jpg").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "loop.jpg").symlink_to("loop.jpg")
    done = run(tmp_path, *COMMANDS[command], name)
    assert (done.returncode, f"sheetkit: {name}: {said}" in done.stderr) == (3, True), done.stderr


@pytest.mark.parametrize("command", ["settle", "rolls", "replay"])
@pytest.mark.parametrize(("name", "ending"), [("-", "< /dev/zero"), ("<(cat /dev/zero)", "")])
def test_what_never_ends_is_too_large(tmp_path, command, name, ending):
    done = run(tmp_path, *COMMANDS[command], name, ending=ending)
    assert done.returncode == 3
    assert "it is far too large; name photos, sheets or a log" in done.stderr


@pytest.mark.parametrize("command", ["settle", "check"])
@pytest.mark.parametrize(
    ("name", "ending"), [("<(cat anna.txt)", ""), ("/dev/stdin", "< anna.txt")]
)
def test_pipes_of_the_shell_are_read(tmp_path, command, name, ending):
    done = run(tmp_path, command, name, ending=ending)
    assert (done.returncode, done.stderr) == (0, "")
