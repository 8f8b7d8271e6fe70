"""The search of the strategy `careful`, slowly and plainly: every term counted anew for every play.

It takes the weights from the package, but shares no other code with it, and leaves out nothing that
`margin` allows: no bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from playout.games.the_game.careful_weights import (
    APART,
    DEAD,
    DEAD_OWN,
    FITS,
    NEXT,
    PAIR,
    PLAY,
    REACH,
    SKIP,
    SPARE,
    STEP,
    TRICK,
)
from tests.reference.the_game import Move, Rules

MOST = 12  # cards in a plan


@dataclass(frozen=True)
class Turn:
    """What is known in a turn: tops of the piles, and sets of own and of unseen numbers."""

    rules: Rules
    weights: Sequence[int]
    piles: tuple[int, ...]
    own: frozenset[int]
    unseen: frozenset[int]

    def after(self, card: int, pile: int) -> Turn:
        """The same once a card is laid."""
        piles = (*self.piles[:pile], card, *self.piles[pile + 1 :])
        return replace(self, piles=piles, own=self.own - {card})

    def skipped(self, card: int, pile: int) -> int:
        """Unseen cards between a card and the top of a pile."""
        low, high = sorted((card, self.piles[pile]))
        return sum(low < number < high for number in self.unseen)

    def fits(self) -> int:
        """Pairs of an own card and a pile that it moves forward."""
        return sum(
            self.rules.forward(card, top, pile) > 0
            for card in self.own
            for pile, top in enumerate(self.piles)
        )

    def dead(self) -> int:
        """The weight of the cards that no pile can take by a step forward."""

        def count(cards: frozenset[int]) -> int:
            return sum(
                all(self.rules.forward(card, top, pile) <= 0 for pile, top in enumerate(self.piles))
                for card in cards
            )

        return int(
            self.weights[DEAD] * count(self.unseen) + self.weights[DEAD_OWN] * count(self.own)
        )

    def sister(self, pile: int) -> int | None:
        """The next pile of the same direction, after the last the first; None if there is none."""
        ascending = self.rules.ascending
        same = range(ascending) if pile < ascending else range(ascending, len(self.piles))
        return None if len(same) == 1 else same[(pile - same[0] + 1) % len(same)]

    def worth(self, card: int, pile: int) -> int:
        """What one play is worth."""
        rules, weights, top, then = (
            self.rules,
            self.weights,
            self.piles[pile],
            self.after(card, pile),
        )
        forward = rules.forward(card, top, pile)
        back = -rules.jump if pile < rules.ascending else rules.jump
        skipped = self.skipped(card, pile)
        worth = weights[PLAY] - weights[STEP] * forward
        worth -= weights[SKIP] * (skipped if forward > 0 else -skipped)
        sister = self.sister(pile)
        if sister is not None:
            other = self.piles[sister]
            worth += weights[APART] * (abs(card - other) - abs(top - other))
        if rules.jump > 0:
            around = {card - rules.jump, card + rules.jump}
            worth += weights[TRICK] * ((card + back in self.unseen) - (top + back in self.unseen))
            worth -= weights[SPARE] * len(around & self.unseen)
            worth -= weights[PAIR] * len(around & self.own)
        worth += weights[FITS] * (self.fits() - then.fits())
        return int(worth + self.dead() - then.dead())

    def nearest(self, pile: int) -> Iterator[int]:
        """The own cards a pile can move forward to, from the nearest on."""
        forward = {self.rules.forward(card, self.piles[pile], pile): card for card in self.own}
        return (forward[step] for step in sorted(forward) if step > 0)

    def is_trick(self, card: int, pile: int) -> bool:
        """Whether a card would be the backward trick."""
        jump = self.rules.jump
        return jump > 0 and self.rules.forward(card, self.piles[pile], pile) == -jump

    def plays(self, must: bool) -> list[Move]:
        """The plays worth trying, best first, equal ones in order of their piles."""
        found: list[Move] = []
        for pile, top in enumerate(self.piles):
            ascends = pile < self.rules.ascending
            before = self.piles[:pile] if ascends else self.piles[self.rules.ascending : pile]
            if top in before:
                continue
            found += [(card, pile) for card in self.own if self.is_trick(card, pile)]
            for card in self.nearest(pile):
                if not must and self.skipped(card, pile) > self.weights[REACH]:
                    break
                found.append((card, pile))
                beyond = card + self.rules.jump if ascends else card - self.rules.jump
                if self.rules.jump == 0 or beyond not in self.own:
                    break
        return sorted(found, key=lambda play: -self.worth(*play))

    def next_skip(self) -> int:
        """The fewest unseen cards that the next play skips; 0 for a trick or an empty hand."""
        if not self.own:
            return 0
        if any(self.is_trick(card, pile) for card in self.own for pile in range(len(self.piles))):
            return 0
        steps = [next(self.nearest(pile), None) for pile in range(len(self.piles))]
        skips = [self.skipped(card, pile) for pile, card in enumerate(steps) if card is not None]
        return min(skips, default=100)


def best_plan(turn: Turn, least: int, margin: float) -> list[Move]:
    """The best sequence of at least so many plays, as many as there can be if that is too many."""
    best: list[Move] = []
    most = -float("inf")

    def go_on(now: Turn, plays: list[Move], worth: int, asleep: frozenset[Move]) -> None:
        nonlocal best, most
        for card, pile in now.plays(len(plays) < least):
            if (card, pile) in asleep:
                continue
            then, sequence = now.after(card, pile), [*plays, (card, pile)]
            value = worth + now.worth(card, pile)
            if len(sequence) >= least:
                final = value - now.weights[NEXT] * then.next_skip()
                if final > most:
                    best, most = sequence, final
            if len(sequence) < MOST and value + margin > most:
                go_on(then, sequence, value, frozenset(play for play in asleep if play[1] != pile))
            asleep |= {(card, pile)}

    while not best and least > 0:
        go_on(turn, [], 0, frozenset())
        least -= 1
    return best
