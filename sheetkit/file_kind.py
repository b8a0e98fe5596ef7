"""What a file holds, by its name and by how it begins."""

from __future__ import annotations

PICTURES = frozenset(
    (".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".tif", ".tiff", ".pdf", ".heic", ".heif",
     ".avif", ".gif", ".bmp")
)  # fmt: skip
"""Suffixes of what is read as a photo, and taken from a folder."""

NO_TEXT = (b"\xff\xd8", b"\x89PNG", b"%PDF-", b"RIFF")
"""How pictures and PDFs begin that have no zero byte early on."""


UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How a text in UTF-16 begins, as some shells write it."""


def is_text(start: bytes) -> bool:
    """Whether a file that begins so may hold sheets in JSON or notation, or a log."""
    return b"\0" not in start[:1024] and not start.startswith(NO_TEXT)
