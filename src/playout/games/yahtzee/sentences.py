"""What happens in Yahtzee, and what can be done, in words for people at a table."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playout.games.yahtzee.boxes import BOXES, FACES, NAMES
from playout.games.yahtzee.rules import KEEP, MOST_THROWS
from playout.kits.dice_pictures import dice_text


def kept(move: int) -> list[int]:
    """The faces that a move keeps, rising; none if it is no such move."""
    return [face + 1 for face in range(FACES) for _ in range((move - KEEP) // 6**face % 6)]


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did: dice kept, or points written into a box."""
    player = int(before.player)
    if move >= BOXES:
        faces = kept(move)
        held = f"held {dice_text(faces)}, " if faces else ""
        thrown = Counter(map(int, after.dice)) - Counter(faces)
        return [(player, f"{held}threw {dice_text(sorted(thrown.elements()))}")]
    points = int(after.points[player, move])
    bonus = int(after.scores[player]) - int(before.scores[player]) - points
    word = "point" if points == 1 else "points"
    done = f"wrote {points} {word} for {NAMES[move]} ({dice_text(before.dice)})"
    return [(player, f"{done}, got a bonus of {bonus}" if bonus else done)]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    left = MOST_THROWS - int(state.throws)
    if left == 0:
        return "Choose a box for your dice."
    throws = "one throw is" if left == 1 else "two throws are"
    return f"Hold dice and throw the others, or choose a box; {throws} left."
