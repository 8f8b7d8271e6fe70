"""Random games, 1,024 at once, are the same games as one at a time."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import MOST_REPEATS
from playout.engine.chance.seating import rotating
from playout.engine.find.games import find_game, strategies
from playout.engine.game.game import Rules
from playout.engine.native.jit import jit
from playout.engine.play.batch import play_batch
from playout.engine.vectors.vectors import BITS, aligned_rows, load, store
from playout.engine.who.references import find_player
from playout.games.hex import random_games
from playout.games.hex.random_games import draws_of, play_games, seats_of
from tests.engine.streams import WORD

GAME = find_game("hex")
LOOP = replace(GAME, vectors=None)
PLAYERS = [find_player("hex", "random")] * 2
LARGEST = 2**63 - 1

SIZES = [(1, 1), (2, 2), (3, 3), (5, 5), (7, 7), (8, 8), (16, 16)]
SIZES += [(1, 2), (2, 1), (1, 50), (50, 1), (7, 9)]
BOARDS: list[Any] = [
    {},
    *({"rows": rows, "cols": cols} for rows, cols in SIZES),
    *({"rows": 6, "cols": 7, "p": p} for p in (0, 1, 2**-53, 0.01, 0.3, 0.9, 1 - 2**-53)),
]


def _together(rules: Rules, seed: int, first: int, games: int, repeat: int = 0) -> Any:
    """Outcomes by the kernel."""
    outcomes = np.full((games, GAME.width), -1)
    play_games(rules.record(), seed, repeat, first, outcomes)
    return outcomes


def _one_by_one(rules: Rules, seed: int, first: int, games: int, repeat: int = 0) -> Any:
    """Outcomes by the loop."""
    same = LOOP.with_options(dict(rules.values))
    return play_batch(same, PLAYERS, seed, first, games, repeat=repeat)


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_every_game_ends_as_it_does_alone(options: dict[str, object]) -> None:
    rules = GAME.with_options(options)
    assert (_together(rules, 1, 5, 1_500) == _one_by_one(rules, 1, 5, 1_500)).all()


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols"), [(50, 50), (50, 49), (25, 25)])
def test_on_large_boards_every_game_ends_as_it_does_alone(rows: int, cols: int) -> None:
    rules = GAME.with_options({"rows": rows, "cols": cols})
    assert (_together(rules, 2, 0, 200) == _one_by_one(rules, 2, 0, 200)).all()


def test_by_any_rules_every_game_ends_as_it_does_alone() -> None:
    some = Random(1942)
    for _ in range(150):
        options: dict[str, object] = {
            "rows": some.randint(1, 14),
            "cols": some.randint(1, 14),
            "p": some.choice([0.5, some.random(), some.random() ** 5]),
        }
        rules = GAME.with_options(options)
        which = (some.randrange(2**63), some.randrange(2**62), some.randint(1, 100))
        repeat = some.choice([0, some.randint(1, MOST_REPEATS)])
        together = _together(rules, *which, repeat=repeat)
        assert (together == _one_by_one(rules, *which, repeat=repeat)).all(), (options, which)


@pytest.mark.rules
def test_few_games_end_so_too() -> None:
    """Run as plain Python too, where nothing else would run the kernel."""
    for rows, cols, p, repeat in ((2, 4, 0.5, 0), (3, 3, 0, 1), (1, 1, 0.2, 0)):
        rules = GAME.with_options({"rows": rows, "cols": cols, "p": p})
        together = _together(rules, 3, 9, 4, repeat)
        assert (together == _one_by_one(rules, 3, 9, 4, repeat)).all()


@pytest.mark.parametrize("games", [0, 1, 63, 64, 65, BITS - 1, BITS, BITS + 1, 3 * BITS + 5])
def test_any_number_of_games(games: int) -> None:
    rules = GAME.with_options({"rows": 4})
    alone = _one_by_one(rules, 1, 0, 3 * BITS + 5)
    assert (_together(rules, 1, 0, games) == alone[:games]).all()


def test_the_last_games_and_seeds() -> None:
    rules, first = GAME.with_options({"rows": 4}), LARGEST - 9
    alone = _one_by_one(rules, LARGEST, first, 10, MOST_REPEATS)
    assert (_together(rules, LARGEST, first, 10, MOST_REPEATS) == alone).all()


@pytest.mark.parametrize("seating", [None, rotating(2)])
def test_a_batch_is_played_so(monkeypatch: pytest.MonkeyPatch, seating: Any) -> None:
    asked = []
    monkeypatch.setattr(random_games, "play_games", lambda *numbers: asked.append(numbers[1:4]))
    rules = GAME.with_options({"rows": 3})
    play_batch(rules, PLAYERS, 1, 6, 3, seating, repeat=4)
    assert asked == [(1, 4, 6)]
    play_batch(rules, PLAYERS, 1, 6, 3, seating, repeat=4, redraw=1)
    play_batch(rules, [PLAYERS[0], find_player("hex", "centre")], 1, 6, 3, seating)
    assert len(asked) == 1


def test_other_strategies_are_left_to_the_loop() -> None:
    rules, kernel = GAME.with_options(), random_games.kernel
    players = [find_player("hex", one.name) for one in strategies("hex")]
    assert [one.reference for one in players if kernel(rules, one) is not None] == ["random"]


@jit(cache=False)
def _write(words: Any, n: Any, p: Any) -> None:
    store(words, 1, draws_of(load(words, 0), n))
    store(words, 2, seats_of(load(words, 0), p))


@pytest.mark.rules
@pytest.mark.parametrize("n", [1, 2, 3, 64, 121, 2_499, 2_500])
def test_words_that_randrange_rejects_stand_for_no_cell(n: int) -> None:
    """So rare that no game shows it: a word is rejected n times in 2**64 at most."""
    edges = [WORD * k // n + more for k in (0, 1, n // 2, n - 1) for more in (0, 1, 2)]
    chosen = [0, 1, WORD - 1, WORD // 2, *(edge % WORD for edge in edges)]
    words = aligned_rows(3)
    words[0] = np.array(chosen, np.uint64)
    _write(words, np.uint64(n), np.uint64(0))
    rejected = [word * n % WORD < WORD % n for word in chosen]
    assert any(rejected) == (WORD % n > 0)
    expected = [n if no else word * n // WORD for word, no in zip(chosen, rejected, strict=True)]
    assert words[1].tolist() == expected


@pytest.mark.rules
@pytest.mark.parametrize("p", [0, 1, 2**52, 2**53 - 1, 2**53])
def test_turns_are_player_1s_as_often_as_words_are_below_the_chance(p: int) -> None:
    chosen = [0, 2**11 - 1, 2**11, 2**63 - 1, 2**63, WORD - 2**11 - 1, WORD - 2**11, WORD - 1] * 2
    words = aligned_rows(3)
    words[0] = np.array(chosen, np.uint64)
    _write(words, np.uint64(3), np.uint64(p))
    assert words[2].tolist() == [int(word >> 11 >= p) for word in chosen]
