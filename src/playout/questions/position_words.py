"""The condition of an answer about a position, in the game's own words.

A position as text is ``scores=80,90 turn_total=10 player=1``; a sentence says ``scores 80 and 90,
turn total 10, seat 2 to move``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from playout.engine.game.game import Game, Measure, Rules
from playout.engine.words.numbering import nth
from playout.report.words import head, listed

LONGEST = 80  # characters of a position in a sentence
MOST_ITEMS = 6  # numbers of a list in a sentence
TO_MOVE = ("player", "seat")  # fields that usually hold the seat to move
CHANCE = "chance"  # how many random numbers were drawn: no field
_NUMBERS = re.compile(r"-?[0-9]+(,-?[0-9]+)*")

Phrase = str | Callable[[str], str]


def in_words(
    rules: Rules,
    position: str,
    to_move: str = "",
    is_whole: bool = False,
    with_seats: bool = False,
) -> str:
    """A position in words, and then who is ``to_move``; "" if it is too long for a sentence.

    If the position ``is_whole``, some games also say what a field means that is left out.
    ``with_seats`` names the seat of each number, if there is room: ``scores 80 for seat 1 and``.
    """
    fields = dict(word.split("=", 1) for word in position.split() if "=" in word)
    fields.pop(CHANCE, None)
    if is_whole:
        left_out = [name for name, phrase in _phrases(rules.game).items() if callable(phrase)]
        fields = {**dict.fromkeys(left_out, ""), **fields}
    parts = [field_in_words(rules, name, value, with_seats) for name, value in fields.items()]
    if not all(part is not None for part in parts):
        return ""
    text = ", ".join(filter(None, [*parts, to_move]))
    if len(text) > LONGEST and with_seats:
        return in_words(rules, position, to_move, is_whole)
    return text if len(text) <= LONGEST else ""


def field_in_words(rules: Rules, name: str, value: str, with_seats: bool = False) -> str | None:
    """A field of a position in words; "" for one that goes without saying, None if it is long."""
    phrase = _phrases(rules.game).get(name, "" if name in TO_MOVE else f"{head(name)} {{}}")
    if callable(phrase):
        return phrase(value)
    if not phrase:
        return ""
    if value in ("True", "False"):  # a flag that is not set goes without saying
        return head(name) if value == "True" else ""
    items = value.split(",")
    if not _NUMBERS.fullmatch(value):
        return None
    if "{seats}" in phrase:
        items += ["0"] * (int(rules["players"]) - len(items))
    if len(items) > MOST_ITEMS:
        return None
    if with_seats and "{seats}" in phrase and len(items) > 1:
        items = [f"{item} for seat {nth(seat)}" for seat, item in enumerate(items)]
    said = listed(items)
    return phrase.format(said, seats=said)


def item_of_seat(game: Game, field: str) -> str:
    """The item of a list that has one for each seat: ``seat 2's score``; "" of other fields."""
    name, _, item = field.partition(".")
    phrase = _phrases(game).get(name, "")
    if callable(phrase) or "{seats}" not in phrase or not item.isdecimal():
        return ""
    return f"seat {nth(int(item))}'s {head(name).removesuffix('s')}"


def _phrases(game: Game) -> Mapping[str, Phrase]:
    """How a game says its fields: by ``IN_WORDS`` of its drawing, or as in its table."""
    own: Mapping[str, Phrase] = getattr(game.drawing, "IN_WORDS", {})
    return {**(game.policy.places if game.policy else {}), **own}


def seat_name(measure: Measure, seat: int) -> str:
    """``seat 2``; ``player 2`` where the measure is the chance of one player."""
    return f"{'seat' if measure.seat is None else 'player'} {nth(seat)}"


def column_name(measure: Measure) -> str:
    """The head of a column of values, with whose they are: ``player 1: win``."""
    whose = "" if measure.seat is None else f"{seat_name(measure, measure.seat)}: "
    return f"{whose}{measure.name}"
