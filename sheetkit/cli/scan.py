"""``sheetkit scan``: photos of finished sheets, read and judged."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetkit.cli.options import OwnPad, Waive, set_option
from sheetkit.cli.scan_file import (
    LEGAL,
    UNREAD,
    Scanned,
    Settings,
    failed,
    judged,
    own_pads,
    scan_alone,
    scan_file,
)
from sheetkit.cli.set_marks import SetMark, read_set_mark
from sheetkit.errors import UsageError

if TYPE_CHECKING:
    from sheetkit.cli.review import Reviewer
    from sheetkit.cli.share import Share

PICTURES = frozenset(
    (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".pdf", ".heic", ".heif", ".bmp")
)
"""Suffixes that are taken from a folder."""


Files = Annotated[list[str], typer.Argument(help="Photos, scans, PDFs, or folders of them.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a file.")]
Annotate = Annotated[
    Path | None, typer.Option(help="Write each photo with its marks outlined to this folder.")
]
Review = Annotated[
    bool,
    typer.Option(
        "--review", help="Ask about doubtful cells, here and on a page; keep the answers."
    ),
]
Jobs = Annotated[int, typer.Option(min=1, help="Processes to share the files among, a core each.")]
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
    from sheetkit.cli.progress import shown_progress
    from sheetkit.cli.review import Reviewer
    from sheetkit.cli.share import shared_among
    from sheetkit.rules import read_waivers

    named = list(_named_files(files))
    settings = Settings(
        pads=tuple(pad or []),
        waived=read_waivers(waive or []),
        set_marks=tuple(read_set_mark(text) for text in set_ or []),
        annotate=annotate,
        names=_own_names(named),
        review=review,
    )
    _check_pads(settings.pads)
    _check_set_marks(settings.set_marks, named)
    if annotate is not None:
        _make_folder(annotate)
    reviewer = Reviewer()
    status, codes = LEGAL, set()
    with shared_among(jobs, cluster) as share, shown_progress(len(named)) as progress:
        for scanned in _all_scanned(named, settings, share):
            if scanned.doubtful:
                with progress.paused():
                    scanned = _reviewed(scanned, settings, reviewer)  # noqa: PLW2901 - with its answers
            _show(scanned, as_json=as_json)
            progress.advance()
            status = max(status, scanned.status)
            codes |= {sheet["sheet"] for sheet in scanned.shown["sheets"]}
    raise typer.Exit(max(status, _unused(settings.set_marks, codes)))


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
            yield failed(file, "error", f"reading it failed ({_said(result)}); leave it out")


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _reviewed(scanned: Scanned, settings: Settings, reviewer: Reviewer) -> Scanned:
    """The result with a person's answers in it."""
    from sheetkit.cli.main import one_line

    assert scanned.doubtful is not None
    file = scanned.shown["file"]
    before, content = scanned.doubtful
    reading, told = reviewer.review(file, content, before)
    for line in told:
        print(f"sheetkit: {one_line(file)}: {one_line(line)}", file=sys.stderr)  # noqa: T201
    return judged(file, content, reading, settings)


def _show(scanned: Scanned, *, as_json: bool) -> None:
    for warning in scanned.warnings:
        print(warning, file=sys.stderr)  # noqa: T201
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


def _unused(set_marks: Sequence[SetMark], codes: set[str]) -> int:
    """Tell what was said of sheets that were nowhere; the exit status for that."""
    missing = [each for each in set_marks if each.sheet and each.sheet not in codes]
    for each in missing:
        what = f"--set {each} was not used, for no photo shows that sheet"
        print(f"sheetkit: {what}; check the code", file=sys.stderr)  # noqa: T201
    return UNREAD if missing else LEGAL


def _check_pads(paths: tuple[Path, ...]) -> None:
    for path in paths:
        if path.suffix != ".toml":
            raise UsageError(f"--pad {path} is no layout file", "give a file that ends in .toml")
    own_pads(paths)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"--annotate {folder} can't be made ({error.strerror})", "name another folder"
        ) from error


def _own_names(files: Sequence[str]) -> dict[str, str]:
    """Names for what is written about files that are called like an earlier one: table.2."""
    names: dict[str, str] = {}
    taken = {Path(file).stem.casefold() for file in files}
    seen: set[str] = set()
    for file in dict.fromkeys(files):
        stem = name = Path(file).stem
        number = 1
        while name.casefold() in (taken if number > 1 else seen):
            number += 1
            name = f"{stem}.{number}"
        seen.add(name.casefold())
        taken.add(name.casefold())
        if number > 1:
            names[file] = name
    return names


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
