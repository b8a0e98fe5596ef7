"""A printed pad for the camera's tests."""

from types import SimpleNamespace

import pytest

from sheetkit.camera.printed import print_for
from sheetkit.pad import find_pad
from sheetkit.printing import Order


@pytest.fixture(scope="session")
def pad():
    """Four Classic sheets: their PDF, and where everything is."""
    pdf, sheets = print_for(Order(find_pad("classic"), 4, 7))
    return SimpleNamespace(pdf=pdf, sheets=sheets)
