"""The Game with all hands open: python benchmarks/the_game_open.py PLAYERS GAMES [WORLDS] [SEED]

Prints how many of the first games of a seed the strategy `search` wins over `quick` if everybody
sees all hands, but not the order of the draw pile: a world keeps the hands, and shuffles what is
still to be drawn.  In the worlds `quick` plays from its own view, as in any search.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from playout.engine.game.players import Player
from playout.engine.native.jit import jit
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.worlds.search import search_over
from playout.games.numbered_cards.deck import shuffle_rest
from playout.games.numbered_cards.sets import has
from playout.games.the_game import rules
from playout.games.the_game.game import GAME
from playout.stats.intervals import rate_interval


@jit
def observe(state: Any, rules_: Any, seat: int, view: Any) -> None:
    """The usual view; in the place of the marks, which nobody makes, it holds all hands."""
    usual_observe(state, rules_, seat, view)
    for player in range(rules_.players):
        for word in range(2):
            view.marks[player, word] = state.hands[player, 0, word]


@jit
def determinize(view: Any, rules_: Any, stream: Any, state: Any) -> None:
    """The true hands, and the cards that nobody has seen in any order."""
    usual_determinize(view, rules_, stream, state)
    for player in range(rules_.players):
        for word in range(2):
            state.hands[player, 0, word] = view.marks[player, word]
    last = state.drawn
    for card in range(rules_.low + 1, rules_.high):
        seen = has(view.played[0], card)
        for player in range(rules_.players):
            seen = seen or has(state.hands[player, 0], card)
        if not seen:
            state.deck[last] = card
            last += 1
    if last != state.cards:
        raise ValueError("the hands and the draw pile are not all cards")
    shuffle_rest(state.deck, state.drawn, state.cards, stream)


usual_observe, usual_determinize = rules.observe, rules.determinize
OPEN = SimpleNamespace(**{**vars(rules), "observe": observe, "determinize": determinize})


def main(players: int, games: int, worlds: int = 400, seed: int = 20261123) -> None:
    """Play and print."""
    game = replace(GAME, name="the-game-open", rules=OPEN)
    strategy = search_over(game, find_player("the-game", "quick"))
    seats = [Player(strategy, (float(worlds), 2.0), "search")] * players
    table = game.with_options({"players": players})
    play_batch(table, seats, seed + 1, 0, 1)
    started = time.process_time()
    won = int(np.sum(play_batch(table, seats, seed, 0, games)[:, 0]))
    spent = 1000 * (time.process_time() - started) / games
    found = rate_interval(won, games)
    print(
        f"{players} players: {won} of {games} won, {won / games:.1%} "
        f"({found.low:.1%} to {found.high:.1%}), {worlds} worlds, {spent:.0f} ms a game"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
