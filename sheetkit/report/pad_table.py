"""A pad as a table that a person can read."""

from __future__ import annotations

from collections.abc import Mapping

from sheetkit.counted import counted, ranged
from sheetkit.pad import Bar, Board, Lucky, Pad, Pair, Pairs, Row

BAR_SIGN = "*"
"""Stands after a number whose box crosses a field of the bar."""

PAIR_SIGN = "+"
"""Stands after a number whose box is half of a pair."""

SPACES_IN_A_LINE = 10


def pad_table(pad: Pad) -> str:
    """The pad's rows with their colours and bonus boxes, then what else is on it."""
    lines = [
        f"{pad.title} ({pad.name})",
        f"{ranged(pad.fewest_players, pad.most_players, 'player')}, two white dice and "
        f"{counted(len(pad.rows), 'coloured one')} with {pad.die_sides} sides",
        "",
        *(line for row in pad.rows for line in _row_lines(pad, row)),
        "",
        *_closing(pad),
        *_points(pad),
        *_lucky(pad),
        *_bar(pad),
        *_pairs(pad),
        *_board(pad),
        "sources: " + "; ".join(pad.sources),
    ]
    return "\n".join(lines)


def _row_lines(pad: Pad, row: Row) -> list[str]:
    """The row's numbers; a line of colours above where they are not all the row's own."""
    numbers = f"{row.name:8}"
    for place, number in enumerate(row.numbers):
        numbers += f"{number:>3}{_sign(pad, row.cell(place))}"
    colours = [space.colour for space in row.spaces]
    if set(colours) == {row.name}:
        return [f"{numbers} lock"]
    above = " " * 8
    for place, colour in enumerate(colours):
        begins = place == 0 or colours[place - 1] != colour
        above += f"{colour[:3]:>3} " if begins else "  . "
    return [above.rstrip(), f"{numbers} lock"]


def _sign(pad: Pad, cell: str) -> str:
    pairs = pad.mechanic(Pairs)
    if pairs and pairs.bonus(cell):
        return PAIR_SIGN
    return BAR_SIGN if pad.cells[cell].bonus else " "


def _closing(pad: Pad) -> list[str]:
    rows = pad.rows_mechanic
    which = "last number closes" if rows.closing_numbers == 1 else (
        f"last {rows.closing_numbers} numbers close"
    )  # fmt: skip
    end = "ends" if pad.penalty_boxes == 1 else "end"
    needed = counted(rows.crosses_before, "cross")
    before = f", with at least {needed} before" if rows.crosses_before else ""
    return [
        f"a row's {which} it{before}; {counted(pad.closed_rows_to_end, 'closed row')} or "
        f"{counted(pad.penalty_boxes, 'penalty')} {end} the game"
    ]


def _points(pad: Pad) -> list[str]:
    table = " ".join(str(points) for points in pad.points)
    return [f"points for 1, 2, 3 … crosses: {table}", f"each penalty: {pad.penalty_points}"]


def _lucky(pad: Pad) -> list[str]:
    lucky = pad.mechanic(Lucky)
    if lucky is None:
        return []
    numbers = " and ".join(str(number) for number in lucky.numbers)
    kind = {1: "fair number", 2: "fair pair"}.get(len(lucky.numbers), "fair set")
    fair = f"another {kind} on each drawn sheet"
    if lucky.throws() != lucky.fair_ways:
        fair = f"no {kind}"
    elif pad.digest is not None:
        fair = "the same on every sheet"
    return [f"lucky numbers: {numbers} ({fair})"]


def _bar(pad: Pad) -> list[str]:
    bar = pad.mechanic(Bar)
    if bar is None:
        return []
    fields = " ".join(f"{place} {colour}" for place, colour in enumerate(bar.fields, 1))
    return [f"{BAR_SIGN} crosses the next field of the bar: {fields}"]


def _pairs(pad: Pad) -> list[str]:
    pairs = pad.mechanic(Pairs)
    if pairs is None:
        return []
    lines = [f"{PAIR_SIGN} is half of a pair, which brings with its second box:"]
    lines += [f"  {pair.bonus:16}{' and '.join(pair.boxes)}" for pair in pairs.pairs]
    return lines + [f"{pair.bonus} brings: {_brought_by(pair)}" for pair in pairs.pairs]


def _brought_by(pair: Pair) -> str:
    brings = {
        "crosses-in-fewest": f"{counted(pair.amount, 'cross')} in the row with fewest",
        "crosses-in-each": f"{counted(pair.amount, 'cross')} in every row",
        "double-fewest": "the row with fewest crosses counts twice",
        "points": counted(pair.amount, "point"),
        "no-penalties": "penalties cost nothing",
    }
    return brings[pair.effect]


def _board(pad: Pad) -> list[str]:
    board = pad.mechanic(Board)
    if board is None:
        return []
    last = "the last" if board.last == 1 else f"one of the last {board.last}"
    lines = [
        f"board, {counted(len(board.spaces), 'space')} and their points; a move goes "
        f"{ranged(1, board.steps, 'free space')}, {last} brings the last turns:"
    ]
    for start in range(0, len(board.spaces), SPACES_IN_A_LINE):
        end = start + SPACES_IN_A_LINE
        spaces = zip(board.spaces[start:end], board.points[start:end], strict=True)
        told = (f"{space.colour} {space.number} ({points})" for space, points in spaces)
        lines.append(f"  {start + 1:>2}: " + ", ".join(told))
    return lines


def fairness_line(fairness: Mapping[str, float] | None) -> str:
    """How fair a layout is, see ``pad_json.fairness_object``."""
    if fairness is None:
        return "fairness  unknown: no games of this pad are simulated"
    if "lucky_throws" in fairness:
        throws = f"{fairness['lucky_throws']} of {fairness['throws']} throws"
        fair = fairness["fair_throws"]
        return f"fairness  a lucky number comes up in {throws}, on a fair sheet in {fair}"
    return (
        f"fairness  {fairness['mean_score']} points a sheet in simulated games, "
        f"{fairness['official']} on the official pad ({fairness['difference_percent']:+} %)"
    )
