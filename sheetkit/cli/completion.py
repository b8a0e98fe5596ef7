"""What a shell offers for a word begun, once ``sheetkit --install-completion`` was run."""

from __future__ import annotations


def complete_pad(begun: str) -> list[str]:
    """The pads whose names begin so."""
    from sheetkit.pad import pad_names

    return [name for name in pad_names() if name.startswith(begun)]


def complete_language(begun: str) -> list[str]:
    """The languages of sheets whose codes begin so."""
    from sheetkit.design.words import language_names

    return [name for name in language_names() if name.startswith(begun)]
