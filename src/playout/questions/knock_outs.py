"""Changes of a baseline that are each made alone, as people write them: ``jump=0``, ``greedy``."""

from __future__ import annotations

from collections.abc import Sequence

from playout.engine.find.games import find_game
from playout.engine.game.game import Value
from playout.engine.who.naming import by_name
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_each, read_values
from playout.engine.words.spelling import as_typed, within

KnockOuts = Sequence[tuple[str, Value]]  # what is changed, and to what: ("jump", 0)


def read_knock_outs(game: str, given: object) -> list[tuple[str, Value]]:
    """Read changes from one text or several: "jump=0", "hand=4..6", "seats=a,b", or a strategy.

    A strategy, in the place of that of the baseline, needs no name before it: "greedy",
    "quick:memory=0", "mine.py:bold", or a declared function.
    """
    read: list[tuple[str, Value]] = []
    for one in [] if given is None else read_each("knock_out", given):
        text = by_name(game, one) if callable(one) else one
        if not isinstance(text, str):
            raise _mistaken(one)
        name, equals, value = (part.strip() for part in text.partition("="))
        options = () if equals else find_game(game).options
        if name.replace("-", "_") in {option.name for option in options}:
            raise PlayoutError(f"{as_typed('knock_out', name)}: add the value, as in {name}=...")
        if ":" in name or not equals:
            name, value = "strategy", text
        values = [value.strip()] if name == "seats" else read_values(value, "knock_out")
        if not name or not all(values) or not values:
            raise _mistaken(one)
        name = name.replace("-", "_")
        with within("knock_out"):
            for value in values if name not in ("strategy", "seats") else ():
                find_game(game).option(name).read(value)
        read += [(name, value) for value in values]
    return read


def _mistaken(given: object) -> PlayoutError:
    return PlayoutError(
        f"{as_typed('knock_out', given)}: must be a change of one rule, such as jump=0, or another "
        "strategy, such as quick:memory=0"
    )
