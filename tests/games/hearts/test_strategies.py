"""Strategies for Hearts: their choices in plain positions, and who beats whom."""

from __future__ import annotations

import pytest

from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.games.hearts.game import GAME
from playout.kits.cards import cards_of, hand_text


def choice(hand: str, trick: str, strategy: str, seat: int = 3) -> str:
    """What a strategy plays in seat 3 (or another), which is to move in the second trick.

    The first trick was four clubs; of the other cards nobody knows anything.
    """
    first = ("2C", "3C", "4C", "5C")
    table = [text for text in trick.split(",") if text]
    players = [*range(4)]
    order = [(seat - len(table) + k) % 4 for k in range(len(table))]
    played = [
        ",".join([first[player], *(table[order.index(player)] for _ in [0] if player in order)])
        for player in players
    ]
    hands = [f"?{12 - (player in order)}" for player in players]
    hands[seat] = hand
    taken = ["-"] * 4
    leader = (seat - len(table)) % 4
    taken[leader] = ",".join(first)
    position = f"hands={'/'.join(hands)} played={'/'.join(played)} taken={'/'.join(taken)}"
    position += f" trick={trick} leader={leader}" if trick else f" leader={leader}"
    match = Match("hearts", strategy=strategy, position=position, passing="none", seed=1)
    return match.format_move(match.choose())


HAND = "7D,9D,KD,2H,QH,AH,3S,8S,QS,6C,8C,AC"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "trick", "due"),
    [
        (HAND, "8D,10D,2D", "9D"),  # the highest that loses
        (HAND, "4D,6D,2D", "KD"),  # the last takes it with the highest
        (HAND, "4S,5S,KS", "QS"),  # the queen under the king
        (HAND, "4S,5S,JS", "8S"),
        ("2H,QH,AH,3S,8S,QS,6C,8C,AC,7C,9C,10C", "4D,5D,6D", "QS"),  # thrown away
        ("2H,QH,AH,3S,8S,9S,6C,8C,AC,7C,9C,10C", "4D,5D,6D", "AH"),
        ("2H,QH,AH,3S,8S,KS,6C,8C,AC,7C,9C,10C", "4D,5D,6D", "KS"),
        (HAND, "", "3S"),
    ],
)
def test_duck_stays_below_and_throws_what_is_dangerous(hand: str, trick: str, due: str) -> None:
    assert choice(hand, trick, "duck") == due


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "trick", "due"),
    [
        (HAND, "8D,10D,2D", "9D"),
        (HAND, "4S,5S,KS", "QS"),
        (HAND, "4D,6D,2D", "KD"),
        ("2H,QH,AH,3S,8S,QS,6C,8C,AC,7C,9C,10C", "4D,5D,6D", "QS"),
    ],
)
def test_counting_agrees_where_it_is_plain(hand: str, trick: str, due: str) -> None:
    assert choice(hand, trick, "counting") == due


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "due"),
    [
        ("2C,3C,4C,5C,6C,7C,2D,3D,4H,2S,3S,KS,QS", "4H,QS,KS"),  # without a guard
        ("2C,3C,4C,5C,AC,7C,2D,KD,4H,2S,3S,4S,5S", "AC,KD,4H"),
        ("2C,3C,4C,KC,AC,7C,2D,KD,2S,3S,4S,5S,QS", "KC,AC,KD"),  # the queen is guarded
    ],
)
def test_duck_passes_what_it_cannot_guard_and_then_high_cards(hand: str, due: str) -> None:
    match = Match("hearts", strategy="duck", position=f"hands={hand}/?13/?13/?13", seed=1)
    for _ in range(3):
        match.step()
    assert hand_text(int(match.state.chosen[0])) == due


@pytest.mark.slow
def test_better_strategies_take_fewer_points() -> None:
    """Each is more than six standard errors ahead: a false alarm in 500 million."""
    rules, games = GAME.with_options(), 20_000
    for better, worse in (("duck", "random"), ("counting", "duck")):
        outcomes = play_batch(rules, find_players(rules, [better, *[worse] * 3]), 7, 0, games)
        points = outcomes[:, GAME.column(GAME.measure("points")) :][:, :4].astype(float)
        lead = points[:, 1:].mean(axis=1) - points[:, 0]
        assert lead.mean() > 6 * lead.std() / games**0.5


@pytest.mark.thorough
def test_search_wins_more_often_than_its_base_strategy() -> None:
    """It wins 42 %: in 400 games fewer than 30 % is a false alarm in 3 million."""
    rules = GAME.with_options()
    players = find_players(rules, ["search:worlds=64", "duck", "duck", "duck"])
    wins = play_batch(rules, players, 7, 0, 400)[:, 0] / 840
    assert wins.mean() > 0.30


@pytest.mark.slow
def test_a_world_of_search_respects_what_was_shown() -> None:
    match = Match("hearts", strategy="random", seed=4)
    while not match.is_over and int(match.state.trick_number) < 8:
        match.step()
    shown = [int(suits) for suits in match.state.empty[:4]]
    assert any(shown)
    for seed in range(30):
        world = match.world(match.seat, seed=seed).state
        for seat in range(4):
            suits = {card // 13 for card in cards_of(int(world.hands[seat]))}
            assert not any(shown[seat] >> suit & 1 for suit in suits)
