"""The faults that are put into the rules: each is one, each can be run, none is elsewhere."""

import ast
import textwrap
from pathlib import Path

import pytest

from tools.mutants import mutants_of
from tools.mutate import put_in


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
    put_in(compared)
    assert less(1)
    put_in(counted)
    assert less(1)
    assert not less(2)
