"""Games drawn by a seed and told move by move: what may be done, what may not and why.

``PYTHONPATH=. python tests/rules/told_games.py`` writes the files of ``told_games/`` anew, for
a change of words; what has changed is then to be read line by line.
"""

import random
from pathlib import Path

from sheetkit.errors import SheetkitError
from sheetkit.notation import format_sheet
from sheetkit.pad import Bar, Board, Pairs, find_pad, pad_names
from sheetkit.rules import Dice, First, Game, Second, Stage, Third, Throw
from sheetkit.scoresheet import Mark, Scoresheet

FOLDER = Path(__file__).parent / "told_games"
PADS = pad_names()
GAMES = {"bonus-a": 5, "bonus-b": 4, "on-board": 4}
TURNS = 8


def told(name):
    """The lines of all games on that pad."""
    return [line for seed in range(GAMES.get(name, 2)) for line in _Told(name, seed).game()]


class _Told:
    def __init__(self, name, seed):
        self.rng = random.Random(f"{name} {seed}")
        self.pad = find_pad(name)
        names = ("Anna", "Ben", "Cleo")[: self.rng.choice((2, 2, 3))]
        state = Game.start([self.pad] * len(names), names)
        sheets = tuple(each.crosses(Scoresheet(self.pad, self.midway())) for each in state.referees)
        self.state = Game(state.players, state.referees, sheets)
        self.lines = []

    def midway(self):
        """Marks of a sheet on which nobody has closed a row."""
        rows = self.pad.rows_mechanic
        cells = {
            row.cell(place)
            for row in self.pad.rows
            for place in range(self.rng.randrange(4, len(row.spaces) - rows.closing_numbers))
            if self.rng.random() < 0.6
        }
        bar, pairs, board = map(self.pad.mechanic, (Bar, Pairs, Board))
        if bar:
            cells |= {f"bar.{n + 1}" for n in range(sum(cell in cells for cell in bar.boxed))}
        if pairs:
            cells |= {pair.cell for pair in pairs.pairs if cells >= {*pair.boxes}}
        if board:
            cells |= {f"board.{self.rng.randrange(len(board.spaces) // 2, len(board.spaces)) + 1}"}
        cells |= {f"penalty.{n + 1}" for n in range(self.rng.choice((0, 1, 3)))}
        return dict.fromkeys(sorted(cells), Mark.CROSS)

    def game(self):
        for _ in range(TURNS):
            if self.state.is_over:
                break
            self.turn()
        self.sheets()
        winners = " and ".join(self.state.winners())
        self.lines.append(f"over: {self.state.ended_by or 'not yet'}; {winners} ahead")
        return self.lines

    def sheets(self):
        for player, (name, score) in enumerate(
            zip(self.state.players, self.state.scores(), strict=True)
        ):
            self.lines.append(f"{name}, {score.total} points: {self.sheet(player)}")

    def sheet(self, player):
        return format_sheet(self.state.scoresheet(player))

    def turn(self):
        self.sheets()
        dice = self.throw()
        name = self.state.players[self.state.active]
        self.lines.append(
            f"{name} throws {' '.join(map(str, (*dice.white, *dice.colours.values())))}"
        )
        self.state = self.state.play(Throw(dice))
        crossed = [
            self.crossing(n, self.state.first_places(n)) for n in range(len(self.state.players))
        ]
        self.play(First(tuple(crossed)))
        if self.state.stage is Stage.SECOND:
            active = self.state.active
            self.play(Second(self.crossing(active, self.state.second_places())))
        if self.state.stage is Stage.THIRD:
            self.play(self.figure())

    def throw(self):
        sides = self.pad.die_sides
        one = self.rng.randint
        # many sums that close rows
        white = (sides, sides) if self.rng.random() < 0.25 else (one(1, sides), one(1, sides))
        return Dice(white, {colour: one(1, sides) for colour in self.state.dice_in_play})

    def play(self, move):
        before = self.state
        self.state = before.play(move)
        cells = move.cells if isinstance(move, First) else [move.cells]
        said = "; ".join(" > ".join(each) or "nothing" for each in cells)
        to = f", the figure to {move.space}" if isinstance(move, Third) else ""
        self.lines.append(f"  crossed: {said}{to}")
        for player, (old, new) in enumerate(zip(before.sheets, self.state.sheets, strict=True)):
            if old != new:
                cells = self.state.referees[player].cells(new)
                more = sorted({*cells} - {*self.state.referees[player].cells(old)})
                self.lines.append(f"  {before.players[player]} has more: {' '.join(more)}")

    def crossing(self, player, options):
        """What a player crosses of these options, after some other cells are tried."""
        referee = self.state.referees[player]
        cells = sorted(referee.lines[row].cell(bit) for row, bit in options)
        self.lines.append(f"  {self.state.players[player]} may {', '.join(cells) or 'nothing'}")
        for _ in range(2):
            self.try_out(player, self.tried(referee, cells))
        if not cells or self.rng.random() < 0.2:
            return ()
        row, bit = referee.place_of[self.rng.choice(cells)]
        where = self.state.sheets[player], self.state.closed, row, bit
        outcomes = referee.chains.cross(*where, self.forced)
        return self.rng.choice(sorted(outcome.trace for outcome in outcomes))

    def forced(self, duty, mask, free):
        bits = [1 << place for place in range(free.bit_length()) if free >> place & 1]
        return (bits[0] if self.rng.random() < 0.8 else self.rng.choice(bits),)

    def tried(self, referee, cells):
        """Cells that may be crossed or not, now and then with more that might follow."""
        every = sorted(referee.place_of)
        number = self.state.dice.sum
        right = [cell for cell in every if cell.endswith(f".{number}")]
        if self.state.stage is Stage.SECOND:
            dice = self.state.dice
            right = [f"{colour}.{value + dice.white[0]}" for colour, value in dice.colours.items()]
        first = self.rng.choice(self.rng.choice((cells or right, right, every)))
        if self.rng.random() < 0.3:
            return first, self.rng.choice(self.pad.markable)
        return (first,)

    def try_out(self, player, cells):
        if self.state.stage is Stage.FIRST:
            said = [cells if n == player else () for n in range(len(self.state.players))]
            self.tell(" > ".join(cells), First(tuple(said)))
        else:
            self.tell(" > ".join(cells), Second(cells))

    def figure(self):
        spaces = self.state.third_spaces()
        referee = self.state.referees[self.state.active]
        taken = {n: place and referee.lines[place[0]].cell(place[1]) for n, place in spaces}
        said = [f"{n} with {cell}" if cell else str(n) for n, cell in taken.items()]
        self.lines.append(f"  the figure may to {', '.join(said) or 'nowhere'}")
        here = self.state.sheets[self.state.active].board.bit_length()
        for _ in range(2):
            space = max(1, min(40, here + self.rng.randint(-1, 8)))
            self.tell(f"board.{space}", Third(space))
        return (
            Third(self.rng.choice(sorted(taken))) if taken and self.rng.random() < 0.9 else Third()
        )

    def tell(self, what, move):
        try:
            self.state.verify(move)
            self.lines.append(f"  {what} can be")
        except SheetkitError as error:
            clause = getattr(error, "clause", "ambiguous")
            self.lines.append(f"  {what} can't be ({clause}): {error.reason}; {error.remedy}")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for pad in PADS:
        (FOLDER / f"{pad}.txt").write_text("\n".join(told(pad)) + "\n")
