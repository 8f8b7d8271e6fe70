"""How a game ended, as each seat and onlookers are told."""

from __future__ import annotations

from typing import Any

import pytest

from playout import Match
from playout.engine.find.games import find_game, game_names
from playout.engine.game.drawings import ONLOOKER
from playout.games.numbered_cards.sets import listed
from playout.web.pages.ending import ending, reason
from playout.web.pages.table_view import _notes
from playout.web.store.setting import Setting
from playout.web.store.tables import Table
from tests.golden.sentences import OWN

TEAMS = {"the-game", "the-game-blog"}
ALONE = {"risk-battle": "the attacker has"}
SHORT = {
    "mexican-train": {"rounds": 1, "set": 6},
    "hex": {"rows": 3},
    "cant-stop": {"columns_to_win": 1},
    "pig": {"goal": 20},
}


PLAYERS = {name: find_game(name).option("players") for name in game_names()}


@pytest.mark.parametrize(
    "game", [name for name, n in PLAYERS.items() if n.low <= 2 <= n.high or name in ALONE]
)
def test_each_seat_and_onlookers_are_told_who_won(game: str) -> None:
    seats, names = ("friend",) * (1 if game in ALONE else 2), ("Ann", "Ben")
    told = set()
    for seed in range(6 if game == "hex" else 1):
        options: dict[str, Any] = SHORT.get(game, {}) | {"players": len(seats)}
        setting = Setting(game, options, seats, seed, names=names[: len(seats)])
        match = Match(game, strategy="random", seed=seed, **options)
        table = Table("key", setting, match)
        pages = [table.for_guest(seat) for seat in [*range(len(seats)), ONLOOKER]]
        assert {text(one) for one in pages for text in (ending, reason)} == {""}
        assert [*table.match.run()]
        outcome = table.match.outcome()
        assert not hasattr(match.game.drawing, "why_over") or all(map(reason, pages))
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


def test_a_lost_game_says_why_and_shows_all_hands() -> None:
    setting = Setting("the-game", {"players": 2}, ("friend", "friend"), 1, names=("Ann", "Ben"))
    table = Table("key", setting, Match("the-game", strategy="random", seed=1, players=2))
    while not table.match.is_over:
        before = table.for_guest(0).svg(720)
        table.match.step()
    state = table.match.state
    loser = int(state.player)
    hands = [listed(state.hands[seat]) for seat in (0, 1)]
    up, down = min(state.piles[:2]), max(state.piles[2:4])
    assert reason(table.for_guest(loser)).startswith("You had to lay ")
    told = reason(table.for_guest(1 - loser))
    assert f"a card above {up}, a card below {down}" in told
    assert told.startswith(f"{setting.names[loser]} had to lay ")
    assert told.endswith(f" was needed. {state.left} cards were left.")
    assert all(down < card < up for card in hands[loser])
    faces = table.for_guest(0).svg(720)
    assert all(f">{card}</text>" in faces for card in hands[1])
    assert not all(f">{card}</text>" in before for card in hands[1])


@pytest.mark.usefixtures("forgets")
def test_partners_win_together_and_each_player_is_told_whose_partner_everybody_is() -> None:
    game, names, told = str(OWN / "partners.py"), ("Ann", "Ben", "Cem", "Dee"), set()
    for seed in range(8):
        setting = Setting(game, {"players": 4}, ("friend",) * 4, seed, names=names)
        table = Table("key", setting, Match(game, strategy="random", seed=seed))
        assert [*table.match.run()]
        looking, own = ending(table.for_guest(ONLOOKER)), ending(table.for_guest(0))
        told.add((looking, own))
        notes = [_notes(table.for_guest(seat), 2) for seat in (0, 1)]
        assert notes == ["a friend, your partner", "a friend, partner of Ann"]
    assert told >= {
        ("Ann and Cem win", "you and Cem win"),
        ("Ben and Dee win", "Ben and Dee win"),
    }
