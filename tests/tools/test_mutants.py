"""The faults that are put into the rules: each is one, each can be run, none is elsewhere."""

import ast

import pytest

from tools.mutants import mutants_of


def faults(tmp_path, text):
    path = tmp_path / "module.py"
    path.write_text(text)
    return [(mutant.what.split("  ->  ")[1], mutant.source()) for mutant in mutants_of(path)]


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
        ("def f():\n    yield a", ["left out"]),
        ("def f(a: 'x < 1') -> int:\n    assert a < 1", []),
        ("zip(a, b, strict=True)", ["left out"]),
    ],
)
def test_the_faults_of_a_line(tmp_path, text, changed):
    assert [what for what, _ in faults(tmp_path, text)] == changed


def test_each_fault_is_one_change_that_can_be_run(tmp_path):
    text = "def f(a, b):\n    if a < 2 and not b:\n        return max(a, 3)\n    return [1, -b]\n"
    sources = [source for _, source in faults(tmp_path, text)]
    assert len(sources) == len(set(sources)) == 8
    for source in sources:
        assert ast.dump(ast.parse(source)) != ast.dump(ast.parse(text))
