"""Goofspiel, in plain Python: all bid a card for each prize at once, and the highest takes it.

playout run examples/goofspiel.py --seats match,random --cards 5
playout odds examples/goofspiel.py --strategy match --cards 6
"""

from __future__ import annotations

from typing import Any

import playout
from playout.author import shuffled


@playout.game(
    "goofspiel",
    options=[
        playout.Option("players", 2, "players", 2, 4),
        playout.Option("cards", 13, "prizes, and cards of each player", 1, 13),
    ],
    measures=[
        playout.Measure("win", "share", "took the most", per_seat=True, first="highest"),
        playout.Measure("points", "mean", "the prizes taken, added up", per_seat=True),
    ],
    moves=lambda move: f"bid {move}",
)
class Goofspiel:
    """Each player bids a card for the prize that is turned up; equal highest bids take nothing."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.prizes = shuffled(stream, range(1, rules.cards + 1))  # the last one is turned up
        self.hands = [list(range(1, rules.cards + 1)) for _ in range(rules.players)]
        self.points = [0] * rules.players
        self.bids: list[int] = []

    def is_over(self, rules: Any) -> bool:
        return not self.prizes

    def actor(self, rules: Any) -> int:
        return len(self.bids)

    def legal_moves(self, rules: Any) -> list[int]:
        return self.hands[len(self.bids)]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.bids.append(move)
        if len(self.bids) == rules.players:
            for hand, bid in zip(self.hands, self.bids, strict=True):
                hand.remove(bid)
            prize, best = self.prizes.pop(), max(self.bids)
            if self.bids.count(best) == 1:
                self.points[self.bids.index(best)] += prize
            self.bids = []

    def score(self, rules: Any) -> dict[str, Any]:
        most = max(self.points)
        win = [(points == most) / self.points.count(most) for points in self.points]
        return {"win": win, "points": self.points}

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        """What the others bid for this prize is not seen: only how many of them have."""
        view.hands, view.points, view.chosen = self.hands, self.points, len(self.bids)
        view.left, view.prize = sorted(self.prizes), self.prizes[-1] if self.prizes else 0

    def determinize(self, view: Any, rules: Any, stream: Any) -> None:
        """The others may have bid any of their cards; hidden prizes come in any order."""
        self.hands, self.points = view.hands, view.points
        hidden = [prize for prize in view.left if prize != view.prize]
        self.prizes = [*shuffled(stream, hidden), *([view.prize] if view.prize else [])]
        self.bids = [
            hand[playout.randrange(stream, len(hand))] for hand in self.hands[: view.chosen]
        ]


@playout.strategy("goofspiel")
def match(view: Any, rng: Any) -> int:
    """Bids the card that is worth as much as the prize: the best reply to random bids."""
    hand = view.hands[view.seat]
    return int(min(hand, key=lambda card: (abs(card - view.prize), card)))


if __name__ == "__main__":
    print(playout.run("goofspiel", seats=["match", "random"], games=200, seed=1))
