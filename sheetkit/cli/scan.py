"""``sheetkit scan``: photos of finished sheets, read and judged."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetkit.errors import SheetkitError, UsageError

if TYPE_CHECKING:
    from sheetkit.pad import Pad
    from sheetkit.reading import Reading, SheetReading
    from sheetkit.rules import Ruling

LEGAL, NOT_LEGAL, UNREAD = 0, 1, 3

PICTURES = frozenset(
    (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".pdf", ".heic", ".heif", ".bmp")
)
"""Suffixes that are taken from a folder."""


@dataclass(frozen=True)
class Settings:
    """What holds for all files of a call; plain values, so that workers can have it."""

    pads: tuple[Path, ...] = ()
    waived: frozenset[str] = frozenset()
    set_marks: tuple[tuple[str, str], ...] = ()
    annotate: Path | None = None


@dataclass(frozen=True)
class Scanned:
    """What came out of one file: its JSON object, its text, warnings, the exit status."""

    shown: dict[str, Any]
    text: str
    warnings: tuple[str, ...] = field(default=())
    status: int = LEGAL


def scan(
    files: Annotated[list[str], typer.Argument(help="Photos, scans, PDFs, or folders of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a file.")] = False,
    annotate: Annotated[
        Path | None, typer.Option(help="Write each photo with its marks outlined to this folder.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to share the files among.")] = 1,
    waive: Annotated[
        list[str] | None,
        typer.Option(help="Judge without this finding or clause (a house rule); may be repeated."),
    ] = None,
    pad: Annotated[
        list[Path] | None, typer.Option(help="The layout file of a pad of your own.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="What a cell is, for one the scan can't tell: red.8=cross."),
    ] = None,
) -> None:
    """Read finished sheets from photos: marks, score, ruling.

    Example: sheetkit scan table.jpg --annotate out
    """
    from sheetkit.rules import read_waivers

    settings = Settings(
        pads=tuple(pad or []),
        waived=read_waivers(waive or []),
        set_marks=tuple(_set_mark(text) for text in set_ or []),
        annotate=annotate,
    )
    _check_pads(settings.pads)
    if annotate is not None:
        _make_folder(annotate)
    status = LEGAL
    for scanned in _all_scanned(_named_files(files), settings, jobs):
        _show(scanned, as_json=as_json)
        status = max(status, scanned.status)
    raise typer.Exit(status)


def _show(scanned: Scanned, *, as_json: bool) -> None:
    for warning in scanned.warnings:
        print(warning, file=sys.stderr)  # noqa: T201
    if as_json:
        print(json.dumps(scanned.shown), flush=True)  # noqa: T201
    elif scanned.text:
        print(scanned.text, flush=True)  # noqa: T201


def _set_mark(text: str) -> tuple[str, str]:
    from sheetkit.scoresheet import EMPTY, Mark

    cell, equals, mark = text.partition("=")
    if not equals or mark not in (*Mark, EMPTY):
        marks = ", ".join((*Mark, EMPTY))
        raise UsageError(f"--set {text!r} names no mark", f"write red.8=MARK; MARK is {marks}")
    return cell, mark


def _check_pads(paths: tuple[Path, ...]) -> None:
    for path in paths:
        if path.suffix != ".toml":
            raise UsageError(f"--pad {path} is no layout file", "give a file that ends in .toml")
    _own_pads(paths)


def _own_pads(paths: tuple[Path, ...]) -> tuple[Pad, ...]:
    from sheetkit.pad import find_pad

    return tuple(find_pad(str(path)) for path in paths)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"--annotate {folder} can't be made ({error.strerror})", "name another folder"
        ) from error


def _named_files(names: list[str]) -> Iterator[str]:
    """The files, and in place of a folder all pictures in it."""
    for name in names:
        if Path(name).is_dir():
            inside = sorted(p for p in Path(name).iterdir() if p.suffix.lower() in PICTURES)
            yield from (str(path) for path in inside)
            if not inside:
                yield name
        else:
            yield name


def _all_scanned(files: Iterator[str], settings: Settings, jobs: int) -> Iterator[Scanned]:
    """Each file's result in the order asked, as soon as it is there."""
    work = partial(scan_file, settings=settings)
    if jobs == 1:
        yield from map(work, files)
        return
    with ProcessPoolExecutor(jobs, initializer=_one_thread) as pool:
        yield from pool.map(work, files)


def _one_thread() -> None:
    """A worker leaves the other cores to the other workers."""
    from sheetkit.reading import use_one_thread

    use_one_thread()


def scan_file(file: str, settings: Settings) -> Scanned:
    """One file read and judged; whatever is wrong with it becomes part of the result."""
    from sheetkit.cli.main import one_line
    from sheetkit.cli.quiet import quiet_decoders
    from sheetkit.reading import read_photo

    try:
        with quiet_decoders():
            reading = read_photo(Path(file), pads=_own_pads(settings.pads))
        reading = _with_set_marks(reading, settings.set_marks)
        return _judged(file, reading, settings)
    except SheetkitError as error:
        problem = {"code": error.code, "message": str(error)}
        shown = {"file": file, "problems": [problem], "sheets": []}
        warning = f"sheetkit: {one_line(file)}: {one_line(str(error))}"
        return Scanned(shown, "", (warning,), UNREAD)


def _with_set_marks(reading: Reading, set_marks: tuple[tuple[str, str], ...]) -> Reading:
    sheets = reading.sheets
    for cell, mark in set_marks:
        sheets = tuple(sheet.with_mark(cell, mark) for sheet in sheets)
    return replace(reading, sheets=sheets)


def _judged(file: str, reading: Reading, settings: Settings) -> Scanned:
    from sheetkit.cli.main import one_line
    from sheetkit.report.text import ruling_text
    from sheetkit.rules import judge, score_marks

    problems = [*reading.problems, *(p for sheet in reading.sheets for p in sheet.problems)]
    status = UNREAD if problems else LEGAL
    objects, texts, rulings = [], [], []
    for sheet in reading.sheets:
        plain = sheet.scoresheet()
        ruling, score = judge(plain, waive=settings.waived), score_marks(plain)
        rulings.append(ruling)
        objects.append(_sheet_object(sheet, ruling))
        texts.append(ruling_text(plain, score, ruling, name=file))
        if sheet.unsure:
            status = UNREAD
        elif not ruling.legal:
            status = max(status, NOT_LEGAL)
    if settings.annotate is not None and reading.sheets:
        _annotate(file, reading, rulings, settings.annotate)
    told = [{"code": problem.code, "message": problem.message} for problem in problems]
    warnings = tuple(f"sheetkit: {one_line(file)}: {problem.message}" for problem in problems)
    shown = {"file": file, "problems": told, "sheets": objects}
    return Scanned(shown, "\n".join(texts), warnings, status)


def _sheet_object(sheet: SheetReading, ruling: Ruling) -> dict[str, Any]:
    from sheetkit.rules import score_marks
    from sheetkit.sheet_json import sheet_object

    plain = sheet.scoresheet()
    shown = sheet_object(plain, score_marks(plain), ruling)
    shown["status"] = str(sheet.status)
    shown["corners"] = [list(corner) for corner in sheet.corners]
    if sheet.page > 1:
        shown["page"] = sheet.page
    return shown


def _annotate(file: str, reading: Reading, rulings: list[Ruling], folder: Path) -> None:
    from sheetkit.report.picture import write_annotated

    write_annotated(Path(file), reading, rulings, folder)
