"""Games against the plain model, on the dice that NumPy's generator throws for their deals."""

from __future__ import annotations

import pytest

from playout.engine.game.game import SHARE
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.snakes_and_ladders.board import landing
from playout.games.snakes_and_ladders.game import GAME
from tests.games.matches import dice
from tests.games.snakes_and_ladders.contract import SMALL
from tests.reference import snakes_and_ladders as reference

SEED = 11


@pytest.mark.rules
@pytest.mark.parametrize("players", [1, 2, 6])
@pytest.mark.parametrize("overshoot", ["lost", "wins"])
@pytest.mark.parametrize("board", ["official", SMALL, "7:"])
def test_a_game_is_that_of_the_plain_model(board: str, overshoot: str, players: int) -> None:
    rules = GAME.with_options({"players": players, "board": board, "overshoot": overshoot})
    squares = landing(board)
    jumps = {start: end for start, end in enumerate(squares) if start != end}
    outcomes = play_batch(rules, [find_player(GAME.name, "throw")] * players, SEED, 0, 20)
    for game, outcome in enumerate(outcomes.tolist()):
        wins = overshoot == "wins"
        winner, throws = reference.play(dice(SEED, game), players, len(squares) - 1, jumps, wins)
        assert outcome[0] == throws
        assert outcome[1] == -(-throws // players)
        assert outcome[2:] == [SHARE if seat == winner else 0 for seat in range(6)]
