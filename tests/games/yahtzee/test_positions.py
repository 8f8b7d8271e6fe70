"""Positions of which a part is left out: the rest of a card follows."""

from __future__ import annotations

import pytest

from playout import Match
from playout.engine.words.errors import PlayoutError


@pytest.mark.parametrize("variant", ["yahtzee", "yatzy"])
@pytest.mark.parametrize("upper", [0, 21, 46, 63, 84])
def test_a_card_is_said_by_its_free_boxes_and_its_upper_sum(variant: str, upper: int) -> None:
    text = f"dice=1,1,2,3,3 throws=2 upper={upper} free=twos,four_of_a_kind,small-straight"
    match = Match("yahtzee", variant=variant, position=text)
    state, boxes = match.state, 15 if variant == "yatzy" else 13
    assert state.turn == boxes - 3
    assert not any(state.used[0] >> box & 1 for box in (1, 7, 9))
    assert sum(state.points[0, :6]) == state.upper[0] == upper
    assert state.points[0, 11] == 5  # chance, which is never nothing
    bonus = {"yahtzee": 35, "yatzy": 50}[variant] if upper >= 63 else 0
    assert state.scores[0] == upper + 5 + bonus
    assert Match("yahtzee", variant=variant, position=match.position).position == match.position


def test_all_cards_of_several_players_are_alike() -> None:
    match = Match(
        "yahtzee", players=2, position="dice=1,1,2,3,3 throws=1 free=ones,chance upper=40,50"
    )
    assert match.state.turn == 22
    assert match.state.used[0] == match.state.used[1]
    assert match.state.upper[:2].tolist() == [40, 50]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("free=tows", r"free='tows': did you mean 'twos'\?"),
        ("free=twos used=5", "free: give it only once, and not together with used"),
        ("free=twos free=ones", "free: give it only once, and not together with used"),
        ("free=twos,yahtzee upper=99", "upper=99, scores=40: these"),
        ("free=one_pair", "free='one_pair': choose"),
    ],
)
def test_a_card_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        Match("yahtzee", position=f"dice=1,1,2,3,3 throws=1 {text}")


def test_dice_are_written_in_any_order_and_are_those_of_a_first_throw() -> None:
    one, other = (
        Match("yahtzee", position=position, seed=1)
        for position in ("dice=4,3,3,5,3", "dice=3,3,3,4,5 throws=1")
    )
    assert one.position == other.position
    assert one.legal_moves() == other.legal_moves()
