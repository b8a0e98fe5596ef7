"""The clauses of the rules and the codes of findings, from ``clauses.toml``."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sheetkit.errors import UsageError
from sheetkit.pad import Board, Pad

_FILE = Path(__file__).with_name("clauses.toml")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id, what it says in plain words, and which rulebook says it where.

    Where a pad has a figure of its own, the words have its name in braces, see ``figures``.
    """

    id: str
    words: str
    source: str


@cache
def clauses() -> Mapping[str, Clause]:
    """All clauses by id, in the order of docs/rules.md."""
    return {entry["id"]: Clause(**entry) for entry in _tables()["clause"]}


@cache
def finding_codes() -> Mapping[str, str]:
    """The codes that a finding on one sheet can have, each with what it says."""
    return {entry["code"]: entry["says"] for entry in _tables()["finding"]}


@cache
def _tables() -> Mapping[str, list[dict[str, str]]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def clause_words(clause: str, pad: Pad) -> str:
    """What the clause says of that pad."""
    return clauses()[clause].words.format(**figures(pad))


def figures(pad: Pad) -> dict[str, int]:
    """The figures that the words of clauses ask for, as the pad has them."""
    rows, board = pad.rows_mechanic, pad.mechanic(Board)
    return {
        "before": rows.crosses_before,
        "closing": rows.closing_numbers,
        "boxes": pad.penalty_boxes,
        "rows": pad.closed_rows_to_end,
        "penalty": pad.penalty_points,
        "steps": board.steps if board else 0,
        "last": board.last if board else 0,
    }


def source_of(clause: str, pad: Pad) -> str:
    """Rulebook and section of the clause; of a pad of its owner's, the sources in its file."""
    if pad.digest is None:
        return clauses()[clause].source
    return "; ".join(pad.sources) or pad.title


class HouseRules(frozenset[str]):
    """Names that were looked up."""


def read_waivers(names: Iterable[str], besides: Iterable[str] = ()) -> frozenset[str]:
    """House rules as typed: codes in small letters, clauses in capitals.

    ``besides`` are codes of findings that aren't of one sheet. Raises UsageError for a name that
    is none of these.
    """
    known = {name.lower(): name for name in (*finding_codes(), *besides, *clauses())}
    waived = set()
    for name in names:
        found = known.get(name.strip().lower())
        if found is None:
            raise UsageError(
                f"there is no finding or clause {name!r} to waive", _meant(name.strip(), known)
            )
        waived.add(found)
    return HouseRules(waived)


def house_rules(names: Iterable[str]) -> frozenset[str]:
    """House rules as a program gives them; what ``read_waivers`` gave is taken as it is.

    Raises UsageError for a name that is no finding or clause.
    """
    return names if isinstance(names, HouseRules) else read_waivers(names)


def _meant(name: str, known: Mapping[str, str]) -> str:
    """The names nearest to it, or where all are."""
    near = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(known[each] for each in near)}?"
    return (
        "name a finding, such as lock-missing, or a clause, such as C5; "
        "docs/rules.md and docs/disputes.md have them"
    )
