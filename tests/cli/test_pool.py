"""The workers of ``--jobs``: Ctrl-C, and the end of the process that started them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

POOL = """
import os, signal
from sheetkit.cli.pool import Pool
signal.signal(signal.SIGINT, signal.default_int_handler)  # where CI runs in the background
pool = Pool(1)
"""


def run(code, folder):
    return subprocess.run(
        [sys.executable, "-c", POOL + code],
        cwd=folder, capture_output=True, text=True, check=False, timeout=60,
        env={"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip


def test_ctrl_c_while_a_worker_starts_ends_its_work_quietly(tmp_path):
    interrupted = (
        "import multiprocessing, os, signal\n"
        "if multiprocessing.parent_process():\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "def work():\n"
        "    print('it went on', flush=True)\n"
    )
    (tmp_path / "interrupted.py").write_text(interrupted)
    code = "from interrupted import work\nprint(pool.submit(work).exception().__class__.__name__)\n"
    done = run(code, tmp_path)
    assert (done.stdout, done.stderr) == ("KeyboardInterrupt\n", "")


def test_ctrl_c_while_a_worker_waits_ends_what_comes_after_quietly(tmp_path):
    code = (
        "os.kill(pool.submit(os.getpid).result(), signal.SIGINT)\n"
        "for _ in range(2):\n"
        "    print(pool.submit(os.getpid).exception().__class__.__name__)\n"
    )
    done = run(code, tmp_path)
    assert (done.stdout, done.stderr) == ("KeyboardInterrupt\n" * 2, "")


def test_a_worker_ends_with_a_parent_that_is_killed(tmp_path):
    code = "pool.submit(os.getpid).result()\nos.kill(os.getpid(), signal.SIGKILL)\n"
    done = run(code, tmp_path)
    assert done.returncode == -9, "and nobody holds its output open"
