"""Games and strategies by their names."""

from playout.engine.find.declarations import strategy
from playout.engine.find.games import find_game, strategies
from playout.engine.who.references import find_player, find_players

__all__ = ["find_game", "find_player", "find_players", "strategies", "strategy"]
