"""The photos in ``samples/`` are what their truth and README say, and can be made again."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from sheetkit.camera import read_map, render_pad
from sheetkit.cli.main import app
from tools.samples import SAMPLES, readme, take_sample

FOLDER = Path(__file__).parents[2] / "samples"
BY_NAME = {sample.name: sample for sample in SAMPLES}


def test_there_are_a_dozen_from_easy_to_hard():
    levels = [str(sample.level) for sample in SAMPLES]
    assert len(levels) >= 12
    assert set(levels) == {"easy", "ordinary", "hard"}
    assert levels == sorted(levels, key=["easy", "ordinary", "hard"].index)


def test_the_folder_holds_them_and_stays_small():
    photos = {path.stem for path in FOLDER.glob("*.jpg")}
    assert photos == set(BY_NAME)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 6_000_000


def test_the_readme_tells_of_each():
    assert (FOLDER / "README.md").read_text() == readme(SAMPLES)


def test_the_pad_is_as_it_would_be_printed_now(tmp_path):
    """The reader compares a photo with today's design: `make samples` after changing it."""
    command = ["print", "classic", "--sheets", "8", "--seed", "2026"]
    words = [*command, "-o", str(tmp_path / "pad.pdf"), "--map", str(tmp_path / "pad.json")]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert read_map(tmp_path / "pad.json") == read_map(FOLDER / "pad.json"), "make samples"
    now, then = (
        render_pad(folder / "pad.pdf", 1, px_per_mm=4).astype(int) for folder in (tmp_path, FOLDER)
    )
    assert np.abs(now - then).mean() < 0.05, "make samples"


@pytest.mark.parametrize("name", BY_NAME)
def test_the_truth_is_about_sheets_of_the_pad(name):
    truth = json.loads((FOLDER / f"{name}.json").read_text())
    codes = [sheet.sheet for sheet in read_map(FOLDER / "pad.json")]
    assert [sheet["sheet"] for sheet in truth["sheets"]] == [
        codes[number] for number in BY_NAME[name].sheets
    ]
    for sheet in truth["sheets"]:
        assert (np.array(sheet["corners"]) > 0).all()
        assert (np.array(sheet["corners"]) < truth["size"]).all()
        assert bool(sheet["hidden"]) == bool(BY_NAME[name].changes.get("covers"))


@pytest.mark.parametrize("name", ["01-felt", "13-dusk"])
def test_a_sample_can_be_made_again(name):
    """To the pixel but for rounding: JPEG decoders and vector units differ a little."""
    sheets = read_map(FOLDER / "pad.json")
    photo = take_sample(BY_NAME[name], (FOLDER / "pad.pdf").read_bytes(), sheets)
    stored = cv2.imread(str(FOLDER / f"{name}.jpg"))
    again = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert stored.shape == again.shape
    assert np.abs(stored.astype(int) - again).mean() < 0.5
    assert photo.truth() == json.loads((FOLDER / f"{name}.json").read_text())
