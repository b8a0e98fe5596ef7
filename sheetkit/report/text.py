"""A ruling as text for the terminal."""

from __future__ import annotations

from sheetkit.rules.ruling import Finding, Ruling, Score, Severity
from sheetkit.scoresheet import Scoresheet


def ruling_text(sheet: Scoresheet, score: Score, ruling: Ruling, *, name: str = "") -> str:
    """The ruling on one sheet: the verdict and the score, then one line a finding."""
    title = " ".join(part for part in (name, sheet.pad.title, sheet.code) if part)
    lines = [f"{title}: {verdict(ruling)}, {_points(score, ruling)}"]
    if ruling.score is not None:
        lines.append(f"  {sum_text(ruling.score)}")
    lines += [f"  {finding_text(finding)}" for finding in ruling.findings]
    lines += [f"  can't tell what {cell} is; look at it" for cell in sheet.unsure]
    if ruling.waived:
        lines.append(f"  waived: {', '.join(ruling.waived)}")
    return "\n".join(lines)


def verdict(ruling: Ruling) -> str:
    return "legal" if ruling.legal else "not legal"


def _points(score: Score, ruling: Ruling) -> str:
    if ruling.score is None:
        return f"{score.total} points as marked, open by the rules"
    if ruling.score.total == score.total:
        return f"{score.total} points"
    return f"{score.total} points as marked, {ruling.score.total} by the rules"


def sum_text(score: Score) -> str:
    """The score as on the sheet: ``red 10 + yellow 6 + … - penalties 10 = 70``."""
    parts = " + ".join(f"{row} {points}" for row, points in score.rows.items())
    bonus = f" + bonus {score.bonus}" if score.bonus else ""
    minus = f" - penalties {-score.penalties}" if score.penalties else ""
    return f"{parts}{bonus}{minus} = {score.total}"


def finding_text(finding: Finding) -> str:
    """One finding: what it is called, what was found, what it changes, by which clause."""
    sign = "!" if finding.severity is Severity.BREACH else "-"
    change = {None: "open", 0: ""}.get(finding.points, f"{finding.points or 0:+d}")
    clause = f"[{finding.rule}]"
    return " ".join(
        part for part in (sign, f"{finding.code}:", finding.message, change, clause) if part
    )
