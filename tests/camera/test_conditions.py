"""Each level has its ingredients, in the shares that it promises."""

import numpy as np
import pytest

from sheetkit.camera import Level, PenKind, draw_conditions, draw_writer
from sheetkit.camera.conditions import Ground, ShadowKind
from sheetkit.camera.gestures import CrossStyle, SkipStyle, VoidStyle
from sheetkit.camera.levels import SEVERITIES

PHOTOS = 600


@pytest.fixture(scope="module")
def drawn():
    return {
        level: [draw_conditions(level, np.random.default_rng(seed)) for seed in range(PHOTOS)]
        for level in Level
    }


def share(conditions, is_so):
    return sum(bool(is_so(each)) for each in conditions) / len(conditions)


def test_the_same_seed_draws_the_same_conditions():
    first, again = (draw_conditions(Level.HARD, np.random.default_rng(9)) for _ in range(2))
    assert first == again


def test_easy_is_flat_bright_and_clear(drawn):
    easy = drawn[Level.EASY]
    assert share(easy, lambda c: c.lighting.shadow > 0) == 0
    assert share(easy, lambda c: c.thumb > 0) == 0
    assert share(easy, lambda c: c.framing.tilt > 12) == 0
    assert share(easy, lambda c: c.lens.motion > 0) == 0


INGREDIENTS = {
    "tilted by more than 30°": (lambda c: c.framing.tilt > 30, 0.08),
    "turned by a quarter or more": (lambda c: abs(c.framing.roll) > 60, 0.3),
    "upside down": (lambda c: abs(c.framing.roll) > 140, 0.1),
    "stored turned": (lambda c: c.sensor.orientation != 1, 0.4),
    "sheet under half the width": (lambda c: c.framing.fill < 0.5, 0.1),
    "two megapixels": (lambda c: c.framing.width * c.framing.height < 2.2e6, 0.1),
    "twenty megapixels and more": (lambda c: c.framing.width * c.framing.height > 18e6, 0.1),
    "printed small": (lambda c: c.printing.scale < 0.95, 0.2),
    "printed in grey": (lambda c: c.printing.grey, 0.25),
    "faded toner": (lambda c: c.printing.fade > 0.3, 0.3),
    "cut askew of the line": (lambda c: c.printing.scissors != 0, 0.3),
    "tea stain": (lambda c: c.paper.stain > 0, 0.1),
    "curled": (lambda c: c.bend.turns, 0.6),
    "folded": (lambda c: any(t.width < 5 for t in c.bend.turns), 0.1),
    "folds with a line": (
        lambda c: c.paper.crease > 0.05 and any(t.width < 5 for t in c.bend.turns),
        0.05,
    ),
    "rubbed out": (lambda c: c.paper.rubbed_out > 0, 0.3),
    "greys printed as dots": (lambda c: c.printing.screen > 0, 0.1),
    "on coloured paper": (lambda c: max(c.paper.tint) - min(c.paper.tint) > 0.13, 0.05),
    "whitened by a scanning program": (lambda c: c.sensor.whitened > 0, 0.08),
    "contrast raised in places": (lambda c: c.sensor.local_contrast > 0, 0.2),
    "warm light": (lambda c: c.lighting.gains[0] < 0.75, 0.1),
    "cold light": (lambda c: c.lighting.gains[0] > 1.05, 0.1),
    "dusk": (lambda c: c.lighting.brightness < 0.4, 0.1),
    "deep shadow": (lambda c: c.lighting.shadow > 0.4, 0.2),
    "shadow with a hard edge": (
        lambda c: c.lighting.shadow > 0 and c.lighting.penumbra < 0.02,
        0.15,
    ),
    "a hand's shadow": (lambda c: c.lighting.shadow_kind is ShadowKind.HAND, 0.1),
    "a phone's shadow": (lambda c: c.lighting.shadow_kind is ShadowKind.PHONE, 0.1),
    "the shade of leaves": (lambda c: c.lighting.shadow_kind is ShadowKind.LEAVES, 0.03),
    "the shade of a blind": (lambda c: c.lighting.shadow_kind is ShadowKind.BLIND, 0.03),
    "glare": (lambda c: c.lighting.glare > 0.1, 0.15),
    "flash": (lambda c: c.lighting.flash > 0, 0.08),
    "a lamp's flicker": (lambda c: c.lighting.flicker > 0, 0.08),
    "veiled by a dirty lens": (lambda c: c.lens.veil > 0.08, 0.3),
    "sharp in the middle only": (lambda c: c.lens.depth > 0, 0.2),
    "out of focus": (lambda c: c.lens.defocus > 0.12, 0.15),
    "blurred by motion": (lambda c: c.lens.motion > 0.1, 0.15),
    "noisy": (lambda c: c.sensor.shot_noise > 0.03, 0.2),
    "denoised to a smear": (lambda c: c.sensor.denoise > 0.6, 0.2),
    "sharpened": (lambda c: c.sensor.sharpen > 1, 0.2),
    "JPEG under 60": (lambda c: c.sensor.quality < 60, 0.2),
    "whole colour": (lambda c: c.sensor.subsampling == "444", 0.15),
    "thumb": (lambda c: c.thumb > 0, 0.1),
    "things about": (lambda c: c.clutter > 2, 0.3),
}


@pytest.mark.parametrize("ingredient", INGREDIENTS)
def test_hard_has_it(drawn, ingredient):
    is_so, at_least = INGREDIENTS[ingredient]
    assert share(drawn[Level.HARD], is_so) >= at_least


def test_every_level_is_harder_than_the_one_before(drawn):
    def mean(level, measure):
        return float(np.mean([measure(each) for each in drawn[level]]))

    for measure in (
        lambda c: c.framing.tilt,
        lambda c: c.printing.fade,
        lambda c: c.lens.defocus,
        lambda c: c.sensor.shot_noise,
        lambda c: -c.sensor.quality,
        lambda c: c.lighting.slope,
        lambda c: sum(abs(t.degrees) for t in c.bend.turns),
        lambda c: -c.framing.fill,
    ):
        means = [mean(level, measure) for level in Level]
        assert means == sorted(means)


def test_every_ground_is_there(drawn):
    assert {each.ground for each in drawn[Level.EASY]} == set(Ground) - {Ground.LID}


def test_people_differ():
    people = [draw_writer(np.random.default_rng(seed)) for seed in range(PHOTOS)]
    assert {p.pen.kind for p in people} == set(PenKind)
    assert {p.cross for p in people} == set(CrossStyle)
    assert {p.skip for p in people} == set(SkipStyle)
    assert {p.void for p in people} == set(VoidStyle)
    assert {"black", "blue", "red", "green", "graphite"} < {p.pen.colour for p in people}
    widths = [p.pen.width for p in people]
    assert min(widths) < 0.32
    assert max(widths) > 1.4
    assert sum(p.pen.kind is PenKind.PENCIL for p in people) > 0.15 * PHOTOS


def test_a_few_people_take_another_pen_now_and_then():
    people = [draw_writer(np.random.default_rng(seed)) for seed in range(PHOTOS)]
    assert 0 < sum(p.other_pen is not None for p in people) < 0.06 * PHOTOS
    neat = [draw_writer(np.random.default_rng(seed), neat=True) for seed in range(PHOTOS)]
    assert all(p.other_pen is None for p in neat)


def test_a_neat_writer_keeps_to_cross_and_tick():
    people = [draw_writer(np.random.default_rng(seed), neat=True) for seed in range(60)]
    assert {p.cross for p in people} == {CrossStyle.X, CrossStyle.TICK}


def test_levels_stay_within_what_is_asked_of_them():
    for level, severity in SEVERITIES.items():
        assert severity.scale[0] >= 0.9, level
        assert severity.scale[1] <= 1.05, level
        assert severity.tilt[1] <= 40, level
        assert severity.quality[0] >= 40, level
