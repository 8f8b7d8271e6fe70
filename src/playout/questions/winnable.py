"""Whether deals can be won at all, by players who know every card: what the game's solver finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game, solver_of
from playout.engine.game.game import Rules
from playout.engine.words.numbering import nth
from playout.engine.words.reading import read_seconds, read_seed
from playout.engine.words.spelling import named
from playout.questions import asked
from playout.questions.judging_tables import WINNABLE
from playout.report import answer
from playout.report.estimates import LEVEL
from playout.report.tables import Column, Table, seat_column, text_column
from playout.report.text_tables import ALWAYS
from playout.report.words import percent, setting
from playout.stats.intervals import rate_interval


@dataclass(frozen=True)
class Asked(asked.Asked):
    """Deals of a game whose solver knows whether they can be won."""

    question = WINNABLE
    rules: Rules
    number: int  # of the first deal
    deals: int
    seed: int
    seconds: float  # for each deal

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question about a game that has a solver."""
        words, options = cls.question.read(given)
        found = find_game(game)
        solver_of(found)
        number, seconds = read_seed(words.number, "game"), read_seconds(words.seconds)
        return cls(found.with_options(options), number, words.deals, words.seed, seconds)

    @property
    def numbers(self) -> range:
        """The numbers of the deals."""
        return range(self.number, self.number + self.deals)

    def command_value(self, name: str) -> Any:
        """The value of a parameter as the command says it, if it is not the usual one."""
        value = super().command_value(name)
        value = f"{value:g}" if name == "seconds" else value
        return None if name != "rules" and str(value) == self.question[name].default else value


ask = Asked.ask


@dataclass(frozen=True)
class Deal:
    """A deal, and what the solver found (protocols.py, Solver)."""

    number: int
    found: Any

    @property
    def known(self) -> str:
        """Whether it can be won: ``yes``, ``no``, or why that is not known."""
        return f"not known, {self.found.why()}" if self.found.limit else str(self.found.answer)

    def row(self) -> dict[str, Any]:
        """Everything for programs."""
        found = self.found
        width = {"width": found.width} if hasattr(found, "width") else {}
        moves = zip(found.seats, found.line, strict=True)
        return {
            "number": self.number,
            "answer": found.answer,
            "seconds": found.seconds,
            **width,
            "limit": found.limit,
            "line": [{"seat": seat, "move": move} for seat, move in moves],
        }


@dataclass(frozen=True)
class Found:
    """What the solver found of all deals."""

    asked: Asked
    deals: Sequence[Deal]

    complete = True

    @property
    def games(self) -> int:
        """The number of deals."""
        return len(self.deals)

    @property
    def seconds(self) -> float:
        """The time that the solver took."""
        return float(sum(one.found.seconds for one in self.deals))


def examine(asked: Asked, number: int) -> Deal:
    """Let the solver look at one of the deals."""
    options: dict[str, Any] = asked.rules.needed_options()
    solver, seconds = solver_of(asked.game), asked.seconds
    return Deal(number, solver.winnable(seed=asked.seed, game=number, seconds=seconds, **options))


def find(asked: Asked) -> Found:
    """Let the solver look at all deals."""
    return Found(asked, [examine(asked, number) for number in asked.numbers])


class Answer(answer.Answer):
    """The result of `winnable`: a row for each deal, and of a single one the moves that win it."""

    kind = "winnable"
    unit = "deals"
    keys = ("number",)
    found: Found

    @property
    def deals(self) -> Sequence[Deal]:
        """The deals."""
        return self.found.deals

    def facts(self) -> dict[str, Any]:
        """The rules; of several deals also how many can be won."""
        return {"rules": dict(self.found.asked.rules.values), **self.share()}

    def share(self) -> dict[str, Any]:
        """How many deals can be won: unknown ones are counted either way for the interval."""
        answers = [one.found.answer for one in self.deals]
        won, unknown = answers.count("yes"), answers.count("unknown")
        if self.games == 1:
            return {}
        return {
            "yes": won,
            "no": answers.count("no"),
            "unknown": unknown,
            "yes_low": rate_interval(won, self.games).low,
            "yes_high": rate_interval(won + unknown, self.games).high,
        }

    def sentence(self) -> str:
        """Whether the deal can be won, or how many deals can be won, and what that says of all."""
        where = setting(self.found.asked.rules)
        if self.games == 1:
            (one,) = self.deals
            told = {"yes": "can be won", "no": "cannot be won, however it is played"}
            known = told.get(one.found.answer) or f"may be winnable or not: {one.found.why()}"
            return f"{where}: with all cards known, deal {nth(one.number)} {known}."
        return f"{where}: {self._summary()}"

    def _summary(self) -> str:
        share, deals = self.share(), self.games
        yes, no, unknown = share["yes"], share["no"], share["unknown"]
        if unknown == deals:
            return (
                f"it is not known whether any of the {deals} deals can be won. The search found no "
                f"way to win before it stopped. To allow more time, use {named('seconds')}."
            )
        if yes == deals:
            found = f"{'both' if deals == 2 else f'all {deals}'} deals can be won"
        elif no == deals:
            found = f"{'neither' if deals == 2 else 'none'} of the {deals} deals can be won"
        elif not unknown:
            found = f"{yes} of the {deals} deals can be won"
        else:
            counts = {"can": yes, "cannot": no}
            parts = [f"{count} {how} be won" for how, count in counts.items() if count]
            found = f"of the {deals} deals {', '.join(parts)}, and for {unknown} it is not known"
        low, high = share["yes_low"], share["yes_high"]
        reach = (high - low) / 2
        both = ", whichever way the unknown deals turn out" if unknown else ""
        return (
            f"with all cards known, {found}. Of all deals, between {percent(low, reach)} % and "
            f"{percent(high, reach)} % can be won ({100 * LEVEL:g} % interval{both})."
        )

    def caption(self) -> str:
        """What the search is, and the seed."""
        seed = self.found.asked.seed
        return f"The search sees all cards, which no player can. Deals of seed {seed}."

    def tables(self) -> list[Table]:
        """The deals; the moves that win the only one."""
        columns = [
            Column("number", "deal", lambda row: str(nth(row["number"])), role="key", rank=ALWAYS),
            text_column("known", "can be won"),
            Column("seconds", write=lambda row: f"{row['seconds']:.2f}", rank=ALWAYS),
        ]
        rows = [{**one.row(), "known": one.known} for one in self.deals]
        tables = [Table(rows, columns, is_shown=self.games > 1)]
        line = self.deals[0].row()["line"] if self.games == 1 else []
        if line:
            moves = [{"turn": str(nth(k)), **move} for k, move in enumerate(line)]
            head = Column("turn", "move number", role="key", rank=ALWAYS)
            columns = [head, seat_column(), text_column("move")]
            title = "A way to win, found by a player who sees all cards"
            tables.append(Table(moves, columns, name="line", title=title))
        return tables
