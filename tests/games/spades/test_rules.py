"""Spades against the plain model and against OpenSpiel's, move by move, and its exact numbers."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.games.spades.drawing import format_move, parse_move
from playout.games.spades.game import GAME
from playout.games.spades.rules import BID, PLUS
from playout.kits.cards import RANKS, SPADES, card_of, cards_of
from tests.reference.spades import Card, Table

RULES: list[dict[str, Any]] = [
    {},
    {"points": 120},
    {"points": 60, "nil": "no"},
    {"bags": "no"},
    {"points": 300, "bags": "no"},
]


SPADE = card_of(SPADES, 2)  # the first


def named(card: int) -> Card:
    return "CDHS"[card // RANKS], card % RANKS + 2


@pytest.mark.rules
@pytest.mark.parametrize("options", RULES, ids=str)
def test_a_game_is_that_of_the_plain_model(options: dict[str, Any]) -> None:
    chance = Random(3)
    for game in range(3):
        match = Match("spades", seed=5, game_number=game, **options)
        counts, target = match.rules["bags"] == "yes", match.rules.number("points")
        points, bags, tricks, hands = [0, 0], [0, 0], [0] * 4, 0
        while not match.is_over:
            dealt = [[named(c) for c in cards_of(int(hand))] for hand in match.state.hands]
            model = Table(dealt, hands % 4)
            for _ in range(4):
                assert match.seat == model.seat
                least = match.rules["nil"] == "no"
                assert match.legal_moves() == [*range(BID + least, BID + 14)]
                bid = max(chance.choice((0, 1, 2, 4, 5)), int(least))
                model.bids[model.seat] = bid
                match.play(BID + bid)
            while not model.is_over:
                assert match.seat == model.seat
                assert sorted(map(named, match.legal_moves())) == sorted(model.legal())
                move = chance.choice(match.legal_moves())
                model.play(named(move))
                match.play(move)
            hands += 1
            for side in (0, 1):
                brought, more = model.brought(side, counts)
                fines = (bags[side] + more) // 10 - bags[side] // 10 if counts else 0
                points[side] += brought - 100 * fines
                bags[side] += more
            tricks = [one + more for one, more in zip(tricks, model.taken, strict=True)]
            assert match.is_over == (max(map(abs, points)) >= target)
        outcome = match.outcome()
        assert outcome["points_plus_1000"] == [PLUS + one for one in points] * 2
        assert (outcome["tricks"], outcome["bags"]) == (tricks, bags * 2)
        assert outcome["hands"] == hands
        share = [(one == max(points)) / points.count(max(points)) for one in points]
        assert outcome["win"] == share * 2


@pytest.mark.slow
def test_a_hand_is_that_of_open_spiel() -> None:
    """The same cards are legal at every move, and the points are the same, in 300 hands.

    Cards and bids have the same numbers there.  It never lets a hand lead spades that has others.
    """
    spiel = pytest.importorskip("pyspiel")
    other = spiel.load_game("spades", {"use_mercy_rule": False, "win_or_loss_bonus": 0})
    chance = Random(8)
    for game in range(300):
        match, state = Match("spades", seed=8, game_number=game), other.new_initial_state()
        dealt = [cards_of(int(hand)) for hand in match.state.hands]
        for k in range(52):
            state.apply_action(dealt[k % 4].pop())
        while not match.is_over:
            assert match.seat == state.current_player()
            moves = match.legal_moves()
            known = state.legal_actions()
            if moves[0] >= BID:  # there, partners bid 13 at most together
                moves = [*range(BID, BID + 5)]
            elif match.state.count == 0 and moves[0] < SPADE:
                moves = [card for card in moves if card < SPADE]
                assert moves == known
            else:
                assert moves == known
            move = chance.choice(moves)
            match.play(move)
            state.apply_action(move)
        assert state.is_terminal()
        assert [value + PLUS for value in state.returns()] == match.outcome()["points_plus_1000"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bids", "tricks", "points", "bags"),
    [
        ((3, 2), (4, 3), 52, 2),  # two more than five
        ((3, 2), (1, 3), -50, 0),
        ((0, 4), (0, 4), 140, 0),  # nil, and four of four
        ((0, 4), (2, 3), -59, 1),  # a trick of nil counts for the partner's bid
        ((0, 0), (0, 1), 1, 1),
        ((1, 1), (6, 6), -70, 10),  # the tenth bag
    ],
)
def test_the_points_of_a_hand(
    bids: tuple[int, int], tricks: tuple[int, int], points: int, bags: int
) -> None:
    """The last trick of a hand is played: seat 1 takes what is left with the ace of spades."""
    others = 12 - sum(tricks)
    taken = [tricks[0], others, tricks[1], 0]
    played = "/".join(
        ",".join(f"{rank}{suit}" for rank in ("2", *"3456789", "10", *"JQK")) for suit in "CDHS"
    )
    position = (
        f"hands=AC/AD/AH/AS played={played} leader=3 "
        f"tricks={','.join(map(str, taken))} bids={bids[0]},1,{bids[1]},1"
    )
    match = Match("spades", position=position, seed=1)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    outcome = match.outcome()
    assert outcome["points_plus_1000"][0] == PLUS + points
    assert outcome["bags"][0] == bags


@pytest.mark.slow
def test_the_first_of_equals_leads_as_often_as_all_others() -> None:
    """Exact: with four of one strategy partners win half; the spades are spread evenly."""
    rules = GAME.with_options()
    outcomes = play_batch(rules, find_players(rules, ["aces"] * 4), 2, 0, 4_000)
    tricks = outcomes[:, 8:12]
    assert (tricks.sum(axis=1) == 13).all()
    assert abs(tricks.mean(axis=0) - 3.25).max() < 5 * np.sqrt(13 / 4_000)


@pytest.mark.parametrize(
    ("text", "move"), [("nil", BID), ("NIL", BID), ("bid 3", BID + 3), (" Bid  13", BID + 13)]
)
def test_bids_are_read_as_people_write_them(text: str, move: int) -> None:
    assert parse_move(text) == move
    assert parse_move(format_move(move)) == move


@pytest.mark.parametrize("text", ["bid", "bid 14", "bid x", "joker", "3"])
def test_what_is_no_bid_and_no_card_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(PlayoutError, match=r"is not a (bid: write nil|card|move)"):
        parse_move(text)


FULL = "hands=?13/?13/?13/?13"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "options", "sentence"),
    [
        ("bids=3,-1,2,-1", {}, "seats bid one after another from seat 1"),
        ("bids=0,1,2,3", {"nil": "no"}, "nobody may bid nil by these rules"),
        ("bids=1,2,3", {}, "bids: must be 4 whole numbers"),
        ("leader=2", {}, "leader: seat 1 leads the first trick"),
        ("hand_number=1 bids=3,-1,-1,-1", {"points": 100}, "one after another from seat 2"),
        ("points=120,0", {"points": 100}, "points: the match is over if a side has them"),
        ("tricks=1,0,0,0", {}, "without those of hands before, they must be 0 in all"),
        ("played=2C/-/-/-", {}, "but 0 tricks have ended"),
    ],
)
def test_positions_that_cannot_be_are_told_in_a_sentence(
    position: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        Match("spades", position=f"{position}", seed=1, **options)


@pytest.mark.slow
def test_a_spade_that_is_led_early_shows_that_the_hand_has_nothing_else() -> None:
    spades = ",".join(f"{rank}S" for rank in ("2", *"3456789", "10", *"JQKA"))
    match = Match("spades", position=f"hands={spades}/?13/?13/?13 bids=9,1,1,0", seed=4)
    match.play(match.legal_moves()[0])
    assert int(match.state.empty[0]) == 0b0111
    assert match.state.broken
