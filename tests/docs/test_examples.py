"""Every example in the README and in docs/ is run, and prints what is said there.

A ``console`` block holds commands after ``$`` and what they print (both streams);
``…`` stands for anything. One that is shown without them has to come to a verdict. A block
of another kind that begins with ``# file: NAME`` is written to that file first. All blocks of
a page run in one folder, in order, with ``samples/`` in it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VERDICTS = (0, 1)
"""Exit statuses where all was in order, and where something was found."""
NAMED = re.compile(r"# file: (\S+)\n")


def examples(text):
    """The page's steps: ("write", name, content) and ("run", command, expected)."""
    for kind, body in BLOCK.findall(text):
        named = NAMED.match(body)
        if named:
            yield "write", named[1], body
        elif kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, expected = part.partition("\n")
                yield "run", command, expected


def matches(expected, printed):
    pattern = r".*".join(re.escape(piece) for piece in expected.rstrip().split("…"))
    return re.fullmatch(pattern, printed.rstrip(), re.DOTALL) is not None


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bin").mkdir()
    for name, module in (("sheetkit", "-m sheetkit"), ("python", "")):
        command = tmp_path / "bin" / name
        command.write_text(f'#!/bin/sh\nexec {sys.executable} {module} "$@"\n')
        command.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    (work / "samples").symlink_to(ROOT / "samples")
    return work


def run(command, folder):
    environment = {
        **os.environ,
        "PATH": f"{folder.parent / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "100",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout, done.returncode


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page(page, folder):
    for kind, subject, expected in examples(page.read_text()):
        if kind == "write":
            (folder / subject).write_text(expected)
        elif not subject.startswith(("make ", "git ", "cd ", "pip ", "pipx ")):
            printed, status = run(subject, folder)
            assert "Traceback" not in printed
            as_told = matches(expected, printed) if expected.strip() else status in VERDICTS
            assert as_told, f"$ {subject}\n{printed}"


def test_make_targets_named_in_the_readme_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"make ([a-z]+)", (ROOT / "README.md").read_text()))
    assert named <= targets


def test_make_targets_lack_no_value():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    told = subprocess.run(
        ["make", "-n", "--warn-undefined-variables", *dict.fromkeys(targets)],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert "undefined variable" not in told.stderr


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a…c", "abbc", True),
        ("a…c", "abb", False),
        ("a\n…\nc", "a\nb\nb\nc\n", True),
        ("a", "b", False),
    ],
)
def test_the_comparison_can_fail(expected, printed, same):
    assert matches(expected, printed) is same
