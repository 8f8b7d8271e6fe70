"""Games of numbered cards as a seat sees them."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.game.drawn_pieces import GLOW, split_hand
from playout.engine.match.match import Match
from playout.games.the_game.rules import CONCEDE, STOP, card_move
from tests.games.pictures import picture_of


@pytest.mark.slow
@pytest.mark.parametrize("name", ["the-game", "the-game-blog"])
def test_the_cards_of_others_and_of_the_draw_pile_can_be_any(name: str) -> None:
    strategy = {"the-game": "greedy", "the-game-blog": "minimal"}[name]
    match = Match(name, strategy=strategy, players=3, seed=4)
    for _ in range(6):
        if match.is_over:
            break
        for seat in range(3):
            assert picture_of(match, seat) == picture_of(match.world(seat), seat)
        match.step()


def test_a_seat_sees_its_own_cards_and_how_many_the_others_have() -> None:
    position = "piles=18,1,100,73 hands=20,30,33/4,5 seat=1 turn_cards=1"
    match = Match("the-game", players=2, position=position)
    picture = picture_of(match, 0)
    for part in (
        "<title>seat 2 must lay 1 more card before the turn may end.\n",
        "pile 1, rises, shows 18.\n",
        "pile 4, falls, shows 73.\n",
        "Your hand, seat 1: 20 30 33.\n",
        "seat 2 has 2 cards.</title>",
        '<g data-place="card-30"><title>30</title>',
        '<g data-place="pile-4"><title>pile 4, falls, shows 73</title>',
        "<title>seat 2 has 2 cards</title>",
        f'stroke="{GLOW}"',  # around the disc of seat 2, which is to move
        ">19 to 99<",
        ">2 to 72<",
    ):
        assert part in picture
    assert "\n-> seat 2  4 5\nseat 2 must lay 1 more before" in str(match)
    assert "card-4" not in picture
    assert "card-4" in picture_of(match, 1)


@pytest.mark.parametrize(
    ("hand", "jump", "sign"), [("8", 10, True), ("9", 10, False), ("8", 0, False)]
)
def test_a_trick_is_marked_on_the_card_and_on_the_pile(hand: str, jump: int, sign: bool) -> None:
    position = f"piles=18,1,100,73 hands=20,30,{hand}/4,5"
    picture = picture_of(Match("the-game", players=2, jump=jump, position=position), 0)
    assert ("<title>8, a trick on pile 1</title>" in picture) == sign
    assert (">−10<" in picture) == sign
    assert (">trick: 8<" in picture) == (jump == 10)


def test_the_hand_is_the_last_part_so_that_a_page_can_show_it_alone() -> None:
    table, own = split_hand(picture_of(Match("the-game", players=2, seed=1), 0))
    assert table.count('data-place="pile-') == 4
    assert "data-place" not in own.partition('class="hand"')[0]
    assert own.count('data-place="card-') == 7
    assert 'data-place="card-' not in table


def test_what_everybody_said_is_written_at_each_pile() -> None:
    match = Match("the-game", players=2, hints="marks", seed=1)
    match.state.marks[:2, :4] = [[0, 1, 0, 3], [2, 0, 0, 4]]
    picture = picture_of(match, 0)
    assert "<title>pile 4, falls, shows 100; seat 1 cannot, seat 2 leave</title>" in picture
    assert picture.count(">seat 1 trick<") == 1


def test_two_equal_cards_are_both_there() -> None:
    match = Match("the-game", players=1, copies=2, position="hands=20,20,33 piles=18,1,100,100")
    assert picture_of(match, 0).count('data-place="card-20"') == 2


@pytest.mark.parametrize(
    ("move", "touched"),
    [
        (STOP, ()),
        (CONCEDE, ()),
        (card_move(61, 2), ("card-61", "pile-3")),
        (card_move(61, 2, True), ("card-61", "pile-3", "stop")),
    ],
)
def test_a_card_and_a_pile_are_touched_to_lay_it(move: int, touched: Any) -> None:
    assert Match("the-game").game.drawing.places(move) == touched


def test_the_end_is_told() -> None:
    match = Match("the-game", players=2, seed=1)
    match.play("concede")
    assert "The game is over: 98 cards are left" in picture_of(match, 1)
    match.state.left = 0
    assert "Won: all cards are laid" in picture_of(match, 1)
