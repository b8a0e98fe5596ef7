"""docs/rules.md says every clause and every finding, in the words that --why prints."""

from pathlib import Path

from sheetkit.pad import find_pad
from sheetkit.rules import clauses, finding_codes
from sheetkit.rules.clauses import clause_words

TEXT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()


def test_every_clause_is_in_the_docs_word_for_word():
    """With the figures of the pad under whose heading it stands."""
    for clause in clauses().values():
        pad = find_pad({"L": "longo", "O": "on-board"}.get(clause.id[0], "classic"))
        said = clause_words(clause.id, pad)
        assert f"- **{clause.id}** {said} *({clause.source})*" in TEXT


def test_every_finding_is_in_the_docs():
    for code, says in finding_codes().items():
        assert f"| `{code}` | {says} |" in TEXT
