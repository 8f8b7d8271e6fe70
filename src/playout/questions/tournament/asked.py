"""The question of a tournament: who meets whom, at which tables, and how often.

The design is balanced.  With as many strategies as seats or more, there is a table for every set of
different strategies, so every two of them meet equally often.  With fewer strategies each has as
many seats as the others, and those left over go to every set of them in turn.  At a table, the
order of the players goes through all orders around the table, and each player through all seats.
Where seats are partners, a strategy has all seats of its side: "seats" are sides here.

Where all players are one team, there is a table for every two strategies, also for each with its
own kind.  Each has half of the seats; of an odd number it has one more at one of two tables.

Every table has its own games: of n games each, table t has t * n to t * n + n - 1 of the run.  So
all games are independent, and intervals over several tables are what they say.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any

from playout.engine.find.games import find_game, need_choices
from playout.engine.find.games import strategies as strategies_of
from playout.engine.game.game import Game, Measure, Player, Rules
from playout.engine.who.naming import several_by_name
from playout.engine.who.references import players_to_compare
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import MOST_GAMES
from playout.engine.words.spelling import as_typed, named
from playout.engine.worlds.search import can_search
from playout.questions import asked
from playout.questions.parameter_tables import TOURNAMENT
from playout.report.words import several

MOST_TABLES = 100_000


@dataclass(frozen=True)
class Asked(asked.Asked):
    """The strategies, the rules, and the number of games."""

    question = TOURNAMENT
    rules: Rules
    players: tuple[Player, ...]
    placing: Measure  # says who comes before whom, or what a team reaches
    tables: list[tuple[int, ...]]  # places in `players`, one for each seat, or side of partners
    table_games: int  # games at each table
    seed: int

    @property
    def title(self) -> str:
        return f"tournament of {len(self.players)} strategies"

    @property
    def seats(self) -> int:
        """Seats at a table; where seats are partners, sides."""
        return len(self.tables[0])

    @property
    def is_team(self) -> bool:
        """Whether all players of a table are one team."""
        return self.game.cooperative

    @property
    def has_seats(self) -> bool:
        """Whether a strategy has several seats at a table."""
        return self.seats > len(self.players)

    @property
    def end(self) -> int:
        return self.table_games

    def command(self, end: int) -> str:
        """The command that asks for it, with so many games at each table."""
        return super().command(end * len(self.tables))

    @classmethod
    def restored(cls, canonical: Mapping[str, Any], end: int) -> Asked:
        """The tournament of this canonical form, which says how many games each table has."""
        given = cls.keywords(canonical)
        count = len(canonical["strategies"])
        game = find_game(canonical["game"])
        given["games"] *= _number_of_tables(game, count, game.sides(given["players"]))
        return cls.ask(canonical["game"], **given)

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked tournament of these strategies ("a,b,c", or a list), or of "all".

        ``games`` are those of all tables together; as many more are played as make them equal, with
        each strategy equally often on every seat.
        """
        words, options = cls.question.read(given)
        found = find_game(game)
        need_choices(found, f"{game} has no tournaments")
        placing = found.measures[0] if found.cooperative else found.placing
        if placing is None or found.seats == 1:
            why = f"{_why(found)}{_instead(found, words.strategies)}"
            raise PlayoutError(f"{game} has no tournaments, because {why}")
        rules = found.with_options(options)
        if rules["players"] == 1:
            needs = "a tournament needs at least two players at a table"
            if "players" in options:
                raise PlayoutError(f"{as_typed('players', 1)}: {needs}")
            usual = f"{game} is for one player by default, but {needs}"
            raise PlayoutError(f"{usual}: add {as_typed('players', 2)}")
        players = players_to_compare(
            rules, several_by_name(found.name, words.strategies, rules.needed_options())
        )
        if len(players) < 2:
            only = strategies_of(found.name)
            has = f"; {found.name} has one, {only[0].name}" if len(only) == 1 else ""
            raise PlayoutError(f"{named('strategies')}: name at least two strategies{has}")
        seats, games = rules.sides, given.get("games") or words.games
        tables = _number_of_tables(found, len(players), seats)
        if tables > MOST_TABLES or tables > words.games:
            least = f"use at least {as_typed('games', tables)}, one game for each table"
            but = " (all but search)" if words.strategies == "all" and can_search(found) else ""
            if tables > MOST_TABLES:
                least = f"a tournament has at most {MOST_TABLES:,}; name fewer strategies"
            one = "side" if rules.partners > 1 else "player"
            raise PlayoutError(
                f"{as_typed('games', games)}: {len(players)} strategies{but} make {tables:,} "
                f"different tables of {several(seats, one)}; {least}"
            )
        # Each strategy sits equally often on every seat.
        table_games = -(-words.games // (tables * seats)) * seats
        if table_games * tables > MOST_GAMES:
            raise PlayoutError(f"{as_typed('games', games)}: must be at most 10**18")
        line_ups = (all_teams if found.cooperative else all_line_ups)(len(players), seats)
        return cls(rules, players, placing, line_ups, table_games, words.seed)


ask = Asked.ask


def _why(game: Game) -> str:
    """Why a game has no tournaments."""
    if game.cooperative:
        return "it is for one player"
    if (seat := game.measures[0].seat) is not None:
        return f"it counts only the wins of player {nth(seat)}, not a result for each player"
    ranked = next((measure.name for measure in game.measures if measure.per_seat), "")
    how = f' (in the game, give its measure {ranked} first="highest")' if ranked else ""
    return f"no measure says which player finishes ahead of which{how}"


def _instead(game: Game, given: object) -> str:
    """How to compare the strategies of a game without tournaments; "" if it has only one.

    That is those that were ``given``, if these are two names, and else two of the package.
    """
    first, players = game.default_strategy, game.option("players")
    shipped_first = sorted(strategies_of(game.name), key=lambda one: (not one.is_ours, one.name))
    other = next((one.name for one in shipped_first if one.name != first), "")
    typed = given.split(",") if isinstance(given, str) else []
    if len(typed) == 2 and typed[0] != typed[1] and {*typed} <= {one.name for one in shipped_first}:
        first, other = typed
    if not other or players.high < 2:
        return ""
    is_against = game.counts_seats or game.measures[0].seat is not None
    do = "let two strategies play each other" if is_against else "compare two strategies"
    return f"; to {do}: playout compare {game.word} --a {quote(first)} --b {quote(other)}"


def all_line_ups(strategies: int, seats: int) -> list[tuple[int, ...]]:
    """The tables of the balanced design: places 0 .. strategies - 1, one for each seat."""
    everybody = tuple(range(strategies)) * (seats // strategies)
    some = itertools.combinations(range(strategies), seats % strategies)
    return [everybody + rest for rest in some]


def all_teams(strategies: int, seats: int) -> list[tuple[int, ...]]:
    """The tables of teams: each strategy with its own kind, and half and half with each other."""
    few, more = divmod(seats, 2)
    own = [(k,) * seats for k in range(strategies)]
    pairs = itertools.combinations(range(strategies), 2)
    halves = [(few + more, few), (few, few + more)][: 1 + more]
    return [*own, *((i,) * a + (j,) * b for i, j in pairs for a, b in halves)]


def _number_of_tables(game: Game, strategies: int, seats: int) -> int:
    if game.cooperative:
        return strategies + (1 + seats % 2) * math.comb(strategies, 2)
    return math.comb(strategies, seats % strategies)
