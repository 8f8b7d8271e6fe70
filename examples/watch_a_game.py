"""One game, step by step: look at it, take a move back, try another, let others finish it.

Run it: python examples/watch_a_game.py
"""

from __future__ import annotations

import playout


def main() -> None:
    """Play the first turn by hand, the rest by two different strategies."""
    match = playout.Match("the-game", players=2, strategy=["greedy", "careful"], seed=1)
    print(match, "\n")

    move = match.choose()  # asked, not played
    print("greedy would play", match.format_move(move))
    match.play(move)
    match.undo()

    print("careful sees", match.view(1).draw_pile, "cards in the draw pile, and its own hand\n")
    print(match.transcript())
    print(match.outcome())


if __name__ == "__main__":
    main()
