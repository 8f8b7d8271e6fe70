"""The question about skill and luck: which strategies play the same deals, and how often.

Every deal is played by every strategy, and every strategy plays it in several repeats, which differ
in the random streams of the seats alone (engine/chance/rng.py).  No two strategies have a repeat in
common: whoever plays by chance would do alike in both, and what they share would count as the
deal's.  What the outcomes have in common says what the deal decides, what the strategy, and what
neither (stats/components.py).

Where players win and lose together, the strategy sits on all seats.  Where they play against each
other it sits on one, moving on by a seat from deal to deal, and one strategy, always the same, has
all others; the outcome is that of the one seat.  So its seat belongs to the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from playout.engine.chance.rng import MOST_REPEATS
from playout.engine.chance.seating import Seating, fixed, rotating
from playout.engine.find.games import find_game, need_choices
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.game.stored import is_stored
from playout.engine.match.decisions import Dealt
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_allowed_player, players_to_compare
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import MOST_GAMES, read_whole
from playout.questions import asked
from playout.questions.parameter_tables import LUCK
from playout.stats.tally import Counts

DEALS = 16  # that are compared: if all are equal, so are all others
DRAWS = 2  # of the chance in play, as dice, for each deal of a game that has any


@dataclass(frozen=True)
class Asked(asked.Asked):
    """Which strategies play which deals how often, and the measure that is divided."""

    question = LUCK
    least = 2
    rules: Rules
    players: tuple[Player, ...]  # the strategies
    against: Player | None  # who has the other seats; None: the strategy itself has them
    measure: Measure
    deals: int
    repeats: int  # of each deal by each strategy
    seed: int

    @property
    def title(self) -> str:
        return f"skill and luck of {len(self.players)} strategies"

    @property
    def draws(self) -> int:
        """How many runs of dice each deal is played with; 1 if there is no chance in play."""
        return DRAWS if self.game.chance_in_play else 1

    @property
    def steady(self) -> list[bool]:
        """Of each strategy whether a deal that it plays again, by the same dice, goes the same."""
        return [
            not any(player.strategy.uses_chance for player in self.players_of(place))
            for place in range(len(self.players))
        ]

    @cached_property
    def has_deals(self) -> bool:
        """Whether deals differ: for a player alone all chance may be in play, as in Pig."""
        if is_stored(self.game) or len(self.seating) > 1:
            return True  # rules of others are not run; the seat belongs to the deal
        begun = (Dealt(self.seed, number).begun(self.rules, ()) for number in range(DEALS))
        return len({match.position for match in begun}) > 1

    @property
    def unit(self) -> int:
        """How many counts make one: 840 of a share, else 1."""
        return self.measure.unit

    @property
    def seating(self) -> Seating:
        """Who sits where; place 0 is the strategy's."""
        seats = int(self.rules["players"])
        return fixed(seats) if self.against is None else rotating(seats)

    def players_of(self, place: int) -> list[Player]:
        """The players of a strategy's games, itself first."""
        player, seats = self.players[place], int(self.rules["players"])
        others = player if self.against is None else self.against
        return [player] + [others] * (seats - 1)

    def number_of(self, place: int, draw: int, repeat: int) -> int:
        """The number of a strategy's repeat of a draw, as ``playout replay --repeat`` has it."""
        return (place * self.draws + draw) * self.repeats + repeat

    def measured(self, first: int, outcomes: Counts) -> Counts:
        """The measure in ``outcomes[deal, column]``, of the strategy's seat if seats have it.

        ``first`` is the number of the first deal.
        """
        column, games = self.game.column(self.measure), np.arange(len(outcomes))
        seats = (first + games) % int(self.rules["players"]) if self.measure.per_seat else 0
        return np.asarray(outcomes[games, column + seats])

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question about these strategies ("a,b,c", or a list), or about "all" there are.

        ``games`` are deals; where the strategy sits on one seat, as many more are played as put it
        equally often on every seat.
        """
        words, options = cls.question.read(given)
        found = find_game(game)
        if not found.cooperative and not found.counts_seats:
            raise PlayoutError(
                f"{game} has no such parts: its players play against each other, and its measures "
                "are of no seat"
            )
        need_choices(found, f"{game} has no such parts")
        rules = found.with_options(options)
        players = players_to_compare(
            rules, by_name(found.name, words.strategies, rules.needed_options())
        )
        against = by_name(found.name, words.against, rules.needed_options())
        if found.cooperative and against is not None:
            raise PlayoutError(f"against = {against}: the players of {game} play together")
        if not isinstance(against, str | None):
            raise PlayoutError(f"against = {against!r}: a name is needed")
        others = None
        if not found.cooperative:
            others = find_allowed_player(rules, against or found.default_strategy)
        if words.games < cls.least:
            raise PlayoutError(f"games = {words.games}: at least 2 deals are needed")
        seats = 1 if others is None else int(rules["players"])
        every = -(-words.games // seats) * seats  # as often on every seat
        if every > MOST_GAMES:
            raise PlayoutError(f"games = {words.games}: at most 10**18 are allowed")
        why = "; one game says nothing of how much another of the same deal would differ"
        most = (MOST_REPEATS + 1) // (len(players) * (DRAWS if found.chance_in_play else 1) or 1)
        repeats = read_whole("repeats", words.repeats, 2, most, why)
        measure = found.quantity(words.measure, rules.number("players"))
        if not players:
            raise PlayoutError("strategies: two or more (or all) are needed")
        if len(players) < 2:
            name = players[0].reference
            raise PlayoutError(
                f"strategies = {name}: two or more (or all) are needed to tell skill from luck; "
                f"for one alone ask: playout run {found.word} --strategy {name}"
            )
        return cls(rules, players, others, measure, every, repeats, words.seed)


ask = Asked.ask
