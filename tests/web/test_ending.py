"""How a game ended, as each seat and onlookers are told."""

from __future__ import annotations

from typing import Any

import pytest

from playout import Match
from playout.engine.find.games import game_names
from playout.engine.game.drawings import ONLOOKER
from playout.web.pages.ending import ending
from playout.web.store.setting import Setting
from playout.web.store.tables import Table

TEAMS = {"the-game", "the-game-blog"}
ALONE = {"risk-battle": "the attacker has"}
SHORT = {
    "mexican-train": {"rounds": 1, "set": 6},
    "hex": {"rows": 3},
    "cant-stop": {"columns_to_win": 1},
    "pig": {"goal": 20},
}


@pytest.mark.parametrize("game", game_names())
def test_each_seat_and_onlookers_are_told_who_won(game: str) -> None:
    seats, names = ("friend",) * (1 if game in ALONE else 2), ("Ann", "Ben")
    told = set()
    for seed in range(6 if game == "hex" else 1):
        options: dict[str, Any] = SHORT.get(game, {}) | {"players": len(seats)}
        setting = Setting(game, options, seats, seed, names=names[: len(seats)])
        match = Match(game, strategy="random", seed=seed, **options)
        table = Table("key", setting, match)
        pages = [table.for_guest(seat) for seat in [*range(len(seats)), ONLOOKER]]
        assert {ending(one) for one in pages} == {""}
        assert [*table.match.run()]
        outcome = table.match.outcome()
        *own, looking = map(ending, pages)
        told.update(own)
        if game in ALONE:
            assert own[0].startswith(ALONE[game])
        elif game in TEAMS:
            assert (own, looking) == (["you lose"] * 2, "lost") or outcome["win"]
        elif looking == "Ann and Ben share the win":
            assert own == ["you and Ben share the win", "Ann and you share the win"]
        else:
            winner = outcome["win"].index(1) if game != "hex" else outcome["ending"] == "player_2"
            assert looking == f"{names[winner]} wins"
            assert own[winner] == "you win"
            assert own[1 - winner] == looking
    assert game != "hex" or len(told) == 3  # each has won
