"""What a report says of findings, clauses and proofs, in its language.

English sentences come with the values themselves, with their numbers in them, and only the titles
of findings are in a TOML file in ``sentences``; other languages have all of it in one each, the
same keys in all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetkit.design.words import words
from sheetkit.errors import Said, SheetkitError, TextError, Value, one_line
from sheetkit.languages import texts
from sheetkit.pad import Pad
from sheetkit.report.words import report_words
from sheetkit.rules import Finding
from sheetkit.rules.clauses import clause_words, figures
from sheetkit.rules.doubt import needed_to_undo
from sheetkit.rules.ruling import Detail
from sheetkit.settle.given import Between
from sheetkit.settle.grounds import Ground
from sheetkit.settle.reasons import CoreCell, Reason
from sheetkit.settle.roll_case import Proof
from sheetkit.settle.rolls import RollsVerdict, SearchEnd
from sheetkit.settle.target import BAR
from sheetkit.settle.verdict import PlayerVerdict

_FOLDER = Path(__file__).with_name("sentences")
_CELL = re.compile(r"(?<![\w.-])([a-z]+)\.([a-z0-9-]+)(?![\w.-])")

Sentences = Mapping[str, Mapping[str, str]]

_ENDINGS = {
    SearchEnd.UNDECIDED: "undecided",
    SearchEnd.UNDECIDED_OF_ALL: "undecided-of-all",
    SearchEnd.STOPPED: "stopped",
    SearchEnd.GIVEN_UP: "given-up",
    SearchEnd.REFUTED_SO_FAR: "refuted-so-far",
    SearchEnd.WAIVED: "waived-kept",
}

_GROUNDS = {
    Ground.ILLEGAL: "because-illegal",
    Ground.NO_SCORE: "because-no-score",
    Ground.CONTRADICTED: "because-contradicted",
    Ground.UNSURE: "because-open",
    Ground.REVIEW: "because-review",
    Ground.THROWN: "because-proved",
    Ground.RECORDED: "because-recorded",
    Ground.BARE: "because-bare",
}

_UNSEEN = {
    ("rolls", "earlier"): "because-seen",
    ("rolls",): "because-seen-rolls",
    ("earlier",): "because-seen-earlier",
    (): "because-seen-all",
}
"""What a sheet is called by whose crosses nobody sees the order, by what would show it."""


def sentences(language: str) -> Sentences:
    """All sentences of a language, of English the titles; UsageError for one that isn't there."""
    return texts(_FOLDER, language)


def speech_in(language: str) -> Speech:
    """The voice of a report in that language."""
    page = report_words(language)
    if language == "en":
        return Speech(page, sentences(language))
    return Translated(page, sentences(language), words(language))


@dataclass(frozen=True)
class Speech:
    """Findings as they say themselves: in English. ``page`` holds the words of the page, ``said``
    all else that is there in the language.
    """

    page: Mapping[str, str]
    said: Sentences

    def colour(self, name: str) -> str:
        return name

    def pad(self, pad: Pad) -> str:
        return pad.title

    def cell(self, cell: str) -> str:
        return cell

    def cells(self, cells: Sequence[str]) -> str:
        return self.joined(map(self.cell, cells))

    def joined(self, texts: Iterable[str]) -> str:
        return self.page["comma"].join(texts)

    def apart(self, texts: Iterable[str]) -> str:
        """Texts that may hold commas themselves."""
        return self.page["semicolon"].join(texts)

    def players(self, names: str) -> str:
        """Several players' names, which come with commas."""
        return self.joined(names.split(", "))

    def heading(self, finding: Finding) -> str:
        """What was found, in a few words."""
        return self.said["titles"][finding.code]

    def finding(self, finding: Finding) -> str:
        return _sentence(finding.message)

    def between(self, between: Between) -> str:
        return _sentence(between.finding.message, between.players)

    def clause(self, clause: str, pad: Pad) -> str:
        return clause_words(clause, pad)

    def rule(self, finding: Finding, pad: Pad) -> tuple[str, str, str] | None:
        """The rule behind a finding on that pad: its clause, the clause in words, and where it
        stands.
        """
        clause = finding.rule
        return (clause, self.clause(clause, pad), finding.source) if clause else None

    def proof(self, proof: Proof) -> str:
        return self.between(proof.between)

    def because(self, each: PlayerVerdict) -> str:
        return _sentence(each.because)

    def problem(self, error: SheetkitError) -> str:
        """What could not be read or used, and what to do about it."""
        return one_line(str(error))

    def ending(self, rolls: RollsVerdict) -> str:
        """How the search ended, where that says more than the answer does."""
        if rolls.ending in _ENDINGS:
            return _sentence(rolls.says)
        return " ".join(map(_sentence, rolls.beside))

    def moves(self, text: str) -> str:
        """Moves as a log has them, cells named as on this page."""
        return text.replace(" > ", " → ")


def _sentence(text: str, names: Sequence[str] = ()) -> str:
    """An English message as a sentence: cells and names at its beginning stay as they are."""
    begins = text if _CELL.match(text) or text.startswith(tuple(names)) else _capital(text)
    return begins if begins.endswith(".") else f"{begins}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Translated(Speech):
    """Findings in another language: a sentence for each code, before it the cells."""

    on_sheets: Mapping[str, str]

    def pad(self, pad: Pad) -> str:
        """A pad's name as on its sheets; an owner's own pad keeps its title."""
        return self._pad_title(pad.name, pad.title)

    def _pad_title(self, name: str, title: str) -> str:
        return self.on_sheets.get(f"title_{name.replace('-', '_')}", title)

    def colour(self, name: str) -> str:
        return self.said["colours"].get(name, name)

    def cell(self, cell: str) -> str:
        group, _, number = cell.partition(".")
        kinds = self.said["cells"]
        if number == "lock":
            return kinds["lock"].format(row=self.colour(group))
        if group == "write":
            number = self.on_sheets.get(number, self.colour(number))
        if group in kinds:
            return kinds[group].format(n=number)
        return kinds["number"].format(row=self.colour(group), n=number)

    def finding(self, finding: Finding) -> str:
        said = self._said(finding)
        return f"{self.cells(finding.cells)}: {said}" if finding.cells else said

    def _said(self, finding: Finding, marks: Sequence[str] = ()) -> str:
        """The sentence of the finding's code, in it its numbers and ``marks``, and what would
        undo it.
        """
        sentence = self.said["findings"][finding.code]
        details = self.apart([*map(self._detail, finding.details), *marks])
        if details:
            sentence = f"{sentence.removesuffix('.')} ({details})."
        return sentence + self._unless(finding)

    def _detail(self, detail: Detail) -> str:
        return self.said["details"][detail.kind].format(**self._values(detail.values))

    def _values(self, values: Iterable[tuple[str, Value]]) -> dict[str, object]:
        """What stands in a sentence, with cells and pads named as on this page."""
        shown: dict[str, object] = {
            name: self.cells(value) if isinstance(value, tuple) else value for name, value in values
        }
        if "players" in shown:
            shown["players"] = self.players(str(shown["players"]))
        if "pad" in shown:
            shown["pad"] = self._pad_title(str(shown["name"]), str(shown["pad"]))
        return shown

    def _unless(self, finding: Finding) -> str:
        """What would undo a finding that is open."""
        if not finding.unless:
            return f" {self.said['words']['open-doubtful']}" if finding.is_open else ""
        least, cells = needed_to_undo(finding.unless)
        named = self.joined(map(self.moves, cells))
        return " " + self.said["words"]["open-unless"].format(n=least, cells=named)

    def between(self, between: Between) -> str:
        marks = [(player, self.cells(cells)) for player, cells in between.marks if cells]
        if between.finding.code == "log-differs":  # its details name the cells
            players = self.joined(player for player, _ in marks)
            return f"{players}: {self._said(between.finding)}"
        return self._said(between.finding, [f"{player}: {cells}" for player, cells in marks])

    def clause(self, clause: str, pad: Pad) -> str:
        return self.said["clauses"][clause].format(**figures(pad))

    def proof(self, proof: Proof) -> str:
        if proof.reason is None:
            return self.between(proof.between)
        return self._reason(proof.reason)

    def _reason(self, reason: Reason) -> str:
        values: dict[str, object] = {
            "pieces": self.apart(self._pieces(reason)),
            **dict.fromkeys(("player", "players"), self.players(reason.players)),
        }
        if reason.cells:
            first, second = reason.cells[0], reason.cells[-1]
            values |= {
                "player": first.player, "cell": self.cell(first.name),
                "row": self.colour(first.row_name), "number": first.number,
                "colour": self.colour(first.colour), "turns": self._turns(first),
                "other": self.cell(second.name), "other_player": second.player,
                "other_turns": self._turns(second),
            }  # fmt: skip
        return self.said["proofs"][reason.kind].format(**values)

    def _pieces(self, reason: Reason) -> Iterator[str]:
        words = self.said["words"]
        for cell in reason.cells:
            if cell.crossed:
                yield f"{cell.player}: {self.cell(cell.name)} ({self._turns(cell)})"
        for player in dict.fromkeys(cell.player for cell in reason.cells if not cell.crossed):
            free = [c.name for c in reason.cells if c.player == player and not c.crossed]
            yield words["nothing-on"].format(player=player, cells=self.cells(free))
        for player, count in reason.marks:
            yield words["penalties"].format(player=player, n=count)
        for player, name in reason.others:
            yield words["bar" if name == BAR else "board"].format(player=player)

    def _turns(self, cell: CoreCell) -> str:
        words, turns = self.said["words"], cell.turns
        if not turns:
            return words["no-turn"]
        if len(turns) == 1:
            return words["turn"].format(n=turns[0])
        if cell.turns_said_one_by_one:
            return words["turns"].format(n=self.joined(map(str, turns)))
        return words["many-turns"].format(n=len(turns), first=turns[0], last=turns[-1])

    def because(self, each: PlayerVerdict) -> str:
        key = _UNSEEN[each.would_show] if each.ground is Ground.UNSEEN else _GROUNDS[each.ground]
        return self.said["words"][key].format(cells=self.cells(tuple(each.judged.sheet.unsure)))

    def problem(self, error: SheetkitError) -> str:
        """In the sentence of its kind, else in that of its code, with its place in a text."""
        said = self.said["problems"]
        text = said.get(error.said.kind) or said.get(error.code) or said["error"]
        where = ""
        if isinstance(error, TextError):
            at = self.said["words"]["at-line"].format(line=error.line, column=error.column)
            where = f" ({at})"
        return text.format(**self._problem_values(error.said)) + where

    def _problem_values(self, said: Said) -> dict[str, object]:
        words = self.said["words"]
        values = {"answer": words["or-answer"], **self._values(said.values)}
        if "sheet" in values:
            key = "sheet-named" if values["sheet"] else "sheet-unnamed"
            values["sheet"] = words[key].format(code=values["sheet"])
        return values

    def ending(self, rolls: RollsVerdict) -> str:
        words = self.said["words"]
        said = [words[key] for ending, key in _ENDINGS.items() if ending is rolls.ending]
        beside = (("mended", rolls.mended), ("doubted", rolls.doubted), ("untold", rolls.untold))
        said += [words[key] for key, there in beside if there]
        kept, players = self.joined(rolls.kept), self.joined(rolls.mended)
        cells = self.apart(f"{name}: {self.cells(those)}" for name, those in rolls.doubted.items())
        return " ".join(said).format(kept=kept, players=players, cells=cells)

    def moves(self, text: str) -> str:
        named = _CELL.sub(self._named, text)
        return self.joined(named.split(", ")).replace(" > ", " → ")

    def _named(self, found: re.Match[str]) -> str:
        """The cell as on this page; what only looks like one, as a name may, is left as it is."""
        group, number = found.groups()
        in_row = group in self.said["colours"] and (number.isdecimal() or number == "lock")
        return self.cell(found[0]) if in_row or group in self.said["cells"] else found[0]
