"""What a photo was read as: plain values, without pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sheetkit.errors import UNSAID, Said
from sheetkit.pad import Pad
from sheetkit.photo_codes import MENDED, still_open
from sheetkit.scoresheet import Mark, Scoresheet, Written

Corner = tuple[float, float]


class Status(StrEnum):
    READ = "read"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a photo or a sheet in it that a person should know.

    ``code`` is one of those in docs/errors.md. ``message`` says what is wrong and what to do
    about it; ``said`` says the same for other languages.
    """

    code: str
    message: str
    said: Said = UNSAID

    @property
    def mended(self) -> bool:
        """Whether it could be put right, and leaves nothing to do."""
        return self.code in MENDED


@dataclass(frozen=True, slots=True)
class SheetReading:
    """One sheet as read from a photo.

    ``unsure`` maps doubtful cells to the probabilities of what they may be,
    ``reasons`` to why they are doubtful; they are not in ``marks``. ``corners``
    are the trimmed sheet's (148 × 105 mm) in pixels of the photo as displayed,
    EXIF orientation applied: the sheet's top left first, clockwise. ``boxes``
    holds the four corners of each cell likewise. ``page`` counts from 1.
    ``answered`` names the cells that a person has answered for. ``odds`` has the
    probabilities of every cell that was looked at closely, doubtful or not.
    """

    pad: Pad
    code: str
    marks: Mapping[str, Mark]
    unsure: Mapping[str, Mapping[str, float]]
    reasons: Mapping[str, str]
    written: Mapping[str, Written]
    corners: tuple[Corner, ...]
    boxes: Mapping[str, tuple[Corner, ...]]
    problems: tuple[Problem, ...] = ()
    page: int = 1
    answered: tuple[str, ...] = ()
    odds: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """``review`` where a person should look before anybody relies on it."""
        return Status.REVIEW if self.unsure or self.problems else Status.READ

    def with_mark(self, cell: str, mark: str) -> SheetReading:
        """This reading with a cell as a person saw it: a mark's name or ``empty``.

        Once a person has seen to all doubtful cells, what hid some of them is no problem.
        """
        if cell not in self.pad.markable_set:
            return self
        said = self.scoresheet().with_answer(cell, mark)
        return replace(
            self,
            marks=said.marks,
            unsure=said.unsure,
            reasons={name: why for name, why in self.reasons.items() if name != cell},
            problems=still_open(self.problems, said.unsure),
            answered=said.answered,
        )

    def scoresheet(self) -> Scoresheet:
        """The marks for the rules to judge."""
        return Scoresheet(
            pad=self.pad,
            marks=self.marks,
            unsure=self.unsure,
            written=self.written,
            code=self.code,
            answered=self.answered,
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """All sheets in a file, from the top left on, page by page; problems beside them.

    ``pages`` is how many pages were read; 1 for a photo.
    """

    sheets: tuple[SheetReading, ...]
    problems: tuple[Problem, ...] = ()
    pages: int = 1
