"""What all tests share."""

import os
import shutil

import pytest


def pytest_runtest_setup(item):
    """Skip what needs Tesseract where it is missing, or fail; install only where asked to."""
    if item.get_closest_marker("tesseract") and shutil.which("tesseract") is None:
        if os.environ.get("SHEETKIT_TESSERACT_REQUIRED"):
            pytest.fail("Tesseract is missing and was required; tests/get-tesseract.sh gets it")
        pytest.skip("Tesseract is not installed")
    if item.get_closest_marker("install") and not os.environ.get("SHEETKIT_INSTALL_REQUIRED"):
        pytest.skip("installs from the network; make install-test runs it, and CI does")
