"""What a file holds, by its name and by how it begins."""

from __future__ import annotations

PICTURES = frozenset(
    (".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".tif", ".tiff", ".pdf", ".heic", ".heif",
     ".avif", ".gif", ".bmp")
)  # fmt: skip
"""Suffixes of what is read as a photo, and taken from a folder."""

ONE_PICTURE = frozenset((".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".gif", ".bmp"))
"""Suffixes of files of which one picture is read, however many are in them."""

NO_TEXT = (b"\xff\xd8", b"\x89PNG", b"%PDF-", b"RIFF")
"""How pictures and PDFs begin that have no zero byte early on."""

_PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"II*\0", b"MM\0*")
"""How JPEG, PNG and TIFF begin."""
_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis")
"""What stands after ``ftyp`` in HEIC and AVIF; films have other brands."""

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How a text in UTF-16 begins, as some shells write it."""


def is_text(start: bytes) -> bool:
    """Whether a file that begins so may hold sheets in JSON or notation, or a log."""
    return b"\0" not in start[:1024] and not start.startswith(NO_TEXT)


def begins_as_picture(start: bytes) -> bool:
    """Whether it is a picture that begins so: if it can't be opened, it mostly lacks the rest."""
    if start.startswith(b"RIFF"):
        return start[8:12] == b"WEBP"
    return start.startswith(_PICTURES) or (start[4:8] == b"ftyp" and start[8:12] in _BRANDS)
