"""Game logs and roll logs as text. docs/notation.md has the grammar.

Reading a log checks that it is written as logs are; whether its moves are
legal is for the rules to say.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheetkit.errors import MalformedLog, SheetkitError, composed, one_line
from sheetkit.log_pieces import Piece, cell_meant, no_player, piece_of, without_comment
from sheetkit.pad import Lucky, Pad, Shelf
from sheetkit.pad.code import normal

WHITES = 2
"""White dice in a throw; the coloured ones follow in the order of the rows."""

UNREADABLE = 0
"""A die whose value is not known, written ``?``."""

OUT = -1
"""A die that has left the game, written ``-``."""

HEADERS = ("variant", "players", "layout", "lucky", "sheet")
"""The lines that may come before the first turn."""

FOR_PLAYERS = ("lucky", "sheet")
"""Those of them that may be there several times, for some players each."""

NOT_IN_NAMES = ":|>#"
"""What a player's name can't have, for it says in a log where something else begins."""

MOST_PLAYERS = 99
"""As many as a layout file can say that a pad is for."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Cells as written: the first crossed freely, the others forced by it; and where they stand."""

    cells: tuple[str, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of a log.

    ``dice`` are the white ones and then one for each row: values, UNREADABLE or (coloured
    dice only) OUT. The actions are None in a roll log. ``penalty_column`` is where a penalty is
    written, 0 where none is.
    """

    line: int
    player: int
    dice: tuple[int, ...]
    first: Mapping[int, Crossing] | None = None
    second: Crossing | None = None
    third: Crossing | None = None
    penalty_column: int = 0

    @property
    def penalty(self) -> bool:
        """Whether the active player is written to take a penalty."""
        return self.penalty_column > 0


@dataclass(frozen=True, slots=True)
class GameLog:
    """A log: the players, the pad of each with its layout, their sheets' codes, the turns."""

    players: tuple[str, ...]
    pads: tuple[Pad, ...]
    codes: tuple[str, ...]
    turns: tuple[Turn, ...]


def begins_log(line: bytes) -> bool | None:
    """Whether a text that begins with that line is a log; None for a comment or a blank line."""
    said = without_comment(line.decode("utf-8-sig", "replace"))
    if not said.strip():
        return None
    key, colon, _ = said.partition(":")
    return bool(colon) and key.strip().lower() in HEADERS


def read_log(text: str, shelf: Shelf | None = None) -> GameLog:
    """The log written in ``text``. Raises MalformedLog with line and column.

    Names are composed, so a column counts a letter with its accent once.
    """
    shelf = shelf or Shelf()
    headers: list[tuple[str, Piece]] = []
    turns: list[Piece] = []
    last = 1
    for number, raw in enumerate(composed(text).splitlines(), 1):
        last = number
        line = piece_of(without_comment(raw), number, 1)
        if not line.text:
            continue
        key = line.text.partition(":")[0].strip().lower()
        if not turns and key in HEADERS and ":" in line.text:
            headers.append((key, line.after(line.text.index(":") + 1)))
        else:
            turns.append(line)
    log = _with_headers(headers, shelf, Piece("", last, 1), turns)
    read = tuple(_turn(line, log) for line in turns)
    return GameLog(log.players, log.pads, log.codes, read)


def _with_headers(
    headers: Sequence[tuple[str, Piece]], shelf: Shelf, end: Piece, turns: Sequence[Piece]
) -> GameLog:
    """The log without its turns."""
    said: dict[str, Piece] = {}
    for key, piece in headers:
        if key in said and key not in FOR_PLAYERS:
            raise piece.malformed(f"the line {key!r} is there twice", "leave out one")
        said[key] = piece
    missing = next((key for key in ("variant", "players") if key not in said), None)
    if missing:
        where = turns[0] if turns else end
        example = "classic" if missing == "variant" else "Anna, Ben"
        raise where.malformed(
            f"the line {missing!r} is missing", f"begin the log with {missing}: {example}"
        )
    try:
        pad = shelf.named(said["variant"].text)
    except SheetkitError as error:
        raise said["variant"].malformed(error.what, error.remedy) from error
    players = _players(said["players"])
    if "layout" in said:
        pad = _laid_out(said["layout"], pad, shelf)
    pads, codes = [pad] * len(players), [""] * len(players)
    dealt: set[int] = set()
    for piece in (piece for key, piece in headers if key == "sheet"):
        _read_code(piece, players, pads, codes, shelf)
    printed = [pad if code else None for pad, code in zip(pads, codes, strict=True)]
    for piece in (piece for key, piece in headers if key == "lucky"):
        _read_lucky(piece, players, pads, dealt)
        for player in range(len(players)):
            if printed[player] not in (None, pads[player]):
                raise piece.malformed(
                    f"{players[player]}'s sheet has other lucky numbers by its code",
                    "leave out one of the two",
                )
    return GameLog(players, tuple(pads), tuple(codes), ())


def _players(piece: Piece) -> tuple[str, ...]:
    names = [part.text for part in piece.split(",")]
    folded = [name.casefold() for name in names]
    if len(names) > MOST_PLAYERS:
        what = f"{len(names)} players are too many for one log"
        raise piece.malformed(what, f"name {MOST_PLAYERS} at most")
    for part in piece.split(","):
        if not part.text or set(part.text) & set(NOT_IN_NAMES) or one_line(part.text) != part.text:
            remedy = f"separate names by commas, and write none of {' '.join(NOT_IN_NAMES)} in them"
            raise part.malformed(f"{part.text!r} is no player's name", remedy)
        if folded.count(part.text.casefold()) > 1:
            raise part.malformed(f"{part.text} is there twice", "give each player another name")
    return tuple(names)


def _laid_out(piece: Piece, pad: Pad, shelf: Shelf) -> Pad:
    shown = f"sheetkit variants {pad.name} --json shows one"
    try:
        layout = json.loads(piece.text)
    except (ValueError, RecursionError) as error:
        raise piece.malformed("this layout is no JSON", shown) from error
    try:
        if not isinstance(layout, dict):
            raise ValueError("it is no JSON object")
        return shelf.laid_out(pad, layout)
    except (ValueError, RecursionError) as error:
        raise piece.malformed(f"this layout isn't one of {pad.name}: {error}", shown) from error


def _read_lucky(piece: Piece, players: tuple[str, ...], pads: list[Pad], dealt: set[int]) -> None:
    """``lucky: Anna 5 10, Ben 6 11``, or ``lucky: 5 10`` for everybody; ``dealt`` takes whose
    were said by name.
    """
    for part in piece.split(","):
        player, rest = _named(part, players)
        numbers = [word.text for word in rest.words()]
        if pads[0].mechanic(Lucky) is None:
            raise part.malformed(f"{pads[0].title} has no lucky numbers", "leave this line out")
        if player is None and numbers and not numbers[0][0].isdecimal():
            raise no_player(part, numbers[0], players)
        if player in dealt:
            raise part.malformed(f"{players[player]} is there twice", "name each player once")
        dealt.update(() if player is None else (player,))
        if not all(number.isdecimal() for number in numbers):
            raise rest.malformed(f"{rest.text!r} are no lucky numbers", "write Anna 5 10, Ben 6 11")
        for each in range(len(players)) if player is None else (player,):
            try:
                pads[each] = pads[each].with_layout({"lucky": [int(n[:4]) for n in numbers]})
            except ValueError as error:
                raise rest.malformed(str(error), "write Anna 5 10, Ben 6 11") from error


def _read_code(
    piece: Piece, players: tuple[str, ...], pads: list[Pad], codes: list[str], shelf: Shelf
) -> None:
    """``sheet: Anna CODE``: which sheet somebody played on, and so its layout."""
    for part in piece.split(","):
        player, rest = _named(part, players)
        if player is None:
            raise part.malformed(
                "whose sheet this is isn't said",
                f"write {players[0]} CODE; the players are {', '.join(players)}",
            )
        if codes[player]:
            raise part.malformed(f"{players[player]} is there twice", "name each player once")
        try:
            pad = shelf.of_code(rest.text)
        except SheetkitError as error:
            raise rest.malformed(error.what, error.remedy) from error
        if pad.name != pads[player].name:
            raise rest.malformed(
                f"this is a sheet of {pad.name}, and the log is of {pads[player].name}",
                "name the right sheet",
            )
        code = normal(rest.text)
        if code in codes:
            owner = players[codes.index(code)]
            raise rest.malformed(f"this is {owner}'s sheet", "name each player's own")
        pads[player], codes[player] = pad, code


def _named(piece: Piece, players: tuple[str, ...]) -> tuple[int | None, Piece]:
    """The player whose name begins the piece, and the rest; None where no name does."""
    fitting = [
        number
        for number, name in enumerate(players)
        if piece.text == name or re.match(re.escape(name) + r"\s", piece.text)
    ]
    if not fitting:
        return None, piece
    player = max(fitting, key=lambda number: len(players[number]))
    return player, piece.after(len(players[player]))


def _turn(line: Piece, log: GameLog) -> Turn:
    if ":" not in line.text:
        raise line.malformed(
            "this is neither a turn nor a line that begins a log",
            f"a turn is written {log.players[0]}: 4 1 3 2 6 6 | … | …",
        )
    name = line.text.partition(":")[0].strip()
    if name not in log.players:
        raise _no_turn(line, name, log.players)
    parts = list(line.after(line.text.index(":") + 1).split("|"))
    player = log.players.index(name)
    dice = _dice(parts[0], log.pads[0])
    if len(parts) == 1:
        return Turn(line.line, player, dice)
    has_third = any(cell.startswith("board.") for cell in log.pads[player].markable)
    most = 4 if has_third else 3
    if len(parts) > most:
        raise parts[most].malformed(
            "this turn has one action too many", _shape(has_third=has_third)
        )
    if len(parts) < 3:
        raise parts[-1].malformed("this turn has no second action", _shape(has_third=has_third))
    first = _first(parts[1], log)
    second, penalty = _own(parts[2], log.pads[player], third=False)
    third = None
    if len(parts) == 4:
        third, later = _own(parts[3], log.pads[player], third=True)
        penalty = penalty or later
    return Turn(line.line, player, dice, first, second, third, penalty)


def _shape(*, has_third: bool) -> str:
    third = " | third action" if has_third else ""
    return f"a turn is dice | first action | second action{third}, with - for nothing"


def _dice(piece: Piece, pad: Pad) -> tuple[int, ...]:
    words = piece.words()
    wanted = WHITES + len(pad.rows)
    order = "white white " + " ".join(pad.row_names)
    if len(words) != wanted:
        here = "there is 1 die" if len(words) == 1 else f"there are {len(words)} dice"
        raise piece.malformed(
            f"{here} here, and {wanted} are thrown",
            f"write {order}, with - for a die that is out and ? for one that can't be read",
        )
    dice: list[int] = []
    for place, word in enumerate(words):
        if word.text == "?":
            dice.append(UNREADABLE)
        elif word.text == "-" and place >= WHITES:
            dice.append(OUT)
        elif word.text.isdecimal() and 1 <= int(word.text[:4]) <= pad.die_sides:
            dice.append(int(word.text))
        else:
            raise word.malformed(
                f"{word.text!r} is nothing that a die shows",
                f"write 1 to {pad.die_sides}, ? for a die that can't be read"
                + (", - for one that is out" if place >= WHITES else ""),
            )
    return tuple(dice)


def _first(piece: Piece, log: GameLog) -> Mapping[int, Crossing]:
    if piece.text in ("-", ""):
        return {}
    crossings: dict[int, Crossing] = {}
    for part in piece.split(","):
        player, rest = _named(part, log.players)
        if player is None:
            raise _nobody(part, log)
        if player in crossings:
            raise part.malformed(
                f"{log.players[player]} crosses twice in one first action", "name each player once"
            )
        if rest.text.casefold().startswith("penalty"):
            what = "only the active player takes a penalty (C4), and in no first action"
            raise part.malformed(what, "write it last in that player's own turn")
        if rest.text != "-":
            crossings[player] = _crossing(rest, log.pads[player])
    return crossings


def _nobody(part: Piece, log: GameLog) -> MalformedLog:
    """The error for a cross in a first action that is none of the players'."""
    if not part.text:
        return part.malformed("a cross is missing", f"write {log.players[0]} red.5")
    if part.text.casefold() == "penalty":
        return part.malformed("a penalty is no first action", "write it last in the turn")
    name, _, cell = part.text.partition(">")[0].strip().rpartition(" ")
    name = name.strip() or cell
    if name in log.pads[0].markable_set:
        return part.malformed(
            f"{part.text!r} doesn't say who crosses", f"write {log.players[0]} {name}"
        )
    return no_player(part, name, log.players)


def _no_turn(line: Piece, name: str, players: tuple[str, ...]) -> MalformedLog:
    """The error for a line that begins with a name that is none of the players'."""
    if name.lower() in HEADERS:
        what = f"the line {name.lower()!r} stands after a turn"
        return line.malformed(what, "write it before the first")
    near = difflib.get_close_matches(name.lower(), HEADERS, n=1)
    if near and not difflib.get_close_matches(name, players, n=1):
        return line.malformed(f"{name!r} begins no line of a log", f"did you mean {near[0]}?")
    return no_player(line, name, players)


def _own(piece: Piece, pad: Pad, *, third: bool) -> tuple[Crossing | None, int]:
    """What the active player does in an action of their own, and in which column a penalty is
    written for it, 0 for none.
    """
    if piece.text in ("-", ""):
        return None, 0
    if piece.text == "penalty":
        return None, piece.column
    if piece.text.casefold().startswith("penalty"):
        raise piece.malformed(f"{piece.text!r} isn't how a penalty is written",
                              "write penalty")  # fmt: skip
    words = piece.words()
    if third and not words[0].text.startswith("board."):
        raise words[0].malformed(
            f"{words[0].text!r} is no space of the board", "write board.5 or board.5 green.10"
        )
    if third and len(words) > 1:
        space = _crossing(words[0], pad)
        crossing = _crossing(piece.after(len(words[0].text)), pad)
        return Crossing((*space.cells, *crossing.cells), space.line, space.column), 0
    return _crossing(piece, pad), 0


def _crossing(piece: Piece, pad: Pad) -> Crossing:
    cells = []
    for part in piece.split(">"):
        if part.text not in pad.markable_set:
            if not part.text:
                raise part.malformed("a cell is missing", "write one, such as red.5")
            raise part.malformed(
                f"{part.text!r} is no cell of the pad {pad.name}", cell_meant(part.text, pad)
            )
        cells.append(part.text)
    return Crossing(tuple(cells), piece.line, piece.column)
