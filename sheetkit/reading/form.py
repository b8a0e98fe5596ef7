"""Sheets that were ticked on a tablet: the fields of a PDF form, not a picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sheetkit.errors import CodeError
from sheetkit.pad import CellKind, Pad, Shelf
from sheetkit.pad.code import check_code
from sheetkit.reading.pdf import pdf_fields
from sheetkit.reading.problems import told
from sheetkit.reading.result import Problem, SheetReading
from sheetkit.reading.verdict import Doubt
from sheetkit.scoresheet import EMPTY, Mark, Scoresheet, Written

_FIELD = "write."
NAME_FIELD = "write.player"
"""What a player's name is written or typed into."""
NO_SUMS = (NAME_FIELD, "write.date")
OFF = "Off"
"""The state of a box that isn't ticked; some programs leave it out."""
UNKNOWN_STATE = {Mark.CROSS: 0.5, EMPTY: 0.5}
MOST_NAMED = 8
"""Sheets that one line names."""
_NUMBER = re.compile(r"([-+]?)0*(\d+)(?:[.,]0{0,2})?(?:\s*(?![OoIlSZB]+$)[^\W\d_]+\.?)?")
"""A number as people type it, of any script's digits: 52, +2, 3., 52 points, 4 P; not 7O, 5l
or 1O5.
"""
_LARGEST_NUMBER = 99_999
_NO_NUMBER = Written(0, 0.0)
"""In the place of what is typed and no number."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a PDF's form was filled in with: its sheets, in its order, and what can't be read."""

    sheets: tuple[Scoresheet, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_form(pdf: bytes, shelf: Shelf) -> Form:
    """The sheets of a form that ``sheetkit print --fillable`` made.

    No sheets for a PDF that has no such form, or in which nothing was filled in: it
    may have been printed and played on paper. A box in a state that no pad's form
    has is doubtful. A sheet whose pad isn't on the shelf is a problem.
    """
    by_sheet = _fields_by_sheet(pdf)
    if by_sheet is None:
        return Form(problems=(told("form-unread"),))
    sheets, problems = [], []
    for code, fields in by_sheet.items():
        try:
            pad = shelf.of_code(code)
        except CodeError as error:
            if any(value not in ("", OFF) for value in fields.values()):
                problems.append(Problem(error.code, str(error), said=error.said))
            continue
        sheets.append(_sheet(pad, code, fields))
        unread = [name for name, each in sheets[-1].written.items() if each == _NO_NUMBER]
        if unread:
            named = ", ".join(unread)
            problems.append(told("form-unread", "no-number-typed", fields=named, sheet=code))
    filled = any(sheet.marks or sheet.unsure or sheet.written for sheet in sheets)
    return Form(tuple(sheets) if filled else (), tuple(problems))


def _sheet(pad: Pad, code: str, fields: Mapping[str, str]) -> Scoresheet:
    states = {cell: fields.get(cell, OFF) for cell in pad.markable}
    ticked = {cell: state for cell, state in states.items() if state not in ("", OFF)}
    marks = {cell: Mark(state) for cell, state in ticked.items() if state in set(Mark)}
    unsure = {cell: UNKNOWN_STATE for cell in ticked if cell not in marks}
    return Scoresheet(pad, marks, unsure, _written(pad, fields), code)


def drawn_besides(form: Scoresheet, seen: SheetReading) -> dict[str, Mapping[str, float]]:
    """The cells whose picture shows another mark than their field, or may show one: somebody drew
    on it. What each may be.
    """
    found: dict[str, Mapping[str, float]] = {}
    for cell in form.pad.markable:
        ticked, mark = form.marks.get(cell), seen.marks.get(cell)
        perhaps = seen.unsure.get(cell, {})
        if cell in form.unsure:
            continue
        if mark is not None and mark != ticked:
            found[cell] = {mark: 0.5, ticked or EMPTY: 0.5}
        elif perhaps and ticked is None:
            found[cell] = perhaps
        elif ticked is not None and perhaps and ticked not in perhaps:
            found[cell] = {ticked: 0.5, **{name: odds / 2 for name, odds in perhaps.items()}}
    return found


def as_typed(typed: Sequence[Scoresheet], sheets: Sequence[SheetReading]) -> Iterator[SheetReading]:
    """The sheets of a form, where they were seen; then what else was seen.

    Of a sheet that is there several times, as of copies that two people filled in, nobody knows
    whose the fields are: there, what is seen counts, and fields that say otherwise are asked.
    """
    seen = list(sheets)
    for form in typed:
        copies = [sheet for sheet in seen if sheet.code == form.code]
        seen = [sheet for sheet in seen if sheet.code != form.code]
        if len(copies) > 1:
            yield from (_perhaps_typed(form, copy) for copy in copies)
        else:
            yield _typed(form, copies[0] if copies else None)
    yield from seen


def _typed(form: Scoresheet, place: SheetReading | None) -> SheetReading:
    """The form's sheet, with where it is and what is drawn on it."""
    drawn = drawn_besides(form, place) if place else {}
    reasons = dict.fromkeys(form.unsure, Doubt.UNKNOWN_STATE) | dict.fromkeys(drawn, Doubt.DRAWN)
    sums = {**(place.written if place else {}), **form.written}
    return SheetReading(
        pad=form.pad,
        code=form.code,
        marks={cell: mark for cell, mark in form.marks.items() if cell not in drawn},
        unsure={**form.unsure, **drawn},
        reasons=reasons,
        written={name: each for name, each in sums.items() if each != _NO_NUMBER},
        corners=place.corners if place else (),
        boxes=place.boxes if place else {},
        page=place.page if place else 1,
    )


def _perhaps_typed(form: Scoresheet, copy: SheetReading) -> SheetReading:
    """What is seen on a copy, where it is as the fields say."""
    ticks = {**form.marks, **dict.fromkeys(form.unsure, Mark.CROSS)}
    doubtful: dict[str, Mapping[str, float]] = {}
    for cell in form.pad.markable:
        one, other = ticks.get(cell, EMPTY), copy.marks.get(cell, EMPTY)
        if one != other and cell not in copy.unsure:
            doubtful[cell] = {one: 0.5, other: 0.5}
    return replace(
        copy,
        marks={cell: mark for cell, mark in copy.marks.items() if cell not in doubtful},
        unsure={**copy.unsure, **doubtful},
        reasons={**copy.reasons, **dict.fromkeys(doubtful, Doubt.DRAWN)},
    )


def unseen(typed: Iterable[Scoresheet], sheets: Iterable[SheetReading]) -> list[Problem]:
    """The problem that names the sheets of a form that its pages don't show, if any."""
    shown = {sheet.code for sheet in sheets}
    codes = _listed([form.code for form in typed if form.code not in shown])
    return [told("no-sheet", "form-sheets-unseen", codes=codes)] if codes else []


def without_untouched(
    sheets: Iterable[SheetReading], names: Mapping[str, str]
) -> tuple[list[SheetReading], list[Problem]]:
    """The sheets of a form on which somebody played, and a problem that names the others, if any;
    of those that were not seen, ``unseen`` tells.

    ``names`` are those typed into its sheets, by their codes.
    """
    played, codes = [], []
    for sheet in sheets:
        if sheet.marks or sheet.unsure or sheet.written or sheet.code in names:
            played.append(sheet)
        elif sheet.corners:
            codes.append(sheet.code)
    return played, [told("untouched", codes=_listed(codes))] if codes else []


def _listed(codes: Sequence[str]) -> str:
    """The codes in one line, the first ones of many."""
    return ", ".join([*codes[:MOST_NAMED], *(["…"] if len(codes) > MOST_NAMED else [])])


def typed_names(pdf: bytes) -> dict[str, str]:
    """The players' names typed into the sheets of a form, by the sheet's code."""
    names = {
        code: " ".join(fields.get(NAME_FIELD, "").split())
        for code, fields in (_fields_by_sheet(pdf) or {}).items()
    }
    return {code: name for code, name in names.items() if name}


def _fields_by_sheet(pdf: bytes) -> dict[str, dict[str, str]] | None:
    """The form's values by the sheet's code and the cell's id; None where it can't be read."""
    values = pdf_fields(pdf)
    if values is None:
        return None
    sheets: dict[str, dict[str, str]] = {}
    for name, value in values.items():
        code, _, cell = name.partition(".")
        if cell and _is_code(code):
            sheets.setdefault(code, {})[cell] = value
    return sheets


def _is_code(text: str) -> bool:
    try:
        return check_code(text) == text
    except CodeError:
        return False


def _written(pad: Pad, fields: Mapping[str, str]) -> dict[str, Written]:
    """The numbers typed into fields; a typed number is as it is.

    ``_NO_NUMBER`` for what has digits and is none. What has no digits says nothing.
    """
    written = {}
    for cell in pad.cells.values():
        text = fields.get(cell.id, "").strip().replace("−", "-").replace("–", "-")
        if cell.id in NO_SUMS or cell.kind is not CellKind.FIELD or not re.search(r"\d", text):
            continue
        number = _NUMBER.fullmatch(text)
        written[cell.id.removeprefix(_FIELD)] = _as_number(number) if number else _NO_NUMBER
    return written


def _as_number(typed: re.Match[str]) -> Written:
    sign, digits = typed[1], typed[2]
    value = int(digits) if len(digits) <= len(str(_LARGEST_NUMBER)) else _LARGEST_NUMBER
    return Written(-value if sign == "-" else value, 1.0)
