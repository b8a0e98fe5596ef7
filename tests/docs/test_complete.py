"""The pages are complete: errors, glossary, stages, and the site's list of pages."""

import ast
import importlib.util
import re
from pathlib import Path

import pytest

from sheetkit.design.words import language_names
from sheetkit.reading import read_photo

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RAISED = {"PhotoError", "Problem", "fail", "told"}
"""What takes its code as the first argument."""


def made(name):
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def codes_of_errors():
    """Every code that an error or a problem can have, found in the sources."""
    found = {node.value for node in places_of_codes() if isinstance(node, ast.Constant)}
    return {code for code in found if code and isinstance(code, str)}


def places_of_codes():
    for path in (ROOT / "sheetkit").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                names = node.targets if isinstance(node, ast.Assign) else [node.target]
                if "code" in map(ast.unparse, names):
                    yield node.value
            elif isinstance(node, ast.arguments):
                options = zip(node.kwonlyargs, node.kw_defaults, strict=True)
                yield from (default for option, default in options if option.arg == "code")
            elif isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                if name in RAISED and node.args:
                    yield node.args[0]
                if name.endswith(("Error", "Problem")):
                    yield from (k.value for k in node.keywords if k.arg == "code")


def test_every_error_is_on_its_page():
    codes = codes_of_errors()
    assert {"no-sheet", "truncated", "bad-notation", "unknown-cell"} <= codes
    page = (DOCS / "errors.md").read_text()
    assert sorted(code for code in codes if f"`{code}`" not in page) == []


def test_no_error_on_the_page_has_gone():
    codes = codes_of_errors()
    listed = re.findall(r"^\| `([a-z-]+)` \|", (DOCS / "errors.md").read_text(), re.MULTILINE)
    assert sorted(set(listed) - codes) == []


def test_the_glossary_has_every_term_in_every_language():
    glossary = made("make_glossary")
    assert (DOCS / "glossary.md").read_text() == glossary.page(), "make reference"
    for term in glossary.terms():
        assert all(glossary.name_in(term, language) for language in language_names()), term["name"]


def test_every_stage_of_the_scanner_has_its_picture():
    seen = set()
    read_photo(ROOT / "samples" / "03-blank.jpg", sink=lambda name, _: seen.add(name))
    page = (DOCS / "scanner.md").read_text()
    assert seen
    for name in seen:
        assert f"images/scanner/{name}.jpg" in page
        assert (DOCS / "images" / "scanner" / f"{name}.jpg").is_file()


def test_every_layout_file_s_key_is_described():
    described = (DOCS / "layouts.md").read_text()
    for path in (ROOT / "layouts").glob("*.toml"):
        keys = re.findall(r"^(?:\[+([a-z.]+)\]+|([a-z_]+) =)", path.read_text(), re.MULTILINE)
        for table, key in keys:
            name = (table or key).split(".")[-1]
            assert re.search(rf"\b{name}\b", described), f"{path.name}: {name}"


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.name)
def test_no_link_between_pages_is_broken(page):
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target


def test_every_page_is_in_the_site_s_list():
    listed = (ROOT / "mkdocs.yml").read_text()
    assert [page.name for page in DOCS.glob("*.md") if f": {page.name}" not in listed] == []
