"""Games in plain Python, solved: against recursion, and against what is known of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from playout.engine.game.game import Measure
from playout.engine.solve.graph import Limits
from playout.engine.solve.solution import Ends, Solved
from playout.engine.solve.solver import Solver
from playout.engine.words.errors import IllegalMove, PlayoutError
from tests.engine.solve.plain_games import (
    CLIMB,
    GUESS,
    NIM,
    PENNIES,
    RANDOM,
    RANDOM_TURN,
    TIC_TAC_TOE,
    WAIT,
    WIN,
    Climb,
    Guess,
    Nim,
    fraction,
    game_of,
    illegal,
    player,
    raises,
    solved,
    solver,
)

THREE = game_of(Nim, WIN, options=NIM.options[1:])


class Counted(Nim):
    """Counts what no player cares about."""

    def score(self, rules: Any) -> dict[str, Any]:
        return {**super().score(rules), "next": self.player}


COUNTED = game_of(Counted, WIN, Measure("next", "mean", "the seat"), options=NIM.options)


def exactly(value: float) -> Ends:
    return Ends(value, value, value)


def first(found: Solved) -> Ends:
    """The value of the game, of seat 0 if every seat has one."""
    assert found.values[0] is not None
    return found.values[0]


def value(game: Any, *players: Any, **more: Any) -> float:
    """The value of a game, of seat 0 if every seat has one."""
    found = solved(game, *players, **more)
    ends = next(ends for ends in found.values if ends is not None)
    assert ends.is_known
    return ends.value


@pytest.mark.parametrize("stones", range(1, 14))
def test_perfect_nim_is_won_unless_the_heap_is_a_multiple_of_four(stones: int) -> None:
    found = solved(NIM, stones=stones)
    assert found.is_exact
    assert found.is_certain
    assert found.first == 0
    wins = float(stones % 4 != 0)
    assert found.values == (exactly(wins), exactly(1 - wins))
    if stones > 1:
        due = {take: float(take == stones % 4) for take in range(1, min(3, stones) + 1)}
        assert {move: ends.value for move, ends in found.moves.items()} == due


@cache
def chance(stones: int, first_is_random: bool, other_is_random: bool) -> Fraction:
    """The chance of who is to move, by recursion."""
    if stones == 0:
        return Fraction(0)
    chances = [
        1 - chance(stones - take, other_is_random, first_is_random)
        for take in range(1, min(3, stones) + 1)
    ]
    return sum(chances, Fraction(0)) / len(chances) if first_is_random else max(chances)


@pytest.mark.parametrize("stones", [4, 7, 12])
@pytest.mark.parametrize("first", [RANDOM, None])
@pytest.mark.parametrize("second", [RANDOM, None])
def test_strategies_and_best_replies_to_them(stones: int, first: Any, second: Any) -> None:
    due = float(chance(stones, first is RANDOM, second is RANDOM))
    found = solved(NIM, first, second, stones=stones)
    own, other = found.values
    if own is None:
        assert other is not None
        own = other.times(-1.0, 1.0)
    assert own.value == pytest.approx(due, abs=1e-14)


@pytest.mark.slow
def test_tic_tac_toe_is_a_draw() -> None:
    found = solved(TIC_TAC_TOE)
    assert found.positions == 5478  # a well-known number
    assert {ends.value for ends in found.moves.values()} == {0.5}
    assert found.values[0] == exactly(0.5)


@pytest.mark.thorough
def test_random_turn_tic_tac_toe() -> None:
    best = solver(RANDOM_TURN)
    assert best.solved().values[0] == exactly(0.5)

    def perfect(view: Any, rng: Any) -> int:
        state = best.new_state()
        state.board, state.player = list(view.board), view.player
        return best.best_moves(state)[0]

    both = player(perfect), player(perfect)
    due = {"player_1": 123 / 256, "player_2": 123 / 256, "draw": 5 / 128, "moves": 299 / 64}
    found = {name: value(RANDOM_TURN, *both, measure=name) for name in due}
    assert found == due
    assert value(RANDOM_TURN, measure="player_1") == 123 / 256


def climb(most: int) -> tuple[float, float]:
    """The mean throws and ones of `Climb`, by its linear equations or throw by throw."""
    chances, throws, ones = {0: 1.0}, 0.0, 0.0
    for _ in range(min(most, 400)):
        after: dict[int, float] = {}
        for total, chance in chances.items():
            throws += chance
            ones += chance / 4
            for die in range(1, 5):
                there = 0 if die == 1 else total + die
                if there < 5:
                    after[there] = after.get(there, 0.0) + chance / 4
        chances = after
    return throws, ones


@pytest.mark.parametrize("most", [1, 2, 7, 1000])
def test_what_a_game_forgets_still_counts(most: int) -> None:
    for measure, due in zip(("throws", "ones"), climb(most), strict=True):
        found = solved(CLIMB, measure=measure, most=most)
        assert first(found).value == pytest.approx(due, abs=1e-12)
        assert first(found).is_known
        assert found.positions < 60
        assert found.is_exact == (most < 1000)


def test_measures_that_forgetting_does_not_keep_are_counted_in_full() -> None:
    kept = game_of(Climb, *CLIMB.measures, options=CLIMB.options, forget_keeps=("throws",))
    assert solved(kept, most=4).positions < solved(kept, most=4, measure="ones").positions
    with pytest.raises(PlayoutError, match="more than 1,000 positions"):
        solved(kept, measure="ones", states=1000)


def test_a_strategy_that_reads_what_a_game_forgets_is_given_it() -> None:
    read: list[int] = []

    def looks(view: Any, rng: Any) -> int:
        read.append(view.ones)
        return 0

    def looks_not(view: Any, rng: Any) -> int:
        return 0

    positions = [solved(CLIMB, player(one), most=4).positions for one in (looks_not, looks)]
    assert positions[0] < positions[1]
    assert max(read) > 0


def test_who_guesses_remembers_what_was_wrong() -> None:
    found = solved(GUESS)
    assert first(found).value == pytest.approx(2 / 3)
    assert found.beliefs == 4  # nothing is known, or that it is not one of the three
    assert [ends.value for ends in found.moves.values()] == pytest.approx([2 / 3] * 3)
    assert value(GUESS, RANDOM) == pytest.approx(1 - (2 / 3) ** 2)


def test_a_strategy_has_notes() -> None:
    def next_one(view: Any, rng: Any) -> int:
        view.notes[0] += 1
        return int(view.notes[0]) % 3

    assert value(GUESS, player(next_one)) == pytest.approx(2 / 3)


def test_two_who_hide_something_are_not_solved_but_the_reply_to_one_is() -> None:
    with pytest.raises(
        PlayoutError, match="Match2, and each knows something that the others do not"
    ):
        solved(PENNIES)

    def heads(view: Any, rng: Any) -> int:
        return 0

    assert solved(PENNIES, None, player(heads)).values[0] == exactly(1.0)
    assert solved(PENNIES, RANDOM, None).values[1] == exactly(0.5)


def test_a_game_that_can_go_on_for_ever() -> None:
    best = first(solved(WAIT))
    assert best.value == pytest.approx(0.5, abs=1e-12)
    found = solved(WAIT, measure="lost")  # to wait and never to lose: nobody says what that is
    assert first(found).value == 0.0
    assert not first(found).is_known
    assert value(WAIT, RANDOM) == pytest.approx(1 / 8, abs=1e-12)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: solved(NIM, stones=50, states=20), "Nim was not solved: it has more than 20"),
        (lambda: solved(CLIMB, measure="ones", seconds=0), "Climb was not solved in 0 seconds"),
        (lambda: solved(NIM, player(fraction), None), "'fraction' draws a random word or fraction"),
        (lambda: solved(NIM, player(raises), None), "'raises' on seat 1 raised ValueError"),
        (lambda: solved(COUNTED, measure="next", stones=9), "no player wants high or low values"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_a_sentence(ask: Any, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence) as error:
        ask()
    assert "\n" not in str(error.value)


def test_an_illegal_move_stops_it() -> None:
    with pytest.raises(IllegalMove, match=r"'illegal' on seat 2 .*illegal move, 77.*heap=3"):
        solved(NIM, None, player(illegal), stones=4)


def test_a_position_of_a_game_that_deals_no_worlds_is_refused_if_something_is_hidden() -> None:
    hidden = solver(GUESS).new_state()
    hidden.card, hidden.tries, hidden.won = 1, 2, 0
    limits = Limits(1000, 10)
    known = Solver(GUESS.with_options({}), [RANDOM], GUESS.measures[0], limits, hidden)
    assert first(known.solved()).value == pytest.approx(5 / 9)
    with pytest.raises(PlayoutError, match="have no function determinize"):
        Solver(GUESS.with_options({}), [None], GUESS.measures[0], limits, hidden)


class Rivals(Nim):
    """Three players take in turn."""

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.heap -= move
        self.player = (self.player + 1) % rules.players

    def score(self, rules: Any) -> dict[str, Any]:
        last = (self.player - 1) % rules.players
        shares = [float(seat == last) for seat in range(rules.players)]
        return {"win": shares, "points": [self.player] * rules.players}


def test_more_than_two_rivals_have_no_best_play_but_one_against_others_has() -> None:
    players = NIM.options[0].__class__("players", 3, "players", 2, 4)
    points = WIN.__class__("points", "mean", "points", per_seat=True, better="highest")
    game = game_of(Rivals, WIN, points, options=(players, NIM.options[1]))
    with pytest.raises(PlayoutError, match="3 rivals choose their moves in Rivals"):
        solved(game, stones=5)
    found = solved(game, None, RANDOM, RANDOM, stones=3)
    assert found.values[0] == exactly(1.0)
    with pytest.raises(PlayoutError, match="what one seat gains is not what the other loses"):
        solved(game, measure="points", players=2, stones=5)


class Odd(Guess):
    """Its state holds what cannot be compared."""

    def deal(self, rules: Any, stream: Any) -> None:
        super().deal(rules, stream)
        self.what = print


def test_a_state_without_a_key_is_refused() -> None:
    with pytest.raises(PlayoutError, match="'what' of the state is"):
        solved(game_of(Odd, *GUESS.measures, options=()))
