"""Whose decisions are judged: the seats, and how a sentence names them."""

from __future__ import annotations

from collections.abc import Iterable

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions.mistakes.asked import Asked
from playout.report.words import listed


def other_seats(asked: Asked) -> list[int]:
    """Those of these seats that do not play as the reviewer does."""
    judge = asked.reviewer.reference
    return [seat for seat in asked.judged_seats if asked.players[seat].reference != judge]


def are_several(asked: Asked) -> bool:
    """Whether the decisions of several players are judged who play against each other."""
    return len(asked.judged_seats) > 1 and not asked.game.cooperative


def who_is_judged(asked: Asked) -> str:
    """Whose decisions are judged: ``the strategy a in seat 1 (against b in seat 2)``."""
    players = [player.reference for player in asked.players]
    if asked.seat is None:
        is_one = len(set(players)) == 1
        if not are_several(asked):
            return f"the {'strategy' if is_one else 'team'} {line_up(asked.players)}"
        every = "both players" if len(players) == 2 else f"all {len(players)} players"
        one = f"{every} (strategy {players[0]})"
        return f"{one if is_one else in_seats(asked, range(len(players)))} together"
    who = f"the strategy {players[asked.seat]} in seat {nth(asked.seat)}"
    others = [k for k, name in enumerate(players) if name != players[asked.seat]]
    if not others:
        return who
    sides = 1 if asked.game.cooperative else asked.rules.sides
    own = [k for k in others if (k - asked.seat) % sides == 0]
    rest = [k for k in others if k not in own]
    told = [f"{word} {in_seats(asked, k)}" for word, k in (("with", own), ("against", rest)) if k]
    return f"{who} ({', '.join(told)})"


def in_seats(asked: Asked, seats: Iterable[int]) -> str:
    """The strategies in some seats: ``random in seat 1 and hold in seats 2 and 3``."""
    seats_of: dict[str, list[str]] = {}
    for seat in seats:
        seats_of.setdefault(asked.players[seat].reference, []).append(str(nth(seat)))
    each = [
        f"{name} in {'seat' if len(of) == 1 else 'seats'} {listed(of)}"
        for name, of in seats_of.items()
    ]
    return listed(each)
