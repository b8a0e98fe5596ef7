"""One file of ``sheetkit scan``: read, answered for, judged. Plain values in and out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetkit.cli.exit_status import LEGAL, NOT_LEGAL, UNREAD
from sheetkit.cli.files import unwritable
from sheetkit.errors import SheetkitError, one_line

if TYPE_CHECKING:
    from sheetkit.pad import Pad
    from sheetkit.reading import Problem, Reading
    from sheetkit.rules import Ruling
    from sheetkit.set_marks import SetMark


@dataclass(frozen=True)
class Settings:
    """What holds for all files of a call; plain values, so that workers can have it.

    ``names`` are for the annotated pictures of the files that are not named after themselves.
    """

    pads: tuple[Path, ...] = ()
    waived: frozenset[str] = frozenset()
    set_marks: tuple[SetMark, ...] = ()
    annotate: Path | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    review: bool = False


@dataclass(frozen=True)
class Scanned:
    """What came out of one file: its JSON object, its text, warnings, the exit status.

    ``doubtful`` has the reading, that without what ``--set`` says, and the photo's bytes, where a
    person is to be asked.
    """

    shown: dict[str, Any]
    text: str
    warnings: tuple[str, ...] = ()
    status: int = LEGAL
    doubtful: tuple[Reading, Reading, bytes] | None = None


def scan_alone(file: str, settings: Settings) -> Scanned:
    """``scan_file`` on one core, for many files and for workers that share the machine."""
    from sheetkit.reading import use_one_thread

    use_one_thread()
    return scan_file(file, settings)


def scan_file(file: str, settings: Settings) -> Scanned:
    """One file read and judged; whatever is wrong with it becomes part of the result."""
    from sheetkit.cli.quiet import quiet_decoders
    from sheetkit.reading.answers import read_answered_photo
    from sheetkit.set_marks import with_set_marks

    if Path(file).is_dir():
        return failed(file, "no-file", "no picture is in this folder; name another, or files")
    try:
        with quiet_decoders():
            answered = read_answered_photo(Path(file), pads=own_pads(settings.pads))
        lasting, content = answered.reading, answered.content
        reading = with_set_marks(lasting, settings.set_marks)
        if settings.review and any(sheet.unsure for sheet in reading.sheets):
            return Scanned({"file": file, "sheets": []}, "", doubtful=(reading, lasting, content))
        return judged(file, content, reading, settings)
    except SheetkitError as error:
        return failed(file, error.code, str(error))


def failed(file: str, code: str, message: str) -> Scanned:
    """The result of a file that could not be read; without a name, of what concerns no file."""
    from sheetkit.report.scan_json import unread_object

    shown = unread_object(file, code, message)
    where = f"{one_line(file)}: " if file else ""
    return Scanned(shown, "", (f"sheetkit: {where}{one_line(message)}",), UNREAD)


def own_pads(paths: tuple[Path, ...]) -> tuple[Pad, ...]:
    """The pads of these layout files."""
    from sheetkit.pad import find_pad

    return tuple(find_pad(str(path)) for path in paths)


def judged(
    file: str,
    content: bytes,
    reading: Reading,
    settings: Settings,
    told: Sequence[Problem] = (),
) -> Scanned:
    """The result for a photo: every sheet as read, with its score and ruling.

    ``told`` are problems that a person was told of before.
    """
    from sheetkit.reading.name_line import typed_on
    from sheetkit.report.scan_json import scan_object
    from sheetkit.report.text import ruling_text
    from sheetkit.rules import judge, score_marks

    of_file = [*reading.problems, *told]
    problems = [*of_file, *(p for sheet in reading.sheets for p in sheet.problems)]
    status = LEGAL if all(problem.mended for problem in problems) else UNREAD
    texts, rulings = [], []
    for sheet in reading.sheets:
        plain = sheet.scoresheet()
        ruling, score = judge(plain, waive=settings.waived), score_marks(plain)
        rulings.append(ruling)
        place = f"{one_line(file)}, page {sheet.page}:" if reading.pages > 1 else one_line(file)
        texts.append(ruling_text(plain, score, ruling, name=place))
        if sheet.unsure:
            status = UNREAD
        elif not ruling.legal:
            status = max(status, NOT_LEGAL)
    if settings.annotate is not None and reading.sheets:
        not_written = list(_annotate(file, content, reading, rulings, settings))
        of_file += not_written
        problems += not_written
        status = UNREAD if not_written else status
    warnings = tuple(
        f"sheetkit: {one_line(file)}: {one_line(problem.message)}"
        for problem in problems
        if problem not in told
    )
    names = typed_on(content, reading) or {}
    shown = scan_object(file, reading.sheets, rulings, of_file, names)
    return Scanned(shown, "\n".join(texts), warnings, status)


def _annotate(
    file: str, content: bytes, reading: Reading, rulings: list[Ruling], settings: Settings
) -> Iterator[Problem]:
    """Write the annotated picture; a problem where it can't be written."""
    from sheetkit.reading import Problem
    from sheetkit.report.picture import write_annotated

    assert settings.annotate is not None
    name = settings.names.get(file, "")
    folder = settings.annotate
    try:
        write_annotated(Path(file), reading, rulings, folder, content=content, name=name)
    except OSError as error:
        wrong = unwritable(error, str(folder))
        yield Problem(wrong.code, f"its picture in {folder} {wrong}")
