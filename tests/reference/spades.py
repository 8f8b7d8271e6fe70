"""Spades in plain Python: a table of named cards, written from the rules and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

Card = tuple[str, int]  # the suit, C D H S, and the rank, 11 to 14 for jack to ace


@dataclass
class Table:
    """A hand: four seats bid, then play 13 tricks; ``first`` bids and leads first."""

    hands: list[list[Card]]
    first: int = 0
    bids: dict[int, int] = field(default_factory=dict)
    taken: list[int] = field(default_factory=lambda: [0] * 4)
    table: list[tuple[int, Card]] = field(default_factory=list)
    seen: list[Card] = field(default_factory=list)
    leader: int = -1

    @property
    def seat(self) -> int:
        """The seat to move."""
        if len(self.bids) < 4:
            return (self.first + len(self.bids)) % 4
        leader = self.first if self.leader < 0 else self.leader
        return (leader + len(self.table)) % 4

    @property
    def is_over(self) -> bool:
        """Whether all tricks are played."""
        return sum(self.taken) == 13

    def legal(self) -> list[Card]:
        """The cards that the seat to move may play."""
        hand = self.hands[self.seat]
        if self.table:
            led = self.table[0][1][0]
            return [card for card in hand if card[0] == led] or hand
        if any(card[0] == "S" for card in self.seen):
            return hand
        return [card for card in hand if card[0] != "S"] or hand

    def play(self, card: Card) -> None:
        """Play a card; a full trick goes to its winner."""
        seat = self.seat
        self.hands[seat].remove(card)
        self.table.append((seat, card))
        self.seen.append(card)
        if len(self.table) == 4:
            led = self.table[0][1][0]
            order = {led: 1, "S": 2}
            winner, _ = max(self.table, key=lambda one: (order.get(one[1][0], 0), one[1][1]))
            self.taken[winner] += 1
            self.leader, self.table = winner, []

    def brought(self, side: int, bags_count: bool = True) -> tuple[int, int]:
        """The points of the partners ``side`` and ``side + 2``, and their bags."""
        seats = (side, side + 2)
        points = sum(100 if self.taken[s] == 0 else -100 for s in seats if self.bids[s] == 0)
        bid, tricks = sum(self.bids[s] for s in seats), sum(self.taken[s] for s in seats)
        if tricks < bid:
            return points - 10 * bid, 0
        return points + 10 * bid + (tricks - bid) * bags_count, tricks - bid
