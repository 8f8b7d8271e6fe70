"""The result of a game in a sentence."""

from __future__ import annotations

from playout.engine.words.numbering import nth
from playout.questions.review.asked import Asked
from playout.questions.verbs import outcome
from playout.report.words import capitalised, is_plural, listed, quantity, short


def result_of(asked: Asked) -> str:
    """The result of the game: ``Seat 1 won.``, ``The game was lost.``, ``In the end, ...``."""
    measure, players = asked.measure, int(asked.rules["players"])
    seats = [one.seat for one in asked.decisions] if measure.per_seat else [0]
    ends = {seat: asked.result(seat) for seat in sorted(set(seats))}
    is_sure = len(ends) == 1 and set(ends.values()) <= {0, 1}
    if measure.name == "win" and is_sure and (asked.seat is not None or not measure.per_seat):
        ((seat, end),) = ends.items()
        is_shared = asked.game.cooperative or not measure.per_seat
        who = "The game was" if is_shared else f"Seat {nth(seat)}"
        who = who if measure.seat is None else f"Player {nth(measure.seat)}"
        return f"{who} {'won' if end else 'lost'}."
    if measure.name == "win" and measure.per_seat:
        winners = winners_of(asked)
        if is_one_side(asked, winners):
            return f"{capitalised(_seats(winners))} won."
        return f"Seats {listed(winners)} shared the win." if winners else "No seat won."
    if measure.is_rate and is_sure:
        return f"The outcome was {'' if ends.popitem()[1] else 'not '}{outcome(measure)}."
    amounts = [
        f"{f'{100 * end:.4g} %' if measure.is_rate else short(end, 6)}"
        f"{f' for seat {nth(seat)}' if measure.per_seat and players > 1 else ''}"
        for seat, end in ends.items()
    ]
    better = ""
    if measure.wanted == "lowest":
        better = f" ({'fewer are' if is_plural(measure) else 'less is'} better)"
    winners = winners_of(asked) if measure.per_seat and players > 1 else []
    is_alone = is_one_side(asked, winners)
    begin = f"{capitalised(_seats(winners))} won: " if is_alone else "In the end, "
    return f"{begin}{quantity(measure)} was {listed(amounts)}{better}."


def _seats(winners: list[str]) -> str:
    return f"seat{'s' * bool(winners[1:])} {listed(winners)}"


def is_one_side(asked: Asked, winners: list[str]) -> bool:
    """Whether these seats have won without sharing: one, or partners."""
    return len({int(seat) % asked.rules.sides for seat in winners}) == 1


def winners_of(asked: Asked) -> list[str]:
    """The seats that won, if each can win by itself."""
    win = next((one for one in asked.game.measures if one.name == "win" and one.per_seat), None)
    if win is None:
        return []
    first, players = asked.game.column(win), int(asked.rules["players"])
    return [str(nth(seat)) for seat in range(players) if asked.outcome[first + seat]]
