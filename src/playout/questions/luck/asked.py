"""The question about skill and luck: which strategies play the same deals, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.engine.chance.rng import MOST_REPEATS
from playout.engine.find.games import find_game, need_choices, number_of_strategies
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.who.naming import by_name, several_by_name
from playout.engine.who.references import find_allowed_player, players_to_compare
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import MOST_GAMES, read_whole
from playout.engine.words.spelling import as_typed, named
from playout.questions import asked
from playout.questions.parameter_tables import LUCK
from playout.questions.repeated_deals import DRAWS, RepeatedDeals


@dataclass(frozen=True)
class Asked(asked.Asked, RepeatedDeals):
    """The strategies, the deals and repeats, and the measure whose variance is split."""

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

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question about these strategies ("a,b,c", or a list), or about "all" there are.

        ``games`` are deals; where the strategy sits on one seat, as many more are played as put it
        equally often on every seat.
        """
        words, options = cls.question.read(given)
        found = find_game(game)
        if not found.cooperative and not found.counts_seats:
            known = (measure.seat for measure in found.measures if measure.seat is not None)
            results = next(
                (f"results for player {nth(seat)} only" for seat in known),
                "no result for each player",
            )
            names = words.strategies.split(",") if isinstance(words.strategies, str) else []
            sides = [f"--a {names[0]} --b {names[1]}"] if len(names) == 2 else []
            end = " ".join([found.word, *sides, *found.with_options(options).command_options()])
            raise PlayoutError(
                f"this command cannot tell luck from skill in {game}: the game records "
                f"{results}; to find out which of two strategies is better, use: playout "
                f"compare {end}"
            )
        need_choices(found, f"luck cannot be told from skill in {game}")
        rules = found.with_options(options)
        players = players_to_compare(
            rules, several_by_name(found.name, words.strategies, rules.needed_options())
        )
        against = by_name(found.name, words.against, rules.needed_options())
        if found.cooperative and against is not None:
            raise PlayoutError(
                f"{as_typed('against', against)}: leave this out, because the players of {game} "
                "are one team"
            )
        if not isinstance(against, str | None):
            raise PlayoutError(f"{as_typed('against', against)}: must be the name of one strategy")
        others = None
        if not found.cooperative:
            others = find_allowed_player(rules, against or found.default_strategy)
        if words.games < cls.least:
            raise PlayoutError(f"{as_typed('games', words.games)}: must be at least 2 deals")
        seats = 1 if others is None else int(rules["players"])
        every = -(-words.games // seats) * seats  # as often on every seat
        if every > MOST_GAMES:
            raise PlayoutError(f"{as_typed('games', words.games)}: must be at most 10**18")
        why = "; a single game cannot show how much games of the same deal differ"
        most = (MOST_REPEATS + 1) // (len(players) * (DRAWS if found.chance_in_play else 1) or 1)
        repeats = read_whole("repeats", words.repeats, 2, most, why)
        measure = found.quantity(words.measure, rules.number("players"))
        if not players:
            raise PlayoutError(f"{named('strategies')}: name at least two strategies, or all")
        if len(players) < 2:
            name = players[0].reference
            if number_of_strategies(found) < 2:
                raise PlayoutError(
                    f"luck cannot be told from skill in {found.name}: it has only one strategy, "
                    f"{name}; if its players have decisions to make, add a strategy of your own: "
                    f"--strategies {name},mine.py:bold"
                )
            raise PlayoutError(
                f"{as_typed('strategies', name)}: to tell skill from luck, name at least two "
                f"strategies, or all; for one strategy: playout run {found.word} --strategy {name}"
            )
        return cls(rules, players, others, measure, every, repeats, words.seed)


ask = Asked.ask
