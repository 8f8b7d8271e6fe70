"""Pig of OpenSpiel is ours, but for what each says of its own rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from playout.adapters.openspiel import _loaded
from playout.engine.find.games import find_game
from playout.engine.game.game import SHARE
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player, find_players
from playout.games.pig.rules import HOLD, ROLL
from tests.chance import FALSE_ALARM

HOLDING = '''
import playout

@playout.strategy("openspiel:pig", compiled=False, parameters={"at": 20})
def hold(view, rng):
    """Rolls until a turn is worth `at`, or wins; the last row of `observation` is its length."""
    goal = view.observation.shape[1] - 1
    total = int(view.observation[0].argmax())
    own = int(view.observation[1 + view.seat].argmax())
    return 1 if total >= view.parameters[0] or own + total >= goal else 0
'''


def numbers_of(state: Any) -> tuple[list[int], int, int]:
    """The scores, the total of the turn and the player of a state of OpenSpiel."""
    numbers = list(map(int, re.findall(r"\d+", str(state))))
    return numbers[:-2], numbers[-2], numbers[-1]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_same_dice_and_moves_make_the_same_game(players: int) -> None:
    """OpenSpiel lets a player hold nothing, and not roll any more who can win by holding."""
    goal, chance = 30, np.random.default_rng(players)
    name = f"pig(players={players},winscore={goal},horizon=100000)"
    spiel = _loaded(name, name)
    for number in range(20):
        ours = Match(
            "pig", strategy="random", seed=1, game_number=number, players=players, goal=goal
        )
        theirs = spiel.new_initial_state()
        while not ours.is_over:
            scores, total = ours.state.scores[:players].tolist(), int(ours.state.turn_total)
            assert numbers_of(theirs) == (scores, total, ours.seat)
            assert theirs.current_player() == ours.seat
            wins = scores[ours.seat] + total >= goal
            assert theirs.legal_actions() == ([HOLD] if wins else [ROLL, HOLD])
            assert [move for move in (ROLL, HOLD) if ours.is_legal(move)] == (
                [ROLL, HOLD] if total else [ROLL]
            )
            rolls = not wins and (not total or chance.random() < 0.7)
            move = ROLL if rolls else HOLD
            ours.play(move)
            theirs.apply_action(move)
            if rolls:
                assert theirs.is_chance_node()
                assert theirs.chance_outcomes() == [
                    (side, pytest.approx(1 / 6)) for side in range(6)
                ]
                theirs.apply_action(int(ours.state.die) - 1)
        assert theirs.is_terminal()
        returns = theirs.returns()
        winner = ours.outcome()["win"].index(1.0)
        assert returns.index(max(returns)) == winner
        assert returns == [1.0 if seat == winner else -1 / (players - 1) for seat in range(players)]


def test_a_strategy_wins_as_often_as_ours_is_known_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("holding.py").write_text(HOLDING)
    own = find_game("pig").with_options({"goal": 25})
    exact = find_game("pig").expected(own, [find_player("pig", "hold:at=20")] * 2)["win"][0]
    rules = find_game("openspiel:pig(winscore=25)").with_options()
    wins = play_batch(rules, find_players(rules, "holding.py:hold"), 1, 0, 400)[:, 0]
    found = stats.binomtest(int((wins == SHARE).sum()), 400, exact)
    assert found.pvalue > FALSE_ALARM


def test_throw_k_is_the_same_whatever_is_played() -> None:
    thrown = []
    for every in (1, 2, 5):  # so many rolls before each stop
        match, rolls, dice = Match("openspiel:pig", strategy="random", seed=2), 0, list[int]()
        while not match.is_over and len(dice) < 40:
            move = HOLD if rolls == every or ROLL not in match.view().legal_moves else ROLL
            match.play(move)
            rolls = 0 if move == HOLD else rolls + 1
            if move == ROLL:
                dice.append(match.state.state.history()[-1])
        thrown.append(dice)
    assert len(thrown[0]) == 40
    assert {*thrown[0]} == {*range(6)}
    assert thrown[0] == thrown[1] == thrown[2]
