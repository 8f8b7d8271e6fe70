"""The strategies of a game by their strength: an easy, a good and the best one, for people."""

from __future__ import annotations

from collections.abc import Sequence

from playout.engine.find.games import can_choose
from playout.engine.game.game import Game, Rules
from playout.engine.who.references import allowed_players, listed_strategies
from playout.engine.words.errors import PlayoutError
from playout.engine.words.looking import is_looking
from playout.engine.words.spelling import joined

STRENGTHS = ("easy", "good", "best")


def opponents(game: Game, players: int = 0) -> dict[str, str]:
    """The strategies to play against, or with, by their strength, from easy to best.

    They can play with so many players (0: with the usual number).  A game may have fewer than
    three; {} if there is nothing to decide.
    """
    return _by_strength(able(game, players, _names(game))) if can_choose(game) else {}


def strategies_named(rules: Rules, names: str) -> str:
    """A strategy, or several joined by +, with the name of one in place of each strength.

    "good" is the good one of those that can play by these rules.  A strategy of the game that has
    such a name itself comes first.
    """
    return "+".join(_named(rules, name) for name in names.split("+"))


def _named(rules: Rules, name: str) -> str:
    game = rules.game
    if name.strip() not in STRENGTHS or is_looking():  # what is looked at names its strategies
        return name
    name = name.strip()
    if any(name in (one.name, *one.aliases) for one in listed_strategies(game)):
        return name
    known = _by_strength(_able(rules, _names(game))) if can_choose(game) else {}
    if name in known:
        return known[name]
    why = "there is nothing to decide"
    if known:
        known_names = joined([f"{strength} ({who})" for strength, who in known.items()])
        why = f"it has {known_names}; name a strategy, or declare opponents= of the game"
    raise PlayoutError(f"{game.name} has no strategy that is called {name}: {why}")


def _by_strength(names: Sequence[str]) -> dict[str, str]:
    strengths = {1: ("easy",), 2: ("easy", "best")}.get(len(names), STRENGTHS)
    return dict(zip(strengths, names, strict=False))


def able(game: Game, players: int, names: Sequence[str]) -> Sequence[str]:
    """The names of those strategies that can play with so many players (0: the usual number)."""
    try:
        rules = game.with_options({"players": players or table_players(game)})
    except PlayoutError:  # so many need other rules as well
        return names
    return _able(rules, names)


def _able(rules: Rules, names: Sequence[str]) -> Sequence[str]:
    return [one for one in names if allowed_players(rules, [one])]


def _names(game: Game) -> tuple[str, ...]:
    """The strategies to choose from, from easy to best: as the game says, or of its ladder."""
    if game.opponents:
        return game.opponents
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
