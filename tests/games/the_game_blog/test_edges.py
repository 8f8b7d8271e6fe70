"""Options, moves and drawings of the blog's loop: what is taken, refused and told."""

from __future__ import annotations

import pytest

from playout.games.the_game_blog.game import GAME
from tests.games.the_game_blog.contract import table

pytestmark = pytest.mark.rules


def test_the_full_hand_follows_from_the_players() -> None:
    assert [GAME.with_options({"players": n})["hand"] for n in range(1, 8)] == [8, 7, 6, 6, 6, 6, 6]
    assert GAME.with_options({"players": 7, "hand": 14})["hand"] == 14


def test_a_transcript_says_that_a_card_did_not_fit() -> None:
    match = table([2, 3], [4, 5], high=12, strategy="minimal")
    match.state.piles[:2] = 50
    match.state.fitting[:] = 0
    assert "proposes 3 on 12: it does not fit" in match.transcript()
    assert match.transcript().endswith("over: 10 cards left")
