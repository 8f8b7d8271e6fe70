"""Games against the plain model, on the dice that NumPy's generator throws for their deals."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.game.game import SHARE, Rules
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.games.snakes_and_ladders.board import jumps_of, landing
from playout.games.snakes_and_ladders.game import GAME
from tests.games.matches import dice
from tests.games.snakes_and_ladders.contract import CHAINS, SMALL
from tests.reference import snakes_and_ladders as reference

SEED = 11
TWO_DICE: dict[str, Any] = {"board": CHAINS, "overshoot": "wins", "dice": 2, "sides": 4}


@pytest.mark.rules
@pytest.mark.parametrize("players", [1, 2, 6])
@pytest.mark.parametrize("overshoot", ["lost", "wins"])
@pytest.mark.parametrize("board", ["official", SMALL, "7:"])
def test_a_game_is_that_of_the_plain_model(board: str, overshoot: str, players: int) -> None:
    rules = GAME.with_options({"players": players, "board": board, "overshoot": overshoot})
    assert_like_the_plain_model(rules)


@pytest.mark.rules
@pytest.mark.parametrize("overshoot", ["lost", "wins"])
@pytest.mark.parametrize(
    ("board", "dice", "sides"),
    [
        (CHAINS, 1, 6),
        (CHAINS, 1, 4),
        ("official", 1, 15),
        (CHAINS, 2, 6),
        ("official", 3, 4),
        ("7:", 6, 100),
        ("30:2-30/29-2", 5, 2),
    ],
)
def test_a_game_with_chains_and_other_dice_is_that_of_the_plain_model(
    board: str, dice: int, sides: int, overshoot: str
) -> None:
    if dice > 1 and overshoot == "lost":
        return  # a token would never come in
    options = {"board": board, "dice": dice, "sides": sides, "overshoot": overshoot}
    assert_like_the_plain_model(GAME.with_options({"players": 2, **options}))


def assert_like_the_plain_model(rules: Rules) -> None:
    """Some games are those of the plain model, which follows jump after jump."""
    board, players, wins = (
        str(rules["board"]),
        rules.number("players"),
        rules["overshoot"] == "wins",
    )
    last, jumps = len(landing(board)) - 1, jumps_of(board)
    outcomes = play_batch(rules, [find_player(GAME.name, "throw")] * players, SEED, 0, 20)
    for game, outcome in enumerate(outcomes.tolist()):
        throws_of = dice(SEED, game, rules.number("dice"), rules.number("sides"))
        winner, throws = reference.play(throws_of, players, last, jumps, wins)
        assert outcome[0] == throws
        assert outcome[1] == -(-throws // players)
        assert outcome[2:] == [SHARE if seat == winner else 0 for seat in range(6)]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("die=1", "die=1: must be a whole number from 2 to 8"),
        ("die=9", "die=9: must be a whole number from 2 to 8"),
        (
            "squares=2 die=3",
            "seat 1 on 2: a jump leads from there to 4, so no token can stand on it",
        ),
        (
            "squares=9 die=3",
            "seat 1 on 9: a jump leads from there to 4, so no token can stand on it",
        ),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused(position: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        Match(GAME.name, position=position, **TWO_DICE)


def test_a_throw_is_one_of_these_dice_and_is_not_known_before() -> None:
    sums = set()
    for seed in range(200):
        match = Match(GAME.name, position="squares=3 ", seed=seed, **TWO_DICE)
        assert match.state.die == 0
        match.play("throw")
        sums.add(int(match.state.die))
    assert sums == set(range(2, 9))


def test_learners_see_what_the_dice_can_show() -> None:
    seen = {one.name: one for one in GAME.encoding.observation(GAME.with_options(TWO_DICE))}
    assert (seen["die"].least, seen["die"].most) == (0, 8)
