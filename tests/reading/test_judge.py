"""The judge of marks reads what people draw, and knows when it doesn't."""

import numpy as np
import pytest

from sheetkit.reading.judge import CLASSES, Judge, trained_judge
from sheetkit.reading.patches import CELL, SIDE, levelled, stroke_levels
from training.cells import patch_set

CELLS = 300


@pytest.fixture(scope="module")
def drawn():
    patches, levels, sizes, kinds = patch_set(CELLS, np.random.default_rng(99))
    return levelled(patches, stroke_levels(patches, levels)), sizes, kinds


def test_every_member_gives_each_cell_odds_that_add_up_to_one(drawn):
    patches, sizes, _ = drawn
    votes = trained_judge().votes(patches, sizes)
    assert votes.shape == (len(trained_judge().members), CELLS, len(CLASSES))
    np.testing.assert_allclose(votes.sum(axis=2), 1, atol=1e-5)


def test_drawn_marks_are_told_apart(drawn):
    patches, sizes, kinds = drawn
    odds = trained_judge().votes(patches, sizes).mean(axis=0)
    assert (odds.argmax(axis=1) == kinds).mean() > 0.95


def test_a_clean_cell_is_empty_and_a_black_one_blacked_out():
    patches = np.zeros((2, SIDE, SIDE), np.float32)
    patches[1, CELL, CELL] = 1
    odds = trained_judge().votes(patches, np.full((2, 2), 9.5, np.float32)).mean(axis=0)
    assert [CLASSES[best] for best in odds.argmax(axis=1)] == ["empty", "void"]


def test_a_convolution_is_what_its_definition_says():
    rng = np.random.default_rng(1)
    shapes = {"conv0": (25, 2), "conv1": (18, 3), "conv2": (27, 4), "dense0": (4 * 4 * 4 + 2, 5)}
    member = {"dense1.weight": rng.normal(0, 1, (5, 5)), "dense1.bias": np.zeros(5)}
    for name, shape in shapes.items():
        member[f"{name}.weight"] = rng.normal(0, 0.3, shape)
        member[f"{name}.bias"] = rng.normal(0, 0.3, shape[1])
    member = {name: value.astype(np.float32) for name, value in member.items()}
    patch, size = rng.random((SIDE, SIDE)), np.array([9.0, 10.0])
    found = Judge((member,)).votes(patch[None].astype(np.float32), size[None].astype(np.float32))
    np.testing.assert_allclose(found[0, 0], slowly(member, patch, size), atol=1e-4)


def slowly(member, patch, size):
    """The same network, point by point."""
    value = patch[..., None]
    for name, side, step, pooled in (
        ("conv0", 5, 2, False),
        ("conv1", 3, 1, True),
        ("conv2", 3, 1, True),
    ):
        value = convolved(value, member[f"{name}.weight"], member[f"{name}.bias"], side, step)
        if pooled:
            half = [n // 2 for n in value.shape[:2]]
            value = np.array(
                [
                    [
                        value[2 * y : 2 * y + 2, 2 * x : 2 * x + 2].max((0, 1))
                        for x in range(half[1])
                    ]
                    for y in range(half[0])
                ]
            )
    seen = np.concatenate([value.ravel(), size / 10])
    hidden = np.maximum(seen @ member["dense0.weight"] + member["dense0.bias"], 0)
    powers = np.exp(hidden @ member["dense1.weight"] + member["dense1.bias"])
    return powers / powers.sum()


def convolved(value, weight, bias, side, step):
    edge = side // 2
    padded = np.pad(value, ((edge, edge), (edge, edge), (0, 0)))
    return np.array(
        [
            [
                np.maximum(padded[y : y + side, x : x + side].ravel() @ weight + bias, 0)
                for x in range(0, value.shape[1], step)
            ]
            for y in range(0, value.shape[0], step)
        ]
    )
