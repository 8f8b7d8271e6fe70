"""The rules of Blackjack against a slow model of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from scipy.stats import chi2

from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.games.blackjack import kernel
from playout.games.blackjack.game import GAME
from playout.games.blackjack.shoe import (
    VALUES,
)
from tests.reference.blackjack import House, played

RULES: list[tuple[dict[str, Any], House]] = [
    ({"surrender": "yes"}, House(surrender=True)),
    ({"insurance": "yes", "peek": "no"}, House(insurance=True, peek=False)),
    ({"insurance": "yes", "decks": 2}, House(insurance=True)),
    ({"peek": "no", "natural": "6:5", "surrender": "yes"},
     House(peek=False, natural=1.2, surrender=True)),
    ({"decks": 1, "soft_17": "hit", "most_hands": 2}, House(hits_soft_17=True, hands=2)),
    ({"double": "9-11", "double_after_split": "no"},
     House(doubles=(9, 10, 11), double_after_split=False)),
]  # fmt: skip


@pytest.mark.rules
@pytest.mark.parametrize(("options", "house"), RULES)
def test_rounds_are_those_of_a_slow_model(options: dict[str, Any], house: House) -> None:
    for number in range(150):
        match = Match("blackjack", strategy="random", seed=3, game_number=number, **options)
        state, moves, drawn = match.state, list[str](), list[int]()
        known = [0, 0, 0, 0]
        while not match.is_over:
            before = int(state.turn)
            sizes = state.sizes.copy()
            move = match.format_move(match.step())
            moves.append(move)
            if len(moves) == 1:
                first = [state.hands[0, 0], state.dealer[0], state.hands[0, 1], state.dealer[1]]
                drawn, known = [int(VALUES[card]) for card in first], [2, 0, 0, 0]
                continue
            if move == "split":
                sizes[before] = known[before] = 1
                known[int(state.count) - 1] = 1
            order = [before, *(hand for hand in range(4) if hand != before)]
            for hand in order:
                for k in range(known[hand], int(state.sizes[hand])):
                    drawn.append(int(VALUES[state.hands[hand, k]]))
                known[hand] = int(state.sizes[hand])
        drawn += [int(VALUES[card]) for card in state.dealer[2 : state.dealer_size]]
        won, staked, dealer = played(iter(drawn), iter(moves[1:]), house)
        assert dealer == [int(VALUES[card]) for card in state.dealer[: state.dealer_size]]
        outcome = match.outcome()
        assert (outcome["chips"], outcome["staked"]) == (1000 + won, staked)
        signs = [won > 0, won == 0, won < 0]
        assert [outcome["win"], outcome["push"], outcome["loss"]] == signs


@pytest.mark.rules
def test_which_moves_are_legal() -> None:
    def moves(position: str, **options: Any) -> str:
        match = Match("blackjack", position=position, **options)
        return " ".join(match.format_move(move) for move in match.legal_moves())

    assert moves("hands=8S,8D dealer=6D") == "hit stand double split"
    assert moves("hands=8S,8D dealer=6D", most_hands=1, surrender="yes") == (
        "hit stand double surrender"
    )
    assert moves("hands=JS,KD dealer=6D", double="none") == "hit stand split"
    assert moves("hands=5S,4D dealer=6D", double="9-11") == "hit stand double"
    assert moves("hands=5S,4D dealer=6D", double="10-11") == "hit stand"
    assert moves("hands=AS,9D dealer=6D", double="10-11") == "hit stand"
    assert moves("hands=8S,3D/8D dealer=6D", double_after_split="no") == "hit stand"
    assert moves("hands=8S,8D/8H/8C,2D/8C turn=0 dealer=6D".replace("8C,2D/", "")) == (
        "hit stand double split"
    )
    assert moves("hands=8S,8D dealer=AD insured=1", insurance="yes") == "insure decline"
    assert moves("hands=AS,KD dealer=AH,9D insured=1", insurance="yes") == "insure decline"
    assert moves("hands=8S,8D dealer=AD insured=2", insurance="yes") == "hit stand double split"
    assert moves("phase=bet", most_bet=3) == "bet 1 bet 2 bet 3"
    assert moves("hands=2S,3D,4H dealer=6D", surrender="yes") == "hit stand"


@pytest.mark.rules
def test_insurance_wins_twice_its_bet_if_the_dealer_has_a_natural() -> None:
    def played(position: str, **options: Any) -> float:
        match = Match("blackjack", position=position, insurance="yes", strategy="mimic", **options)
        match.play("insure")
        list(match.run())
        assert match.outcome()["staked"] == 150
        return float(match.outcome()["chips"]) - 1_000

    assert played("hands=10S,9D dealer=AH,KD insured=1") == 0
    assert played("hands=10S,9D dealer=AH,KD insured=1", peek="no") == 0
    assert played("hands=AS,KD dealer=AH,QD insured=1") == 100
    assert played("hands=AS,KD dealer=AH,9D insured=1") == 100
    assert played("hands=10S,9D dealer=AH,7D insured=1") == 50
    assert played("hands=10S,7D dealer=AH,7D insured=1") == -150


@pytest.mark.rules
def test_split_aces_get_one_card_each_and_make_no_natural() -> None:
    for seed in range(40):
        match = Match("blackjack", position="hands=AS,AD dealer=6D", seed=seed)
        match.play("split")
        assert match.is_over
        assert match.state.sizes.tolist() == [2, 2, 0, 0]
        assert match.outcome()["chips"] in (800, 900, 1000, 1100, 1200)


@pytest.mark.rules
def test_a_shoe_is_shuffled_at_the_cut_card_or_when_it_is_empty() -> None:
    match = Match("blackjack", strategy="random", decks=1, rounds=200, cut=50, seed=1)
    shuffled = 0
    while not match.is_over:
        left, done = int(match.state.left), int(match.state.done)
        match.step()
        if match.state.done > done and match.state.left == 52:
            shuffled += 1
            assert left <= 52 // 2 + 30
            assert not match.state.seen.any()
        elif match.state.done > done:
            assert match.state.left > 26
    assert 20 < shuffled < 100
    match = Match("blackjack", strategy="random", decks=1, rounds=300, cut=100, seed=1)
    list(match.run())
    assert match.state.done == 300


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("hands=AS,KD dealer=6D", "21 points and cannot be played"),
        ("hands=8S/8D,2S dealer=5D", "hand 1 has 1 cards"),
        ("hands=8S,2S dealer=AD,KD", "with a natural the round would be over"),
        ("hands=8S,2S dealer=6D,3D,4D", "the dealer has two cards"),
        ("hands=8S,2S dealer=6D gave_up=1", "gave_up=1"),
        ("phase=bet done=1", "after a round its cards lie on the table"),
        ("phase=deal", "must be bet or play"),
        ("hands=8S,2S dealer=AD insured=1", "only against an ace, with the option insurance"),
        ("phase=bet insured=1", "while a bet is due there is nothing to insure"),
        ("hands=8S,2S bets=2 dealer=6D", "cannot be played"),
        ("hands=8S,?,2S dealer=6D", "only the two cards of a first hand can be unknown"),
    ],
)
def test_what_is_no_position_is_told(position: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        Match("blackjack", position=position)


def test_there_are_only_so_many_cards_in_a_shoe() -> None:
    with pytest.raises(PlayoutError, match="8S: there are more of it than the 1 in the shoe"):
        Match("blackjack", position="hands=8S,8S dealer=6D", decks=1)
    match = Match("blackjack", position="hands=8,8 dealer=8 gone=8C", decks=1)
    assert match.position.startswith("hands=8S,8H dealer=8D,")


@pytest.mark.parametrize(
    ("strategy", "options"),
    [
        ("basic", {}),
        ("basic", {"rounds": 20, "surrender": "yes", "soft_17": "hit", "natural": "6:5"}),
        ("basic", {"peek": "no", "double": "9-11", "most_hands": 3, "surrender": "yes"}),
        ("basic", {"double_after_split": "no", "most_hands": 1, "double": "10-11"}),
        ("never-bust", {"double_after_split": "no", "most_hands": 2, "most_bet": 3}),
        ("mimic", {"soft_17": "hit", "insurance": "yes"}),
    ],
)
@pytest.mark.slow
def test_the_kernel_plays_the_games_of_the_rules(strategy: str, options: dict[str, Any]) -> None:
    rules = GAME.with_options(options)
    players, games = find_players(rules, [strategy]), 4_000
    fast = play_batch(rules, players, 7, 100, games)
    assert kernel.kernel(rules, players[0]) is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "kernel", lambda rules, player: None)
        assert (play_batch(rules, players, 7, 100, games) == fast).all()


@pytest.mark.slow
@pytest.mark.parametrize("peek", ["yes", pytest.param("no", marks=pytest.mark.slow)])
def test_the_card_face_down_is_any_that_may_lie_there(peek: str) -> None:
    """Each of them as often as the others; the chance of a false alarm is below 1e-7."""
    match = Match("blackjack", position="hands=8S,2D dealer=AD", decks=1, peek=peek)
    counts = Counter(int(match.world(0, seed=seed).state.dealer[1]) for seed in range(4_000))
    seen = [int(card) for card in [*match.state.hands[0, :2], match.state.dealer[0]]]
    due = [c for c in range(1, 53) if c not in seen and (peek == "no" or VALUES[c] < 10)]
    assert sorted(counts) == due
    expected = 4_000 / len(due)
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < chi2.isf(
        1e-7, len(due) - 1
    )
