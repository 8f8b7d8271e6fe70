"""The blog's loop is played as the blog plays it, quirks included."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from playout.engine.chance.rng import SEAT, next_word
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.the_game_blog.game import GAME
from tests.chance import FALSE_ALARM, p_same_counts
from tests.games.matches import play
from tests.games.the_game.deals import dealt, hands
from tests.games.the_game_blog.contract import table
from tests.reference import the_game_blog as loop

OFFICIAL = list(range(2, 100))


def shuffled(chance: Random) -> list[int]:
    """The official deck in random order."""
    deck = list(OFFICIAL)
    chance.shuffle(deck)
    return deck


@pytest.mark.rules
@pytest.mark.parametrize("players", range(1, 8))
def test_minimal_plays_every_deck_as_the_blogs_loop_does(players: int) -> None:
    chance = Random(players)
    for _ in range(30):
        deck = shuffled(chance)
        match = dealt(deck, GAME.name, strategy="minimal", players=players)
        list(match.run())
        expected = loop.cards_played(players, loop.minimal, deck, chance)
        assert match.outcome()["cards_played"] == expected


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize("name", loop.STRATEGIES)
def test_cards_played_are_distributed_as_in_the_blogs_loop(name: str, players: int) -> None:
    chance = Random(f"{name} {players}")
    strategy = loop.STRATEGIES[name]
    theirs = [loop.cards_played(players, strategy, shuffled(chance), chance) for _ in range(1000)]
    rules = GAME.with_options({"players": players})
    seated = [find_player(GAME.name, name)] * players
    ours = play_batch(rules, seated, 17, 0, 100_000)[:, 3]
    counts = [np.bincount(played, minlength=99) for played in (ours, np.array(theirs))]
    assert p_same_counts(*counts) > FALSE_ALARM


@pytest.mark.rules
def test_every_player_lays_one_card_and_draws_at_once() -> None:
    match = table([20, 30], [60, 70], draw_pile=[40, 50])
    match.play("20 on pile 1")
    assert (match.seat, hands(match)) == (1, [[30, 40], [60, 70]])
    match.play("60 on pile 1")
    assert (match.seat, hands(match)) == (0, [[30, 40], [50, 70]])


@pytest.mark.rules
@pytest.mark.parametrize("proposal", ["50 on pile 1", "70 on pile 2", "50 on pile 3"])
def test_a_proposal_that_does_not_fit_ends_the_game_though_another_card_would(
    proposal: str,
) -> None:
    match = table([50, 70], piles=[60, 70, 40, 90])  # two tricks among them
    match.play(proposal)
    assert match.is_over
    assert match.outcome()["cards_played"] == 0
    assert match.outcome()["ending"] == "refused"


@pytest.mark.rules
def test_a_proposal_where_no_card_fits_is_not_refused_for_another() -> None:
    match = table([50, 70], piles=[80, 70, 40, 50])
    match.play("50 on pile 1")
    assert match.outcome()["ending"] == "stuck"


@pytest.mark.rules
def test_the_loop_ends_with_the_round_in_which_the_last_card_is_drawn() -> None:
    match = table([2, 3], [4, 5], [6, 7], draw_pile=[8], high=9)
    match.play("2 on pile 1")
    assert match.view(0).draw_pile == 0
    match.play("4 on pile 1")
    assert not match.is_over
    match.play("6 on pile 1")
    assert match.is_over
    counted = {"win": 0, "excellent": 1, "cards_left": 4, "cards_played": 3}
    assert match.outcome() == {**counted, "ending": "deck_empty"}


@pytest.mark.rules
def test_without_a_draw_pile_the_loop_does_not_begin() -> None:
    match = table([2, 3], [4, 5], high=6)
    assert match.is_over
    assert match.outcome()["cards_played"] == 0


@pytest.mark.rules
def test_nobody_wins_the_blogs_loop() -> None:
    for name in loop.STRATEGIES:
        for players in (1, 4):
            match = Match("the-game-blog", strategy=name, players=players, high=12, hand=1)
            list(match.run())
            assert match.outcome()["win"] == 0


def lays(match: Match) -> set[str]:
    """What the strategy to move proposes in 200 trials, each with other random numbers."""
    texts = set()
    for _ in range(200):
        texts.add(match.format_move(match.choose()))
        next_word(match.streams[SEAT + match.seat])
    return texts


@pytest.mark.rules
def test_minimal_proposes_the_lowest_upwards_if_it_is_strictly_nearer() -> None:
    def proposals(hand: list[int], piles: list[int]) -> set[str]:
        return lays(table(hand, piles=piles, strategy="minimal"))

    assert proposals([5, 50, 90], [1, 1, 100, 100]) == {"5 on pile 1"}
    assert proposals([5, 50, 97], [1, 1, 100, 100]) == {"97 on pile 3"}
    assert proposals([5, 50, 96], [1, 1, 100, 100]) == {"96 on pile 3"}  # equally near
    assert proposals([5, 50, 60], [30, 3, 80, 90]) == {"5 on pile 2"}
    assert proposals([5, 50, 89], [30, 30, 80, 90]) == {"89 on pile 4"}
    assert proposals([5, 50, 60], [6, 30, 20, 20]) == {"5 on pile 1"}  # nearest, though it falls


@pytest.mark.rules
def test_trick_proposes_a_card_ten_from_any_card_of_a_pile_fitting_or_not() -> None:
    match = table([20, 30, 70], [50, 60, 80], draw_pile=[10, 99], strategy="trick")
    play(match, "20 on pile 1", "60 on pile 1")
    # 10 is ten from the 20 below; 70 from the 60; nothing else from any card or base.
    assert lays(match) == {"10 on pile 1", "30 on pile 1", "70 on pile 1"}


@pytest.mark.rules
def test_trick_counts_the_bases_as_cards_of_their_piles() -> None:
    match = table([11, 50, 90], strategy="trick")
    assert lays(match) == {
        f"{card} on pile {k}" for card, k in [(11, 1), (11, 2), (90, 3), (90, 4)]
    }


@pytest.mark.rules
def test_trick_lays_the_earlier_card_of_a_pair_on_pile_0_1_or_2() -> None:
    match = table([50, 25, 40, 73], strategy="trick")
    assert lays(match) == {"50 on pile 1", "50 on pile 2", "50 on pile 3"}


@pytest.mark.rules
def test_random_and_trick_propose_any_fitting_card_when_nothing_is_special() -> None:
    for name in ("random", "trick"):
        match = table([25, 42], piles=[30, 1, 35, 2], strategy=name)
        assert lays(match) == {
            "25 on pile 2", "25 on pile 3", "42 on pile 1", "42 on pile 2"
        }  # fmt: skip


@pytest.mark.rules
def test_random_proposes_its_first_card_on_pile_0_when_nothing_fits() -> None:
    match = table([42, 25], piles=[90, 90, 5, 5], strategy="random")
    assert lays(match) == {"42 on pile 1"}
