"""Decoders' own remarks about odd files, kept away from users."""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_decoders() -> Iterator[None]:
    """No warnings of libraries on standard error meanwhile, those written in C included."""
    with warnings.catch_warnings(), _no_standard_error():
        warnings.simplefilter("ignore")
        for name in ("pypdf", "PIL"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        yield


@contextmanager
def _no_standard_error() -> Iterator[None]:
    """File descriptor 2 leads nowhere meanwhile: libjpeg and libpng write to it directly."""
    sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:  # it is closed: nobody listens anyway
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
