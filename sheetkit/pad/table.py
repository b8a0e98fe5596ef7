"""Reading a layout file's tables so that every fault is told, not the first alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from sheetkit.errors import Fault, is_control, one_line

HUGE = "a number of thousands of digits"
"""Python neither reads nor shows more digits than 4300."""


def shown(value: object) -> str:
    """A value from a TOML file as a user would recognise it, cut to a line."""
    if isinstance(value, dict):
        return "a table"
    try:
        text = str(value).lower() if isinstance(value, bool) else _as_in_toml(value)
    except ValueError:
        return HUGE
    return text if len(text) <= 60 else text[:57] + "..."


def _as_in_toml(value: object) -> str:
    return str(value) if isinstance(value, date | time) else repr(value)


def _are_texts(values: object) -> bool:
    """Whether it is a list of texts of one line each."""
    return isinstance(values, list) and all(
        isinstance(value, str) and value == one_line(value) for value in values
    )


class Table:
    """One table of a layout file: typed access that collects faults.

    A getter returns a harmless stand-in when the value is missing or of the
    wrong kind, so that reading goes on and finds the other faults as well. Lists
    and choices are empty then: whoever compares them with others leaves that out,
    for what would follow from a fault is none of its own.
    """

    def __init__(self, values: Mapping[str, Any], path: str, faults: list[Fault]) -> None:
        self._values = values
        self._path = path
        self._faults = faults
        self._known: set[str] = set()

    def key(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def fault(self, key: str, expected: str, found: object) -> None:
        """Note that ``key`` should hold ``expected``."""
        said = found if isinstance(found, str) else shown(found)
        self._faults.append(Fault(self.key(key), expected, said))

    def faulty(self, key: str) -> bool:
        """Whether a fault of ``key`` itself is noted."""
        return any(fault.key == self.key(key) for fault in self._faults)

    @property
    def noted(self) -> int:
        """How many faults are noted so far, in the whole file."""
        return len(self._faults)

    def has(self, key: str) -> bool:
        self._known.add(key)
        return key in self._values

    def _get(self, key: str, expected: str) -> Any:
        self._known.add(key)
        if key not in self._values:
            self.fault(key, expected, "nothing")
            return None
        return self._values[key]

    def value(self, key: str) -> Any:
        """What stands under ``key``, if anything, of whatever kind."""
        return self._values[key] if self.has(key) else "nothing"

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """The whole number under ``key``, between ``low`` and ``high``."""
        if default is not None and not self.has(key):
            return default
        expected = f"a whole number from {low} to {high}"
        value = self._get(key, expected)
        if value is None:
            return low
        if type(value) is not int or not low <= value <= high:
            self.fault(key, expected, shown(value))
            return low
        return value

    def text(self, key: str, expected: str = "a text") -> str:
        value = self._get(key, expected)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip():
            self.fault(key, expected, shown(value))
            return ""
        return value

    def line(self, key: str) -> str:
        """The text under ``key``, without line breaks and control characters."""
        text = self.text(key)
        if any(map(is_control, text)):
            self.fault(key, "a text of one line without control characters", shown(text))
            return ""
        return text

    def name(self, key: str) -> str:
        """The name under ``key``, as files and cells have them; empty when it is none."""
        expected = "a name of letters a-z, digits and hyphens"
        name = self.text(key, expected)
        if name and not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            self.fault(key, expected, name)
            return ""
        return name

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        """The text under ``key``, one of ``choices``; empty when it is none of them."""
        expected = "one of " + ", ".join(choices)
        value = self.text(key, expected)
        if value and value not in choices:
            self.fault(key, expected, shown(value))
            return ""
        return value

    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        """The list of whole numbers under ``key``; empty when one of them is wrong."""
        expected = f"a list of whole numbers from {low} to {high}"
        values = self._get(key, expected)
        if values is None:
            return ()
        if not isinstance(values, list) or not values:
            self.fault(key, expected, shown(values))
            return ()
        wrong = [
            (place, value)
            for place, value in enumerate(values, 1)
            if type(value) is not int or not low <= value <= high
        ]
        for place, value in wrong:
            self.fault(f"{key}[{place}]", f"a whole number from {low} to {high}", shown(value))
        return () if wrong else tuple(values)

    def texts(
        self, key: str, expected: str = "a list of texts of one line each"
    ) -> tuple[str, ...]:
        values = self._get(key, expected)
        if values is None:
            return ()
        if not _are_texts(values):
            self.fault(key, expected, shown(values))
            return ()
        return tuple(values)

    def pairs(self, key: str, first: type, second: type, expected: str) -> tuple[Any, ...]:
        """The list of two-element lists under ``key``; empty when one of them is wrong."""
        values = self._get(key, expected)
        if values is None:
            return ()
        if not isinstance(values, list) or not values:
            self.fault(key, expected, shown(values))
            return ()
        good = []
        for place, value in enumerate(values, 1):
            fits = isinstance(value, list) and len(value) == 2
            if fits and type(value[0]) is first and type(value[1]) is second:
                good.append((value[0], value[1]))
            else:
                self.fault(f"{key}[{place}]", expected, shown(value))
        return tuple(good) if len(good) == len(values) else ()

    def table(self, key: str) -> Table:
        """The table under ``key``; a missing one is a fault, that of its keys are none."""
        value = self._get(key, "a table")
        if value is None:
            return Table({}, self.key(key), [])
        if not isinstance(value, dict):
            self.fault(key, "a table", shown(value))
            return Table({}, self.key(key), [])
        return Table(value, self.key(key), self._faults)

    def tables(self, key: str) -> tuple[Table, ...]:
        """The list of tables under ``key``, at least one."""
        values = self._get(key, "at least one [[table]]")
        if values is None:
            return ()
        are_tables = isinstance(values, list) and all(isinstance(value, dict) for value in values)
        if not are_tables or not values:
            self.fault(key, "at least one [[table]]", shown(values))
            return ()
        return tuple(
            Table(value, f"{self.key(key)}[{place}]", self._faults)
            for place, value in enumerate(values, 1)
        )

    def close(self) -> None:
        """Note every key that nobody asked for: a typing mistake, most likely."""
        for key in self._values:
            if key not in self._known:
                known = ", ".join(sorted(self._known))
                self.fault(key, f"one of the known keys ({known})", "an unknown key")
