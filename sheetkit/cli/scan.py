"""``sheetkit scan``: photos of finished sheets, read and judged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetkit.cli.exit_status import LEGAL, UNREAD
from sheetkit.cli.files import unwritable
from sheetkit.cli.options import OwnPad, Waive, set_option, verify_files
from sheetkit.cli.scan_file import (
    Scanned,
    Settings,
    failed,
    judged,
    scan_alone,
    scan_file,
)
from sheetkit.cli.streams import warn
from sheetkit.counted import counted
from sheetkit.errors import FileError, UsageError, one_line
from sheetkit.file_kind import ONE_PICTURE, PICTURES

if TYPE_CHECKING:
    from sheetkit.cli.review import Reviewer
    from sheetkit.cli.share import Share
    from sheetkit.set_marks import SetMark

ANNOTATED = ".annotated.jpg"
"""How the names of pictures end that ``--annotate`` wrote."""

Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Photos, scans, PDFs, or folders of them.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a file.")]
Annotate = Annotated[
    str | None,
    typer.Option(metavar="FOLDER", help="Write each photo with its marks outlined to this folder."),
]
Review = Annotated[
    bool,
    typer.Option(
        "--review", help="Ask about doubtful cells, here and on a page; keep the answers."
    ),
]
Jobs = Annotated[
    int, typer.Option(min=1, metavar="N", help="Processes to share the files among, a core each.")
]
Cluster = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Share the files among a Dask cluster.")
]
SetMarks = Annotated[list[str] | None, set_option("CODE", "red.8=cross. CODE: of which sheet.")]


def scan(
    files: Files,
    as_json: AsJson = False,
    annotate: Annotate = None,
    review: Review = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    waive: Waive = None,
    pad: OwnPad = None,
    set_: SetMarks = None,
) -> None:
    """Read finished sheets from photos: marks, score, ruling.

    Example: sheetkit scan table.jpg --annotate out
    """
    from sheetkit.cli.own_pads import shelf_with
    from sheetkit.cli.progress import shown_progress
    from sheetkit.cli.review import Reviewer
    from sheetkit.cli.share import shared_among
    from sheetkit.set_marks import read_set_marks
    from sheetkit.settle.waivers import read_game_waivers

    if "-" in files:
        raise UsageError("scan doesn't read standard input", "save the photo and name its file")
    verify_files(*files)
    named = list(_named_files(files))
    settings = Settings(
        pads=tuple(pad or []),
        waived=read_game_waivers(waive or []),
        set_marks=read_set_marks(set_ or []),
        annotate=_folder(annotate),
        names=_own_names(named),
        review=review,
    )
    shelf_with(settings.pads)
    _check_set_marks(settings.set_marks, named)
    if settings.annotate is not None:
        _make_folder(settings.annotate)
    reviewer = Reviewer()
    status, codes = LEGAL, set()
    with shared_among(jobs, cluster) as share, shown_progress(len(named)) as progress:
        for scanned in _all_scanned(named, settings, share):
            with progress.paused():
                if scanned.doubtful:
                    scanned = _reviewed(scanned, settings, reviewer)  # noqa: PLW2901 - with its answers
                _show(scanned, as_json=as_json)
            progress.advance()
            status = max(status, scanned.status)
            codes |= {sheet["sheet"] for sheet in scanned.shown["sheets"]}
    raise typer.Exit(max(status, _unused(settings.set_marks, codes, as_json=as_json)))


def _all_scanned(files: Sequence[str], settings: Settings, share: Share) -> Iterator[Scanned]:
    """Each file's result in the order asked, as soon as it is there.

    A single file gets all cores; of several, each process reads one after the other on one core.
    """
    from sheetkit.workers import each_in_order

    work = partial(scan_alone if share.executor or len(files) > 1 else scan_file, settings=settings)
    for file, result in each_in_order(work, files, share.executor, renew=share.renew):
        if isinstance(result, Scanned):
            yield result
        else:
            yield failed(file, "error", _said(result))


def _said(error: Exception) -> str:
    """What to tell of a file for which there is this in place of a result."""
    from concurrent.futures import CancelledError

    if isinstance(error, CancelledError):  # by Dask, of what it has lost
        return "the cluster went away; scan it again"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"reading it failed ({what}); leave it out"


def _reviewed(scanned: Scanned, settings: Settings, reviewer: Reviewer) -> Scanned:
    """The result with a person's answers in it."""
    assert scanned.doubtful is not None
    file = scanned.shown["file"]
    before, lasting, content = scanned.doubtful
    reviewed = reviewer.review(file, content, before, lasting)
    return judged(file, content, reviewed.reading, settings, told=reviewed.problems)


def _show(scanned: Scanned, *, as_json: bool) -> None:
    for warning in scanned.warnings:
        warn(warning)
    if as_json:
        print(json.dumps(scanned.shown), flush=True)  # noqa: T201
    elif scanned.text:
        print(scanned.text, flush=True)  # noqa: T201


def _check_set_marks(set_marks: Sequence[SetMark], files: Sequence[str]) -> None:
    for each in set_marks:
        if not each.sheet and len(files) > 1:
            raise UsageError(
                f"--set {each} doesn't say on which sheet of {len(files)} files",
                f"write the sheet's code before it, CODE:{each.cell}={each.mark}",
            )


def _unused(set_marks: Sequence[SetMark], codes: set[str], *, as_json: bool) -> int:
    """Tell what was said of sheets that were nowhere; the exit status for that."""
    missing = [each for each in set_marks if each.sheet and not any(map(each.is_of, codes))]
    for each in missing:
        what = f"--set {each} was not used, for no photo shows that sheet; check the code"
        _show(failed("", "no-such-sheet", what), as_json=as_json)
    return UNREAD if missing else LEGAL


def _folder(annotate: str | None) -> Path | None:
    """The folder for annotated pictures, if one is given. Raises UsageError for an empty name."""
    if annotate == "":
        raise UsageError("--annotate names no folder", "name one (. is this one)")
    return None if annotate is None else Path(annotate)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(error, str(folder)) from error


def _own_names(files: Sequence[str]) -> dict[str, str]:
    """Names for what is written about files that are called like an earlier one (table.2), or like
    a page of another (scan-2.2 beside scan.pdf).
    """
    names: dict[str, str] = {}
    paths = {file: Path(file) for file in files}
    stems = {path.stem.casefold() for path in paths.values()}
    taken = stems | set(map(_whole, stems))
    of_pages = {p.stem.casefold() for p in paths.values() if p.suffix.lower() not in ONE_PICTURE}
    seen = {stem for stem in stems if _whole(stem) in of_pages - {stem}}
    for file, path in paths.items():
        name = path.stem
        number = 1
        while name.casefold() in (taken if number > 1 else seen):
            number += 1
            name = f"{path.stem}.{number}"
        seen.add(name.casefold())
        taken.add(name.casefold())
        if number > 1:
            names[file] = name
    return names


def _whole(stem: str) -> str:
    """The stem of the file of which one so called could be a page: scan for scan-2."""
    return re.sub(r"-[1-9][0-9]*$", "", stem)


def _pictures_in(folder: str) -> list[str]:
    """All pictures in a folder, but hidden ones and what a scan wrote. Raises SheetkitError."""
    try:
        shown = [path for path in Path(folder).iterdir() if not path.name.startswith(".")]
        folders = [path for path in shown if path.is_dir()]
    except OSError as error:
        raise FileError.of(error, file=folder) from error
    found = sorted(path for path in shown if path.suffix.lower() in PICTURES)
    found = [path for path in found if path not in folders]
    if folders:
        more = f"not looking into {counted(len(folders), 'folder')} in it; name what is to be read"
        warn(f"sheetkit: {one_line(folder)}: {more}")
    pictures = [str(path) for path in found if not path.name.endswith(ANNOTATED)]
    left_out = len(found) - len(pictures)
    if left_out:
        named = f"{counted(left_out, 'file')} named *{ANNOTATED}"
        warn(f"sheetkit: {one_line(folder)}: leaving out {named}, which a scan wrote")
    return pictures


def _named_files(names: list[str]) -> Iterator[str]:
    """The files, and in place of a folder all pictures in it."""
    for name in names:
        if Path(name).is_dir():
            yield from _pictures_in(name) or [name]
        else:
            yield name
