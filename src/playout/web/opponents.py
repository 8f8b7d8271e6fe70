"""The opponents of each game: an easy, a good and the best one, as people choose them."""

from __future__ import annotations

from collections.abc import Sequence

from playout.engine.find.games import can_choose
from playout.engine.game.game import Game
from playout.engine.who.references import allowed_players, listed_strategies
from playout.engine.words.errors import PlayoutError

STRENGTHS = ("easy", "good", "best")


def opponents(game: Game, players: int = 0) -> dict[str, str]:
    """The strategies to play against, or with, by their strength, from easy to best.

    They can play with so many players (0: with the usual number).  A game may have fewer than
    three; {} if there is nothing to decide.
    """
    if not can_choose(game):
        return {}
    names = able(game, players, game.opponents or _of_ladder(game))
    strengths = {1: ("easy",), 2: ("easy", "best")}.get(len(names), STRENGTHS)
    return dict(zip(strengths, names, strict=False))


def able(game: Game, players: int, names: Sequence[str]) -> Sequence[str]:
    """The names of those strategies that can play with so many players (0: the usual number)."""
    try:
        rules = game.with_options({"players": players or table_players(game)})
    except PlayoutError:  # so many need other rules as well
        return names
    return [one for one in names if allowed_players(rules, [one])]


def _of_ladder(game: Game) -> tuple[str, ...]:
    names = game.ladder
    if not names:
        known = [one.name for one in listed_strategies(game)]
        names = tuple(one for one in ("random", game.default_strategy) if one in known)
    return tuple(dict.fromkeys([names[0], names[len(names) // 2], names[-1]]))


def named(game: Game, reference: str) -> str:
    """The name of a strategy for people, with its strength: "careful (good)"."""
    strength = strength_of(game, reference)
    return f"{reference} ({strength})" if strength else reference


def strength_of(game: Game, reference: str, players: int = 0) -> str:
    """Whether a strategy is the easy, the good or the best opponent; "" if it is none of them."""
    return next((one for one, who in opponents(game, players).items() if who == reference), "")


def opponent(game: Game, strength: str = "good", players: int = 0) -> str:
    """The strategy of this strength; a good one, or what there is, if it is not known."""
    known = opponents(game, players)
    return known.get(strength) or known.get("good") or known.get("easy") or game.default_strategy


def table_players(game: Game) -> int:
    """How many players sit at a table if nobody chooses: what the game is best with."""
    option = game.option("players")
    several = max(2, int(game.with_options({})["players"]))
    return min(max(game.table_players or several, option.low), option.high)
