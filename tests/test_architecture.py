"""ARCHITECTURE.md is right: who may import whom, where heavy libraries live, where clauses are."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sheetkit
from sheetkit.rules.clauses import clauses

PACKAGE = Path(sheetkit.__file__).parent

ALLOWED = {
    "errors": set(),
    "photo_codes": set(),
    "geometry": set(),
    "counted": set(),
    "pad": {"errors", "opened"},
    "scoresheet": {"errors", "pad"},
    "notation": {"errors", "pad", "scoresheet"},
    "sheet_json": {"errors", "pad", "scoresheet"},
    "json_pieces": {"errors"},
    "sheet_file": {
        "errors",
        "photo_codes",
        "pad",
        "scoresheet",
        "notation",
        "json_pieces",
        "sheet_json",
    },
    "log_pieces": {"errors", "pad"},
    "game_log": {"errors", "pad", "log_pieces"},
    "file_kind": set(),
    "opened": {"errors"},
    "set_marks": {"errors", "pad", "scoresheet", "sheet_json", "reading"},
    "languages": {"errors"},
    "workers": set(),
    "design": {"errors", "geometry", "pad", "languages"},
    "fairness": {"pad"},
    "rules": {"errors", "counted", "pad", "scoresheet", "game_log"},
    "printing": {"errors", "geometry", "counted", "pad", "design"},
    "reading": {
        "errors",
        "photo_codes",
        "file_kind",
        "geometry",
        "counted",
        "opened",
        "pad",
        "scoresheet",
        "design",
        "workers",
    },
    "camera": {"geometry", "pad", "design", "printing"},
    "settle": {"errors", "counted", "pad", "scoresheet", "game_log", "rules"},
    "game_files": {
        "errors",
        "photo_codes",
        "file_kind",
        "counted",
        "opened",
        "pad",
        "game_log",
        "sheet_file",
        "sheet_json",
        "set_marks",
        "reading",
        "settle",
    },
    "report": {
        "errors",
        "geometry",
        "counted",
        "opened",
        "pad",
        "scoresheet",
        "notation",
        "game_log",
        "languages",
        "design",
        "fairness",
        "rules",
        "reading",
        "settle",
        "game_files",
    },
}
"""What each part may import; cli and the package itself may import all of these."""

HEAVY = {
    "cv2": {"reading", "camera", "report"},
    "reportlab": {"printing", "report"},
    "pytesseract": {"reading"},
    "pypdfium2": {"reading", "camera"},
    "zxingcpp": {"design", "reading"},
}
"""The only parts that may import each heavy library."""


def modules():
    return [(path, path.relative_to(PACKAGE).parts[0].removesuffix(".py"))
            for path in sorted(PACKAGE.rglob("*.py"))]  # fmt: skip


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: name the whole package, which this test goes by"
            yield node.module
            if node.module == "sheetkit":
                yield from (f"sheetkit.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("part", sorted(ALLOWED))
def test_a_part_imports_only_what_lies_below_it(part):
    for path, owner in modules():
        if owner != part:
            continue
        for name in imports(path):
            first, _, rest = name.partition(".")
            if first == "sheetkit" and rest:
                below = rest.split(".")[0]
                assert below == part or below in ALLOWED[part], f"{path} imports {name}"


@pytest.mark.parametrize("library", sorted(HEAVY))
def test_a_heavy_library_is_imported_only_where_it_is_used(library):
    for path, owner in modules():
        if owner not in HEAVY[library]:
            assert library not in {name.split(".")[0] for name in imports(path)}, path


def test_every_part_is_known_to_the_picture():
    known = {*ALLOWED, "cli", "__init__", "__main__"}
    assert {owner for _, owner in modules()} <= known


def modules_by_clause():
    page = (PACKAGE.parent / "ARCHITECTURE.md").read_text()
    rows = re.findall(r"^\| ([A-Z]+\d) (\|.*)$", page, re.MULTILINE)
    return {clause: re.findall(r"`(\w+/\w+\.py)`", modules) for clause, modules in rows}


def clauses_named(text):
    """Those of a text, with all that a range such as C1–C6 is of."""
    for letters, first, last in re.findall(r"\b([A-Z]{1,2})(\d)(?:–\1(\d))?\b", text):
        yield from (f"{letters}{n}" for n in range(int(first), int(last or first) + 1))


def test_every_clause_is_named_by_the_modules_that_the_table_has():
    table = modules_by_clause()
    assert list(table) == list(clauses())
    assert [clause for clause in table if not table[clause]] == ["MC1"], "by house rules only"
    for clause, paths in table.items():
        for path in paths:
            assert clause in clauses_named((PACKAGE / path).read_text()), path


def test_help_loads_nothing_heavy():
    script = (
        "import sys\n"
        "from sheetkit.cli.main import app\n"
        "app(['--help'], standalone_mode=False)\n"
        f"heavy = {sorted([*HEAVY, 'numpy', 'PIL', 'pypdf'])} \n"
        "sys.exit(', '.join(name for name in heavy if name in sys.modules) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


LONG = {"print_pad": "most of it are options"}
"""Functions that may be longer than 50 lines, each with its reason."""


def sources():
    for folder in ("sheetkit", "benchmarks", "tools", "training", "docs"):
        yield from sorted((PACKAGE.parent / folder).rglob("*.py"))


def test_no_file_is_longer_than_400_lines():
    counts = {path: path.read_text().count("\n") for path in sources()}
    assert {str(path): count for path, count in counts.items() if count > 400} == {}


def test_no_function_is_longer_than_50_lines():
    long = {
        node.name
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno + 1 > 50
    }
    assert long <= LONG.keys()
