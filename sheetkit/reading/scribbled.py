"""Which marks may be scribbles that black a box out: they look like lines that wave, or crosses."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sheetkit.reading.arrays import Floats32, quantile
from sheetkit.reading.certainty import perhaps_blackout
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import Template
from sheetkit.reading.verdict import Doubt, Verdict, by_odds, perhaps_also
from sheetkit.reading.waves import STRAIGHTEST, waviness
from sheetkit.scoresheet import Mark


def chances_of_scribble(
    verdicts: Mapping[str, Verdict], ink: Ink, template: Template
) -> dict[str, float]:
    """How likely each certain mark is a scribble: what the classifier says, and for a line how much
    it waves.

    There are people all of whose lines wave, and the classifier knows a sheet's habits only on
    average: each line is compared with the sheet's other ones. Lines under crosses are left to the
    magnifier.
    """
    marks = {cell: v for cell, v in verdicts.items() if v.marked and v.likeliest != Mark.VOID}
    lines = [cell for cell, verdict in marks.items() if verdict.likeliest == Mark.SKIP]
    waves = waviness(ink, template.beside_print, [template.boxes[cell] for cell in lines])
    chances = {cell: float(verdict.odds.get(Mark.VOID, 0.0)) for cell, verdict in marks.items()}
    for place, cell in enumerate(lines):
        more = float(waves[place]) - _usual_waves(np.delete(waves, place))
        chances[cell] *= np.exp(WAVES_TELL * more)
    return chances


def _usual_waves(others: Floats32) -> float:
    """How much a line may wave at a writer's hands, by how much the ``others`` do."""
    if len(others) < FEWEST_LINES:
        return STRAIGHTEST
    return max(MORE_THAN_MOST * quantile(others, 0.9), STRAIGHT)


FEWEST_LINES = 2
"""Other ones that tell how a writer's lines usually are."""
MORE_THAN_MOST = 1.3
"""Times as many waves as nine in ten of the other lines have: so much those of one hand differ."""
STRAIGHT = 0.1
"""Of a cell's height, by which even steady hands move up and down on the way through it."""
WAVES_TELL = 10.0
"""How much likelier a scribble is for each height more: e to the power of it. So it came out for
9,500 lines and 34 scribbles that looked like lines, by many hands.
"""


def perhaps_scribbled(
    verdicts: dict[str, Verdict], scribbled: Mapping[str, float]
) -> dict[str, Verdict]:
    """Lines that wave more than the sheet's other ones may be scribbles; where their writer blacked
    a box out, less of that will do. So may marks that stand out among those of their kind by what
    the classifier says.
    """
    with_others = any(v.marked and v.likeliest == Mark.VOID for v in verdicts.values())
    most_wavy = MOST_WAVY_WITH_OTHERS if with_others else MOST_WAVY
    doubts = {}
    for cell, chance in scribbled.items():
        odds, kind = verdicts[cell].odds, verdicts[cell].likeliest
        if kind == Mark.SKIP and chance > most_wavy:
            doubts[cell] = perhaps_also(odds, Mark.VOID, Doubt.WAVY)
    return {**verdicts, **_standing_out(verdicts), **doubts}


def _standing_out(verdicts: Mapping[str, Verdict]) -> dict[str, Verdict]:
    """The lines and crosses that are blackouts by far more than every other one of the sheet."""
    doubts = {}
    for kind, least in LEAST_STANDING_OUT.items():
        marks = {cell: v for cell, v in verdicts.items() if v.marked and v.likeliest == kind}
        if len(marks) < FEWEST_OF_KIND:
            continue
        black = {cell: verdict.odds.get(Mark.VOID, 0.0) for cell, verdict in marks.items()}
        *_, next_one, most = sorted(black, key=black.__getitem__)
        if black[most] > max(least, FAR_MORE * black[next_one]):
            doubts[most] = perhaps_blackout(marks[most].odds, kind)
    return doubts


LEAST_STANDING_OUT: Mapping[str, float] = {Mark.CROSS: 0.005, Mark.SKIP: 0.002}
"""Probability of a blackout by the classifier, for a mark that stands out: of 1,900 sheets by many
hands seven were asked for no more than this, and of two on which an N and a wave were scribbles
both. The classifier gives crosses more of it than lines.
"""
FAR_MORE = 8.0
"""Times as likely a blackout as the mark of its kind that comes next."""
FEWEST_OF_KIND = 3
"""Marks of a kind that show how a writer makes them."""


MOST_WAVY = 0.01
"""Probability of a scribble by the networks and by its waves, of a line."""
MOST_WAVY_WITH_OTHERS = 0.004
"""The same on a sheet with a blackout. Of 1,640 sheets by many hands there was one scribble with
0.0045 that looked like a line, on such a sheet; ten sheets without one had lines between the two.
Of 930 more one such scribble had 0.0013 before its waves were counted.
"""


def among_scribbles(
    verdicts: dict[str, Verdict], scribbled: Mapping[str, float]
) -> dict[str, Verdict]:
    """Where a mark may be a scribble, every other one that may be one by far less is doubtful, and
    what looks like a scribble and may be none: the sheet's pen or its writer blurs the two.
    """
    if not any(_may_be_scribble(verdict) for verdict in verdicts.values()):
        return verdicts
    doubts = {}
    for cell, verdict in verdicts.items():
        if not verdict.marked:
            continue
        odds, black = verdict.odds, verdict.odds.get(Mark.VOID, 0.0)
        if verdict.likeliest != Mark.VOID and max(black, scribbled[cell]) > MOST_AMONG:
            doubts[cell] = perhaps_also(odds, Mark.VOID, Doubt.AMONG_SCRIBBLES)
        elif verdict.likeliest == Mark.VOID and black < SURE_AMONG:
            doubts[cell] = perhaps_also(odds, by_odds(odds)[1], Doubt.AMONG_SCRIBBLES)
    return {**verdicts, **doubts}


def _may_be_scribble(verdict: Verdict) -> bool:
    """Whether a doubtful cell is asked for being perhaps a blackout, whatever raised the doubt."""
    if verdict.sure or Mark.VOID not in by_odds(verdict.odds)[:2]:
        return False
    return verdict.odds[Mark.VOID] > PERHAPS


PERHAPS = 0.02
"""Probability of a blackout, from which on it is more than merely the second likeliest of all."""
MOST_AMONG = 0.0003
"""Probability of a scribble, by the classifier or by its waves, of another mark on such a sheet: of
the eleven scribbles on 1,700 sheets by many hands that looked like others ten had more. It asks
about one to three cells more on most such sheets, and up to 17.
"""
SURE_AMONG = 0.998
"""Least probability of a scribble there: ticks with a broad crayon came to 0.995."""
