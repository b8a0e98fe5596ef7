"""The classifier of marks reads what people draw, and knows when it doesn't."""

import dataclasses

import numpy as np
import pytest

from sheetkit.geometry import Box
from sheetkit.pad import find_pad
from sheetkit.reading import ladder, marks
from sheetkit.reading.classifier import CLASSES, Look, members
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import find_ink
from sheetkit.reading.ladder import calibrated, odds_on
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.patches import CELL, LAYERS, NOBODY, SIDE, Patches, neighbours
from sheetkit.reading.template import pixel_slices, template_of
from sheetkit.reading.verdict import Doubt
from training import photos
from training.lessons import lessons_of_photo
from training.photos import lesson

HELD_OUT = range(900_000, 900_006)
"""Photos that the classifier never learned from."""


@pytest.fixture(scope="module")
def sheets():
    """The cells with ink of some photos: patches and what they are."""
    return cells_of(HELD_OUT)


@pytest.fixture(scope="module")
def played():
    """The same of sheets at a game's end, by people who draw no odd strokes."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(photos, "FINISHED", 1.0)
        patched.setattr(photos, "BORROWING", 0.0)
        return cells_of(HELD_OUT)


def cells_of(numbers):
    read = [lessons_of_photo(photo.jpeg, photo.sheets[0]) for photo in map(lesson, numbers)]
    return [one for some in read for one in some]


def votes_on(patches):
    """What every member says at first look: members × cells × classes."""
    return np.stack([member.look(patches).votes for member in members()])


def test_every_member_gives_each_cell_odds_that_add_up_to_one(sheets):
    patches, kinds = sheets[0]
    votes = votes_on(patches)
    assert votes.shape[1:] == (len(kinds), len(CLASSES))
    np.testing.assert_allclose(votes.sum(axis=2), 1, atol=1e-5)


def test_marks_in_photos_are_told_apart(sheets):
    right = [votes_on(p).mean(axis=0).argmax(axis=1) == kinds for p, kinds in sheets]
    assert np.concatenate(right).mean() > 0.93


def sure_of(sheets):
    """Which cells of these sheets the classifier is sure of, and right about."""
    odds = np.concatenate([votes_on(patches).mean(axis=0) for patches, _ in sheets])
    kinds = np.concatenate([kinds for _, kinds in sheets])
    return odds.max(axis=1) > 0.99, odds.argmax(axis=1) == kinds


def test_what_the_classifier_is_sure_of_is_so_however_oddly_people_mark(sheets):
    sure, right = sure_of(sheets)
    assert right[sure].all()


def test_on_played_sheets_the_classifier_is_sure_of_most(played):
    sure, right = sure_of(played)
    assert right[sure].all()
    assert sure.mean() > 0.75


def test_a_sheet_s_cells_may_come_in_any_order(sheets):
    patches, _ = sheets[1]
    order = np.random.default_rng(3).permutation(len(patches.levels))
    shuffled = patches.only(order)
    np.testing.assert_allclose(votes_on(shuffled), votes_on(patches)[:, order], atol=1e-4)


def test_a_cell_looked_at_again_is_classified_by_the_sheet_s_habits(sheets):
    patches, _ = sheets[1]
    some = np.array([0, 5, 2])
    near = patches.with_neighbours(some)
    asked = np.searchsorted(near, some)
    for member in members():
        look = member.look(patches)
        again = member.look_again(patches.only(near), look.habits)
        np.testing.assert_allclose(again[asked], look.votes[some], atol=1e-5)


def test_what_is_beside_a_cell_counts_and_no_more(sheets):
    patches, _ = sheets[1]
    cell = int(np.flatnonzero((patches.beside != NOBODY).all(axis=1))[0])
    near = patches.with_neighbours(np.array([cell]))
    assert set(near) == {cell, *patches.beside[cell]}
    first, *_ = members()
    look = first.look(patches)
    blank = dataclasses.replace(patches, layers=patches.layers.copy())
    for place in range(len(patches.levels)):
        blank.layers[place, 0] = 0
        votes = first.look_again(blank, look.habits)[cell]
        assert np.allclose(votes, look.votes[cell], atol=1e-5) == (place not in near)
        blank.layers[place, 0] = patches.layers[place, 0]


def test_neighbours_are_found_by_where_cells_lie():
    row = [Box(10 * n, 20, 10 * n + 9.5, 29) for n in (0, 1, 3)]
    lower = [Box(30, 30, 39.5, 39)]
    tall = [Box(9.8, 29.5, 19, 44)]
    beside = neighbours([*row, *lower, *tall])
    assert beside.tolist() == [[-1, 1], [0, -1], [-1, -1], [-1, -1], [-1, -1]]
    assert neighbours([]).shape == (0, 2)


def test_mirrored_cells_have_their_neighbours_on_the_other_side(sheets):
    patches, _ = sheets[0]
    down, across, both = patches.mirrored()
    assert (down.beside == patches.beside).all()
    assert (across.beside == patches.beside[:, ::-1]).all()
    assert (both.beside == across.beside).all()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_any_number_of_members_vote(sheets, monkeypatch, count):
    monkeypatch.setattr(ladder, "members", lambda: (members() * 3)[:count])
    right = []
    for patches, kinds in sheets:
        odds = odds_on(patches)
        np.testing.assert_allclose(odds.sum(axis=1), 1, atol=1e-5)
        right.append(odds.argmax(axis=1) == kinds)
    assert np.concatenate(right).mean() > 0.93


def test_what_one_member_doubts_is_not_left_to_it(sheets, monkeypatch):
    first, *others = members()
    patches, _ = sheets[0]
    calm = np.full((len(CLASSES),), 0.01, np.float32)
    calm[0] = 0.95

    class Doubtful:
        def look(self, some):
            look = first.look(some)
            votes = np.where(np.arange(len(look.votes))[:, None] == 0, calm, look.votes)
            return dataclasses.replace(look, votes=votes)

        look_again = first.look_again

    monkeypatch.setattr(ladder, "members", lambda: (Doubtful(), *others))
    changed = odds_on(patches)[0]
    monkeypatch.setattr(ladder, "members", members)
    assert changed.argmax() == odds_on(patches)[0].argmax() != 0


def test_what_one_member_finds_unlikely_or_two_not_likeliest_is_not_sure(sheets, monkeypatch):
    patches, _ = sheets[0]

    class Voting:
        def __init__(self, at_first, later):
            self.at_first, self.later = (
                np.array([*p, 0, 0, 0], np.float32) for p in (at_first, later)
            )

        def look(self, some):
            return Look(np.tile(self.at_first, (len(some.levels), 1)), np.zeros(1, np.float32))

        def look_again(self, some, _):
            return np.tile(self.later, (len(some.levels), 1))

    cross, void, either = (0.1, 0.85, 0.05), (0.02, 0.08, 0.9), (0.1, 0.44, 0.46)
    maybe, surely = (0.08, 0.88, 0.04), (0, 1, 0)
    for second, third, later, sure in (
        (cross, cross, maybe, True),
        (void, cross, maybe, False),
        (either, cross, maybe, True),
        (either, either, maybe, False),
        (void, cross, surely, True),  # as all votes together are
    ):
        voting = (Voting(cross, cross), Voting(second, later), Voting(third, later))
        monkeypatch.setattr(ladder, "members", lambda voting=voting: voting)
        odds = odds_on(patches)
        assert (odds.argmax(axis=1) == 1).all()
        assert (odds[:, 1] > 0.9).all() == sure


@pytest.mark.parametrize("kind", sorted(set(CLASSES) - {"void", "both"}))
def test_what_one_member_is_sure_of_is_left_to_it(sheets, monkeypatch, kind):
    patches, _ = sheets[0]
    sure = np.full((len(patches.levels), len(CLASSES)), 1e-5, np.float32)
    sure[:, CLASSES.index(kind)] = 1 - 5e-5

    class Sure:
        def look(self, some):
            return Look(sure, np.zeros(1, np.float32))

    monkeypatch.setattr(ladder, "members", lambda: (Sure(), None, None))
    assert (odds_on(patches)[:, CLASSES.index(kind)] > 0.995).all()


@pytest.mark.parametrize("kind", ["void", "both"])
def test_what_sheets_seldom_bear_is_never_left_to_one_member(sheets, monkeypatch, kind):
    patches, _ = sheets[0]
    seldom, cross = ([float(name == each) for name in CLASSES] for each in (kind, "cross"))
    monkeypatch.setattr(
        ladder, "members", lambda: (voting(*seldom), voting(*cross), voting(*cross))
    )
    odds = odds_on(patches)
    assert (odds[:, CLASSES.index(kind)] < 0.5).all()


def voting(*votes):
    """A member of the classifier that says the same of every cell."""
    row = np.array(votes, np.float32)

    class Member:
        def look(self, some):
            return Look(np.tile(row, (len(some.levels), 1)), np.zeros(1, np.float32))

        def look_again(self, some, _):
            return np.tile(row, (len(some.levels), 1))

    return Member()


@pytest.mark.parametrize(("void", "looked_again"), [(0.001, False), (0.01, True)])
def test_a_cross_that_may_be_a_scribble_gets_another_look(sheets, monkeypatch, void, looked_again):
    patches, _ = sheets[0]
    first = voting(0, 1 - void, 0, void, 0, 0)
    other = voting(0, 0.01, 0, 0.99, 0, 0)
    monkeypatch.setattr(ladder, "members", lambda: (first, other, other))
    sure_cross = odds_on(patches)[:, CLASSES.index("cross")] > 0.99
    assert (sure_cross != looked_again).all()


def test_the_darkness_of_a_pen_does_not_count(sheets):
    patches, _ = sheets[2]
    paler = patches.layers.copy()
    paler[:, 0] //= 2
    half = dataclasses.replace(patches, layers=paler, levels=patches.levels / 2)
    np.testing.assert_allclose(half.levelled()[:, 0], patches.levelled()[:, 0], atol=0.05)


def test_a_black_cell_on_an_empty_sheet_is_blacked_out():
    layers = np.zeros((1, LAYERS, SIDE, SIDE), np.uint8)
    layers[0, :2, CELL, CELL] = 200
    facts = np.array([[0.95, 1.0, 200 / 255, 0.1, 0.5, 0.3]], np.float32)
    alone = np.full((1, 2), NOBODY)
    odds = votes_on(Patches(layers, np.array([200], np.float32), facts, alone)).mean(axis=0)
    assert CLASSES[int(odds.argmax())] == "void"


def test_one_vote_against_outweighs_several_that_waver():
    like, against = [0.02, 0.96, 0.02, 0, 0, 0], [0.0, 1e-6, 1.0, 0, 0, 0]
    votes = [np.array([row], np.float32) for row in (like, like, like, against)]
    assert calibrated(votes)[0].argmax() == CLASSES.index("skip")
    assert calibrated(votes[:3])[0].argmax() == CLASSES.index("cross")


@pytest.mark.parametrize(
    ("contrast", "empty", "reason"),
    [(1.0, 0.9991, ""), (1.0, 0.9975, Doubt.DARK_INK), (0.6, 0.9975, Doubt.DIM)],
)
def test_ink_on_faded_print_is_nothing_only_where_that_is_very_sure(
    monkeypatch, contrast, empty, reason
):
    template = template_of(find_pad("classic"))
    seen = template.pixels.copy()
    seen[pixel_slices(template.boxes["red.5"].grown(-2.5))] = 90
    blank = estimate_blank(seen, template)
    nothing = np.array([[empty, *[(1 - empty) / 5] * 5]], np.float32)
    monkeypatch.setattr(
        marks, "odds_on", lambda patches, *_: nothing.repeat(len(patches.levels), 0)
    )
    sight = Sight(contrast={"red.5": contrast})
    verdicts = marks.classify_cells(seen, find_ink(seen, blank, template), blank, template, sight)
    assert verdicts["red.5"].reason == reason
