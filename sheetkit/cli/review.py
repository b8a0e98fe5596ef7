"""``sheetkit scan --review``: doubtful cells put to a person, in the terminal or on a page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sheetkit.cli.files import written
from sheetkit.cli.streams import reason_of, warn
from sheetkit.errors import SheetkitError, one_line
from sheetkit.opened import is_file

if TYPE_CHECKING:
    from sheetkit.reading import Reading
    from sheetkit.report.crops import Doubt

Answer: TypeAlias = "tuple[Doubt, str]"
"""A doubtful cell, and what a person says it is: a mark's name or ``empty``."""

COLUMNS = 72
"""Width of a cell's picture in the terminal, where there is room for it."""


ELSEWHERE = "make room there, or copy the photo to another folder"
"""What to do where nothing can be written beside a photo."""


def somebody_is_there() -> bool:
    """Whether a person sees the questions and can type."""
    return sys.stdin.isatty() and sys.stderr.isatty()


class Reviewer:
    """Puts doubtful cells to a person, photo by photo, until they have enough."""

    def __init__(self) -> None:
        self._asking = somebody_is_there()
        self._explained = False

    def review(
        self, file: str, content: bytes, reading: Reading, lasting: Reading
    ) -> tuple[Reading, tuple[str, ...]]:
        """The reading with what a person answered, and what to tell on standard error.

        Answers are kept beside the photo, with those that ``lasting`` has: the reading without what
        is set for this run alone. What stays open goes on a page beside it. Raises
        KeyboardInterrupt, once these are written, where the person stops everything.
        """
        from sheetkit.reading.answers import save_answers
        from sheetkit.report.crops import doubts_of

        photo = Path(file)
        told: list[str] = []
        doubts = list(doubts_of(content, reading))
        answers, stopped = self._asked(file, reading, doubts)
        reading, lasting = _with(answers, reading), _with(answers, lasting)
        if answers:
            told += _written(lambda: _kept(save_answers(photo, content, lasting.sheets)))
        left = [d for d in doubts if d.cell in reading.sheets[d.place].unsure]
        told += _written(lambda: _page_written(photo, content, lasting, left))
        if stopped:
            for line in told:
                warn(f"sheetkit: {one_line(file)}: {one_line(line)}")
            raise KeyboardInterrupt
        return reading, tuple(filter(None, told))

    def _asked(
        self, file: str, reading: Reading, doubts: Iterable[Doubt]
    ) -> tuple[list[Answer], bool]:
        """The answers that were typed, and whether the person stopped everything."""
        answers: list[Answer] = []
        try:
            for doubt in doubts:
                answer = self._answer(file, doubt, reading) if self._asking else ""
                if answer is None:
                    self._asking = False
                elif answer:
                    answers.append((doubt, answer))
        except KeyboardInterrupt:
            return answers, True
        return answers, False

    def _answer(self, file: str, doubt: Doubt, reading: Reading) -> str | None:
        """What the cell is; before the first question stands what the answers mean."""
        from sheetkit.report.review_text import meanings_text

        if not self._explained:
            warn(meanings_text())
        self._explained = True
        return _ask(file, doubt, reading)


def _with(answers: Iterable[Answer], reading: Reading) -> Reading:
    """The reading with the answers in it; what was left open stays doubtful."""
    sheets = list(reading.sheets)
    for doubt, answer in answers:
        sheets[doubt.place] = sheets[doubt.place].with_mark(doubt.cell, answer)
    return replace(reading, sheets=tuple(sheets))


def _kept(path: Path) -> str:
    return f"the answers are kept in {path}"


def _written(write: Callable[[], str]) -> Iterator[str]:
    try:
        yield write()
    except SheetkitError as error:
        yield f"{error.file} {error.what}; {ELSEWHERE}" if error.file else str(error)
    except OSError as error:
        yield f"{error.filename} can't be written ({reason_of(error)}); {ELSEWHERE}"


def _page_written(photo: Path, content: bytes, reading: Reading, left: Sequence[Doubt]) -> str:
    """Write the page of what is left to ask; without anything, an older one goes."""
    from sheetkit.report.review_html import review_html

    path = photo.with_suffix(".review.html")
    if not left and not is_file(path):
        return ""
    _spare_others(path, photo)
    if not left:
        path.unlink()
        return ""
    page = review_html(photo.name, content, reading, tuple(left)).encode()
    with written(str(path)) as file:
        file.write(page)
    return f"open {path} in a browser to answer the open questions"


def _spare_others(path: Path, photo: Path) -> None:
    """Leave alone a page of questions about another photo that is still there."""
    from sheetkit.reading.answers import is_about_another
    from sheetkit.report.review_html import photo_of

    if not is_file(path):
        return
    other = photo_of(path.read_text(encoding="utf-8", errors="replace"))
    if is_about_another(other, photo):
        raise SheetkitError(f"{path.name} asks about {other}", "rename one of the photos")


def _typed() -> str:
    return sys.stdin.readline()


def _ask(file: str, doubt: Doubt, reading: Reading) -> str | None:
    """What the cell is; empty to leave it open, None to ask no more."""
    from rich.console import Console

    from sheetkit.report.review_text import CHOICES, choices_text, half_blocks, question_text

    console = Console(stderr=True, highlight=False)
    sheet = reading.sheets[doubt.place]
    console.print(question_text(one_line(file), sheet, doubt.cell), markup=False)
    if doubt.picture is not None:
        columns = min(COLUMNS, console.width - 1)
        console.print(half_blocks(doubt.picture, columns, colour=console.color_system is not None))
    console.print(choices_text(sheet.unsure[doubt.cell]), markup=False)
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
