"""The dependencies that requirements.lock pins, with what their own metadata says of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"

_PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>.*?))? \\$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

ELSEWHERE = {"colorama": ("BSD-3-Clause", "https://github.com/tartley/colorama")}
"""Locked for Windows alone, so not installed where the list is made: licence and home."""

SPELLINGS = {
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL-3.0-or-later",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "UNKNOWN": "",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
}
"""What packages call their licences that don't say it in SPDX's words yet."""

CARRIED = {
    "numpy": "OpenBLAS (BSD-3-Clause) and GCC's run-time library (GPL-3.0 with its exception)",
    "opencv-python-headless": "FFmpeg (LGPL-2.1) and others, listed in its LICENSE-3RD-PARTY.txt",
    "pillow": "libjpeg-turbo, zlib, libtiff, FreeType and others, listed in its LICENSE",
    "pillow-heif": "libheif and libde265 (LGPL-3.0) and x265 (GPL-2.0), so that the wheel as a "
    "whole is under the GPL; its own source is not",
    "pypdfium2": "PDFium (BSD-3-Clause, Apache-2.0) with what it is built from",
}
"""What the wheels of some packages carry besides the package's own code, by their own word."""


@dataclass(frozen=True, slots=True)
class Locked:
    """One pinned version; ``marker`` says on which machines, ``hashes`` are SHA-256."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @property
    def licence(self) -> str:
        """As an SPDX expression. Raises PackageNotFoundError where it isn't installed."""
        if self.name in ELSEWHERE:
            return ELSEWHERE[self.name][0]
        told = _metadata(self.name)
        expression = told.get("License-Expression") or _spdx(told.get("License") or "")
        return expression or next(filter(None, map(_spdx, _classified(told))), "")

    @property
    def home(self) -> str:
        """Where the project lives."""
        if self.name in ELSEWHERE:
            return ELSEWHERE[self.name][1]
        told = _metadata(self.name)
        urls = [url.split(", ", 1) for url in told.get_all("Project-URL") or []]
        named = {label.lower(): url for label, url in urls}
        wanted = ("homepage", "home", "source", "source code", "repository", "github")
        return told.get("Home-page") or next((named[w] for w in wanted if w in named), "")


def locked() -> tuple[Locked, ...]:
    """Every pin of requirements.lock, in its order."""
    blocks = re.split(r"\n(?=[a-z0-9-]+==)", LOCK.read_text(encoding="utf-8"))
    return tuple(_pins(blocks))


def _pins(blocks: Iterable[str]) -> Iterator[Locked]:
    for block in blocks:
        pin = _PIN.match(block.split("\n", 1)[0])
        if pin is not None:
            hashes = tuple(_HASH.findall(block))
            yield Locked(pin["name"], pin["version"], pin["marker"] or "", hashes)


def _spdx(text: str) -> str:
    first = text.strip().split("\n")[0]
    known = SPELLINGS.get(first, first)
    return known if re.fullmatch(r"[A-Za-z0-9.+-]*\d?( (AND|OR) [A-Za-z0-9.+-]+)*", known) else ""


def _metadata(name: str) -> Message:
    """What a package says of itself. Raises PackageNotFoundError where it isn't installed."""
    told = metadata.metadata(name)
    assert isinstance(told, Message), "whose fields may be missing"
    return told


def _classified(told: Message) -> Iterator[str]:
    for classifier in told.get_all("Classifier") or []:
        if classifier.startswith("License :: "):
            yield classifier.rsplit(" :: ", 1)[1]


def needed_by(requirements: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """These requirements and all that they need in turn, each with what it needs itself."""
    found: dict[str, tuple[str, ...]] = {}
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name in found or name in ELSEWHERE:
            continue
        inner = [Requirement(text) for text in metadata.requires(name) or ()]
        wanted = [r for r in inner if _applies(r, one.extras)]
        found[name] = tuple(sorted({canonicalize_name(r.name) for r in wanted}))
        waiting += wanted
    return found


def _applies(requirement: Requirement, extras: Iterable[str]) -> bool:
    if requirement.marker is None:
        return True
    return any(requirement.marker.evaluate({"extra": extra}) for extra in (*extras, ""))
