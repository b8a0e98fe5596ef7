"""The search for a sheet's way leaves out what can't lead there: it counts, it takes no time.

A fault that lets it try more than it need leaves every ruling as it is; here it shows. The
sheets are crowded ones of the bonus pads, such that games leave and such that none does.
"""

import pytest

from tests.rules.worked import work, worked

WORK = list(work())
PART = 16


@pytest.mark.parametrize("start", range(0, len(WORK), PART))
def test_a_search_goes_through_no_more_states_than_are_written_down(start):
    part = WORK[start : start + PART]
    assert not {line: found for line, states in part if (found := worked(line)) > states}
