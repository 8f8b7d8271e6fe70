"""Tic-tac-toe of OpenSpiel and of PettingZoo is that of a slow and obvious reference."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.game.game import SHARE
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from tests.chance import FALSE_ALARM, p_of_counts
from tests.reference import tic_tac_toe as reference

SPIEL, PYTHON, ZOO = (
    "openspiel:tic_tac_toe",
    "openspiel:python_tic_tac_toe",
    "pettingzoo:tictactoe_v3",
)


def cell_of(game: str, move: int) -> int:
    """The cell of a move: PettingZoo counts down the columns."""
    return move % 3 * 3 + move // 3 if game == ZOO else move


def test_the_reference_has_the_known_numbers() -> None:
    assert sum(reference.games().values()) == 255_168
    assert reference.games() == {0: 131_184, 1: 77_904, None: 46_080}
    x, _, draw = reference.chances()
    assert (float(x), float(draw)) == (737 / 1260, 8 / 63)


def test_openspiel_has_255168_games() -> None:
    rules: Any = find_game(SPIEL).rules
    record = find_game(SPIEL).with_options().record()

    def games(state: Any) -> Counter[int | None]:
        text = rules.source.text(state, record, 0)
        if text not in known:
            known[text] = counted(state)
        return known[text]

    def counted(state: Any) -> Counter[int | None]:
        if rules.is_over(state, record):
            wins = rules.source.score(state, record)["win"]
            return Counter([None if wins[0] == 0.5 else wins.index(1)])
        total = Counter[int | None]()
        for move in rules.moves(state, record):
            following = state.copy()
            rules.play(following, record, move, None)
            total += games(following)
        return total

    known: dict[str, Counter[int | None]] = {}
    state = rules.new_state()
    rules.deal(state, record, None)
    assert games(state) == reference.games()


@pytest.mark.parametrize("game", [SPIEL, PYTHON, ZOO])
def test_every_position_of_random_games_is_that_of_the_reference(game: str) -> None:
    for number in range(40):
        match, board = Match(game, strategy="random", seed=3, game_number=number), reference.EMPTY
        while not match.is_over:
            assert match.seat == reference.player(board)
            cells = sorted(cell_of(game, move) for move in match.view().legal_moves)
            assert cells == reference.legal(board)
            board = reference.after(board, cell_of(game, match.step()))
        assert reference.legal(board) == []
        end = reference.winner(board)
        assert match.outcome()["win"] == [0.5, 0.5] if end is None else [1.0 - end, float(end)]


def test_the_two_libraries_play_each_others_games() -> None:
    for number in range(20):
        spiel = Match(SPIEL, strategy="random", seed=4, game_number=number)
        zoo = Match(ZOO, strategy="random", seed=5, game_number=number)
        while not spiel.is_over:
            assert not zoo.is_over
            own, other = spiel.view().observation, zoo.view().observation
            # Planes: of OpenSpiel empty, o, x; of PettingZoo the own marks and the other's.
            mine, others = (2, 1) if spiel.seat == 0 else (1, 2)
            assert np.array_equal(own[mine], other[:, :, 0].T)
            assert np.array_equal(own[others], other[:, :, 1].T)
            move = spiel.step()
            zoo.play(cell_of(ZOO, move))
        assert zoo.is_over
        assert zoo.columns() == spiel.columns()


@cache
def results_of(game: str, games: int) -> list[int]:
    """How many random games X has won, O has won, and are draws."""
    rules = find_game(game).with_options()
    wins = play_batch(rules, find_players(rules, "random"), 7, 0, games)[:, 0].tolist()
    return [wins.count(SHARE), wins.count(0), wins.count(SHARE // 2)]


@pytest.mark.parametrize(("game", "games"), [(SPIEL, 1_000), (ZOO, 300)])
def test_random_players_win_as_often_as_they_should(game: str, games: int) -> None:
    counts = np.array(results_of(game, games))
    assert counts.sum() == games
    assert p_of_counts(counts, [float(one) for one in reference.chances()]) > FALSE_ALARM
