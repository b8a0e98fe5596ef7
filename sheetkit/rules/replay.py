"""A recorded game played again, move by move, until it ends or breaks a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sheetkit.counted import counted
from sheetkit.errors import AmbiguousMove, IllegalMove, MalformedLog, SheetkitError
from sheetkit.game_log import OUT, UNREADABLE, Crossing, GameLog, Turn
from sheetkit.pad import Board
from sheetkit.rules.game import First, Game, Move, Second, Stage, Third, Throw
from sheetkit.rules.moves import Dice
from sheetkit.rules.ruling import Severity
from sheetkit.rules.table import different_layouts


@dataclass(frozen=True, slots=True)
class Replay:
    """How far the log could be followed: the game then, and what stopped it, if anything did.

    ``turns`` counts those that were played to their end; ``in_part`` is whether crosses of the
    next, made before the error, stand on the sheets too.
    """

    game: Game
    turns: int
    error: SheetkitError | None = None
    in_part: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """What is odd about the game, and no move's fault: too few or too many players for the pad,
        players with different layouts, sheets that are not legal though each move passes.
        """
        pads, players = [each.pad for each in self.game.referees], self.game.players
        notes = []
        if not pads[0].fewest_players <= len(players) <= pads[0].most_players:
            takes = f"{pads[0].fewest_players} to {pads[0].most_players}"
            named = counted(len(players), "player")
            notes.append(f"the log names {named}, and {pads[0].title} takes {takes}")
        if apart := different_layouts(pads, players):
            notes.append(f"the players have {apart}")
        return (*notes, *self._not_legal_alone())

    def _not_legal_alone(self) -> Iterator[str]:
        """The sheets by which moves that a house rule lets pass show a rule that is not waived."""
        if self.error or not self.game.referees[0].waived:
            return
        for number, player in enumerate(self.game.players):
            ruling = self.game.referees[number].judge(self.game.scoresheet(number))
            if not ruling.legal:
                breaches = (f for f in ruling.findings if f.severity is Severity.BREACH)
                shown = ", ".join(dict.fromkeys(f"{each.code} ({each.rule})" for each in breaches))
                yield (
                    f"each move passes without what is waived, but {player}'s sheet by itself "
                    f"is not legal: {shown}"
                )


def replay(log: GameLog, *, waive: Iterable[str] = frozenset()) -> Replay:
    """Play the log; ``waive`` is as in ``judge``.

    The first move that can't be played ends it and is the replay's error.
    """
    first = log.turns[0].player if log.turns else 0
    game = Game.start(log.pads, log.players, active=first, waive=waive)
    for number, turn in enumerate(log.turns):
        before = game
        try:
            for after in stages_of(before, turn):
                game = after
        except SheetkitError as error:
            return Replay(game, number, error, in_part=game.sheets != before.sheets)
    return Replay(game, len(log.turns))


def stages_of(game: Game, turn: Turn) -> Iterator[Game]:
    """The game after the throw and after each action of a turn, as it is written.

    Before an error in an action comes the game with what was crossed before it. Raises
    IllegalMove, AmbiguousMove or MalformedLog, with line and column.
    """
    before = game
    if turn.first is None:
        what, remedy = "this turn has dice alone", "write what was crossed, or ask settle --rolls"
        raise MalformedLog(what, remedy, line=turn.line)
    game = _play(game, Throw(_dice(game, turn)), turn)
    if turn.player != before.active:
        reason = f"it is {before.players[before.active]}'s turn"
        raise _located(IllegalMove("C3", reason, "turns go round"), turn.line, 1)
    yield game
    for after in _first_stages(game, turn):
        yield after
    game = _play_own(after, Stage.SECOND, turn.second, turn)
    if game.stage is Stage.THIRD:  # else the turn has ended, if its penalty is right
        yield game
    game = _play_own(game, Stage.THIRD, turn.third, turn)
    _check_penalty(before, game, turn)
    yield game


def _first_stages(game: Game, turn: Turn) -> Iterator[Game]:
    """C2: the game after the first action, each player's cross of which is made by itself, so
    that a mistake is told where it stands; before one, the game with the crosses before it.
    """
    said = turn.first or {}
    made = game
    for player, crossing in said.items():
        try:
            crosses = game.first_outcome(player, crossing.cells).crosses
        except (IllegalMove, AmbiguousMove) as error:
            yield made
            named = f"{game.players[player]}: {error.reason}"
            raise _located(error, crossing.line, crossing.column, named) from error
        sheets = (*made.sheets[:player], crosses, *made.sheets[player + 1 :])
        made = replace(made, sheets=sheets)
    cells = (said[n].cells if n in said else () for n in range(len(game.players)))
    yield game.play(First(tuple(cells)))


def _play_own(game: Game, stage: Stage, crossing: Crossing | None, turn: Turn) -> Game:
    """An action of the active player's; one that the game no longer has must be empty."""
    if game.stage is not stage:
        if crossing is not None:
            why = f"the game is over: {game.ended_by}"
            raise _located(IllegalMove("C8", why), crossing.line, crossing.column)
        return game
    cells = crossing.cells if crossing else ()
    move: Move = Second(cells, turn.penalty)
    if stage is Stage.THIRD:
        space = int(cells[0].partition(".")[2]) if cells else 0
        move = Third(space, cells[1:], turn.penalty)
    try:
        return game.play(move)
    except (IllegalMove, AmbiguousMove) as error:
        line, column = (crossing.line, crossing.column) if crossing else (turn.line, 1)
        raise _located(error, line, column) from error


def _check_penalty(before: Game, after: Game, turn: Turn) -> None:
    """C4, OB2: a penalty is written exactly where one is owed, and none after the end (C8)."""
    rule = "C4" if before.referees[turn.player].pad.mechanic(Board) is None else "OB2"
    owed = after.sheets[turn.player].penalties > before.sheets[turn.player].penalties
    name = before.players[turn.player]
    crossed = after.sheets[turn.player].rows != before.sheets[turn.player].rows
    as_written = before.referees[turn.player].penalties_as_written
    not_owed = turn.penalty and not owed
    if not_owed and after.is_over and (as_written or not crossed):
        breach = IllegalMove("C8", f"the game is over: {after.ended_by}", "write no penalty")
    elif as_written:
        return
    elif owed and not turn.penalty:
        breach = IllegalMove(rule, f"{name} crossed nothing and takes no penalty", "write penalty")
    elif not_owed and not crossed and _has_no_box_left(before, turn.player):
        boxes = before.referees[turn.player].pad.penalty_boxes
        reason = f"{name} has crossed all {counted(boxes, 'penalty box')}"
        breach = IllegalMove(rule, reason, "write - in place of the penalty")
    elif not_owed:
        reason = f"{name} takes a penalty that isn't owed{_crossed_by_figure(before, after, turn)}"
        breach = IllegalMove(rule, reason, "a penalty is for an active player who crossed nothing")
    else:
        return
    located = _located(breach, turn.line, turn.penalty_column or 1)
    assert isinstance(located, IllegalMove)
    before.referees[turn.player].insist(located)


def _has_no_box_left(game: Game, player: int) -> bool:
    """Whether the player has all penalties that there are boxes for, and the game goes on."""
    return game.sheets[player].penalties >= game.referees[player].pad.penalty_boxes


def _crossed_by_figure(before: Game, after: Game, turn: Turn) -> str:
    """OB1: what a space written alone crossed as well, where the turn has no other cross."""
    own = (turn.first or {}).get(turn.player)
    if (own and own.cells) or turn.second or not turn.third or len(turn.third.cells) > 1:
        return ""
    space, referee = turn.third.cells[0], after.referees[turn.player]
    rows = (each.sheets[turn.player].rows for each in (before, after))
    made = [new & ~old for old, new in zip(*rows, strict=True)]
    cells = [
        cell for line, mask in zip(referee.lines, made, strict=True) for cell in line.cells(mask)
    ]
    return f": {space} alone crosses {' and '.join(cells)} as well" if cells else ""


def _dice(game: Game, turn: Turn) -> Dice:
    if UNREADABLE in turn.dice:
        raise MalformedLog(
            "a die can't be read", "a replay needs all dice; settle --rolls does without",
            line=turn.line,
        )  # fmt: skip
    first, second, *colours = turn.dice
    named = zip((line.name for line in game.referees[0].lines), colours, strict=True)
    return Dice((first, second), {name: value for name, value in named if value != OUT})


def _play(game: Game, move: Move, turn: Turn) -> Game:
    try:
        return game.play(move)
    except IllegalMove as error:
        raise _located(error, turn.line, 1) from error


def _located(
    error: IllegalMove | AmbiguousMove, line: int, column: int, reason: str = ""
) -> IllegalMove | AmbiguousMove:
    """The same error, saying where in the log it is."""
    reason = reason or error.reason
    if isinstance(error, AmbiguousMove):
        return AmbiguousMove(reason, error.remedy, line=line, column=column)
    return IllegalMove(error.clause, f"line {line}, column {column}: {reason}", error.remedy)
