"""Help is in plain words, and a command that there isn't is told with the nearest one."""

import subprocess
import sys

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from sheetkit.cli.main import app

COMMANDS = sorted(get_command(app).commands)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_no_types_and_no_formulas(command):
    said = CliRunner().invoke(app, [command, "--help"]).output
    assert "Options:" in said
    assert not any(sign in said for sign in ("<", "list[", "x>", "default: ("))


def test_help_says_between_which_numbers_one_may_choose():
    said = CliRunner().invoke(app, ["print", "--help"]).output
    assert "[default: 4; 1 to 1000000]" in said
    assert "[1 to 99]" in said
    assert "[default: 7; 0 or more]" in CliRunner().invoke(app, ["demo", "--help"]).output


@pytest.mark.parametrize(
    ("called", "said"),
    [
        ("prnt", "there is no command 'prnt'; did you mean print? see sheetkit --help"),
        ("SCAN", "there is no command 'SCAN'; did you mean scan? see sheetkit --help"),
        ("xyz", "there is no command 'xyz'; see sheetkit --help"),
    ],
)
def test_a_command_that_there_is_not_is_told_with_the_nearest(called, said):
    done = subprocess.run(
        [sys.executable, "-m", "sheetkit", called], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, f"sheetkit: {said}\n")
