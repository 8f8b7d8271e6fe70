"""Dominoes of OpenSpiel are those of a slow and obvious reference, and hide what they should."""

from __future__ import annotations

import re

import numpy as np

from playout.engine.match.match import Match
from tests.reference.block_dominoes import Move, Table

GAME = "openspiel:python_block_dominoes"


def read(text: str) -> Move:
    """A move as OpenSpiel writes it: ``p0 tile:(0.0, 3.0) pip:None``."""
    one, other = map(int, re.findall(r"(\d)\.0[,)]", text))
    end = re.search(r"pip:(\d)", text)
    return (one, other), int(end[1]) if end else None


def test_every_move_of_random_games_is_that_of_the_reference() -> None:
    for number in range(40):
        match = Match(GAME, strategy="random", seed=1, game_number=number)
        hands = match.state.state.hands
        assert len({*hands[0], *hands[1]}) == 14
        table = Table([[(int(one), int(other)) for one, other in hand] for hand in hands])
        while not match.is_over:
            state, seat = match.state.state, match.seat
            assert not table.is_over
            assert seat == table.player
            moves = {
                move: read(state.action_to_string(seat, move)) for move in state.legal_actions()
            }
            assert {*moves.values()} == table.moves(seat)
            assert sorted(moves) == sorted(match.view().legal_moves)
            table.play(moves[match.step()])
        assert table.is_over
        returns = table.returns()
        assert match.state.state.returns() == returns
        assert match.outcome()["points"] == [value + 69 for value in returns]
        shares = [0.5, 0.5] if returns == [0, 0] else [float(value > 0) for value in returns]
        assert match.outcome()["win"] == shares


def test_a_view_is_the_same_whatever_the_others_hold() -> None:
    one = Match(GAME, strategy="random", seed=1)
    history = one.state.state.history()
    rest = sorted({*range(28)} - {*history})
    other = Match(
        GAME,
        strategy="random",
        position=f"history={','.join(map(str, history[:7] + rest[:7]))}",
    )
    assert one.state.state.hands[1] != other.state.state.hands[1]
    mine, same = one.view(0), other.view(0)
    assert mine.text == same.text
    assert np.array_equal(mine.observation, same.observation)
    assert one.view(1).text != other.view(1).text
    assert not hasattr(mine, "history")
