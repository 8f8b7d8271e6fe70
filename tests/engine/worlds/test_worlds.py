"""What each move is worth in worlds: against worlds of a match, whoever plays, however split."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.engine.words.errors import IllegalMove
from playout.engine.worlds.worlds import play_worlds
from tests.chance import FALSE_ALARM, p_of_counts

# A game in plain Python, in which a card is hidden: whoever guesses it has won.
GUESS = """
import playout
from playout.engine.chance.rng import randrange

@playout.game(measures=[playout.Measure("win", "rate", "has won")], moves=["a", "b", "c"])
class Guess:
    def deal(self, rules, stream):
        self.card, self.tries, self.won = randrange(stream, 3), 2, 0
    def is_over(self, rules):
        return self.tries == 0 or self.won == 1
    def legal_moves(self, rules):
        return [0, 1, 2]
    def play(self, rules, move, stream):
        self.tries -= 1
        self.won = int(move == self.card)
    def score(self, rules):
        return {"win": self.won}
    def observe(self, rules, seat, view):
        view.tries = self.tries
    def determinize(view, rules, stream, state):
        state.card, state.tries, state.won = randrange(stream, 3), view.tries, 0

@playout.strategy("guess", compiled=False)
def next_one(view, rng):
    view.notes[0] += 1
    return int(view.notes[0]) % 3

@playout.strategy("guess", compiled=False)
def wild(view, rng):
    return 7 if view.tries == 1 else 0
"""


def at(game: str, strategy: str, turn: int, number: int = 0, **options: Any) -> Match:
    """A game of seed 1 after some moves."""
    match = Match(game, strategy=strategy, game_number=number, **options)
    for _ in range(turn):
        match.step()
    return match


def tried(match: Match, first: int, count: int, **more: Any) -> tuple[Any, Any]:
    """The outcomes of some worlds of a match after each move, and which were the strategy's."""
    moves = match.legal_moves()
    return play_worlds(match.rules, match.players, match.view(), moves, 5, first, count, **more)


@pytest.mark.parametrize(
    ("game", "strategy", "options"),
    [
        pytest.param("the-game", "quick", {"players": 2}, marks=pytest.mark.slow),
        pytest.param("the-game", "random", {"players": 3}, marks=pytest.mark.thorough),
        pytest.param("hex", "random+shortest", {"rows": 4}, marks=pytest.mark.thorough),
        pytest.param("cant-stop", "tuned", {}, marks=pytest.mark.thorough),
        pytest.param("mexican-train", "careful", {"players": 3}, marks=pytest.mark.thorough),
    ],
)
def test_a_world_is_that_of_a_match_played_move_by_move(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    for number in range(2):
        match = at(game, strategy, 4 + number, number, **options)
        outcomes, own = tried(match, number, 1)
        for k, move in enumerate(match.legal_moves()):
            world = match.world(seed=5)
            assert world._ask() == match.legal_moves()[own[0]]
            world.play(move)
            list(world.run())
            assert world.columns() == outcomes[0, k].tolist()
        world = match.world(seed=5)
        list(world.run())
        assert world.columns() == outcomes[0, own[0]].tolist()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "strategy", "options"),
    [
        ("the-game", "greedy+random", {"players": 2, "hints": "marks"}),
        ("the-game", "quick", {"players": 3}),
        pytest.param("hex", "shortest", {"rows": 5}, marks=pytest.mark.thorough),
    ],
)
def test_worlds_are_the_same_however_they_are_split_and_compiled(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    match = at(game, strategy, 3, **options)
    outcomes, own = tried(match, 0, 7)
    for first, count in ((0, 3), (3, 4)):
        part, its = tried(match, first, count)
        assert np.array_equal(part, outcomes[first : first + count])
        assert np.array_equal(its, own[first : first + count])
    plain, its = tried(match, 0, 3, compiled=False)
    assert np.array_equal(plain, outcomes[:3])
    assert np.array_equal(its, own[:3])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("the-game", "quick"),
        pytest.param("mexican-train", "sequence", marks=pytest.mark.thorough),
    ],
)
def test_what_the_seat_to_move_does_not_know_changes_nothing(game: str, strategy: str) -> None:
    match = at(game, strategy, 9, players=3)
    outcomes, own = tried(match, 0, 20)
    for seed in range(3):
        same, its = tried(match.world(seed=seed), 0, 20)
        assert np.array_equal(same, outcomes)
        assert np.array_equal(its, own)


def test_a_game_in_plain_python_has_worlds_and_its_strategy_its_notes(tmp_path: Path) -> None:
    file = tmp_path / "guess.py"
    file.write_text(GUESS)
    match = at(str(file), "next-one", 0)
    outcomes, own = tried(match, 0, 300)
    assert set(own) == {1}  # noted once before every move that is tried, so then it is c's turn
    rows, counts = np.unique(outcomes[:, :, 0], axis=0, return_counts=True)
    assert rows.tolist() == [[0, 1, 0], [1, 0, 0], [1, 1, 1]]  # where the card is b, a, c
    assert p_of_counts(counts, [1 / 3] * 3) > FALSE_ALARM


@pytest.mark.parametrize("compiled", [True, False])
def test_a_strategy_that_breaks_the_rules_is_told_with_the_position(
    compiled: bool, tmp_path: Path
) -> None:
    file = tmp_path / "guess.py"
    file.write_text(GUESS)
    match = at(str(file), "wild", 0)
    with pytest.raises(
        IllegalMove, match="strategy 'wild' on seat 1 returned an illegal move"
    ) as e:
        tried(match, 0, 4, compiled=compiled)
    assert "--position" in str(e.value)
