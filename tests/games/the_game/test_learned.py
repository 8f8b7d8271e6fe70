"""The strategy `learned`: its network adds up what it says, and it plays well."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from playout import Match
from playout.engine.batch import play_batch
from playout.engine.jit import COMPILING
from playout.engine.records import new_record
from playout.engine.registry import find_game, find_player
from playout.games.the_game.cards import listed, put
from playout.games.the_game.careful import unseen_word
from playout.games.the_game.learned import best_end, list_ends
from playout.games.the_game.network.chains import chain_of, used_of
from playout.games.the_game.network.files import shipped
from playout.games.the_game.network.rows import (
    AHEAD,
    APART,
    CARD,
    DRAW,
    HELD,
    KEPT,
    LADDER,
    MOST_ROWS,
    NEAREST,
    OVER,
    OWN,
    PHASE,
    PROGRESS,
    ROWS,
    SECOND,
    UNITS,
    WINDOW,
)
from playout.games.the_game.network.seen import list_rows
from playout.games.the_game.network.turn import CHAIN, ENTRY, TURN
from playout.games.the_game.network.weighing import (
    BIAS,
    FINE,
    MOST,
    OUT,
    WINNING,
    weigh,
    write_base,
)

pytestmark = pytest.mark.slow  # it takes long to compile

GAME = find_game("the-game")


def begun_turns(players: int, deals: int) -> list[Any]:
    """The views of all turns of some games, as they begin."""
    views = []
    for seed in range(deals):
        match = Match("the-game", players=players, strategy="quick", seed=seed)
        while not match.is_over:
            if match.view().turn_cards == 0:
                views.append(match.view().copy())
            match.step()
    return views


def value_of(network: Any, piles: Any, own: Any, unseen: Any, draw: int) -> int:
    """The value of a position, from the rows of what is true of it."""
    rows = np.zeros(MOST_ROWS, np.int64)
    count = list_rows(piles, own, unseen, draw, rows)
    units = network[rows[:count]].astype(int).sum(axis=0).clip(0, MOST)
    phase = PHASE[draw]
    return int(units @ network[OUT + phase].astype(int)) + FINE * int(network[BIAS, phase])


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_every_end_is_worth_the_sum_of_the_rows_that_are_true_of_it(players: int) -> None:
    network, memory = shipped(players), new_record(TURN, 1)
    turn, weighed = memory[0], 0
    for view in begun_turns(players, 8 if COMPILING else 1):
        list_ends(view, network, 16, turn)
        write_base(view, network, turn)
        unseen = np.array([unseen_word(view, 0), unseen_word(view, 1)])
        for end in range(turn.ends):
            value = weigh(view, network, turn, end)
            if value == WINNING:
                continue
            used, own = used_of(turn, end), np.zeros((1, 2), np.int64)
            for k, card in enumerate(listed(view.hand)):
                if not used >> k & 1:
                    put(own, 1, card)
            tops = [turn.chain[chain_of(turn, end, pile) & CHAIN] & ENTRY for pile in range(4)]
            piles = np.array([turn.card[top] for top in tops])
            assert value == value_of(network, piles, own[0], unseen, int(view.draw_pile))
            weighed += 1
    assert weighed > 100


def test_a_position_is_worth_what_its_mirror_image_is() -> None:
    network = shipped(3)
    random = np.random.default_rng(7)
    for _ in range(50):
        cards = random.permutation(np.arange(2, 100))
        piles, own, unseen = cards[:4], cards[4:9], cards[9:60]
        piles = np.r_[np.sort(piles[:2]), np.sort(piles[2:])[::-1]]
        sides = []
        for flip in (False, True):
            sets = np.zeros((2, 1, 2), np.int64)
            for place, members in enumerate((own, unseen)):
                for card in members:
                    put(sets[place], 1, int(101 - card if flip else card))
            tops = np.r_[101 - piles[2:], 101 - piles[:2]] if flip else piles
            sides.append(value_of(network, tops, sets[0, 0], sets[1, 0], 30))
        # A row is rounded down as seen, and as its image is: by 1/256 of a unit at most.
        assert abs(sides[0] - sides[1]) <= MOST_ROWS * int(np.abs(network[OUT:BIAS]).max()) * 64


def test_no_sum_of_rows_is_too_large_for_16_bits() -> None:
    # Of each thing one row is true; an own card has two, and there are eight.
    begins = [PROGRESS, AHEAD, WINDOW, NEAREST, SECOND, LADDER, OWN, CARD, APART, OVER, KEPT, DRAW]
    begins += [HELD, ROWS]
    for players in range(1, 6):
        rows, most = np.abs(shipped(players)[:ROWS].astype(int)), 0
        for begin, end in pairwise(begins):
            parts = {OWN: 8, CARD: 8, APART: 2, OVER: 4, WINDOW: 20, KEPT: 1, DRAW: 1, HELD: 1}
            times = parts.get(begin, 4)
            if times in (2, 4, 20):
                most = most + rows[begin:end].reshape(times, -1, UNITS).max(axis=1).sum(axis=0)
            else:
                most = most + times * rows[begin:end].max(axis=0)
        assert np.max(most) < 2**15


@pytest.mark.skipif(not COMPILING, reason="too many games for plain Python")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_it_wins_more_than_careful_on_the_same_deals(players: int) -> None:
    # Were it as good as careful, the difference of wins on 3,000 deals would have a standard
    # deviation of at most 3,000**0.5 = 55, and of at most 39 if they differ on half of the deals;
    # so 200 is over 5 of these: below one in a million.
    rules = GAME.with_options({"players": players})
    wins = []
    for name in ("learned", "careful"):
        outcomes = play_batch(rules, [find_player("the-game", name)] * players, 181, 0, 3000)
        wins.append(int(outcomes[:, 0].sum()))
    assert wins[0] - wins[1] > 200


@pytest.mark.parametrize("players", [1, 3])
def test_it_plays_the_same_in_plain_python(players: int) -> None:
    rules = GAME.with_options({"players": players})
    seats = [find_player("the-game", "learned:ends=3")] * players
    plain = play_batch(rules, seats, 5, 0, 3, compiled=False)
    assert (play_batch(rules, seats, 5, 0, 3) == plain).all()


@pytest.mark.skipif(not COMPILING, reason="too many games for plain Python")
@pytest.mark.parametrize(
    "options", [{"copies": 2}, {"jump": 5}, {"hand": 10}, {"high": 90}, {"min_cards": 4}], ids=str
)
def test_by_other_rules_it_plays_as_quick(options: dict[str, Any]) -> None:
    rules = GAME.with_options({"players": 2, **options})
    played = [
        play_batch(rules, [find_player("the-game", name)] * 2, 3, 0, 50)
        for name in ("learned", "quick")
    ]
    assert (played[0] == played[1]).all()


@pytest.mark.skipif(not COMPILING, reason="too many games for plain Python")
def test_more_ends_are_weighed_as_well_or_better_by_the_network_itself() -> None:
    network, few, many = shipped(3), new_record(TURN, 1), new_record(TURN, 1)
    for view in begun_turns(3, 5):
        one, other = best_end(view, network, 4, few[0]), best_end(view, network, 64, many[0])
        if few[0].ends > 1:
            assert many[0].value[other] >= few[0].value[one]


def test_the_rest_of_a_turn_that_somebody_else_began_is_played_legally() -> None:
    match = Match("the-game", players=2, strategy="learned", seed=4)
    while not match.is_over:
        match.play(match.legal_moves()[-1])  # some card, which is not that of any plan
        if not match.is_over:
            match.step()
