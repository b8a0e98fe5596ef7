"""What the sheets of one game prove about each other: one function a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheetkit.counted import counted, listed, ranged
from sheetkit.pad import Bar, Board
from sheetkit.rules import Finding, Severity
from sheetkit.rules.clauses import source_of
from sheetkit.rules.ruling import Detail, detail
from sheetkit.rules.table import different_layouts as layouts_apart
from sheetkit.rules.written import board_as_written
from sheetkit.settle.closings import (
    Closer,
    can_all_close,
    can_close_in_one_turn,
    closed_rows,
    closes_never,
)
from sheetkit.settle.given import Between, Judged
from sheetkit.settle.target import unused_fields

CODES = {
    "different-variants": "sheets of different pads can't be of one game",
    "same-sheet-twice": "one sheet was handed in twice, or two bear one code",
    "too-many-players": "more sheets than the pad has players",
    "different-layouts": "sheets of one pad are laid out differently",
    "too-many-rows-closed": "more rows are closed, or otherwise, than one game can close",
    "after-the-end": "marks that can't all have been made before the game ended",
    "same-space": "two figures stand on one space of the board",
    "bar-unearned": "more fields of a bar are crossed than boxes and closed rows explain",
    "bar-missing": "fields of a bar are bare though their row was closed before the last turn",
    "not-over": "nothing on the sheets ends the game",
    "rolls-cannot-give": "no play of these throws leaves these marks",
    "marks-vanished": "marks of an earlier look are gone from a later one",
    "log-differs": "the recorded game leaves another sheet than the one handed in",
}
"""The codes of findings between sheets, each with what it says."""


SOURCES = {
    "different-variants": "one rulebook and one kind of pad a game",
    "same-sheet-twice": "each sheet's own code or file",
    "too-many-players": "how many players the rulebook names",
    "different-layouts": "one layout a table; only lucky numbers are each player's own",
    "marks-vanished": "the earlier sheet",
    "log-differs": "the recorded game",
}
"""Where the findings come from that no clause carries, so that none waives them."""


COPIED = "copied"
"""The kind of the detail that sheets of one code have other marks."""


def between(
    sheets: Sequence[Judged], waived: frozenset[str], *, all_read: bool = True
) -> tuple[Between, ...]:
    """Everything that the sheets prove about each other, but for what was waived.

    Unless they are ``all_read``, what isn't on these may be on others.
    """
    found: list[Between] = [*different_variants(sheets), *same_sheet_twice(sheets)]
    if not any(each.finding.code == "different-variants" for each in found):
        if sheets:
            found += [*too_many_players(sheets), *different_layouts(sheets)]
        found += too_many_rows_closed(sheets, waived)
        found += after_the_end(sheets, waived)
        found += same_space(sheets)
        if _is_table(sheets):
            found += bar_unearned(sheets) if all_read else ()
            found += bar_missing(sheets)
            found += not_over(sheets) if all_read else ()
    return tuple(unwaived(found, waived))


def unwaived(found: Iterable[Between], waived: frozenset[str]) -> list[Between]:
    """The findings of which neither the code nor the clause is waived."""
    return [each for each in found if waived.isdisjoint((each.finding.code, each.finding.rule))]


def _said(
    code: str,
    message: str,
    rule: str,
    marks: Sequence[tuple[Judged, Sequence[str]]],
    *details: Detail,
    points: int | None = None,
    severity: Severity = Severity.BREACH,
) -> Between:
    cells = tuple(dict.fromkeys(cell for _, each in marks for cell in each))
    source = source_of(rule, marks[0][0].sheet.pad) if rule else SOURCES[code]
    finding = Finding(code, severity, cells, points, message, rule, source, details=details)
    return Between(finding, tuple((judged.player, tuple(each)) for judged, each in marks))


def different_variants(sheets: Sequence[Judged]) -> Iterator[Between]:
    """One game is played on one kind of pad."""
    pads: dict[tuple[str, int | None], list[Judged]] = {}
    for each in sheets:
        pads.setdefault((each.sheet.pad.name, each.sheet.pad.digest), []).append(each)
    if len(pads) > 1:
        titles = [owners[0].sheet.pad.title for owners in pads.values()]
        players = sorted(
            (title if titles.count(title) == 1 else f"{title} ({name})", _names(owners), name)
            for title, ((name, _), owners) in zip(titles, pads.items(), strict=True)
        )
        said = "; ".join(f"{pad}: {names}" for pad, names, _ in players)
        message = f"these sheets are of {len(pads)} different pads ({said})"
        pads_said = (
            detail("pad", name=name, pad=pad, players=names) for pad, names, name in players
        )
        yield _said("different-variants", message, "", [(each, ()) for each in sheets], *pads_said)


def _names(sheets: Sequence[Judged]) -> str:
    return ", ".join(each.player for each in sheets)


def too_many_players(sheets: Sequence[Judged]) -> Iterator[Between]:
    """No more sheets than the rulebook lets play, which is a note: a family may."""
    pad = sheets[0].sheet.pad
    if len(sheets) <= pad.most_players:
        return
    message = (
        f"{len(sheets)} sheets, and {pad.title} is for "
        f"{ranged(pad.fewest_players, pad.most_players, 'player')}"
    )
    every = [(each, ()) for each in sheets]
    said = detail("seats", n=len(sheets), fewest=pad.fewest_players, most=pad.most_players)
    yield _said("too-many-players", message, "", every, said, points=0, severity=Severity.NOTE)


def different_layouts(sheets: Sequence[Judged]) -> Iterator[Between]:
    """One table has one layout, but for lucky numbers (L2); where sheets say by their codes that
    they have two boards, which hold one game's figures, it is no note but a breach.
    """
    apart = layouts_apart([each.sheet.pad for each in sheets], [each.player for each in sheets])
    if not apart:
        return
    boards = {repr(each.sheet.pad.mechanic(Board)) for each in sheets if each.sheet.code}
    is_breach = len(boards) > 1
    yield _said(
        "different-layouts",
        f"these sheets have {apart}",
        "",
        [(each, ()) for each in sheets],
        *(
            detail("layout", n=n, players=", ".join(each))
            for n, each in enumerate(apart.players, 1)
        ),
        *(detail(f"other-{key}") for key in apart.differing),
        points=None if is_breach else 0,
        severity=Severity.BREACH if is_breach else Severity.NOTE,
    )


def same_sheet_twice(sheets: Sequence[Judged]) -> Iterator[Between]:
    """Every printed sheet has a code of its own."""
    seen: dict[str, list[Judged]] = {}
    for each in sheets:
        code, file = each.sheet.code, each.given.file
        before = seen.setdefault(code or f"file {file} {each.given.number}", [])
        if before and (code or file):
            alike = [one for one in before if _alike(one, each)]
            yield _given_twice((alike or before)[0], each, copied=bool(code and not alike))
        before.append(each)


def _given_twice(first: Judged, each: Judged, *, copied: bool) -> Between:
    code, file = each.sheet.code, each.given.file
    what = f"sheet {code}" if code else file
    message = f"{what} is here twice, as {first.player}'s and as {each.player}'s"
    if copied:
        message = (
            f"{first.player}'s and {each.player}'s sheets bear one code, {code}, and their marks "
            "differ: perhaps one was copied"
        )
    said = [
        detail("code", code=code or file),
        detail("players", players=_names((first, each))),
        *([detail(COPIED)] if copied else []),
    ]
    return _said("same-sheet-twice", message, "", [(first, ()), (each, ())], *said)


def _alike(one: Judged, other: Judged) -> bool:
    """Whether both have the same marks, but for cells that are doubtful on one of them."""
    maybe = one.sheet.unsure.keys() | other.sheet.unsure.keys()
    marks = one.sheet.marks.items() ^ other.sheet.marks.items()
    return all(cell in maybe for cell, _ in marks)


def too_many_rows_closed(
    sheets: Sequence[Judged], waived: frozenset[str] = frozenset()
) -> Iterator[Between]:
    """C6, C8: the rows closed overall are no more than a last action can add.

    Where closed rows end no game by a house rule, C6 alone holds: that each can be closed at all.
    """
    if not sheets:
        return
    closers = [Closer.of(each) for each in sheets]
    to_end = sheets[0].sheet.pad.closed_rows_to_end
    if can_all_close(closers, to_end):
        return
    rows = closed_rows(sheets)
    by_rule = "C8" if len(rows) > to_end else "C6"
    said = ", ".join(f"{row} ({_closed_by(row, owners)})" for row, owners in sorted(rows.items()))
    are = f"{counted(len(rows), 'row')} {'is' if len(rows) == 1 else 'are'} closed: {said}"
    message = (
        f"{are}; no game can close them all: it ends when {counted(to_end, 'row')} "
        f"{'is' if to_end == 1 else 'are'} closed, and only rows that the same throw's sum fits "
        "can close together with the last"
    )
    apart = [row for row in sorted(rows) if closes_never(closers, row)]
    if not apart and "too-many-locks" in waived:
        return
    if apart:
        by_rule = "C6"
        message = (
            f"{are}; whoever closes {apart[0]} closes it with the same throw, for a row is closed "
            "once and for all players, and no throw's sum fits all these numbers"
        )
    marks = [
        (each, [f"{row}.{number}" for row, number in each.closed_with().items()])
        for each in sheets
        if each.closed_with()
    ]
    closed = detail("rows", n=len(rows), end=to_end)
    yield _said("too-many-rows-closed", message, by_rule, marks, closed)


def _closed_by(row: str, owners: Sequence[Judged]) -> str:
    return ", ".join(f"{each.player} with {each.closed_with()[row]}" for each in owners)


def after_the_end(
    sheets: Sequence[Judged], waived: frozenset[str] = frozenset()
) -> Iterator[Between]:
    """C8: fourth penalties and second rows each end the game at once, so only one of them.

    Where closed rows end no game by a house rule (``too-many-locks``), only fourth penalties do.
    """
    if not sheets:
        return
    pad = sheets[0].sheet.pad
    full = [each for each in sheets if each.penalties >= pad.penalty_boxes]
    rows = closed_rows(sheets)
    last = f"penalty.{pad.penalty_boxes}"
    if len(full) > 1:
        names = listed(each.player for each in full)
        boxes = counted(pad.penalty_boxes, "penalty")
        message = f"{names} have {boxes} each; the first of them ended it"
        yield _said("after-the-end", message, "C8", [(each, (last,)) for each in full])
    elif full and len(rows) >= pad.closed_rows_to_end and "too-many-locks" not in waived:
        owners = [each for each in sheets if each.closed_with() and each is not full[0]]
        if not owners:
            return
        message = (
            f"{full[0].player} has {counted(pad.penalty_boxes, 'penalty')} and "
            f"{counted(len(rows), 'row')} {'is' if len(rows) == 1 else 'are'} closed "
            f"({', '.join(sorted(rows))}); the game ended at once with the one or the other"
        )
        marks = [(each, [f"{row}.lock" for row in each.closed_with()]) for each in owners]
        said = (
            detail("rows", n=len(rows), end=pad.closed_rows_to_end),
            detail("penalties", n=full[0].penalties, end=pad.penalty_boxes),
        )
        yield _said("after-the-end", message, "C8", [(full[0], (last,)), *marks], *said)


def same_space(sheets: Sequence[Judged]) -> Iterator[Between]:
    """OB1: one figure a space."""
    standing: dict[int, list[Judged]] = {}
    for each in sheets:
        if each.space:
            standing.setdefault(each.space, []).append(each)
    for space, owners in sorted(standing.items()):
        if len(owners) > 1:
            names = listed(each.player for each in owners)
            message = f"{names} stand on space {space}; a space holds one figure"
            marks = [(each, (f"board.{space}",)) for each in owners]
            yield _said("same-space", message, "OB1", marks)


def _is_table(sheets: Sequence[Judged]) -> bool:
    """Whether the given sheets are taken for those of all players. A sheet alone is not."""
    return bool(sheets) and len(sheets) >= max(2, sheets[0].sheet.pad.fewest_players)


def bar_unearned(sheets: Sequence[Judged]) -> Iterator[Between]:
    """BA1, BA2: a field of a colour that nobody closed was taken by a bonus box."""
    closed = {row for each in sheets for row in each.rows_marked_closed()}
    for each in sheets:
        pad, crossed = each.sheet.pad, each.sheet.crossed
        fields = _bar_cells(each, frozenset(pad.row_names) - closed, crossed)
        bar = pad.mechanic(Bar)
        boxes = len(bar.boxed & crossed) if bar else 0
        if len(fields) > boxes and not each.bar_is_wrong:
            message = (
                f"{each.player} crossed {', '.join(fields)} in colours of rows that nobody closed, "
                f"with {counted(boxes, 'bonus box')} crossed"
            )
            said = detail("fields", n=len(fields), earned=boxes)
            yield _said("bar-unearned", message, "BA2", [(each, fields)], said, points=0)


def bar_missing(sheets: Sequence[Judged]) -> Iterator[Between]:
    """BA2: when a row is closed, everybody crosses its colour's fields, but for the game's end.

    Rows whose fields are bare somewhere have to have closed in one turn, the last.
    """
    closed = frozenset(closed_rows(sheets))
    bare = {
        row
        for row in closed
        for each in sheets
        if not each.bar_is_wrong and _bare(each, frozenset({row}))
    }
    closers = [Closer.of(each) for each in sheets]
    if not bare or can_close_in_one_turn(closers, frozenset(bare)):
        return
    marks = [(each, _bare(each, frozenset(bare))) for each in sheets if not each.bar_is_wrong]
    lacking = [(each, fields) for each, fields in marks if fields]
    said = "; ".join(f"{each.player} lacks {', '.join(fields)}" for each, fields in lacking)
    message = (
        f"{' and '.join(sorted(bare))} can't have been closed in one turn, so only the fields of "
        f"the last may be bare: {said}"
    )
    yield _said("bar-missing", message, "BA2", lacking, points=0)


def _bare(each: Judged, rows: frozenset[str]) -> tuple[str, ...]:
    """The bar's fields in the colours of these rows that are bare for certain."""
    pad = each.sheet.pad
    free = frozenset(pad.markable) - each.sheet.crossed - frozenset(each.sheet.unsure)
    return _bar_cells(each, rows, free)


def _bar_cells(each: Judged, rows: frozenset[str], among: frozenset[str]) -> tuple[str, ...]:
    """The bar's fields in the colours of these rows among the cells, from the left."""
    fields = unused_fields(each.sheet.pad, rows) & among
    return tuple(cell for cell in each.sheet.pad.markable if cell in fields)


def not_over(sheets: Sequence[Judged]) -> Iterator[Between]:
    """C8, OB3: something on some sheet of the table ends the game."""
    pad = sheets[0].sheet.pad
    if any(each.penalties >= pad.penalty_boxes for each in sheets):
        return
    rows = closed_rows(sheets)
    if len(rows) >= pad.closed_rows_to_end:
        return
    board = pad.mechanic(Board)
    if board and any(each.space > len(board.spaces) - board.last for each in sheets):
        return
    if any(board_as_written(each.sheet) for each in sheets):
        return  # on a board of the players' own, where the figures stand isn't known
    are = "is" if len(rows) == 1 else "are"
    closed = f"only {', '.join(sorted(rows))} {are} closed" if rows else "no row is closed"
    most = max(each.penalties for each in sheets)
    message = (
        f"the game was not over: {closed} (it takes {pad.closed_rows_to_end}) and nobody has "
        f"{counted(pad.penalty_boxes, 'penalty')} (the most is {most})"
    )
    said = (
        detail("rows", n=len(rows), end=pad.closed_rows_to_end),
        detail("penalties", n=most, end=pad.penalty_boxes),
    )
    yield _said("not-over", message, "C8", [(each, ()) for each in sheets], *said)
