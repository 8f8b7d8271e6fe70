"""A game of rivals that one player plays alone: what each question makes of it."""

from __future__ import annotations

import pytest

import playout
from playout import PlayoutError

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_two_ways_to_play_alone_are_compared_at_two_tables() -> None:
    answer = playout.compare("yahtzee", a="greedy", b="random", seed=1)
    assert answer.verdict == "A better"
    text = answer.to_text()
    assert "the same luck for both sides" in text
    assert "exchanged" not in text


@pytest.mark.thorough
def test_rules_can_be_compared_by_the_score_of_one_player() -> None:
    forced = playout.compare(
        "yahtzee", strategy="random", a_rules="joker=forced", b_rules="joker=free", max_games=200
    )
    assert forced.verdict == "undecided"


def test_a_win_alone_is_not_compared() -> None:
    with pytest.raises(PlayoutError, match="measure='win': a single player always wins"):
        playout.compare("yahtzee", a="greedy", b="random", measure="win")


def test_a_tournament_needs_two_players() -> None:
    needs = "a tournament needs at least two players at a table"
    with pytest.raises(PlayoutError) as usual:
        playout.tournament("yahtzee")
    default = f"yahtzee is for one player by default, but {needs}: add players=2"
    assert str(usual.value) == default
    with pytest.raises(PlayoutError) as asked:
        playout.tournament("yahtzee", players=1)
    assert str(asked.value) == f"players=1: {needs}"


def test_a_share_of_the_win_is_told_of_two_players_and_not_of_one() -> None:
    alone, pair = (
        playout.run("yahtzee", strategy="random", players=players, games=50).to_text()
        for players in (1, 2)
    )
    assert "score" in alone
    assert "win" not in alone
    assert "50 % (all seats)" in pair
    assert "tournament yahtzee --players 2" in pair
