"""Moves of Yahtzee as text, and its pictures."""

from __future__ import annotations

import re

import pytest

from playout.engine.match.match import Match
from playout.games.yahtzee.boxes import NAMES
from playout.games.yahtzee.drawing import format_move, parse_move
from playout.games.yahtzee.rules import KEEP, keep_move
from tests.games.pictures import picture_of, touched
from tests.games.yahtzee.contract import codes


def test_every_move_has_a_text_of_its_own_that_is_read_again() -> None:
    texts = [format_move(move) for move in codes(None)]
    assert len(set(texts)) == len(texts) == 16 + 210
    assert [parse_move(text) for text in texts] == codes(None)


@pytest.mark.parametrize("text", ["Keep 6  3 3", "keep 3 6 3", " keep 3 3 6 "])
def test_dice_are_kept_in_any_order(text: str) -> None:
    assert parse_move(text) == keep_move(0, 0, 2, 0, 0, 1)


SHARED = ([200, 90, 200], "seats 1, 3 share the win with 200 points")


@pytest.mark.slow
def test_a_picture_shows_the_dice_and_every_card() -> None:
    match = Match("yahtzee", strategy="random", players=3)
    assert match._repr_svg_().count('class="die"') == 5
    for _ in match.run():
        pass
    picture = match._repr_svg_()
    assert 'class="die"' not in picture
    for seat in range(3):
        assert f">{match.state.scores[seat]}<" in picture
        assert f">{seat + 1}</text>" in picture  # the head of a column
    for scores, told in (([200, 90, 199], "seat 1 has won with 200 points"), SHARED):
        match.state.scores[:3] = scores
        assert f"{told}</title>" in match._repr_svg_()
        assert str(match).endswith(f"\n{told}")


@pytest.mark.slow
def test_dice_and_the_free_boxes_of_the_own_card_can_be_touched() -> None:
    match = Match("yahtzee", players=2, position="dice=1,5,5,6,6 throws=1")
    boxes = [f"box-{name.replace(' ', '-')}" for name in NAMES[:13]]
    dice = [f"die-{face}" for face in (1, 5, 5, 6, 6)]
    assert touched(match, 0) == [*boxes, *dice, "button-throw"]
    match.play("full house")
    assert touched(match, 0)[:-5] == [box for box in boxes if box != "box-full-house"]
    assert touched(match, 1)[:-6] == boxes


def test_a_seat_that_is_to_move_sees_in_pencil_what_its_dice_would_score() -> None:
    match = Match("yahtzee", players=2, position="dice=5,5,5,6,6 throws=1")
    assert "<title>full house, would score 25</title>" in picture_of(match, 0)
    assert re.search(r'font-style="italic"[^>]*>25<', picture_of(match, 0))
    assert "<title>full house, free</title>" in picture_of(match, 1)
    assert ">25<" not in picture_of(match, 1)
    match.play("full house")
    for seat in range(2):
        assert re.search(r"<text (?![^>]*italic)[^>]*>25<", picture_of(match, seat))


def test_a_card_of_yatzy_has_its_boxes_in_their_own_order() -> None:
    match = Match("yahtzee", variant="yatzy", position="dice=5,5,5,6,6 throws=1")
    names = [line[:16].strip() for line in str(match).splitlines()[:-1]]
    lower = ["one pair", "two pairs", "three of a kind", "four of a kind", "small straight"]
    lower += ["large straight", "full house", "chance", "yatzy"]
    assert names == [*NAMES[:6], "upper sum", *lower, "score"]
    assert str(match).endswith("\nround 1 of 15, throw 1 of 3: 5 5 5 6 6")
    assert touched(match, 0)[:-6] == [
        f"box-{name.replace(' ', '-')}" for name in [*NAMES[:6], *lower]
    ]
    told = picture_of(match, 0)
    assert "<title>full house, would score 27</title>" in told
    assert "<title>one pair, would score 12</title>" in told
    assert "Yatzy, round 1 of 15" in told
    assert "Yatzy, round 1 of 15" in match._repr_svg_()


def test_what_may_not_be_filled_scores_nothing() -> None:
    """A second Yahtzee must go to the box of its face, where jokers are forced."""
    match = Match("yahtzee", position="dice=4,4,4,4,4 throws=1")
    match.play("yahtzee")
    match.state.dice[:] = 4
    told = picture_of(match, 0)
    assert re.findall(r"<title>([^<]*), would score (\d+)</title>", told) == [("fours", "20")]


@pytest.mark.parametrize("width", [350, 720])
@pytest.mark.parametrize("players", [1, 2, 6])
def test_the_cards_of_all_players_lie_side_by_side(players: int, width: float) -> None:
    told = picture_of(Match("yahtzee", players=players), 0, width)
    assert told.count(">sum (of 63)<") == 1


def test_boxes_and_dice_are_touched_to_move() -> None:
    places = Match("yahtzee").game.drawing.places
    assert places(NAMES.index("three of a kind")) == ("box-three-of-a-kind",)
    assert places(keep_move(1, 0, 2, 0, 0, 1)) == (
        *("die-1", "die-3", "die-3", "die-6"),
        "button-throw",
    )
    assert places(KEEP) == ("button-throw",)
