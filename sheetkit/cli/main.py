"""The ``sheetkit`` command: its subcommands, and the one place where errors end."""

from __future__ import annotations

import json
import signal
import sys
from typing import Annotated, NoReturn

import typer

import sheetkit
from sheetkit.cli.check import check
from sheetkit.cli.demo import demo
from sheetkit.cli.doctor import doctor
from sheetkit.cli.exit_status import BROKEN_PIPE, ENDED, STOPPED, UNREAD
from sheetkit.cli.help import Command, Commands
from sheetkit.cli.options import wrong_call
from sheetkit.cli.print import print_pad
from sheetkit.cli.replay import replay
from sheetkit.cli.scan import scan
from sheetkit.cli.settle import settle
from sheetkit.cli.streams import (
    output_error,
    prepare_streams,
    silence,
    tell,
    warn,
)
from sheetkit.cli.variants import variants
from sheetkit.errors import SheetkitError, UsageError

PATIENCE_S = 5
"""How long after SIGTERM the command may still run."""

app = typer.Typer(
    name="sheetkit",
    cls=Commands,
    help="Print Qwixx score pads, read photos of finished sheets, settle disputes. Unofficial.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: a quarter of the time, and easy to copy from
)
app.command("print", cls=Command)(print_pad)
app.command(cls=Command)(scan)
app.command(cls=Command)(check)
app.command(cls=Command)(settle)
app.command(cls=Command)(replay)
app.command(cls=Command)(variants)
app.command(cls=Command)(doctor)
app.command(cls=Command)(demo)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"sheetkit {sheetkit.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        warn(context.get_help())
        raise typer.Exit(UsageError.exit_code)


def run() -> NoReturn:
    """Run the command line; every error becomes one line and an exit status."""
    prepare_streams()
    try:
        _heed_signals()
        status = _called()
        if status == STOPPED:
            warn("sheetkit: stopped")
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        warn("sheetkit: stopped")
        status = STOPPED
    except BrokenPipeError:
        silence(sys.stdout)
        status = BROKEN_PIPE
    except OSError as error:
        silence(sys.stdout)
        tell(output_error(error))
        status = UNREAD
    sys.exit(status)


def _heed_signals() -> None:
    """Heed what asks for an end, but what is ignored on purpose, as in the background."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _end)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, _end)  # the terminal was closed; nohup ignores that


def _end(*_: object) -> NoReturn:
    """Leave at a signal to end as at any other end, so that no half-written file stays.

    Python drops what is raised while it frees an object, so it may take another try.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _end)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    sys.exit(ENDED)


def _called() -> int:
    """The exit status of the command that was called; what it refuses is told."""
    try:
        status = app(prog_name="sheetkit", standalone_mode=False)
    except SheetkitError as error:
        return _refused(error)
    except typer.TyperException as error:
        return _refused(UsageError(wrong_call(error), f"see {_command_of(error)} --help"))
    except SystemExit as error:  # typer ends so, with 1, when nobody reads on
        if isinstance(error.__context__, BrokenPipeError):
            raise error.__context__ from None
        raise
    return status if isinstance(status, int) else 0


def _command_of(error: typer.TyperException) -> str:
    """The command whose help tells what a refused call should have been."""
    context = getattr(error, "ctx", None)
    if context:
        return str(context.command_path)
    commands = getattr(typer.main.get_command(app), "commands", {})
    return " ".join(["sheetkit", *(name for name in sys.argv[1:2] if name in commands)])


def _refused(error: SheetkitError) -> int:
    """Tell the error, with ``--json`` as an object too; its exit status."""
    tell(error)
    if "--json" in sys.argv:
        problem = {"code": error.code, "message": str(error)}
        print(json.dumps({"file": error.file, "problems": [problem], "sheets": []}))  # noqa: T201
    return error.exit_code
