"""The rules of The Game, one corner at a time; the deck is the official one unless a test says."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.match.match import Match
from playout.engine.words.errors import IllegalMove
from playout.games.numbered_cards.sets import has
from playout.games.the_game.drawing import why_illegal
from playout.games.the_game.game import GAME
from tests.games.matches import play
from tests.games.the_game.deals import hands, legal_cards, legal_moves, table

pytestmark = pytest.mark.rules

STOP, CONCEDE = 0, 1


def test_the_official_game_starts_with_98_cards_and_four_piles() -> None:
    match = Match("the-game")
    assert sorted(match.state.deck[:98].tolist()) == list(range(2, 100))
    assert match.state.piles[:4].tolist() == [1, 1, 100, 100]
    assert (match.state.cards, match.state.left, match.state.needed) == (98, 98, 2)
    assert match.rules["jump"] == 10


def test_the_double_deck_holds_every_card_twice_and_hands_are_six() -> None:
    for players in range(1, 8):
        match = Match("the-game", deck="double", players=players)
        assert sorted(match.state.deck[:196].tolist()) == sorted(2 * list(range(2, 100)))
        assert [len(hand) for hand in hands(match)] == [6] * players
        assert match.state.left == 196


@pytest.mark.parametrize(("players", "hand"), [(1, 8), (2, 7), *((n, 6) for n in range(3, 8))])
def test_the_hand_is_eight_seven_or_six_cards_by_the_number_of_players(
    players: int, hand: int
) -> None:
    match = Match("the-game", players=players)
    assert [len(cards) for cards in hands(match)] == [hand] * players
    assert match.view(0).draw_pile == 98 - players * hand


def test_cards_are_dealt_one_by_one_to_the_seats_in_turn() -> None:
    match = Match("the-game", players=3)
    deck = match.state.deck[:18].tolist()
    assert hands(match) == [sorted(deck[seat::3]) for seat in range(3)]


def test_a_card_goes_up_on_ascending_and_down_on_descending_piles() -> None:
    match = table([50, 90], piles=[40, 61, 70, 31])
    assert {move for move in legal_cards(match) if move[0] == 50} == {(50, 0), (50, 2)}


@pytest.mark.parametrize(
    ("pile", "tops"),
    [(0, {59: False, 60: True, 61: False, 70: False}), (3, {41: False, 40: True, 39: False})],
)
def test_the_backward_trick_is_exactly_ten_the_other_way(pile: int, tops: dict[int, bool]) -> None:
    for top, legal in tops.items():
        piles = [98, 98, 3, 3]
        piles[pile] = top
        assert ((50, pile) in legal_cards(table([50, 99 if pile else 2], piles=piles))) == legal


def test_a_trick_laid_moves_the_pile_back() -> None:
    match = table([50, 40, 30], piles=[60, 99, 3, 3])
    play(match, "50 on pile 1", "40 on pile 1")
    assert match.state.piles[0] == 40
    assert (30, 0) in legal_cards(match)


def test_an_equal_card_never_fits() -> None:
    match = table([50, 60], piles=[50, 1, 50, 100], deck="double")
    assert {move for move in legal_cards(match) if move[0] == 50} == {(50, 1), (50, 3)}
    without_tricks = table([50, 60], piles=[50, 50, 50, 50], jump=0)
    assert (50, 0) not in legal_cards(without_tricks)


def test_the_jump_may_have_another_size_or_be_none() -> None:
    for jump, cards in [(0, set()), (5, {(55, 0), (55, 1)}), (60, set()), (10, {(50, 0), (50, 1)})]:
        match = table([50, 55], piles=[60, 60, 3, 3], jump=jump)
        assert legal_cards(match) == cards


def test_there_may_be_any_number_of_piles_either_way() -> None:
    for ascending in range(5):
        for descending in range(5 if ascending else 1, 5):
            match = table([50, 60], ascending=ascending, descending=descending)
            piles = ascending + descending
            assert legal_cards(match) == {(card, k) for card in (50, 60) for k in range(piles)}
            assert match.state.piles[:piles].tolist() == [1] * ascending + [100] * descending


def test_a_turn_may_stop_once_the_minimum_is_met_and_may_go_on() -> None:
    match = table([20, 30, 40, 50])
    assert STOP not in legal_moves(match)
    match.play("20 on pile 1")
    assert STOP not in legal_moves(match)
    match.play("30 on pile 1")
    assert STOP in legal_moves(match)
    match.play("40 on pile 1")
    assert STOP in legal_moves(match)
    assert hands(match) == [[50]]
    match.play("stop")
    assert len(hands(match)[0]) == 4


def test_the_last_card_of_a_turn_may_say_so_once_it_meets_the_minimum() -> None:
    match = table([20, 30, 40], [60, 70, 80])
    with pytest.raises(IllegalMove):
        match.play("20 on pile 1, stop")
    play(match, "20 on pile 1", "30 on pile 1, stop")
    assert match.seat == 1
    assert len(hands(match)[0]) == 3


def test_a_last_card_does_what_the_card_and_stop_do() -> None:
    one, other = (table([20, 30, 40], [60, 70, 80]) for _ in range(2))
    play(one, "20 on pile 1", "30 on pile 1, stop")
    play(other, "20 on pile 1", "30 on pile 1", "stop")
    assert one.state.tobytes() == other.state.tobytes()


@pytest.mark.parametrize("min_cards", [1, 2, 3, 5])
def test_the_minimum_is_an_option(min_cards: int) -> None:
    match = table([20, 30, 40, 50, 60, 70], min_cards=min_cards)
    for laid, card in enumerate([20, 30, 40, 50, 60]):
        assert (STOP in legal_moves(match)) == (laid >= min_cards)
        match.play(f"{card} on pile 1")


def test_the_minimum_is_one_when_the_draw_pile_is_empty_at_the_start_of_a_turn() -> None:
    match = table([2, 3], [4, 5], draw_pile=[6], high=7)
    assert match.state.needed == 2
    play(match, "2 on pile 1", "3 on pile 1")
    assert match.seat == 1
    assert match.state.needed == 1
    play(match, "4 on pile 1, stop", "6 on pile 1")
    assert match.seat == 1  # seat 0 has no cards and is skipped
    assert not match.is_over


def test_the_minimum_stays_two_when_only_a_full_draw_would_empty_the_draw_pile() -> None:
    match = table([2, 3, 4], draw_pile=[5], high=6)
    match.play("2 on pile 1")
    assert STOP not in legal_moves(match)
    match.play("3 on pile 1")
    assert STOP in legal_moves(match)


def test_an_emptied_hand_ends_the_turn_and_is_refilled() -> None:
    match = table([20, 30], [60, 70], draw_pile=[40, 50])
    play(match, "20 on pile 1", "30 on pile 1")
    assert match.seat == 1
    assert hands(match) == [[40, 50], [60, 70]]


def test_an_emptied_hand_ends_the_turn_even_before_the_minimum() -> None:
    match = table([20], [60], draw_pile=[40])
    match.play("20 on pile 1")
    assert match.seat == 1
    assert hands(match) == [[40], [60]]


def test_players_without_cards_are_skipped() -> None:
    match = table([2], [3], [4], draw_pile=[], high=5)
    play(match, "2 on pile 1", "3 on pile 1")
    assert match.seat == 2
    match = table([2, 6], [3, 5], [4, 7], high=8)
    play(match, "2 on pile 1", "6 on pile 3, stop")
    play(match, "3 on pile 1", "5 on pile 3, stop")
    play(match, "4 on pile 1, stop")
    assert match.seat == 2


def test_all_cards_laid_is_won() -> None:
    match = table([2, 3], [4, 5], high=6)
    play(match, "2 on pile 1", "3 on pile 1", "4 on pile 1", "5 on pile 1")
    assert match.is_over
    won = {"win": 1, "excellent": 1, "cards_left": 0, "cards_played": 4, "ending": "won"}
    assert match.outcome() == won


def test_the_game_is_over_when_the_minimum_is_out_of_reach_and_cards_laid_count() -> None:
    match = table([50, 40], [60, 70], piles=[49, 99, 3, 3], jump=0)
    assert match.outcome()["ending"] is None
    match.play("50 on pile 1")
    assert match.is_over
    assert match.outcome()["cards_played"] == 1
    assert match.outcome()["ending"] == "stuck"
    assert hands(match)[0] == [40]


def test_the_game_goes_on_past_the_minimum_though_no_card_fits() -> None:
    match = table([50, 51, 40], [60, 70, 80], piles=[49, 99, 3, 3], jump=0)
    play(match, "50 on pile 1", "51 on pile 1")
    assert not match.is_over
    assert legal_moves(match) == {STOP}


def test_the_next_player_without_a_fitting_card_ends_the_game() -> None:
    match = table([98, 97], [60, 70], piles=[96, 99, 3, 3], jump=0)
    play(match, "97 on pile 1", "98 on pile 1")
    assert match.is_over
    assert match.outcome()["cards_played"] == 2


def test_a_game_may_be_given_up_before_the_minimum_only() -> None:
    match = table([20, 30, 40])
    assert CONCEDE in legal_moves(match)
    play(match, "20 on pile 1", "30 on pile 1")
    assert CONCEDE not in legal_moves(match)
    play(match, "stop", "concede")
    assert match.is_over
    assert match.outcome()["cards_left"] == 96
    assert match.outcome()["ending"] == "conceded"


def test_fewer_than_ten_left_is_excellent() -> None:
    for left, excellent in [(10, 0), (9, 1), (1, 1)]:
        match = table(list(range(2, 14)), min_cards=1, high=14)
        for card in range(2, 14 - left):
            match.play(f"{card} on pile 1")
        if match.state.needed > 0:
            match.play("concede")
        assert match.outcome()["cards_left"] == left
        assert match.outcome()["excellent"] == excellent


def test_copies_are_laid_one_at_a_time() -> None:
    match = table([50, 50, 50, 60], piles=[1, 1, 100, 100], copies=3)
    for pile in (0, 1, 2):
        assert (50, pile) in legal_cards(match)
        match.play(f"50 on pile {pile + 1}")
    assert hands(match) == [[60]]
    assert {card for card, _ in legal_cards(match)} == {60}


def test_seat_0_begins_unless_the_rules_say_otherwise() -> None:
    assert {Match("the-game", players=5, game_number=game).seat for game in range(20)} == {0}


def test_a_random_first_player_is_every_seat() -> None:
    seats = {
        Match("the-game", players=5, first_player="random", game_number=game).seat
        for game in range(100)
    }
    assert seats == set(range(5))


def test_the_best_first_player_reaches_the_minimum_most_cheaply() -> None:
    options: dict[str, Any] = {"first_player": "best"}
    assert table([20, 30], [3, 99], [50, 60], **options).seat == 1
    assert table([4, 40], [30, 20], [50, 60], **options).seat == 1  # 30 and the trick 20: 19
    assert table([50, 60], [4, 40], [5, 41], **options).seat == 1
    assert table([5, 41], [60, 50], [4, 40], **options).seat == 2


def test_the_first_of_equally_good_players_begins() -> None:
    match = table([40, 60], [3, 4], [97, 98], first_player="best")
    assert match.seat == 1


def test_the_best_first_player_counts_the_minimum_of_the_first_turn() -> None:
    # Nothing to draw: one card is enough, and 2 is the cheapest.
    match = table([4, 5], [2, 7], [3, 6], first_player="best", high=8, ascending=1, descending=0)
    assert match.state.needed == 1
    assert match.seat == 1


def test_the_game_says_why_a_move_is_illegal() -> None:
    match = Match("the-game", seed=1, players=1)
    held = int(match.format_move(match.legal_moves()[1]).split()[0])
    absent = next(card for card in range(2, 100) if not has(match.state.hands[0, 0], card))
    for move, why in {
        "stop": "2 more must be laid before the turn ends",
        f"{absent} on pile 1": f"there is no {absent} in the hand of seat 1",
        f"{held} on pile 8": "there is no pile 8",
        f"{held} on pile 1, stop": "1 more must be laid after it before the turn ends",
    }.items():
        with pytest.raises(IllegalMove, match=f"seat 1 may not play '{move}' here: {why}\n"):
            match.play(move)
    for _ in range(2):
        match.play(match.legal_moves()[1])
    with pytest.raises(IllegalMove, match="'concede' here: the minimum is met, so the turn ends"):
        match.play("concede")
    for code in range(-5, 2000):
        assert match.is_legal(code) == (why_illegal(match.state, match.record, code) == "")


@pytest.mark.parametrize(
    "options",
    [
        {"players": "3"},
        {"players": 3.0},
        {"players": 7, "hand": 14},
        {"low": 0, "high": 127, "copies": 4},
        {"low": 98},
        {"min_cards": 64},
        {"hand": 64},
    ],
)
def test_unusual_rules_that_can_be_played_are_accepted(options: dict[str, Any]) -> None:
    if "low" in options and "high" not in options:
        options = {**options, "hand": 1}
    rules = GAME.with_options(options)
    for name, value in options.items():
        assert str(rules[name]) == str(value).removesuffix(".0")
