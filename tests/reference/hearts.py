"""Hearts in plain Python: a table of named cards, written from the rules and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

Card = tuple[str, int]  # the suit, C D H S, and the rank, 11 to 14 for jack to ace
QUEEN: Card = ("S", 12)


def deck_of(players: int, lowest: int = 2) -> list[Card]:
    """The cards that are dealt."""
    deck = [(suit, rank) for suit in "CDHS" for rank in range(lowest, 15)]
    out = [(suit, rank) for rank in range(lowest, 15) for suit in "DS"]
    for card in out[: len(deck) % players]:
        deck.remove(card)
    return deck


def points_of(cards: list[Card]) -> int:
    """The points of some cards."""
    return sum(13 if card == QUEEN else 1 if card[0] == "H" else 0 for card in cards)


def distance(way: str, players: int, number: int) -> int:
    """How many seats to the left the cards of a hand are passed; its number counts from 0."""
    if way == "turns":
        ways = ["left", "right", "across", "none"] if players == 4 else ["left", "right", "none"]
        way = ways[number % len(ways)]
    return {"none": 0, "left": 1, "right": players - 1, "across": 2}[way]


@dataclass
class Table:
    """A hand being played."""

    hands: list[list[Card]]
    lowest: int = 2
    passes: int = 0
    break_hearts: bool = True
    queen_breaks: bool = False
    first_trick_points: bool = False
    chosen: list[list[Card]] = field(default_factory=list)
    taken: list[list[Card]] = field(default_factory=list)
    table: list[tuple[int, Card]] = field(default_factory=list)
    seen: list[Card] = field(default_factory=list)
    tricks: int = 0
    leader: int = -1

    def __post_init__(self) -> None:
        self.chosen = [[] for _ in self.hands]
        self.taken = [[] for _ in self.hands]
        if not self.passes:
            self.leader = self.first()

    def first(self) -> int:
        """The seat that has the lowest club."""
        return next(k for k, hand in enumerate(self.hands) if ("C", self.lowest) in hand)

    @property
    def is_passing(self) -> bool:
        return self.leader < 0

    @property
    def seat(self) -> int:
        """The seat to move."""
        if self.is_passing:
            return next(k for k, cards in enumerate(self.chosen) if len(cards) < 3)
        return (self.leader + len(self.table)) % len(self.hands)

    def legal(self) -> list[Card]:
        """The cards that may be passed or played."""
        hand = self.hands[self.seat]
        if self.is_passing:
            return [card for card in hand if card not in self.chosen[self.seat]]
        if not self.table:
            if not self.tricks:
                return [("C", self.lowest)]
            is_broken = any(
                suit == "H" or (self.queen_breaks and (suit, rank) == QUEEN)
                for suit, rank in self.seen
            )
            if self.break_hearts and not is_broken:
                return [card for card in hand if card[0] != "H"] or hand
            return hand
        led = self.table[0][1][0]
        cards = [card for card in hand if card[0] == led] or hand
        if self.tricks or self.first_trick_points:
            return cards
        return [card for card in cards if not points_of([card])] or cards

    def play(self, card: Card) -> None:
        """Pass or play a card."""
        seat, players = self.seat, len(self.hands)
        if self.is_passing:
            self.chosen[seat].append(card)
            if all(len(cards) == 3 for cards in self.chosen):
                for giver, cards in enumerate(self.chosen):
                    self.hands[giver] = [c for c in self.hands[giver] if c not in cards]
                for giver, cards in enumerate(self.chosen):
                    self.hands[(giver + self.passes) % players] += cards
                self.leader = self.first()
            return
        self.hands[seat].remove(card)
        self.seen.append(card)
        self.table.append((seat, card))
        if len(self.table) == players:
            led = self.table[0][1][0]
            self.leader = max((c[1], s) for s, c in self.table if c[0] == led)[1]
            self.taken[self.leader] += [c for _, c in self.table]
            self.table, self.tricks = [], self.tricks + 1

    @property
    def is_over(self) -> bool:
        return not any(self.hands)

    def points(self, moon: bool = True) -> list[int]:
        """What the hand brings each seat."""
        points = [points_of(cards) for cards in self.taken]
        every = sum(points)
        if moon and every and every in points:
            return [0 if one == every else every for one in points]
        return points
