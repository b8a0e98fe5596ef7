"""The QR code on a sheet (ISO/IEC 18004), error correction level M."""

from __future__ import annotations

import numpy as np
import zxingcpp
from numpy.typing import NDArray

from sheetkit.design.measures import MIDDLE, QR_MODULES, QR_QUIET
from sheetkit.geometry import Box

_BITS = bytes(ord("1") if level < 128 else ord("0") for level in range(256))
"""Grey levels as the digits of a bitmap."""


def qr_rows(text: str) -> tuple[str, ...]:
    """The code's modules row by row, ``1`` for black, without a quiet zone."""
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    image = np.asarray(zxingcpp.write_barcode_to_image(code, add_quiet_zones=False))
    bits = image.tobytes().translate(_BITS).decode()
    return tuple(bits[start : start + len(image)] for start in range(0, len(bits), len(image)))


FINDER = 7
"""Modules a side of the three finder patterns, in all corners but the bottom right one."""


def is_finder_black(away: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether a finder pattern is black so many modules off its middle, across or down, whichever
    is more: black around white around black.
    """
    return np.asarray((away < 1.5) | ((away > 2.5) & (away < FINDER / 2)), np.bool_)


def qr_box(modules: int) -> Box:
    """Where a code of that many modules a side stands: far from every corner."""
    module = QR_MODULES[modules]
    side = modules * module
    bottom = MIDDLE.bottom - QR_QUIET * module
    return Box.at(MIDDLE.centre[0] - side / 2, bottom - side, side, side)


def quiet_box(modules: int) -> Box:
    """The code with the white that the standard asks for around it."""
    return qr_box(modules).grown(QR_QUIET * QR_MODULES[modules])
