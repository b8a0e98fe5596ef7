"""docs/ has an entry for every command, option, finding, pad and language."""

import importlib.util
import re
from pathlib import Path

import pytest

from sheetkit.pad import pad_names
from sheetkit.rules import clauses, finding_codes

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def reference():
    spec = importlib.util.spec_from_file_location("make_reference", DOCS / "make_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_commands_is_what_help_says(reference):
    assert (DOCS / "commands.md").read_text() == reference.page(), "make reference"


def test_every_command_says_an_example(reference):
    for name in reference.commands():
        assert "Example:" in reference.helped(name), name


def test_every_finding_and_clause_is_in_the_docs():
    text = "\n".join(page.read_text() for page in DOCS.glob("*.md"))
    assert [code for code in finding_codes() if f"`{code}`" not in text] == []
    rules = (DOCS / "rules.md").read_text()
    assert [clause for clause in clauses() if f"**{clause}**" not in rules] == []


def test_every_pad_is_in_the_gallery_and_the_readme():
    gallery = (DOCS / "gallery.md").read_text()
    readme = (DOCS.parent / "README.md").read_text()
    for name in pad_names():
        assert re.search(rf"gallery/{name}\S*\.png", gallery), name
        assert f"`{name}`" in readme


def test_every_language_is_named():
    languages = [path.stem for path in (DOCS.parent / "sheetkit" / "languages").glob("*.toml")]
    text = (DOCS / "printing.md").read_text() + (DOCS / "commands.md").read_text()
    assert [each for each in languages if not re.search(rf"\b{each}\b", text)] == []
