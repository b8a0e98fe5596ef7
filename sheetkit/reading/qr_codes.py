"""QR codes in a picture, by zxing: what they say and where they are."""

from __future__ import annotations

import numpy as np
import zxingcpp

from sheetkit.reading.arrays import Floats, Pixels

_QR = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


def qr_texts(view: Pixels) -> list[str]:
    """What the codes in a grey picture say."""
    return [text for text, _ in find_qr_codes(view)]


def find_qr_codes(grey: Pixels) -> list[tuple[str, Floats]]:
    """All QR codes in a grey picture: text, and corners in pixels, its own top left first."""
    codes = []
    for code in zxingcpp.read_barcodes(grey, _QR):
        at = code.position
        corners = [(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
        if code.valid:
            codes.append((code.text, np.array(corners, float)))
    return codes
