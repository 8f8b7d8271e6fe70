"""Block dominoes for two, slow and obvious: seven tiles each of a set of 28, and nobody draws.

Players lay in turn a tile that fits one of the two ends.  Who cannot passes, and if neither can, or
one has no tile left, the game is over.  The player with fewer pips wins the pips of the other one;
nothing if they are equal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Tile = tuple[int, int]
Move = tuple[Tile, int | None]  # a tile, and the end that it is laid to; None: on the empty table


@dataclass
class Table:
    """A game in progress."""

    hands: list[list[Tile]]
    player: int = 0
    ends: list[int] = field(default_factory=list)

    def moves(self, player: int) -> set[Move]:
        """What a player could lay."""
        if not self.ends:
            return {(tile, None) for tile in self.hands[player]}
        return {(tile, end) for tile in self.hands[player] for end in self.ends if end in tile}

    def play(self, move: Move) -> None:
        """Lay a tile."""
        (one, other), end = move
        self.hands[self.player].remove((one, other))
        if end is None:
            self.ends = [one, other]
        else:
            self.ends.remove(end)
            self.ends.append(other if one == end else one)
        if self.moves(1 - self.player):
            self.player = 1 - self.player

    @property
    def is_over(self) -> bool:
        """Whether a hand is empty, or nobody can lay."""
        return not all(self.hands) or not (self.moves(0) or self.moves(1))

    def returns(self) -> list[int]:
        """What each player has won."""
        pips = [sum(map(sum, hand)) for hand in self.hands]
        won = max(pips) if pips[0] != pips[1] else 0
        return [won, -won] if pips[0] < pips[1] else [-won, won]
