"""What the marks of a sheet say of its bar (BA1, BA2)."""

from __future__ import annotations

from sheetkit.rules.bar import BarRules, Stand
from sheetkit.rules.case import Case


def bar_rules(case: Case) -> BarRules | None:
    return next((m for m in case.referee.mechanics if isinstance(m, BarRules)), None)


def earned(case: Case, rules: BarRules) -> int:
    """How many bonus boxes are crossed."""
    boxes = zip(rules.boxes, case.crosses.rows, strict=True)
    return sum((mask & row).bit_count() for mask, row in boxes)


def in_turn(case: Case, rules: BarRules) -> int:
    """BA1: the fields that the boxes earned where no row is closed."""
    return (1 << min(earned(case, rules), len(rules.colours))) - 1


def closed_by_bar(case: Case) -> int:
    """BA2: the mask of the rows that others may have closed, as fields crossed beyond the
    ones that were earned tell.
    """
    rules = bar_rules(case)
    if rules is None:
        return 0
    beyond = case.crosses.bar & ~in_turn(case, rules)
    rows = zip(rules.fields, case.referee.lines, case.crosses.rows, strict=True)
    told = enumerate(fields & beyond and not mask & line.lock for fields, line, mask in rows)
    return sum(1 << row for row, tells in told if tells)


def possible_bars(case: Case, rules: BarRules) -> list[Stand]:
    """BA1, BA2: how the bar can stand, as far as counting tells; nearest to the marks first."""
    return rules.stands(case.crosses.bar, earned(case, rules), own_rows(case))


def own_rows(case: Case) -> int:
    """The mask of the rows that this sheet closed."""
    rows = enumerate(zip(case.referee.lines, case.crosses.rows, strict=True))
    return sum(1 << row for row, (line, mask) in rows if mask & line.lock)


def locks_of(case: Case) -> tuple[str, ...]:
    rows = zip(case.referee.lines, case.crosses.rows, strict=True)
    return tuple(line.ids[-1] for line, mask in rows if mask & line.lock)


def field_cells(mask: int) -> tuple[str, ...]:
    """The ids of the bar's fields in the mask, from the left."""
    return tuple(f"bar.{n + 1}" for n in range(mask.bit_length()) if mask >> n & 1)


def listed(mask: int) -> str:
    return ", ".join(field_cells(mask))
