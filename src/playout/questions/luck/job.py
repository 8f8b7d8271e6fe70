"""Skill and luck: the same deals, replayed by several strategies several times.

Every deal is played by every strategy, and every strategy plays it in several repeats, which differ
in the random streams of the seats alone (engine/rng.py).  What the outcomes have in common says
what the deal decides, what the strategy, and what neither (stats/components.py).

Where players win and lose together, the strategy sits on all seats.  Where they play against each
other it sits on one, moving on by a seat from deal to deal, and one strategy, always the same, has
all others; the outcome is that of the one seat.  So its seat belongs to the deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from playout.engine.batch import play_batch
from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import SHARE, Game, Measure, Player, Rules, whole
from playout.engine.registry import find_game, find_player, strategies
from playout.engine.seating import Seating, fixed, rotating
from playout.stats.components import Sums
from playout.stats.tally import Counts
from playout.study.executors import Threads
from playout.study.jobs import Job, Keeper, Outcome, Progress, Workers, play_job
from playout.study.plan import Batch, Plan
from playout.study.spec import MOST_GAMES

MOST_REPEATED = 8_000  # repeats of one deal


@dataclass(frozen=True)
class Replays:
    """Which strategies play which deals how often, and what is looked at."""

    rules: Rules
    players: tuple[Player, ...]  # the strategies
    against: Player | None  # who has the other seats; None: the strategy itself has them
    measure: Measure
    deals: int
    repeats: int  # of each deal by each strategy
    seed: int

    @property
    def game(self) -> Game:
        """What is played."""
        return self.rules.game

    @property
    def unit(self) -> int:
        """Outcomes are whole numbers of a part, of which so many make one."""
        return SHARE if self.measure.kind == "share" else 1

    @property
    def seating(self) -> Seating:
        """Who sits where; place 0 is the strategy's."""
        seats = int(self.rules["players"])
        return fixed(seats) if self.against is None else rotating(seats)

    def table(self, place: int) -> list[Player]:
        """The players of a strategy's games, itself first."""
        player, seats = self.players[place], int(self.rules["players"])
        others = player if self.against is None else self.against
        return [player] + [others] * (seats - 1)


def plan_luck(
    game: str,
    names: Sequence[str],
    *,
    deals: int,
    repeats: object,
    measure: str | None,
    against: str | None,
    seed: int,
    options: Mapping[str, object],
) -> Replays:
    """The replays of these strategies, or of all if the one name is "all".

    Where the strategy sits on one seat, as many more deals are played as put it equally often on
    every seat.  ``measure`` defaults to the game's first, ``against`` to its default strategy.
    """
    found = find_game(game)
    if not found.cooperative and not found.counts_seats:
        raise PlayoutError(
            f"{game} has no such parts: its players play against each other, and its measures are "
            "of no seat"
        )
    rules = found.rules(options)
    if list(names) == ["all"]:
        names = [strategy.name for strategy in strategies(game)]
    players = tuple(_player(rules, name) for name in names)
    labels = [player.label for player in players]
    if len(set(labels)) < len(labels):
        raise PlayoutError(f"strategies: one is given twice in {', '.join(labels)}")
    if found.cooperative and against is not None:
        raise PlayoutError(f"against = {against}: the players of {game} play together")
    others = None if found.cooperative else _player(rules, against or found.default_strategy)
    seats = 1 if others is None else int(rules["players"])
    if deals < 2:
        raise PlayoutError(f"games = {deals}: at least 2 deals are needed")
    each = -(-deals // seats) * seats  # as often on every seat
    if each > MOST_GAMES:
        raise PlayoutError(f"games = {deals}: at most 10**18 are allowed")
    asked = _measure(found, measure)
    return Replays(rules, players, others, asked, each, _repeats(repeats), seed)


def _player(rules: Rules, name: str) -> Player:
    """The player of that name, who can play by these rules."""
    player = find_player(rules.game.name, name)
    if player.strategy.check is not None:
        player.strategy.check(rules)
    return player


def _measure(game: Game, name: str | None) -> Measure:
    if name is None:
        return game.measures[0]
    for measure in game.measures:
        if measure.name == name.strip().replace("-", "_"):
            return measure
    known = [measure.name for measure in game.measures]
    raise PlayoutError(f"{game.name} has no measure '{name}': {suggest(name, known)}")


def _repeats(given: object) -> int:
    try:
        number = whole(given)
    except ValueError:
        number = 0
    if not 2 <= number <= MOST_REPEATED:
        raise PlayoutError(
            f"repeats = {given}: allowed are 2 to {MOST_REPEATED:,}; one game says nothing of how "
            "much another of the same deal would differ"
        )
    return number


@dataclass(frozen=True)
class Replayed:
    """What was counted of the replays."""

    asked: Replays
    sums: Sums
    seconds: float
    complete: bool  # False: stopped before all deals were played

    @property
    def games(self) -> int:
        """Games played: of every deal, one for each strategy and repeat."""
        return self.sums.games * self.sums.strategies * self.sums.repeats


class LuckRun(Job[Sums]):
    """Replays as a job of one cell: a game of the job is a deal, with all that is played of it."""

    kind = "decomposition"
    extendable = False  # its intervals are for a number of deals fixed beforehand

    def __init__(self, replays: Replays, begin: int = 0) -> None:
        self.replays, self.game = replays, replays.game
        self.begin, self.games = begin, replays.deals
        self._seating = replays.seating

    @staticmethod
    def restored(asked: dict[str, Any], games: int, begin: int = 0) -> LuckRun:
        """The job that was asked for in these words."""
        replays = plan_luck(
            asked["game"],
            asked["strategies"],
            deals=max(2, games),
            repeats=asked["repeats"],
            measure=asked["measure"],
            against=asked["against"],
            seed=asked["seed"],
            options=dict(asked["rules"]),
        )
        return LuckRun(replays, begin)

    def asked(self) -> dict[str, Any]:
        """All that decides its counts, but not how many deals."""
        asked = self.replays
        return {
            "game": self.game.name,
            "strategies": [player.reference for player in asked.players],
            "against": None if asked.against is None else asked.against.reference,
            "measure": asked.measure.name,
            "repeats": asked.repeats,
            "rules": [["players", asked.rules["players"]], *asked.rules.changed().items()],
            "seed": asked.seed,
        }

    def nothing(self) -> list[Sums]:
        """The sums of no deals."""
        return [Sums.empty(len(self.replays.players), self.replays.repeats)]

    def play(self, batch: Batch) -> Sums:
        """Play every deal of a batch with every strategy in every repeat, and count it."""
        asked, first, count = self.replays, batch.first, batch.count
        outcomes = np.zeros((len(asked.players), count, asked.repeats), np.int64)
        for place, repeat in np.ndindex(len(asked.players), asked.repeats):
            table = asked.table(place)
            games = play_batch(asked.rules, table, asked.seed, first, count, self._seating, repeat)
            outcomes[place, :, repeat] = column(asked, first, games)
        return Sums.of(outcomes, first)

    def warm(self) -> None:
        """Compile everything before threads ask for it."""
        asked = self.replays
        for place in range(len(asked.players)):
            play_batch(asked.rules, asked.table(place), asked.seed, 0, 0)

    def players(self) -> list[Player]:
        """Everybody who plays, somewhere."""
        others = [] if self.replays.against is None else [self.replays.against]
        return [*self.replays.players, *others]

    def plan(self) -> Plan[Sums]:
        """Of the first deals alone all strategies and repeats may take long."""
        return Plan(self.games, self.nothing(), first=1, begin=self.begin)

    def result(self, outcome: Outcome[Sums]) -> Replayed:
        """What was counted."""
        return Replayed(self.replays, outcome.counted[0], outcome.seconds, outcome.complete)


def play_luck(
    asked: Replays,
    *,
    threads: int | None = None,
    workers: Workers | None = None,
    keeper: Keeper[Sums] | None = None,
    progress: Progress | None = None,
) -> Replayed:
    """Play all deals; stopped with Ctrl-C, it returns what was counted so far.

    An IllegalMove that a strategy makes carries the same as its ``partial``.
    """
    with Threads(threads) as here:
        found = play_job(LuckRun(asked), workers or here, keeper=keeper, progress=progress)
    assert isinstance(found, Replayed)
    return found


def column(asked: Replays, first: int, outcomes: Counts) -> Counts:
    """The measure in ``outcomes[game, column]``, of the strategy's seat if there is one of it."""
    places = [measure.name for measure in asked.game.measures]
    start = asked.game.columns[places.index(asked.measure.name)]
    if not asked.measure.per_seat:
        return outcomes[:, start]
    number = first + np.arange(len(outcomes))
    seats = int(asked.rules["players"])
    return np.asarray(outcomes[np.arange(len(outcomes)), start + number % seats])
