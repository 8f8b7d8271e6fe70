"""The Game, slowly and plainly: lists and loops that follow the rules word for word.

It shares no code with the package and knows nothing of its tricks.  `the_game_exact.py` beside it
has the exact chances of random play, `the_game_blog.py` the blog's loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Move = tuple[int, int]  # card, pile


@dataclass(frozen=True)
class Rules:
    """The rules as options; ascending piles come first.  jump = 0: no backward trick."""

    players: int = 1
    low: int = 1
    high: int = 100
    copies: int = 1
    ascending: int = 2
    descending: int = 2
    jump: int = 10
    hand: int = 8
    min_cards: int = 2

    def full_deck(self) -> list[int]:
        """All cards, in rising order."""
        return sorted(list(range(self.low + 1, self.high)) * self.copies)

    def bases(self) -> tuple[int, ...]:
        """What lies on the piles before the first card."""
        return (self.low,) * self.ascending + (self.high,) * self.descending

    def forward(self, card: int, top: int, pile: int) -> int:
        """How far a card moves a pile in its direction; negative: backward."""
        return card - top if pile < self.ascending else top - card

    def fits(self, card: int, top: int, pile: int) -> bool:
        """Whether the card may be laid: forward, or exactly the jump backward."""
        forward = self.forward(card, top, pile)
        return forward > 0 or (self.jump > 0 and forward == -self.jump)

    def legal(self, hand: Sequence[int], piles: Sequence[int]) -> list[Move]:
        """Every (card, pile) that fits, in order; equal cards count once."""
        return [
            (card, pile)
            for card in sorted(set(hand))
            for pile, top in enumerate(piles)
            if self.fits(card, top, pile)
        ]


class Table:
    """One game on the table."""

    def __init__(self, rules: Rules, deck: Sequence[int], first: int = 0) -> None:
        self.rules = rules
        self.piles = list(rules.bases())
        self.hands: list[list[int]] = [[] for _ in range(rules.players)]
        dealt = rules.players * rules.hand
        for i, card in enumerate(deck[:dealt]):
            self.hands[i % rules.players].append(card)
        self.draw_pile = list(deck[dealt:])
        self.on_piles: list[int] = []
        self.player = first
        self.over = False
        self._begin_turn()

    @property
    def left(self) -> int:
        """Cards that are not on the piles."""
        return sum(len(hand) for hand in self.hands) + len(self.draw_pile)

    def legal(self) -> list[Move]:
        """The card moves of the player to move."""
        return self.rules.legal(self.hands[self.player], self.piles)

    def lay(self, card: int, pile: int) -> None:
        """Lay a card."""
        assert (card, pile) in self.legal()
        self.hands[self.player].remove(card)
        self.piles[pile] = card
        self.on_piles.append(card)
        self.needed -= 1
        if self.left == 0:
            self.over = True
        elif not self.hands[self.player]:
            self._end_turn()
        else:
            self._look_for_the_end()

    def stop(self) -> None:
        """End the turn, of one's own will."""
        assert self.needed <= 0
        self._end_turn()

    def concede(self) -> None:
        """Give up before the minimum is reached."""
        assert self.needed > 0
        self.over = True

    def _begin_turn(self) -> None:
        self.needed = self.rules.min_cards if self.draw_pile else 1
        self._look_for_the_end()

    def _look_for_the_end(self) -> None:
        if self.needed > 0 and not self.legal():
            self.over = True

    def _end_turn(self) -> None:
        hand = self.hands[self.player]
        while len(hand) < self.rules.hand and self.draw_pile:
            hand.append(self.draw_pile.pop(0))
        self.player = (self.player + 1) % self.rules.players
        while not self.hands[self.player]:
            self.player = (self.player + 1) % self.rules.players
        self._begin_turn()


Policy = Callable[[Table], list[Move]]


def greedy(table: Table) -> list[Move]:
    """One card: the least movement forward; then the lower card, then the lower pile."""

    def movement(move: Move) -> tuple[int, int, int]:
        card, pile = move
        return table.rules.forward(card, table.piles[pile], pile), card, pile

    return [min(table.legal(), key=movement)]


def greedy_sequence(table: Table) -> list[Move]:
    """Exactly the cards needed with the least total movement, the first such list; or nothing.

    A smaller hand is laid out whole, which ends the turn too.
    """
    best: tuple[int, list[Move]] | None = None
    hand = table.hands[table.player]
    count = min(table.needed, len(hand))
    for cost, moves in sequences(table.rules, hand, table.piles, count):
        if best is None or (cost, moves) < best:
            best = cost, moves
    return best[1] if best else []


def sequences(
    rules: Rules, hand: Sequence[int], piles: Sequence[int], count: int
) -> Iterator[tuple[int, list[Move]]]:
    """(total movement, moves) of every ordered way to lay so many cards."""
    if count == 0:
        yield 0, []
        return
    for card, pile in rules.legal(hand, piles):
        rest, after = list(hand), list(piles)
        rest.remove(card)
        after[pile] = card
        step = rules.forward(card, piles[pile], pile)
        for cost, moves in sequences(rules, rest, after, count - 1):
            yield step + cost, [(card, pile), *moves]


def play(rules: Rules, deck: Sequence[int], policy: Policy, first: int = 0) -> Table:
    """A whole game of players who stop at the minimum and give up when they see no way."""
    table = Table(rules, deck, first)
    while not table.over:
        moves = policy(table)
        if not moves:
            table.concede()
        for card, pile in moves:
            table.lay(card, pile)
        if not table.over and table.needed <= 0:
            table.stop()
    return table


def cards_left(rules: Rules, deck: Sequence[int], policy: Policy, first: int = 0) -> int:
    """How many cards are not on the piles when that game ends."""
    return play(rules, deck, policy, first).left
