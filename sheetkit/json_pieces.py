"""A text of JSON documents, lists and other lines taken apart, each piece with its line.

The elements of a list come one by one, so that a list is read as a stream, and what is
broken in it costs no element before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sheetkit.errors import SheetDataError, SheetkitError

LONGEST_LINE = 4_000_000
"""Bytes. A sheet has one or two thousand; a scan of many sheets in one photo some more."""

LONGEST_DOCUMENT = 64_000_000
"""Bytes of one JSON document, or one element of a list, over several lines."""

_SIGN = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{},]|[^\s\[\]{},"]+')
_IN_JSON = re.compile(r'\s*(?:["{}\[\],:\d-]|true\b|false\b|null\b|$)')


@dataclass(frozen=True, slots=True)
class Piece:
    """A document, or an element of a list: its text, and where it begins, from line 1, column 1."""

    line: int
    text: str
    is_json: bool = True
    column: int = 1


def pieces(lines: Iterable[bytes]) -> Iterator[tuple[int, Piece | SheetkitError]]:
    """All pieces of a text, and an error where something is none; comments are left out."""
    reader = _Reader()
    for number, raw in enumerate(lines, 1):
        try:
            text = _text(raw, first=number == 1)
        except SheetkitError as error:
            yield number, error
        else:
            yield from reader.read(number, text)
    yield from reader.end()


@dataclass(slots=True)
class _Inside:
    """Where in a document its text stands: how deep, the open brackets, and the last sign."""

    depth: int = field(init=False, default=0)
    brackets: list[str] = field(init=False, default_factory=list)
    last: str = field(init=False, default="")

    def read(self, text: str) -> None:
        for found in _SIGN.finditer(text):
            self.take(found.group())

    def take(self, sign: str) -> None:
        """A bracket that closes an outer one closes all within it, though not in the depth."""
        self.last = sign
        if sign in "{[":
            self.depth += 1
            self.brackets.append(sign)
        elif sign in "}]":
            self.depth -= 1
            while self.brackets and self.brackets.pop() != ("{" if sign == "}" else "["):
                pass

    def may_go_on(self, text: str) -> bool:
        """Whether a line that is a { alone, as some programs write without a margin, can be an
        object in the document: after a key, or in a list.
        """
        if text.strip() != "{" or not self.brackets:
            return False
        in_list = self.brackets[-1] == "["
        return self.last.endswith((":", "[")) or (self.last == "," and in_list)


@dataclass(slots=True)
class _Reader:
    """What is open: a list, a document over several lines, or neither."""

    document: list[str] = field(init=False, default_factory=list)
    inside: _Inside = field(init=False, default_factory=_Inside)
    begun: int = field(init=False, default=0)
    size: int = field(init=False, default=0)
    elements: _List | None = field(init=False, default=None)

    def read(self, number: int, text: str) -> Iterator[tuple[int, Piece | SheetkitError]]:
        if self.elements:
            yield from self._in_list(self.elements, number, text, 0)
            return
        if self.document and self._is_cut_off(text):
            yield from self.end()
        if self.document:
            self.document.append(text)
            self.inside.read(text)
            self.size += len(text)
            if self.inside.depth <= 0 or self.size > LONGEST_DOCUMENT:
                yield from self.end()
            return
        begin = text.lstrip()[:1]
        if begin == "[":
            self.elements = _List(number)
            yield from self._in_list(self.elements, number, text, text.index("[") + 1)
        elif begin == "{":
            self.inside = _Inside()
            if not _is_whole(text):
                self.inside.read(text)
            if self.inside.depth <= 0:
                yield number, Piece(number, text.strip())
            else:
                self.begun, self.size, self.document = number, len(text), [text]
        elif begin not in ("", "#"):
            yield number, Piece(number, text.strip(), is_json=False)

    def _is_cut_off(self, text: str) -> bool:
        """Whether that line can't belong to the document that is open."""
        if text[:1] == "{":
            return not self.inside.may_go_on(text)
        return not _IN_JSON.match(text)

    def _in_list(
        self, elements: _List, number: int, text: str, start: int
    ) -> Iterator[tuple[int, Piece | SheetkitError]]:
        yield from elements.read(number, text, start)
        if elements.end_at is not None:
            rest = text[elements.end_at :]
            self.elements = None
            yield from self.read(number, rest)

    def end(self) -> Iterator[tuple[int, Piece | SheetkitError]]:
        if self.document:
            yield self.begun, Piece(self.begun, "".join(self.document).strip())
            self.document = []
        if self.elements:
            yield from self.elements.cut_off()
            self.elements = None


@dataclass(slots=True)
class _List:
    """A JSON list: the element that is open in it, and what may come next.

    ``end_at`` is where the list ended in the line last read, if it did.
    """

    begun: int
    end_at: int | None = field(init=False, default=None)
    _element: list[str] = field(init=False, default_factory=list)
    _line: int = field(init=False, default=0)
    _column: int = field(init=False, default=1)
    _inside: _Inside = field(init=False, default_factory=_Inside)
    _size: int = field(init=False, default=0)
    _margin: str | None = field(init=False, default=None)
    _after: str = field(init=False, default="[")
    _lacks_commas: bool = field(init=False, default=False)

    def read(
        self, number: int, text: str, start: int = 0
    ) -> Iterator[tuple[int, Piece | SheetkitError]]:
        """The elements that end in this line, and errors."""
        new_one = self._begins_another(text)
        if self._inside.brackets and (new_one or self._size > LONGEST_DOCUMENT):
            yield from self._ended("")  # the next begins in the same column: this one is broken
            self._after = ","
        begin = start
        for found in _SIGN.finditer(text, start):
            sign = found.group()
            if self._inside.brackets:
                self._inside.take(sign)
                if self._inside.brackets:
                    continue
                whole = sign == "}" or self._element_begins(text, begin) == "["
                yield from self._ended(text[begin : found.end() if whole else found.start()])
                if whole:
                    continue
            yield from self._between(number, sign)
            if sign == "]":
                self.end_at = found.end()
                return
            if sign not in ",}":
                begin = found.start()
                yield from self._begun(number, text[:begin], sign)
        if self._inside.brackets:
            self._element.append(text[begin:])
            self._size += len(text) - begin

    def _begins_another(self, text: str) -> bool:
        """Whether the line begins as the open element does, and can't go on with it."""
        alike = self._margin is not None and text.startswith(self._margin + "{")
        return alike and not self._inside.may_go_on(text)

    def _begun(
        self, number: int, before: str, sign: str
    ) -> Iterator[tuple[int, Piece | SheetkitError]]:
        """An element begins with that sign; it may be all of it."""
        self._line, self._column = number, len(before) + 1
        self._margin = None if before.strip() else before
        self._inside.take(sign)
        if not self._inside.brackets:
            yield from self._ended(sign)

    def _element_begins(self, text: str, begin: int) -> str:
        return (self._element[0] if self._element else text[begin:])[:1]

    def _between(self, number: int, sign: str) -> Iterator[tuple[int, SheetkitError]]:
        """What is wrong with that sign between two elements, if anything is."""
        if sign == "]":
            if self._after == ",":
                yield number, _wrong("a comma stands before the end of the list")
        elif sign == ",":
            if self._after != "element":
                yield number, _wrong("a comma stands where a sheet should begin")
            self._after, self._lacks_commas = ",", False
        elif sign == "}":
            yield number, _wrong("a } closes nothing")
        elif self._after == "element" and not self._lacks_commas:
            self._lacks_commas = True  # once, though the next elements lack theirs as well
            yield number, _wrong(f"a comma is missing before {sign}")

    def _ended(self, rest: str) -> Iterator[tuple[int, Piece | SheetkitError]]:
        text = "".join(self._element) + rest
        yield self._line, Piece(self._line, text.strip(), column=self._column)
        self._inside = _Inside()
        self._element, self._size, self._after = [], 0, "element"

    def cut_off(self) -> Iterator[tuple[int, Piece | SheetkitError]]:
        """The text has ended, and the list has not."""
        if self._inside.brackets:
            yield from self._ended("")
        else:
            yield self.begun, _wrong("the list that begins here has no end")


def _wrong(what: str) -> SheetDataError:
    return SheetDataError(
        f"this is no JSON: {what}", "mend it, or write one sheet a line", code="bad-json"
    )


def _text(raw: bytes, *, first: bool) -> str:
    if len(raw) > LONGEST_LINE:
        raise SheetDataError(
            f"this line has {len(raw):,} bytes or more", "write one sheet a line", code="bad-json"
        )
    try:
        return raw.decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError as error:
        raise SheetDataError("this is no text in UTF-8", "save it as UTF-8") from error


def _is_whole(text: str) -> bool:
    """Whether a line is a document by a quick look, as most are: to read every sign of each costs
    a seventh of what judging a sheet does.
    """
    ends = text[:1] == "{" and text.rstrip()[-1:] == "}"
    return ends and text.count("{") == text.count("}")
