"""The Game agrees with exact numbers on tiny decks, and with other simulations of the real one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from playout.engine.game.game import Game
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.the_game.game import GAME
from tests import truth
from tests.chance import FALSE_ALARM, Counts, p_of_counts, p_same_mean, p_same_rate, standard_error
from tests.games.the_game.every_order import EVERY_ORDER, TINY, cards_left_by_order, options, order
from tests.reference import the_game as plain
from tests.reference.the_game_exact import uniform_random

FULL: list[dict[str, Any]] = truth.load("the_game_full_mc")

POLICIES = {
    "greedy": ("greedy", plain.greedy),
    "greedy_sequence": ("sequence", plain.greedy_sequence),
}
NAMES = {"uniform_random": "random", **{policy: name for policy, (name, _) in POLICIES.items()}}
EXACT = [(key, policy) for key, row in TINY.items() for policy in POLICIES if policy in row]
RANDOM = [key for key, row in TINY.items() if "uniform_random" in row]
LONG = pytest.mark.thorough  # seconds of plain Python
MEASURES = [measure.name for measure in GAME.measures]


def fractions(key: str, policy: str) -> list[Fraction]:
    """The exact chances of 0, 1, 2 ... cards left."""
    return [Fraction(text) for text in TINY[key][policy]["cards_left_distribution"]]


@cache
def outcomes(game: Game, given: tuple[tuple[str, Any], ...], name: str, games: int) -> Counts:
    """What a strategy on all seats makes of so many games."""
    rules = game.with_options(dict(given))
    players = [find_player("the-game", name)] * int(rules["players"])
    return play_batch(rules, players, 20150901, 0, games)


def measure(game: Game, given: dict[str, Any], name: str, games: int, wanted: str) -> Counts:
    """One measure of those games."""
    table = outcomes(game, tuple(given.items()), name, games)
    return table[:, MEASURES.index(wanted)]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "policy"), EXACT)
def test_all_orders_of_a_tiny_deck_give_the_exact_distribution(key: str, policy: str) -> None:
    left = cards_left_by_order(EVERY_ORDER.with_options(options(key)), POLICIES[policy][0])
    counts = np.bincount(left, minlength=TINY[key]["cards"] + 1)
    assert [Fraction(int(count), len(left)) for count in counts] == fractions(key, policy)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "policy"), EXACT)
def test_single_orders_of_a_tiny_deck_end_as_in_the_reference(key: str, policy: str) -> None:
    name, reference = POLICIES[policy]
    rules = plain.Rules(**options(key))
    left = cards_left_by_order(EVERY_ORDER.with_options(options(key)), name)
    sample = range(0, len(left), 199)  # prime to 8!, so every card comes to every place
    deck = rules.full_deck()
    expected = [plain.cards_left(rules, order(game, deck), reference) for game in sample]
    assert [int(left[game]) for game in sample] == expected


@pytest.mark.parametrize(
    "key", [pytest.param(k, marks=LONG if k[0] in "TGCPM" else ()) for k in RANDOM]
)
def test_the_reference_recursion_gives_the_exact_distribution_of_random_play(key: str) -> None:
    assert uniform_random(plain.Rules(**options(key))) == fractions(key, "uniform_random")


@pytest.mark.slow
@pytest.mark.parametrize(("key", "policy"), [*EXACT, *((key, "uniform_random") for key in RANDOM)])
def test_shuffled_games_on_a_tiny_deck_follow_the_exact_distribution(key: str, policy: str) -> None:
    left = measure(GAME, options(key), NAMES[policy], 100_000, "cards_left")
    exact = fractions(key, policy)
    counts = np.bincount(left, minlength=len(exact))
    assert p_of_counts(counts, [float(chance) for chance in exact]) > FALSE_ALARM


def full_options(row: dict[str, Any]) -> dict[str, Any]:
    """The rule options of a row of the real deck."""
    return {name: row[name] for name in ("players", "hand", "min_cards")}


def row_name(row: dict[str, Any]) -> str:
    """A short name for a parametrized row."""
    return f"{row['policy']}-{row['players']}"


@pytest.mark.slow
@pytest.mark.parametrize("row", FULL, ids=row_name)
@pytest.mark.parametrize(
    ("wanted", "field"), [("win", "win_rate"), ("excellent", "excellent_lt10")]
)
def test_rates_on_the_real_deck_agree_with_an_independent_simulation(
    row: dict[str, Any], wanted: str, field: str
) -> None:
    assert row["deck"] == "official 98"
    hits = measure(GAME, full_options(row), NAMES[row["policy"]], 200_000, wanted)
    theirs = round(row[field] * row["games"])
    assert p_same_rate(int(hits.sum()), len(hits), theirs, row["games"]) > FALSE_ALARM


@pytest.mark.slow
@pytest.mark.parametrize("row", FULL, ids=row_name)
def test_cards_left_on_the_real_deck_agree_with_an_independent_simulation(
    row: dict[str, Any],
) -> None:
    left = measure(GAME, full_options(row), NAMES[row["policy"]], 200_000, "cards_left")
    p = p_same_mean(
        float(left.mean()), standard_error(left), row["mean_cards_left"], row["se_mean"]
    )
    assert p > FALSE_ALARM
