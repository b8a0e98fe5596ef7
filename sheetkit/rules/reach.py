"""Can the game have left this sheet? C8, BA1–BA3, BB1, OB1–OB3 over all its crosses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from sheetkit.counted import counted
from sheetkit.pad import CellKind
from sheetkit.rules.bar import BarRules, Stand
from sheetkit.rules.bar_marks import (
    bar_rules,
    closed_by_bar,
    earned,
    field_cells,
    in_turn,
    listed,
    locks_of,
    own_rows,
    possible_bars,
)
from sheetkit.rules.bar_unused import blamed_on_unused_fields, used_fields
from sheetkit.rules.board import BoardRules, Limits
from sheetkit.rules.case import Case
from sheetkit.rules.crosses import cells_of
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.ruling import detail
from sheetkit.rules.search import Search
from sheetkit.rules.way import Question, Way


def check_reach(case: Case) -> None:
    """Name what stands in the way of the sheet, if anything does."""
    question = question_of(case)
    if is_forcing(case):
        _check_forced(case, question)
    else:
        _blamed_on_locks_and_penalties(case, question)


def question_of(case: Case) -> Question:
    """What a way to the sheet must lead to, waivers taken into account."""
    crosses, referee = case.crosses, case.referee
    full = crosses.penalties == referee.penalties_to_end
    bar = None if bar_rules(case) is None or case.is_waived("BA2") else crosses.bar
    return Question(crosses, referee.rows_to_end, bar, penalties_full=full)


def is_forcing(case: Case) -> bool:
    """Whether a cross or a closing on the sheet has forced others, so that order matters."""
    for mechanic in case.referee.mechanics:
        if isinstance(mechanic, BarRules):
            boxes = zip(mechanic.boxes, case.crosses.rows, strict=True)
            if case.crosses.bar or locks_of(case) or any(mask & row for mask, row in boxes):
                return True
        if isinstance(mechanic, PairRules) and mechanic.forcing(mechanic.complete(case.crosses)):
            return True
    return False


def _blamed_on_locks_and_penalties(case: Case, question: Question) -> bool:
    """C8: name what locks and penalties show to come after the end, and say whether any does.

    With one cross an action, the last row that may close is the game's last cross.
    """
    locks = len(locks_of(case))
    if locks > question.rows_to_end:
        _too_many_locks(case)
    ended_twice = question.penalties_full and locks >= question.rows_to_end
    if ended_twice:
        _after_the_end(case)
    return ended_twice or locks > question.rows_to_end


def _too_many_locks(case: Case) -> None:
    locks, most = locks_of(case), case.referee.pad.closed_rows_to_end
    message = (
        f"{counted(len(locks), 'row')} are closed on this sheet, but the game ends at once "
        f"when {most} {_are(most)}, whoever closed them"
    )
    case.leave_open("too-many-locks", locks, message, "C8", detail("rows", n=len(locks), end=most))


def _after_the_end(case: Case, others: Sequence[tuple[str, ...]] = ()) -> None:
    """C8: each of ``others`` is a set of rows that other players may have closed; there are
    several where the marks don't tell which.
    """
    locks, pad = locks_of(case), case.referee.pad
    penalties, closed = case.crosses.penalties, len(locks) + len(others[0] if others else ())
    boxes = tuple(f"penalty.{box}" for box in range(1, pad.penalty_boxes + 1))
    if penalties == pad.penalty_boxes and closed >= pad.closed_rows_to_end:
        both = f"{counted(len(locks), 'closed row')} and {counted(penalties, 'penalty')}"
        why = "can't be on one sheet"
        if others:
            rows = " or ".join(" and ".join(each) for each in others)
            both = both if locks else counted(penalties, "penalty")
            why = f"can't be on this sheet, whose bonuses show that others closed {rows}"
        message = (
            f"{both} {why}: the game ends at once with "
            f"{counted(pad.closed_rows_to_end, 'closed row')} or with penalty {pad.penalty_boxes}"
        )
        said = (
            detail("rows", n=closed, end=pad.closed_rows_to_end),
            detail("penalties", n=penalties, end=pad.penalty_boxes),
        )
        case.leave_open("after-the-end", locks + boxes, message, "C8", *said)
    else:
        message = "bonus crosses closed so many rows that the game was over before the last cross"
        case.leave_open("after-the-end", locks or _asking(case), message, "C8")


def _closed_by_others(case: Case, question: Question) -> list[tuple[str, ...]]:
    """The fewest rows that other players must have closed in a game that went on: every choice."""
    rules, lines = bar_rules(case), case.referee.lines
    longer = _longer(case, question)
    if question.bar is not None and rules is not None:
        longer = replace(longer, bar=case.crosses.bar | rules.fields_of(own_rows(case)))
    for size in range(len(lines) + 1):
        found = []
        for rows in combinations(range(len(lines)), size):
            asked = replace(longer, others=sum(1 << row for row in rows))
            way = Search(case.referee.chains, asked).way()
            closed = {step.closed_by_others for step in way.steps} - {""} if way else set()
            if way is not None:
                found.append(tuple(line.name for line in lines if line.name in closed))
        if found:
            return [each for each in dict.fromkeys(found) if each]
    return []


def _longer(case: Case, question: Question) -> Question:
    """The same question of a game that no row and no penalty ends."""
    return replace(question, rows_to_end=len(case.referee.lines) + 1, penalties_full=False)


def _check_forced(case: Case, question: Question) -> None:
    """BA1–BA3, BB1: look for a way; blame one rule after another until one explains the sheet."""
    search = Search(case.referee.chains, question)
    if search.closes_one_by_one and _blamed_on_locks_and_penalties(case, question):
        _check_bar_of_longer_game(case, question)
    elif search.way() is not None:
        _note_further(case)
    elif not any(blamed(case, question) for blamed in BLAMED):
        _check_bar_alone(case)
        corrected = question_of(case)  # asked again: the bar may be corrected by now
        unended = replace(corrected, others=0, penalties_full=False)
        asked = [
            Search(case.referee.chains, each) for each in (unended, replace(unended, bar=None))
        ]
        for each in asked:
            each.way()
        _forced_missing(case, next((each for each in asked if each.stuck), search))


def _blamed_on_bar(case: Case, question: Question) -> bool:
    """BA1, BA2: name what is wrong with the bar, and say whether the crosses fit some other."""
    rules = bar_rules(case)
    if question.bar is None or rules is None:
        return False
    if _blamed_on_nearest_of(case, question, rules, possible_bars(case, rules)):
        return True
    way = _any_bar(case, question)
    if way is None:
        return False
    _check_bar(case, rules, Stand(way.bar, (), 0))
    return True


def _blamed_on_nearest_of(
    case: Case, question: Question, rules: BarRules, stands: Iterable[Stand]
) -> bool:
    """Name how the bar differs from the first of these that the crosses fit, and say whether they
    fit any.
    """
    own = rules.fields_of(own_rows(case))
    for stand in stands:
        way = Search(case.referee.chains, replace(question, bar=stand.bar | own)).way()
        if way is not None:
            should = stand.bar | used_fields(way)
            should = stand.bar | own if should == case.crosses.bar else should
            _check_bar(case, rules, stand._replace(bar=should))
            return True
    return False


def _any_bar(case: Case, question: Question) -> Way | None:
    chains = case.referee.chains
    found = Search(chains, replace(question, bar=None, others=0)).way()
    closed = closed_by_bar(case)
    if found is None and closed:
        found = Search(chains, replace(question, bar=None, others=closed)).way()
    return found


def _blamed_on_end(case: Case, question: Question) -> bool:
    """C8: name what came after the end, and say whether the crosses fit a game that went on."""
    closed = len(locks_of(case)) + closed_by_bar(case).bit_count()
    if closed + question.penalties_full < question.rows_to_end:
        return False
    if len(locks_of(case)) > question.rows_to_end:
        _too_many_locks(case)
        _check_bar_of_longer_game(case, question)
        return True
    if not _explained_by_longer_game(case, question):
        return False
    enough = len(locks_of(case)) >= question.rows_to_end
    _after_the_end(case, () if enough else _closed_by_others(case, question))
    return True


def _check_bar_of_longer_game(case: Case, question: Question) -> None:
    """BA1, BA2: the bar of a sheet whose rows and penalties the game's end alone forbids."""
    if question.bar is not None and not _explained_by_longer_game(case, question):
        _check_bar_alone(case)


def _explained_by_longer_game(case: Case, question: Question) -> bool:
    """Name what is wrong with the bar, and say whether the crosses fit, but for it at most, a game
    that no row and no penalty ends.
    """
    longer = _longer(case, question)
    if Search(case.referee.chains, longer).way() is not None:
        return True
    return blamed_on_unused_fields(case, longer) or _blamed_on_nearest_bar(case, longer)


def _blamed_on_nearest_bar(case: Case, question: Question) -> bool:
    """BA1, BA2: name how a bar that is wrong by counting differs from the nearest other one, and
    say whether the crosses fit that.
    """
    rules = bar_rules(case)
    if question.bar is None or rules is None:
        return False
    stands = possible_bars(case, rules)
    least = stands[0].wrong
    nearest = (stand for stand in stands if least and stand.wrong == least)
    return _blamed_on_nearest_of(case, question, rules, nearest)


BLAMED = (blamed_on_unused_fields, _blamed_on_bar, _blamed_on_end)
"""In this order: the first that explains the sheet names what is wrong with it."""


def _forced_missing(case: Case, search: Search) -> None:
    origins = tuple(cell for cell in case.referee.pad.markable if cell in search.stuck)
    ticks = cells_of(case.referee.pad, CellKind.BONUS)
    rule = "BA1" if set(origins).isdisjoint(ticks) else "BB1"
    message = "no order of the crosses carries out every bonus"
    if origins:
        message = f"a cross that {' or '.join(origins)} asked for is missing: {message}"
    case.leave_open("forced-cross-missing", origins or _asking(case), message, rule)


def _asking(case: Case) -> tuple[str, ...]:
    """BA1, BB1: the fields and the ticks that asked for crosses."""
    found: tuple[str, ...] = ()
    for mechanic in case.referee.mechanics:
        if isinstance(mechanic, BarRules):
            found += field_cells(in_turn(case, mechanic))
        if isinstance(mechanic, PairRules):
            pairs = mechanic.forcing(mechanic.complete(case.crosses)).values()
            found += tuple(pair.cell for pair in pairs)
    return found


def _check_bar_alone(case: Case) -> None:
    """BA1, BA2: the bar of a sheet that no game leaves, by counting boxes and closed colours."""
    rules = bar_rules(case)
    if rules is not None:
        _check_bar(case, rules, possible_bars(case, rules)[0])


def _check_bar(case: Case, rules: BarRules, stand: Stand) -> None:
    """BA1, BA2: the bar as marked against how it should stand; it scores nothing."""
    marked, should = case.crosses.bar, stand.bar
    if marked == should:
        return
    aside = rules.fields_of(sum(1 << row for row in stand.shut))
    last = (marked & ~aside & ~rules.fields_of(own_rows(case))).bit_length()
    gap = ~marked & ((1 << last) - 1)
    extra, missing = marked & ~should, should & ~marked
    after = case.crosses._replace(bar=should)
    crossed, earned = ((mask & ~aside).bit_count() for mask in (marked, should))
    are, were = _are(crossed), _were(earned)
    said = f"{counted(crossed, 'field')} of the bar {are} crossed, {earned} {were} earned"
    if stand.shut:
        names = " and ".join(case.referee.lines[row].name for row in stand.shut)
        said = f"apart from the fields of {names}, which others may have closed, {said}"
    counts = detail("fields", n=crossed, earned=earned)
    if gap:
        left_out = f"{listed(gap)} {_were(gap.bit_count())} left out"
        message = f"the bar is crossed from left to right; {left_out}"
        case.correct("bar-gap", field_cells(gap), message, "BA1", after, counts)
    if crossed > earned:
        message = f"{said}; {listed(extra)} {_are(extra.bit_count())} too many"
        case.correct("bar-unearned", field_cells(extra), message, "BA1", after, counts)
    if crossed < earned:
        message = f"{said}; {listed(missing)} {_are(missing.bit_count())} missing"
        case.correct("bar-missing", field_cells(missing), message, "BA1", after, counts)
    if not gap and crossed == earned:
        message = f"{listed(extra)} {_were(extra.bit_count())} not earned"
        case.correct("bar-unearned", field_cells(extra), message, "BA1", after, counts)


def _note_further(case: Case) -> None:
    """BA1: say where a bonus cross must have passed over a free number."""
    crosses = case.crosses
    for mechanic in case.referee.mechanics:
        if not isinstance(mechanic, BarRules):
            continue
        if crosses.bar.bit_count() != earned(case, mechanic):
            return
        for line, mask, fields in zip(
            case.referee.lines, crosses.rows, mechanic.fields, strict=True
        ):
            numbers = mask & ~line.lock
            following = numbers & (numbers << 1 | 1)
            asked = (fields & crosses.bar).bit_count()
            lost = not mask & line.lock and not line.free(mask)
            if asked > following.bit_count() and not lost:
                next_to = following.bit_count()
                stand = f"{next_to or 'none'} {'stands' if next_to == 1 else 'stand'}"
                message = (
                    f"{line.name}: the bar asked for {counted(asked, 'cross')}, but {stand} "
                    "directly after the cross before; a bonus cross may skip numbers"
                )
                case.note("further-than-next", line.cells(numbers & ~following), message, "BA1")


def check_board(case: Case) -> None:
    """OB1–OB4: the figure's space is crossed, and the figure can have come there."""
    for mechanic in case.referee.mechanics:
        if isinstance(mechanic, BoardRules) and case.crosses.board:
            _check_space(case, mechanic)


def _check_space(case: Case, board: BoardRules) -> None:
    spaces = [n for n in range(1, len(board.spaces) + 1) if case.crosses.board >> (n - 1) & 1]
    cells = tuple(f"board.{space}" for space in spaces)
    if len(spaces) > 1:
        message = f"the figure ends on one space, but {' and '.join(cells)} are crossed"
        case.leave_open("unreachable", cells, message, "OB4")
        return
    row, bit = board.spaces[spaces[0] - 1]
    number = case.referee.lines[row].cell(bit)
    if not board.is_crossed(case.crosses, spaces[0]):
        message = f"the figure stands on {cells[0]}, and its number {number} isn't crossed"
        after = case.crosses._replace(board=0)
        said = detail("boxes", cells=(number,))
        case.correct("board-unearned", cells, message, "OB1", after, said)
        return
    limits = figure_limits(case, number)
    if board.way_to(spaces[0], case.crosses, limits) or case.is_waived("unreachable", "OB1"):
        return
    in_time = limits._replace(penalties=len(board.spaces))
    if board.way_to(spaces[0], case.crosses, in_time):
        rule, why = "OB2", "in so few turns: each takes a cross, or else a penalty"
    else:
        rule, why = "OB1", "in steps that are short enough, one in a turn"
    message = (
        f"the figure can't have come to {cells[0]}: with the numbers crossed on this sheet "
        f"it can't have gone there {why}"
    )
    case.leave_open("unreachable", cells, message, rule)


def figure_limits(case: Case, number: str) -> Limits:
    """What of the sheet may come before the figure's last stop: not the cross that ended it."""
    pad, crosses = case.referee.pad, case.crosses
    rows = zip(case.referee.lines, crosses.rows, strict=True)
    made = sum((mask & ~line.lock).bit_count() for line, mask in rows)
    closing = any(number in line.cells(line.closing) for line in case.referee.lines)
    ended = len(locks_of(case)) >= case.referee.rows_to_end
    return Limits(made - (ended and not closing), crosses.penalties, pad.most_players - 1)


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"
