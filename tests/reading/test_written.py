"""Numbers written by hand are read, and nothing else is taken for a number."""

import json
from pathlib import Path

import numpy as np
import pytest

from sheetkit.camera import Level, take
from sheetkit.camera.printed import print_for
from sheetkit.pad import find_pad
from sheetkit.printing import Order
from sheetkit.reading import read_photo, written
from sheetkit.reading.patches import FIELD_SHAPE
from sheetkit.reading.written import (
    DIGITS,
    LENGTHS,
    SIGNS,
    number_fields,
    odds_of,
    surer,
    weighed,
)
from sheetkit.rules import judge
from sheetkit.scoresheet import Written
from training.number_lessons import ABSENT, Sources, drawn_forms, labels_of, lesson

SAMPLES = Path(__file__).parents[2] / "samples"
MARKS = {"red.3": "cross", "red.5": "cross", "blue.11": "cross", "penalty.1": "cross"}
RIGHT = {"red": "3", "yellow": "0", "green": "0", "blue": "1", "penalties": "5", "total": "-1"}


def photographed(written, *, pad="classic", language="en", level=Level.EASY, seed=3, marks=MARKS):
    """The only sheet read from a photo of a sheet on which that was marked and written."""
    pdf, (sheet,) = print_for(Order(find_pad(pad), 1, 7, language))
    photo = take(
        pdf, [sheet], {sheet.sheet: marks}, level, np.random.default_rng(seed),
        written={sheet.sheet: written},
    )  # fmt: skip
    (read,) = read_photo(photo.jpeg).sheets
    return read


def sure(read):
    return {field: number.value for field, number in read.written.items() if number.sure}


def drawn(count, seed):
    """Fields with numbers of forms that training never drew, and what they are."""
    rng = np.random.default_rng([990_000, seed])
    clean = np.zeros((1, 2, *FIELD_SHAPE), np.uint8)
    sources = Sources(drawn_forms(rng, 40), (), clean, clean[:, 0])
    made = [lesson(rng, sources, 0.0) for _ in range(count)]
    return np.array([layers for layers, _ in made]), np.array([labels for _, labels in made])


def test_a_number_s_labels_are_its_length_its_sign_and_its_digits():
    assert labels_of("-70").tolist() == [2, 1, 7, 0, *[ABSENT] * 4]
    assert labels_of("").tolist() == [0, *[ABSENT] * 7]


def test_what_is_certain_of_drawn_numbers_is_right_and_much_is_certain():
    layers, labels = drawn(300, 1)
    odds = odds_of(layers)
    read = [weighed(odds[:, place]) for place in range(len(layers))]
    certain = [n for n, number in enumerate(read) if number and number.sure]
    for n in certain:
        value, digits = abs(read[n].value), [d for d in labels[n, 2:5].tolist() if d != ABSENT]
        assert [int(digit) for digit in str(value)] == digits
        assert value == 0 or (read[n].value < 0) == (labels[n, 1] == 1)
    assert len(certain) > 0.3 * (labels[:, 0] > 0).sum()


@pytest.mark.parametrize("seed", [3, 8])
def test_numbers_in_a_photo_are_read(seed):
    written = {"red": "45", "yellow": "28", "green": "6", "blue": "93", "total": "167"}
    read = photographed(written, seed=seed)
    assert sure(read).items() <= {field: int(text) for field, text in written.items()}.items()
    assert len(sure(read)) >= 3


@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_a_field_in_which_nothing_is_written_is_absent(language):
    assert photographed({}, language=language).written == {}


def test_a_smear_is_no_number():
    rng = np.random.default_rng(4)
    layers = np.zeros((20, 2, *FIELD_SHAPE), np.uint8)
    for patch in layers[:, 0]:
        x, y = rng.integers(10, 40), rng.integers(4, 12)
        patch[y : y + rng.integers(8, 16), x : x + rng.integers(10, 25)] = rng.integers(40, 200)
    odds = odds_of(layers)
    read = [weighed(odds[:, place]) for place in range(len(layers))]
    assert not any(number and number.sure for number in read)


def test_a_right_total_is_no_finding_and_a_wrong_one_is():
    (read,) = read_photo(SAMPLES / "16-wrong-total.jpg").sheets
    truth = json.loads((SAMPLES / "16-wrong-total.json").read_text())["sheets"][0]["written"]
    assert {field: number.value for field, number in read.written.items()} == {
        field: int(text) for field, text in truth.items()
    }
    (finding,) = judge(read.scoresheet()).findings
    assert (finding.code, finding.cells) == ("written-wrong", ("write.total",))
    rightly = photographed(RIGHT)
    assert sure(rightly)
    assert judge(rightly.scoresheet()).legal


def test_of_two_readings_the_surer_number_counts():
    one = {"red": Written(7, 0.6), "blue": Written(3, 0.99)}
    other = {"red": Written(1, 0.9), "blue": Written(8, 0.5), "total": Written(70, 0.7)}
    assert surer(one, other) == {
        "red": Written(1, 0.9), "blue": Written(3, 0.99), "total": Written(70, 0.7),
    }  # fmt: skip


def votes_on(value, *shares):
    """Votes on one field, each of which gives the number that share at its first digit."""
    votes = np.zeros((len(shares), 36), np.float32)
    votes[:, [LENGTHS.start + len(value), SIGNS.start]] = 1
    for place, digit in zip(DIGITS, value, strict=False):
        votes[:, place.start + int(digit)] = 1
    votes[:, DIGITS[0].start + int(value[0])] = shares
    return votes


@pytest.mark.parametrize(
    ("shares", "confidence"), [((1, 1), 1.0), ((0.97, 1), 0.9409), ((1, 0.98), 0.9604)]
)
def test_a_number_is_as_sure_as_the_vote_that_doubts_it_most(shares, confidence):
    number = weighed(votes_on("70", *shares))
    assert (number.value, number.confidence) == (70, pytest.approx(confidence, abs=1e-4))


@pytest.mark.parametrize(("confidence", "read"), [(0.49, False), (0.5, True)])
def test_a_number_than_which_any_other_is_as_likely_is_not_read(monkeypatch, confidence, read):
    number = Written(3, confidence)
    monkeypatch.setattr(written, "weighed", lambda _odds: number)
    assert (photographed({"red": "3"}).written == {"red": number}) == read


def test_names_and_dates_are_no_numbers():
    assert number_fields(find_pad("on-board")) == (
        "write.red", "write.yellow", "write.green", "write.blue", "write.penalties",
        "write.board", "write.total",
    )  # fmt: skip
