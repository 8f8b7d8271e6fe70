"""A repeat is the same deal with other random streams of the seats, and of the seats alone."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.chance.rng import DEAL, MOST_REPEATS, REPEAT, SAMPLE, SEAT, STREAM, start_sealed
from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import IllegalMove, PlayoutError
from tests.command import playout
from tests.engine.players import lays_a_card_it_has_not, player

GAMES: list[Any] = [
    ("the-game", "random", {"players": 3, "first_player": "random"}),
    ("mexican-train", "random", {"players": 3, "set": 6, "rounds": 2}),
    pytest.param("hex", "random", {"rows": 5}, marks=pytest.mark.slow),
]


def test_the_numbers_of_purposes_do_not_change() -> None:
    assert (DEAL, SEAT, SAMPLE, REPEAT) == (0, 1, 64, 128)


@pytest.mark.parametrize(("game", "name", "options"), GAMES)
def test_a_repeat_has_the_same_deal_and_the_documented_streams(
    game: str, name: str, options: dict[str, Any]
) -> None:
    first = Match(game, strategy=name, seed=3, game_number=9, **options)
    for repeat in (0, 1, 7, MOST_REPEATS):
        again = Match(game, strategy=name, seed=3, game_number=9, repeat=repeat, **options)
        assert again.state.tobytes() == first.state.tobytes()
        assert again.streams[DEAL].tobytes() == first.streams[DEAL].tobytes()
        for seat in range(int(again.rules["players"])):
            documented = new_record(STREAM)
            start_sealed(documented, 3, 9, SEAT + seat + 128 * repeat)
            assert again.streams[SEAT + seat].tobytes() == documented.tobytes()


@pytest.mark.parametrize(("game", "name", "options"), GAMES)
def test_a_match_is_the_game_of_that_repeat_in_a_batch(
    game: str, name: str, options: dict[str, Any]
) -> None:
    rules = find_game(game).with_options(options)
    players = [find_player(game, name)] * int(rules["players"])
    batches = [play_batch(rules, players, 3, 20, 30, repeat=repeat) for repeat in range(3)]
    assert (batches[0] == play_batch(rules, players, 3, 20, 30)).all()
    assert (batches[0] != batches[1]).any()
    assert (batches[1] != batches[2]).any()
    for repeat in (1, 2):
        for number in (20, 49):
            match = Match(game, strategy=name, seed=3, game_number=number, repeat=repeat, **options)
            list(match.run())
            assert match.columns() == batches[repeat][number - 20].tolist()


@pytest.mark.slow
def test_who_does_not_use_chance_plays_the_same_game_in_every_repeat() -> None:
    rules = find_game("the-game").with_options({"players": 2})
    players = [find_player("the-game", "greedy")] * 2
    batches = [play_batch(rules, players, 3, 0, 50, repeat=repeat) for repeat in (0, 5)]
    assert (batches[0] == batches[1]).all()


def test_taking_moves_back_keeps_the_repeat() -> None:
    match = Match("the-game", strategy="random", repeat=2)
    moves = list(match.run())
    while match.moves:
        match.undo()
    assert list(match.run()) == moves


def test_replay_tells_a_repeat() -> None:
    plain, zero, other = (
        playout(f"replay the-game --strategy random --seed 2 --game 4{more}")
        for more in ("", " --repeat 0", " --repeat 1")
    )
    assert plain.out == zero.out != other.out
    assert other.code == 0


def test_an_illegal_move_says_its_repeat() -> None:
    rules = find_game("the-game").with_options({"players": 2})
    cheats = [player(lays_a_card_it_has_not)] * 2
    with pytest.raises(IllegalMove) as caught:
        play_batch(rules, cheats, 1, 0, 5, repeat=3)
    assert "seed=1, game_number=0, players=2, repeat=3)" in str(caught.value)


@pytest.mark.parametrize("repeat", [-1, MOST_REPEATS + 1, 1.5, "two", True])
def test_repeats_that_cannot_be_are_refused(repeat: Any) -> None:
    with pytest.raises(PlayoutError, match=f"repeat={repeat!r}: must be from 0 to 8,191"):
        Match("the-game", repeat=repeat)
