"""What talking carries in The Game: python benchmarks/the_game_talk.py [GAMES] [SEED]

Plays `careful` with `hints` = `marks` and `vague`, and counts what the others say as a turn begins:
the words, the entropy of one and of a player's words for all piles together; and how many cards are
named exactly, before any card.  Entropy takes the words as drawn from one urn, so what somebody
learns who knows the piles and what was said before is less.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import log2
from typing import Any

from playout import Match
from playout.games.the_game.hints import TRICK, WORDS

PLAYERS = (2, 3, 4, 5)


def entropy(words: Counter[Any]) -> float:
    """Bits of one drawn from these."""
    total = words.total()
    return -sum(n / total * log2(n / total) for n in words.values())


def main(games: int = 200, seed: int = 20261123) -> None:
    """Play, count and print."""
    for hints in ("marks", "vague"):
        for players in PLAYERS:
            count(hints, players, games, seed)


def count(hints: str, players: int, games: int, seed: int) -> None:
    """Print what the seats say that are not to move."""
    words: Counter[int] = Counter()
    lines: Counter[tuple[int, ...]] = Counter()  # what a player says of all piles
    turns, named = 0, 0
    for number in range(games):
        match = Match(
            "the-game",
            strategy="careful",
            players=players,
            hints=hints,
            seed=seed,
            game_number=number,
            compiled=True,
        )
        cards = set()
        while not match.is_over:
            view = match.view()
            begins = int(view.turn_cards) == 0
            turns += begins
            for seat in range(players):
                if seat == match.seat:
                    continue
                line = tuple(int(word) for word in view.marks[seat, : view.pile_count])
                if begins:
                    words.update(line)
                    lines[line] += 1
                for pile, word in enumerate(line):
                    if word == TRICK:
                        back = -view.jump if pile < view.ascending else view.jump
                        cards.add(int(view.piles[pile] + back))
            match.step()
        named += len(cards)
    shares = ", ".join(
        f"{WORDS[word]} {n / words.total():.1%}" for word, n in sorted(words.items())
    )
    print(
        f"{hints}, {players} players: {entropy(words):.2f} bits a word ({shares}), "
        f"{entropy(lines):.2f} for all piles; {turns / games:.1f} turns a game; "
        f"{named / games:.1f} cards named exactly a game",
        flush=True,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
