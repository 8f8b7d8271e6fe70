"""Knock-outs: a baseline, and each of several changes of it made alone, on the same deals.

So one sees what each rule, card, strategy or term is worth, with a row for each and not one for
every combination.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playout.engine.game.game import Game, Value
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed, named
from playout.questions.knock_outs import KnockOuts
from playout.questions.runs.seats import Setup, lay


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
            f"{named('knock_out')}: every change is compared with one baseline, so "
            f"{named(several[0])} must have only one value"
        )
    chosen = {name: values[0] for name, values in choices.items()}
    who = "seats" if "seats" in chosen else "strategy"
    setups = [lay(game, chosen, {}, rotate)]
    for name, value in knock_outs:
        if name in ("strategy", "seats") and name != who:
            raise PlayoutError(
                f"{as_typed('knock_out', f'{name}={value}')}: the baseline has {who}, so write "
                f"{who}="
            )
        setup = lay(game, {**chosen, name: value}, {}, rotate)
        for other in setups:
            if _plays(other) == _plays(setup):
                fault = "the baseline itself" if other is setups[0] else "given twice"
                raise PlayoutError(f"{as_typed('knock_out', f'{name}={value}')}: this is {fault}")
        setups.append(setup)
    names = dict.fromkeys([*setups[0].factors, *(name for name, _ in knock_outs)])
    for setup in setups:
        values = {n: setup.factors[n] if n == who else setup.rules[n] for n in names}
        setup.factors.clear()  # the same factors in the same order in all
        setup.factors.update(values)
    return setups


def _plays(setup: Setup) -> tuple[Any, ...]:
    """Everything that decides its games."""
    players = [(id(player.strategy), player.values) for player in setup.players]
    return setup.rules, tuple(players)
