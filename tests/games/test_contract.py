"""What every game and every strategy must keep, found in the registry: declared is tested.

The checks are those of `playout.testing`, which anybody can use.  A game adds
`tests/games/<its name>/contract.py` with what only it can know: `homes` (rules in which a strategy
is at home), and its hooks for the checks.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import pytest

from playout.engine.find.games import find_game, game_names, strategies
from playout.engine.game.game import Game
from playout.engine.match.match import Match
from playout.engine.who.references import find_player
from playout.testing import Case
from playout.testing import display as of_display
from playout.testing import games as of_games
from playout.testing import strategies as of_strategies
from playout.testing import worlds as of_worlds
from playout.testing.case import Check

SEED = 2015
PLANNED = ("careful",)  # a default strategy that takes long to compile
LONG = ("pivotal", "learned")  # play games of their own, or compile a network: longer still
SELDOM = (
    *("blackjack", "cant-stop", "hearts", "klondike", "pig", "risk-battle"),
    *("snakes-and-ladders", "spades", "ur", "yahtzee"),
)
FIRST = ("blackjack", "hearts", "klondike", "pig", "spades")
"""Games whose share of what all games are tested for is left to slow runs: each takes seconds to
compile, and has tests of its own rules in ordinary ones."""


def of(game: str) -> Any:
    """The contract of a game."""
    return import_module(f"tests.games.{game.replace('-', '_')}.contract")


LARGE = {"mexican-train": (0, 2, 3, 6, 7, 8)}
"""Homes of `random` whose pictures take seconds: of many players, of a whole match."""


def cases(
    uses_chance: tuple[bool, ...] = (False, True), names: tuple[str, ...] = (), looks: bool = False
) -> list[Any]:
    """(game, strategy, rules) for every strategy of that kind, or name, in each of its homes.

    Ordinary runs have `random` and, unless it is PLANNED, the default strategy of a game in its
    first home, slow ones these in all homes and every strategy in its first (of SELDOM the default
    strategy of those in FIRST alone), the thorough suite all.  A check that `looks` draws many
    positions; it leaves LARGE homes to the thorough suite.
    """
    return [
        pytest.param(
            game,
            found.name,
            options,
            id=f"{game}-{found.name}-{'-'.join(str(value) for value in options.values())}",
            marks=pytest.mark.thorough
            if looks and home in LARGE.get(game, ())
            else _marks(find_game(game), found.name, home),
        )
        for game in game_names()
        for found in strategies(game)
        if found.uses_chance in uses_chance and (not names or found.name in names)
        for home, options in enumerate(of(game).homes(found.name))
    ]


def _marks(game: Game, strategy: str, home: int) -> Any:
    if game.name in SELDOM:
        first = game.name in FIRST and home == 0 and strategy == game.default_strategy
        return pytest.mark.slow if first else pytest.mark.thorough
    if strategy == "random" or (strategy == game.default_strategy and strategy not in PLANNED):
        return pytest.mark.slow if home > 0 else ()
    return pytest.mark.thorough if home > 0 or strategy in LONG else pytest.mark.slow


def every_game() -> list[Any]:
    """The names of all games, of some in slow runs alone."""
    return [
        pytest.param(name, marks=pytest.mark.slow if name in SELDOM else ())
        for name in game_names()
    ]


every_case = pytest.mark.parametrize(("game", "strategy", "options"), cases())


def case(game: str, strategy: str, options: dict[str, Any]) -> Case:
    """A strategy in one of its homes."""
    return Case(find_game(game), strategy, options, SEED, of(game))


def match(
    game: str, strategy: str, options: dict[str, Any], number: int = 0, compiled: bool = False
) -> Match:
    """A game in progress."""
    return case(game, strategy, options).match(number, compiled)


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_strategies_and_a_summary(game: str) -> None:
    assert strategies(game)
    assert find_game(game).summary.strip()


@pytest.mark.parametrize(
    ("game", "strategy"),
    [(game, found.name) for game in game_names() for found in strategies(game)],
)
def test_every_strategy_says_its_idea_in_its_first_line(game: str, strategy: str) -> None:
    summary = find_player(game, strategy).strategy.summary
    assert summary.strip()
    assert summary.rstrip().endswith(".")


@every_case
def test_a_strategy_writes_into_the_notes_of_its_view_alone(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    """So that it is enough to clear them before a game: engine.batch.renew_views."""
    of_strategies.writes_notes_alone(case(game, strategy, options))


@every_case
def test_compiled_play_is_plain_python_play(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    """So a game is also the same whenever it is played again."""
    one = case(game, strategy, options)
    if one.own.strategy.compiled:
        of_strategies.compiled_is_plain(one)
    of_games.batch_is_match(one, games=1)


@pytest.mark.rules
@every_case
def test_moves_are_legal_pieces_conserved_and_games_end(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    of_games.ends(case(game, strategy, options), games=1)


@every_case
def test_many_games_end_without_an_illegal_move(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    of_games.scores_within_bounds(case(game, strategy, options))


@pytest.mark.rules
@pytest.mark.parametrize(("game", "strategy", "options"), cases(looks=True))
def test_hidden_pieces_change_neither_view_nor_move(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    of_worlds.hides(case(game, strategy, options), games=1)


@pytest.mark.rules
@pytest.mark.parametrize(("game", "strategy", "options"), cases(uses_chance=(False,)))
def test_who_is_declared_to_use_no_chance_draws_no_random_number(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    of_strategies.draws_as_promised(case(game, strategy, options))


@pytest.mark.parametrize(("game", "strategy", "options"), cases(names=("random",), looks=True))
def test_a_game_can_be_told_and_drawn_from_start_to_end(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    of_display.draws(case(game, strategy, options), games=1)


@pytest.mark.parametrize("game", every_game())
@pytest.mark.parametrize(
    "check",
    [
        of_games.deals_again,
        of_games.looks_without_touching,
        of_games.takes_moves_back,
        of_games.tells_chance,
        of_display.writes_moves,
        of_display.writes_positions,
    ],
    ids=lambda check: check.__name__,
)
def test_a_game_keeps_what_games_must(game: str, check: Check) -> None:
    one = case(game, "random", of(game).homes("random")[0])
    one.watch.until = time.monotonic() + 0.1
    check(one)
