"""What learners see and can do, in every game: told by views alone, complete, and within bounds."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game, game_names
from playout.engine.game.game import Game, view_dtype
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.engine.words.errors import CutShort, PlayoutError
from playout.envs import GameEnv, layout
from playout.envs.actions import Actions, listed_moves
from playout.envs.observations import Layout
from playout.games.pig import drawing, rules
from playout.testing.case import Case
from playout.testing.learners import has_room
from tests.envs.games import GAMES, legal, rules_of, vector_of
from tests.playing import refused

QUICK = ("hex", "pig", "the-game")
SELDOM = (
    *("blackjack", "hearts", "klondike", "spades", "ur", "the-game-blog"),  # each compiles much
)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=()
            if name in QUICK
            else pytest.mark.thorough
            if name in SELDOM
            else pytest.mark.slow,
        )
        for name in game_names()
    ],
)
def test_every_legal_move_is_an_action_and_what_is_seen_stays_in_its_bounds(name: str) -> None:
    for number in range(3):
        match = playout.Match(name, seed=11, game_number=number, **rules_of(name))
        layout, actions = Layout(match.rules), Actions(match.rules)
        space, generator = layout.vector_space(), np.random.default_rng(number)
        while not match.is_over and len(match.moves) < 300:
            moves = listed_moves(match.game, match.state, match.rules.record())
            mask = actions.mask(moves)
            assert mask.sum() == len(moves) == len(match.legal_moves())
            assert sorted(actions.move(int(k), moves) for k in np.flatnonzero(mask)) == sorted(
                moves
            )
            for seat in range(int(match.rules["players"])):
                vector = vector_of(layout, match.view(seat))
                assert space.contains(vector), layout.split(vector)
            match.play(moves[generator.integers(len(moves))])


@pytest.mark.parametrize("name", GAMES)
def test_compiled_code_writes_what_plain_python_does(name: str) -> None:
    env = GameEnv(name, **rules_of(name))
    generator = np.random.default_rng(3)
    for number in range(4):
        seen, info = env.reset(seed=7 if number == 0 else None)
        over, steps = False, 0
        while not over and steps < 100:
            match = playout.Match(name, position=env.position, **rules_of(name))
            if not match.is_over:
                vector = vector_of(env.games.layout, match.view(info["seat"]))
                np.testing.assert_array_equal(seen["observation"], vector)
                moves = listed_moves(match.game, match.state, match.rules.record())
                np.testing.assert_array_equal(info["action_mask"], env.games.actions.mask(moves))
            seen, _, over, _, info = env.step(legal(generator, info["action_mask"]))
            steps += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["the-game", pytest.param("mexican-train", marks=pytest.mark.slow)]
)
def test_another_world_that_agrees_with_a_view_is_seen_alike(name: str) -> None:
    """Hands and draws of others are dealt anew: a learner sees no difference."""
    match = playout.Match(name, strategy="random", players=3, seed=2)
    layout = Layout(match.rules)
    for _ in range(20):
        other = vector_of(layout, match.world(seed=5).view(match.seat))
        np.testing.assert_array_equal(vector_of(layout, match.view()), other)
        match.step()
        if match.is_over:
            return


def test_a_layout_says_where_each_part_stands() -> None:
    told = layout("the-game", players=3, hints=True)
    ends = [part.start + part.size for part in told.parts]
    assert [0, *ends[:-1]] == [part.start for part in told.parts]
    assert ends[-1] == told.size
    assert [part.shape for part in told.parts if part.name in ("hand", "marks")] == [
        (1, 98),
        (3, 4),
    ]
    assert str(told).startswith(f"The Game: {told.size} numbers\n       0..97  hand")
    assert not any(part.name == "seat" for part in layout("the-game").parts)  # it is always 0


def game(name: str, **parts: Any) -> Game:
    """Pig with another encoding."""
    own = find_game("pig")
    return Game(
        name=name,
        title=name,
        version=1,
        summary="Pig.",
        options=own.options,
        measures=own.measures,
        rules=rules,
        drawing=drawing,
        chance_in_play=True,
        resolve=own.resolve,
        **parts,
    )


class Encoding:
    """An encoding of whatever is given."""

    def __init__(self, seen: Any = None, moves: Any = None) -> None:
        if seen is not None:
            self.observation = lambda rules: seen
        if moves is not None:
            self.actions = lambda rules: moves


def test_a_game_that_says_nothing_shows_all_that_changes_and_lists_legal_moves() -> None:
    """Fields that are the same all the time are left out; action k is the k-th legal move."""
    plain = game("pig-untold").with_options({"players": 3, "goal": 50, "most_turns": 99})
    told, actions = Layout(plain), Actions(plain)
    names = {part.name for part in told.parts}
    assert {"scores", "turn_total", "die", "player", "turns", "throws", "seat"} == names
    assert (actions.count, actions.move(0, [1]), actions.mask([1]).tolist()) == (2, 1, [1, 0])


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        (Encoding(seen=[counts("luck", 1)]), "no field 'luck'"),
        (Encoding(seen=[counts("scores", 1, 99)]), "scores has the shape"),
        (Encoding(seen=[counts("scores", 1, 2, 2)]), "scores has the shape"),
        (Encoding(seen=[sets("scores", range(3), words=3)]), "no 3 words of bits"),
        (Encoding(seen=[]), "there is nothing to see"),
        (Encoding(moves=["roll"]), "whole numbers"),
        (Encoding(moves=[0, 0]), "a move is listed twice"),
        (Encoding(moves=[-1, 0]), "a move is below 0"),
        (Encoding(moves=[0, 2**40]), "a move is above"),
    ],
)
def test_an_encoding_that_does_not_fit_is_told_in_a_sentence(encoding: Any, said: str) -> None:
    untrue = game("pig-untrue", encoding=encoding).with_options({})
    with pytest.raises(PlayoutError, match=f"game 'pig-untrue', .*{said}"):
        Layout(untrue), Actions(untrue)


def test_a_legal_move_that_is_not_listed_is_told() -> None:
    actions = Actions(game("pig-half", encoding=Encoding(moves=[0])).with_options({}))
    refused("the move '1' (1) is legal, but not listed", actions.mask, [0, 1])


def test_bits_and_numbers_of_every_type_are_seen_as_they_are() -> None:
    view = view_dtype(
        ("bytes", np.uint8, (3,)),
        ("small", np.int16),
        ("rows", np.int32, (2,)),
        ("cards", np.int64, (2, 2)),
        ("half", np.float64),
    )
    record = np.zeros(1, view)[0]
    record["bytes"], record["small"], record["half"] = [0, 200, 255], -7, 0.5
    record["rows"], record["cards"] = [0b101, -1], [[1 << 63 - 1, 1], [0, 2]]
    told = object.__new__(Layout)
    told.rules = find_game("pig").with_options({})
    told.game = find_game("pig")
    told.seen = (
        Seen("bytes", (2,)),
        Seen("small"),
        sets("rows", range(3), 2),
        sets("cards", range(62, 66), 2, words=2),
        Seen("half"),
    )
    sizes = [2, 1, 6, 8, 1]
    numbers: list[float] = []
    for seen, size in zip(told.seen, sizes, strict=True):
        part: Any = None
        found = told._numbers(record, seen, part)
        assert len(found) == size
        numbers += [float(one) for one in found]
    assert numbers == [0, 200, -7, 1, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 1, 0.5]


PLAIN = """
import playout

@playout.game(
    options=[playout.Option("players", 2, "players", 2, 2),
             playout.Option("stones", 9, "stones", 1, 99)],
    measures=[playout.Measure("win", "share", "took the last", per_seat=True, first="highest")],
)
class Nim:
    '''Take one, two or three.'''

    def deal(self, rules, stream):
        self.stones, self.player, self.taken, self.word = rules.stones, 0, [], "nim"

    def is_over(self, rules):
        return self.stones == 0

    def actor(self, rules):
        return self.player

    def legal_moves(self, rules):
        return range(1, min(3, self.stones) + 1)

    def play(self, rules, move, stream):
        self.stones, self.player = self.stones - move, 1 - self.player
        self.taken.append(move)

    def score(self, rules):
        return {"win": [self.player == 1, self.player == 0]}

@playout.strategy("nim")
def four(view, rng):
    return view.stones % 4 or 1
"""


GROWS = """
import playout

@playout.game(measures=[playout.Measure("score", "mean", "cards", most=lambda rules: 99)])
class Grows:
    '''Lists that are longest when the game is over, and longest of all in one game of many.'''

    def deal(self, rules, stream):
        self.played, self.last, self.word = [], None, "a"
        self.length = 40 if playout.randrange(stream, 500) == 0 else 4

    def is_over(self, rules):
        return len(self.played) == self.length

    def legal_moves(self, rules):
        return range(1, 4 + len(self.played))

    def play(self, rules, move, stream):
        self.played.append(move)
        self.last = move

    def score(self, rules):
        return {"score": len(self.played)}
"""


@pytest.mark.parametrize("copied", [False, True])
def test_lists_that_grow_are_seen_to_the_end_of_every_game(tmp_path: Path, copied: bool) -> None:
    """Lists have a quarter more room than was seen; what is longer is cut, and named."""
    file = tmp_path / "grows.py"
    file.write_text(GROWS)
    env = GameEnv(str(file))
    told = {part.name: part.shape for part in env.games.layout.parts}
    assert told == {"played": (5,), "last": (), "length": (), "seat": ()}
    assert env.games.actions.count == 8  # 3 to 6 were seen
    lengths = set()
    for number in range(70):
        env.reset(seed=3, options={"game": number})
        if copied:
            env = copy.deepcopy(env)
        over = False
        while not over:
            seen, _, over, _, _ = env.step(0)
        assert env.games.layout.split(seen["observation"])["played"].tolist() == [1, 1, 1, 1, 0]
        lengths.add(int(env.games.layout.split(seen["observation"])["length"]))
    assert lengths == {4}


def test_what_there_is_no_room_for_is_cut_and_named(tmp_path: Path) -> None:
    file = tmp_path / "grows.py"
    file.write_text(GROWS)
    env = GameEnv(str(file))
    env.reset(options={"position": "played=- length=12"})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default", CutShort)
        over = False
        while not over:
            seen, _, over, _, info = env.step(0)
            assert info["action_mask"].sum() <= 8
    numbers, moves = (str(one.message) for one in caught)  # once each
    assert "a position has more than 8 legal moves, so learners have no action for" in moves
    assert "'played' of its view has more than 5 numbers, so learners do not see all" in numbers
    assert info["outcome"] == {"score": 12}
    assert env.games.layout.split(seen["observation"])["played"].tolist() == [1] * 5


def test_a_check_says_how_long_lists_get(tmp_path: Path) -> None:
    file = tmp_path / "grows.py"
    file.write_text(GROWS)
    case = Case(find_game(str(file)), "random", {}, seed=5)
    case.watch.limit(1)
    told = has_room(case)
    assert "played: at most 4, room for 5" in told or "played and legal moves had more" in told
    assert "room for 8" in told


def test_a_game_in_plain_python_in_a_file_has_an_environment(tmp_path: Path) -> None:
    """Fields that are numbers are seen; the k-th action is the k-th legal move."""
    file = tmp_path / "nim.py"
    file.write_text(PLAIN)
    env = GameEnv(str(file), others="four")
    told = {part.name: part.shape for part in env.games.layout.parts}
    assert told.keys() == {"seat", "stones", "player", "taken"}  # and not the word, nor the players
    assert told["stones"] == ()
    wins = []
    for game_number in range(4):
        seen, _ = env.reset(seed=1, options={"game": game_number})
        over = False
        while not over:  # the best play, as `four` has it
            stones = int(env.games.layout.split(seen["observation"])["stones"])
            seen, reward, over, _, _ = env.step((stones % 4 or 1) - 1)
        wins.append(reward)
    assert wins == [1, 0, 1, 0]  # whoever begins wins with nine stones, and seats change
