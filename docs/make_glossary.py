"""Writes docs/glossary.md from glossary.toml and the languages: part of ``make reference``."""

from __future__ import annotations

import tomllib
from pathlib import Path

from sheetkit.design.words import language_names, words

FOLDER = Path(__file__).parent

HEAD = """# Glossary

The rulebooks' own terms, which are also the names in the code and the files. Made by
`make reference`; the words that are printed on sheets come from the languages' files.
"""


def terms() -> list[dict[str, str]]:
    text = (FOLDER / "glossary.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["term"])


def name_in(term: dict[str, str], language: str) -> str:
    """What the term is called; KeyError for one that nobody has translated."""
    if "key" in term:
        return words(language)[term["key"]]
    return term["name"] if language == "en" else term[language]


def page() -> str:
    """The whole page."""
    parts = [HEAD, "| term | in code and files | means |\n|---|---|---|"]
    parts += [f"| **{term['name']}** | {term['code']} | {term['means']} |" for term in terms()]
    parts.append("\n## In every language")
    for language in language_names():
        parts.append(
            f"\n### {words(language)['name']} (`{language}`)\n\n| term | name |\n|---|---|"
        )
        parts += [f"| {term['name']} | {name_in(term, language)} |" for term in terms()]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    (FOLDER / "glossary.md").write_text(page(), encoding="utf-8")
