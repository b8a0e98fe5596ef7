"""Which form of a text a count asks for: the cardinal rules of Unicode's CLDR, for whole numbers.

https://www.unicode.org/cldr/charts/47/supplemental/language_plural_rules.html
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sheetkit.errors import UsageError

MOST = 99
"""The highest count that a layout file can have in a text."""


def _germanic(count: int) -> str:
    return "one" if count == 1 else "other"


def _french(count: int) -> str:
    return "one" if count <= 1 else "other"


def _russian(count: int) -> str:
    return "one" if count % 10 == 1 and count % 100 != 11 else _few_or_many(count)


def _polish(count: int) -> str:
    return "one" if count == 1 else _few_or_many(count)


def _few_or_many(count: int) -> str:
    is_few = 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14
    return "few" if is_few else "many"


def _hebrew(count: int) -> str:
    return {1: "one", 2: "two"}.get(count, "other")


def _arabic(count: int) -> str:
    if count <= 2:
        return ("zero", "one", "two")[count]
    return "few" if 3 <= count % 100 <= 10 else "many" if count % 100 >= 11 else "other"


RULES: Mapping[str, Callable[[int], str]] = MappingProxyType(
    {
        "ar": _arabic,
        "de": _germanic,
        "en": _germanic,
        "es": _germanic,
        "fr": _french,
        "he": _hebrew,
        "it": _germanic,
        "nl": _germanic,
        "pl": _polish,
        "pt": _french,
        "ru": _russian,
    }
)
"""The rule of each language that sheets speak."""


def forms(language: str) -> frozenset[str]:
    """The forms that a counted text must have: those of all counts from 1 to ``MOST``.

    Raises UsageError for a language without a rule.
    """
    if language not in RULES:
        raise UsageError(
            f"there are words in {language!r}, but no rule which form a count asks for",
            "give the language a line in sheetkit/design/plurals.py",
        )
    return frozenset(RULES[language](count) for count in range(1, MOST + 1))
