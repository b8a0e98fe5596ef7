"""A second judge, written apart from the first, slow and plain.

It knows nothing of sheetkit.rules: it plays every sequence of moves that one
player can make on a small pad, with whatever dice and whatever the other players
close, and collects every sheet that can come of it.
"""

from dataclasses import dataclass, replace
from itertools import combinations

from sheetkit.pad import Bar, Board, Lucky, Pairs


def row_is_legal(crossed, numbers, closing, before):
    """One row by itself: ``crossed`` holds numbers and perhaps "lock"."""
    closed = [number for number in numbers[-closing:] if number in crossed]
    others = [number for number in numbers[:-closing] if number in crossed]
    if len(closed) > 1 or bool(closed) != ("lock" in crossed):
        return False
    return not closed or len(others) >= before


@dataclass(frozen=True)
class Play:
    """Where a player stands: the sheet, who is closed, how far the turn has come."""

    crossed: frozenset
    closed: frozenset = frozenset()
    over: bool = False
    penalties: int = 0
    figure: int = 0
    turn: str = ""  # "", or the number of own actions taken: "0", "1", "2"
    idle: bool = True  # nothing crossed in this own turn
    last_turns: int = -1  # turns of others left after the figure's arrival; -1: not arrived
    unused: frozenset = frozenset()  # fields crossed for rows closed in the latest action


class SlowJudge:
    def __init__(self, pad):
        self.pad = pad
        self.rows = {row.name: row for row in pad.rows}
        self.closing = pad.rows_mechanic.closing_numbers
        self.before = pad.rows_mechanic.crosses_before
        self.bar = pad.mechanic(Bar)
        self.pairs = pad.mechanic(Pairs)
        self.board = pad.mechanic(Board)
        self.lucky = pad.mechanic(Lucky)

    # -- one number ---------------------------------------------------------

    def places(self, play, name):
        """The numbers of the row that may be crossed next."""
        if name in play.closed:
            return []
        numbers = self.rows[name].numbers
        crossed = [n for n in numbers if f"{name}.{n}" in play.crossed]
        start = numbers.index(crossed[-1]) + 1 if crossed else 0
        enough = len(crossed) >= self.before
        return [n for n in numbers[start:] if enough or n not in numbers[-self.closing :]]

    def close(self, play, name, *, own=False):
        crossed = play.crossed
        if self.bar:
            for place, colour in enumerate(self.bar.fields, 1):
                if colour == name:
                    crossed |= {f"bar.{place}"}
        closed = play.closed | {name}
        over = play.over or len(closed) >= self.pad.closed_rows_to_end
        unused = play.unused | (crossed - play.crossed if own else frozenset())
        return replace(play, crossed=crossed, closed=closed, over=over, unused=unused)

    def cross(self, play, name, number):
        """All plays after crossing that number and all that it forces."""
        results = set()
        todo = [self.cross_one(play, name, number, ())]
        while todo:
            play, duties = todo.pop()
            if not duties or play.over:
                results.add(play)
            for index, duty in enumerate(duties):
                rest = duties[:index] + duties[index + 1 :]
                todo += self.meet(play, duty, rest)
        return results

    def cross_one(self, play, name, number, duties):
        cell = f"{name}.{number}"
        play = replace(play, crossed=play.crossed | {cell}, idle=False)
        if number in self.rows[name].numbers[-self.closing :]:
            play = replace(play, crossed=play.crossed | {f"{name}.lock"})
            play = self.close(play, name, own=True)
        if self.bar and cell in self.bar.boxed:
            duties += ("bar",)
        for pair in self.pairs.pairs if self.pairs else ():
            if cell in pair.boxes and set(pair.boxes) <= play.crossed:
                play = replace(play, crossed=play.crossed | {pair.cell})
                if pair.effect == "crosses-in-fewest":
                    duties += (("fewest", pair.amount),)
                if pair.effect == "crosses-in-each":
                    duties += tuple(("row", each) for each in self.rows) * pair.amount
        return play, duties

    def meet(self, play, duty, rest):
        if duty == "bar":
            fields = range(1, len(self.bar.fields) + 1)
            free = [place for place in fields if f"bar.{place}" not in play.crossed]
            if not free:
                return [(play, rest)]
            after = replace(play, crossed=play.crossed | {f"bar.{free[0]}"})
            return [(after, (*rest, ("row", self.bar.fields[free[0] - 1])))]
        kind, what = duty
        if kind == "fewest":
            counts = {name: self.count(play, name) for name in self.rows}
            least = min(counts.values())
            return [
                (play, rest + (("row", name),) * what)
                for name, count in counts.items()
                if count == least
            ]
        places = self.places(play, what)
        if not places:
            return [(play, rest)]
        return [self.cross_one(play, what, number, rest) for number in places]

    def count(self, play, name):
        return sum(cell.startswith(f"{name}.") for cell in play.crossed)

    # -- turns --------------------------------------------------------------

    def free_crosses(self, play):
        """White sums and white with colour: any number that dice can show."""
        play = replace(play, unused=frozenset())
        for name in self.rows:
            for number in self.places(play, name):
                if 2 <= number <= 2 * self.pad.die_sides:
                    yield from self.cross(play, name, number)

    def moves(self, play):
        yield from self.closings_of_others(play)
        if play.over:
            return
        if play.turn == "":
            if play.last_turns != 0:
                for after in self.free_crosses(play):
                    yield replace(after, idle=True, last_turns=max(play.last_turns - 1, -1))
            if play.last_turns == -1:
                yield replace(play, turn="0", idle=True)
            return
        if play.turn in ("0", "1"):
            following = str(int(play.turn) + 1)
            yield replace(play, turn=following)
            for after in self.free_crosses(play):
                yield replace(after, turn="" if after.over else following)
            return
        yield self.turn_ended(play)
        for after in self.figure_moves(play) if self.board else ():
            yield after if after.over else self.turn_ended(after)

    def turn_ended(self, play):
        if play.idle:
            play = replace(play, penalties=play.penalties + 1, unused=frozenset())
        over = play.over or play.penalties == self.pad.penalty_boxes
        return replace(play, turn="", idle=True, over=over)

    def closings_of_others(self, play):
        """C6: anybody may close a row, several at once; none after penalties ended the game."""
        if play.over and play.penalties == self.pad.penalty_boxes:
            return
        for name in self.rows:
            if name not in play.closed:
                yield self.close(play, name)

    def figure_moves(self, play):
        reach = self.board.steps + self.pad.most_players - 1
        for space in range(play.figure + 1, play.figure + reach + 1):
            if space > len(self.board.spaces):
                return
            there = self.board.spaces[space - 1]
            arrived = space > len(self.board.spaces) - self.board.last
            left = self.pad.most_players - 1 if arrived else -1
            moved = replace(play, figure=space, last_turns=left)
            for name, row in self.rows.items():
                for place, stands in enumerate(row.spaces):
                    if stands != there:
                        continue
                    if row.cell(place) in play.crossed:
                        yield moved
                    elif stands.number in self.places(play, name):
                        yield from self.cross(moved, name, stands.number)

    def sheets(self):
        """Every sheet that can come of play, as a frozenset of crossed cells, penalties counted.

        And every one on which fields of the rows that ended the game were then left bare: others
        can have closed the rows that it took at the same moment.
        """
        start = Play(frozenset())
        seen, todo = {start}, [start]
        while todo:
            for after in self.moves(todo.pop()):
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        left_bare = {
            (p.crossed - some, p.penalties) for p in seen for some in all_subsets(p.unused)
        }
        return {
            (p.crossed | ({f"board.{p.figure}"} if p.figure else set()), p.penalties) for p in seen
        }, left_bare


def all_subsets(cells):
    cells = list(cells)
    for size in range(len(cells) + 1):
        yield from map(frozenset, combinations(cells, size))
