import cv2
import numpy as np
import pytest

from sheetkit.design.marker import MODULES, marker_rows, markers


@pytest.mark.parametrize("marker_id", range(4))
def test_markers_are_those_of_opencv(marker_id: int) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    image = cv2.aruco.generateImageMarker(dictionary, marker_id, MODULES)
    ours = np.array([[c == "1" for c in row] for row in marker_rows(marker_id)])
    assert np.array_equal(ours, image == 0)


def test_markers_go_clockwise_from_the_top_left() -> None:
    boxes = [marker.box for marker in markers()]
    assert [marker.id for marker in markers()] == [0, 1, 2, 3]
    assert boxes[0].left < boxes[1].left
    assert boxes[1].top < boxes[2].top
    assert boxes[3].left == boxes[0].left
    assert all(box.width >= 7 for box in boxes)
