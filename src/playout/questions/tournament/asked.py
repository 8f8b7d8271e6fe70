"""What a tournament asks: who meets whom, at which tables, and how often.

The design is balanced.  With as many strategies as seats or more, there is a table for every set of
different strategies, so every two of them meet equally often.  With fewer strategies each has as
many seats as the others, and those left over go to every set of them in turn.  At a table, the
order of the players goes through all orders around the table, and everyone through all seats.

Every table has its own games: of n games each, table t has t * n to t * n + n - 1 of the run.  So
all games are independent, and intervals over several tables are what they say.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.find.games import strategies as strategies_of
from playout.engine.game.game import Game, Measure, Player, Rules
from playout.engine.game.players import StrategyReference
from playout.engine.who.naming import by_name
from playout.engine.who.references import chosen_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import MOST_GAMES, read_count, seed_or_fresh

GAMES = 10_000  # at all tables together, if nobody says
MOST_TABLES = 100_000


@dataclass(frozen=True)
class Asked:
    """Who plays, under which rules, and how often."""

    rules: Rules
    players: tuple[Player, ...]
    placing: Measure  # says who comes before whom
    tables: list[tuple[int, ...]]  # places in `players`, one for each seat
    table_games: int  # games at each table
    seed: int

    @property
    def game(self) -> Game:
        """What is played."""
        return self.rules.game

    @property
    def seats(self) -> int:
        """Seats at a table."""
        return len(self.tables[0])

    @staticmethod
    def restored(canonical: Mapping[str, Any]) -> Asked:
        """The tournament of this canonical form."""
        names, options = canonical["strategies"], dict(canonical["rules"])
        tables = math.comb(len(names), int(options["players"]) % len(names))
        games, seed = canonical["games"] * tables, canonical["seed"]
        return ask(canonical["game"], strategies=names, games=games, seed=seed, **options)

    def canonical(self) -> dict[str, Any]:
        """All that decides what is counted: for JSON, always the same.

        The number of games belongs to it, because it says which are those of each table.
        """
        return {
            "game": self.game.name,
            "strategies": [player.reference for player in self.players],
            "rules": [list(pair) for pair in self.rules.given().items()],
            "seed": self.seed,
            "games": self.table_games,
        }


def ask(
    game: str,
    *,
    strategies: StrategyReference | Iterable[StrategyReference] = "all",
    games: int | str = GAMES,
    seed: int | None = 1,
    **options: object,
) -> Asked:
    """A checked tournament of these strategies ("a,b,c", or a list), or of "all" that there are.

    ``games`` are those of all tables together; as many more are played as make them equal, with
    everybody equally often on every seat.  PlayoutError if it cannot be played.
    """
    found = find_game(game)
    if found.placing is None:
        raise PlayoutError(f"{game} has no tournaments: its players play together, or have no rank")
    rules, number = found.with_options(options), read_count(games)
    if rules["players"] == 1:
        raise PlayoutError("players = 1: a tournament needs two players or more at a table")
    players = chosen_players(rules, by_name(found.name, strategies, rules.given()))
    if len(players) < 2:
        only = strategies_of(found.name)
        has = f"; {found.name} has one, {only[0].name}" if len(only) == 1 else ""
        raise PlayoutError(f"strategies: at least two are needed{has}")
    seats = int(rules["players"])
    tables = math.comb(len(players), seats % len(players))
    if tables > MOST_TABLES or tables > number:
        raise PlayoutError(
            f"games = {games}: {len(players)} strategies at {seats} seats make {tables:,} tables; "
            f"a game for each is needed, and at most {MOST_TABLES:,} tables are allowed"
        )
    table_games = -(-number // (tables * seats)) * seats  # everybody as often on every seat
    if table_games * tables > MOST_GAMES:
        raise PlayoutError(f"games = {games}: at most 10**18 are allowed")
    line_ups = all_line_ups(len(players), seats)
    return Asked(rules, players, found.placing, line_ups, table_games, seed_or_fresh(seed))


def all_line_ups(strategies: int, seats: int) -> list[tuple[int, ...]]:
    """The tables of the balanced design: places 0 .. strategies - 1, one for each seat."""
    everybody = tuple(range(strategies)) * (seats // strategies)
    rest = seats % strategies
    return [everybody + some for some in itertools.combinations(range(strategies), rest)]
