"""What the contract suite must know of Mexican Train: where its tiles are, and who sees them."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from playout.engine.native.jit import COMPILING
from playout.games.mexican_train.display.history import gates, shown_round, trains
from playout.games.mexican_train.game import in_deck
from playout.games.mexican_train.records import MEXICAN, NOWHERE, TRAINS
from playout.games.mexican_train.rules import STOP
from playout.games.mexican_train.tiles import (
    NUMBERS,
    declared,
    listed,
    numbers_of,
    put,
    tile_code,
    tile_move,
)
from tests.reference.mexican_train import Tile, full_set

EVERYWHERE = ("random", "sequence", "careful")  # whose code the others share


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; single rounds where all runs as plain Python."""
    if strategy not in EVERYWHERE and COMPILING:
        return [
            {"players": 2, "rounds": 1},
            {"players": 3, "set": 6, "draw": "wait", "last_double": "cover", "double_blank": 50},
            {"players": 3, "variant": "seed", "rounds": 1},
            {"players": 5, "doubles": "many", "first_turn": "train", "rounds": 1},
        ]
    if not COMPILING:
        return [
            {"rounds": 1},
            {"players": 3, "set": 4, "tiles": 3, "rounds": 2},
            {"players": 3, "set": 6, "variant": "seed", "rounds": 1},
            {"players": 4, "set": 5, "doubles": "many", "first_turn": "train", "rounds": 2},
        ]
    return [
        {"rounds": 2} if strategy == "random" else {"rounds": 1},
        {"players": 2, "rounds": 1},
        {"players": 8, "set": 18, "tiles": 23, "rounds": 1, "gate": "no"},
        {"players": 6, "draw": "until", "engine": "countdown", "rounds": 2, "start_open": "yes"},
        {"players": 3, "set": 6, "draw": "wait", "last_double": "cover", "double_blank": 50},
        {"players": 2, "set": 2, "tiles": 2, "draw": "none", "target": 20},
        {"players": 3, "variant": "seed"},
        {"players": 4, "variant": "seed", "draw": "play", "first_turn": "train", "rounds": 2},
        {"players": 5, "doubles": "many", "first_turn": "train", "start_open": "yes", "rounds": 2},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    numbers = range(rules.set + 1)
    tiles = [tile_code(one, other) for one in numbers for other in numbers]
    moves = [tile_move(tile, train) for tile in tiles for train in range(TRAINS)]
    return [STOP, *moves, *map(declared, moves)]


def longest(rules: Any) -> int:
    """More moves than any match has: one for each tile of each round, and to end first turns."""
    return int(rules.rounds * (in_deck(rules.set) + rules.players))


def boneyard(state: Any) -> list[Tile]:
    """The tiles that have not been drawn, the next one first."""
    return [numbers_of(t) for t in state.deck[state.drawn : state.tiles].tolist()]


def hands(state: Any, rules: Any) -> list[list[Tile]]:
    """Every player's tiles."""
    return [listed(state.hands[player]) for player in range(rules.players)]


def assert_conserved(state: Any, rules: Any) -> None:
    """Hands, boneyard, trains and engine are the full set, each tile once; trains hang together.

    In a state made from a view nobody knows what lies where: its log is empty.
    """
    held, lines, engine = hands(state, rules), trains(state, rules), int(state.engine)
    on_table, waiting = listed(state.laid), gates(state)
    everything = [*on_table, *boneyard(state), *(tile for hand in held for tile in hand)]
    assert sorted(everything) == full_set(rules.set)
    assert state.sizes[: rules.players].tolist() == [len(hand) for hand in held]
    assert waiting[:1] == ([] if state.gate == NOWHERE else [state.gate])
    assert len(set(waiting)) == len(waiting) <= (len(lines) if rules.doubles else 1)
    if state.logged[0] != 0:
        in_lines = [tile_of_two(tile) for line in lines.values() for tile in line]
        assert on_table == sorted([*in_lines, (engine, engine)])
        for train, line in lines.items():
            joined = [(engine, engine), *line]
            assert all(before[1] == after[0] for before, after in pairwise(joined))
            assert state.ends[train] == joined[-1][1]
        assert all(rules.gate and lines[gate][-1][0] == lines[gate][-1][1] for gate in waiting)
    assert state.doubler == NOWHERE or 0 <= state.doubler < rules.players
    assert not waiting or state.doubler != NOWHERE
    assert state.open >> MEXICAN & 1
    assert 0 <= state.locked < (1 << rules.players if rules.lock else 1)
    assert not any(state.locked >> gate & 1 for gate in waiting)
    assert shown_round(state) < rules.rounds


def tile_of_two(pair: Tile) -> Tile:
    """The tile of two numbers in any order."""
    return (min(pair), max(pair))


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Change all tiles that a seat cannot see, and the decks of later rounds."""
    others = [player for player in range(rules.players) if player != seat]
    unseen = boneyard(state) + [tile for player in others for tile in listed(state.hands[player])]
    chance.shuffle(unseen)
    for player in others:
        for number in range(NUMBERS):
            state.hands[player, number] = 0
        for _ in range(state.sizes[player]):
            put(state.hands[player], *unseen.pop())
    for place, tile in enumerate(unseen, int(state.drawn)):
        state.deck[place] = tile_code(*tile)
    state.shuffling.key[0] = chance.getrandbits(64)
