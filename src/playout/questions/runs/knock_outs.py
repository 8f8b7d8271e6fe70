"""Knock-outs: a baseline, and each of several changes of it made alone, on the same deals.

So one sees what each rule, card, strategy or term is worth, with a row for each and not one for
every combination.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playout.engine.game.game import Game, Value
from playout.engine.who.naming import by_name
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief, read_each, read_values
from playout.questions.runs.seats import Setup, lay

KnockOuts = Sequence[tuple[str, Value]]  # what is changed, and to what: ("jump", 0)


def read_knock_outs(game: str, given: object) -> list[tuple[str, Value]]:
    """What changes, from one text or several: "jump=0", "hand=4..6", "seats=a,b", or a strategy.

    A strategy, in the place of that of the baseline, needs no name before it: "greedy",
    "quick:memory=0", "mine.py:bold", or a declared function.
    """
    read: list[tuple[str, Value]] = []
    for one in [] if given is None else read_each("knock_out", given):
        text = by_name(game, one) if callable(one) else one
        if not isinstance(text, str):
            raise _mistaken(one)
        name, equals, value = (part.strip() for part in text.partition("="))
        if ":" in name or not equals:
            name, value = "strategy", text
        values = [value.strip()] if name == "seats" else read_values(value)
        if not name or not all(values) or not values:
            raise _mistaken(one)
        read += [(name.replace("-", "_"), value) for value in values]
    return read


def _mistaken(given: object) -> PlayoutError:
    return PlayoutError(
        f"knock_out = {brief(repr(given))}: a change is needed, as jump=0, or another strategy, as "
        "quick:memory=0"
    )


def lay_all(
    game: Game, choices: Mapping[str, Sequence[Value]], knock_outs: KnockOuts, rotate: bool
) -> list[Setup]:
    """The setups: the baseline, which has the one value of each choice, and each change alone.

    All of them show as a factor whatever a change names.  A default that follows from what is
    changed, as the hand from the players, changes with it.
    """
    several = [name for name, values in choices.items() if len(values) > 1]
    if several:
        raise PlayoutError(
            f"knock_out: the changes are of one baseline, so {several[0]} can have one value only"
        )
    chosen = {name: values[0] for name, values in choices.items()}
    who = "seats" if "seats" in chosen else "strategy"
    setups = [lay(game, chosen, {}, rotate)]
    for name, value in knock_outs:
        if name in ("strategy", "seats") and name != who:
            raise PlayoutError(f"knock_out {name}={value}: the baseline has {who}, so write {who}=")
        setup = lay(game, {**chosen, name: value}, {}, rotate)
        for other in setups:
            if _plays(other) == _plays(setup):
                fault = "the baseline itself" if other is setups[0] else "given twice"
                raise PlayoutError(f"knock_out {name}={value}: that is {fault}")
        setups.append(setup)
    names = dict.fromkeys([*setups[0].factors, *(name for name, _ in knock_outs)])
    for setup in setups:
        values = {n: setup.factors[n] if n == who else setup.rules[n] for n in names}
        setup.factors.clear()  # the same factors in the same order in all
        setup.factors.update(values)
    return setups


def _plays(setup: Setup) -> tuple[Any, ...]:
    """All that decides its games."""
    players = [(id(player.strategy), player.values) for player in setup.players]
    return setup.rules, tuple(players)
