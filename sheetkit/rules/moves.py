"""What a player may cross now (C1–C6, L2, MA1, OB1), and why something else may not be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheetkit.counted import counted
from sheetkit.errors import AmbiguousMove, IllegalMove
from sheetkit.pad import CellKind, Pad
from sheetkit.rules.bar import BarRules
from sheetkit.rules.board import BoardRules
from sheetkit.rules.chain import Outcome
from sheetkit.rules.crosses import Crosses, cells_of
from sheetkit.rules.duty import CrossIn
from sheetkit.rules.in_order import ChainsInOrder
from sheetkit.rules.line import free_in, places
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.referee import Referee, referee_for
from sheetkit.rules.ruling import Finding, Severity
from sheetkit.scoresheet import Mark, Scoresheet

MOST_TRIED = 30_000
"""Forced crosses that are tried out for one chain, which take about a second."""


@dataclass(frozen=True, slots=True)
class Dice:
    """One throw: the two white dice, and each coloured die that is in play."""

    white: tuple[int, int]
    colours: Mapping[str, int]

    @property
    def sum(self) -> int:
        return self.white[0] + self.white[1]


def first_places(
    referee: Referee, crosses: Crosses, closed: int, white: int
) -> Iterator[tuple[int, int]]:
    """C2, L2: the cells (row, bit) that anybody may cross for that sum of the white dice."""
    for row, line in enumerate(referee.lines):
        bit = line.bit_of.get(white, 0)
        if bit & free_in(referee.lines, row, crosses.rows[row], closed):
            yield row, bit
    for mechanic in referee.mechanics:
        yield from mechanic.other_places(crosses, closed, white)


def second_places(
    referee: Referee, crosses: Crosses, closed: int, dice: Dice
) -> Iterator[tuple[int, int]]:
    """C3, C6, MA1, MA2: what the active player may cross with a white and a coloured die."""
    for colour, number in sorted(_sums(referee, closed, dice)):
        place = referee.where.get((colour, number))
        if place is not None:
            row, bit = place
            if bit & free_in(referee.lines, row, crosses.rows[row], closed):
                yield row, bit


def _sums(referee: Referee, closed: int, dice: Dice) -> set[tuple[str, int]]:
    """The (colour, sum) that a white die makes with a coloured one that is still in play."""
    out = {line.name for row, line in enumerate(referee.lines) if closed >> row & 1}
    return {
        (colour, white + value)
        for colour, value in dice.colours.items()
        if colour not in out
        for white in dice.white
    }


def third_spaces(
    referee: Referee, crosses: Crosses, closed: int, occupied: frozenset[int]
) -> Iterator[tuple[int, tuple[int, int] | None]]:
    """OB1: the spaces that the figure may move to, each with the cell to cross for it, if any."""
    for mechanic in referee.mechanics:
        if not isinstance(mechanic, BoardRules):
            continue
        for space in mechanic.within_reach(crosses.board.bit_length(), occupied):
            place = _to_cross(referee, mechanic, crosses, closed, space)
            if place is not None or mechanic.is_crossed(crosses, space):
                yield space, place


def _to_cross(
    referee: Referee, board: BoardRules, crosses: Crosses, closed: int, space: int
) -> tuple[int, int] | None:
    """OB1: the space's number if it may be crossed now."""
    row, bit = board.spaces[space - 1]
    free = free_in(referee.lines, row, crosses.rows[row], closed)
    return (row, bit) if bit & free else None


def third_place(
    referee: Referee, crosses: Crosses, closed: int, occupied: frozenset[int], space: int
) -> tuple[int, int] | None:
    """OB1: the number to cross for a move of the figure to that space, if any.

    Raises IllegalMove, unless the clause is waived: then the number is crossed if it may be.
    So it is for a space within reach where no more than waived clauses are against crossing it.
    With ``board-unearned`` waived a space within reach may be taken whose number can't be crossed.
    """
    legal = dict(third_spaces(referee, crosses, closed, occupied))
    if space in legal:
        return legal[space]
    board = next(m for m in referee.mechanics if isinstance(m, BoardRules))
    if not 1 <= space <= len(board.spaces):
        last = len(board.spaces)
        raise IllegalMove("OB1", f"there is no board.{space}", f"the board ends with {last}")
    in_reach = space in board.within_reach(crosses.board.bit_length(), occupied)
    if in_reach and _may_by_house_rules(referee, crosses, closed, board.spaces[space - 1]):
        return board.spaces[space - 1]
    if not (in_reach and "board-unearned" in referee.waived):
        referee.insist(why_not_third(referee, crosses, closed, space, occupied))
    return _to_cross(referee, board, crosses, closed, space)


def _may_by_house_rules(
    referee: Referee, crosses: Crosses, closed: int, place: tuple[int, int]
) -> bool:
    """Whether only waived clauses are against crossing a number that isn't crossed."""
    row, bit = place
    if crosses.rows[row] & bit:
        return False
    cell = referee.lines[row].cell(bit)
    return all(referee.waives(why.clause) for why in _whys_not(referee, crosses, closed, cell, ""))


def carried_out(
    referee: Referee, crosses: Crosses, closed: int, place: tuple[int, int], cells: tuple[str, ...]
) -> Outcome:
    """The outcome that was written down as these cells, the first of them at ``place``.

    Locks, bar fields and ticks may be left out of ``cells``; numbers may not. Where the
    clause is waived, just these cells are crossed; where a finding is waived, only if that is what
    the sheet then shows. Raises IllegalMove (BA1, BB1; there C1, C5, C6 for a number among them)
    and AmbiguousMove.
    """
    locks = {row.lock for row in referee.pad.rows}
    said = [cell for cell in cells if cell not in locks]
    numbers = tuple(cell for cell in said if cell in referee.place_of)
    before = {*referee.cells(crosses)}

    def is_said(outcome: Outcome) -> bool:
        made = {*referee.cells(outcome.crosses)} - before
        return made.issuperset(said) and {*numbers} == made & referee.place_of.keys()

    in_order = ChainsInOrder(referee.chains, numbers).outcomes(crosses, closed, *place)
    told = next(filter(is_said, in_order), None)
    if told is not None:
        return told
    choice = _Choice(referee, cells)
    outcomes = referee.chains.cross(crosses, closed, *place, choice.of_said)
    told = next(filter(is_said, outcomes), None)
    if told is not None:
        return told
    legal = outcomes[0].trace if outcomes else numbers[:1]
    rule = _chain_rule(referee, (*legal, *said))
    if referee.waives(rule) and _may_follow(referee.pad).issuperset(said):
        written = _as_written(referee, crosses, closed, said, legal)
        found = next(written, None) if rule in referee.waived else _shown(referee, crosses, written)
        if found:
            return found
    raise _wrong_chain(referee, legal, outcomes, said, choice)


@dataclass(slots=True)
class _Choice:
    """Which places forced crosses take: the ones written among ``cells``, else the next; what of
    them was unsaid, as the duty and the places that it could take; how often that was asked.
    """

    referee: Referee
    cells: tuple[str, ...]
    unsaid: list[tuple[CrossIn, int]] = field(default_factory=list)
    asked: int = 0

    def of_said(self, duty: CrossIn, _mask: int, free: int) -> tuple[int, ...]:
        self.asked += 1
        if self.gave_up:
            return ()
        line = self.referee.lines[duty.row]
        bits = [1 << each for each in places(free)]
        named = tuple(bit for bit in bits if line.cell(bit) in self.cells)
        if not named:
            self.unsaid.append((duty, free))
        return named or (bits[0],)

    @property
    def gave_up(self) -> bool:
        """Whether there are more ways than are tried."""
        return self.asked > MOST_TRIED


def _chain_rule(referee: Referee, cells: Sequence[str]) -> str:
    """The clause that says what may follow a cross on this pad."""
    if not set(cells).isdisjoint(cells_of(referee.pad, CellKind.BONUS)):
        return "BB1"
    rules = {BarRules: "BA1", PairRules: "BB1"}
    return next((rules[type(m)] for m in referee.mechanics if type(m) in rules), "C2")


def _may_follow(pad: Pad) -> frozenset[str]:
    """The cells that may be written in a chain: no penalty, and no space of a board."""
    apart = (*cells_of(pad, CellKind.PENALTY), *cells_of(pad, CellKind.BOARD))
    return pad.markable_set.difference(apart)


def _as_written(
    referee: Referee, crosses: Crosses, closed: int, cells: list[str], legal: tuple[str, ...]
) -> Iterator[Outcome]:
    """The cells crossed as they are written, by a house rule; closing numbers with their locks.

    After that the same with the fields and ticks of the legal chain that were left out, one more
    each time. Raises IllegalMove for a number that its row can't take then (C1, C5, C6).
    """
    after, shut = crosses, closed
    for cell in cells:
        if cell in referee.place_of:
            for why in _whys_not(referee, after, shut, cell, f"legal is {_chain(legal)}"):
                referee.insist(why)
            row, bit = referee.place_of[cell]
            closes = bool(bit & referee.lines[row].closing)
            lock = referee.lines[row].lock if closes else 0
            after = after.with_row(row, after.rows[row] | bit | lock)
            shut |= closes << row
    written = [cell for cell in cells if cell not in referee.place_of]
    unsaid = [cell for cell in legal if cell not in referee.place_of and cell not in cells]
    for count in range(len(unsaid) + 1):
        marks = dict.fromkeys((*written, *unsaid[:count]), Mark.CROSS)
        more = referee.crosses(Scoresheet(referee.pad, marks))
        marked = after.with_bar(after.bar | more.bar).with_bonus(after.bonus | more.bonus)
        yield Outcome(marked, shut, (*cells, *unsaid[:count]))


def _shown(referee: Referee, crosses: Crosses, written: Iterator[Outcome]) -> Outcome | None:
    """The first of these by which the sheet shows a waived finding, and no breach besides."""
    strict = referee_for(referee.pad)
    before = _breaches(strict, crosses)
    for outcome in written:
        is_let_pass = not _breaches(referee, outcome.crosses)
        if is_let_pass and _breaches(strict, outcome.crosses) != before:
            return outcome
    return None


def _breaches(referee: Referee, crosses: Crosses) -> list[Finding]:
    sheet = Scoresheet(referee.pad, dict.fromkeys(referee.cells(crosses), Mark.CROSS))
    found = referee.judge(sheet).findings
    return [finding for finding in found if finding.severity is Severity.BREACH]


def _wrong_chain(
    referee: Referee,
    right: tuple[str, ...],
    outcomes: list[Outcome],
    said: list[str],
    choice: _Choice,
) -> IllegalMove | AmbiguousMove:
    """What is wrong with a chain of which the first legal one is ``right``."""
    chain = _chain(right)
    if choice.gave_up:
        return AmbiguousMove(
            f"{right[0]} forces crosses that can be made in more orders than can be tried",
            f"write each of them in the order in which it was made, such as {chain}",
        )
    stray = [cell for cell in said if not any(cell in outcome.trace for outcome in outcomes)]
    if choice.unsaid and not stray:
        duty, free = choice.unsaid[0]
        could = ", ".join(referee.lines[duty.row].cells(free))
        return AmbiguousMove(
            f"{duty.origin} asks for a cross in {referee.lines[duty.row].name} that isn't written",
            f"write which of {could}, such as {chain}",
        )
    rule = _chain_rule(referee, (*right, *said))
    if len(right) == 1 and stray:
        nothing = f"{right[0]} forces nothing, so {stray[0]} can't follow it"
        return IllegalMove(rule, nothing, f"legal is {chain} alone")
    wrong = f"{stray[0]} is not what is forced" if stray else "that is not all that is forced"
    return IllegalMove(rule, wrong, f"legal is {chain}")


def _chain(cells: Sequence[str]) -> str:
    return " > ".join(cells)


def whys_not_first(
    referee: Referee, crosses: Crosses, closed: int, cell: str, white: int
) -> Iterator[IllegalMove]:
    """C1, C2, C5, C6: all that is against crossing that cell in the first action."""
    row, bit = referee.place_of[cell]
    instead = _legal(referee, first_places(referee, crosses, closed, white))
    if referee.lines[row].number(bit) != white:
        reason = f"the white dice make {white}, so {cell} can't be crossed in the first action"
        yield IllegalMove("C2", reason, instead)
    yield from _whys_not(referee, crosses, closed, cell, instead)


def whys_not_second(
    referee: Referee, crosses: Crosses, closed: int, cell: str, dice: Dice
) -> Iterator[IllegalMove]:
    """C3, MA1, MA2 and what holds for every cross: all that is against it in the second action."""
    row, bit = referee.place_of[cell]
    line = referee.lines[row]
    colour, number = line.colours[bit.bit_length() - 1], line.number(bit)
    instead = _legal(referee, second_places(referee, crosses, closed, dice))
    if (colour, number) not in _sums(referee, closed, dice):
        mixed = colour != line.name
        if any(closed >> r & 1 and each.name == colour for r, each in enumerate(referee.lines)):
            reason = f"the {colour} die is out, so {cell} can't be crossed in the second action"
            yield IllegalMove("MA2" if mixed else "C6", reason, instead)
        else:
            reason = (
                f"no white die makes {number} with the {colour} die, so {cell} can't be crossed"
            )
            yield IllegalMove("MA1" if mixed else "C3", reason, instead)
    yield from _whys_not(referee, crosses, closed, cell, instead)


def _whys_not(
    referee: Referee, crosses: Crosses, closed: int, cell: str, instead: str
) -> Iterator[IllegalMove]:
    """C1, C5, C6: all that is against that number, whatever was thrown.

    Raises it where the number is crossed already: by no house rule does a cell take two crosses.
    """
    row, bit = referee.place_of[cell]
    line, mask = referee.lines[row], crosses.rows[row]
    if mask & bit:
        raise IllegalMove("C1", f"{cell} is crossed already", instead)
    if closed >> row & 1:
        yield IllegalMove("C6", f"the {line.name} row is closed, so {cell} is lost", instead)
    if bit < mask:
        last = line.cell(1 << mask.bit_length() - 1)
        yield IllegalMove("C1", f"{cell} is left of {last}, which is crossed already", instead)
    have = (mask & ~line.lock & ~line.closing).bit_count()
    if bit & line.closing and have < line.before:
        before = counted(line.before, "cross")
        there = f"there {'is' if have == 1 else 'are'} {have or 'none'}"
        reason = f"{cell} closes its row and takes {before} before it; {there}"
        yield IllegalMove(line.closing_rule, reason, instead)


def why_not_third(
    referee: Referee, crosses: Crosses, closed: int, space: int, occupied: frozenset[int]
) -> IllegalMove:
    """OB1: why the figure can't move there."""
    legal = [f"board.{each}" for each, _ in third_spaces(referee, crosses, closed, occupied)]
    instead = f"legal is to stay, or {', '.join(legal)}" if legal else "legal is only to stay"
    here = crosses.board.bit_length()
    if space <= here:
        reason = f"the figure stands on board.{here} and only moves forward"
    elif space in occupied:
        reason = f"another figure stands on board.{space}"
    else:
        board = next(m for m in referee.mechanics if isinstance(m, BoardRules))
        if space in board.within_reach(here, occupied):
            row, bit = board.spaces[space - 1]
            number = referee.lines[row].cell(bit)
            reason = f"board.{space} takes {number}, which isn't crossed and can't be now"
        else:
            reason = f"board.{space} is more than {counted(board.board.steps, 'free space')} away"
    return IllegalMove("OB1", reason, instead)


def _legal(referee: Referee, legal: Iterator[tuple[int, int]]) -> str:
    cells = sorted({referee.lines[row].cell(bit) for row, bit in legal})
    return f"legal is {', '.join(cells)}, or nothing" if cells else "legal is only to cross nothing"
