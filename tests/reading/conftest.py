"""Photos of sheets, simulated once a run."""

import pytest

from tests.reading.photos import photograph


@pytest.fixture(scope="session")
def photo():
    return photograph()


@pytest.fixture(scope="session")
def blank_photo():
    return photograph(marks={}, seed=5)
