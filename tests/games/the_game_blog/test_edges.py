"""Options, moves and drawings of the blog's loop: what is taken, refused and told."""

from __future__ import annotations

import pytest

from playout.engine.words.errors import PlayoutError
from playout.games.the_game_blog.drawing import parse_move
from playout.games.the_game_blog.game import GAME
from tests.games.the_game_blog.contract import table

pytestmark = pytest.mark.rules


def test_the_full_hand_follows_from_the_players() -> None:
    assert [GAME.with_options({"players": n})["hand"] for n in range(1, 8)] == [8, 7, 6, 6, 6, 6, 6]
    assert GAME.with_options({"players": 7, "hand": 14})["hand"] == 14


@pytest.mark.parametrize("text", ["61 on pile 4", "0 on pile 1", "127 on pile 1", "stop", ""])
def test_what_is_no_move_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(PlayoutError, match="is no move: write '61 on pile 1'"):
        parse_move(text)


def test_a_transcript_says_that_a_card_did_not_fit() -> None:
    match = table([2, 3], [4, 5], high=12, strategy="minimal")
    match.state.piles[:2] = 50
    match.state.fitting[:] = 0
    assert "proposes 3 on 12: it does not fit" in match.transcript()
    assert match.transcript().endswith("over: 10 cards left")
