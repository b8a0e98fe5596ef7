"""Sheets with their rulings, as the files of ``rulings/`` have them: a sheet, then its ruling.

``PYTHONPATH=. python tests/rules/ruled.py`` writes the rulings anew, for a change of words;
what has changed is then to be read line by line.
"""

from pathlib import Path

from sheetkit.notation import parse_sheet
from sheetkit.rules import judge, score_marks

FILES = sorted((Path(__file__).parent / "rulings").glob("*.txt"))


def rulings(path):
    """Each sheet's line with the lines of its ruling."""
    found = []
    for line in path.read_text().splitlines():
        if line.startswith("  "):
            found[-1][1].append(line.strip())
        else:
            found.append((line, []))
    return found


def ruled(line):
    """What the judge says of that sheet, in lines."""
    sheet = parse_sheet(line)
    ruling = judge(sheet)
    points = "open" if ruling.score is None else f"{ruling.score.total} points"
    legal = "legal" if ruling.legal else "not legal"
    return [f"{legal}, {points}, {score_marks(sheet).total} as marked"] + [
        f"{found.code} {' '.join(found.cells)} ({found.rule}, {found.points}): {found.message}"
        for found in ruling.findings
    ]


if __name__ == "__main__":
    for path in FILES:
        blocks = ["\n  ".join((line, *ruled(line))) for line, _ in rulings(path)]
        path.write_text("\n".join(blocks) + "\n")
