"""``sheetkit settle``: all sheets of one game, and who is right."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetkit.cli.completion import complete_language
from sheetkit.cli.exit_status import LEGAL, NOT_LEGAL, UNREAD
from sheetkit.cli.files import is_same_file, written
from sheetkit.cli.logs import Logs, left_out, read_logs
from sheetkit.cli.options import OwnPad, Waive, only_one, set_option, verify_files
from sheetkit.cli.streams import tell, tell_unknown, tell_waived, warn
from sheetkit.errors import SheetkitError, UsageError, composed

if TYPE_CHECKING:
    from sheetkit.game_files import Found, InputFile, SheetsFound
    from sheetkit.settle.roll_case import Effort
    from sheetkit.settle.verdict import Verdict

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE", help="The sheets of one game: photos, PDFs, JSON, or one-line sheets."
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME,NAME,…",
        help="The players, in the order of the sheets: Anna,Ben,Cleo. "
        "Without it, names that can be read on photos, else the files' names.",
    ),
]
Rolls = Annotated[
    list[str] | None,
    typer.Option(metavar="LOG", help="A log of all throws: can the sheets have come from them?"),
]
Earlier = Annotated[
    list[str] | None,
    typer.Option(metavar="PHOTO", help="An earlier photo of one of the sheets; may be repeated."),
]
Log = Annotated[
    list[str] | None,
    typer.Option(metavar="LOG", help="The recorded game, to compare with the sheets cell by cell."),
]
Report = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE", help="Write the verdict as one page, .html or .pdf; may be repeated."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="As one JSON object.")]
Language = Annotated[
    str,
    typer.Option(
        metavar="CODE",
        help="The language of the report: en, de, …",
        autocompletion=complete_language,
    ),
]
SetMarks = Annotated[list[str] | None, set_option("PLAYER", "Anna:red.8=cross.")]


def settle(
    files: Files,
    names: Names = None,
    rolls: Rolls = None,
    earlier: Earlier = None,
    log: Log = None,
    report: Report = None,
    as_json: AsJson = False,
    waive: Waive = None,
    pad: OwnPad = None,
    language: Language = "en",
    set_: SetMarks = None,
) -> None:
    """Hear a game's sheets and say who is right, who wins, and why.

    Example: sheetkit settle anna.jpg ben.jpg --names Anna,Ben --report verdict.html
    """
    from sheetkit.cli.own_pads import shelf_with
    from sheetkit.cli.quiet import quiet_decoders
    from sheetkit.game_files import answered, named, read_game
    from sheetkit.set_marks import read_set_marks
    from sheetkit.settle.waivers import read_game_waivers

    waived = read_game_waivers(waive or [])
    set_marks = read_set_marks(set_ or [])
    shelf = shelf_with(pad or [])
    players, throws, record = _players(names), only_one("--rolls", rolls), only_one("--log", log)
    given = [*files, *(earlier or []), *filter(None, (throws, record))]
    verify_files(*given)
    _check_reports(report or [], language, given)
    with quiet_decoders():
        game = read_game(files, shelf, by_name_line=not players)
        before = read_game(earlier or [], shelf)
    _tell_left_out(game, before, waived)
    found = answered(named(game, players), set_marks)
    of_sheets = [problem for each in (*found, *before.found) for problem in each.open_problems]
    problems = [*game.errors, *before.errors, *of_sheets]
    verdict = None
    if found:
        logs = read_logs(throws, record, shelf, waived, problems)
        logs.verify_names(players)
        earlier_looks = _of_these(found, before.found, problems, all_read=not game.unread)
        logs = _of_their_game(logs, found, throws, record, problems)
        verdict = _verdict(found, earlier_looks, logs, waived, game.unread.values())
        inputs = [*game.read, *before.read, *logs.read]
        _write_reports(report or [], verdict, found, problems, inputs, language)
    _show(verdict, problems, game.unread.values(), as_json=as_json)
    raise typer.Exit(_status(verdict, problems))


def _tell_left_out(game: SheetsFound, before: SheetsFound, waived: frozenset[str]) -> None:
    """Warn of what sheets in JSON say that is left out of account."""
    for file, keys in {**game.unknown, **before.unknown}.items():
        tell_unknown(keys, file)
    for file, rules in {**before.waived, **game.waived}.items():
        tell_waived(rules, waived, file)


def _players(names: Sequence[str] | None) -> list[str]:
    """The names in ``--names``. Raises UsageError where it is given twice, or empty."""
    said = composed(only_one("--names", names))
    if names and not said.strip():
        raise UsageError("--names is empty", "name each sheet once, or leave it out")
    return [name.strip() for name in said.split(",")] if names else []


def _of_these(
    found: Sequence[Found],
    before: Sequence[Found],
    problems: list[SheetkitError],
    *,
    all_read: bool,
) -> list[Found]:
    """The earlier looks at one of these sheets; any other is a problem."""
    from sheetkit.settle.earlier import matched

    given = [each.given for each in found]
    looks = []
    for each in before:
        with left_out(problems, each.given.file):
            matched(given, [each.given], all_read=all_read)
            looks.append(each)
    return looks


def _of_their_game(
    logs: Logs, found: Sequence[Found], throws: str, record: str, problems: list[SheetkitError]
) -> Logs:
    """The logs, but for what can't be of a game of these sheets, which is a problem."""
    from sheetkit.settle.recorded import verify_record
    from sheetkit.settle.rolls import verify_rolls

    given = [each.given for each in found]
    fitting = replace(logs, throws=None, record=None)
    if logs.throws:
        with left_out(problems, throws):
            verify_rolls(logs.throws, given)
            fitting = replace(fitting, throws=logs.throws)
    if logs.record:
        with left_out(problems, record):
            verify_record(logs.record, given)
            fitting = replace(fitting, record=logs.record)
    return fitting


def _verdict(
    found: Sequence[Found],
    before: Sequence[Found],
    logs: Logs,
    waived: frozenset[str],
    unread: Iterable[str],
) -> Verdict:
    from sheetkit.settle.verdict import settle as judge_game

    return judge_game(
        [replace(each.given, review=bool(each.open_problems)) for each in found],
        waive=waived,
        earlier=[each.given for each in before],
        rolls=logs.throws,
        effort=_effort(),
        record=logs.record,
        unread=unread,
    )


def _effort() -> Effort:
    """A search that says on a terminal what it is doing."""
    from sheetkit.settle.roll_case import Effort
    from sheetkit.settle.track import TICK

    if not sys.stderr.isatty():
        return Effort()
    looks = 0

    def tick() -> None:
        nonlocal looks
        looks += TICK
        warn(f"\r  {looks:,} positions looked into", end="\r")

    def say(stage: str) -> None:
        warn(f"{stage} … (Ctrl-C ends the search)")

    return Effort(tick=tick, say=say)


def _show(
    verdict: Verdict | None,
    problems: Sequence[SheetkitError],
    unread: Iterable[str],
    *,
    as_json: bool,
) -> None:
    import json

    for error in problems:
        tell(error)
    if as_json:
        from sheetkit.report.verdict_json import no_verdict_object, verdict_object

        shown = verdict_object(verdict) if verdict else no_verdict_object(unread)
        if _status(verdict, problems) == UNREAD:
            shown["status"] = "review"
        shown["problems"] = [
            {"file": error.file, "code": error.code, "message": str(error)} for error in problems
        ]
        print(json.dumps(shown))  # noqa: T201
    elif verdict:
        from sheetkit.report.verdict_text import verdict_text

        print(verdict_text(verdict))  # noqa: T201


def _status(verdict: Verdict | None, problems: Sequence[SheetkitError]) -> int:
    status = LEGAL
    if verdict and not verdict.legal:
        status = NOT_LEGAL
    if verdict and verdict.needs_a_look:
        status = UNREAD
    return max([status, *(error.exit_code for error in problems)])


def _check_reports(paths: Sequence[Path], language: str, files: Sequence[str]) -> None:
    """Raise UsageError for a report of no known form, or over one of the files that are read."""
    from sheetkit.report.words import report_words

    report_words(language)
    for path in paths:
        if path.suffix.lower() not in (".html", ".pdf"):
            raise UsageError(f"--report {path} has no known form", "end it in .html or .pdf")
        if any(is_same_file(str(path), file) for file in files):
            what = f"--report would write over {path}, which is to be judged"
            raise UsageError(what, "name another file")


def _write_reports(
    paths: Sequence[Path],
    verdict: Verdict,
    found: Sequence[Found],
    problems: list[SheetkitError],
    inputs: Sequence[InputFile],
    language: str,
) -> None:
    """The verdict as pages; one that can't be written is a problem."""
    for path in paths:
        try:
            _write_report(path, verdict, found, problems, inputs, language)
        except SheetkitError as error:
            problems.append(error)


def _write_report(
    path: Path,
    verdict: Verdict,
    found: Sequence[Found],
    problems: Sequence[SheetkitError],
    inputs: Sequence[InputFile],
    language: str,
) -> None:
    from sheetkit.report.evidence import evidence_of

    evidence = evidence_of(found, problems, inputs, sys.argv[1:])
    if path.suffix.lower() == ".pdf":
        from sheetkit.report.verdict_pdf import verdict_pdf

        page = verdict_pdf(verdict, evidence, language)
    else:
        from sheetkit.report.verdict_html import verdict_html

        page = verdict_html(verdict, evidence, language).encode()
    with written(str(path)) as file:
        file.write(page)
