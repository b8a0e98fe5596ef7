"""Sheets of one photo are read side by side, as far as this process may use more than one core."""

from concurrent.futures import ThreadPoolExecutor

import cv2
import pytest

from sheetkit.camera import Level
from sheetkit.reading import read_photo, read_photos
from sheetkit.reading.threads import each_at_once
from tests.reading.photos import as_jpeg, photograph, pixels


@pytest.fixture(params=[1, 2])
def threads(request):
    before = cv2.getNumThreads()
    cv2.setNumThreads(request.param)
    yield cv2.getNumThreads()
    cv2.setNumThreads(before)


def test_results_come_in_order_and_opencv_has_its_threads_back(threads):
    assert each_at_once(lambda item: item * item, range(5)) == [0, 1, 4, 9, 16]
    assert cv2.getNumThreads() == threads


def test_side_by_side_nobody_takes_more_threads(threads):
    assert set(each_at_once(lambda _: cv2.getNumThreads(), range(3))) == {1}
    assert each_at_once(lambda _: cv2.getNumThreads(), [0]) == [threads]


def test_what_goes_wrong_is_raised_and_opencv_has_its_threads_back(threads):
    with pytest.raises(ZeroDivisionError):
        each_at_once(lambda item: 1 // item, [1, 0, 2])
    assert cv2.getNumThreads() == threads


@pytest.fixture(scope="module", params=[None, (2600, 2000), (4200, 3100)])
def photo(request):
    """A hard photo as it is, and enlarged: what is decoded smaller takes other ways."""
    taken = photograph("mixed-a", seed=12, level=Level.HARD)
    return as_jpeg(cv2.resize(pixels(taken), request.param)) if request.param else taken.jpeg


def test_a_photo_is_read_the_same_on_any_number_of_cores(photo):
    """Not only the same marks: the same odds to the last digit, and every corner."""
    before, read = cv2.getNumThreads(), []
    try:
        for threads in (1, 2, 3):
            cv2.setNumThreads(threads)
            read.append(read_photo(photo))
    finally:
        cv2.setNumThreads(before)
    assert read[0].sheets
    assert read[0] == read[1] == read[2]


def test_photos_on_threads_leave_the_number_of_threads_as_it_is(monkeypatch):
    monkeypatch.setattr("sheetkit.reading.many.read_photo", lambda *_, **__: cv2.getNumThreads())
    before = cv2.getNumThreads()
    with ThreadPoolExecutor(1) as pool:
        assert [told for _, told in read_photos([b"a"], pool)] == [before]
    assert cv2.getNumThreads() == before
