"""Games and strategies by their names."""

from playout.engine.find.games import find_game, find_player, find_players, strategies, strategy

__all__ = ["find_game", "find_player", "find_players", "strategies", "strategy"]
