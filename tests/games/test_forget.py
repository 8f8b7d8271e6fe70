"""What a game forgets matters no more: the same games, and the same scores, with and without."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import STREAM, start
from playout.engine.find.games import find_game, game_names
from playout.engine.native.records import new_record

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "pig": [{"goal": 20}, {"goal": 15, "players": 3, "most_turns": 7}],
    "snakes-and-ladders": [{"players": 1}, {"players": 4}],
    "risk-battle": [{}, {"attackers": 6, "retreat_after": 3}],
    "cant-stop": [{"columns_to_win": 1}, {"players": 3, "most_turns": 9}],
    "yahtzee": [{"players": 1}, {"players": 2}],
    "the-game": [{"players": 1}, {"players": 3, "high": 30}],
    "the-game-blog": [{"players": 2}],
    "mexican-train": [{"players": 2, "rounds": 1}, {"players": 4, "rounds": 2, "draw": "until"}],
    "hex": [{"rows": 5}],
    "ur": [{"pieces": 2}, {"pieces": 3, "most_throws": 40}],
}
CASES = [(game, options) for game, several in OPTIONS.items() for options in several]


def test_every_game_that_forgets_is_here() -> None:
    ours = [find_game(name) for name in game_names()]
    forgetful = {game.name for game in ours if game.is_ours and hasattr(game.rules, "forget")}
    assert forgetful == {*OPTIONS}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_game_that_forgets_after_every_move_is_the_same_game(
    name: str, options: dict[str, Any]
) -> None:
    game = find_game(name)
    rules, made = game.with_options(options), game.rules
    record = rules.record()
    kept = [game.column(one) for one in game.measures if one.kind != "category"]
    if game.forget_keeps:
        kept = [game.column(game.measure(one)) for one in game.forget_keeps]
    choose = np.random.default_rng(5)

    def lost(state: Any) -> Any:
        """Let a state forget; what its score loses by that."""
        before, after = np.zeros((2, game.width), np.int64)
        made.score(state, record, before)
        made.forget(state, record)
        made.score(state, record, after)
        return before - after

    for number in range(12):
        true, shadow = new_record(game.state_dtype), new_record(game.state_dtype)
        streams = new_record(STREAM, 2)
        for state, stream in zip((true, shadow), streams, strict=True):
            start(stream, 3, number, 0)
            made.deal(state, record, stream)
        gained = lost(shadow)
        moves = np.zeros((2, made.MOST_LEGAL), np.int64)
        while not made.is_over(true, record):
            assert not made.is_over(shadow, record)
            assert made.actor(true, record) == made.actor(shadow, record)
            count = made.legal_moves(true, record, moves[0])
            assert made.legal_moves(shadow, record, moves[1]) == count
            assert (moves[0, :count] == moves[1, :count]).all()
            move = moves[0, choose.integers(count)]
            for state, stream in zip((true, shadow), streams, strict=True):
                made.play(state, record, move, stream)
            gained += lost(shadow)
        assert made.is_over(shadow, record)
        due, found = np.zeros((2, game.width), np.int64)
        made.score(true, record, due)
        made.score(shadow, record, found)
        assert (found + gained)[kept].tolist() == due[kept].tolist()
