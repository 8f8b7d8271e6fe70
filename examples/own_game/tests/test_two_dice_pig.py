"""Pig with two dice, by a slow model of its rules, and asked as users ask."""

from __future__ import annotations

import playout


def test_games_are_those_of_a_slow_model() -> None:
    for number in range(20):
        match = playout.Match("two-dice-pig", strategy="hold", seed=1, game_number=number)
        scores, total, player, turns = [0, 0], 0, 0, 0
        for move in match.run():
            dice = match.state.dice.tolist()
            if move == 0 and 1 not in dice:
                total += sum(dice)
                continue
            if move == 1:
                scores[player] += total
            elif dice == [1, 1]:
                scores[player] = 0
            player, total, turns = 1 - player, 0, turns + 1
        assert match.state.scores[:2].tolist() == scores
        assert max(scores) >= 100
        assert match.outcome() == {"win": [score >= 100 for score in scores], "turns": turns}


def test_to_hold_is_better_than_to_toss_a_coin() -> None:
    answer = playout.run("two-dice-pig", seats=["hold", "random"], games=2_000, seed=1)
    wins = answer.to_pandas().set_index("strategy")
    assert wins.win_low["hold"] > wins.win_high["random"]
