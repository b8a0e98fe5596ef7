"""Mutated samples: each is read or told in a line, in bounded time and memory."""

from tests.fuzz.mutants import mutant
from tests.fuzz.run import faults

MUTANTS = 300
"""About a minute of one core; ``make fuzz`` reads as many as one likes."""


def test_a_mutant_is_the_same_each_time():
    assert mutant(11) == mutant(11)
    assert mutant(11) != mutant(12)


def test_no_mutant_makes_a_traceback_a_hang_or_a_gigabyte():
    assert list(faults(0, MUTANTS)) == []
