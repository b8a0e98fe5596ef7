"""A name on the sheet's name line is read where it is certain, and else left alone."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

import sheetkit.fonts
from sheetkit.cli.own_pads import shelf_with
from sheetkit.game_files import read_game
from sheetkit.reading import read_photo
from sheetkit.reading.decode import open_pictures
from sheetkit.reading.form import NAME_FIELD
from sheetkit.reading.name_line import has_name, name_in, names_on

SAMPLES = Path(__file__).parents[2] / "samples"
FONT = Path(sheetkit.fonts.__path__[0]) / "NotoSans-Regular.ttf"


def photo_with(name, sample="03-blank.jpg"):
    """A sample photo with a name set into its name line, as wide as the line runs."""
    content = (SAMPLES / sample).read_bytes()
    corners = np.array(read_photo(content).sheets[0].boxes[NAME_FIELD])
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    tall = float(np.linalg.norm(down))
    font = ImageFont.truetype(str(FONT), round(0.55 * tall))
    line = Image.new("L", (round(float(np.linalg.norm(across))), round(tall)), 255)
    ImageDraw.Draw(line).text((0.3 * tall, 0.25 * tall), name, fill=20, font=font)
    height, width = np.array(line).shape
    flat = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    drawn = cv2.warpPerspective(np.array(line), matrix, picture.size, borderValue=255)
    dark = np.minimum(np.array(picture), drawn[:, :, None])
    packed = io.BytesIO()
    Image.fromarray(dark).save(packed, "JPEG", quality=92)
    return packed.getvalue()


@pytest.mark.tesseract
@pytest.mark.parametrize("name", ["Anna", "Ben Miller"])
def test_a_clear_name_is_read(name):
    content = photo_with(name)
    assert names_on(content, read_photo(content)) == {0: name}


@pytest.mark.tesseract
@pytest.mark.parametrize("name", ["", "7", "x4 ~~/"])
def test_what_is_no_name_is_not_taken_for_one(name):
    content = photo_with(name)
    assert names_on(content, read_photo(content)) == {}


@pytest.mark.parametrize("sample", ["03-blank.jpg", "11-curled-tea.jpg", "13-dusk.jpg"])
@pytest.mark.parametrize("name", ["", "Jo"])
def test_a_name_line_is_told_from_an_empty_one(sample, name):
    content = photo_with(name, sample)
    (picture,) = open_pictures(content)
    assert has_name(picture, read_photo(content).sheets[0]) == bool(name)


@pytest.mark.parametrize("error", [OSError, UnboundLocalError, RuntimeError])
def test_without_room_for_tesseract_s_files_no_name_is_read(monkeypatch, error):
    def fails(*_, **__):
        raise error

    monkeypatch.setattr("pytesseract.image_to_data", fails)
    assert name_in(np.full((60, 400), 255, np.uint8)) == ""
    monkeypatch.setattr("pytesseract.image_to_data", lambda *_, **__: {})
    assert name_in(np.full((60, 400), 255, np.uint8)) == ""


def test_without_tesseract_no_name_is_read(monkeypatch):
    monkeypatch.setenv("PATH", "")
    content = photo_with("Anna")
    assert names_on(content, read_photo(content)) == {}


@pytest.mark.tesseract
def test_settle_hears_players_by_their_name_lines_unless_names_are_given(tmp_path):
    file = tmp_path / "left.jpg"
    file.write_bytes(photo_with("Anna"))
    shelf = shelf_with([])
    for wanted, player in ((True, "Anna"), (False, "Left")):
        (found,) = read_game([str(file)], shelf, by_name_line=wanted).found
        assert found.given.player == player
