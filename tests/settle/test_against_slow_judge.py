"""Explained or refuted exactly as the slow judge says, on a pad small enough for it."""

import random

import pytest

from sheetkit.game_log import OUT
from sheetkit.pad import find_pad
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given, judged
from sheetkit.settle.rolls import Answer, settle_rolls
from sheetkit.settle.throws import RollLog, ThrownDice
from tests.settle.slow_judge import all_final_sheets
from tests.settle.tiny import TWO_PLAYERS

PAD = (
    TWO_PLAYERS.format(name="tiny", prefix="XX")
    + """
[[row]]
name = "red"
numbers = [2, 3, 4]
[[row]]
name = "blue"
numbers = [4, 3, 2]
[closing]
numbers = 1
crosses_before = 1
[penalties]
boxes = 3
points = -5
[end]
closed_rows = 2
"""
)
ROWS = {"red": [2, 3, 4], "blue": [4, 3, 2]}
PLAYERS = ("A", "B")
UNPLAYABLE = (0, 12, 17, 20, 33, 34, 40, 45, 50, 51, 63, 65, 68)
"""Seeds of logs in which a die is out whose row nobody can have closed by then."""
PLAYABLE = [seed for seed in [*range(73), 113] if seed not in UNPLAYABLE]


@pytest.fixture(scope="module")
def pad(tmp_path_factory):
    file = tmp_path_factory.mktemp("pads") / "tiny.toml"
    file.write_text(PAD)
    return find_pad(str(file))


def random_log(pad, rng, turns):
    out = rng.choice([None, "red", "blue"])
    left = rng.randint(2, turns)
    throws = []
    for turn in range(turns):
        colours = tuple(OUT if name == out and turn >= left else rng.randint(1, 2) for name in ROWS)
        whites = (rng.randint(1, 2), rng.randint(1, 2))
        throws.append(ThrownDice(PLAYERS[turn % 2], whites, colours))
    return RollLog(pad, PLAYERS, tuple(throws))


def finals_of(log):
    throws = [
        (t.player, t.whites, {c: d for c, d in zip(ROWS, t.colours, strict=True) if d != OUT})
        for t in log.throws
    ]
    return all_final_sheets(ROWS, 1, 2, 3, throws, PLAYERS)


def ask(pad, log, sheets):
    given = [
        Given(player, Scoresheet(pad, dict.fromkeys(sorted(cells), Mark.CROSS)))
        for player, cells in zip(PLAYERS, sheets, strict=True)
    ]
    return settle_rolls(log, judged(given, frozenset()))


def changed(sheets, rng):
    """The sheets with one number turned over, locks along with closing numbers."""
    player = rng.randrange(2)
    colour = rng.choice(list(ROWS))
    number = rng.choice(ROWS[colour])
    turned = {f"{colour}.{number}"}
    if number == ROWS[colour][-1]:
        turned.add(f"{colour}.lock")
    one = sheets[player] ^ turned
    return tuple(one if n == player else each for n, each in enumerate(sheets))


def agree(final, sheets, marks):
    """Whether a final state looks like the sheets in these cells."""
    return all(
        (cell in final[PLAYERS.index(player)]) == (cell in sheets[PLAYERS.index(player)])
        for player, cells in marks
        for cell in cells
    )


@pytest.mark.parametrize("seed", PLAYABLE)
def test_the_answers_and_the_cores(pad, seed):
    rng = random.Random(seed)
    log = random_log(pad, rng, rng.randint(2, 5))
    finals = finals_of(log)
    assert finals
    for _ in range(4):
        sheets = rng.choice(sorted(finals, key=lambda f: [sorted(s) for s in f]))
        assert ask(pad, log, sheets).answer is Answer.EXPLAINED
        other = changed(sheets, rng)
        verdict = ask(pad, log, other)
        assert (verdict.answer is Answer.EXPLAINED) == (other in finals)
        assert verdict.answer is not Answer.OPEN
        for proof in verdict.proofs:
            if proof.reason is None:
                continue
            assert not any(agree(final, other, proof.between.marks) for final in finals)
            assert proof.irreducible
            _nothing_can_be_spared(finals, other, proof.between.marks)
            _needed_cells_are_in_every_proof(finals, other, proof.needed)


@pytest.mark.parametrize("seed", UNPLAYABLE)
def test_throws_that_no_play_can_follow_explain_no_sheets(pad, seed):
    rng = random.Random(seed)
    log = random_log(pad, rng, rng.randint(2, 5))
    assert not finals_of(log)
    sheets = (frozenset(), frozenset())
    for _ in range(4):
        assert ask(pad, log, sheets).answer is Answer.IMPOSSIBLE
        sheets = changed(sheets, rng)


def _nothing_can_be_spared(finals, sheets, marks):
    """Without any one statement of the core some final state agrees with the rest."""
    pieces = [
        (player, group)
        for player, cells in marks
        for group in dict.fromkeys("penalty" if c.startswith("penalty") else c for c in cells)
    ]
    for spare in pieces:
        rest = [
            (player, tuple(c for c in cells if (player, _group(c)) != spare))
            for player, cells in marks
        ]
        assert any(agree(final, sheets, rest) for final in finals), spare


def _group(cell):
    return "penalty" if cell.startswith("penalty") else cell


def _needed_cells_are_in_every_proof(finals, sheets, needed):
    everything = [
        (player, f"{colour}.{number}")
        for player in PLAYERS
        for colour, numbers in ROWS.items()
        for number in numbers
    ] + [(player, f"penalty.{n}") for player in PLAYERS for n in (1, 2, 3)]
    for player, cell in needed:
        group = cell.startswith("penalty.")
        rest = [
            (p, (c,))
            for p, c in everything
            if not (p == player and (c.startswith("penalty.") if group else c == cell))
        ]
        assert any(agree(final, sheets, rest) for final in finals), cell


def test_the_judge_itself_can_say_no(pad):
    log = RollLog(pad, PLAYERS, (ThrownDice("A", (1, 1), (2, 2)),))
    finals = finals_of(log)
    assert (frozenset({"red.2"}), frozenset({"red.2"})) in finals
    assert (frozenset({"red.4"}), frozenset()) not in finals
    assert (frozenset({"penalty.1"}), frozenset()) in finals
