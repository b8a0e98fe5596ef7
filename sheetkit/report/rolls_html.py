"""What the throws say, as part of the page: the explanation turn by turn, or the proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from sheetkit.rules import clauses
from sheetkit.settle.rolls import Answer, RollsVerdict

_SAYS = {
    Answer.EXPLAINED: "rolls_explained",
    Answer.IMPOSSIBLE: "rolls_impossible",
    Answer.OPEN: "rolls_open",
}


def rolls_section(rolls: RollsVerdict, words: Mapping[str, str]) -> Iterator[str]:
    """The section about the throws."""
    yield f"<section><h2>{words['rolls']}</h2><p>{words[_SAYS[rolls.answer]]}</p>"
    if rolls.answer is Answer.OPEN:
        yield f"<p>{escape(rolls.says)}</p>"
    if rolls.log:
        yield from _turns(rolls.log, words)
    for proof in rolls.proofs:
        clause = clauses().get(proof.between.finding.rule)
        said = f"{clause.id} {clause.words}" if clause else ""
        yield f'<div class="card"><p>{escape(proof.between.finding.message)}</p>'
        yield f"<blockquote>{escape(said)}</blockquote></div>"
    yield "</section>\n"


def _turns(log: str, words: Mapping[str, str]) -> Iterator[str]:
    turns = [line.split(" | ") for line in log.splitlines() if " | " in line]
    columns = max((len(parts) for parts in turns), default=0)
    heads = ["turn", "throw", "everybody", "active", "figure"][: columns + 1]
    yield '<div class="scroll"><table class="rolls"><thead><tr>'
    yield "".join(f"<th>{words[key]}</th>" for key in heads)
    yield "</tr></thead><tbody>"
    for number, parts in enumerate(turns, 1):
        shown = [words["penalty"] if part == "penalty" else part for part in parts]
        shown += [""] * (columns - len(shown))
        cells = "".join(f"<td>{escape(part.replace(' > ', ' → '))}</td>" for part in shown)
        yield f"<tr><td>{number}</td>{cells}</tr>"
    yield "</tbody></table></div>"
