"""From photos to lessons: what is read in parts is one."""

import json
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from sheetkit.reading.patches import NOBODY
from training.lessons import lessons_in, lessons_of_photo
from training.photos import HELD_OUT, lesson, photos_in

NUMBERS = (900_000, 900_001, 900_004)


@pytest.fixture
def one_thread():
    """As lessons are read: with several OpenCV rounds otherwise."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(threads)


@pytest.mark.usefixtures("one_thread")
def test_the_lessons_of_several_photos_stay_apart(tmp_path):
    alone = []
    for number in NUMBERS:
        photo = lesson(number)
        (truth,) = photo.sheets
        told = {"sheet": truth.sheet, "marks": dict(truth.marks), "hidden": sorted(truth.hidden)}
        (tmp_path / f"{number}.jpg").write_bytes(photo.jpeg)
        (tmp_path / f"{number}.json").write_text(json.dumps(told))
        ((patches, kinds),) = lessons_of_photo(photo.jpeg, truth)
        alone.append((patches, kinds))
    with ThreadPoolExecutor(1) as executor:
        lessons = lessons_in(sorted(tmp_path.glob("*.jpg")), executor)
    for some, (patches, kinds) in zip(lessons.by_sheet(), alone, strict=True):
        np.testing.assert_array_equal(some.kinds, kinds)
        np.testing.assert_array_equal(some.layers, patches.layers)
        np.testing.assert_array_equal(some.beside, patches.beside)
    assert (lessons.beside == NOBODY).any()


def test_every_tenth_photo_is_held_out(tmp_path):
    for number in range(3 * HELD_OUT):
        (tmp_path / f"{number:05}.jpg").touch()
    learned, held_out = photos_in(tmp_path)
    assert {photo.stem for photo in held_out} == {"00000", "00010", "00020"}
    assert len(learned) == 27
    assert not {*learned} & {*held_out}
