"""The strategy `learned`: its network adds up what it says, and it plays well."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learning.the_game_seen import list_rows
from playout import Match
from playout.engine.chance.rng import STREAM
from playout.engine.find.games import find_game
from playout.engine.native.jit import COMPILING
from playout.engine.native.records import new_record
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.games.numbered_cards.sets import listed, put
from playout.games.the_game.careful import unseen_numbers
from playout.games.the_game.hints import CANNOT, CLOSE, LEAVE, TRICK
from playout.games.the_game.learned import best_end, list_ends, shipped
from playout.games.the_game.network import rows as of
from playout.games.the_game.network.chains import chain_of, used_of
from playout.games.the_game.network.turn import CHAIN, ENTRY, TURN
from playout.games.the_game.network.weighing import (
    BIAS,
    FINE,
    MOST,
    OUT,
    WINNING,
    weigh,
    write_base,
)
from playout.games.the_game.rules import STATE, introduce

pytestmark = pytest.mark.slow  # it takes long to compile
MORE = pytest.mark.thorough

GAME = find_game("the-game")
LEARNING = Path(__file__).parents[3] / "learning"


def begun_turns(players: int, deals: int, hints: str = "none") -> list[Any]:
    """The views of all turns of some games, as they begin; where players speak, of all moves."""
    views = []
    for seed in range(deals):
        match = Match("the-game", players=players, strategy="quick", seed=seed, hints=hints)
        while not match.is_over:
            if hints != "none" or match.view().turn_cards == 0:
                views.append(match.view().copy())
            match.step()
    return views


SILENCE = np.zeros((0, 1 + of.WORDS), np.int64)


def value_of(
    network: Any, piles: Any, own: Any, unseen: Any, draw: int, heard: Any = SILENCE
) -> int:
    """The value of a position, from the rows of what is true of it."""
    rows = np.zeros(of.MOST_ROWS, np.int64)
    count = list_rows(piles, own, unseen, draw, heard, rows)
    units = network[rows[:count]].astype(int).sum(axis=0).clip(0, MOST)
    phase = of.PHASE[draw]
    return int(units @ network[OUT + phase].astype(int)) + FINE * int(network[BIAS, phase])


def heard_by(view: Any, touched: Any) -> Any:
    """What somebody has heard of each pile; which ones are laid on is given."""
    heard = np.zeros((4, 1 + of.WORDS), np.int64)
    heard[:, 0] = touched
    for pile in range(4):
        said = [int(view.marks[k, pile]) for k in range(int(view.players)) if k != view.seat]
        counts = said.count(TRICK) + said.count(LEAVE), said.count(CLOSE), said.count(CANNOT)
        heard[pile, 1:] = np.minimum(counts, of.VOICES - 1)
    return heard


@pytest.mark.parametrize(
    ("players", "hints"),
    [
        pytest.param(*one, marks=pytest.mark.thorough)
        for one in ((1, "none"), (2, "marks"), (2, "none"), (3, "none"), (5, "marks"), (3, "vague"))
    ],
)
def test_every_end_is_worth_the_sum_of_the_rows_that_are_true_of_it(
    players: int, hints: str
) -> None:
    network, memory = shipped(players, hints), new_record(TURN, 1)
    turn, weighed, told = memory[0], 0, 0
    for view in begun_turns(players, 3 if COMPILING else 1, hints):
        list_ends(view, network, 16, turn)
        write_base(view, network, turn)
        unseen = np.array(unseen_numbers(view))
        for end in range(turn.ends):
            value = weigh(view, network, turn, end)
            if value == WINNING:
                continue
            used, own = used_of(turn, end), np.zeros((1, 2), np.int64)
            for k, card in enumerate(listed(view.hand)):
                if not used >> k & 1:
                    put(own, 1, card)
            tops = [turn.chain[chain_of(turn, end, pile) & CHAIN] & ENTRY for pile in range(4)]
            piles = np.array([turn.card[top] for top in tops])
            heard = SILENCE if hints == "none" else heard_by(view, piles != view.piles[:4])
            draw = int(view.draw_pile)
            assert value == value_of(network, piles, own[0], unseen, draw, heard)
            weighed, told = weighed + 1, told + int(heard[:, 1:].any())
    assert weighed > 100
    assert (told > 50) == (hints != "none")


def test_a_position_is_worth_what_its_mirror_image_is() -> None:
    network = shipped(3)
    random = np.random.default_rng(7)
    for _ in range(50):
        cards = random.permutation(np.arange(2, 100))
        piles, own, unseen = cards[:4], cards[4:9], cards[9:60]
        piles = np.r_[np.sort(piles[:2]), np.sort(piles[2:])[::-1]]
        sides = []
        for flip in (False, True):
            sets = np.zeros((2, 1, 2), np.int64)
            for place, members in enumerate((own, unseen)):
                for card in members:
                    put(sets[place], 1, int(101 - card if flip else card))
            tops = np.r_[101 - piles[2:], 101 - piles[:2]] if flip else piles
            sides.append(value_of(network, tops, sets[0, 0], sets[1, 0], 30))
        # A row is rounded down as seen, and as its image is: by 1/256 of a unit at most.
        assert abs(sides[0] - sides[1]) <= of.MOST_ROWS * int(np.abs(network[OUT:BIAS]).max()) * 64


def test_no_sum_of_rows_is_too_large_for_16_bits() -> None:
    # Of each thing one row is true for each pile, but of these; an own card has two rows.
    others = {"WINDOW": 20, "OWN": 8, "CARD": 8, "APART": 2, "KEPT": 1, "DRAW": 1, "HELD": 1}
    names = ["PROGRESS", "AHEAD", "WINDOW", "NEAREST", "SECOND", "LADDER", "OWN", "CARD", "APART"]
    begins = [getattr(of, name) for name in [*names, "OVER", "KEPT", "DRAW", "HELD", "HEARD"]]
    times_of = {getattr(of, name): times for name, times in others.items()}
    asked = [(players, "none") for players in range(1, 6)]
    asked += [(players, hints) for players in range(2, 6) for hints in ("marks", "vague")]
    for players, hints in asked:
        rows, most = np.abs(shipped(players, hints)[: of.ROWS].astype(int)), 0
        for begin, end in pairwise([*begins, of.ROWS]):
            times = times_of.get(begin, 4)
            if begin == of.HEARD:  # of each pile, laid on or not, three words
                said = rows[begin:end].reshape(4, 2, of.WORDS, of.VOICES, of.UNITS)
                most = most + said.max(axis=3).sum(axis=2).max(axis=1).sum(axis=0)
            elif times in (2, 4, 20):
                most = most + rows[begin:end].reshape(times, -1, of.UNITS).max(axis=1).sum(axis=0)
            else:
                most = most + times * rows[begin:end].max(axis=0)
        assert np.max(most) < 2**15


@pytest.mark.skipif(not COMPILING, reason="too many games for plain Python")
@pytest.mark.parametrize(
    "hints", ["none", *(pytest.param(h, marks=MORE) for h in ("marks", "vague"))]
)
@pytest.mark.parametrize("players", [1, 3, *(pytest.param(n, marks=MORE) for n in (2, 4, 5))])
def test_it_wins_more_than_careful_on_the_same_deals(players: int, hints: str) -> None:
    # Were it as good as careful, the difference of wins on 3,000 deals would have a standard
    # deviation of at most 3,000**0.5 = 55, and of at most 39 if they differ on half of the deals;
    # so 200 is over 5 of these: below one in a million.
    if players == 1 and hints != "none":
        pytest.skip("alone there is nobody to listen to")
    rules = GAME.with_options({"players": players, "hints": hints})
    wins = []
    for name in ("learned", "careful"):
        outcomes = play_batch(rules, [find_player("the-game", name)] * players, 181, 0, 3000)
        wins.append(int(outcomes[:, 0].sum()))
    assert wins[0] - wins[1] > 200


@pytest.mark.thorough
@pytest.mark.skipif(not COMPILING, reason="too many games for plain Python")
@pytest.mark.parametrize("hints", ["marks", "vague"])
def test_it_wins_more_by_what_it_hears(hints: str) -> None:
    """As above; where nobody may speak it plays the same deals in silence."""
    assert wins_of_learned(hints) - wins_of_learned("none") > 200


@cache
def wins_of_learned(hints: str) -> int:
    """How many of 3,000 deals three players win."""
    rules = GAME.with_options({"players": 3, "hints": hints})
    outcomes = play_batch(rules, [find_player("the-game", "learned")] * 3, 181, 0, 3000)
    return int(outcomes[:, 0].sum())


@pytest.mark.skipif(not COMPILING, reason="too many games for plain Python")
@pytest.mark.parametrize("hints", ["none", "marks", "vague"])
@MORE
def test_the_program_that_trains_it_plays_the_same_games(
    hints: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(LEARNING))
    from the_game_games import POSITION, SETTING, play_games  # type: ignore[import-not-found]

    rules = GAME.with_options({"players": 3, "hints": hints})
    outcomes = play_batch(rules, [find_player("the-game", "learned:ends=5")] * 3, 7, 0, 300)
    view, setting = new_record(GAME.view_dtype), new_record(SETTING)
    introduce(rules.record(), 0, view)
    setting.ends = 5
    table = new_record(STATE), view, new_record(TURN, 1), new_record(STREAM, 2)
    positions = np.zeros(1_000, POSITION)
    for number in range(300):
        numbers = np.array([number, number + 1])
        won, _, _ = play_games(
            table, rules.record(), shipped(3, hints), setting, 7, numbers, positions
        )
        assert won == outcomes[number, 0]


@pytest.mark.skipif(not COMPILING, reason="too many games for plain Python")
@pytest.mark.parametrize(
    ("options", "alike"),
    [
        *(({name: value}, True) for name, value in [("copies", 2), ("jump", 5), ("high", 90)]),
        *(({"hand": hand}, hand > 7) for hand in (6, 8, 10)),
        *(({"min_cards": cards}, cards in (1, 4)) for cards in (1, 2, 3, 4)),
        *(({"players": 5, "hand": hand}, hand > 6) for hand in (6, 7)),
        *(({"players": players}, players > 6) for players in (6, 7)),
        ({"players": 7, "hints": "marks"}, False),
    ],
    ids=str,
)
def test_by_other_rules_it_plays_as_quick(options: dict[str, Any], alike: bool) -> None:
    rules = GAME.with_options({"players": 2, **options})
    played = [
        play_batch(rules, [find_player("the-game", name)] * int(rules["players"]), 3, 0, 50)
        for name in ("learned", "quick")
    ]
    assert (played[0] == played[1]).all() == alike


@pytest.mark.parametrize("ends", ["0", "65", "-3"])
def test_ends_that_cannot_be_are_refused(ends: str) -> None:
    with pytest.raises(PlayoutError, match="must be from 1 to 64"):
        find_player("the-game", f"learned:ends={ends}")


@pytest.mark.thorough
@pytest.mark.skipif(not COMPILING, reason="too many games for plain Python")
def test_more_ends_are_weighed_as_well_or_better_by_the_network_itself() -> None:
    network, few, many = shipped(3), new_record(TURN, 1), new_record(TURN, 1)
    for view in begun_turns(3, 5):
        one, other = best_end(view, network, 4, few[0]), best_end(view, network, 64, many[0])
        if few[0].ends > 1:
            assert many[0].value[other] >= few[0].value[one]


def test_the_rest_of_a_turn_that_somebody_else_began_is_played_legally() -> None:
    match = Match("the-game", players=2, strategy="learned", seed=4)
    while not match.is_over:
        match.play(match.legal_moves()[-1])  # some card, which is not that of any plan
        if not match.is_over:
            match.step()
