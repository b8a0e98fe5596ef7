"""Everything that can go wrong, as one tree.

::

    SheetkitError                 exit 3: something could not be read
    ├── UsageError                exit 2: the call itself is wrong
    │   └── UnknownPad            no pad of that name
    ├── FileError                 a file that can't be opened
    ├── LayoutError               a pad's TOML file, all its faults at once
    ├── CodeError                 a sheet's code that does not check
    ├── TextError                 a place in a text that can't be understood
    │   ├── NotationError         a sheet in one line
    │   └── LogError              a game log or roll log
    │       ├── MalformedLog      not written as a log is
    │       └── AmbiguousMove     legal in more than one way
    ├── SheetDataError            JSON that is no sheet
    ├── LogAmongSheets            a game log where sheets were expected
    ├── PhotoError                a file that is no readable picture of a sheet
    │   └── MendedPhoto           exit 0: what was wrong could be put right
    └── IllegalMove               exit 1: well written, and against a rule

An error says what is wrong and what to do about it; the command line prints
both on one line and exits with ``exit_code``.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

JOINERS = "\u200c\u200d"
"""They show nothing themselves, but names in Persian and Hindi need them, and families of emoji."""

Value: TypeAlias = "str | int | tuple[str, ...]"
"""What stands in a sentence: a name, a number, or cells."""


class Said(NamedTuple):
    """What a sentence says, for those who say it in their own words.

    ``kind`` is a key of the table ``problems`` of a report's sentences, ``values`` has what
    stands in it.
    """

    kind: str = ""
    values: tuple[tuple[str, Value], ...] = ()


UNSAID = Said()


class SheetkitError(Exception):
    """Something that a user can be told in one line.

    ``what`` says what is wrong, ``remedy`` what to do about it, ``file`` where,
    if it has to do with a file. ``code`` names the kind of mistake for programs: one for all
    errors of a class, unless the class says otherwise. ``said`` is empty where the code is all
    that can be said in other words.
    """

    code: str = "error"
    said: Said = UNSAID
    exit_code: ClassVar[int] = 3

    def __init__(self, what: str, remedy: str = "", *, file: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, for workers: an exception is otherwise made anew from its text alone."""
        return _as_it_was, (type(self), self.args, vars(self))

    def __str__(self) -> str:
        return f"{self.what}; {self.remedy}" if self.remedy else self.what


def _as_it_was(kind: type[SheetkitError], args: tuple[Any, ...], values: Any) -> SheetkitError:
    error = kind.__new__(kind, *args)
    vars(error).update(values)
    return error


def did_you_mean(name: str) -> str:
    """The beginning of a remedy that ends with what there is; empty where no name is near."""
    return f"did you mean {name}? " if name else ""


def one_line(text: str) -> str:
    """The text with line breaks and control characters shown, so that it stays one line."""
    return "".join(
        c if c.isprintable() or c in JOINERS else c.encode("unicode_escape").decode() for c in text
    )


def is_control(character: str) -> bool:
    """Whether it shows nothing, and is none that letters from the right need between them."""
    controls = {"Cc", "Cf", "Zl", "Zp"}
    return unicodedata.category(character) in controls and character not in JOINERS


def printable(text: str) -> str:
    """The text with what is no letter of any alphabet shown: file names may hold any bytes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def composed(name: str) -> str:
    """The name in one spelling (NFC): a letter with its accent may be one character or two."""
    return unicodedata.normalize("NFC", name)


class UsageError(SheetkitError):
    """The call itself is wrong."""

    code = "usage"
    exit_code = 2


class UnknownPad(UsageError):
    """No pad has that name."""

    code = "unknown-variant"


class FileError(SheetkitError):
    """A file that can't be opened for reading."""

    code = "no-file"

    @classmethod
    def of(cls, error: OSError, *, file: str = "") -> FileError:
        """What the system says about the file, and what to do about it."""
        if isinstance(error, FileNotFoundError):
            return cls("there is no such file", "check the name", file=file)
        if isinstance(error, IsADirectoryError):
            return cls("this is a folder", "name the files in it", file=file)
        reason = error.strerror or str(error)
        return cls(f"can't be opened ({reason})", "check the file", file=file)


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake in a layout file.

    ``key`` is the dotted path in the file, such as ``row[2].numbers``.
    """

    key: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.key}: expected {self.expected}, found {self.found}"


class LayoutError(SheetkitError):
    """A pad's TOML file can't be used; ``faults`` lists every reason, and what is wrong is told
    from them.
    """

    code = "bad-layout"

    def __init__(self, file: str, faults: tuple[Fault, ...]) -> None:
        what = "; ".join(str(fault) for fault in faults)
        super().__init__(what, "mend these keys (docs/layouts.md has the format)", file=file)
        self.faults = faults


class CodeError(SheetkitError):
    """A sheet's code is misread or mistyped."""

    code = "bad-code"


class SheetDataError(SheetkitError):
    """Values or JSON that are no sheet; each error's own ``code`` says in which way."""

    def __init__(
        self, what: str, remedy: str = "", *, file: str = "", code: str = "bad-sheet"
    ) -> None:
        super().__init__(what, remedy, file=file)
        self.code = code


class LogAmongSheets(SheetkitError):
    """A game log where sheets were expected: nothing is wrong with it, and no sheet is missing."""

    code = "game-log"

    def __init__(self, remedy: str) -> None:
        super().__init__("this is a game log and no sheet", remedy)


class TextError(SheetkitError):
    """A text stops making sense at ``line`` and ``column`` (both from 1)."""

    def __init__(
        self, what: str, remedy: str = "", *, line: int = 1, column: int = 1, file: str = ""
    ) -> None:
        super().__init__(f"line {line}, column {column}: {what}", remedy, file=file)
        self.reason = what
        self.line = line
        self.column = column


class NotationError(TextError):
    """A one-line sheet that can't be parsed."""

    code = "bad-notation"


class LogError(TextError):
    """Something in a game log can't be followed."""

    code = "bad-log"


class MalformedLog(LogError):
    """The log isn't written as logs are."""

    code = "malformed-log"


class AmbiguousMove(LogError):
    """The move written down can mean more than one legal move."""

    code = "ambiguous-move"


class PhotoError(SheetkitError):
    """A file that can't be read as a picture of a sheet; ``code`` says why, and comes first
    as the clause of an IllegalMove does.
    """

    def __init__(self, code: str, what: str, remedy: str = "", *, file: str = "") -> None:
        super().__init__(what, remedy, file=file)
        self.code = code


class MendedPhoto(PhotoError):
    """What was wrong with a picture and could be put right: it is told, and costs nothing."""

    exit_code = 0


class IllegalMove(SheetkitError):
    """A move that is against a rule; ``clause`` says which."""

    code = "illegal-move"
    exit_code = 1

    def __init__(self, clause: str, what: str, remedy: str = "", *, file: str = "") -> None:
        super().__init__(f"{what} ({clause})", remedy, file=file)
        self.reason = what
        self.clause = clause
