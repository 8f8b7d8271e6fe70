"""Worlds of a search that are played 64 at once end as they do one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.game.game import Rules
from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING, jit
from playout.engine.who.references import find_player
from playout.engine.worlds.search import _names, _new_table
from playout.games.the_game.vectors import playouts
from playout.games.the_game.vectors.careful_turn import CARDS

pytestmark = pytest.mark.skipif(not COMPILING, reason="there is no such code in plain Python")

GAME = find_game("the-game")
RULES: list[dict[str, Any]] = [
    {},
    {"players": 2},
    {"players": 3, "first_player": "best"},
    {"players": 5, "first_player": "random"},
    {"players": 7, "hand": 3},
    {"players": 2, "min_cards": 1},
    {"players": 2, "min_cards": 5, "hand": 12},
    {"players": 3, "low": 37, "high": 108, "jump": 62, "hand": 23, "min_cards": 64},
    {"players": 2, "low": 0, "high": 127, "jump": 7, "hand": 40},
    {"players": 4, "high": 40, "hand": 4},
]
ONLY_GREEDY: list[dict[str, Any]] = [
    {"players": 4, "jump": 0},
    {"players": 2, "deck": "double"},
    {"players": 2, "copies": 4, "high": 30},
    {"players": 3, "ascending": 4, "descending": 1},
]


def positions(options: dict[str, Any], count: int) -> list[Match]:
    """Games under way in which a move is to be chosen, after moves of a strategy or at random."""
    matches: list[Match] = []
    random = Random(str(options))
    while len(matches) < count:
        by = random.choice(["quick", "greedy", "random"])
        match = Match(
            "the-game", strategy=by, seed=random.randrange(1000), compiled=COMPILING, **options
        )
        for _ in range(random.randrange(90)):
            if match.is_over:
                break
            match.step()
        if not match.is_over:
            matches.append(match)
    return matches


@pytest.mark.thorough
@pytest.mark.parametrize("blueprint", ["quick:memory=0", "careful", "quick", "greedy"])
def test_every_move_is_worth_the_same_in_every_world(blueprint: str) -> None:
    player, worlds = find_player("the-game", blueprint), 3 if COMPILING else 1
    compiled: dict[str, Any] = {}  # once for all rules
    names = _names(GAME, player.strategy, compiled=True)
    one_by_one = names["play_one_by_one" if COMPILING else "play_out"]
    for options in RULES + (ONLY_GREEDY if blueprint == "greedy" else []):
        rules = GAME.with_options(options)
        vectors = playouts.worlds(rules, player)
        if vectors is None:
            assert blueprint == "careful"
            assert options.get("hand", 0) > CARDS
            continue
        together = vectors.play_out(GAME, names, "tests")
        if together.__qualname__ not in compiled:
            compiled[together.__qualname__] = jit(together)
        together = compiled[together.__qualname__]
        for match in positions(options, 3 if COMPILING else 1):
            moves = np.array(match.legal_moves())
            results = [
                played(function, match, rules, player, moves, worlds)
                for function in (one_by_one, together)
            ]
            np.testing.assert_array_equal(*results)


def played(function: Any, match: Match, rules: Rules, player: Any, moves: Any, worlds: int) -> Any:
    """What moves are worth in some worlds: worths[world, move]."""
    table = _new_table(rules, player)
    table.seed = 7
    worths = np.full((worlds, len(moves)), -1)
    view = match.view()
    if player.strategy.name == "careful":  # which has made a plan, and tries its first move too
        own = view.copy()
        own.parameters[: len(player.values)] = player.values
        player.strategy.function(own, None)
        view.notes[:] = own.notes
    function(view, rules.record(), table, 5, moves, worths)
    return worths


def test_rules_and_blueprints_that_64_at_once_do_not_know_are_left_to_the_loop() -> None:
    quick, careful = (find_player("the-game", name) for name in ("quick", "careful"))
    unknown: list[dict[str, Any]] = [
        {"hints": "marks", "players": 2},
        {"deck": "double"},
        {"ascending": 3},
    ]
    for options in unknown:
        assert playouts.worlds(GAME.with_options(options), quick) is None
    assert playouts.worlds(GAME.with_options({"hand": CARDS + 1}), careful) is None
