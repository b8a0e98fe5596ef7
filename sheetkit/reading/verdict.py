"""What a cell was read as, how surely, and why it may be doubtful."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sheetkit.scoresheet import EMPTY, Mark

SURE = 0.97
"""Probability of marks by which a sheet's pen and its writer's habits are measured."""


class Doubt(StrEnum):
    """Why a cell is doubtful, in the words that people read.

    Where two marks are alike, the reason names both instead.
    """

    OUTSIDE = "outside of the photo"
    COVERED = "something lies over it"
    WASHED_OUT = "its print can't be seen: covered, glare or blur"
    CURLED = "its print isn't where it should be"
    DARK_INK = "a stroke as dark as marks is in it"
    SPOT = "a spot as dark as marks is in it"
    BLEACHED = "the photo is so bright that a pale mark may be lost"
    DARK_PRINT = "its print is darker than elsewhere"
    DIM = "its print can hardly be seen: glare or blur"
    BESIDE_LOST = "the cells beside it can't be seen"
    TWO_TONES = "the picture has only black and white: take it in colour or grey"
    OTHER_LETTERS = "the language of its letter can't be told"
    NOT_FLAT = "the sheet is too curled or unclear"
    NOISY = "too noisy to see a faint mark"
    FAINT = "it is fainter than other marks"
    UNEVEN = "it may be unevenly printed"
    OTHER_COLOUR = "it is paler than the other marks, and of another colour"
    NO_PEN = "hardly any other mark has its colour"
    SMEARED = "a cross in a smear, or a blacked-out box"
    ON_PRINT = "something of another colour is on its print"
    OVERSHOT = "a stroke in it goes on far beyond it"
    BLOT = "its stroke is far thicker than those of other crosses"
    THING = "so solid that it may be something on the sheet, or a hole in it"
    SLASH = "one stroke where other crosses have two: it may be a skip line"
    NOUGHT = "a ring where the other crosses have two strokes: it may be a nought"
    TAIL = "a stroke that comes out of another mark"
    JOTTED = "something is written beside it"
    LOOPED = "a cross in loops, or a blacked-out box"
    SHADOW = "nothing in it has a sharp edge: it may be a shadow"
    SHOWN_THROUGH = "its edges are soft: it may show through from the other side"
    PASSED = "a skip line passes it"
    RINGED = "a line goes around it"
    WAVY = "a line that waves, or a blacked-out box"
    NOTHING_TO_SKIP = "a skip line where no number can be skipped"
    ONLY_LINE = "it would be the sheet's only skip line"
    STARS = "a cross over a skip line, or a cross of three strokes"
    MANY_VOID = "more boxes would be blacked out than crossed"
    STRAY_MARKS = "other cells have stray marks"
    UNKNOWN_STATE = "its box in the form is in no state that means a mark"
    DRAWN = "what is drawn there isn't what its field in the form says"
    AMONG_SCRIBBLES = "other boxes are blacked out, or may be"


UNSEEN = (Doubt.OUTSIDE, Doubt.COVERED, Doubt.WASHED_OUT)
"""Why nothing of a cell is seen, no stray mark either."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``odds`` has a probability for each alternative, a mark's name or ``empty``; sum 1.

    ``reason`` says in a few words what makes the cell doubtful; empty if it isn't.
    """

    odds: Mapping[str, float]
    reason: str = ""

    @property
    def likeliest(self) -> str:
        return max(self.odds, key=self.odds.__getitem__)

    @property
    def sure(self) -> bool:
        return not self.reason

    @property
    def marked(self) -> bool:
        """Whether the cell bears a mark for certain."""
        return self.sure and self.likeliest != EMPTY

    @property
    def may_be_stray(self) -> bool:
        """Whether the cell can be seen, and what is in it may be a mark or none."""
        stray = not self.sure and EMPTY in by_odds(self.odds)[:2]
        return stray and self.reason not in (*UNSEEN, Doubt.NOISY, Doubt.NOUGHT)

    @property
    def blank(self) -> bool:
        """Whether the cell is empty for certain."""
        return self.sure and self.likeliest == EMPTY

    @property
    def mark(self) -> Mark | None:
        """The mark; None where the cell is empty."""
        return None if self.likeliest == EMPTY else Mark(self.likeliest)


def by_odds(odds: Mapping[str, float]) -> list[str]:
    """The alternatives, likeliest first."""
    return sorted(odds, key=lambda name: -odds[name])


def doubtful(odds: Mapping[str, float]) -> dict[str, float]:
    """What a doubtful cell may be: at least two alternatives, and none that is out of question."""
    likeliest = by_odds(odds)
    kept = {name: max(odds[name], 0.01) for name in likeliest[:2]}
    kept |= {name: odds[name] for name in likeliest[2:] if odds[name] >= 0.01}
    return {name: p / sum(kept.values()) for name, p in kept.items()}


def perhaps_also(odds: Mapping[str, float], other: str, reason: str) -> Verdict:
    """What may for that reason as well be the other."""
    return Verdict(doubtful({**odds, other: odds.get(other, 0.0) + 0.5}), reason)
