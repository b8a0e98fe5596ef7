"""What a person answered about a photo's cells, kept beside the photo.

``table.marks.json`` beside ``table.jpg``::

    {"format": "sheetkit-answers-1", "photo": "table.jpg", "sha256": "6b86…",
     "sheets": [{"sheet": "CC05HXS7MNS0V", "number": 1, "answers": {"red.8": "cross"}}]}

``sha256`` is of the photo's bytes: the answers are good for that photo alone, under
whatever name. ``sheet`` is the printed code (empty where it can't be read), ``number``
the sheet's place among those read from the file, from 1; an answer is a mark or ``empty``.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from sheetkit.errors import FileError, SheetDataError
from sheetkit.opened import is_file, replaced, size_of
from sheetkit.pad import Pad
from sheetkit.reading.decode import file_content
from sheetkit.reading.photo import read_photo
from sheetkit.reading.problems import told
from sheetkit.reading.result import Problem, Reading, SheetReading
from sheetkit.scoresheet import EMPTY, Mark

FORMAT = "sheetkit-answers-1"
LARGEST_FILE = 4_000_000
"""In bytes: every cell of 500 sheets answered takes half of it."""


@dataclass(frozen=True, slots=True)
class SheetAnswers:
    """The answers for one sheet; ``answers`` maps cells to a mark's name or ``empty``."""

    code: str
    number: int
    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers for one photo. ``sha256`` is of its bytes, in hexadecimal."""

    photo: str
    sha256: str
    sheets: tuple[SheetAnswers, ...]


def answers_path(photo: Path) -> Path:
    """Where the answers for a photo are kept: ``table.marks.json`` for ``table.jpg``."""
    return photo.with_suffix(".marks.json")


class AnsweredPhoto(NamedTuple):
    """A photo as read, with the answers kept beside it, and the bytes of both; none of answers that
    don't count.
    """

    reading: Reading
    content: bytes
    answers: bytes = b""


def read_answered_photo(photo: Path, *, pads: Sequence[Pad] = ()) -> AnsweredPhoto:
    """The photo as read, with the answers kept beside it, and the bytes that were read.

    Answers that can't be used are problems of the reading. Raises what ``read_photo`` does.
    """
    content = file_content(photo)
    reading = read_photo(content, pads=pads)
    kept = answers_path(photo)
    if not os.path.lexists(kept):
        return AnsweredPhoto(reading, content)
    try:
        said = _kept_content(kept)
        answers = _read_answers(said)
    except SheetDataError as error:
        problem = told("bad-answers", file=kept.name, why=error.what)
        return AnsweredPhoto(_with_problem(reading, problem), content)
    if answers.sha256 != hash_of(content):
        if is_about_another(answers.photo, photo):
            return AnsweredPhoto(reading, content)
        asked = any(sheet.unsure for sheet in reading.sheets)
        problem = told("other-photo", "" if asked else "other-photo-sure", file=kept.name)
        return AnsweredPhoto(_with_problem(reading, problem), content)
    return AnsweredPhoto(with_answers(reading, answers), content, said)


def _with_problem(reading: Reading, problem: Problem) -> Reading:
    return replace(reading, problems=(*reading.problems, problem))


def hash_of(content: bytes) -> str:
    """The SHA-256 of a photo's bytes, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def read_answers(path: Path) -> Answers:
    """The answers in a file. Raises SheetDataError ``bad-answers`` for one that has none."""
    return _read_answers(_kept_content(path))


def _kept_content(path: Path) -> bytes:
    try:
        size_of(path)
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except FileError as error:
        raise _no_answers(error.what) from error
    except OSError as error:
        raise _no_answers(error.strerror or str(error)) from error


def _read_answers(text: bytes) -> Answers:
    if len(text) > LARGEST_FILE:
        raise _no_answers("it is far too large")
    try:
        values = json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise _no_answers("this is no JSON") from error
    return _answers(values)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; of what is named twice, nobody knows which one was meant."""
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            raise _no_answers(f"{name} is there twice")
        values[name] = value
    return values


def _no_answers(why: str) -> SheetDataError:
    return SheetDataError(
        f"these are no answers ({why})", "correct it, or remove it", code="bad-answers"
    )


def _answers(values: object) -> Answers:
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise _no_answers(f'expected an object with "format": "{FORMAT}"')
    match values:
        case {"photo": str(photo), "sha256": str(sha256), "sheets": list(sheets)}:
            return Answers(photo, sha256, _no_sheet_twice(tuple(map(_sheet_answers, sheets))))
    raise _no_answers('expected the texts "photo" and "sha256", and a list "sheets"')


def _no_sheet_twice(sheets: tuple[SheetAnswers, ...]) -> tuple[SheetAnswers, ...]:
    seen: set[tuple[str, int]] = set()
    for each in sheets:
        if (each.code, each.number) in seen:
            raise _no_answers(f"sheet {each.code or each.number} is there twice")
        seen.add((each.code, each.number))
    return sheets


def _sheet_answers(given: object) -> SheetAnswers:
    match given:
        case {"sheet": str(code), "number": int(number), "answers": dict(marks)}:
            return SheetAnswers(code, number, _marks(marks))
    raise _no_answers(
        'expected for each sheet the text "sheet", a whole "number", and an object "answers"'
    )


def _marks(given: dict[str, Any]) -> dict[str, str]:
    for cell, mark in given.items():
        if mark not in (*Mark, EMPTY):
            raise _no_answers(f"expected for {cell} one of {', '.join((*Mark, EMPTY))}")
    return given


def with_answers(reading: Reading, answers: Answers) -> Reading:
    """The reading with all answers in it; those for no sheet or cell of it are a problem, and those
    for a sheet that has its answers.
    """
    sheets = list(reading.sheets)
    problems = list(reading.problems)
    seen_to = set()
    for each in answers.sheets:
        name = each.code or str(each.number)
        place = _place(each, sheets)
        if place is None or place in seen_to:
            problems.append(told("no-such-sheet", sheet=name))
            continue
        seen_to.add(place)
        known = sheets[place].pad.markable_set
        unknown = tuple(cell for cell in each.answers if cell not in known)
        if unknown:
            problems.append(told("unknown-cell", "unknown-answers", cells=unknown, sheet=name))
        sheets[place] = with_marks(sheets[place], each.answers)
    return replace(reading, sheets=tuple(sheets), problems=tuple(problems))


def _place(answers: SheetAnswers, sheets: Sequence[SheetReading]) -> int | None:
    """The sheet with that code; where several have it, the one of that number."""
    places = [place for place, sheet in enumerate(sheets) if sheet.code == answers.code]
    if answers.number - 1 in places:
        return answers.number - 1
    return places[0] if len(places) == 1 and answers.code else None


def with_marks(sheet: SheetReading, marks: Mapping[str, str]) -> SheetReading:
    """The sheet with several cells as a person saw them."""
    for cell, mark in marks.items():
        sheet = sheet.with_mark(cell, mark)
    return sheet


def save_answers(photo: Path, content: bytes, sheets: Iterable[SheetReading]) -> Path:
    """Keep what a person answered beside the photo; the file written.

    Raises SheetDataError ``bad-answers`` where the answers for another photo are
    kept under that name, or something else, OSError where the file can't be written.
    """
    path = answers_path(photo)
    _spare_others(path, photo, content)
    shown = answers_object(photo.name, content, sheets)
    with replaced(path) as file:
        file.write((json.dumps(shown, indent=1) + "\n").encode())
    return path


def _spare_others(path: Path, photo: Path, content: bytes) -> None:
    """Leave alone what was answered about another photo that is still there, and what is no such
    file.
    """
    if not is_file(path):
        return
    try:
        kept = read_answers(path)
    except SheetDataError as error:
        what = f"{path.name}: {error.what}"
        raise SheetDataError(what, "rename or remove it", code=error.code) from error
    if kept.sha256 != hash_of(content) and is_about_another(kept.photo, photo):
        raise SheetDataError(
            f"{path.name} holds the answers for {kept.photo}",
            "rename one of the photos",
            code="bad-answers",
        )


def is_about_another(name: str, photo: Path) -> bool:
    """Whether that is the name of another photo, which is there beside this one."""
    return name not in ("", photo.name) and is_file(photo.parent / name)


def answers_object(photo: str, content: bytes, sheets: Iterable[SheetReading]) -> dict[str, Any]:
    """The answers of a reading in the form in which they are kept."""
    return {
        "format": FORMAT,
        "photo": photo,
        "sha256": hash_of(content),
        "sheets": [
            {"sheet": sheet.code, "number": number, "answers": sheet.scoresheet().answers()}
            for number, sheet in enumerate(sheets, 1)
            if sheet.answered
        ],
    }
