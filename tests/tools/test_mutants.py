"""The faults that are put into the rules: each is one, each can be run, none is elsewhere."""

import ast
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tools.mutants import marked, mutants_of, statement_name
from tools.mutate import put_in

ROOT = Path(__file__).parents[2]


def faults(tmp_path, text):
    """What was done, and the function as it is then."""
    path = tmp_path / "module.py"
    path.write_text("x = 1 < 2\n\ndef f(a, b=1):\n" + textwrap.indent(text, "    "))
    return [(m.what.split("  ->  ")[1], ast.unparse(m.tree())) for m in mutants_of(path)]


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a + 1", ["a - 1", "2"]),
        ("a and b", ["a or b"]),
        ("not a", ["a"]),
        ("any(a)", ["left out", "all"]),
        ("x = True", ["False"]),
        ("while a:\n    break", ["if not …", "left out"]),
        ("yield a", ["left out"]),
        ("assert a < 1", []),
        ("zip(a, b, strict=True)", ["left out"]),
    ],
)
def test_the_faults_of_a_line(tmp_path, text, changed):
    assert [what for what, _ in faults(tmp_path, text)] == changed


def test_each_fault_is_one_change_that_can_be_run(tmp_path):
    text = "if a < 2 and not b:\n    return max(a, 3)\nreturn [1, -b]\n"
    sources = [source for _, source in faults(tmp_path, text)]
    assert len(sources) == len(set(sources)) == 8
    for source in sources:
        compile(source, "mutant", "exec")
        assert source.startswith("x = 1 < 2\n\ndef f(a, b=1):")


def test_a_fault_is_put_into_a_loaded_module(tmp_path, monkeypatch):
    (tmp_path / "faulty.py").write_text("class A:\n    def less(self, a):\n        return a < 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    import faulty  # noqa: PLC0415

    less = faulty.A().less
    assert not less(1)
    (compared, counted) = mutants_of(Path("faulty.py"))
    put_in(compared.path, compared.tree())
    assert less(1)
    put_in(counted.path, counted.tree())
    assert less(1)
    assert not less(2)


def test_marked_statements_say_that_they_run_and_which_faults_stand_in_them(tmp_path):
    path = tmp_path / "module.py"
    path.write_text("def f(a):\n    if a:\n        b = (1\n             + 2)\n    return a\n")
    reached = set()
    names = {"hit": reached.add}
    exec(compile(marked(path, "hit"), "module", "exec"), names)  # noqa: S102
    assert names["f"](0) == 0
    assert reached == {statement_name(path, 2), statement_name(path, 5)}
    assert names["f"](1) == 1
    assert statement_name(path, 3) in reached
    assert [(m.line, m.statement) for m in mutants_of(path)] == [(2, 2), (3, 3), (3, 3), (4, 3)]


RULE = """
def may(crosses, before):
    while crosses != before:
        crosses += 1
    return crosses


def never():
    return 1
"""
TEST = """
from sheetkit.rules.rule import may


def test_may():
    assert may(0, 3) == 3
"""


def test_a_run_says_which_faults_the_tests_miss(tmp_path):
    for name, text in (("sheetkit/rules/rule", RULE), ("tests/rules/test_rule", TEST)):
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True)
        path.write_text(text)
    for package in ("sheetkit", "sheetkit/rules"):
        (tmp_path / package / "__init__.py").touch()
    command = [sys.executable, "-m", "tools.mutate", "--sample", "99"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [
        "3 of 3 mutants, seed 1",
        "1 of 1 tests, 0 s of 0 s",
        "missed: sheetkit/rules/rule.py:9: 1  ->  2",
        f"{'sheetkit/rules/rule.py':36}    2 of    3 noticed",
        "66.7 % of 3 mutants noticed, 1 of them by their time alone",
    ]
    assert "rule.py:4" in (tmp_path / "build" / "reached.json").read_text()
