"""Worlds of every game: they agree with the view, hold every piece, and are as likely as they are.

False alarms: were the seeds drawn anew, a statistical test would fail correct code less than once
in a million times; each asks at most ten times for a p above 1e-7 (tests/chance.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game, game_names
from playout.engine.game.game import CHANCE_BITS, Game
from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.native.records import new_record
from playout.games.hearts import rules as hearts
from playout.games.hearts.deck import deck_of
from playout.games.hex import rules as hex
from playout.games.mexican_train import rules as mexican_train
from playout.games.mexican_train.display.history import events
from playout.games.mexican_train.records import DREW
from playout.games.mexican_train.rounds import SETS
from playout.games.the_game import rules as the_game
from playout.games.the_game_blog import rules as blog
from playout.kits.cards import cards_of, hand_of
from tests.chance import FALSE_ALARM, p_of_counts
from tests.games.consistent import Counted, chances, determinize, drawn, view_of
from tests.games.matches import stream
from tests.games.mexican_train import tables
from tests.games.test_contract import SEED, every_case, match, of
from tests.games.test_legal_moves import every_home


def cards(state: Any, rules: Any) -> Any:
    """The hands and the draw pile of a game of numbered cards; of the loop, when all were drawn."""
    held = state.hands[: rules.players].tobytes()
    rest = state.deck[state.drawn : state.cards].tobytes()
    return held, rest


def order(state: Any, rules: Any) -> Any:
    """The same, and the order of the hands in the loop."""
    held = np.unpackbits(state.hands.view(np.uint8), axis=-1, bitorder="little").any(axis=(0, 1))
    return *cards(state, rules), (state.drawn_at * held).tobytes()


def tiles(state: Any, rules: Any) -> Any:
    """The hands and the boneyard."""
    boneyard = state.deck[state.drawn : state.tiles].tobytes()
    return state.hands[: rules.players].tobytes(), boneyard


def coins(state: Any, rules: Any) -> Any:
    """Whose turns are still to come."""
    return state.coins[state.turn : rules.rows * rules.cols].tobytes()


def hands(state: Any, rules: Any) -> Any:
    """All hands."""
    return state.hands.tobytes()


def equal_cards(state: Any, move: int) -> int:
    """How many cards of the hand could have been the one laid."""
    card = the_game.card_of(move)
    return sum(int(level[card >> 6]) >> (card & 63) & 1 for level in state.hands[state.player])


def lay_cards(state: Any, rules: Any, deck: tuple[int, ...]) -> None:
    state.deck[: len(deck)] = deck
    the_game.set_up(state, rules, stream(15, 0))


def lay_loop(state: Any, rules: Any, deck: tuple[int, ...]) -> None:
    state.deck[: len(deck)] = deck
    state.drawn_at[:] = 0
    blog.set_up(state, rules)


def lay_tiles(state: Any, rules: Any, deck: tuple[int, ...]) -> None:
    mexican_train.deal(state, rules, stream(15, 0))
    tables.lay(state, rules, deck)


def lay_coins(state: Any, rules: Any, seats: tuple[int, ...]) -> None:
    hex.deal(state, rules, stream(0))
    state.coins[: len(seats)] = seats


def lay_hands(state: Any, rules: Any, dealt: tuple[int, ...]) -> None:
    hearts.deal(state, rules, stream(0))
    state.hands[: len(dealt)] = dealt
    hearts.begin_hand(state, rules)


def deals(rules: Any) -> Iterator[tuple[tuple[int, ...], float]]:
    """All deals of the whole deck to all players."""
    deck, players = cards_of(deck_of(rules)), int(rules.players)

    def rest(left: list[int], seats: int) -> Iterator[tuple[int, ...]]:
        if not seats:
            yield ()
            return
        for hand in combinations(left, len(deck) // players):
            others = [card for card in left if card not in hand]
            for more in rest(others, seats - 1):
                yield hand_of(hand), *more

    for dealt in rest(deck, players):
        yield dealt, 1.0


def decks(rules: Any) -> Iterator[tuple[tuple[int, ...], float]]:
    """All orders of a deck of numbered cards, equal cards told apart."""
    copies = getattr(rules, "copies", 1)
    for deck in permutations([*range(rules.low + 1, rules.high)] * copies):
        yield deck, 1.0


def tile_decks(rules: Any) -> Iterator[tuple[tuple[int, ...], float]]:
    """All orders of the tiles without the engine, which is the last of the set."""
    every = SETS[rules.set, : (rules.set + 1) * (rules.set + 2) // 2 - 1].tolist()
    for deck in permutations(every):
        yield deck, 1.0


def tosses(rules: Any) -> Iterator[tuple[tuple[int, ...], float]]:
    """All sequences of coins, with their chances."""
    p = rules.p / 2**CHANCE_BITS
    for seats in product((0, 1), repeat=rules.rows * rules.cols):
        yield seats, p ** seats.count(0) * (1 - p) ** seats.count(1)


COUNTED = {
    "the-game": Counted(decks, lay_cards, cards, equal_cards),
    "the-game-blog": Counted(decks, lay_loop, order),
    "mexican-train": Counted(tile_decks, lay_tiles, tiles),
    "hearts": Counted(deals, lay_hands, hands),
    "hex": Counted(tosses, lay_coins, coins),
}
TWO_PILES = {"ascending": 1, "descending": 1, "low": 1, "high": 8}
TINY: list[tuple[str, dict[str, Any]]] = [
    ("the-game", {"players": 2, "hand": 2, **TWO_PILES}),
    ("the-game", {"players": 3, "hand": 1, "min_cards": 1, **TWO_PILES}),
    ("the-game", {"players": 2, "hand": 2, "low": 1, "high": 5, "copies": 2, "jump": 1}),
    ("the-game-blog", {"players": 2, "hand": 2, "low": 1, "high": 8}),
    ("mexican-train", {"players": 2, "set": 2, "tiles": 1, "rounds": 1}),
    ("mexican-train", {"players": 3, "set": 2, "tiles": 1, "rounds": 1, "draw": "until"}),
    ("hex", {"rows": 2, "p": 0.3}),
    ("hearts", {"players": 3, "lowest": 13}),
    ("hearts", {"players": 3, "lowest": 13, "first_trick_points": "yes"}),
]
LARGER: list[tuple[str, dict[str, Any]]] = [
    ("hearts", {"players": 4, "lowest": 13}),
    ("the-game-blog", {"players": 3, "hand": 2, "low": 1, "high": 9}),
    ("the-game", {"players": 3, "hand": 2, "low": 1, "high": 10}),
    ("the-game", {"players": 2, "hand": 3, "min_cards": 1, **TWO_PILES, "copies": 1, "high": 9}),
    ("the-game-blog", {"players": 2, "hand": 3, "low": 1, "high": 9}),
    ("hex", {"rows": 3, "p": 0.6}),
]
PLAYS = {"the-game-blog": "minimal"}  # `random` ends its games at once


def has_worlds(name: str) -> bool:
    """Whether a game has worlds; it need not."""
    return hasattr(find_game(name).rules, "determinize")


def _marks(name: str, options: dict[str, Any]) -> Any:
    """Worlds of some games take long to compile, those of the blog's game are much alike."""
    return pytest.mark.slow if name in ("mexican-train", "spades", "the-game-blog", "ur") else ()


@pytest.mark.rules
@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param(*home.values, id=home.id, marks=_marks(*home.values))
        for home in every_home()
        if has_worlds(home.values[0])
    ],
)
def test_a_world_agrees_with_the_view_and_with_nothing_else(
    name: str, options: dict[str, Any]
) -> None:
    running, chance = Match(name, strategy="random", seed=SEED, **options), Random(1)
    rules, game, hide = running.rules.record(), running.game, getattr(of(name), "hide", None)
    for _ in range(60):
        if running.is_over:
            break
        for seat in range(rules.players) if chance.random() < 0.3 else ():
            view, world = view_of(game, running.state, rules, seat), new_record(game.state_dtype)
            determinize(game, view, rules, stream(15, 7), world)
            assert view_of(game, world, rules, seat).tobytes() == view.tobytes()
            of(name).assert_conserved(world, rules)
            assert not game.rules.is_over(world, rules)
            assert game.rules.actor(world, rules) == running.seat
            assert legal(game, world, rules)
            if seat == running.seat:
                assert legal(game, world, rules) == running.legal_moves()
            hidden, again = running.state.copy(), new_record(game.state_dtype)
            if hide is not None:
                hide(hidden, rules, seat, chance)
            determinize(game, view_of(game, hidden, rules, seat), rules, stream(15, 7), again)
            assert again.tobytes() == world.tobytes()
        running.step()


def legal(game: Game, state: Any, rules: Any) -> list[int]:
    """All legal moves in a state."""
    out = np.zeros(game.rules.MOST_LEGAL, np.int64)
    count = game.rules.legal_moves(state, rules, out)
    return sorted(out[:count].tolist())


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(name, marks=() if name in ("the-game", "hex") else pytest.mark.slow)
        for name in game_names()
        if has_worlds(name)
    ],
)
def test_a_game_goes_on_from_a_world_whatever_was_in_its_record(game: str) -> None:
    assert_goes_on(game, "random", of(game).homes("random")[0])


@pytest.mark.thorough
@every_case
def test_every_strategy_plays_on_from_a_world(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    if has_worlds(game):
        assert_goes_on(game, strategy, options)


def assert_goes_on(game: str, strategy: str, options: dict[str, Any]) -> None:
    """Two worlds made alike in different records are played alike, to the end."""
    running = match(game, strategy, options, number=2, compiled=COMPILING)
    for _ in range(5):
        if not running.is_over:
            running.step()
    if running.is_over:
        return
    for seat in {running.seat, 0}:
        worlds, rules = [running.world(seat), running.world(seat)], running.rules.record()
        state = running.state
        rubbish = np.frombuffer(Random(seat).randbytes(state.nbytes), state.dtype)[0]
        worlds[1].table["state"] = rubbish
        for world in worlds:
            view = running.view(seat)
            determinize(running.game, view, rules, stream(15, 3), world.state)
        assert list(worlds[0].run()) == list(worlds[1].run()) != []
        assert worlds[0].outcome() == worlds[1].outcome()


@pytest.mark.slow
@pytest.mark.parametrize("case", TINY, ids=str)
def test_worlds_are_as_likely_as_all_deals_that_agree_counted_out(
    case: tuple[str, dict[str, Any]],
) -> None:
    assert_as_likely(*case, seeds=1, worlds=1_000)


@pytest.mark.thorough
@pytest.mark.parametrize("case", [*TINY, *LARGER], ids=str)
def test_many_worlds_are_as_likely_as_all_deals_that_agree_counted_out(
    case: tuple[str, dict[str, Any]],
) -> None:
    assert_as_likely(*case, seeds=3, worlds=5_000)


def assert_as_likely(name: str, options: dict[str, Any], seeds: int, worlds: int) -> None:
    """In every position of some games, for every seat, by chi-square: p above 1e-7 in all of them.

    Left out is where the past tells more than the view (determinize of Mexican Train).
    """
    found = []
    for seed in range(seeds):
        running = Match(name, strategy=PLAYS.get(name, "random"), seed=seed, **options)
        while not running.is_over:
            for seat in range(int(running.rules["players"])):
                if not tells_more(running, seat):
                    due = chances(running, seat, COUNTED[name])
                    counts = drawn(running, seat, worlds, COUNTED[name].hidden)
                    assert {*counts} <= {*due}
                    seen_worlds = np.array([counts[world] for world in due])
                    found.append(p_of_counts(seen_worlds, [*due.values()]))
            running.step()
    assert len(found) > seeds
    assert min(found) > FALSE_ALARM / len(found)


def tells_more(running: Match, seat: int) -> bool:
    """Whether somebody in Mexican Train has drawn twice: of the first draw less is known now."""
    if running.game.name != "mexican-train":
        return False
    draws = [event.seat for event in events(running.state, 0) if event.kind == DREW]
    return any(draws.count(player) > 1 for player in {*draws} - {seat})
