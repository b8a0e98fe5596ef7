"""``sheetkit doctor``: what is there on this machine, and what to do about what isn't."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

import sheetkit
from sheetkit.cli.exit_status import UNREAD

_LIBRARIES = (
    ("reportlab", "reportlab", "prints pads"),
    ("python-bidi", "bidi", "prints what is written from the right"),
    ("reshaper", "arabic_reshaper", "prints Arabic"),
    ("OpenCV", "cv2", "reads photos"),
    ("NumPy", "numpy", "reads photos"),
    ("Pillow", "PIL", "reads and writes pictures"),
    ("zxing-cpp", "zxingcpp", "reads and writes QR codes"),
    ("pypdfium2", "pypdfium2", "reads PDF pages"),
    ("pypdf", "pypdf", "reads PDF forms"),
    ("pytesseract", "pytesseract", "asks Tesseract"),
    ("rich", "rich", "shows progress"),
)
"""What sheetkit can't do without: a library, its module, what it does here."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One part looked at: whether it is there, and what it takes to get it."""

    part: str
    there: bool
    said: str
    needed: bool = False


def doctor() -> None:
    """Say what sheetkit finds on this machine, and what is missing.

    Example: sheetkit doctor
    """
    findings = list(_look())
    for finding in findings:
        sign = "ok     " if finding.there else "missing"
        typer.echo(f"{sign}  {finding.part:12} {finding.said}")
    if any(finding.needed and not finding.there for finding in findings):
        raise typer.Exit(UNREAD)


def _look() -> Iterator[Finding]:
    from sheetkit.pad import layouts_folder, pad_names

    yield Finding("Python", there=True, said=platform.python_version())
    pads = pad_names()
    yield Finding(
        "pads",
        bool(pads),
        f"{len(pads)} in {layouts_folder()}" if pads else "reinstall sheetkit",
        needed=True,
    )
    for part, module, purpose in _LIBRARIES:
        there = importlib.util.find_spec(module) is not None
        yield Finding(part, there, purpose if there else "reinstall sheetkit", needed=True)
    yield from _carried()
    heif = importlib.util.find_spec("pillow_heif") is not None
    yield Finding(
        "HEIC",
        heif,
        "reads iPhone photos" if heif else "for iPhone photos: pip install pillow-heif",
    )
    yield _tesseract()
    dask = importlib.util.find_spec("distributed") is not None
    yield Finding(
        "Dask",
        dask,
        "shares scans among machines" if dask else "for scan --cluster: pip install distributed",
    )


def _carried() -> Iterator[Finding]:
    """What comes with the package itself: fonts, and the words of each language."""
    from sheetkit.design.words import language_names
    from sheetkit.report.words import report_languages

    fonts = sorted(Path(sheetkit.__file__).with_name("fonts").glob("*.ttf"))
    sheets, reports = language_names(), report_languages()
    for part, there, said in (
        ("fonts", bool(fonts), f"{len(fonts)}: {', '.join(font.stem for font in fonts)}"),
        ("sheets in", bool(sheets), ", ".join(sheets)),
        ("verdicts in", bool(reports), ", ".join(reports)),
    ):
        yield Finding(part, there, said if there else "reinstall sheetkit", needed=True)


def _tesseract() -> Finding:
    """The program and its English data, which the letters of codes are read with."""
    if shutil.which("tesseract") is None:
        said = "for printed codes whose QR is lost: apt-get install tesseract-ocr, or the like"
        return Finding("Tesseract", there=False, said=said)
    version = _said_by("tesseract", "--version").split("\n")[0].removeprefix("tesseract").strip()
    if not version:
        said = "it is there, but can't be run: install it anew"
        return Finding("Tesseract", there=False, said=said)
    if "eng" not in _said_by("tesseract", "--list-langs").split():
        said = f"{version} lacks its English data: apt-get install tesseract-ocr-eng, or the like"
        return Finding("Tesseract", there=False, said=said)
    return Finding("Tesseract", there=True, said=f"{version}, reads codes whose QR is lost")


def _said_by(*command: str) -> str:
    """What a program says; nothing where it can't be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout or done.stderr
