"""What a reader of a run's table must know: numbers that are so by construction, rows that are
the same games."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

import numpy as np

from playout.engine.find.games import strategies
from playout.engine.game.game import Value
from playout.questions.runs.found import Found
from playout.report.words import head, listed
from playout.stats.tally import Tally


def notes(found: Found) -> list[str]:
    """Sentences below the table."""
    return [*_equal_players(found), *_without_effect(found)]


def _equal_players(found: Found) -> list[str]:
    """That equal players share what there is to win, and how to ask who is better."""
    measure = next((one for one in found.game.measures if one.kind == "share"), None)
    if measure is None:
        return []
    equal = [
        row
        for k, row in enumerate(found.rows)
        if len(row.players) > 1 and found.by_construction(k, measure)
    ]
    if not equal:
        return []
    names = list(dict.fromkeys(row.players[0].reference for row in equal))
    rules = " ".join(equal[0].rules.options())  # the players first
    players, *others = dict.fromkeys(len(row.players) for row in equal)
    command = f"playout tournament {found.game.word} {rules}"
    if len(strategies(found.game.name)) == 1:
        return [
            f"{head(measure.name)}: {found.game.title} has one strategy, so each player has an "
            f"equal share by construction; to see which seat is better: playout run "
            f"{found.game.word} {rules} --by seat"
        ]
    if len(names) > 1:
        better = f"{command} --strategies {quote(','.join(names))}"
        if len(names) == 2:
            one, other = map(quote, names)
            a_or_b = f"--a {one} --b {other} {rules}"
            better += f", or playout compare {found.game.word} {a_or_b}"
    else:
        seats = quote(",".join([names[0], *["OTHER"] * (players - 1)]))
        better = f"{command}, or --seats {seats}"
    if others:
        better += f"; likewise with {listed([f'--players {number}' for number in others])}"
    return [
        f"{head(measure.name)}: where all seats play the same strategy, each has an equal share by "
        f"construction; to see which strategy is better: {better}"
    ]


def _without_effect(found: Found) -> list[str]:
    """Which strategies take no notice of a factor: all their games are the same with each value."""
    factors = found.rows[0].factors
    said = []
    for name in factors:
        if name in ("players", "strategy", "seats", "seat"):
            continue
        unmoved: dict[Value, bool] = {}
        for members in _alike(found, name):
            first = found.rows[members[0]].factors
            who = first.get("seats", first["strategy"])
            same = len(members) > 1 and _same([found.tallies[k] for k in members])
            unmoved[who] = unmoved.get(who, True) and same
        if names := [str(who) for who, same in unmoved.items() if same]:
            said.append(
                f"In these games {listed(names)} played the same whatever {head(name)} was: all "
                "counts are equal."
            )
    return said


def _alike(found: Found, name: str) -> list[list[int]]:
    """Rows that differ in one factor alone, put together."""
    groups: dict[tuple[Value, ...], list[int]] = {}
    for k, row in enumerate(found.rows):
        key = tuple(value for other, value in row.factors.items() if other != name)
        groups.setdefault(key, []).append(k)
    return list(groups.values())


def _same(tallies: Sequence[Tally]) -> bool:
    """Whether all that was counted is equal, and it is enough that this is no chance."""
    first, *others = (tally.arrays() for tally in tallies)
    return tallies[0].games >= _ENOUGH and all(
        len(one) == len(other) and bool(np.array_equal(one, other))
        for arrays in others
        for one, other in zip(first, arrays, strict=True)
    )


_ENOUGH = 100  # games
