"""Commands run as a user runs them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def settle(tmp_path):
    def run(*arguments, text=None, stdin=None):
        return subprocess.run(
            [sys.executable, "-m", "sheetkit", "settle", *map(str, arguments)],
            cwd=tmp_path, capture_output=True, text=True, input=text, stdin=stdin, check=False,
            timeout=120,
            env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        )  # fmt: skip

    return run
