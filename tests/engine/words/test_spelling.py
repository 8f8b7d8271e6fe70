"""Sentences name a parameter as the person who gave it has written it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import playout
from playout.cli.spelling import AS_OPTIONS, OF_BOARD
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import IN_PYTHON, Spelling, as_typed, named, spelled, within
from playout.report.toml import AS_KEYS
from playout.web.labels import as_labels


@pytest.mark.parametrize(
    ("door", "name", "value", "said"),
    [
        (IN_PYTHON, "games", 1, "games=1"),
        (IN_PYTHON, "strategy", "a b", "strategy='a b'"),
        (IN_PYTHON, "rotate", False, "rotate=False"),
        (AS_OPTIONS, "games", 1, "--games 1"),
        (AS_OPTIONS, "max_games", "5k", "--max-games 5k"),
        (AS_OPTIONS, "game_number", 3, "--game 3"),
        (AS_OPTIONS, "rotate", False, "--no-rotate"),
        (AS_OPTIONS, "rotate", True, "--rotate"),
        (AS_OPTIONS, "hand", "", "--hand ''"),
        (AS_OPTIONS, "strategies", ["a", "b"], "--strategies a,b"),
        (OF_BOARD, "rows", 0, "--size 0"),
        (AS_KEYS, "max_games", 0, "max_games = 0"),
        (as_labels(), "max_games", 0, "max games = 0"),
        (as_labels("luck"), "games", 0, "deals = 0"),
        (IN_PYTHON, "games", "9" * 200, f"games='{'9' * 79}..."),
    ],
)
def test_each_door_writes_a_parameter_its_way(
    door: Spelling, name: str, value: object, said: str
) -> None:
    with spelled(door):
        assert as_typed(name, value) == said


@pytest.mark.parametrize(
    ("door", "said"),
    [(AS_OPTIONS, "--a-rules min_cards=9: must be"), (IN_PYTHON, "a_rules: min_cards=9: must be")],
)
def test_a_part_of_a_value_is_named_with_it(door: Spelling, said: str) -> None:
    with spelled(door), pytest.raises(PlayoutError) as raised:
        playout.compare("the-game", a_rules="min_cards=900", b_rules="min_cards=1", max_games=1)
    assert str(raised.value).startswith(said.replace("=9", "=900"))


def test_the_door_is_forgotten_when_it_is_left() -> None:
    with spelled(AS_OPTIONS), within("knock_out"):
        assert named("hand") == "--knock-out hand"
    assert named("hand") == "hand"


def test_threads_without_a_context_follow_a_command() -> None:
    with spelled(AS_OPTIONS, in_all_threads=True), ThreadPoolExecutor(1) as pool:
        assert pool.submit(named, "max_games").result() == "--max-games"
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(named, "max_games").result() == "max_games"
