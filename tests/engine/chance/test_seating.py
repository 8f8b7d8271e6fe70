"""Who sits where follows from the number of the game, and changes nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from playout.engine.chance.seating import Seating, fixed, in_teams, rotating, seated
from playout.engine.find.games import find_game
from playout.engine.game.game import SHARE, Player
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from tests.engine.players import player, stops_at

RULES = find_game("the-game").with_options({"players": 3})


@pytest.mark.parametrize("players", range(1, 9))
def test_in_a_rotation_everybody_has_every_seat_once_and_the_same_neighbours(players: int) -> None:
    seating = rotating(players)
    assert seating[0].tolist() == list(range(players))
    for column in (*seating, *seating.T):
        assert sorted(column.tolist()) == list(range(players))
    for row in seating:
        assert ((row - np.roll(row, 1)) % players == 1 % players).all()
    for game in range(3 * players):
        names = seated(seating, "abcdefgh"[:players], game)
        assert names.index("a") == game % players
    assert seated(fixed(players), "abcdefgh"[:players], 5) == list("abcdefgh"[:players])


@pytest.mark.parametrize(("players", "sides"), [(4, 2), (6, 2), (6, 3), (8, 4), (3, 3)])
def test_partners_stay_partners_from_game_to_game(players: int, sides: int) -> None:
    """Seats with equal ``seat % sides``: of players who move on, and of sides that do."""
    seats = np.arange(players)
    for row in rotating(players):
        assert ((row - row[seats % sides]) % sides == 0).all()
    for row, side in zip(in_teams(rotating(sides), players), rotating(sides), strict=True):
        assert (row == side[seats % sides]).all()


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("first", [0, 7])
def test_a_game_is_that_of_its_players_in_the_order_of_their_seats(
    compiled: bool, first: int
) -> None:
    """Parameters go with the players, too, from seat to seat."""
    players = [player(stops_at, left, compiled=compiled) for left in (95.0, 90.0, 60.0)]
    players.append(find_player("the-game", "greedy"))
    seatings: list[Seating] = [rotating(3), fixed(3), np.array([[3, 0, 0], [1, 3, 2]])]
    for seating in seatings:
        found = play_batch(RULES, players, 5, first, 12, seating)
        for k, outcome in enumerate(found):
            here: list[Player] = seated(seating, players, first + k)
            alone = play_batch(RULES, here, 5, first + k, 1)
            assert alone[0].tolist() == outcome.tolist()
    assert len(set(play_batch(RULES, players, 5, 0, 12, rotating(3))[:, 2].tolist())) > 2


def test_a_match_of_a_line_up_is_that_game_of_the_run() -> None:
    rules = find_game("mexican-train").with_options({"players": 3, "rounds": 1})
    players = [find_player("mexican-train", name) for name in ("random", "greedy", "random")]
    batch = play_batch(rules, players, 4, 0, 5, rotating(3))
    for number in range(5):
        match = Match(
            "mexican-train", seats="random,greedy,random", seed=4, game_number=number, rounds=1
        )
        assert [one.reference for one in match.players].index("greedy") == (1 + number) % 3
        for _ in match.run():
            pass
        assert match.columns() == batch[number].tolist()


def test_an_outcome_has_a_value_for_each_seat_and_wins_are_shared() -> None:
    match = Match("mexican-train", strategy="random", players=3, rounds=1)
    game = match.game
    assert game.width == 3 * 8 + 8
    assert [game.columns[k] for k in range(5)] == [0, 8, 16, 24, 25]
    outcome = match.outcome()  # nobody has points yet
    assert outcome["win"] == [1 / 3] * 3
    assert match.columns()[:4] == [SHARE // 3] * 3 + [0]
    assert outcome["points"] == [0, 0, 0]
    assert outcome["rounds"] == 0
