"""A judge that is slow and simple: every play of the throws, one after another.

It knows rows, closing numbers, penalties and the end of a game, written anew from
the clauses C1 to C8 and sharing nothing with the engine; for pads so small that
all plays can be listed.
"""

from itertools import product


def all_final_sheets(rows, before, to_end, boxes, throws, players):
    """All joint final sheets: a set of tuples, one frozenset of cells a player.

    ``rows`` maps a colour to its numbers, the last closing it with ``before``
    crosses; ``throws`` are (player, whites, {colour: value}).
    """
    start = (tuple((frozenset(), 0) for _ in players), frozenset())
    running, finished = {start}, set()
    for active, whites, colours in throws:
        after = set()
        for sheets, closed in running:
            if closed != frozenset(c for c in rows if c not in colours):
                continue
            after |= set(
                _turn(rows, before, to_end, sheets, closed, players.index(active), whites, colours)
            )
        running = {(s, c) for s, c, over in after if not over and all(p < boxes for _, p in s)}
        finished = {(s, c) for s, c, over in after if over or any(p >= boxes for _, p in s)}
    return {tuple(_cells(*sheet) for sheet in sheets) for sheets, _ in running | finished}


def _cells(crosses, penalties):
    return crosses | {f"penalty.{n + 1}" for n in range(penalties)}


def _turn(rows, before, to_end, sheets, closed, active, whites, colours):
    total = sum(whites)
    choices = [
        [None, *((c, total) for c in rows if _may(rows, before, crosses, closed, (c, total)))]
        for crosses, _ in sheets
    ]
    for chosen in product(*choices):
        first = tuple(
            (_crossed(rows, s[0], cell), s[1]) for s, cell in zip(sheets, chosen, strict=True)
        )
        shut = closed | {cell[0] for cell in chosen if cell and cell[1] == rows[cell[0]][-1]}
        if len(shut) >= to_end:
            yield first, shut, True
            continue
        mine, penalties = first[active]
        cells = {(colour, w + value) for colour, value in colours.items() for w in whites}
        for cell in [None, *(c for c in cells if _may(rows, before, mine, shut, c))]:
            idle = cell is None and chosen[active] is None
            done = (_crossed(rows, mine, cell), penalties + idle)
            now = shut | ({cell[0]} if cell and cell[1] == rows[cell[0]][-1] else set())
            yield (*first[:active], done, *first[active + 1 :]), frozenset(now), len(now) >= to_end


def _may(rows, before, crosses, closed, cell):
    colour, number = cell
    if colour in closed or number not in rows[colour]:
        return False
    places = [rows[colour].index(n) for n in rows[colour] if f"{colour}.{n}" in crosses]
    place = rows[colour].index(number)
    right = all(place > other for other in places)
    return right and (number != rows[colour][-1] or len(places) >= before)


def _crossed(rows, crosses, cell):
    if cell is None:
        return crosses
    colour, number = cell
    lock = {f"{colour}.lock"} if number == rows[colour][-1] else set()
    return crosses | {f"{colour}.{number}"} | lock
