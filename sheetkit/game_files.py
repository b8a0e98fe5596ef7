"""The files of one game: sheets from JSON, notation, photos and PDFs; logs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sheetkit.counted import counted
from sheetkit.errors import (
    LogAmongSheets,
    MendedPhoto,
    PhotoError,
    SheetDataError,
    SheetkitError,
    UsageError,
    composed,
    one_line,
)
from sheetkit.file_kind import PICTURES, UTF_16, is_text
from sheetkit.game_log import GameLog, begins_log, read_log
from sheetkit.opened import content_of
from sheetkit.pad import Shelf
from sheetkit.photo_codes import OF_ANSWERS, still_open
from sheetkit.set_marks import SetMark, verify_agree
from sheetkit.settle.given import Given
from sheetkit.sheet_file import lines_of, read_sheets
from sheetkit.sheet_json import unknown_cell

if TYPE_CHECKING:
    from sheetkit.reading import Problem, SheetReading

NAMES_REMEDY = "name each sheet once, in the order of the files"
MOST_ERRORS = 3
"""Errors that are told one by one of a text without any sheet."""

LARGEST_TEXT = 64_000_000
"""Bytes of a file of sheets or of a log."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file as it was when it was read; later it may be another, what is said is of this one."""

    name: str
    content: bytes = field(repr=False)

    @property
    def sha256(self) -> str:
        """Of the content, in hexadecimal."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True)
class Found:
    """A sheet that was given; if it is of a photo, with its reading and the photo's bytes.

    ``unknown`` are keys of a sheet in JSON that mean nothing, ``problems`` those of its picture,
    ``waived`` the house rules by which it was judged before.
    """

    given: Given
    reading: SheetReading | None = None
    photo: bytes = field(default=b"", repr=False)
    unknown: tuple[str, ...] = ()
    problems: tuple[PhotoError, ...] = ()
    waived: tuple[str, ...] = ()

    @property
    def open_problems(self) -> tuple[PhotoError, ...]:
        """Those that answers for its cells have not seen to."""
        return still_open(self.problems, self.given.sheet.unsure)


@dataclass(frozen=True)
class SheetsFound:
    """All sheets found in the files, and the files' problems.

    ``unread`` has the file of each sheet that could not be read, by its place among all sheets.
    ``partly`` are files with pictures of which only some sheets could be read: where among them the
    others lie isn't known. ``read`` has the files as they were read, without those that could not
    be read at all.
    """

    found: tuple[Found, ...]
    errors: tuple[SheetkitError, ...]
    unread: Mapping[int, str] = field(default_factory=dict)
    partly: tuple[str, ...] = ()
    read: tuple[InputFile, ...] = ()

    @property
    def unknown(self) -> Mapping[str, tuple[str, ...]]:
        """The keys that mean nothing on sheets in JSON, by their files."""
        return _by_file((each.given.file, each.unknown) for each in self.found)

    @property
    def waived(self) -> Mapping[str, tuple[str, ...]]:
        """The house rules by which sheets in JSON were judged before, by their files."""
        return _by_file((each.given.file, each.waived) for each in self.found)


def _by_file(said: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """What is said of each file, each of it once, where it is anything."""
    found: dict[str, dict[str, None]] = {}
    for file, values in said:
        found.setdefault(file, {}).update(dict.fromkeys(values))
    return {file: tuple(values) for file, values in found.items() if values}


def read_game(files: Sequence[str], shelf: Shelf, *, by_name_line: bool = False) -> SheetsFound:
    """All sheets of the files, in their order; a file that can't be read doesn't stop the rest.

    A file is a photo, a PDF, or a text of sheets in JSON or notation; ``-`` is such a text on
    standard input. What is wrong with one is among the game's errors. ``by_name_line`` asks for
    the names that players wrote on photographed sheets.
    """
    found: list[Found] = []
    errors: list[SheetkitError] = []
    unread: dict[int, str] = {}
    partly: list[str] = []
    inputs: list[InputFile] = []
    for file in files:
        read = list(_read(file, shelf, inputs, by_name_line=by_name_line))
        start, missing = len(found) + len(unread), _unread(read)
        unread |= {start + place: file for place in missing}
        if any(missing.values()) and any(isinstance(each, Found) for each in read):
            partly.append(file)
        for each in read:
            if isinstance(each, SheetkitError):
                each.file = each.file or file
                errors.append(each)
            else:
                for problem in each.problems:
                    problem.file = problem.file or file
                found.append(each)
    return SheetsFound(tuple(found), tuple(errors), unread, tuple(partly), tuple(inputs))


def _unread(read: Sequence[Found | SheetkitError]) -> dict[int, bool]:
    """Where in a file sheets are missing, by their places among all of its sheets, and whether in a
    picture: each error is one, but a picture's problems are one together, after its sheets. What
    was mended is none, nor is a log, nor what is wrong with answers about a picture.
    """
    missing: dict[int, bool] = {}
    place, in_picture = 0, False
    for each in read:
        if isinstance(each, LogAmongSheets | MendedPhoto):
            continue
        if isinstance(each, PhotoError) and each.code in OF_ANSWERS:
            continue
        again = in_picture and isinstance(each, PhotoError)
        in_picture = isinstance(each, PhotoError)
        if isinstance(each, SheetkitError) and not again:
            missing[place] = in_picture
        place += not again
    return missing


def named(game: SheetsFound, names: Sequence[str] = ()) -> tuple[Found, ...]:
    """The sheets with the players' names: those given, else as sheets or files say, none twice.

    A file of which nothing could be read has its name in the order all the same. Raises
    UsageError for more or fewer names than sheets, the same twice, or an empty one.
    """
    wanted = (
        _checked_names(names, game) if names else _numbered([each.given for each in game.found])
    )
    return tuple(
        replace(each, given=replace(each.given, player=one_line(name)))
        for each, name in zip(game.found, wanted, strict=True)
    )


def _checked_names(names: Sequence[str], game: SheetsFound) -> list[str]:
    """The names given for the sheets that could be read.

    Raises UsageError for an empty name, the same twice, or more or fewer than sheets. Where it
    isn't known which sheets of a picture were read, only these can be named.
    """
    if not all(names):
        raise UsageError(f"--names {','.join(names)} leaves a name empty", NAMES_REMEDY)
    folded = [name.casefold() for name in names]
    twice = next((name for name in names if folded.count(name.casefold()) > 1), None)
    if twice is not None:
        raise UsageError(f"--names gives {twice} twice", "give each player another name")
    if len(names) == len(game.found):
        return [*names]
    if game.partly:
        sheets = ", ".join(each.given.sheet.code or each.given.file for each in game.found)
        raise UsageError(
            f"--names gives {counted(len(names), 'name')} for {counted(len(game.found), 'sheet')}, "
            f"and where in {', '.join(game.partly)} an unread one lies isn't known",
            f"name only those that were read, in this order: {sheets}",
        )
    if len(names) == len(game.found) + len(game.unread):
        return [name for place, name in enumerate(names) if place not in game.unread]
    unread = ", ".join(dict.fromkeys(error.file for error in game.errors))
    besides = f" that can be read, not {unread}" if unread else ""
    raise UsageError(
        f"--names gives {counted(len(names), 'name')} for "
        f"{counted(len(game.found), 'sheet')}{besides}",
        NAMES_REMEDY,
    )


def answered(found: Sequence[Found], set_marks: Sequence[SetMark]) -> tuple[Found, ...]:
    """The sheets with what was said of their cells; each names a player or a code, unless one
    sheet is all there is.

    Raises UsageError where none or several are meant, the sheet has no such cell, or two say
    different things of one.
    """
    sheets = list(found)
    said: dict[tuple[int, str], SetMark] = {}
    for each in set_marks:
        meant = [
            place
            for place, one in enumerate(sheets)
            if each.sheet in ("", one.given.player) or each.is_of(one.given.sheet.code)
        ]
        if len(meant) != 1:
            players = ", ".join(one.given.player for one in sheets)
            which = f"means {len(meant)} of the sheets" if meant else "means no player's sheet"
            raise UsageError(
                f"--set {each} {which}",
                f"write PLAYER:{each.cell}={each.mark}; the players are {players}",
            )
        verify_agree(said.setdefault((meant[0], each.cell), each), each)
        given = sheets[meant[0]].given
        if each.cell not in given.sheet.pad.markable_set:
            error = unknown_cell(each.cell, given.sheet.pad)
            raise UsageError(f"--set: {error.what}", error.remedy)
        sheet = given.sheet.with_answer(each.cell, each.mark)
        sheets[meant[0]] = replace(sheets[meant[0]], given=replace(given, sheet=sheet))
    return tuple(sheets)


def _numbered(sheets: Sequence[Given]) -> list[str]:
    """The names, those that occur more than once numbered: whatever the order of the files."""
    apart = [each.player for each in sheets]
    folded = [name.casefold() for name in apart]
    order = sorted(range(len(sheets)), key=lambda n: (sheets[n].file, sheets[n].number))
    for name in {name for name in folded if folded.count(name) > 1}:
        free = (n for n in count(1) if f"{name} {n}" not in folded)
        for place in (place for place in order if folded[place] == name):
            apart[place] = f"{apart[place]} {next(free)}"
    return apart


def read_file(file: str) -> InputFile:
    """A file of sheets in text or of a log, ``-`` for standard input.

    Raises FileError for one that can't be opened, SheetkitError for one above LARGEST_TEXT.
    """
    try:
        return InputFile(file, content_of(file, LARGEST_TEXT))
    except SheetkitError as error:
        error.file = file
        raise


def log_in(read: InputFile, shelf: Shelf) -> GameLog:
    """The game log or roll log in a file that was read. Raises SheetkitError with its name."""
    try:
        return read_log(read.content.decode("utf-8-sig"), shelf)
    except UnicodeDecodeError as error:
        raise SheetkitError(
            "this is no text in UTF-8", "name a log, or save it as UTF-8", file=read.name
        ) from error
    except SheetkitError as error:
        error.file = read.name
        raise


def _read(
    file: str, shelf: Shelf, inputs: list[InputFile], *, by_name_line: bool
) -> Iterator[Found | SheetkitError]:
    """What the file holds; ``inputs`` takes the file as it was read."""
    try:
        if Path(file).suffix.lower() not in PICTURES:
            read = read_file(file)
            if is_text(read.content):
                inputs.append(read)
                yield from _text(read, shelf)
                return
            if read.content.startswith(UTF_16):
                raise SheetDataError("this is text in UTF-16", "save it as UTF-8")
            if file == "-":
                raise SheetDataError("this is no text", "save the photo and name its file")
        yield from _photo(file, shelf, inputs, by_name_line=by_name_line)
    except SheetkitError as error:
        yield error


def _text(read: InputFile, shelf: Shelf) -> Iterator[Found | SheetkitError]:
    """The sheets and errors of a text; one error for a log, and for many lines without a sheet."""
    file, lines = read.name, list(lines_of(BytesIO(read.content)))
    begun = (begins_log(line) for line in lines)
    if next((is_log for is_log in begun if is_log is not None), False):
        remedy = "give it with --log, or with --rolls for its throws alone"
        yield LogAmongSheets(remedy)
        return
    entries = list(read_sheets(lines, shelf))
    first = entries[0].error
    if first and len(entries) > MOST_ERRORS and not any(entry.sheet for entry in entries):
        what = f"none of {len(entries):,} lines or objects in it is a sheet: {first.what}"
        yield SheetDataError(what, first.remedy, code=first.code)
        return
    for number, entry in enumerate(entries, 1):
        if entry.sheet is None:
            assert entry.error is not None
            yield entry.error
        else:
            player = entry.player or _stem(entry.file) or _stem(file)
            given = Given(player, entry.sheet, file, number)
            yield Found(given, unknown=entry.unknown, problems=entry.problems, waived=entry.waived)


def _photo(
    file: str, shelf: Shelf, inputs: list[InputFile], *, by_name_line: bool
) -> Iterator[Found | SheetkitError]:
    # typed sheets need no OpenCV
    from sheetkit.reading.answers import answers_path, read_answered_photo  # noqa: PLC0415
    from sheetkit.reading.name_line import names_on  # noqa: PLC0415

    reading, content, answers = read_answered_photo(Path(file), pads=shelf.pads)
    names = names_on(content, reading) if by_name_line else {}
    inputs.append(InputFile(file, content))
    if answers:
        inputs.append(InputFile(str(answers_path(Path(file))), answers))
    for place, sheet in enumerate(reading.sheets):
        name = composed(names.get(place, "")) or _stem(file)
        given = Given(name, sheet.scoresheet(), file, place + 1)
        problems = tuple(map(_as_error, sheet.problems))
        yield Found(given, sheet, content, problems=problems)
    yield from map(_as_error, reading.problems)


def _as_error(problem: Problem) -> PhotoError:
    """The problem as an error; what was mended costs nothing."""
    error = (MendedPhoto if problem.mended else PhotoError)(problem.code, problem.message)
    error.said = problem.said
    return error


def _stem(file: str) -> str:
    """A player's name for want of a better: the file's, begun with a capital."""
    stem = "Sheet" if file == "-" else Path(file).stem.strip()
    return composed(stem[:1].upper() + stem[1:])
