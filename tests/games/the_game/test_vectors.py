"""64 games at once are the same games as one at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.seating import Seating, rotating
from playout.engine.find.games import find_game, strategies
from playout.engine.game.game import Rules
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.games.the_game import careful, quick
from playout.games.the_game import careful_search as scalar_search
from playout.games.the_game import careful_weights as by
from playout.games.the_game.rules import PLAYERS
from playout.games.the_game.vectors import careful_search, kernel
from playout.games.the_game.vectors.careful_turn import CARDS, MORE, NOTHING, PHASES
from playout.games.the_game.vectors.quick import CODES

GAME = find_game("the-game")
LOOP = replace(GAME, vectors=None)
RULES: list[dict[str, object]] = [
    {},
    {"players": 2},
    {"players": 3},
    {"players": 5, "first_player": "random"},
    {"players": 7, "hand": 14},
    {"players": 7, "hand": 1, "min_cards": 2, "first_player": "random"},
    {"players": 3, "low": 37, "high": 108, "jump": 62, "hand": 23, "min_cards": 64},
    {"min_cards": 1, "hand": 3},
    {"players": 2, "min_cards": 5},
    {"players": 2, "hand": 40},
    {"players": 4, "jump": 0},
    {"players": 2, "copies": 4, "jump": 0, "hand": 49},
    {"players": 3, "jump": 1, "hand": 9},
    {"deck": "double", "players": 3},
    {"copies": 4, "high": 30, "players": 2},
    {"players": 2, "ascending": 4, "descending": 0},
    {"ascending": 1, "descending": 4},
    {"high": 11, "hand": 4, "players": 2},
    {"low": 120, "high": 127, "hand": 3, "players": 2, "jump": 2},
]
NAMES = ["greedy", "quick", "quick:memory=0", "careful", "careful:margin=3"]
STRATEGIES = [
    pytest.param(name, marks=() if name in ("greedy", "quick") else pytest.mark.slow)
    for name in NAMES
]


def _players(strategy: str, rules: Rules) -> list[Any]:
    return [find_player("the-game", strategy)] * int(rules["players"])


def _kernel(strategy: str, rules: Rules) -> Any:
    assert GAME.vectors is not None
    return GAME.vectors.kernel(rules, find_player("the-game", strategy))


def _together(strategy: str, rules: Rules, first: int, games: int) -> Any:
    """Outcomes by the kernel."""
    outcomes = np.full((games, GAME.width), -1)
    play = _kernel(strategy, rules)
    assert play is not None
    play(rules.record(), 1, 0, first, outcomes)
    return outcomes


def _one_by_one(
    strategy: str,
    rules: Rules,
    first: int,
    games: int,
    seating: Seating | None = None,
    repeat: int = 0,
) -> Any:
    """Outcomes by the loop."""
    same = LOOP.with_options(dict(rules.values))
    return play_batch(same, _players(strategy, same), 1, first, games, seating, repeat)


def _assert_same(strategy: str, rules: Rules, first: int, games: int) -> None:
    """The games by the kernel are those by the loop."""
    together = _together(strategy, rules, first, games)
    assert (together == _one_by_one(strategy, rules, first, games)).all(), rules.values


def _names(options: Iterable[dict[str, object]]) -> list[str]:
    return [" ".join(f"{k}={v}" for k, v in some.items()) or "official" for some in options]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("options", RULES, ids=_names(RULES))
def test_every_game_ends_as_it_does_alone(strategy: str, options: dict[str, object]) -> None:
    rules = GAME.with_options(options)
    if _kernel(strategy, rules) is None:
        assert strategy != "greedy"
        pytest.skip("it plays these rules otherwise")
    _assert_same(strategy, rules, 5, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_by_any_rules_every_game_ends_as_it_does_alone(strategy: str) -> None:
    some, tried = Random(2015), 0
    while tried < (40 if strategy.startswith("careful") else 150):
        players, low = some.randint(1, 7), some.choice([1, 1, some.randint(0, 125)])
        options: dict[str, object] = {
            "players": players,
            "low": low,
            "high": some.choice([100, some.randint(min(low + 2, 127), 127)]),
            "jump": some.choice([10, 10, some.randint(0, 70)]),
            "hand": some.choice([5, 6, 7, some.randint(1, 64)]),
            "min_cards": some.choice([1, 2, 3, some.randint(1, 64)]),
            "first_player": some.choice(["seat-1", "random"]),
        }
        if strategy == "greedy":
            options["copies"] = some.randint(1, 4)
            options["ascending"], options["descending"] = some.randint(0, 4), some.randint(0, 4)
        try:
            rules = GAME.with_options(options)
        except PlayoutError:
            continue  # too few cards, or no pile
        if _kernel(strategy, rules) is not None:
            tried += 1
            _assert_same(strategy, rules, 0, 100)


def test_a_hand_that_is_the_end_of_the_deck() -> None:
    """Where nothing of one's own is beyond a card, all unseen cards are: one game in 300."""
    rules = GAME.with_options({"players": 7, "hand": 5})
    _assert_same("quick", rules, 225_628, 300)


@pytest.mark.rules
@pytest.mark.parametrize("strategy", STRATEGIES[:-1])
@pytest.mark.parametrize("options", [{}, {"players": 3, "first_player": "random", "hand": 4}])
def test_few_games_end_so_too(strategy: str, options: dict[str, object]) -> None:
    """Run as plain Python too, where nothing else would run the kernel."""
    fewer_cards = {"high": 40} if strategy.startswith("careful") else {}
    rules = GAME.with_options(options | fewer_cards)
    _assert_same(strategy, rules, 3, 9)


def test_worths_fit_into_16_bits_and_codes_into_32() -> None:
    """Whatever the rules: at most 126 unseen cards are skipped, and no pile moves by more."""
    most = 126
    weights = np.abs(quick.WEIGHTS)
    flags = weights[
        :, [quick.PLAY, quick.TRICK, quick.LOST, quick.PAIR, quick.LADDER, quick.SPARE]
    ].sum(axis=1)
    steps = weights[:, [quick.SKIP, quick.STEP, quick.APART, quick.GAP]].sum(axis=1) * most
    assert (flags + steps + 4 * weights[:, quick.FITS] < 2**15).all()
    assert ((weights[:, quick.SKIP] + weights[:, quick.STEP]) * (most + 2) < 2**15).all()
    assert ((2**15 + weights[:, quick.DEAD] * most + 1) * CODES < 2**31).all()


def test_what_careful_weighs_fits_into_16_bits() -> None:
    """Whatever the rules: 126 cards are unseen at most, and where dead cards count far fewer."""
    weights, most, hand = np.abs(by.WEIGHTS), 126, CARDS
    unseen = np.array([most, by.LATE + (PLAYERS - 1) * hand, most, by.LATE_SOLO, 0])
    moved = weights[:, [by.STEP, by.APART]].sum(axis=1) * (most + 1)
    play = weights[:, by.PLAY] + 2 * weights[:, [by.SPARE, by.TRICK, by.PAIR]].sum(axis=1)
    own = (weights[:, by.DEAD_OWN] + 2 * weights[:, by.FITS]) * hand
    gain = play + moved + own + weights[:, [by.SKIP, by.DEAD]].sum(axis=1) * unseen
    assert (gain < 2**15).all()
    # A lure of no card is below all others, but no hope from it is too low.
    leave = weights[:, by.TRICK] + moved + weights[:, by.SKIP] * unseen
    assert (leave < -NOTHING).all()
    assert (-NOTHING + weights[:, by.TRICK] + weights[:, by.APART] * most < 2**15).all()
    # Hopes: of each card at most once what a play gains that skips nothing.
    more = weights[:, [by.PLAY, by.APART]].sum(axis=1) + 2 * weights[:, by.TRICK] + PHASES[:, MORE]
    assert (hand * more + moved < 2**15).all()


@pytest.mark.rules
@pytest.mark.skipif(COMPILING, reason="compiled functions have these numbers in them")
def test_a_search_of_careful_ends_after_as_many_sequences(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (careful, careful_search):
        monkeypatch.setattr(module, "SURE", 3)
    for module in (scalar_search, careful_search):
        monkeypatch.setattr(module, "NODES", 12)
    rules = GAME.with_options({"players": 2, "high": 40})
    _assert_same("careful", rules, 3, 9)


def test_a_batch_is_played_so(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = []
    monkeypatch.setattr(
        kernel, "games_of", lambda _: lambda *arguments: batches.append(len(arguments[-1]))
    )
    rules = GAME.with_options()
    play_batch(rules, _players("greedy", rules), 1, 0, 3)
    play_batch(rules, _players("random", rules), 1, 0, 3)
    assert batches == [3]


def test_every_strategy_that_is_played_so_is_declared_to_use_no_chance() -> None:
    rules = GAME.with_options({"players": 2})
    played = {one.name for one in strategies("the-game") if _kernel(one.name, rules) is not None}
    assert played == {find_player("the-game", one).strategy.name for one in NAMES}
    assert not any(find_player("the-game", name).strategy.uses_chance for name in played)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_neither_the_seating_nor_the_repeat_changes_a_game_that_is_played_so(strategy: str) -> None:
    """In the loop, where both are heeded: so the kernel need heed neither."""
    rules = GAME.with_options({"players": 3, "first_player": "random"})
    together = _together(strategy, rules, 0, 1_000)
    for seating, repeat in [(None, 1), (rotating(3), 0), (np.array([[2, 2, 0], [1, 0, 2]]), 7)]:
        alone = _one_by_one(strategy, rules, 0, 1_000, seating, repeat)
        assert (together == alone).all()


@pytest.mark.parametrize(
    ("strategy", "options"),
    [
        ("careful", {"hand": 9}),
        ("careful", {"copies": 2}),
        ("careful", {"hints": "marks"}),
        ("random", {}),
        ("greedy", {"hints": "marks"}),
        ("greedy", {"first_player": "best"}),
        ("quick", {"jump": 1}),
        ("quick", {"copies": 2}),
        ("quick", {"ascending": 3}),
    ],
)
def test_other_games_are_left_to_the_loop(strategy: str, options: dict[str, object]) -> None:
    assert _kernel(strategy, GAME.with_options({"players": 2, **options})) is None


@pytest.mark.parametrize("games", [0, 1, 63, 64, 65, 200])
def test_any_number_of_games(games: int) -> None:
    rules = GAME.with_options({"players": 2})
    alone = _one_by_one("quick", rules, 0, 200)
    assert (_together("quick", rules, 0, games) == alone[:games]).all()
