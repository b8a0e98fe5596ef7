"""Sheets of one photo are read side by side, as far as this process may use more than one core."""

import cv2
import pytest

from sheetkit.reading.threads import each_at_once


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
