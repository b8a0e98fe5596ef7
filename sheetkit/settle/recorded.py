"""A recorded game against the sheets handed in, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheetkit.rules import Finding, Severity
from sheetkit.rules.ruling import detail
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.given import Between, Judged
from sheetkit.settle.target import unused_fields


def against_log(
    sheets: Sequence[Judged],
    recorded: Mapping[str, Scoresheet],
    closed_last: frozenset[str] | None = None,
) -> Iterator[Between]:
    """Where a sheet differs from the one that the recorded game leaves its player.

    Players are matched by name, those left over by the likest sheet. The bar's fields of
    ``closed_last``, the rows that the last turn closed, may be bare; where that isn't
    known, those of any closed row.
    """
    if closed_last is None:
        closed_last = _closed_rows(recorded)
    for player, judged in seated(sheets, recorded).items():
        wanted, there = recorded[player].crossed, judged.sheet.crossed
        doubtful = frozenset(judged.sheet.unsure)
        order = judged.sheet.pad.markable
        extra = tuple(cell for cell in order if cell in there - wanted)
        bare = unused_fields(judged.sheet.pad, closed_last)
        lacking = tuple(cell for cell in order if cell in wanted - there - doubtful - bare)
        if extra or lacking:
            message = f"{judged.player}'s sheet is not what the recorded game leaves: " + "; ".join(
                part
                for part in (
                    f"crossed and not in the record: {', '.join(extra)}" if extra else "",
                    f"in the record and not crossed: {', '.join(lacking)}" if lacking else "",
                )
                if part
            )
            cells = (*extra, *lacking)
            both = (("extra", extra), ("lacking", lacking))
            details = tuple(detail(kind, cells=there) for kind, there in both if there)
            finding = Finding(
                "log-differs", Severity.BREACH, cells, None, message, "", "", details=details
            )
            yield Between(finding, ((judged.player, cells),))


def _closed_rows(recorded: Mapping[str, Scoresheet]) -> frozenset[str]:
    return frozenset(
        row.name
        for sheet in recorded.values()
        for row in sheet.pad.rows
        if row.lock in sheet.crossed
    )


def seated(sheets: Sequence[Judged], recorded: Mapping[str, Scoresheet]) -> dict[str, Judged]:
    """Whose sheet is whose: by name, those left over by the likest sheet."""
    names = {name.casefold(): name for name in recorded}
    found = {}
    rest = []
    for each in sheets:
        name = names.get(each.player.casefold())
        if name and name not in found:
            found[name] = each
        else:
            rest.append(each)
    for each in rest:
        free = [name for name in recorded if name not in found]
        if free:
            found[min(free, key=lambda name: _difference(recorded[name], each))] = each
    return found


def _difference(recorded: Scoresheet, judged: Judged) -> int:
    return len(recorded.crossed ^ judged.sheet.crossed)
