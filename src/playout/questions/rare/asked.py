"""What is asked about a rare event: whose games, which event, and with how much effort."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Measure, Player, Rules
from playout.engine.game.players import StrategyReference
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import read_count, read_whole, seed_or_fresh, shown
from playout.engine.worlds.splitting import check_splitting

PARTICLES, LEAST_PARTICLES, MOST_PARTICLES = 10_000, 10, 100_000  # of 2 to 4 KB twice a thread
REPEATS, LEAST_REPEATS, MOST_REPEATS = 30, 10, 1_000_000


@dataclass(frozen=True)
class Asked:
    """What is asked, and with how much effort."""

    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    measure: Measure  # a rate
    particles: int  # games at once in a replication
    repeats: int  # independent replications
    seed: int

    @property
    def game(self) -> Game:
        """What is played."""
        return self.rules.game

    @staticmethod
    def restored(canonical: Mapping[str, Any], repeats: int) -> Asked:
        """The question of this canonical form, with any number of replications."""
        asked = ask(
            canonical["game"],
            strategy=canonical["strategies"],
            measure=canonical["measure"],
            particles=canonical["particles"],
            seed=canonical["seed"],
            **dict(canonical["rules"]),
        )
        return replace(asked, repeats=repeats)

    def canonical(self) -> dict[str, Any]:
        """All that decides a replication, but not how many there are: for JSON, always the same."""
        return {
            "game": self.game.name,
            "strategies": [player.reference for player in self.players],
            "rules": [list(pair) for pair in self.rules.given().items()],
            "measure": self.measure.name,
            "particles": self.particles,
            "seed": self.seed,
        }


def ask(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    measure: str | None = None,
    particles: int | str = PARTICLES,
    repeats: int | str = REPEATS,
    seed: int | None = 1,
    **options: object,
) -> Asked:
    """A checked question about the chance of an event: of a ``measure`` that is a rate.

    ``strategy`` is one for all seats, or one for each ("greedy+random"), and defaults to the game's
    own; ``measure`` to the first rate of the game.  PlayoutError if it cannot be asked.
    """
    found = find_game(game)
    check_splitting(found)
    rules = found.with_options(options)
    return Asked(
        rules,
        find_players(rules, by_name(found.name, strategy, rules.given()) or found.default_strategy),
        _rate(found, measure),
        read_whole(
            "particles", read_count(particles, "particles"), LEAST_PARTICLES, MOST_PARTICLES
        ),
        read_whole("repeats", read_count(repeats, "repeats"), LEAST_REPEATS, MOST_REPEATS),
        seed_or_fresh(seed),
    )


def _rate(game: Game, name: str | None) -> Measure:
    """The rate of that name, of the whole table; without one the first."""
    rates = [one for one in game.measures if one.kind == "rate" and not one.per_seat]
    if not rates:
        raise PlayoutError(f"{game.name} has no measure that happens or not, as a win of all does")
    if isinstance(name, str | None) and not name:
        return rates[0]
    known = [one.name for one in rates]
    if str(name).strip().replace("-", "_") not in known:
        raise PlayoutError(f"measure = {shown(name)}: {suggest(name, known)}")
    return game.measure(name)
