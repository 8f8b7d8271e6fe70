"""Partners, who win and lose together, in every question: a small game whose chances are known.

Each of four players may throw a hidden die once more.  ``low`` does so after 1, 2 or 3, ``keep``
never; seats 1 and 3 play against 2 and 4 for the larger sum of two dice.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.game.game import SHARE, Rules
from playout.report.estimates import interval_of, top_of
from playout.stats.intervals import rate_interval
from playout.stats.tally import Histogram
from playout.testing.case import Case
from playout.testing.games import scores_within_bounds
from playout.testing.report import Fault
from tests.golden.sentences import OWN

GAME = str(OWN / "partners.py")
FAR = 5.0  # standard errors: a false alarm in two million tests
KEEP = dict.fromkeys(range(1, 7), Fraction(1, 6))
LOW = {face: Fraction(1, 12) + Fraction(face > 3, 6) for face in range(1, 7)}

pytestmark = pytest.mark.usefixtures("forgets")


def share(team: list[dict[int, Fraction]], others: list[dict[int, Fraction]]) -> float:
    """The exact chance that the dice of a team have the larger sum; equal ones count half."""

    def sums(dice: list[dict[int, Fraction]]) -> Counter[int]:
        found: Counter[int] = Counter()
        for faces in itertools.product(*(die.items() for die in dice)):
            chance = Fraction(1)
            for _, one in faces:
                chance *= one
            found[sum(face for face, _ in faces)] += chance  # type: ignore[assignment]
        return found

    won = Fraction(0)
    for (a, p), (b, q) in itertools.product(sums(team).items(), sums(others).items()):
        won += Fraction(p * q) * Fraction((a > b) - (a < b) + 1, 2)
    return float(won)


def rules(**options: Any) -> Rules:
    return find_game(GAME).with_options(options)


def is_near(row: Any, expected: float, games: int) -> bool:
    return bool(abs(row["win"] - expected) < FAR * 0.5 / games**0.5)


def test_the_sides_of_a_number_of_players() -> None:
    sides = {n: (rules(players=n).sides, rules(players=n).partners) for n in range(2, 7)}
    assert sides == {2: (2, 1), 3: (3, 1), 4: (2, 2), 5: (5, 1), 6: (2, 3)}


@pytest.mark.parametrize(
    ("seats", "mine", "theirs"),
    [
        ("low,keep,low,keep", [LOW, LOW], [KEEP, KEEP]),
        pytest.param("low,keep,keep,keep", [LOW, KEEP], [KEEP, KEEP], marks=pytest.mark.slow),
        pytest.param("low,keep,low,keep,low,keep", [LOW] * 3, [KEEP] * 3, marks=pytest.mark.slow),
    ],
)
def test_a_team_wins_as_often_as_its_dice_say(
    seats: str, mine: list[dict[int, Fraction]], theirs: list[dict[int, Fraction]]
) -> None:
    games = 3_000
    low, keep = playout.run(GAME, seats=seats, games=games, seed=2)
    expected = share(mine, theirs)
    assert is_near(low, expected, games)
    if seats != "low,keep,keep,keep":
        assert low["win"] + keep["win"] == pytest.approx(1)
    else:  # one of the three has `low` for a partner
        assert 3 * keep["win"] == pytest.approx(2 - low["win"])


def test_partners_stay_partners_when_strategies_move_on() -> None:
    rows = playout.run(GAME, seats="low,keep,low,keep", by="seat", games=400)
    wins = {(row["strategy"], row["seat"]): row["win"] for row in rows}
    assert len(wins) == 8
    for (name, seat), win in wins.items():
        assert wins[name, (seat + 2) % 4] == win


@pytest.mark.slow
def test_every_side_has_an_equal_share_if_it_plays_like_the_others() -> None:
    for seats in ("low,low,low,low", "low,low,keep,keep"):
        for row in playout.run(GAME, seats=seats, games=50):
            assert (row["win"], row["win_low"], row["win_high"]) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(("seats", "most"), [(1, 1), (2, 2), (3, 2), (4, 2)])
def test_the_interval_of_partners_is_that_of_games_won(seats: int, most: int) -> None:
    """The mean share of a win of some seats of a table, of which at most ``most`` win together."""
    four, win = rules(), find_game(GAME).measure("win")
    values = np.repeat([0, most * SHARE], [13, 7])  # in each game all of one team or none
    found = interval_of(win, four, Histogram.of(values, seats * SHARE))
    assert found == pytest.approx(rate_interval(7, 20).times(most / seats))
    assert top_of(win, four, Histogram.of(values, seats * SHARE)) == most / seats


def test_a_comparison_gives_each_strategy_a_team() -> None:
    (row,) = playout.compare(GAME, a="low", b="keep", max_games=2_000, seed=3)
    expected = share([LOW, LOW], [KEEP, KEEP])
    assert row["a_mean"] + row["b_mean"] == pytest.approx(1)
    assert row["a_low"] < expected < row["a_high"]
    assert row["difference_low"] < 2 * expected - 1 < row["difference_high"]


@pytest.mark.slow
def test_a_tournament_gives_each_strategy_a_team() -> None:
    answer = playout.tournament(GAME, strategies="low,keep", games=2_000, seed=4)
    wins = {row["strategy"]: row for row in answer}
    assert is_near(wins["low"], share([LOW, LOW], [KEEP, KEEP]), 2_000)
    assert wins["low"]["win"] + wins["keep"]["win"] == pytest.approx(1)
    three = playout.tournament(GAME, strategies="low,keep,random", games=600, players=6)
    assert "an equal" not in str(three)
    assert sum(row["win"] for row in three) == pytest.approx(1.5)


@pytest.mark.slow
def test_luck_sets_a_team_against_others() -> None:
    answer = playout.luck(GAME, strategies="low,keep", against="keep", games=400, seed=5)
    means = {row["strategy"]: row for row in answer.tables()[1].rows}
    assert means["keep"]["mean_low"] < 0.5 < means["keep"]["mean_high"]
    assert means["low"]["mean_low"] < share([LOW, LOW], [KEEP, KEEP]) < means["low"]["mean_high"]


@pytest.mark.slow
def test_the_chances_of_moves_are_those_of_the_team() -> None:
    """Seat 3, to move: its partner and the others have kept; a six is kept, and a one thrown."""
    for own, best in ((6, "keep"), (1, "again")):
        position = f"dice=4,4,{own},4 moves=0,0"
        answer = playout.odds(GAME, strategy="low", position=position, games=400)
        rows = {row["move"]: row for row in answer}
        keep, again = (rows[move]["value"] for move in ("keep", "again"))
        assert (best == "keep") == (keep > again)


@pytest.mark.slow
def test_a_review_names_both_winners() -> None:
    answer = playout.review(GAME, strategy="low", game_number=1, worlds=20)
    assert "Seats 1 and 3 won." in str(answer) or "Seats 2 and 4 won." in str(answer)


@pytest.mark.slow
def test_a_saved_run_shows_the_same_without_its_game(tmp_path: Path) -> None:
    save = str(tmp_path / "a.run")
    answer = playout.run(GAME, seats="low,keep,low,keep", games=100, save=save)
    loaded = playout.load_run(save)
    assert list(loaded) == list(answer)
    assert loaded.sentence() == answer.sentence()


@pytest.mark.slow
def test_both_play_best_for_their_team() -> None:
    """Open dice of two faces: who sees both others' dice and the partner's knows what is best."""

    @playout.game(
        "sums",
        options=[playout.Option("players", 4, "players", 4, 4)],
        measures=[playout.Measure("win", "share", "", per_seat=True, better="highest")],
        teams=2,
    )
    class Sums:
        """Sums: each names a number from 0 to 2; the team whose sum has the rest of 1 wins."""

        def deal(self, rules: Any, stream: Any) -> None:
            self.said: list[int] = []

        def is_over(self, rules: Any) -> bool:
            return len(self.said) == 4

        def actor(self, rules: Any) -> int:
            return len(self.said)

        def legal_moves(self, rules: Any) -> list[int]:
            return [0, 1, 2]

        def play(self, rules: Any, move: int, stream: Any) -> None:
            self.said.append(move)

        def score(self, rules: Any) -> dict[str, Any]:
            first = float(sum(self.said) % 3 == 1)
            return {"win": [first, 1 - first] * 2}

    solved = playout.solve("sums")
    values = [row["value"] for row in solved.tables()[0].rows]
    assert values == [0, 1, 0, 1]  # who comes last decides
    partly = playout.solve("sums", strategy=["best", "random", "best", "random"])
    assert partly[0]["value"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"teams": 1}, "teams = 1: must be at least 2 teams, or 0"),
        ({"teams": 5}, "teams = 5: partners need a number of players that 5 divides, such as 10"),
        ({"teams": 2, "cooperative": True}, "cooperative, which is one team of all, excludes"),
        ({"teams": "two"}, "teams = 'two'"),
    ],
)
def test_teams_that_cannot_be_are_refused(changed: dict[str, Any], message: str) -> None:
    game = find_game(GAME)
    source: Any = game.rules.source
    measures = [playout.Measure("m", "mean", "")]
    with pytest.raises(playout.PlayoutError, match=message):
        playout.game("wrong", options=game.options[:1], measures=measures, **changed)(source)


@pytest.mark.parametrize(
    ("win", "points", "message"),
    [
        ([1, 0, 0, 0], [1, 0, 1, 0], "unequal win of partners, 1, 0, 0, 0"),
        ([1, 1, 1, 1], [1, 0, 1, 0], "shares of win of the teams that add up to 2, not to 1"),
        ([1, 0, 1, 0], [1, 0, 2, 0], "unequal points of partners, 1, 0, 2, 0"),
    ],
)
def test_partners_must_have_equal_scores(
    monkeypatch: pytest.MonkeyPatch, win: list[int], points: list[int], message: str
) -> None:
    game = find_game(GAME)
    wrong = lambda self, rules: {"win": win, "points": points, "pips": [1, 2, 3, 4]}  # noqa: E731
    monkeypatch.setattr(game.rules.source, "score", wrong)
    with pytest.raises(playout.PlayoutError, match=message):
        playout.run(GAME, games=1)


@pytest.mark.slow
def test_a_learner_is_rewarded_with_its_team() -> None:
    envs = pytest.importorskip("playout.envs")
    both = envs.aec(GAME).unwrapped
    both.reset(seed=3)
    while not both.is_over:
        both.step(0)
    rewards = [both._cumulative_rewards[f"seat_{seat}"] for seat in range(4)]
    assert rewards in ([1, 0, 1, 0], [0, 1, 0, 1], [0.5] * 4)
    outcomes = both.games.outcomes[0, :4]
    assert outcomes.tolist() == [round(SHARE * one) for one in rewards]
    assert np.sum(outcomes[:2]) == SHARE


@pytest.mark.slow
def test_a_check_finds_partners_with_unequal_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Case(find_game(GAME), "random", {}, 3)
    assert scores_within_bounds(one) == "100 games"
    outcomes = one.outcomes(0, 100)
    monkeypatch.setattr(Case, "outcomes", lambda *of: outcomes)
    for wrong, message in (
        ([SHARE, 0, SHARE, 1], "partners have different win: 1, 0, 1, 0.00119"),
        ([SHARE] * 4, "the shares of win are 1 \\+ 1, not 1"),
    ):
        outcomes[7, :4] = wrong
        with pytest.raises(Fault, match=message):
            scores_within_bounds(one)
