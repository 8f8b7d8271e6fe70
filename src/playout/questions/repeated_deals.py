"""Deals that several strategies play, each several times: for questions about skill and luck.

Every deal is played by every strategy, and every strategy plays it in several repeats, which differ
in the random streams of the seats alone (engine/chance/rng.py).  No two strategies have a repeat in
common: a strategy that plays at random would do alike in both, and what they share would count as
the deal's.  What the outcomes have in common says what the deal decides, what the strategy, and
what neither (stats/components.py).

Where players win and lose together, the strategy sits on all seats.  Where they play against each
other it sits on one, moving on by a seat from deal to deal, and one strategy, always the same, has
all others; the outcome is that of the one seat.  So its seat belongs to the deal.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from playout.engine.chance.seating import Seating, fixed, in_teams, rotating
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.game.stored import is_stored
from playout.engine.match.decisions import Dealt
from playout.engine.play.batch import play_batch
from playout.stats.components import Sums
from playout.stats.tally import Counts

DEALS = 16  # that are compared: if all are equal, so are all others
DRAWS = 2  # of the chance in play, as dice, for each deal of a game that has any


class RepeatedDeals:
    """The strategies, deals and repeats; a dataclass below has the fields."""

    rules: Rules
    players: tuple[Player, ...]  # the strategies
    against: Player | None  # who has the other seats; None: the strategy itself has them
    measure: Measure
    repeats: int  # of each deal by each strategy
    seed: int

    @property
    def draws(self) -> int:
        """How many runs of dice each deal is played with; 1 if there is no chance in play."""
        return DRAWS if self.rules.game.chance_in_play else 1

    @property
    def games_of_a_deal(self) -> int:
        """How many games are played of each deal."""
        return len(self.players) * self.draws * self.repeats

    @property
    def steady(self) -> list[bool]:
        """For each strategy, whether the same deal with the same dice always goes the same."""
        return [
            not any(player.strategy.uses_chance for player in self.players_of(place))
            for place in range(len(self.players))
        ]

    @cached_property
    def has_deals(self) -> bool:
        """Whether deals differ: for a player alone all chance may be in play, as in Pig."""
        return len(self.seating) > 1 or self.begin_differently  # the seat belongs to the deal

    @cached_property
    def begin_differently(self) -> bool:
        """Whether something is dealt: games may begin in different positions."""
        if is_stored(self.rules.game):
            return True  # rules of others are not run
        begun = (Dealt(self.seed, number).begun(self.rules, ()) for number in range(DEALS))
        return len({match.position for match in begun}) > 1

    @property
    def unit(self) -> int:
        """How many counts make one: 840 of a share, else 1."""
        return self.measure.unit

    @property
    def seating(self) -> Seating:
        """The seats of the players; place 0 is the strategy's."""
        seats = int(self.rules["players"])
        return fixed(seats) if self.against is None else in_teams(rotating(self.rules.sides), seats)

    def players_of(self, place: int) -> list[Player]:
        """The players of a strategy's games, itself first."""
        player = self.players[place]
        if self.against is None:
            return [player] * int(self.rules["players"])
        return [player] + [self.against] * (self.rules.sides - 1)

    def number_of(self, place: int, draw: int, repeat: int) -> int:
        """The number of a strategy's repeat of a draw, as ``playout replay --repeat`` has it."""
        return (place * self.draws + draw) * self.repeats + repeat

    def measured(self, first: int, outcomes: Counts) -> Counts:
        """The measure in ``outcomes[deal, column]``, of the strategy's seat if seats have it.

        ``first`` is the number of the first deal.  Where two play and the measure is the chance of
        one of them, the other has the rest.
        """
        column, games = self.rules.game.column(self.measure), np.arange(len(outcomes))
        seats = (first + games) % int(self.rules["players"])
        if self.against is not None and self.measure.seat is not None:
            is_other = (seats - self.measure.seat) % self.rules.sides != 0
            return np.asarray(np.abs(outcomes[:, column] - is_other))
        return np.asarray(outcomes[games, column + (seats if self.measure.per_seat else 0)])

    def nothing(self) -> Sums:
        """The counts of no deals."""
        return Sums.empty(len(self.players), self.repeats, self.draws)

    def play(self, first: int, count: int) -> Sums:
        """Play some deals with every strategy in every repeat, and count them."""
        shape = len(self.players), self.draws, self.repeats
        outcomes = np.zeros((shape[0], count, *shape[1:]), np.int64)
        seating = self.seating
        for place, draw, repeat in np.ndindex(*shape):
            number = self.number_of(place, draw, repeat)
            here = self.rules, self.players_of(place), self.seed, first, count, seating
            games = play_batch(*here, repeat=number, redraw=draw)
            outcomes[place, :, draw, repeat] = self.measured(first, games)
        return Sums.of(outcomes, first)

    def warm(self) -> None:
        """Compile every strategy once, not once for each repeat."""
        for place in range(len(self.players)):
            play_batch(self.rules, self.players_of(place), self.seed, 0, 0)
