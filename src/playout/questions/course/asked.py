"""The question about the course of games: whose games, which measure, after which steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Measure, Player, Rules, line_up
from playout.engine.play.courses import MOST_STEPS, MOVE, ROUND, TURN, has_turns
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import read_whole
from playout.engine.words.spelling import as_typed
from playout.questions import asked
from playout.questions.parameter_tables import COURSE
from playout.report.figures import readable_name
from playout.report.words import head

WAYS = {"turn": TURN, "move": MOVE, "round": ROUND}


@dataclass(frozen=True)
class Asked(asked.Asked):
    """The strategies, the measure to follow, and the unit of a step."""

    question = COURSE
    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    measure: Measure
    by: str  # "turn", "round", "move", or the measure that counts the steps
    steps: int  # that are followed at most
    games: int
    seed: int

    @property
    def title(self) -> str:
        return f"{head(self.measure.name)} by {self.step}, {readable_name(line_up(self.players))}"

    @property
    def step(self) -> str:
        """The name of a step: ``turn``, ``move``, ``round``."""
        if self.by == "turn" and not has_turns(self.rules):
            kinds = self.game.moves
            kinds = list(kinds) if isinstance(kinds, Sequence) else []
            # The only kind of move has a name of its own, such as a throw.
            return kinds[0] if len(kinds) == 1 and kinds[0].isalpha() else "move"
        return head(self.by.removesuffix("s"))

    @property
    def column(self) -> int:
        """The kind of step, for the loop that plays."""
        return WAYS[self.by] if self.by in WAYS else self.game.column(self.game.measure(self.by))

    @property
    def has_leader(self) -> bool:
        """Whether a seat can lead: seats have values of their own, which say who wins."""
        ranks = self.measure.kind == "mean" and self.measure.per_seat
        return ranks and bool(self.measure.wanted) and len(self.players) > 1

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question; ``measure`` is by default a counter, or the first that is a mean.

        ``by`` is "turn", "move", "round", or a measure of the whole game that counts something.
        """
        words, options = cls.question.read(given)
        found = find_game(game)
        rules = found.with_options(options)
        strategy = (
            by_name(found.name, words.strategy, rules.needed_options()) or found.default_strategy
        )
        by = read_by(found, words.by)
        first = sorted(found.measures, key=lambda one: not one.is_asked_for)  # counters of the user
        means = [one.name for one in first if one.kind == "mean" and one.name != by]
        usual = next(iter(means), found.measures[0].name)
        return cls(
            rules,
            find_players(rules, strategy),
            found.quantity(words.measure or usual),
            by,
            read_whole("steps", words.steps, 1, MOST_STEPS),
            words.games,
            words.seed,
        )


ask = Asked.ask


def read_by(game: Game, given: object) -> str:
    """Read the unit of a step: a word, or the name of a measure, also in the singular."""
    name = str(given).strip().replace("-", "_")
    counters = [one.name for one in game.measures if one.kind == "mean" and not one.per_seat]
    for known in (*(one for one in counters if one not in ("turns", "moves")), *WAYS, *counters):
        if name in (known, known.removesuffix("s")):
            return known
    names = {*WAYS, *(one.removesuffix("s") for one in counters)}
    raise PlayoutError(f"{as_typed('by', given)}: {suggest(given, names)}")
