"""The life of one photo: decode, locate, name, lay flat, read; look closer where in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from traceback import extract_tb

import cv2
import numpy as np

from sheetkit.design import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.design.marker import markers
from sheetkit.errors import PhotoError, SheetkitError
from sheetkit.pad import Pad, SheetCode, Shelf, find_pad, pad_names
from sheetkit.reading.certainty import agreed
from sheetkit.reading.codes import foreign_code
from sheetkit.reading.decode import Picture, Source, file_content, open_pictures
from sheetkit.reading.find import MIDDLE
from sheetkit.reading.form import (
    Form,
    as_typed,
    read_form,
    typed_names,
    unseen,
    without_untouched,
)
from sheetkit.reading.locate import (
    ENOUGH,
    Located,
    Search,
    locate_sheets,
    named,
)
from sheetkit.reading.marks import all_doubtful
from sheetkit.reading.misprint import (
    is_laid_out_otherwise,
    misprints,
    rows_not_confirmed,
    says_what_is_printed,
)
from sheetkit.reading.order import each_once, in_reading_order
from sheetkit.reading.pdf import PDF_START
from sheetkit.reading.place import Placed
from sheetkit.reading.problems import told
from sheetkit.reading.recognise import LEAST_AGREEMENT, recognised
from sheetkit.reading.result import Corner, Problem, Reading, SheetReading
from sheetkit.reading.sheet import SeenSheet, Sink, see_sheet
from sheetkit.reading.threads import each_at_once
from sheetkit.reading.troubles import corner_problem, sheet_problems, turned_back
from sheetkit.reading.verdict import Doubt
from sheetkit.reading.written import surer

LEAST_FOR_MARKS = 3.5
"""px/mm of a sheet in the picture from which on a ballpoint's line is wider than a pixel."""

FINE_ENOUGH = 8.0
"""px/mm of a sheet in the picture from which on more pixels show no more of its marks."""

NO_SHEET = told("no-sheet")
NO_CODE_NOR_PAD = told("no-code", "no-code-nor-pad")
MIRRORED = told("mirrored")


def read_photo(source: Source, *, pads: Sequence[Pad] = (), sink: Sink | None = None) -> Reading:
    """Every sheet in a photo, scan or PDF, given as a path or as the file's bytes.

    ``pads`` are pads of the user's own, known besides those that come with the
    program. ``sink`` is given named pictures of each stage. Raises PhotoError
    where the file can't be read at all; a photo without sheets has a problem.
    Uses as many threads as OpenCV may; the result is the same with any number.
    Of a PDF whose form was filled in, the fields count and not their looks.
    """
    content, pads = file_content(source), tuple(pads)
    form = read_form(content, Shelf(pads)) if PDF_START in content[:1024] else Form()
    typed = form.sheets
    known = (*pads, *(find_pad(name) for name in pad_names()))
    sheets: list[SheetReading] = []
    problems: list[Problem] = []
    pages, without, undrawn = 0, [], []
    for picture in _as_far_as_it_goes(open_pictures(content), problems):
        page = _read_page(picture, known, sink)
        sheets += page.sheets
        problems += page.problems
        pages += 1
        if NO_SHEET in page.problems and not (typed and picture.is_bare):
            without.append(picture.page)
        if picture.undrawn:
            undrawn.append(picture.page)
    if sheets or typed:
        problems = [problem for problem in problems if problem != NO_SHEET]
    else:
        without = []
    problems += _of_pages(without, undrawn)
    if typed:
        problems += unseen(typed, sheets)
        sheets, untouched = without_untouched(as_typed(typed, sheets), typed_names(content))
        problems += untouched
    problems += form.problems
    return Reading(tuple(sheets), _each_told_once(problems), pages)


def _each_told_once(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems, equal ones once; of sheets that nobody can name, how many there are."""
    nameless = problems.count(NO_CODE_NOR_PAD)
    several = told("no-code", "no-code-nor-pads", count=nameless)
    return tuple(
        several if problem == NO_CODE_NOR_PAD and nameless > 1 else problem
        for problem in dict.fromkeys(problems)
    )


def _of_pages(without: Sequence[int], undrawn: Sequence[int]) -> Iterator[Problem]:
    """What is the matter with pages of a file: some without a sheet, some with undrawn marks."""
    if without:
        yield told("no-sheet", "no-sheet-on-pages", pages=", ".join(map(str, without)))
    if undrawn:
        yield told("not-drawn", pages=", ".join(map(str, undrawn)))


def _read_page(picture: Picture, pads: Sequence[Pad], sink: Sink | None) -> Reading:
    """Every sheet in the picture. Where this program fails, that is a problem of this picture, so
    that the others of a file, a folder or a game are read all the same.
    """
    try:
        return read_picture(picture, pads, sink)
    except SheetkitError:
        raise
    except Exception as error:
        kind, place = type(error), extract_tb(error.__traceback__)[-1]
        where = f"{kind.__module__}.{kind.__name__}, {Path(place.filename).name}:{place.lineno}"
        what = f"reading it fails by a fault of sheetkit ({where})"
        return Reading((), (Problem("fault", f"{what}; report it, with the picture"),))


def _as_far_as_it_goes(pictures: Iterator[Picture], problems: list[Problem]) -> Iterator[Picture]:
    """The pages up to one that can't be read, which is a problem; an error if it is the first."""
    count = 0
    while True:
        try:
            picture = next(pictures)
        except StopIteration:
            return
        except PhotoError as error:
            if count == 0:
                raise
            problems.append(Problem(error.code, str(error), said=error.said))
            return
        count += 1
        yield picture


def read_picture(picture: Picture, pads: Sequence[Pad], sink: Sink | None = None) -> Reading:
    """Every sheet in one picture."""
    search = locate_sheets(picture, pads)
    if search.mirrored:
        return _read_mirrored(picture, pads, sink)
    search, picture = _fine_enough(search, picture, pads)
    read_one = partial(_read_located, picture=picture, pads=pads, sink=sink)
    found = each_at_once(read_one, search.sheets)
    read = each_once([sheet for sheet in found if isinstance(sheet, SheetReading)])
    foreign = [problem for problem in found if isinstance(problem, Problem)]
    problems = (*foreign, *_corners(search, picture))
    if not read and not problems:
        problems = (NO_SHEET,)
    return Reading(tuple(in_reading_order(read)), problems)


def _read_mirrored(picture: Picture, pads: Sequence[Pad], sink: Sink | None) -> Reading:
    turned = read_picture(_flipped(picture), pads, sink)
    width = picture.size_px[0] * picture.shrink

    def back(points: Sequence[Corner]) -> tuple[Corner, ...]:
        return tuple((width - 1 - x, y) for x, y in points)

    sheets = tuple(
        replace(
            sheet,
            corners=back(sheet.corners),
            boxes={cell: back(box) for cell, box in sheet.boxes.items()},
        )
        for sheet in turned.sheets
    )
    problems = (turned_back(problem, width) for problem in turned.problems)
    return Reading(sheets, (MIRRORED, *problems))


def _flipped(picture: Picture) -> Picture:
    """The picture as in a mirror, and the finer ones as well."""
    pixels, finer = np.asarray(cv2.flip(picture.pixels, 1), np.uint8), picture.finer
    return replace(picture, pixels=pixels, finer=finer and (lambda: _flipped(finer())))


def _corners(search: Search, picture: Picture) -> Iterator[Problem]:
    """The problems of the markers that are on no sheet."""
    for marker in search.lone:
        yield corner_problem(marker.corners.mean(axis=0), picture)


def _fine_enough(search: Search, picture: Picture, pads: Sequence[Pad]) -> tuple[Search, Picture]:
    """The picture decoded as finely as its smallest sheet needs; codes may be read there, too."""
    while search.sheets and picture.finer is not None:
        if min(sheet.pose.scale for sheet in search.sheets) >= LEAST_FOR_MARKS:
            break
        finer = picture.finer()
        by = picture.shrink / finer.shrink
        sheets = (replace(sheet, pose=sheet.pose.enlarged(by)) for sheet in search.sheets)
        search = Search(
            tuple(named(sheet, finer, pads) for sheet in sheets),
            tuple(marker.enlarged(by) for marker in search.lone),
        )
        picture = finer
    return search, picture


def _read_located(
    located: Located, picture: Picture, pads: Sequence[Pad], sink: Sink | None
) -> SheetReading | Problem:
    """The sheet; a problem where neither its code nor its looks are of a known pad."""
    if located.code is None:
        foreign = foreign_code(picture.grey, located.pose, pads)
        if foreign is not None:
            return Problem(foreign.code, str(foreign), said=foreign.said)
    known = recognised(located, picture, pads)
    if known is None:
        return _nameless(located, picture)
    placed, code = known
    pad = placed.pad if code is None else code.pad
    seen = see_sheet(picture, placed, sink)
    if seen.fit.agreement < LEAST_AGREEMENT:
        if code is None or len(located.pose.markers) < 2:
            return _nameless(located, picture)
        known_why = {Doubt.TWO_TONES, Doubt.BLEACHED}.intersection(seen.hidden.values())
        doubtful = all_doubtful(pad, next(iter(known_why), Doubt.NOT_FLAT))
        seen = replace(seen, verdicts=doubtful, written={})
    seen = _looked_closer(seen, placed, picture)
    if code is None:
        if _is_laid_out_otherwise(seen):
            return NO_CODE_NOR_PAD
        seen = _where_confirmed(seen)
    return _as_reading(seen, pad, code, picture)


def _nameless(located: Located, picture: Picture) -> Problem:
    """The problem of a sheet of which nobody can tell what it is; where few markers show, most of
    it is outside of the photo or can't be made out.
    """
    pose = located.pose
    if len(pose.markers) >= ENOUGH:
        return NO_CODE_NOR_PAD
    shown = [marker.box.centre for marker in markers() if marker.id in pose.markers]
    seen = pose.project(np.array(shown) if shown else MIDDLE[None]).mean(axis=0)
    return corner_problem(seen, picture)


def _looked_closer(seen: SeenSheet, placed: Placed, picture: Picture) -> SeenSheet:
    """Doubtful sheets looked at again from a picture twice as fine, if the photo has one.

    A cell is certain then where the finer look is, and the first one said nothing else for certain.
    """
    unseen = {c for c, why in seen.hidden.items() if why in (Doubt.OUTSIDE, Doubt.COVERED)}
    doubtful = {cell for cell, verdict in seen.verdicts.items() if not verdict.sure} - unseen
    if not doubtful or picture.finer is None or placed.fit.pose.scale > FINE_ENOUGH:
        return seen
    finer = picture.finer()
    pose = placed.fit.pose.enlarged(picture.shrink / finer.shrink)
    again = see_sheet(finer, placed.seen_in(pose))
    verdicts = {
        cell: first if cell in unseen else agreed(first, again.verdicts[cell])
        for cell, first in seen.verdicts.items()
    }
    return replace(seen, verdicts=verdicts, written=surer(seen.written, again.written))


def _as_reading(
    seen: SeenSheet, pad: Pad, code: SheetCode | None, picture: Picture
) -> SheetReading:
    verdicts = seen.verdicts
    marks = {c: v.mark for c, v in verdicts.items() if v.sure and v.mark is not None}
    unsure = {cell: v.odds for cell, v in verdicts.items() if not v.sure}
    outline = [(0.0, 0.0), (SHEET_WIDTH, 0.0), (SHEET_WIDTH, SHEET_HEIGHT), (0.0, SHEET_HEIGHT)]
    return SheetReading(
        pad=pad,
        code=code.text if code is not None else "",
        marks=marks,
        unsure=unsure,
        reasons={cell: v.reason for cell, v in verdicts.items() if not v.sure},
        written=seen.written if code is not None else {},
        corners=_in_photo(outline, seen, picture),
        boxes=_boxes_in_photo(seen, picture),
        problems=(*sheet_problems(seen, code, pad), *_misprints(seen, code)),
        page=picture.page,
        odds={cell: v.odds for cell, v in verdicts.items() if len(v.odds) > 1},
    )


def _boxes_in_photo(seen: SeenSheet, picture: Picture) -> dict[str, tuple[Corner, ...]]:
    boxes = seen.template.boxes
    corners = [corner for box in boxes.values() for corner in box.corners]
    places = _in_photo(corners, seen, picture)
    return {cell: places[4 * n : 4 * n + 4] for n, cell in enumerate(boxes)}


def _in_photo(points: Sequence[Corner], seen: SeenSheet, picture: Picture) -> tuple[Corner, ...]:
    pixels = (seen.fit.project(np.array(points)) + 0.5) * picture.shrink - 0.5
    return tuple((x, y) for x, y in pixels.round(1).tolist())


def _misprints(seen: SeenSheet, code: SheetCode | None) -> Iterator[Problem]:
    """What is printed otherwise than the code says, of what differs from sheet to sheet."""
    if code is None or not says_what_is_printed(code) or seen.fit.agreement < LEAST_AGREEMENT:
        return
    empty = [cell for cell, verdict in seen.verdicts.items() if verdict.blank]
    yield from misprints(seen.flat, seen.template.design, code, empty)


def _is_laid_out_otherwise(seen: SeenSheet) -> bool:
    """Whether other numbers or colours are printed than the sheet's pad has.

    Where another number stands, a cell is seldom blank for certain.
    """
    unmarked = [cell for cell, verdict in seen.verdicts.items() if not verdict.marked]
    return is_laid_out_otherwise(seen.flat, seen.template.design, unmarked)


def _where_confirmed(seen: SeenSheet) -> SeenSheet:
    """A sheet without a code; rows whose numbers can't be seen to be its pad's are in doubt."""
    design = seen.template.design
    rows = rows_not_confirmed(seen.flat, design)
    doubtful = {
        cell: verdict
        for cell, verdict in all_doubtful(design.pad, Doubt.WASHED_OUT).items()
        if design.pad.cells[cell].number and design.pad.cells[cell].row in rows
    }
    return replace(seen, verdicts={**seen.verdicts, **doubtful})
