"""docs/rules.md says every clause and every finding, in the words that --why prints."""

from pathlib import Path

from sheetkit.rules import clauses, finding_codes

TEXT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()


def test_every_clause_is_in_the_docs_word_for_word():
    for clause in clauses().values():
        assert f"- **{clause.id}** {clause.words} *({clause.source})*" in TEXT


def test_every_finding_is_in_the_docs():
    for code, says in finding_codes().items():
        assert f"| `{code}` | {says} |" in TEXT
