"""What every game and every strategy must keep, found in the registry: declared is tested.

A game adds `tests/games/<its name>/contract.py` with what only it can know: `homes` (rules in
which a strategy is at home), `longest`, `assert_conserved` and `hide`.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.batch import play_batch
from playout.engine.game import SHARE
from playout.engine.jit import COMPILING
from playout.engine.match import Match
from playout.engine.registry import find_game, find_player, game_names, strategies
from playout.engine.rng import SEAT

SEED = 2015
SLOW = ("maxn", "rollout")  # to compile, and to play


def of(game: str) -> Any:
    """The contract of a game."""
    return import_module(f"tests.games.{game.replace('-', '_')}.contract")


def cases(uses_chance: tuple[bool, ...] = (False, True)) -> list[Any]:
    """(game, strategy, rules) for every strategy of that kind in each of its homes."""
    return [
        pytest.param(
            game,
            found.name,
            options,
            id=f"{game}-{found.name}-{'-'.join(str(value) for value in options.values())}",
            marks=pytest.mark.slow if found.name in SLOW else (),
        )
        for game in game_names()
        for found in strategies(game)
        if found.uses_chance in uses_chance
        for options in of(game).homes(found.name)
    ]


every_case = pytest.mark.parametrize(("game", "strategy", "options"), cases())


def match(
    game: str, strategy: str, options: dict[str, Any], number: int = 0, compiled: bool = False
) -> Match:
    """A game in progress."""
    return Match(
        game,
        strategy=strategy,
        seed=SEED,
        game_number=number,
        compiled=compiled,
        **options,
    )


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
    running = match(game, strategy, options, compiled=COMPILING)
    while not running.is_over:
        seat, view = running.seat, running.view()
        before = {name: np.copy(view[name]) for name in view.dtype.names}
        running.step()
        after = running._table.views[seat]
        changed = [name for name, value in before.items() if (after[name] != value).any()]
        assert {*changed} <= {"notes"}


@every_case
def test_compiled_play_is_plain_python_play(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    """So a game is also the same whenever it is played again."""
    rules = find_game(game).with_options(options)
    players = [find_player(game, strategy)] * int(rules["players"])
    batch = play_batch(rules, players, SEED, 0, 3)
    for number in range(3):
        plain = match(game, strategy, options, number)
        compiled = match(game, strategy, options, number, compiled=True)
        assert list(plain.run()) == list(compiled.run())
        assert plain.state.tobytes() == compiled.state.tobytes()
        assert plain.columns() == batch[number].tolist()


@pytest.mark.rules
@every_case
def test_moves_are_legal_pieces_conserved_and_games_end(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    running = match(game, strategy, options)
    rules = running.rules.record()
    of(game).assert_conserved(running.state, rules)
    while not running.is_over:
        move = running.choose()
        assert running.is_legal(move)
        running.play(move)
        of(game).assert_conserved(running.state, rules)
        assert len(running.moves) <= of(game).longest(rules)


@every_case
def test_many_games_end_without_an_illegal_move(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    rules = find_game(game).with_options(options)
    players = [find_player(game, strategy)] * int(rules["players"])
    outcomes = play_batch(rules, players, SEED, 0, 100)
    most = {"rate": 1, "share": SHARE}
    for measure, start in zip(rules.game.measures, rules.game.columns, strict=True):
        columns = outcomes[:, start : start + (len(players) if measure.per_seat else 1)]
        assert columns.min() >= 0, measure.name
        assert columns.max() <= most.get(measure.kind, columns.max()), measure.name
        assert not measure.categories or columns.max() < len(measure.categories), measure.name
        if measure.kind == "share":
            assert (columns.sum(axis=1) == SHARE).all(), measure.name


@pytest.mark.rules
@every_case
def test_hidden_pieces_change_neither_view_nor_move(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    chance = Random(1)
    running = match(game, strategy, options, number=5)
    seats = int(running.rules["players"])
    while not running.is_over:
        if chance.random() < 0.2:
            for seat in range(seats):
                assert_hidden(running, seat, chance)
        running.step()


@pytest.mark.rules
@pytest.mark.parametrize(("game", "strategy", "options"), cases(uses_chance=(False,)))
def test_who_is_declared_to_use_no_chance_draws_no_random_number(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    for number in range(10):
        running = match(game, strategy, options, number, compiled=COMPILING)
        before = running.streams[SEAT:].tobytes()
        list(running.run())
        assert running.streams[SEAT:].tobytes() == before


def assert_hidden(running: Match, seat: int, chance: Random) -> None:
    """A seat sees, and does if it is to move, the same when all that it cannot see is changed."""
    whole = running._table.copy()
    record = running.rules.record()
    seen = running.view(seat).tobytes()
    move = running.choose() if seat == running.seat else None
    restore(running, whole)
    of(running.game.name).hide(running.state, record, seat, chance)
    of(running.game.name).assert_conserved(running.state, record)
    assert running.view(seat).tobytes() == seen
    if seat == running.seat:
        assert running.choose() == move
    restore(running, whole)


def restore(running: Match, table: Any) -> None:
    """Put everything back as it was: state, views, random streams."""
    for name in table.dtype.names:
        running._table[name] = table[name]


@every_case
def test_a_game_can_be_told_and_drawn_from_start_to_end(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    running = match(game, strategy, options, number=1)
    while not running.is_over:
        assert str(running)
        if len(running.moves) % 7 == 0:
            assert running._repr_svg_().startswith("<svg")
        move = running.step()
        assert running.game.drawing.parse_move(running.format_move(move)) == move
    told = match(game, strategy, options, number=1)
    assert told.transcript()
    assert told.moves == running.moves
    assert told.outcome() == running.outcome()
