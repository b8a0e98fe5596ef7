"""Where the ``sheetkit`` command starts: while it is still being loaded, Ctrl-C ends it quietly."""

from __future__ import annotations

import os
import signal
from typing import NoReturn

from sheetkit.cli.exit_status import STOPPED


def start() -> NoReturn:
    """Load the command line and run it, which heeds Ctrl-C from then on."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from sheetkit.cli.main import run

    run()


def _leave(*_: object) -> NoReturn:
    """Leave at once: nothing has been begun, and an import that is interrupted may fail oddly."""
    os._exit(STOPPED)
