"""Klondike, slow and obvious: piles as lists of cards such as "QS", moves as texts.

Nothing here is shared with the package.
"""

from __future__ import annotations

from collections.abc import Sequence

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
SUITS = "CDHS"
RED = "DH"


def rank(card: str) -> int:
    """The rank of a card, from 0, the ace."""
    return RANKS.index(card[:-1])


def fits(card: str, below: str) -> bool:
    """Whether a card goes onto another in a column."""
    return rank(below) == rank(card) + 1 and (card[-1] in RED) != (below[-1] in RED)


class Klondike:
    """A game in progress."""

    def __init__(
        self,
        columns: Sequence[Sequence[str]],
        stock: Sequence[str],
        *,
        draw: int,
        passes: int,
        back: bool,
        patience: int,
    ) -> None:
        """The columns with the undermost card first, each with its last card face up."""
        self.columns = [list(column) for column in columns]
        self.face_up = [1] * len(self.columns)  # cards of each column
        self.stock, self.waste = list(stock), list[str]()
        self.foundations: dict[str, list[str]] = {suit: [] for suit in SUITS}
        self.draw, self.passes, self.back, self.patience = draw, passes, back, patience
        self.turned_over, self.has_moved = 0, False
        self.record, self.in_vain, self.stopped = 0, 0, False

    def at_home(self) -> int:
        """The cards on the foundations."""
        return sum(map(len, self.foundations.values()))

    def can_draw(self) -> bool:
        """Whether a card can be drawn."""
        if self.stock:
            return True
        more = self.passes == 0 or self.turned_over + 1 < self.passes
        return bool(self.waste) and more and self.has_moved

    def piles(self) -> list[tuple[list[str], int]]:
        """The piles from which cards move, and how many of each may."""
        found = [(self.waste, min(1, len(self.waste)))]
        if self.back:
            found += [(pile, min(1, len(pile))) for pile in self.foundations.values()]
        return found + list(zip(self.columns, self.face_up, strict=True))

    def card_moves(self) -> list[str]:
        """All moves of cards."""
        moves = list[str]()
        for pile in [self.waste, *self.columns]:
            if pile and rank(pile[-1]) == len(self.foundations[pile[-1][-1]]):
                moves.append(f"{pile[-1]} up")
        for pile, count in self.piles():
            for place in range(len(pile) - count, len(pile)):
                card = pile[place]
                for target in self.columns:
                    if target and fits(card, target[-1]):
                        moves.append(f"{card} to {target[-1]}")
                lies_free = any(pile is column for column in self.columns) and place == 0
                if rank(card) == 12 and not lies_free and [] in self.columns:
                    moves.append(f"{card} to empty column")
        return moves

    def legal_moves(self) -> list[str]:
        """All moves."""
        return [*self.card_moves(), "draw" if self.can_draw() else "stop"]

    def ending(self) -> str:
        """Why the game is over; "" if it is not."""
        if self.stopped:
            return "stopped"
        if self.at_home() == 52:
            return "won"
        if self.in_vain >= self.patience:
            return "idle"
        return "" if self.can_draw() or self.card_moves() else "stuck"

    def play(self, move: str) -> None:
        """Make a legal move."""
        if move == "stop":
            self.stopped = True
            return
        self.in_vain += 1
        if move == "draw":
            if not self.stock:
                self.stock, self.waste = self.waste, []
                self.turned_over, self.has_moved = self.turned_over + 1, False
            self.waste += self.stock[: self.draw]
            del self.stock[: self.draw]
            return
        self.has_moved = True
        card, _, target = move.partition(" ")
        (pile,) = [pile for pile, count in self._sources(target) if card in pile[-count:] and count]
        cards = pile[pile.index(card) :]
        del pile[pile.index(card) :]
        if target == "up":
            self.foundations[card[-1]] += cards
        else:
            name = target.removeprefix("to ")
            last = [column[-1] if column else "empty column" for column in self.columns]
            last = [
                "taken" if column is pile else name
                for column, name in zip(self.columns, last, strict=True)
            ]
            k = last.index(name)
            self.columns[k] += cards
            self.face_up[k] += len(cards)
        if pile is self.waste:
            self.in_vain = 0
        for k, column in enumerate(self.columns):
            if column is pile:
                self.face_up[k] -= len(cards)
                if column and self.face_up[k] == 0:
                    self.face_up[k], self.in_vain = 1, 0
        if self.at_home() > self.record:
            self.record, self.in_vain = self.at_home(), 0

    def _sources(self, target: str) -> list[tuple[list[str], int]]:
        return [
            (pile, count)
            for pile, count in self.piles()
            if target != "up" or not any(pile is one for one in self.foundations.values())
        ]
