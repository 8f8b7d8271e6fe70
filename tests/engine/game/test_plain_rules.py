"""A game in plain Python: declared in a file, a module or a program, and asked everything."""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.chance.plain_streams import shuffled
from playout.engine.chance.rng import DEAL, STREAM, randrange, start
from playout.engine.chance.seating import rotating
from playout.engine.find.games import find_game, game_names, strategies
from playout.engine.game.game import SHARE, Game, Measure, Option
from playout.engine.match.match import Match
from playout.engine.match.told import places_of, seat_picture
from playout.engine.native.records import new_record
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import IllegalMove, PlayoutError
from tests.engine.game.nim import declared, nim

pytestmark = pytest.mark.usefixtures("forgets")


def test_a_class_is_a_game() -> None:
    game = declared()
    assert (game.title, game.summary) == ("Nim", "Nim: take one or two stones; the last one wins.")
    assert "nim" in game_names()
    assert [one.name for one in strategies("nim")] == ["random"]
    options: dict[str, Any] = {"stones": 4}
    match = Match("nim", **options)
    assert match.legal_moves() == [1, 2]
    match.play("2")
    assert (match.seat, match.view().stones, match.view(0).legal_moves) == (1, 2, [])
    assert match.undo() == 2
    assert (match.seat, match.state.stones) == (0, 4)
    for move in (1, 1, 2):
        match.play(move)
    assert match.is_over
    assert match.outcome() == {"win": [1.0, 0.0]}
    assert "stones: 0" in str(match)
    assert match._repr_svg_().startswith("<svg")


def test_its_games_are_those_of_its_seed_whoever_looks() -> None:
    rules = declared().with_options()
    players = find_players(rules, "random")
    outcomes = play_batch(rules, players, 5, 0, 20)
    assert (outcomes.sum(axis=1) == SHARE).all()
    for number in (0, 7, 19):
        match = Match("nim", strategy="random", seed=5, game_number=number)
        for _ in range(3):
            match.choose()
        list(match.run())
        assert match.columns() == outcomes[number].tolist()


def test_methods_of_a_class_draw_it() -> None:
    def text(self: Any, rules: Any, seat: int) -> str:
        return f"{self.stones} of {rules.stones} stones, seat {seat + 1}"

    def events(self: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
        return [(self.seat, f"left {after.stones}")]

    def places(move: int) -> tuple[str, ...]:
        return (f"pile-{move}",)

    game = declared(text=text, events=events, places=staticmethod(places))
    match = Match("nim", stones=9)
    match.play(2)
    assert str(match) == "7 of 9 stones, seat 2"
    assert "7 of 9 stones" in match._repr_svg_()
    assert places_of(game, 2) == ("pile-2",)
    with pytest.raises(PlayoutError, match=r"drawing, Nim, has places\(self, state, move\), but"):
        declared(places=lambda self, state, move: ())
    with pytest.raises(PlayoutError, match="needs both format_position and parse_position"):
        declared(format_position=lambda self, rules: "")


def test_a_player_sees_the_fields_of_a_view_that_are_no_rules() -> None:
    def observe(self: Any, rules: Any, seat: int, view: Any) -> None:
        view.stones_left, view.stones, view.trick = self.stones, 10**15, []

    declared(observe=observe)
    seen = seat_picture(Match("nim"), 0, 350)
    assert "<title>stones: 1000000000000000\nstones left: 7\ntrick: </title>" in seen


def test_odds_tell_what_a_seat_sees() -> None:
    def observe(self: Any, rules: Any, seat: int, view: Any) -> None:
        view.left, view.player = self.stones, self.seat

    def determinize(self: Any, view: Any, rules: Any, stream: Any) -> None:
        self.stones, self.seat = view.left, view.player

    def in_words(self: Any, rules: Any, seat: int) -> str:
        return f"with {self.stones} stones before seat {seat + 1}"

    declared(observe=observe, determinize=determinize, in_words=in_words)
    first, later = (playout.odds("nim", turn=turn, games=20).sentence() for turn in (0, 2))
    assert first.startswith("At the start of game 0 (with 7 stones before seat 1), with the")
    assert re.match(r"After 2 moves of game 0 \(with [345] stones before seat 1\), with", later)


def counted_by_python(self: Any, rules: Any, move: int, stream: Any) -> None:
    assert type(move) is int  # NumPy's numbers overflow
    self.stones, self.seat = self.stones - move, 1 - self.seat


def test_moves_are_numbers_of_python_in_a_run_and_in_a_match() -> None:
    rules = declared(play=counted_by_python).with_options()
    play_batch(rules, find_players(rules, "random"), 5, 0, 3)
    match = Match("nim", strategy="random")
    match.step()
    assert match.position == f"stones={match.state.stones} seat=1"


def writes_rules(self: Any, rules: Any, move: int, stream: Any) -> None:
    rules.stones = 1


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"actor": lambda self, rules: -1}, "returned -1: must be a seat from 0 to 1"),
        ({"actor": lambda self, rules: 0.5}, "returned 0.5: must be a seat from 0 to"),
        ({"play": writes_rules}, "the rules do not change during a run: stones cannot be set"),
        (
            {"score": lambda self, rules: {"win": [1, 1]}},
            "of win that add up to 2, not to 1",
        ),
        ({"score": lambda self, rules: {"win": [0, 0]}}, "add up to 0"),
        ({"score": lambda self, rules: {"win": [5, 0]}}, "must be a part of one"),
        ({"score": lambda self, rules: {"win": {0, 1}}}, "has win = {0, 1}: must be a list of 2"),
    ],
)
def test_what_would_be_counted_wrongly_is_refused(changed: dict[str, Any], expected: str) -> None:
    rules = declared(**changed).with_options()
    with pytest.raises(PlayoutError) as caught:
        play_batch(rules, find_players(rules, "random"), 5, 0, 3)
    assert expected in str(caught.value)


def test_cards_are_shuffled_with_the_stream_first() -> None:
    with pytest.raises(PlayoutError, match=r"shuffled\(stream, items\): \[1, 2\] is no stream"):
        shuffled([1, 2], new_record(STREAM))


def test_a_strategy_cannot_change_the_state_through_its_view() -> None:
    @playout.game(measures=[Measure("sum", "mean", "what lies there")])
    class Heap:
        def deal(self, rules: Any, stream: Any) -> None:
            self.heap, self.left = [[1], [2]], 3

        def is_over(self, rules: Any) -> bool:
            return self.left == 0

        def legal_moves(self, rules: Any) -> list[int]:
            return [0]

        def play(self, rules: Any, move: int, stream: Any) -> None:
            self.left -= 1

        def score(self, rules: Any) -> dict[str, int]:
            return {"sum": sum(map(sum, self.heap))}

    @playout.strategy("heap")
    def greedy(view: Any, rng: Any) -> int:
        view.heap[0].append(100)
        view.legal_moves.append(7)
        view.notes[0] += 1
        assert view.notes[0] + view.left == 4
        return 0

    match = Match("heap", strategy="greedy")
    match.view().heap[0].append(50)
    list(match.run())
    assert match.outcome() == {"sum": 3}
    assert play_batch(match.rules, match.players, 1, 0, 5)[:, 0].tolist() == [3] * 5


def test_it_tells_a_whole_game() -> None:
    options: dict[str, Any] = {"stones": 1}
    declared()
    expected = "    stones: 1\n    seat: 0\nseat 1: 1\n    stones: 0\n    seat: 1\nover: win 1, 0"
    assert Match("nim", strategy="random", **options).transcript() == expected


def test_what_a_game_lacks_is_said_when_it_is_declared() -> None:
    for name, expected in {
        "play": r"has no function play\(state, rules, move, stream\)",
        "actor": r"has no function actor\(state, rules\)",
        "score": r"has no function score\(state, rules\)",
    }.items():
        with pytest.raises(PlayoutError, match=f"game 'nim': its rules, Nim, {expected}"):
            declared(**{name: None})
    with pytest.raises(PlayoutError, match=r"has deal\(self\), but deal\(state, rules, stream\)"):
        declared(deal=lambda self: None)
    with pytest.raises(PlayoutError, match="cannot make a state without arguments"):
        declared(__init__=lambda self, stones: None)
    with pytest.raises(PlayoutError, match="'a:b': a name has 1 to 80 letters, no colon"):
        playout.game("a:b", measures=[Measure("win", "rate", "won")])(nim())
    declared()
    with pytest.raises(PlayoutError, match="its splitting need rules that are compiled"):
        replace(find_game("nim"), splitting=find_game("the-game").splitting)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ({}, "must return a dict with win, not an empty one"),
        (7, "must return a dict with win, not 7"),
        ({"win": [1]}, "has 1 values of win, not 2"),
        ({"win": None}, "has win = None: must be a list of 2, one per seat"),
        ({"win": np.array(1)}, r"has win = array\(1\): must be a list of 2"),
        ({"win": [0.3331, 0.5]}, r"has win = 0\.3331: must be a part of one, in 840ths"),
        ({"win": [-1, 2]}, "has win = -1: must be"),
        ({"win": ["no", 1]}, "has win = 'no': must be"),
    ],
)
def test_a_score_that_is_none_is_one_sentence(score: Any, expected: str) -> None:
    declared(score=lambda self, rules: score)
    with pytest.raises(PlayoutError, match=f"game 'nim': its score {expected}"):
        playout.run("nim", games=2)


def test_a_category_is_scored_by_its_word() -> None:
    def with_score(score: Any) -> Game:
        words = ("first", "second")
        playout.game(
            options=[Option("players", 2, "players", 2, 2), Option("stones", 7, "stones", 1, 50)],
            measures=[
                Measure("win", "rate", "the first has won"),
                Measure("ending", "category", "who took the last", categories=words),
            ],
        )(nim(score=score))
        return find_game("nim")

    with_score(lambda s, rules: {"win": s.seat, "ending": "first" if s.seat == 1 else "second"})
    answer = playout.run("nim", games=50)
    assert answer[0]["ending_first"] == answer[0]["win"]
    match = Match("nim", strategy="random")
    assert match.outcome()["ending"] is None
    list(match.run())
    assert match.outcome()["ending"] in ("first", "second")
    with_score(lambda s, rules: {"win": 0, "ending": 1})
    with pytest.raises(PlayoutError, match="has ending = 1: must be first or second"):
        playout.run("nim", games=5)


def test_thirds_may_be_floats() -> None:
    declared(score=lambda self, rules: {"win": [1 / 3, 2 / 3]})
    assert Match("nim").columns() == [SHARE // 3, SHARE // 3 * 2]


def test_an_error_of_the_rules_is_told_as_theirs() -> None:
    def play(self: Any, rules: Any, move: int, stream: Any) -> None:
        known: dict[int, int] = {}
        self.stones = known[move]

    declared(play=play)
    message = (
        r"the rules of nim raised KeyError: \d \(line \d+ of test_plain_rules.py, in play\) in "
    )
    with pytest.raises(PlayoutError, match=message + "game 0") as caught:
        playout.run("nim", games=2)
    assert not isinstance(caught.value, IllegalMove)
    again = "match = playout.Match('nim', strategy='random', seed=1, game_number=0, players=2)"
    assert again in str(caught.value)  # no command finds what this program declares


def test_an_illegal_move_is_the_fault_of_its_strategy() -> None:
    declared()

    @playout.strategy("nim")
    def three(view: Any, rng: Any) -> int:
        return 3

    with pytest.raises(IllegalMove, match="strategy 'three' on seat 1 returned an illegal move: 3"):
        playout.run("nim", strategy="three", games=2)


@pytest.mark.parametrize("game", [0, 1], ids=["asked everything", "asked once"])
def test_a_game_with_is_legal_decides_itself_what_is_legal(game: int) -> None:
    declared(is_legal=lambda state, rules, move: move == 1)

    @playout.strategy("nim")
    def two(view: Any, rng: Any) -> int:
        return 2 if view.stones < 4 else 1

    rules = find_game("nim").with_options({})
    expected = rf"legal_moves lists '2' \(2\), which is_legal does not allow, in game {game}"
    with pytest.raises(PlayoutError, match=expected):
        play_batch(rules, find_players(rules, ["two", "two"]), 1, game, 1)


@pytest.mark.parametrize("game", [0, 1], ids=["asked everything", "asked once"])
def test_a_view_shows_nothing_of_earlier_moves(game: int) -> None:
    def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
        view.stones = state.stones
        if state.stones == 7:
            view.first = True

    declared(observe=observe)
    seen: list[bool] = []

    @playout.strategy("nim")
    def looks(view: Any, rng: Any) -> int:
        seen.append(hasattr(view, "first"))
        return 1

    rules = find_game("nim").with_options({})
    play_batch(rules, find_players(rules, ["looks", "looks"]), 1, game, 1)
    assert seen == [True] + 6 * [False]


def test_a_state_has_a_copy_of_its_own_if_it_says_how() -> None:
    made = []

    def own(self: Any) -> Any:
        made.append(self)
        return copy.copy(self)

    declared(copy=own)
    match = Match("nim")
    match.play(1)
    match.undo()
    assert len(made) == 1


def test_items_are_shuffled_with_the_stream_alone() -> None:
    streams = [new_record(STREAM) for _ in range(2)]
    for stream in streams:
        start(stream, 3, 0, DEAL)
    seen = {tuple(shuffled(streams[0], "abc")) for _ in range(100)}
    assert len(seen) == 6
    assert sorted(shuffled(streams[0], range(9))) == list(range(9))
    assert shuffled(streams[1], "abc") in [list(one) for one in seen]
    assert randrange(streams[0], 1) == 0


def test_a_match_goes_on_from_a_world() -> None:
    def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
        state.stones, state.seat = view.stones, view.seat

    declared(determinize=determinize)
    match = Match("nim", strategy="random", seed=2)
    match.step()
    match.step()
    world = match.world()
    assert vars(world.state) == vars(match.state)
    list(world.run())
    assert world.is_over
    assert not match.is_over


def test_strategies_that_change_seats_play_with_their_own_parameters() -> None:
    declared()

    @playout.strategy("nim", parameters={"step": 1}, compiled=False)
    def steps(view: Any, rng: Any) -> int:
        return int(min(view.parameters[0], view.stones))

    rules = find_game("nim").with_options({"stones": 5})
    players = find_players(rules, ["steps:step=1", "steps:step=2"])
    outcomes = play_batch(rules, players, 1, 0, 4, seating=rotating(2))
    # 1 2 1 1: the second seat takes the last; 2 1 2: the first one does.
    assert outcomes[:, :2].tolist() == [[0, SHARE], [SHARE, 0]] * 2
    alone = [
        Match("nim", seats=["steps:step=1", "steps:step=2"], stones=5, game_number=number)
        for number in range(2)
    ]
    for number, match in enumerate(alone):
        list(match.run())
        assert match.columns()[:2] == outcomes[number, :2].tolist()
