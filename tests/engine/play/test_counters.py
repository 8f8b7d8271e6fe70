"""Counters count what a match shows that is played move by move, and change no game."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.game.game import Game
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.play.courses import MOVE, play_courses
from playout.engine.play.positions import format_position
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.mexican_train import STOP, high_of, low_of, tile_of
from playout.pig import ROLL
from playout.the_game import CONCEDE, card_of, pile_of
from tests.engine.find.test_games import written
from tests.engine.play.climb import CLIMB

SEED, GAMES = 23, 60


@playout.counter
def tricks_laid(before: Any, move: Any, rules: Any) -> Any:
    """Cards laid exactly ten back."""
    if move <= CONCEDE:
        return 0
    pile = pile_of(move)
    step = card_of(move) - before.piles[pile]
    return step == (-rules.jump if pile < rules.ascending else rules.jump)


@playout.counter(per_seat=True)
def doubles_played(move: Any) -> Any:
    """Doubles laid."""
    return move != STOP and low_of(tile_of(move)) == high_of(tile_of(move))


@playout.counter
def rolls_made(move: Any) -> Any:
    """Rolls."""
    return move == ROLL


@playout.counter(per_seat=True, name="points_lost", most=10_000, better="lowest")
def lost(after: Any, before: Any, move: Any) -> Any:
    """Points lost to a 1."""
    return before.turn_total if move == ROLL and after.die == 1 else 0


@playout.counter
def seats_moved(seat: Any, rules: Any) -> Any:
    """The numbers of the seats that moved."""
    return seat + 10 * rules.players


@playout.counter
def meddles(before: Any, after: Any) -> Any:
    """Try to win the game."""
    before.scores[0] = 1000
    after.scores[0] = 1000
    after.turn_total = 99
    return 1


@playout.counter(per_seat=True)
def early(notes: Any) -> Any:
    """What the strategy noted."""
    return notes[1]


PIG = "pig+rolls_made+points_lost+seats_moved+meddles+early"
NOTING = '''
import playout


@playout.strategy("pig")
def noting(view, rng):
    """Notes at each move how many tens of points the turn has."""
    view.notes[1] = view.turn_total // 10
    return 1 if view.turn_total >= 20 else 0
'''


def by_hand(game: Game, strategy: str, number: int, **options: Any) -> list[int]:
    """The counts of a game that is played move by move without counters, in plain Python."""
    base = game.uncounted
    assert base is not None
    match = Match(base.name, strategy=strategy, seed=SEED, game_number=number, **options)
    players = int(match.rules["players"])
    counts = {one.name: [0] * players for one in game.counters}
    while not match.is_over:
        seat, before = match.seat, _look(match)
        move = match.step()
        notes = match.table.views[seat].notes
        given = {
            "before": before,
            "move": move,
            "after": _look(match),
            "seat": seat,
            "rules": match.record,
            "notes": notes,
        }
        for one in game.counters:
            value = one.function(*[given[name] for name in one.takes])
            counts[one.name][seat if one.per_seat else 0] += int(value)
    columns = []
    for one in game.counters:
        seats = game.seats if one.per_seat else 1
        columns += (counts[one.name] + [0] * game.seats)[:seats]
    return columns


def _look(match: Match) -> Any:
    """A copy of the state."""
    return match.state.copy() if match.game.compiled else deepcopy(match.state)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "strategy", "players", "games"),
    [
        pytest.param(PIG, "noting.py:noting", 3, GAMES, marks=pytest.mark.thorough),
        (PIG, "random", 2, 40),
        pytest.param("the-game+tricks_laid", "greedy", 3, GAMES, marks=pytest.mark.thorough),
        pytest.param("mexican-train+doubles_played", "random", 4, 50, marks=pytest.mark.thorough),
    ],
)
def test_counts_are_those_of_the_moves_and_games_stay(
    name: str,
    strategy: str,
    players: int,
    games: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, NOTING, "noting.py")
    check(name, strategy, players, games)


@pytest.mark.slow
def test_counts_of_a_plain_game_are_those_of_its_moves(tmp_path: Path) -> None:
    file = written(tmp_path, CLIMB)
    check(f"{file}:climb+{file}", "random", 3, 100)
    check(f"{file}+sixes+noted", "notes-lead", 2, 100)


def check(name: str, strategy: str, players: int, games: int) -> None:
    """Compare the counts of a batch, and of courses, with those of matches without counters."""
    game = find_game(name)
    base = game.uncounted
    assert base is not None
    rules = game.with_options({"players": players})
    seated = find_players(rules, strategy)
    outcomes = play_batch(rules, seated, SEED, 5, games)
    plain = base.with_options({"players": players})
    assert np.array_equal(
        outcomes[:, : base.width],
        play_batch(plain, find_players(plain, strategy), SEED, 5, games),
    )
    slow = [by_hand(game, strategy, 5 + k, players=players) for k in range(games)]
    assert outcomes[:, base.width :].tolist() == slow
    assert outcomes[:, base.width :].any()
    _, _, at_the_end = play_courses(rules, seated, SEED, 5, min(games, 20), MOVE)
    assert np.array_equal(at_the_end, outcomes[: len(at_the_end)])


@pytest.mark.slow
def test_a_match_counts_and_takes_counts_back() -> None:
    match = Match(PIG, strategy="hold", players=2, seed=SEED)
    values = []
    for _ in range(30):
        values.append(match.outcome()["rolls_made"])
        match.step()
    for _ in range(30):
        match.undo()
        assert match.outcome()["rolls_made"] == values.pop()
    assert values == []


def test_a_game_that_begins_in_a_position_is_counted_from_there(tmp_path: Path) -> None:
    for name in (PIG, f"{written(tmp_path, CLIMB)}+sixes+leads"):
        match = Match(name, strategy="random", players=2, seed=SEED)
        for _ in range(12):
            match.step()
        assert "playout" not in match.position
        assert "playout" not in str(match)
        if not match.game.compiled:
            assert not {one for one in vars(match.view()) if "playout" in one}
        later = Match(name, strategy="random", players=2, seed=SEED, position=match.position)
        base = match.game.uncounted
        assert base is not None
        assert match.position == format_position(base, match.state, match.record, match.streams[0])
        world = match.world(seed=4)
        for other in (later, world):
            counts = [value for key, value in other.outcome().items() if key in OF_COUNTERS]
            assert not np.any(np.concatenate([np.ravel(one) for one in counts]))
            list(other.run())
            assert other.is_over


OF_COUNTERS = {"rolls_made", "points_lost", "seats_moved", "meddles", "early", "sixes", "leads"}


def test_a_copy_of_the_users_own_keeps_the_counts(tmp_path: Path) -> None:
    own = """
    def copy(self):
        other = Climb()
        other.rungs, other.seat, other.throw = self.rungs[:], self.seat, self.throw
        return other


@playout.counter(per_seat=True)
"""
    text = CLIMB.replace("\n\n@playout.counter(per_seat=True)\n", own, 1)
    match = Match(f"{written(tmp_path, text)}+sixes", strategy="random", seed=SEED)
    list(match.run())
    counted = match.outcome()["sixes"]
    assert sum(counted) > 0
    match.undo()
    match.undo()
    list(match.run())
    assert match.outcome()["sixes"] == counted


def test_states_without_attributes_have_no_room_for_counts(tmp_path: Path) -> None:
    text = CLIMB.replace(
        "class Climb:\n", 'class Climb:\n    __slots__ = ("rungs", "seat", "throw")\n'
    ).replace(
        "    def actor", "    def observe(self, rules, seat, view):\n        pass\n\n    def actor"
    )
    with pytest.raises(PlayoutError, match="have no room for counts, because their class has"):
        find_game(f"{written(tmp_path, text)}+sixes")


LIBRARY = """
import playout


@playout.counter
def made(before, after, seat):
    return len(after.state.history()) - len(before.state.history())


@playout.counter(per_seat=True)
def moved(before, after):
    return len(after.moves) - len(before.moves)
"""


@pytest.mark.parametrize(
    ("library", "game", "counter"),
    [
        ("pyspiel", "openspiel:tic_tac_toe", "made"),
        ("pettingzoo", "pettingzoo:tictactoe_v3", "moved"),
    ],
)
def test_games_of_other_libraries_are_counted(
    library: str, game: str, counter: str, tmp_path: Path
) -> None:
    pytest.importorskip(library)
    match = Match(f"{game}+{written(tmp_path, LIBRARY)}:{counter}", strategy="random", seed=SEED)
    list(match.run())
    match.undo()
    assert np.sum(match.outcome()[counter]) == len(match.moves)
    match.step()
    assert np.sum(match.outcome()[counter]) == len(match.moves)
