"""Splitting is unbiased, at chances known exactly, whatever is copied and however often."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from playout.engine.play.batch import play_batch
from playout.engine.words.errors import IllegalMove
from playout.questions.answers import job_in
from playout.questions.rare import Asked, Found, Job, ask
from playout.questions.rare.found import Replication
from playout.questions.rare.job import replicate
from playout.runner.jobs import play_job
from playout.runner.ledger import Ledger
from playout.runner.saved_runs import resumed_job, saved_result
from playout.runner.workers import Threads, workers_of
from tests.chance import FALSE_ALARM, p_same_mean, standard_error
from tests.playing import played, refused
from tests.reference import the_game as plain
from tests.reference.the_game_exact import uniform_random

pytestmark = pytest.mark.slow

# One rising pile without tricks: the cards must come in their one order.  Which cards are in the
# hand is chance, so at every step each card that is left is equally likely to be the next.
ONE_ORDER: dict[str, Any] = {"ascending": 1, "descending": 0, "jump": 0, "hand": 3, "low": 1}
TRICKS = {"ascending": 1, "descending": 0, "jump": 2, "hand": 2, "low": 1, "high": 11}
TWO_PILES = {"ascending": 1, "descending": 1, "jump": 10, "hand": 2, "low": 1, "high": 9}


def question(particles: int, repeats: int, measure: str = "win", **options: Any) -> Asked:
    """A question about random play, or another strategy."""
    usual: dict[str, Any] = {"game": "the-game", "strategy": "random", "seed": 20150901}
    wanted = {**usual, **options}
    return ask(measure=measure, particles=particles, repeats=repeats, **wanted)


def split(asked: Asked, workers: object = 2, path: Path | None = None) -> Found:
    found: Found = played(Job(asked), workers, path)
    return found


def p_of(found: Found, truth: float) -> float:
    """p of the replications' mean: their expectation is the truth (two-sided z)."""
    estimates = found.estimates
    error = estimates.std(ddof=1) / np.sqrt(len(estimates))
    return float(2 * stats.norm.sf(abs(estimates.mean() - truth) / error))


@pytest.mark.parametrize(
    "cards", [6, *(pytest.param(n, marks=pytest.mark.thorough) for n in (8, 10))]
)
def test_a_chance_of_one_in_so_many_orders_is_found(cards: int) -> None:
    found = split(question(500, 200, **ONE_ORDER, high=cards + 2))
    assert found.estimates.std() < 3 * found.estimates.mean()
    assert p_of(found, 1 / factorial(cards)) > FALSE_ALARM


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(TRICKS, marks=pytest.mark.thorough),
        pytest.param(TWO_PILES, marks=pytest.mark.thorough),
        {**TRICKS, "players": 2, "high": 9},
    ],
)
def test_chances_on_tiny_decks_are_the_exact_ones(options: dict[str, Any]) -> None:
    truth = uniform_random(plain.Rules(**options))[0]
    assert 0 < truth < Fraction(1, 10)
    assert p_of(split(question(300, 200, **options)), float(truth)) > FALSE_ALARM


@pytest.mark.thorough
def test_another_measure_may_end_before_the_last_level() -> None:
    truth = sum(uniform_random(plain.Rules(**{**TRICKS, "high": 14, "jump": 0}))[:10])
    found = split(question(100, 200, "excellent", **{**TRICKS, "high": 14, "jump": 0}))
    assert p_of(found, float(truth)) > FALSE_ALARM


@pytest.mark.parametrize(
    ("measure", "options"),
    [
        ("win", {"strategy": "greedy"}),
        ("excellent", {"players": 2, "strategy": "greedy+combo"}),
        pytest.param(
            "win",
            {"strategy": "careful", "players": 3, "high": 30, "ascending": 1, "descending": 1},
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "win",
            {"players": 3, "deck": "double", "strategy": "chains", "high": 20},
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "excellent",
            {"game": "the-game-blog", "strategy": "minimal", "high": 20, "hand": 3},
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_chances_agree_with_games_played_one_by_one(measure: str, options: dict[str, Any]) -> None:
    asked = question(300, 40, measure, **options)
    place = 0 if measure == "win" else 1
    hits = play_batch(asked.rules, asked.players, 7, 0, 10_000)[:, place]
    assert 0.001 < hits.mean() < 0.99
    ours = split(asked).estimates
    assert ours.std() < 2 * ours.mean()
    errors = [ours.std(ddof=1) / np.sqrt(len(ours)), standard_error(hits)]
    assert p_same_mean(ours.mean(), errors[0], hits.mean(), errors[1]) > FALSE_ALARM


def test_games_come_as_far_as_games_played_one_by_one() -> None:
    asked = question(500, 40, strategy="greedy")
    reached = split(asked).reached
    cards = play_batch(asked.rules, asked.players, 7, 0, 20_000)[:, 3]
    for level in (40, 60, 70):
        ours = reached[:, level - 1]
        error = float(np.hypot(ours.std(ddof=1) / np.sqrt(len(ours)), 0.5 / np.sqrt(len(cards))))
        reach = -stats.norm.ppf(FALSE_ALARM) * error
        # A game with so many cards in the end may have been unfinished with them, or not.
        assert np.mean(cards > level) - reach < ours.mean() < np.mean(cards >= level) + reach


def test_the_numbers_do_not_depend_on_threads_or_on_how_many_replications_follow() -> None:
    asked = question(50, 20)
    one = split(asked, 1)
    assert split(asked, 3).replications == one.replications
    assert split(replace(asked, repeats=10)).replications == one.replications[:10]
    assert replicate(asked, 7) == one.replications[7]


def counted_in(ledger: Ledger) -> tuple[Replication, ...]:
    found = saved_result(ledger, job_in(ledger))
    assert isinstance(found, Found)
    return found.replications


def test_more_replications_are_those_of_a_longer_run_whose_number_was_not_fixed(
    tmp_path: Path,
) -> None:
    asked, path = question(50, 10), tmp_path / "rare.run"
    split(asked, path=path)
    with Ledger.open(path, write=True) as ledger, workers_of(2) as workers:
        job = resumed_job(ledger, job_in, 15)
        found = play_job(job, workers, store=ledger)
    assert isinstance(found, Found)
    assert found.complete
    assert not found.fixed
    assert found.replications == split(replace(asked, repeats=15)).replications


CHEAT = '''
from playout import strategy
from playout.engine.chance.rng import randrange
from playout.games.the_game.strategies import any_legal

@strategy("the-game")
def cheat(view, rng):
    """Random play, but once in many thousand moves against the rules."""
    if randrange(rng, 20_000) == 0:
        return -5
    return any_legal(view, rng, view.needed == 1)
'''


def test_an_illegal_move_loses_no_replication_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Threads, "batch_seconds", 0.0)  # a replication each
    mine, path = tmp_path / "mine.py", tmp_path / "rare.run"
    mine.write_text(CHEAT)
    asked = question(20, 100, strategy=f"{mine}:cheat")
    with pytest.raises(IllegalMove, match="cheat' on seat 1 returned an illegal move") as caught:
        split(asked, path=path)
    partial = caught.value.partial
    before = len(partial.replications)
    assert not partial.complete
    assert 2 <= before < 90
    assert partial.replications == tuple(replicate(asked, number) for number in range(before))
    with pytest.raises(IllegalMove):
        replicate(asked, before)
    with Ledger.open(path) as ledger:  # and they are in the file
        assert counted_in(ledger) == partial.replications


def test_what_is_asked_has_one_form_in_files_and_comes_back_from_it() -> None:
    asked = question(50, 20, players=2, strategy="greedy+random", min_cards=1, seed=7)
    words = json.dumps(asked.canonical())
    assert words == (
        '{"game": "the-game", "strategies": ["greedy", "random"], '
        '"rules": [["players", 2], ["min_cards", 1]], "measure": "win", "particles": 50, "seed": 7}'
    )
    job = Job.restored(json.loads(words), 20)
    assert job.asked.canonical() == asked.canonical()
    assert (job.end, job.asked.repeats) == (20, 20)
    assert job.command() == (
        "playout rare the-game --strategy greedy+random --measure win --players 2 --min-cards 1 "
        "--particles 50 --repeats 20 --seed 7"
    )


@pytest.mark.rules
def test_compiled_and_plain_python_are_the_same() -> None:
    asked = question(20, 10, low=1, high=14, hand=3, players=2)
    one = asked.players[0]
    slow = replace(one, strategy=replace(one.strategy, compiled=False))
    for number in range(3):
        assert replicate(replace(asked, players=(slow, slow)), number) == replicate(asked, number)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "hex"}, "rare does not work with hex"),
        ({"game": "mexican-train"}, "rare does not work with mexican-train"),
        ({"measure": "won"}, "measure='won': did you mean 'win'?"),
        (
            {"measure": "cards_left"},
            "measure='cards_left': rare needs an event that happens or not; choose from "
            "excellent, win",
        ),
        ({"particles": 9}, "particles=9: must be from 10 to 100,000"),
        ({"particles": "x"}, "particles='x': must be a whole number"),
        ({"repeats": 9}, "repeats=9: must be from 10 to 1,000,000"),
        ({"seed": -1}, "seed=-1"),
        ({"players": 9}, "players=9: must be from 1 to 7"),
        ({"strategy": "greedy+random", "players": 3}, "2 strategies for 3"),
    ],
)
def test_what_cannot_be_split_is_refused(given: dict[str, Any], sentence: str) -> None:
    refused(sentence, ask, **{"game": "the-game", **given})
