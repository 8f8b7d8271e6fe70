"""A game as one player saw it: its parts add up, and the sentence says what is clear."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout.questions.review.side import Side, sides_of


def sides(game: str, *names: str, **asked: Any) -> list[Side]:
    """The sides of a reviewed game, for players with these names."""
    return sides_of(playout.review(game, **asked).found, range(len(names)), names)


GAMES: dict[str, dict[str, Any]] = {
    "pig": {"strategy": "random", "goal": 40},
    "the-game": {"strategy": "greedy", "players": 2, "high": 30},
    "hex": {"strategy": "random", "rows": 3, "cols": 3},
    "yahtzee": {"strategy": "greedy", "players": 2, "worlds": 8},
}


@pytest.mark.parametrize(
    "game",
    [pytest.param(one, marks=pytest.mark.thorough if one == "yahtzee" else ()) for one in GAMES],
)
@pytest.mark.slow
def test_the_parts_of_each_side_give_its_result(game: str) -> None:
    for side in sides(game, "Anna", "Ben", **{"worlds": 50, **GAMES[game]}):
        changes = sum(part.change.estimate for part in side.parts)
        assert side.begin.estimate + changes == pytest.approx(side.result)
        assert [turn for turn, _, _ in side.points()] == sorted(
            turn for turn, _, _ in side.points()
        )


def test_rivals_see_the_same_game_from_both_ends() -> None:
    one, other = sides("pig", "Anna", "Ben", worlds=50, **GAMES["pig"])
    assert one.result + other.result == 1
    assert one.begin.estimate + other.begin.estimate == pytest.approx(1)
    winner, loser = (one, other) if one.result else (other, one)
    assert winner.sentence().startswith(f"{winner.name} won")
    assert loser.sentence().startswith(f"{loser.name} lost")
    assert f"{loser.name}'s moves" in winner.parts[1].what


def test_a_team_comes_first() -> None:
    team, *each = sides("the-game", "", "Ben", worlds=50, **GAMES["the-game"])
    assert team.seats == (0, 1)
    assert [one.who for one in each] == ["you", "Ben"]
    assert sum(one.parts[0].change.estimate for one in each) == pytest.approx(
        team.parts[0].change.estimate
    )


def test_one_who_plays_as_the_reviewer_has_no_mistake() -> None:
    one, other = sides("pig", "", "Ben", strategy="hold", reviewer="hold", worlds=200, goal=30)
    told = one.sentence()
    assert "always chose as the strategy hold does" in told
    assert told.startswith(("You won. You always", "You lost. You always"))
    assert one.parts[0].change.estimate == 0
    if not one.costliest(1):
        assert one.counted() == "You played as well as hold would have: no better move was found."
    assert other.sentence().startswith("Ben ")


def test_few_worlds_leave_everything_unclear() -> None:
    one, _ = sides("pig", "", "Ben", strategy="random", goal=40, worlds=3)
    assert one.sentence().endswith("How much your moves and luck changed is not clear.")


@pytest.mark.slow
def test_a_score_is_told_with_that_of_the_other() -> None:
    one, other = sides("yahtzee", "", "Ben", **GAMES["yahtzee"])
    scores = f"{one.result:g} to {other.result:g}"
    assert f"with a score of {scores}" in one.sentence()
    assert {one.sentence().split()[1], other.sentence().split()[1]} == {"won", "lost"}
