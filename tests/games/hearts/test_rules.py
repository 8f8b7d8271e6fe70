"""Hearts against the plain model and against OpenSpiel's, move by move, and its exact numbers."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.games.hearts.deck import PASSING, deck_of, distance_of, points_of
from playout.games.hearts.game import GAME
from playout.kits.cards import RANKS, card_of, cards_of, hand_of, hand_text, read_hand
from tests.reference import hearts as reference

RULES: list[dict[str, Any]] = [
    {},
    {"players": 3, "points": 60},
    {"players": 5, "passing": "right", "moon": "off", "points": 50},
    {"passing": "across", "queen_breaks": "yes", "first_trick_points": "yes"},
    {"passing": "none", "break_hearts": "no", "lowest": 7, "points": 100},
    {"players": 3, "lowest": 10, "points": 30},
    {"players": 5, "lowest": 13},
]


def named(cards: Any) -> list[reference.Card]:
    return [("CDHS"[card // RANKS], card % RANKS + 2) for card in cards_of(int(cards))]


def number(card: reference.Card) -> int:
    return int(card_of("CDHS".index(card[0]), card[1]))


def table_of(match: Match) -> reference.Table:
    """The plain model of a hand that begins."""
    rules = match.rules
    return reference.Table(
        [named(match.state.hands[seat]) for seat in range(rules.number("players"))],
        rules.number("lowest"),
        reference.distance(
            str(rules["passing"]), rules.number("players"), int(match.state.hand_number)
        ),
        rules["break_hearts"] == "yes",
        rules["queen_breaks"] == "yes",
        rules["first_trick_points"] == "yes",
    )


@pytest.mark.rules
@pytest.mark.parametrize("options", RULES, ids=str)
def test_a_game_is_that_of_the_plain_model(options: dict[str, Any]) -> None:
    chance = Random(3)
    for game in range(4):
        match = Match("hearts", seed=5, game_number=game, **options)
        players = match.rules.number("players")
        scores, moons, hands = [0] * players, 0, 0
        while not match.is_over:
            model = table_of(match)
            deck = reference.deck_of(players, match.rules.number("lowest"))
            assert sorted(card for hand in model.hands for card in hand) == deck
            while not model.is_over:
                assert match.seat == model.seat
                assert match.legal_moves() == sorted(map(number, model.legal()))
                move = chance.choice(match.legal_moves())
                model.play(named(1 << move)[0])
                match.play(move)
                if not model.is_over:
                    taken = [hand_of(map(number, cards)) for cards in model.taken]
                    assert match.state.taken[:players].tolist() == taken
            brought = model.points(match.rules["moon"] == "others")
            scores = [one + more for one, more in zip(scores, brought, strict=True)]
            moons += sum(reference.points_of(cards) > 0 for cards in model.taken) == 1
            hands += 1
            assert match.is_over == (max(scores) >= match.rules.number("points"))
        outcome = match.outcome()
        assert outcome["points"] == scores
        assert outcome["hands"] == hands
        assert outcome["moon"] == (moons > 0)
        best = [one == min(scores) for one in scores]
        assert outcome["win"] == pytest.approx([one / sum(best) for one in best])


@pytest.mark.slow
@pytest.mark.parametrize("queen_breaks", ["yes", "no"])
@pytest.mark.parametrize("first_trick_points", ["yes", "no"])
@pytest.mark.parametrize(
    "passing",
    [
        "none",
        "left",
        *(pytest.param(way, marks=pytest.mark.thorough) for way in ("across", "right")),
    ],
)
def test_a_hand_is_that_of_open_spiel(
    passing: str, first_trick_points: str, queen_breaks: str
) -> None:
    """The same cards are legal at every move, and the points are the same, in 60 games each."""
    spiel = pytest.importorskip("pyspiel")
    settings = {
        "no_pts_on_first_trick": first_trick_points == "no",
        "qs_breaks_hearts": queen_breaks == "yes",
    }
    other = spiel.load_game("hearts", settings)
    chance = Random(f"{passing} {first_trick_points} {queen_breaks}")
    for game in range(60):
        match = Match(
            "hearts",
            seed=8,
            game_number=game,
            passing=passing,
            first_trick_points=first_trick_points,
            queen_breaks=queen_breaks,
        )
        state = other.new_initial_state()
        state.apply_action(["none", "left", "across", "right"].index(passing))
        owner = {card: s for s in range(4) for card in cards_of(int(match.state.hands[s]))}
        dealt = [cards_of(int(match.state.hands[seat])) for seat in range(4)]
        while state.is_chance_node():  # cards are dealt to the seats in turn
            seat = (52 - len(owner)) % 4
            card = dealt[seat].pop()
            del owner[card]
            state.apply_action(theirs(card))
        while not match.is_over:
            assert match.seat == state.current_player()
            moves = match.legal_moves()
            assert sorted(map(theirs, moves)) == state.legal_actions()
            move = chance.choice(moves)
            match.play(move)
            state.apply_action(theirs(move))
        assert state.is_terminal()
        assert [26 - value for value in state.returns()] == match.outcome()["points"]


def theirs(card: int) -> int:
    """The number of a card in OpenSpiel: rank by rank."""
    return card % RANKS * 4 + card // RANKS


@pytest.mark.parametrize("way", PASSING)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_are_passed_where_the_rules_say(way: str, players: int) -> None:
    if way == "across" and players != 4:
        return
    rules = GAME.with_options({"players": players, "passing": way}).record()
    due = [reference.distance(way, players, hand) for hand in range(9)]
    assert [distance_of(rules, hand) for hand in range(9)] == due


@pytest.mark.parametrize(
    ("players", "lowest", "out", "points"),
    [
        (4, 2, "-", 26),
        (3, 2, "2D", 26),
        (5, 2, "2D,2S", 26),
        (4, 7, "-", 21),
        (5, 12, "QD,QS", 3),
        (3, 13, "KD,KS", 2),
    ],
)
def test_cards_are_left_out_so_that_all_get_the_same_number(
    players: int, lowest: int, out: str, points: int
) -> None:
    rules = GAME.with_options({"players": players, "lowest": lowest}).record()
    deck = int(deck_of(rules))
    usual = hand_of(card for card in range(52) if card % RANKS + 2 >= lowest)
    assert hand_text(usual & ~deck) == out
    assert points_of(deck) == points


@pytest.mark.slow
def test_two_cards_each_are_won_as_often_as_counted_out() -> None:
    """Kings and aces without diamonds and spades of 3 players: all deals and random moves, exactly.

    The deck is KC AC AD KH AH AS; the king of clubs leads.  The truth is the sum over all 90 deals
    and all random moves by the plain model.
    """
    due = np.zeros(3)
    deck, deals = reference.deck_of(3, 13), 0
    assert sorted(deck) == sorted(named(read_hand("KC,AC,AD,KH,AH,AS")))
    for one in range(64):
        for two in range(64):
            if one & two or one.bit_count() != 2 or two.bit_count() != 2:
                continue
            owners = [0 if one >> k & 1 else 1 if two >> k & 1 else 2 for k in range(6)]
            hands = [[c for c, o in zip(deck, owners, strict=True) if o == s] for s in range(3)]
            due += expected(hands, [], True)
            deals += 1
    due /= deals
    assert deals == comb(6, 2) * comb(4, 2)
    assert due == pytest.approx(due[0])
    rules = GAME.with_options({"players": 3, "lowest": 13})
    games = 40_000
    outcomes = play_batch(rules, find_players(rules, ["random"] * 3), 4, 0, games)
    points = outcomes[:, GAME.column(GAME.measure("points"))]
    assert abs(points.mean() - due[0]) < 6 * points.std() / games**0.5


def expected(hands: list[list[reference.Card]], moves: list[reference.Card], moon: bool) -> Any:
    """The expected points of random moves, by the plain model played again from the start."""
    model = reference.Table([[*hand] for hand in hands], 13)
    for move in moves:
        model.play(move)
    if model.is_over:
        return np.array(model.points(moon), float)
    return np.mean([expected(hands, [*moves, move], moon) for move in model.legal()], axis=0)


@pytest.mark.slow
def test_a_moon_gives_the_points_to_the_others() -> None:
    position = "hands=AH/2H/3H/4H played={} taken={} leader=0 lacks=-/-/-/-"
    others = (((1 << 52) - 1) & ~read_hand("AH,2H,3H,4H")).bit_length()
    assert others == 52
    rest = cards_of(((1 << 52) - 1) & ~read_hand("AH,2H,3H,4H"))
    played = "/".join(hand_text(hand_of(rest[12 * seat : 12 * seat + 12])) for seat in range(4))
    taken = f"{hand_text(hand_of(rest))}/-/-/-"
    for moon, due in (("others", [0, 26, 26, 26]), ("off", [26, 0, 0, 0])):
        match = Match(
            "hearts", position=position.format(played, taken), moon=moon, passing="none", seed=1
        )
        for move in ("AH", "2H", "3H", "4H"):
            match.play(move)
        assert match.is_over
        assert match.outcome()["points"] == due
        assert match.outcome()["moon"] == 1


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("hands=2C/?13/?13/?13", "hands: 51 cards of the deck are in no place"),
        ("lacks=CDHS/-/-/-", "no deal of the unknown cards fits"),
        ("lacks=X/-/-/-", "must be letters of suits"),
        ("trick=2C", "played, seat 1: 0 cards"),
        ("played=2C/-/-/- trick=3C", "the card of seat 1 is not among those it played"),
        ("chosen=2C/-/-/-", "chosen, seat 1: a card is there twice, or is not where"),
        ("scores=5,0,0,0", "scores: a seat has 5 points, so the game is over"),
        ("hands=joker,?12/?13/?13/?13", "a card is there twice, was played, or is not in the deck"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(position: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        Match("hearts", position=position, seed=3)


@pytest.mark.slow
def test_a_position_names_the_cards_passed_and_the_receiver_is_dealt_them() -> None:
    match = Match("hearts", strategy="duck", seed=2)
    for _ in range(12):
        match.step()
    given = int(match.state.given[0])
    assert given.bit_count() == 3
    for seed in range(20):
        assert int(match.world(0, seed=seed).state.hands[1]) & given == given
