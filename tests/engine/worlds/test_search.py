"""The strategy `search`: what it may know, that it plays well, and what it refuses."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import PlayoutError
from playout.engine.chance.rng import SEAT, start_sealed
from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.worlds.search import lead
from playout.engine.worlds.world_tables import belief_of
from playout.games.hex.exact import count_fillings
from playout.games.hex.rules import cell_move, col_of, row_of
from playout.games.pig.rules import HOLD, ROLL
from tests.reference import pig as pig_reference

SOLO = {"low": 1, "high": 10, "hand": 2, "ascending": 1, "descending": 1}
# Tiny decks of The Game for one: rules, and how often the best play wins (tests/truth).
TINY = [({"jump": 3, "min_cards": 2}, 0.96627), ({"jump": 100, "min_cards": 1}, 0.85828)]

# A game in plain Python in which the second of three moves wins nine games of ten.
DOORS = """
import playout
from playout.engine.chance.rng import randrange

@playout.game(measures=[playout.Measure("win", "rate", "has won")], moves=["a", "b", "c"]{more})
class Doors:
    def deal(self, rules, stream):
        self.won, self.left = 0, 2
    def is_over(self, rules):
        return self.left == 0
    def legal_moves(self, rules):
        return [0, 1, 2]
    def play(self, rules, move, stream):
        self.left -= 1
        self.won += randrange(stream, 10) < (9 if move == 1 else 2)
    def score(self, rules):
        return {{"win": int(self.won == 2)}}
    {determinize}

@playout.strategy("doors", compiled=False)
def first(view, rng):
    return view.legal_moves[0]
"""
DEALT = """
    def determinize(view, rules, stream, state):
        state.won, state.left = view.won, view.left
"""

# What the strategy hold of Pig does, in plain Python.
HOLDS = """
import playout

@playout.strategy("pig", compiled=False)
def holds(view, rng):
    wins = view.scores[view.seat] + view.turn_total >= view.goal
    return int(view.turn_total > 0 and (wins or view.turn_total >= 20))
"""


def outcomes(game: str, strategies: str, count: int, **options: Any) -> Any:
    """What the first games of seed 1 bring, with a strategy on each seat."""
    names = strategies.split("+")
    rules = find_game(game).with_options({"players": len(names), **options})
    return play_batch(rules, [find_player(game, name) for name in names], 1, 0, count)


def chosen(match: Match, number: int) -> int:
    """What the strategy of the seat to move does with the random numbers of a number."""
    start_sealed(match.streams[SEAT + match.seat], 99, number, 1)
    return match.choose()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("the-game", {"players": 3}),
        pytest.param("the-game", {"players": 2, "hints": "marks"}, marks=pytest.mark.thorough),
        pytest.param("hex", {"rows": 6}, marks=pytest.mark.thorough),
        pytest.param("mexican-train", {"players": 4}, marks=pytest.mark.thorough),
    ],
)
def test_what_nobody_has_shown_changes_no_move(game: str, options: dict[str, Any]) -> None:
    match = Match(game, strategy="search:worlds=16:deviations=0.5", seed=5, **options)
    for turn in range(12):
        here = chosen(match, turn)
        assert [chosen(match.world(seed=seed), turn) for seed in range(3)] == [here] * 3
        match.play(here)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("the-game", "quick"),
        pytest.param("hex", "shortest", marks=pytest.mark.thorough),
        pytest.param("mexican-train", "careful", marks=pytest.mark.thorough),
    ],
)
def test_a_search_that_is_never_sure_plays_as_its_blueprint(game: str, name: str) -> None:
    never = f"search:worlds=1:deviations=1000:blueprint={name}"
    found = outcomes(game, f"{never}+{never}", 10)
    assert np.array_equal(found, outcomes(game, f"{name}+{name}", 10))


@pytest.mark.slow
def test_the_same_seed_plays_the_same_games_however_they_are_split() -> None:
    asked: dict[str, Any] = {"strategy": "search:worlds=8", "players": 2, "high": 40, "games": 40}
    one = playout.run("the-game", **asked, workers=1).to_csv()
    assert one == playout.run("the-game", **asked, workers=2).to_csv()


@pytest.mark.thorough
@pytest.mark.parametrize(("rules", "best"), TINY)
def test_with_its_budget_it_comes_close_to_the_best_play_of_tiny_decks(
    rules: dict[str, int], best: float
) -> None:
    names, games = ("quick", "search:worlds=10", "search"), 2000
    wins = [outcomes("the-game", name, games, **SOLO, **rules)[:, 0].mean() for name in names]
    error = (best * (1 - best) / games) ** 0.5
    assert wins[0] < wins[1] < wins[2] < best + 4 * error
    assert wins[2] > best - 0.015 - 4 * error


@pytest.mark.thorough
def test_over_random_moves_it_comes_close_to_the_best_play_of_hex() -> None:
    # Random play fills the board at random, so that the best cell is the one that is pivotal most
    # often (Peres, Schramm, Sheffield and Wilson, 2007): the lead over another is exact.
    lost = {}
    for worlds in (4, 12_000):
        name = f"search:blueprint=random:worlds={worlds}"
        match = Match("hex", rows=4, strategy=name, seed=2)
        short: list[float] = []
        while not match.is_over:
            board = match.state.stones[:16].reshape(4, 4)
            rates = count_fillings(np.array(board)).pivotal_rates(0.5)
            move = chosen(match, len(short))
            short.append(max(rates) - rates[row_of(move) * 4 + col_of(move)])
            match.play(int(cell_move(rates.index(max(rates)), 4)))
        lost[worlds] = np.mean(short)
    assert lost[4] > 0.01 > lost[12_000]


@pytest.mark.slow
def test_it_makes_the_move_that_is_worth_more_if_the_blueprint_goes_on() -> None:
    goal, looked_at = 12, 0
    holds = pig_reference.hold_at(3, goal)
    win = pig_reference.chances((holds, holds), goal)
    match = Match("pig", strategy="search:worlds=20000:blueprint=hold:at=3", goal=goal, players=2)
    for own, other, total in product(range(0, goal, 3), range(0, goal, 4), (2, 3, 5)):

        def held(total: int, own: int = own, other: int = other) -> Fraction:
            after = own + total
            return Fraction(1) if after >= goal else 1 - win(1, other, after)

        def rolled(total: int, own: int = own, other: int = other) -> Fraction:
            chance = 1 - win(1, other, own)
            for after in range(total + 2, total + 7):
                chance += held(after) if holds(own, other, after) else rolled(after)
            return chance / 6

        more = held(total) - rolled(total)
        if own + total < goal and abs(more) > 0.02:
            match.state.scores[:2] = own, other
            match.state.turn_total, match.state.player = total, 0
            assert chosen(match, looked_at) == (HOLD if more > 0 else ROLL)
            looked_at += 1
    assert looked_at > 10


def test_it_finds_the_good_move_of_a_game_in_plain_python(tmp_path: Path) -> None:
    file = tmp_path / "doors.py"
    file.write_text(DOORS.format(more="", determinize=DEALT), encoding="utf-8")
    name = f"{file}:doors"
    found = outcomes(name, "search:blueprint=first:worlds=60", 30)
    assert found[:, 0].mean() > 0.6 > 0.2 > outcomes(name, "first", 200)[:, 0].mean()
    assert find_player(name, "search").strategy.blueprint == "random"


@pytest.mark.slow
@pytest.mark.skipif(not COMPILING, reason="compares compiled code with plain Python")
def test_plain_python_searches_as_compiled_code_does(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(HOLDS, encoding="utf-8")
    games = []
    for name in (f"{file}:holds", "hold"):
        strategy = f"search:blueprint={name}:worlds=16:deviations=1"
        match = Match("pig", goal=30, players=2, strategy=strategy, seed=1)
        games.append((list(match.run()), match.outcome()))
    assert games[0] == games[1]


def test_parameters_that_are_not_its_own_are_those_of_the_blueprint() -> None:
    player = find_player("the-game", "search:blueprint=careful:margin=10:worlds=50")
    assert player.strategy.blueprint == "careful:margin=10"
    assert player.values == (50.0, 2.0)
    assert find_player("the-game", "search:memory=0").strategy.blueprint == "quick:memory=0"
    again = pickle.loads(pickle.dumps(player))
    assert again.strategy is player.strategy


@pytest.mark.parametrize(
    ("game", "reference", "message"),
    [
        ("the-game", "search:worlds=0", "worlds=0: must be from 1 to"),
        ("the-game", "search:deviations=-1", "deviations=-1: must be from 0 to"),
        ("the-game", "search:blueprint=bold", "the-game has no strategy 'bold'"),
        ("the-game", "search:blueprint=search", r"its base strategy \(blueprint\) cannot be"),
        ("the-game", "search:boards=2", "strategy 'quick' has no parameter 'boards'"),
        ("the-game", "search:blueprint=quick:blueprint=greedy", "blueprint is given twice"),
        ("pig", "search:blueprint=optimal", "one or two players; use"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(game: str, reference: str, message: str) -> None:
    with pytest.raises(PlayoutError, match=message):
        playout.run(game, strategy=reference, players=3, games=1)


def test_a_game_without_a_choice_has_no_search() -> None:
    with pytest.raises(PlayoutError, match="every position has only one legal move,"):
        find_player("snakes-and-ladders", "search")


def test_the_lists_of_strategies_have_it_with_its_blueprint() -> None:
    found = {one.name: one for one in playout.list_strategies("the-game")}["search"]
    assert found.parameters == {"worlds": 400, "deviations": 2}
    assert "blueprint=quick" in found.summary
    found = {one.name: one for one in playout.list_strategies("mexican-train")}["search"]
    assert found.parameters == {
        "worlds": 400,
        "deviations": 1,
        "belief": 1,
    }  # its declaration says so
    assert find_player("mexican-train", "search").values == (400, 1, 1)
    assert "search" not in [one.name for one in playout.list_strategies("risk-battle")]


def test_a_game_without_worlds_has_no_search(tmp_path: Path) -> None:
    file = tmp_path / "closed.py"
    observe = "def observe(self, rules, seat, view):\n        view.left = self.left"
    file.write_text(DOORS.format(more="", determinize=observe), encoding="utf-8")
    with pytest.raises(PlayoutError, match=r"determinize\. Because observe may hide"):
        find_player(f"{file}:doors", "search")


@pytest.mark.parametrize("differences", [[0], [3, 3, 3], [1, -1, 2, 0, 5], [-2, -4, 1]])
def test_the_lead_is_that_of_a_mean_and_its_standard_error(differences: list[int]) -> None:
    more = np.array([*differences, 0], float)
    error = more.std(ddof=1) / len(more) ** 0.5 if len(set(more)) > 1 else 1.0
    squares = float((more**2).sum())
    assert lead(int(more.sum()), squares, len(differences)) == pytest.approx(more.mean() / error)


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("playout.no_such_module", "its belief: No module named 'playout.no_such_module'"),
        ("playout.games.pig.rules", r"playout.games.pig.rules, has no function believe\(view, "),
    ],
)
def test_a_belief_that_cannot_be_is_refused_in_a_sentence(module: str, message: str) -> None:
    game = replace(find_game("mexican-train"), belief=module)
    with pytest.raises(PlayoutError, match=message):
        belief_of(game)


def test_a_belief_needs_rules_that_are_compiled(tmp_path: Path) -> None:
    file = tmp_path / "doors.py"
    file.write_text(DOORS.format(more="", determinize=DEALT), encoding="utf-8")
    game = find_game(f"{file}:doors")
    with pytest.raises(PlayoutError, match="its belief needs rules that are compiled"):
        replace(game, belief="beliefs")
