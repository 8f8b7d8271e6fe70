"""Strategies for Spades: their choices in plain positions, and who beats whom."""

from __future__ import annotations

import pytest

from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.games.spades.game import GAME

pytestmark = pytest.mark.slow  # they are compiled


def choice(hand: str, trick: str, bids: str, strategy: str = "bidder") -> str:
    """What a strategy does in the first trick, which seat 1 leads; nothing else is known."""
    table = [card for card in trick.split(",") if card]
    seat = len(table)
    hands = [f"?{13 - (player < seat)}" for player in range(4)]
    hands[seat] = hand
    played = "/".join([*table, *["-"] * (4 - seat)])
    position = f"hands={'/'.join(hands)} bids={bids}"
    if table:
        position += f" played={played} trick={trick} leader=0"
    match = Match("spades", strategy=strategy, position=position, seed=1)
    return match.format_move(match.choose())


STRONG = "AC,KC,4C,AD,2D,3D,KH,4H,5H,AS,KS,4S,2S"
WEAK = "2C,3C,4C,6C,2D,3D,5D,7D,3H,4H,6H,2S,4S"
NONE = "-1,-1,-1,-1"


@pytest.mark.parametrize(
    ("strategy", "hand", "bid"),
    [
        ("aces", STRONG, "bid 7"),
        ("aces", WEAK, "bid 1"),
        ("bidder", STRONG, "bid 6"),
        ("bidder", WEAK, "nil"),
    ],
)
def test_hands_are_bid_for_what_they_take(strategy: str, hand: str, bid: str) -> None:
    assert choice(hand, "", NONE, strategy) == bid


HAND = "3C,8C,QC,2D,7D,KD,3H,5H,4S,6S,9S,2H,9H"


@pytest.mark.parametrize(
    ("hand", "trick", "bids", "due"),
    [
        (HAND, "4C,5C,6C", "3,3,3,3", "8C"),  # as cheaply as it can
        (HAND, "4C,AC,6C", "3,3,3,3", "3C"),  # the partner has it
        (HAND, "4C,5C,6C", "3,3,3,0", "3C"),  # nil: below it
        (HAND.replace("3C", "7C"), "4C,5C,6C", "3,3,3,0", "QC"),  # and if it cannot, the highest
        (HAND, "4C,10C,6C", "3,3,3,0", "8C"),  # nil: the highest that loses
        ("2D,7D,KD,3H,5H,4S,6S,9S,2H,9H,JD,QD,8H", "4C,5C,6C", "3,3,3,3", "4S"),  # a trump
        ("AC,3C,2D,7D,5D,3H,5H,4S,6S,9S,2H,9H,QD", "", "3,3,3,3", "AC"),  # nobody can beat it
    ],
)
def test_tricks_are_taken_as_they_are_needed(hand: str, trick: str, bids: str, due: str) -> None:
    assert choice(hand, trick, bids) == due


@pytest.mark.parametrize(
    ("one", "other", "points", "least"),
    [("aces", "random", 0, 0.73), ("bidder", "aces", 0, 0.62), ("bidder", "aces", 200, 0.7)],
)
def test_stronger_partners_win_more_often(one: str, other: str, points: int, least: float) -> None:
    """The truth is at least five standard errors above, in 4,000 games."""
    rules = GAME.with_options({"points": points})
    players = find_players(rules, [one, other, one, other])
    wins = play_batch(rules, players, 6, 0, 4_000)[:, 0]
    assert wins.mean() / 840 > least
