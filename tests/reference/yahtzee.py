"""Yahtzee and Yatzy in plain Python, with nothing of the engine: games, and the best play of a few
boxes.

Dice are a sorted tuple, and so are those that are kept; a card is a dict of points by box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import numpy as np

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three of a kind",
    "four of a kind",
    "full house",
    "small straight",
    "large straight",
    "chance",
    "yahtzee",
)
YATZY = (
    *("one pair", "two pairs", "three of a kind", "four of a kind", "small straight"),
    *("large straight", "full house", "chance", "yatzy"),
)
BOXES = {"forced": UPPER + LOWER, "free": UPPER + LOWER, "yatzy": UPPER + YATZY}
BONUS = {"forced": 35, "free": 35, "yatzy": 50}
Dice = tuple[int, ...]
Card = dict[str, int]


def dice_of(seed: int, game: int, word: int) -> list[int]:
    """The five dice that a word of the deal's stream makes, in the order in which they fall."""
    generator = np.random.Philox(counter=[0, game, 0, 0], key=[seed, 0])
    number = int(generator.random_raw(word + 1)[-1]) * 6**5 >> 64
    return [number // 6**k % 6 + 1 for k in range(5)]


def is_yahtzee(dice: Dice) -> bool:
    """Five of a kind."""
    return len(set(dice)) == 1


def is_joker(dice: Dice, card: Card) -> bool:
    """A Yahtzee for which neither its own box nor that of its face is free."""
    return is_yahtzee(dice) and "yahtzee" in card and UPPER[dice[0] - 1] in card


def points(box: str, dice: Dice, card: Card) -> int:
    """What sorted dice bring in a box."""
    counts = sorted(Counter(dice).values())
    joker = is_joker(dice, card)
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * dice.count(face)
    if box == "three of a kind":
        return sum(dice) if counts[-1] >= 3 else 0
    if box == "four of a kind":
        return sum(dice) if counts[-1] >= 4 else 0
    if box == "full house":
        return 25 if joker or counts == [2, 3] else 0
    if box == "small straight":
        rows = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})
        return 30 if joker or any(row <= set(dice) for row in rows) else 0
    if box == "large straight":
        return 40 if joker or set(dice) in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}) else 0
    if box == "chance":
        return sum(dice)
    return 50 if is_yahtzee(dice) else 0


def yatzy_points(box: str, dice: Dice) -> int:
    """What sorted dice bring in a box of Yatzy."""
    faces = range(1, 7)
    if box in UPPER:
        return points(box, dice, {})
    if box == "one pair":
        return max(2 * face if dice.count(face) >= 2 else 0 for face in faces)
    if box == "two pairs":
        pairs = [face for face in faces if dice.count(face) >= 2]
        return 2 * sum(pairs) if len(pairs) == 2 else 0
    if box == "three of a kind":
        return max(3 * face if dice.count(face) >= 3 else 0 for face in faces)
    if box == "four of a kind":
        return max(4 * face if dice.count(face) >= 4 else 0 for face in faces)
    if box == "small straight":
        return 15 if dice == (1, 2, 3, 4, 5) else 0
    if box == "large straight":
        return 20 if dice == (2, 3, 4, 5, 6) else 0
    if box == "full house":
        return sum(dice) if sorted(Counter(dice).values()) == [2, 3] else 0
    if box == "chance":
        return sum(dice)
    return 50 if is_yahtzee(dice) else 0


def scored(box: str, dice: Dice, card: Card, rules: str) -> int:
    """What sorted dice bring in a box; the rules are "forced", "free" or "yatzy"."""
    return yatzy_points(box, dice) if rules == "yatzy" else points(box, dice, card)


def allowed(dice: Dice, card: Card, rules: str) -> list[str]:
    """The boxes that may be filled."""
    free = [box for box in BOXES[rules] if box not in card]
    if rules != "forced" or not is_yahtzee(dice) or "yahtzee" not in card:
        return free
    own = UPPER[dice[0] - 1]
    if own in free:
        return [own]
    return [box for box in free if box in LOWER] or free


def keeps(dice: Dice) -> set[Dice]:
    """Every way to keep some of sorted dice, and throw at least one."""
    return {kept for size in range(5) for kept in combinations(dice, size)}


def gained(box: str, dice: Dice, card: Card, rules: str) -> int:
    """Points in a box with all bonuses that come with them."""
    here = scored(box, dice, card, rules)
    upper = sum(card.get(name, 0) for name in UPPER)
    bonus = BONUS[rules] if box in UPPER and upper < 63 <= upper + here else 0
    return here + bonus + (100 if is_yahtzee(dice) and card.get("yahtzee") == 50 else 0)


class Game:
    """A game under way: its throws are those of the engine's stream, made here anew."""

    def __init__(self, seed: int, game: int, players: int, rules: str) -> None:
        self.seed, self.game, self.rules = seed, game, rules
        self.cards: list[Card] = [{} for _ in range(players)]
        self.scores = [0] * players
        self.turn, self.throws = 0, 0
        self.dice: Dice = ()
        self.throw(())

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.turn % len(self.cards)

    @property
    def is_over(self) -> bool:
        """Whether all cards are full."""
        return self.turn == len(BOXES[self.rules]) * len(self.cards)

    def throw(self, kept: Dice) -> None:
        """Throw the dice that are not kept."""
        new = dice_of(self.seed, self.game, 3 * self.turn + self.throws)
        self.dice = tuple(sorted([*kept, *new[: 5 - len(kept)]]))
        self.throws += 1

    def moves(self) -> list[str]:
        """All legal moves, as people write them."""
        boxes = allowed(self.dice, self.cards[self.player], self.rules)
        kept = keeps(self.dice) if self.throws < 3 else set()
        return boxes + [f"keep {' '.join(map(str, some)) or 'none'}" for some in kept]

    def play(self, move: str) -> None:
        """Make a move."""
        if move.startswith("keep"):
            self.throw(tuple(int(word) for word in move.split()[1:] if word != "none"))
            return
        card = self.cards[self.player]
        self.scores[self.player] += gained(move, self.dice, card, self.rules)
        card[move] = scored(move, self.dice, card, self.rules)
        self.turn, self.throws = self.turn + 1, 0
        if not self.is_over:
            self.throw(())


def value(card: Card, rules: str) -> float:
    """The points still to come on average, if the boxes that are free are filled at best."""
    if len(card) == len(BOXES[rules]):
        return 0.0

    @cache
    def after(box: str, here: int) -> float:
        return value({**card, box: here}, rules)

    @cache
    def have(dice: Dice, left: int) -> float:
        most = max(
            gained(box, dice, card, rules) + after(box, scored(box, dice, card, rules))
            for box in allowed(dice, card, rules)
        )
        return max([most, *(keep(kept, left) for kept in keeps(dice) if left)])

    @cache
    def keep(kept: Dice, left: int) -> float:
        return sum(chance * have(dice, left - 1) for dice, chance in thrown(kept))

    return keep((), 3)


def thrown(kept: Dice) -> Iterator[tuple[Dice, float]]:
    """What can lie after the other dice are thrown, each with its chance."""
    yield from _outcomes(kept).items()


@cache
def _outcomes(kept: Dice) -> dict[Dice, float]:
    number = 5 - len(kept)
    found = Counter(tuple(sorted((*kept, *new))) for new in product(range(1, 7), repeat=number))
    return {dice: count / 6**number for dice, count in found.items()}
