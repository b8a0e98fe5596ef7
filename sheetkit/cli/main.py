"""The ``sheetkit`` command: its subcommands, and the one place where errors end."""

from __future__ import annotations

import os
import sys
from typing import Annotated, NoReturn

import typer

import sheetkit
from sheetkit.cli.check import check
from sheetkit.cli.demo import demo
from sheetkit.cli.doctor import doctor
from sheetkit.cli.print import print_pad
from sheetkit.cli.replay import replay
from sheetkit.cli.scan import scan
from sheetkit.cli.settle import settle
from sheetkit.cli.variants import variants
from sheetkit.errors import SheetkitError

BROKEN_PIPE = 141
"""What a shell reports for a program ended by SIGPIPE."""

app = typer.Typer(
    name="sheetkit",
    help="Print Qwixx score pads, read photos of finished sheets, settle disputes. Unofficial.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: a quarter of the time, and easy to copy from
)
app.command("print")(print_pad)
app.command()(scan)
app.command()(check)
app.command()(settle)
app.command()(replay)
app.command()(variants)
app.command()(doctor)
app.command()(demo)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"sheetkit {sheetkit.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    pass


def one_line(text: str) -> str:
    """The text with line breaks and control characters shown, so that it stays one line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def tell(error: SheetkitError) -> None:
    """Write the error as one line to standard error."""
    where = f"{one_line(error.file)}: " if error.file else ""
    print(f"sheetkit: {where}{one_line(str(error))}", file=sys.stderr)  # noqa: T201


def run() -> NoReturn:
    """Run the command line; every error becomes one line and an exit status."""
    try:
        status = app(prog_name="sheetkit", standalone_mode=False)
        sys.stdout.flush()
    except SheetkitError as error:
        tell(error)
        status = error.exit_code
    except typer.TyperException as error:
        message = one_line(error.format_message().rstrip("."))
        print(f"sheetkit: {message}; see sheetkit --help", file=sys.stderr)  # noqa: T201
        status = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        print("sheetkit: stopped", file=sys.stderr)  # noqa: T201
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = BROKEN_PIPE
    sys.exit(status if isinstance(status, int) else 0)
