"""``sheetkit doctor`` says what is missing and how to get it."""

import importlib.metadata
import importlib.util
import re
import shutil

from typer.testing import CliRunner

from sheetkit.cli.main import app

RUNNER = CliRunner()


def lines():
    done = RUNNER.invoke(app, ["doctor"])
    return done.exit_code, {line.split()[1]: line for line in done.output.splitlines()}


def test_everything_needed_is_there():
    status, said = lines()
    assert status == 0
    assert {"Python", "pads", "reportlab", "OpenCV", "zxing-cpp", "pypdfium2"} <= set(said)
    assert "NotoSansHebrew-Bold" in said["fonts"]
    assert " ru" in said["sheets"]
    assert " de," in said["verdicts"]


def test_a_missing_tesseract_is_no_error_but_told(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    status, said = lines()
    assert status == 0
    assert said["Tesseract"].startswith("missing")
    assert "apt-get install tesseract-ocr" in said["Tesseract"]


def test_a_tesseract_without_english_is_told(monkeypatch, tmp_path):
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\necho tesseract 5.3.0\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    _, said = lines()
    assert said["Tesseract"].startswith("missing")
    assert "apt-get install tesseract-ocr-eng" in said["Tesseract"]


def test_a_tesseract_that_cannot_be_run_is_told(monkeypatch, tmp_path):
    program = tmp_path / "tesseract"
    program.write_bytes(b"\x7fELF, but no more")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    status, said = lines()
    assert status == 0
    assert "can't be run" in said["Tesseract"]


def test_a_missing_library_is_an_error(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    status, said = lines()
    assert status == 3
    assert said["OpenCV"].startswith("missing")
    assert "pip install pillow-heif" in said["HEIC"]


def test_every_library_that_comes_with_sheetkit_is_looked_for(monkeypatch):
    sought = []
    monkeypatch.setattr(importlib.util, "find_spec", sought.append)
    lines()
    modules = importlib.metadata.packages_distributions()
    for line in importlib.metadata.requires("sheetkit"):
        name = re.match(r"[\w-]+", line)[0]
        if ";" not in line and name != "typer":  # without which no command runs
            own = [
                m for m, names in modules.items() if name in (n.replace("_", "-") for n in names)
            ]
            assert not set(sought).isdisjoint(own), name
