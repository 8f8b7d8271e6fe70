"""The question about a rare event: whose games, which event, and how much effort."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game, loaded_games
from playout.engine.game.game import Game, Measure, Player, Rules
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import read_whole
from playout.engine.words.spelling import as_typed
from playout.engine.worlds.splitting import can_split
from playout.questions import asked
from playout.questions.parameter_tables import RARE
from playout.report.words import listed

LEAST_PARTICLES, MOST_PARTICLES = 10, 100_000  # of 2 to 4 KB twice a thread
LEAST_REPEATS, MOST_REPEATS = 10, 1_000_000


@dataclass(frozen=True)
class Asked(asked.Asked):
    """A rare event, whose games, and how much effort."""

    question, least = RARE, LEAST_REPEATS
    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    measure: Measure  # a rate
    particles: int  # games at once in a replication
    repeats: int  # independent replications
    seed: int

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question about the chance of an event: of a ``measure`` that is a rate.

        ``strategy`` is one for all seats, or one for each ("greedy+random"), and defaults to the
        game's own; ``measure`` to the first rate of the game.
        """
        words, options = cls.question.read(given)
        found = find_game(game)
        _need_splitting(found)
        rules = found.with_options(options)
        strategy = (
            by_name(found.name, words.strategy, rules.needed_options()) or found.default_strategy
        )
        return cls(
            rules,
            find_players(rules, strategy),
            _rate(found, words.measure),
            read_whole("particles", words.particles, LEAST_PARTICLES, MOST_PARTICLES),
            read_whole("repeats", words.repeats, LEAST_REPEATS, MOST_REPEATS),
            words.seed,
        )


ask = Asked.ask


def _need_splitting(game: Game) -> None:
    """PlayoutError, with the games that can be asked about, if this one cannot."""
    if can_split(game):
        return
    known = listed([other.name for other in loaded_games() if can_split(other)])
    raise PlayoutError(
        f"rare does not work with {game.name}; it works with {known}, because it can copy their "
        f"unfinished games; to count an event in ordinary games, use playout run {game.word}"
    )


def _rate(game: Game, name: str | None) -> Measure:
    """The rate of that name, of the whole table; without one the first."""
    rates = [one for one in game.measures if one.kind == "rate" and not one.per_seat]
    if not rates:
        raise PlayoutError(
            f"{game.name} has no measure that is a rate, such as how often the team wins"
        )
    if isinstance(name, str | None) and not name:
        return rates[0]
    known = [one.name for one in rates]
    word = str(name).strip().replace("-", "_")
    if word not in known:
        is_other = any(word == one.name for one in game.measures)
        why = "rare needs an event that happens or not; " if is_other else ""
        raise PlayoutError(f"{as_typed('measure', name)}: {why}{suggest(name, known)}")
    return game.measure(name)
