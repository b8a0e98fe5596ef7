"""How many states the search for a sheet's way goes through, as ``search_work.txt`` has it.

``PYTHONPATH=. python tests/rules/worked.py`` writes the numbers anew, for a search that finds
other ways; a search that goes through far more is to be looked into first.
"""

from pathlib import Path

from sheetkit.notation import parse_sheet
from sheetkit.rules.case import Case
from sheetkit.rules.reach import question_of
from sheetkit.rules.referee import referee_for
from sheetkit.rules.search import Search

FILE = Path(__file__).with_name("search_work.txt")


def work():
    """Each sheet's line with the number of states written down for it."""
    for line in FILE.read_text().splitlines():
        states, _, sheet = line.partition(" ")
        yield sheet, int(states)


def worked(line):
    """How many states the search for that sheet's way goes through."""
    sheet = parse_sheet(line)
    referee = referee_for(sheet.pad)
    crosses = referee.crosses(sheet)
    search = Search(referee.chains, question_of(Case(referee, crosses, crosses)))
    search.way()
    return search.states


if __name__ == "__main__":
    lines = [f"{worked(sheet)} {sheet}" for sheet, _ in work()]
    FILE.write_text("\n".join(lines) + "\n")
