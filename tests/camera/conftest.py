"""A printed pad for the camera's tests."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from sheetkit.camera import read_map
from sheetkit.cli.main import app


@pytest.fixture(scope="session")
def pad(tmp_path_factory):
    """Four Classic sheets: their PDF, and where everything is."""
    folder = Path(tmp_path_factory.mktemp("pad"))
    pdf, pad_map = folder / "pad.pdf", folder / "pad.json"
    command = f"print classic --sheets 4 --seed 7 -o {pdf} --map {pad_map}"
    done = CliRunner().invoke(app, command.split())
    assert done.exit_code == 0, done.output
    return SimpleNamespace(pdf=pdf.read_bytes(), sheets=read_map(pad_map))
