"""Compiled games, solved: against exact numbers, and against the same search in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.game.game import Player, Rules
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.solve import solver as solving
from playout.engine.solve.graph import Limits
from playout.engine.solve.solution import Solved
from playout.engine.solve.solver import Solver
from playout.engine.who.references import find_player, find_players
from playout.engine.words.errors import PlayoutError
from playout.games.pig.exact import expected_alone, win_chance
from playout.games.risk_battle.exact import battle
from tests import truth

PIG = truth.load("pig")
SNAKES = truth.load("snakes_and_ladders")
TINY = truth.load("the_game_tiny")
TRAINS = truth.load("mexican_train_tiny")
FILLED = truth.load("hex_fill")


def players_of(rules: Rules, strategy: str) -> Sequence[Player | None]:
    names = strategy.split("+")
    names *= int(rules["players"]) if len(names) == 1 else 1
    return [None if name == "best" else find_player(rules.game.name, name) for name in names]


def solver(
    game: str, strategy: str = "best", measure: str | None = None, at: str = "", **options: Any
) -> Solver:
    found = find_game(game)
    rules = found.with_options(options)
    state = Match(game, position=at, **options).state if at else None
    wanted = found.quantity(measure, rules.number("players"))
    return Solver(rules, players_of(rules, strategy), wanted, Limits(3_000_000, 1000), state)


def solved(game: str, *given: Any, **more: Any) -> Solved:
    return solver(game, *given, **more).solved()


def value(game: str, *given: Any, seat: int = 0, **more: Any) -> float:
    ends = solved(game, *given, **more).values[seat]
    assert ends is not None
    assert ends.is_known
    return ends.value


def numbers(found: Solved) -> list[float]:
    """The values of all seats, or of the game."""
    return [np.nan if ends is None else ends.value for ends in found.values]


# ------------------------------------------------------------------ Pig


@pytest.mark.parametrize("goal", [5, 30])
def test_best_play_of_pig_is_that_of_the_optimal_strategy(goal: int) -> None:
    due = win_chance("optimal", "optimal", goal)
    found = solved("pig", goal=goal)
    assert numbers(found) == pytest.approx([due, 1 - due], abs=1e-9)
    assert found.first == 0
    assert not found.is_exact
    assert value("pig", "optimal+best", seat=1, goal=goal) == pytest.approx(1 - due, abs=1e-9)


@pytest.mark.parametrize(
    "pair",
    [
        ("hold", "hold:at=25"),
        pytest.param(("optimal", "hold"), marks=pytest.mark.slow),
        pytest.param(("hold:at=15", "gap"), marks=pytest.mark.slow),
    ],
)
def test_strategies_of_pig_against_each_other(pair: tuple[str, str]) -> None:
    due = win_chance(*pair, 40)
    assert value("pig", "+".join(pair), goal=40) == pytest.approx(due, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("measure", [pytest.param("turns", marks=pytest.mark.thorough), "throws"])
def test_a_player_of_pig_alone(measure: str) -> None:
    due = expected_alone("hold", 60)[measure]
    assert value("pig", "hold", measure, players=1, goal=60) == pytest.approx(due, abs=1e-9)
    if measure == "turns":
        best = expected_alone("optimal", 60)["turns"]
        assert value("pig", "best", "turns", players=1, goal=60) == pytest.approx(best, abs=1e-9)


def test_every_position_of_pig_has_its_best_move() -> None:
    best = solver("pig", goal=20)
    state = best.new_state()
    state.scores[0], state.scores[1], state.turn_total = 10, 3, 10
    assert best.best_moves(state) == [1]  # to hold wins
    assert best.moves_at(state)[1].value == pytest.approx(1.0)
    state.scores[0], state.player = 3, 1
    state.scores[1], state.turn_total = 10, 10
    assert best.moves_at(state)[1].value == pytest.approx(1.0)  # what seat 1 wins
    state.turn_total = 11
    state.scores[0] = 19
    assert best.moves_at(state).keys() == {0, 1}
    state.scores[1] = 7_000
    with pytest.raises(PlayoutError, match="solved game of Pig leads to a choice in this position"):
        best.moves_at(state)


@pytest.mark.thorough
def test_pig_to_100_as_published() -> None:
    assert value("pig") == pytest.approx(PIG["optimal first"], abs=1e-9)
    for name, strategy in (
        ("optimal first, hold-20 second", "optimal+hold"),
        ("hold-20 first, hold-20 second", "hold"),
        ("hold-20 first, optimal second", "hold+optimal"),
        ("hold-15 first, hold-25 second", "hold:at=15+hold:at=25"),
    ):
        assert value("pig", strategy) == pytest.approx(PIG[name], abs=1e-9)
    assert value("pig", "best+hold") > PIG["optimal first, hold-20 second"]  # it knows the other


# ------------------------------------------------------------------ games without choices


@pytest.mark.thorough
@pytest.mark.parametrize("armies", [(1, 1), (3, 2), (5, 4)])
def test_battles_of_risk(armies: tuple[int, int]) -> None:
    attackers, defenders = armies
    due = battle(attackers, defenders)
    options = {"attackers": attackers, "defenders": defenders}
    for measure, wanted in (("conquered", due.conquered), ("rounds", due.rounds)):
        found = solved("risk-battle", "best", measure, **options)
        assert found.choosing == ()
        assert found.is_exact
        assert numbers(found)[0] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.thorough
def test_snakes_and_ladders_alone() -> None:
    assert value("snakes-and-ladders") == pytest.approx(SNAKES["exact"]["mean"], abs=1e-9)


@pytest.mark.thorough
def test_snakes_and_ladders_of_two() -> None:
    for seat, due in enumerate(SNAKES["exact"]["2 players: wins by seat"]):
        found = value("snakes-and-ladders", "best", "win", seat=seat, players=2)
        assert found == pytest.approx(due, abs=1e-9)
    due = SNAKES["exact"]["2 players: mean rounds"]
    found = value("snakes-and-ladders", "best", "rounds", players=2)
    assert found == pytest.approx(due, abs=1e-9)


# ------------------------------------------------------------------ Hex


def filled(rows: int, cols: int, p: float) -> float:
    """The chance that player 1 wins on a board that is filled at random."""
    case = FILLED[f"{rows}x{cols}"]
    cells = rows * cols
    return sum(
        float(wins) * p**k * (1 - p) ** (cells - k) for k, wins in enumerate(case["win_by_k"])
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rows", "cols", "p"), [(1, 1, 0.5), (2, 2, 0.5), (2, 3, 0.3), (3, 3, 0.4)]
)
def test_random_turn_hex_is_worth_what_a_random_board_is(rows: int, cols: int, p: float) -> None:
    found = solved("hex", rows=rows, cols=cols, p=p)
    assert numbers(found)[0] == pytest.approx(filled(rows, cols, p), abs=1e-12)
    assert found.is_exact


# ------------------------------------------------------------------ hidden cards


def tiny(case: dict[str, Any]) -> dict[str, Any]:
    known = case["parameters"]
    names = {"low": "low", "high": "high", "jump": "J", "hand": "H", "min_cards": "m"}
    options = {name: known[short] for name, short in names.items()}
    options |= {"players": known.get("players", 1)}
    return options | {"ascending": known["asc"], "descending": known["desc"]}


SOLO = [key for key, case in TINY.items() if "players" not in case["parameters"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=pytest.mark.thorough if k % 3 else ()) for k, key in enumerate(TINY)],
)
@pytest.mark.parametrize(
    ("strategy", "name"),
    [
        ("greedy", "greedy"),
        pytest.param("random", "uniform_random", marks=pytest.mark.thorough),
    ],
)
def test_tiny_decks_of_the_game(key: str, strategy: str, name: str) -> None:
    due = Fraction(TINY[key][name]["P_win"])
    assert value("the-game", strategy, **tiny(TINY[key])) == pytest.approx(float(due), abs=1e-10)
    if strategy == "greedy":
        left = Fraction(TINY[key][name]["expected_cards_left"])
        found = value("the-game", strategy, "cards_left", **tiny(TINY[key]))
        assert found == pytest.approx(float(left), abs=1e-10)


@pytest.mark.thorough
@pytest.mark.parametrize("key", SOLO)
def test_the_best_play_of_tiny_decks_by_what_a_player_can_know(key: str) -> None:
    due = Fraction(TINY[key]["optimal_open_hands_unknown_draw_order_P_win"])
    found = solved("the-game", **tiny(TINY[key]))
    assert numbers(found)[0] == pytest.approx(float(due), abs=1e-10)
    assert found.beliefs > 0


@pytest.mark.slow
def test_several_who_hide_their_cards_are_refused() -> None:
    options = tiny(next(case for key, case in TINY.items() if key not in SOLO))
    with pytest.raises(PlayoutError, match="each knows something that the others do not"):
        solved("the-game", **{**options, "high": 8})


@pytest.mark.thorough
@pytest.mark.parametrize("key", [key for key in TRAINS if TRAINS[key]["N"] == 2])
def test_tiny_trains_of_random_play(key: str) -> None:
    case, variant = TRAINS[key], TRAINS[key]["variant"]
    draw = "none" if variant["nodraw"] else "wait" if variant["draw_then_wait"] else "play"
    options = {"set": case["N"], "tiles": case["hand"], "players": 2, "rounds": 1, "draw": draw}
    options |= {"start_open": "yes" if variant["start_open"] else "no"}
    options |= {"gate": "no" if variant["nogate"] else "yes"}
    due = {"points": case["expected_score"], "outs": case["P_player_goes_out"]}
    due |= {"tiles_laid": [case["expected_tiles_played"]], "draws": [case["expected_draws"]]}
    due |= {"turns": [case["expected_turns"]], "blocked": [case["P_blocked"]]}
    for measure, wanted in due.items():
        found = solved("mexican-train", "random", measure, **options)
        assert found.is_exact
        values = numbers(found)
        assert values == pytest.approx([float(Fraction(one)) for one in wanted], abs=1e-12), measure


@pytest.mark.thorough
def test_the_deals_of_several_rounds_are_refused() -> None:
    with pytest.raises(PlayoutError, match="Mexican Train: its chance draws the decks of several"):
        solved("mexican-train", "random", set=2, tiles=2, players=2, rounds=2)


# ------------------------------------------------------------------ the same in plain Python


@pytest.mark.parametrize(
    ("game", "strategy", "measure", "options"),
    [
        ("pig", "best", None, {"goal": 6}),
        pytest.param("pig", "moody+random", None, {"goal": 8}, marks=pytest.mark.slow),
        pytest.param(
            "pig",
            "rolls:count=2",
            "throws",
            {"goal": 12, "most_turns": 6},
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "pig",
            "rolls:count=2+hold",
            "win",
            {"goal": 8, "most_turns": 3},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "risk-battle",
            "best",
            "rounds",
            {"attackers": 2, "defenders": 2, "retreat_after": 2},
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_compiled_and_plain_search_find_the_same(
    game: str,
    strategy: str,
    measure: str | None,
    options: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = solved(game, strategy, measure, **options)
    monkeypatch.setattr(solving, "can_be_compiled", lambda game, players: False)
    plain = solver(game, strategy, measure, **options)
    again = plain.solved()
    assert (again.positions, again.steps) == (compiled.positions, compiled.steps)
    for one, other in zip(compiled.values, again.values, strict=True):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert one.value == pytest.approx(other.value, abs=1e-12)


@pytest.mark.slow
def test_what_strategies_do_agrees_with_games_that_are_played() -> None:
    found = find_game("pig")
    rules = found.with_options({"goal": 12, "most_turns": 6})
    players = find_players(rules, "rolls:count=2+moody")
    outcomes = play_batch(rules, players, 7, 0, 200_000)
    for measure, column in (("win", 0), ("throws", found.column(found.measure("throws")))):
        due = value("pig", "rolls:count=2+moody", measure, goal=12, most_turns=6)
        seen = outcomes[:, column] / found.measure(measure).unit
        error = float(seen.std() / np.sqrt(len(seen)))
        assert abs(float(seen.mean()) - due) < 5.5 * error


# ------------------------------------------------------------------ positions


def test_a_position_has_the_worth_of_each_of_its_moves() -> None:
    at = "scores=5,3 turn_total=6"
    found = solved("pig", goal=20, at=at)
    assert found.seat == 0
    assert found.moves.keys() == {0, 1}
    best = max(ends.value for ends in found.moves.values())
    assert numbers(found)[0] == pytest.approx(best, abs=1e-12)
    held = solved("pig", goal=20, at="scores=11,3 player=1")
    assert found.moves[1].value == pytest.approx(numbers(held)[0], abs=1e-9)
    other = solved("pig", goal=20, at="scores=3,5 turn_total=6 player=1")
    assert other.seat == 1
    assert numbers(other)[1] == pytest.approx(numbers(found)[0], abs=1e-9)
    assert [other.moves[k].value for k in (0, 1)] == pytest.approx(
        [found.moves[k].value for k in (0, 1)], abs=1e-9
    )


@pytest.mark.parametrize("compiled", [True, False])
def test_what_was_counted_before_a_position_counts(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiled:
        monkeypatch.setattr(solving, "can_be_compiled", lambda game, players: False)
    for strategy in ("hold", "best"):
        given = {"players": 1, "goal": 12}
        now = solved("pig", strategy, "turns", at="scores=5 turns=7 turn_total=3", **given)
        new = solved("pig", strategy, "turns", at="scores=5 turns=0 turn_total=3", **given)
        assert numbers(now)[0] == pytest.approx(numbers(new)[0] + 7, abs=1e-9)
        for move, ends in now.moves.items():
            assert ends.value == pytest.approx(new.moves[move].value + 7, abs=1e-9)


def test_the_moves_of_a_position_before_strategies_go_on() -> None:
    at = "scores=5,3 turn_total=6"
    found = solved("pig", "hold", goal=20, at=at)
    assert found.choosing == ()
    held = value("pig", "hold", goal=20, at="scores=11,3 player=1")
    assert found.moves[1].value == pytest.approx(held, abs=1e-12)
    assert numbers(found)[0] == pytest.approx(found.moves[0].value, abs=1e-12)  # it rolls


FRACTIONS = """
import playout
from playout.author import uniform

@playout.strategy("pig")
def drifting(view, rng):
    return int(uniform(rng) < 0.5) if view.turn_total > 0 else 0
"""


@pytest.mark.slow
def test_a_strategy_that_draws_fractions_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FRACTIONS, encoding="utf-8")
    with pytest.raises(PlayoutError, match="drifting' draws a random word or fraction"):
        solved("pig", f"{tmp_path / 'mine.py'}:drifting", goal=8)
