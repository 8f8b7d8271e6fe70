"""Every check finds the mistake it is there for, and lets what is right pass."""

from __future__ import annotations

import itertools
import random
import re
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.game import Measure, Option
from playout.engine.jit import COMPILING
from playout.engine.registry import find_game
from playout.engine.rng import randrange
from playout.testing import Case, Fault, Unchecked, check_game, check_strategy
from playout.testing import games as of_games
from playout.testing import shown as of_shown
from playout.testing import strategies as of_strategies
from playout.testing import worlds as of_worlds
from playout.testing.case import Watch
from playout.testing.suite import (
    Asked,
    Check,
    Subject,
    another_process,
    cases,
    checks,
    plain_rules,
    record,
)

pytestmark = pytest.mark.usefixtures("forgets")

OUTSIDE = itertools.count()  # what a game must not look at
LEFT: list[int] = []


class Heap:
    """Take one or two stones; a coin takes one more; who takes the last wins."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.stones, self.seat, self.secret = 9, 0, int(randrange(stream, 5))

    def is_over(self, rules: Any) -> bool:
        return bool(self.stones <= 0)

    def actor(self, rules: Any) -> int:
        return self.seat

    def legal_moves(self, rules: Any) -> Any:
        return list(range(1, min(2, self.stones) + 1))

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.stones -= move + int(randrange(stream, 2))
        self.seat = 1 - self.seat

    def score(self, rules: Any) -> Any:
        return {"win": [self.seat == 1, self.seat == 0], "left": 0}

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.stones = self.stones

    def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:  # noqa: N805
        state.stones, state.secret = view.stones, int(randrange(stream, 5))
        state.seat = view.seat if view.legal_moves else 1 - view.seat


def game(chance_in_play: bool = True, **changed: Any) -> str:
    """The game above with other methods."""
    kept = {
        name: one for name, one in vars(Heap).items() if name not in ("__dict__", "__weakref__")
    }
    made = type("Heap", (), {**kept, **changed})
    for name in [name for name, one in changed.items() if one is None]:
        delattr(made, name)
    playout.game(
        options=[Option("players", 2, "players", 2, 2)],
        measures=[
            Measure("win", "share", "took the last", per_seat=True, first="highest"),
            Measure("left", "mean", "stones left", most=lambda rules: 3),
        ],
        moves=["none", "one", "two"],
        chance_in_play=chance_in_play,
    )(made)
    return "heap"


def case(name: str, strategy: str = "random", **hooks: Any) -> Case:
    return Case(find_game(name), strategy, {}, 3, type("Hooks", (), hooks) if hooks else None)


def fails(check: Check, one: Case) -> str:
    """What a check finds."""
    with pytest.raises(Fault) as caught:
        check(one)
    return str(caught.value)


def test_what_is_right_passes_every_check() -> None:
    report = check_game(game(), seconds=2)
    assert report.ok
    report.assert_ok()
    outcomes = {one.name: one.outcome for one in report.checks}
    assert outcomes.pop("indices") == "not checked"
    assert set(outcomes.values()) == {"ok"}
    assert "nothing found" in str(report)
    assert report.facts["games a second"]["2 players"] > 1


def deal_outside(self: Any, rules: Any, stream: Any) -> None:
    Heap.deal(self, rules, stream)
    self.stones = 5 + next(OUTSIDE) % 3


def deal_for_ever(self: Any, rules: Any, stream: Any) -> None:
    self.stones, self.seat, self.secret = 10**9, 0, 0


def play_without_end(self: Any, rules: Any, move: int, stream: Any) -> None:
    self.seat = 1 - self.seat


def score_beyond(self: Any, rules: Any) -> Any:
    return {**Heap.score(self, rules), "left": 4}


def score_writing(self: Any, rules: Any) -> Any:
    self.secret += 1
    return Heap.score(self, rules)


def shallow(self: Any) -> Any:
    made = type(self)()
    vars(made).update(vars(self))
    return made


def deal_list(self: Any, rules: Any, stream: Any) -> None:
    Heap.deal(self, rules, stream)
    self.piles = [self.stones]


def play_list(self: Any, rules: Any, move: int, stream: Any) -> None:
    self.piles[0] -= move
    self.stones, self.seat = self.piles[0], 1 - self.seat


def observe_secret(self: Any, rules: Any, seat: int, view: Any) -> None:
    view.stones, view.secret = self.stones, self.secret


def determinize_wrongly(view: Any, rules: Any, stream: Any, state: Any) -> None:
    Heap.determinize(view, rules, stream, state)
    state.stones = 1


def deal_by_random(self: Any, rules: Any, stream: Any) -> None:
    Heap.deal(self, rules, stream)
    self.stones = random.choice([8, 9])


def play_by_random(self: Any, rules: Any, move: int, stream: Any) -> None:
    Heap.play(self, rules, move, stream)
    self.stones -= np.random.rand() < 0.01  # noqa: NPY002


def place(state: Any, rules: Any) -> str:
    return f"stones={state.stones}"


def read_one_less(text: str, rules: Any, stream: Any, state: Any) -> None:
    Heap.deal(state, rules, stream)
    state.stones = max(int(text.split("=")[1]) - 1, 0)


def refuse(text: str, rules: Any, stream: Any, state: Any) -> None:
    raise playout.PlayoutError("never")


@pytest.mark.parametrize(
    ("check", "changed", "told"),
    [
        (
            of_games.deals_again,
            {"deal": deal_outside},
            "played again with the same moves has other",
        ),
        (of_games.ends, {"play": play_without_end}, "the game goes on after 50 moves"),
        (
            of_games.lists_legal_moves,
            {"legal_moves": lambda self, rules: [1, 1]},
            "'one' .1. twice",
        ),
        (of_games.lists_legal_moves, {"legal_moves": lambda self, rules: []}, "no legal move"),
        (
            of_games.lists_legal_moves,
            {"is_legal": lambda self, rules, move: move in (1, 2)},
            "is_legal allows 'two' .2., which is not listed",
        ),
        (
            of_games.lists_legal_moves,
            {"is_legal": lambda self, rules, move: move == 1},
            "lists 'two' .2., which is_legal does not allow",
        ),
        (of_games.looks_without_touching, {"score": score_writing}, "score changes the state"),
        (
            of_games.takes_moves_back,
            {"deal": deal_list, "play": play_list, "copy": shallow},
            "taken back and made again leads to other",
        ),
        (of_games.batch_is_match, {"deal": deal_outside}, "a run counts .* but the game played"),
        (of_games.scores_within_bounds, {"score": score_beyond}, "left is 4, declared is 0 to 3"),
        (of_games.tells_chance, {"chance_in_play": False}, "but chance_in_play is not declared"),
        (
            of_games.tells_chance,
            {"play": lambda self, rules, move, stream: play_quietly(self, move)},
            "chance_in_play is declared, but no move drew",
        ),
        (
            of_shown.writes_moves,
            {"parse_move": staticmethod(lambda text: 1), "format_move": staticmethod(str)},
            "move 2 is written '2', which is read as 1",
        ),
        (
            of_shown.writes_positions,
            {"format_position": staticmethod(place), "parse_position": staticmethod(read_one_less)},
            "the position 'stones=[0-9]+ chance=[0-9]+' is read as 'stones=",
        ),
        (
            of_shown.writes_positions,
            {"format_position": staticmethod(place), "parse_position": staticmethod(refuse)},
            "is not read: position: never",
        ),
        (of_shown.draws, {"svg": lambda state, rules, seat: "<svg>"}, "svg returns no valid XML"),
        (of_shown.draws, {"svg": lambda state, rules, seat: "<p/>"}, "svg returns <p>"),
        (of_shown.draws, {"text": lambda state, rules, seat: " "}, "text returns nothing"),
        (of_worlds.hides, {"determinize": determinize_wrongly}, "what is hidden changes what seat"),
        (of_worlds.hides, {"observe": observe_secret}, "what is hidden changes what seat"),
        (of_games.deals_again, {"deal": deal_by_random}, "rules draw from Python's random when"),
        (of_games.ends, {"play": play_by_random}, "the rules draw from numpy.random, so no seed"),
    ],
)
def test_a_wrong_game_is_found(
    check: Check, changed: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_games, "LONGEST", 50)
    declared = case(game(**changed))
    said = fails(check, declared)
    assert re.search(told, said), said
    assert "to see it again: match = playout.Match('heap', strategy='random', seed=3" in said


def play_quietly(state: Any, move: int) -> None:
    state.stones, state.seat = state.stones - move, 1 - state.seat


def test_of_games_that_do_not_end_nothing_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_games, "LONGEST", 500)
    report = check_game(game(play=play_without_end), seconds=1)
    (found,) = report.findings
    assert found.sentence.startswith("the game goes on after 500 moves (in game 0, after 501 moves")
    told = {one.name: one.told for one in report.checks}
    assert told["a run is its games"] == told["speed"] == "games do not end"


def test_a_game_says_where_its_pieces_are() -> None:
    def assert_conserved(state: Any, rules: Any) -> None:
        assert state.stones > 5, "a stone is lost"

    def longest(rules: Any) -> int:
        return 2

    game()
    said = fails(of_games.ends, case("heap", assert_conserved=assert_conserved))
    assert "pieces are not conserved: a stone is lost" in said
    assert "stones: " in said  # the position is drawn
    assert "goes on after 2 moves" in fails(of_games.ends, case("heap", longest=longest))


def test_hidden_information_needs_another_world() -> None:
    game(determinize=None)
    with pytest.raises(Unchecked, match="the game has no determinize"):
        of_worlds.hides(case("heap"))

    def hide(state: Any, rules: Any, seat: int, chance: Any) -> None:
        state.stones = 1

    assert "changes what seat" in fails(of_worlds.hides, case("heap", hide=hide))


def score_secret(self: Any, rules: Any) -> Any:
    return {**Heap.score(self, rules), "left": self.secret == 4}


def determinize_three_of_five(view: Any, rules: Any, stream: Any, state: Any) -> None:
    Heap.determinize(view, rules, stream, state)
    state.secret = (state.secret + int(randrange(stream, 5))) % 4


def test_worlds_must_be_as_likely_as_the_rules_make_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_worlds, "GAMES", 200)
    game(score=score_secret)
    told = r"no rate differs by \d\d points or more \(worlds of 200 games\)"
    assert re.fullmatch(told, of_worlds.deals_as_likely(case("heap")))
    game(score=score_secret, determinize=determinize_three_of_five)
    with pytest.raises(Fault) as found:
        of_worlds.deals_as_likely(case("heap"))
    told = "the measure left is at most 0 in 100.0% of the worlds, and in [78]...% of the games"
    assert re.search(told, str(found.value)), found.value


class Coins(Heap):
    """Two coins are hidden, and shown as stones are taken."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.stones, self.seat, self.shown = 6, 0, 0
        self.coins = [int(randrange(stream, 2)), int(randrange(stream, 2))]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.stones, self.seat, self.shown = self.stones - move, 1 - self.seat, self.shown + 1

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.stones, view.shown, view.seen = self.stones, self.shown, self.coins[: self.shown]

    def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:  # noqa: N805
        state.stones, state.shown = view.stones, view.shown
        state.seat = view.seat if view.legal_moves else 1 - view.seat
        state.coins = [*view.seen, *[int(randrange(stream, 2))] * (2 - len(view.seen))]


def test_worlds_must_deal_together_what_goes_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_worlds, "GAMES", 1_000)
    methods = {name: one for name, one in vars(Coins).items() if callable(one)}
    game(chance_in_play=False, **methods)
    with pytest.raises(Fault, match=r"view.seen\[\d\] of seat .*, compared with view.seen\[\d\]"):
        of_worlds.deals_as_likely(case("heap"))


def test_an_error_of_the_rules_is_a_finding() -> None:
    def play(self: Any, rules: Any, move: int, stream: Any) -> None:
        raise NotImplementedError

    report = check_game(game(play=play), seconds=0.3)
    assert not report.ok
    assert len(report.findings) < 4  # the same is told once
    assert "the rules of heap raised NotImplementedError (line" in str(report)
    with pytest.raises(AssertionError, match="game 'heap': "):
        report.assert_ok()


def first(view: Any, rng: Any) -> int:
    """The first move."""
    return int(view.legal_moves[0])


def four(view: Any, rng: Any) -> int:
    return 4


def counting(view: Any, rng: Any) -> int:
    LEFT.append(1)
    return int(view.legal_moves[len(LEFT) % len(view.legal_moves)])


def remembering(view: Any, rng: Any) -> int:
    LEFT.append(1)
    return int(view.legal_moves[0])


def writing(view: Any, rng: Any) -> int:
    view.stones = 0
    return int(view.legal_moves[0])


def drawing(view: Any, rng: Any) -> int:
    return int(view.legal_moves[int(randrange(rng, len(view.legal_moves)))])


def tossing(view: Any, rng: Any) -> int:
    return int(random.choice(view.legal_moves))


def limited(view: Any, rng: Any) -> int:
    return 1 if view.parameters[0] < 3 else 7


@pytest.mark.parametrize(
    ("check", "function", "told"),
    [
        (of_strategies.moves_are_legal, four, "four.* returned an illegal move|may not play '4'"),
        (of_strategies.is_repeated, counting, "after others, .* it keeps LEFT between games"),
        (of_strategies.is_repeated, tossing, "strategy 'tossing' draws from Python's random"),
        (of_strategies.writes_notes_alone, writing, "writes into view.stones; only view.notes"),
        (of_strategies.draws_as_promised, drawing, "uses_chance=False, but draws"),
        (of_strategies.takes_its_parameters, limited, "limited:at=3"),
    ],
)
def test_a_wrong_strategy_is_found(check: Check, function: Any, told: str) -> None:
    game()
    playout.strategy(
        "heap", compiled=False, uses_chance=False, parameters={"at": 2}, allowed={"at": (0, 3)}
    )(function)
    said = fails(check, case("heap", function.__name__))
    assert re.search(told, said), said


LIMIT = 20  # the compiler reads it once


def frozen(view: Any, rng: Any) -> int:
    return 1 if view.turn_total >= LIMIT else 0


@pytest.mark.skipif(not COMPILING, reason="both are plain Python")
def test_what_is_compiled_must_play_as_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    playout.strategy("pig", uses_chance=False)(frozen)
    one = Case(find_game("pig"), "frozen", {}, 3)
    assert "positions of 3 games" in of_strategies.compiled_is_plain(one)
    monkeypatch.setitem(globals(), "LIMIT", 5)
    said = fails(of_strategies.compiled_is_plain, one)
    assert "in plain Python it chooses 'hold', compiled 'roll'" in said


def test_rules_must_play_the_same_without_the_compiler() -> None:
    one = Case(find_game("pig"), "random", {}, 3)
    match = one.match(0)
    moves, columns = list(match.run()), match.columns()
    one.watch.limit(60)
    for played, told in [
        ((moves, columns), ""),
        ((moves, [*columns[:-1], columns[-1] + 1]), "compiled a game gives .*, in plain Python"),
        (([*moves, 0], columns), "compiled rules allow move 0, in plain Python they do not"),
    ]:
        one.watch.facts["played"] = [[{}, 0, *played, []]]
        if told:
            assert re.search(told, fails(plain_rules, one))
        else:
            assert "games a second" in plain_rules(one)


def test_another_process_must_play_the_same_games() -> None:
    one = Case(find_game("pig"), "random", {}, 3)
    record([one])
    one.watch.begin("another process")
    assert another_process(one).endswith("of 3 games")
    options, number, moves, columns, tables = one.watch.facts["played"][1]
    for other in ([*moves[:4], 1 - moves[4], *moves[5:]], [*moves, 0]):
        one.watch.facts["played"][1] = [options, number, other, columns, tables]
        assert "the game is another one in another process" in fails(another_process, one)
    one.watch.facts["played"][1] = [options, number, moves, columns, ["", *tables[1:]]]
    assert "the lookup table of strategy 'random' is another" in fails(another_process, one)


def test_shares_of_a_win_must_add_up_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Case(find_game("pig"), "random", {}, 3)
    outcomes = one.outcomes(0, 100)
    outcomes[7, :2] = 0, 420
    monkeypatch.setattr(Case, "outcomes", lambda *of: outcomes)
    said = fails(of_games.scores_within_bounds, one)
    assert "the shares of win are 0 + 0.5, not 1 (in game 7, after " in said


def test_what_a_strategy_keeps_without_moving_otherwise_is_told() -> None:
    game()
    playout.strategy("heap", compiled=False)(remembering)
    assert "LEFT changed, the moves did not" in of_strategies.is_repeated(
        case("heap", "remembering")
    )


def test_a_right_strategy_passes() -> None:
    game()
    playout.strategy("heap", compiled=False, uses_chance=False)(first)
    report = check_strategy(first, "heap", seconds=0.5, positions=200)
    assert report.ok, str(report)
    assert report.facts["microseconds of a move"]["mean"] > 0
    told = {one.name: one.told for one in report.checks}
    assert "positions" in told["many games"]


def test_a_move_has_a_limit() -> None:
    game()
    playout.strategy("heap", compiled=False)(first)
    one = case("heap", "first")
    with pytest.raises(Fault, match=r"a move took .* seconds; the limit is 1e-09"):
        of_strategies.costs(one, limit=1e-9)


def test_usual_rules_come_with_the_fewest_and_the_most_players() -> None:
    each = cases(Subject("the-game", "greedy"), Asked(), Watch())
    assert [one.options for one in each] == [{}, {"players": 7}]
    assert set(checks(Subject("the-game"), Asked(), "plain")) == {"rules in plain Python"}
