"""How rows stand where a chain begins, as far as that decides how the chain goes (BB1).

Crosses that force nothing can wait, with two exceptions. A chain may have to find a row
so far on that one of its crosses falls on a box or a closing number, and it may have to
find a row with fewest crosses. Both leave only few places in a row that matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from sheetkit.pad import Pair
from sheetkit.rules.bar import BarRules
from sheetkit.rules.chain import Chains
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.line import places
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.way import State


@dataclass(slots=True)
class Standing:
    """The rows of one sheet on the way to its crosses.

    ``stops`` holds the mask of each row's crosses that may force others. ``matters``
    says whether a chain can ask for several crosses, or close a row and go on.
    """

    chains: Chains
    target: Crosses
    stops: tuple[int, ...] = ()
    matters: bool = False
    _forcing: dict[int, Pair] = field(default_factory=dict)
    _pairs: PairRules | None = None
    _has_bar: bool = False
    _has_locks: bool = False

    def __post_init__(self) -> None:
        lines, rows = self.chains.lines, self.target.rows
        stops = [0] * len(lines)
        for mechanic in self.chains.mechanics:
            if isinstance(mechanic, BarRules):
                self._has_bar = True
                stops = [mask | boxes for mask, boxes in zip(stops, mechanic.boxes, strict=True)]
            if isinstance(mechanic, PairRules):
                self._pairs = mechanic
                self._forcing = mechanic.forcing(mechanic.complete(self.target))
                for number in self._forcing:
                    for row, bit in mechanic.boxes[number]:
                        stops[row] |= bit
        self.stops = tuple(mask & row for mask, row in zip(stops, rows, strict=True))
        both = list(zip(self.stops, rows, lines, strict=True))
        self._has_locks = any(mask & line.lock for _, mask, line in both)
        self.matters = bool(self._forcing) or any(mask & line.closing for mask, _, line in both)

    def has_stops(self, state: State) -> bool:
        """Whether a cross is left that may force others."""
        rows = zip(self.stops, state.crosses.rows, strict=True)
        return any(stops & ~row for stops, row in rows)

    def can_end(self, state: State) -> bool:
        """C8: whether the rows still to be closed may be: one by one, or several in the last chain.

        That chain makes all crosses after the box that begins it, and each closing number
        takes a cross of its own.
        """
        rows, lasting = state.crosses.rows, self.chains.rows_to_end
        lines = enumerate(zip(self.target.rows, self.chains.lines, strict=True))
        open_locks = sum(
            bool(mask & line.lock) and not state.closed >> row & 1 for row, (mask, line) in lines
        )
        at_once = state.closed.bit_count() + open_locks - (lasting - 1)
        if at_once <= 1 or self._has_bar:
            return True
        pending = self._pending(state)
        by_count = [pair.amount for pair in pending if pair.effect == "crosses-in-fewest"]
        if len(by_count) == len(pending) < at_once:
            return False
        most = self._most_asked(pending)
        return any(
            (self.target.rows[row] & -(bit << 1) & ~self.chains.lines[row].lock).bit_count() <= most
            for number in self._forcing
            for row, bit in self._boxes_of(number)
            if not rows[row] & bit
        )

    def in_time(self, before: Crosses, after: Crosses) -> tuple[bool, ...]:
        """In which rows the crosses left over can have come before the move that ended the game.

        Where it crossed nothing, or nothing but plain numbers: then the plain ones left
        over were crossed earlier, and the move took the last of them. That makes the row's
        crosses more, so it won't do where rows were compared by their crosses.
        """
        by_count = any(pair.effect == "crosses-in-fewest" for pair in self._forcing.values())
        return tuple(
            old == new or not (by_count or (old ^ new) & (stops | line.closing))
            for old, new, stops, line in zip(
                before.rows, after.rows, self.stops, self.chains.lines, strict=True
            )
        )

    def before(self, state: State, row: int, to_box: int, box: int) -> Iterator[tuple[int, ...]]:
        """For each way to stand that matters when that box is crossed: the free crosses that
        it takes, a mask for each row. First none at all.
        """
        none = (0,) * len(self.stops)
        pending = self._pending(state)
        if not self._forces(state, row, box):
            yield none
            return
        heads = [
            [] if state.closed >> other & 1 or other == row else self._plain(state, other)
            for other in range(len(none))
        ]
        most = self._most_asked(pending)
        kept = [self._near_specials(state, other, masks, most) for other, masks in enumerate(heads)]
        if any(pair.effect == "crosses-in-fewest" for pair in pending):
            counts = [mask.bit_count() for mask in state.crosses.rows]
            counts[row] += to_box.bit_count() + 1
            kept = _with_equals(heads, kept, counts, self._drift(pending))
        yield from product(*([0, *(masks[n] for n in sorted(at) if n)] if masks else [0]
                             for masks, at in zip(heads, kept, strict=True)))  # fmt: skip

    def _pending(self, state: State) -> list[Pair]:
        """The pairs that will still ask for crosses."""
        if self._pairs is None:
            return []
        complete = self._pairs.complete(state.crosses)
        return [pair for number, pair in self._forcing.items() if not complete >> number & 1]

    def _boxes_of(self, number: int) -> tuple[tuple[int, int], ...]:
        return self._pairs.boxes[number] if self._pairs else ()

    def _forces(self, state: State, row: int, box: int) -> bool:
        """Whether that box has a chain follow: those of a bar do, and second boxes of pairs."""
        if self._has_bar or self._pairs is None:
            return True
        number = self._pairs.number_of[row, box]
        others = (each for each in self._pairs.boxes[number] if each != (row, box))
        return all(state.crosses.rows[other] & bit for other, bit in others)

    def _plain(self, state: State, row: int) -> list[int]:
        """The masks of the row's next crosses that force nothing: of none, one, two, …"""
        line = self.chains.lines[row]
        left = self.target.rows[row] & ~state.crosses.rows[row] & ~line.lock
        special = left & (self.stops[row] | line.closing)
        plain = left & ((special & -special) - 1) if special else left
        masks = [0]
        for place in places(plain):
            masks.append(masks[-1] | 1 << place)
        return masks

    def _most_asked(self, pending: list[Pair]) -> int:
        """How many crosses one chain can ask of a row."""
        if self._has_bar:
            return max(len(line.numbers) for line in self.chains.lines)
        return sum(pair.amount for pair in pending)

    def _drift(self, pending: list[Pair]) -> int:
        """By how much a row's crosses can grow in a chain before rows are compared."""
        amounts = [pair.amount for pair in pending]
        least = min(pair.amount for pair in pending if pair.effect == "crosses-in-fewest")
        grown = self._most_asked(pending) if self._has_bar else sum(amounts) - least
        return 2 * grown if self._has_locks else grown

    def _near_specials(self, state: State, row: int, masks: list[int], most: int) -> set[int]:
        """How many free crosses bring a box, the closing number or the row's end within reach."""
        if not masks:
            return set()
        count = len(masks) - 1
        done = state.crosses.rows[row] | masks[-1] | self.chains.lines[row].lock
        at_end = not self.target.rows[row] & ~done
        if at_end and not self._has_locks:
            return {0}
        return {0, *range(max(0, count - most + (not at_end)), count + 1)}


def _with_equals(
    heads: list[list[int]], kept: list[set[int]], counts: list[int], drift: int
) -> list[set[int]]:
    """Also the free crosses that bring a row level with another, give or take the drift."""
    levels = {
        count + more + change
        for count, at in zip(counts, kept, strict=True)
        for more in at or {0}
        for change in range(-drift, drift + 1)
    }
    return [
        at | {n for n in range(len(masks)) if count + n in levels}
        for masks, at, count in zip(heads, kept, counts, strict=True)
    ]
