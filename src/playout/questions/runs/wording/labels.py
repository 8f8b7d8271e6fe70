"""The names of the rows of a run in its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from playout.engine.words.numbering import nth
from playout.questions.runs.seats import Row
from playout.report.words import listed, option_text, several


@dataclass(frozen=True)
class Label:
    """The name of a row: who plays, how many players, by which rules."""

    who: str  # "quick", "seat 1", "quick in seat 1"
    players: str  # "2 players"
    rules: tuple[str, ...]  # ("hand=7", "jump=0")

    def __str__(self) -> str:
        """All of it: ``quick with 2 players and hand=7``, ``seat 1 with goal=10``, ``hand=7``."""
        who, *others = [part for part in (self.who, self.players, *self.rules) if part] or [""]
        if not others or not (self.who or self.players):
            return listed([who, *others])
        return f"{who}{',' if ' among ' in who else ''} with {listed(others)}"

    @property
    def is_rules_only(self) -> bool:
        """Whether it names no player."""
        return not self.who and not self.players

    @property
    def is_several(self) -> bool:
        """Whether several players are the subject."""
        return not self.who and self.players.endswith("s")


def label_of(row: Row, varying: list[str]) -> Label:
    """The factors that vary, in words."""
    factors = {name: row.factors[name] for name in varying}
    who = str(factors.pop("strategy", ""))
    if who and int((row.each_side > 0).sum(axis=1).max()) > 1 and row.counted is not None:
        who = f"each {who}"
    if "seats" in factors:
        line_up = str(factors.pop("seats")).replace(",", ", ")
        who = f"{who or row.factors['strategy']} among {line_up}"
    if "seat" in factors:
        seat = f"seat {nth(int(factors.pop('seat')))}"
        who = f"{who} in {seat}" if who else seat
    players = several(int(factors.pop("players")), "player") if "players" in factors else ""
    case = factors.pop("case", "")
    rules = [f"'{case}'"] if case else []
    rules += [option_text(name, value) for name, value in factors.items()]
    return Label(who, players, tuple(rules))
