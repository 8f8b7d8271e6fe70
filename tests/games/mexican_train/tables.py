"""Tables set up by hand, rules of all kinds, and any move of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
from scipy import stats

from playout.engine.chance.seating import rotating
from playout.engine.game.game import SHARE
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.mexican_train import rules
from playout.games.mexican_train.chains.plan import LENGTH, NEXT, planned, spares
from playout.games.mexican_train.game import GAME, OPTIONS
from playout.games.mexican_train.records import TRAINS
from playout.games.mexican_train.rounds import set_up
from playout.games.mexican_train.rules import STOP
from playout.games.mexican_train.tiles import MOST, declared, listed, tile_code, tile_move, train_of
from playout.games.mexican_train.turns import go_on
from tests.reference.mexican_train import Tile, full_set

# The options that are words, but the variant, which is only a name for some of the others.
WORDS = {o.name: o.choices for o in OPTIONS if o.choices and o.name != "variant"}


def table(deck: str, **options: Any) -> Match:
    """A match whose first round is dealt from this deck; the tiles not named lie at its end."""
    options = {"rounds": 1, "players": 2, "tiles": 2, "set": 3, **options}
    match = Match("mexican-train", **options)
    first = [(int(pair[0]), int(pair[2])) for pair in deck.split()]
    highest = options["set"]
    rest = [tile for tile in full_set(highest) if tile not in first and tile != (highest, highest)]
    lay(match.state, match.rules.record(), [tile_code(*tile) for tile in [*first, *rest]])
    return match


def lay(state: Any, record: Any, deck: Sequence[int]) -> None:
    """Begin a match in a state whose first round is dealt from this deck."""
    state.deck[: len(deck)] = deck
    # The deal that was there may have gone by without a move.
    for name in ("round_number", "over", "turns", "played", "draws", "blocked", "blocked_gate"):
        state[name] = 0
    state.outs[:] = 0
    state.scores[:] = 0
    set_up(state, record)
    go_on(state, record)


def hand(match: Match, seat: int) -> list[Tile]:
    """A seat's tiles."""
    return listed(match.state.hands[seat])


def viewed_moves(view: Any) -> Iterator[int]:
    """All moves that lay a tile, as a strategy finds them; without declarations."""
    for train in range(TRAINS):
        fits = int(rules.fitting(view, train)) if view.trains >> train & 1 else 0
        for number in range(MOST + 1):
            if fits >> number & 1:
                yield tile_move(tile_code(int(view.ends[train]), number), train)


def any_move(match: Match, chance: Random) -> int:
    """A random move, now and then one that ends a first turn or locks a train."""
    if match.is_legal(STOP) and chance.random() < 0.3:
        return STOP
    move = chance.choice(list(viewed_moves(match.view())))
    locks = match.rules["lock"] != "no" and train_of(move) == match.seat and chance.random() < 0.5
    return declared(move) if locks else move


def plan_of(view: Any) -> tuple[list[Tile], list[Tile]]:
    """The plan of a view: the rest of the chain, as pairs in order, and the spare tiles."""
    notes = view.notes
    numbers = [planned(notes, k) for k in range(int(notes[NEXT]), int(notes[LENGTH]) + 1)]
    rows = [spares(notes, number) for number in range(19)]
    return list(pairwise(numbers)), listed([*rows, 0])


def wins(one: str, others: str, seed: int, games: int, options: dict[str, Any]) -> Any:
    """The share of each match that a strategy wins against others, in every seat by turns."""
    players, seating = int(options["players"]), rotating(int(options["players"]))
    names = [one, *[others] * (players - 1)]
    line_up = [find_player("mexican-train", name) for name in names]
    outcomes = play_batch(GAME.with_options(options), line_up, seed, 0, games, seating)
    own_seat = (seating == 0).argmax(1)[np.arange(games) % players]
    return outcomes[np.arange(games), own_seat] / SHARE


def p_of_less(sample: Any, mean: float) -> float:
    """p of a sample if its expectation is no more than this mean."""
    return float(stats.norm.sf((sample.mean() - mean) / (sample.std() / len(sample) ** 0.5)))
