"""Snakes and ladders: exact lengths of games."""

from __future__ import annotations

from playout.games.snakes_and_ladders.exact import chance_of_more, mean_throws, race, sd_throws

__all__ = ["chance_of_more", "mean_throws", "race", "sd_throws"]


def __dir__() -> list[str]:
    return __all__
