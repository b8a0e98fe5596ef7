"""``sheetkit scan --review``: doubtful cells put to a person, in the terminal or on a page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sheetkit.cli.files import written
from sheetkit.cli.streams import reason_of, warn
from sheetkit.errors import SheetkitError, one_line
from sheetkit.opened import is_file

if TYPE_CHECKING:
    from sheetkit.reading import Problem, Reading
    from sheetkit.report.crops import Doubt

COLUMNS = 72
"""Width of a cell's picture in the terminal, where there is room for it."""


ELSEWHERE = "make room there, or copy the photo to another folder"
"""What to do where nothing can be written beside a photo."""


def somebody_is_there() -> bool:
    """Whether a person sees the questions and can type."""
    return sys.stdin.isatty() and sys.stderr.isatty()


class Reviewed(NamedTuple):
    """A reading with what a person answered, and what could not be written meanwhile, which has
    been told.
    """

    reading: Reading
    problems: tuple[Problem, ...]


class Reviewer:
    """Puts doubtful cells to a person, photo by photo, until they have enough."""

    def __init__(self) -> None:
        self._asking = somebody_is_there()
        self._explained = False

    def review(self, file: str, content: bytes, reading: Reading, lasting: Reading) -> Reviewed:
        """The reading with what a person answered.

        Each answer is kept beside the photo as soon as it is there, with those that ``lasting``
        has: the reading without what is set for this run alone. What stays open goes on a page
        beside it, however the questions end.
        """
        from sheetkit.report.crops import doubts_of

        photo, teller = Path(file), _Teller(file)
        doubts = list(doubts_of(content, reading))
        unsaved: tuple[Problem, ...] = ()
        try:
            for doubt, answer in self._answers(file, reading, doubts):
                reading = _with_answer(reading, doubt, answer)
                lasting = _with_answer(lasting, doubt, answer)
                unsaved = teller.told(partial(_saved, photo, content, lasting))
                reading = reading if unsaved else _without_others(reading)
        finally:
            left = [d for d in doubts if d.cell in reading.sheets[d.place].unsure]
            unwritten = teller.told(partial(_page_written, photo, content, lasting, left))
        return Reviewed(reading, (*unsaved, *unwritten))

    def _answers(
        self, file: str, reading: Reading, doubts: Iterable[Doubt]
    ) -> Iterator[tuple[Doubt, str]]:
        """Each doubtful cell that is answered, and what it is: a mark's name or ``empty``."""
        for doubt in doubts:
            answer = self._answer(file, doubt, reading) if self._asking else ""
            if answer is None:
                self._asking = False
            elif answer:
                yield doubt, answer

    def _answer(self, file: str, doubt: Doubt, reading: Reading) -> str | None:
        """What the cell is; before the first question stands what the answers mean."""
        from sheetkit.report.review_text import meanings_text

        if not self._explained:
            warn(meanings_text())
        self._explained = True
        return _ask(file, doubt, reading)


def _with_answer(reading: Reading, doubt: Doubt, answer: str) -> Reading:
    sheets = list(reading.sheets)
    sheets[doubt.place] = sheets[doubt.place].with_mark(doubt.cell, answer)
    return replace(reading, sheets=tuple(sheets))


def _without_others(reading: Reading) -> Reading:
    """The reading once its own answers are kept, in place of another photo's."""
    left = tuple(each for each in reading.problems if each.code != "other-photo")
    return replace(reading, problems=left)


class _Teller:
    """Tells what becomes of a photo's answers, each line once."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._told = {""}

    def tell(self, line: str) -> None:
        if line not in self._told:
            warn(f"sheetkit: {one_line(self._file)}: {one_line(line)}")
        self._told.add(line)

    def told(self, write: Callable[[], str]) -> tuple[Problem, ...]:
        """Write, and tell what is to be told then; what can't be written is told, and a problem."""
        from sheetkit.reading import Problem

        try:
            self.tell(write())
            return ()
        except SheetkitError as error:
            said = f"{error.file} {error.what}; {ELSEWHERE}" if error.file else str(error)
            problem = Problem(error.code, said)
        except OSError as error:
            said = f"{error.filename} can't be written ({reason_of(error)}); {ELSEWHERE}"
            problem = Problem(SheetkitError.code, said)
        self.tell(problem.message)
        return (problem,)


def _saved(photo: Path, content: bytes, reading: Reading) -> str:
    """Keep the answers; what to tell. Raises what ``save_answers`` does."""
    from sheetkit.reading.answers import save_answers

    return f"the answers are kept in {save_answers(photo, content, reading.sheets)}"


def _page_written(photo: Path, content: bytes, reading: Reading, left: Sequence[Doubt]) -> str:
    """Write the page of what is left to ask, and what to tell; without anything, an older one goes.

    Raises SheetkitError where another file is under its name.
    """
    from sheetkit.report.review_html import review_html

    path = photo.with_suffix(".review.html")
    other = _other_file(path, photo, content)
    if not left:
        if is_file(path) and not other:
            path.unlink()
        return ""
    if other:
        raise other
    page = review_html(photo.name, content, reading, tuple(left)).encode()
    with written(str(path)) as file:
        file.write(page)
    return f"open {path} in a browser to answer the open questions"


def _other_file(path: Path, photo: Path, content: bytes) -> SheetkitError | None:
    """What to tell where the file is no page of questions, or one about another photo that is
    still there.
    """
    from sheetkit.reading.answers import hash_of, is_about_another
    from sheetkit.report.review_html import photo_of

    if not is_file(path):
        return None
    page = path.read_text(encoding="utf-8", errors="replace")
    other = photo_of(page)
    if not other:
        return SheetkitError(f"{path.name} is no page of questions", "rename or remove it")
    if hash_of(content) not in page and is_about_another(other, photo):
        return SheetkitError(f"{path.name} asks about {other}", "rename one of the photos")
    return None


def _typed() -> str:
    return sys.stdin.readline()


def _ask(file: str, doubt: Doubt, reading: Reading) -> str | None:
    """What the cell is; empty to leave it open, None to ask no more."""
    from rich.console import Console

    from sheetkit.report.review_text import CHOICES, choices_text, half_blocks, question_text

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    sheet = reading.sheets[doubt.place]
    console.print(question_text(one_line(file), sheet, doubt.cell))
    if doubt.picture is not None:
        columns = max(min(COLUMNS, console.width - 1), 1)
        console.print(half_blocks(doubt.picture, columns, colour=console.color_system is not None))
    console.print(choices_text(sheet.unsure[doubt.cell]))
    while True:
        console.print("> ", end="")
        line = _typed()
        typed = line.strip().lower()
        if not line or typed in ("q", "quit"):
            return None
        if not typed:
            return ""
        fitting = [mark for letter, mark in CHOICES.items() if typed in (letter, mark)]
        if fitting:
            return fitting[0]
        console.print(f"type one of {', '.join(CHOICES)}, Enter or q")
