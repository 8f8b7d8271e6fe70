"""Checks of hidden information: that it stays hidden, and that worlds are dealt as by the rules.

A world is another state of which a seat sees the same (Match.world).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import repeat
from random import Random
from typing import Any

import numpy as np
from scipy.stats import binom, norm

from playout.engine.chance.rng import STREAM, WORLD, start
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.play.batch import restore, snapshot
from playout.engine.play.hints import hint_functions
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.testing.case import Case, Check, counted, is_same
from playout.testing.games import LOOKS, check_conserved, chose_twice
from playout.testing.report import Fault, NoTime, Unchecked

GAMES = 2_000  # whose worlds are counted, at most
NUMBERS = 4_000_000  # that are kept of them, at most
CUTS = 32  # numbers at which values are split, at most
SPLITS = np.arange(CUTS) / CUTS
SURE = 1e-6  # how likely it is that anything is found where worlds are dealt as the rules deal
ENOUGH = 0.5  # a smaller difference of rates must show, else worlds are not checked
PAIRS = 1_000  # of numbers that are compared with each other, at most
FAR = 64  # moves that a world is played on, at most

Shown = dict[str, float]  # numbers by the places where they show


def hides(case: Case, games: int = 200) -> str:
    """Check that hidden information changes neither a seat's view nor its strategy's moves."""
    change = _another_world(case)
    chance, rules = Random(1), case.rules.record()
    looked, seats = 0, int(case.rules["players"])
    for match in case.turns(case.watch.many(5 * LOOKS), games=games, first=5):
        if chance.random() >= 0.2:
            continue
        looked += 1
        for seat in range(seats):
            before = snapshot(match.table)
            view = match.view(seat).copy()
            is_to_move = seat == match.seat
            if is_to_move:
                move, moves = match.choose(), match.legal_moves()
                if (again := match.choose()) != move:
                    case.fault(match, chose_twice(match, move, again))
            restore(match.table, before)
            change(match, rules, seat, view, chance)
            check_conserved(case, match)
            if not is_same(match.view(seat).copy(), view):
                case.fault(match, f"what is hidden changes what seat {nth(seat)} sees")
            if is_to_move and match.legal_moves() != moves:
                case.fault(match, f"what is hidden changes the legal moves of seat {nth(seat)}")
            if is_to_move and match.choose() != move:
                case.fault(match, f"what is hidden changes the move of seat {nth(seat)}")
            told = _told(case, match, seat)
            change(match, rules, seat, view, chance)
            for name, again in _told(case, match, seat).items():
                if again != told.get(name, again):
                    case.fault(
                        match, f"what is hidden changes the {name} that seat {nth(seat)} sees"
                    )
            restore(match.table, before)
    return f"{counted(looked, 'position')} of {counted(case.watch.games, 'game')}"


def _told(case: Case, match: Match, seat: int) -> dict[str, Any]:
    """Return the picture and the position that the drawing makes for a seat, if it has them."""
    drawing, state, rules = case.game.drawing, match.state, match.rules.record()
    told: dict[str, Any] = {}
    with case.blaming(match):
        if hasattr(drawing, "seen"):
            told["picture"] = drawing.seen(state, rules, seat, 350.0)
        if hasattr(drawing, "known_position") and not match.is_over:
            with suppress(PlayoutError):  # a world has no past, which a text may need
                told["position"] = drawing.known_position(state, rules, seat)
    return told


def _another_world(case: Case) -> Any:
    """Return a function that gives a match another state with the same view for a seat."""
    if (hide := case.hook("hide")) is not None:
        return lambda match, rules, seat, view, chance: hide(match.state, rules, seat, chance)
    determinize, stream = _determinize(case), new_record(STREAM)

    def deal_another(match: Match, rules: Any, seat: int, view: Any, chance: Random) -> None:
        start(stream, case.seed, chance.randrange(2**31), WORLD)
        compiled = case.game.compiled
        state = new_record(case.game.state_dtype) if compiled else case.game.rules.new_state()
        with case.blaming(match):
            determinize(view, rules, stream, state)
        match.table.state = state

    return deal_another


def _determinize(case: Case) -> Any:
    """The function that deals worlds."""
    if (determinize := getattr(case.game.rules, "determinize", None)) is None:
        raise Unchecked("the game has no determinize(view, rules, stream, state)")
    return determinize


def deals_as_likely(case: Case) -> str:
    """Check that `determinize` deals with the chances of the rules.

    A game and one world of it, as a seat knows it before another seat has moved, are two draws from
    the same distribution; so each is as likely as the other to have the higher number in anything
    that shows later: in what other seats see, in what all see as the game goes on, in its outcome.
    That is a sign test over games, each giving one pair; it is exact, however many numbers hang
    together.  Later, moves of others tell more than the rules do, and are left out.
    """
    _determinize(case)
    if hint_functions(case.game, compiled=False)["places"](case.rules.record()) > 0:
        raise Unchecked("players tell each other what they hold, which the rules do not deal")
    case.need_time(2)
    seats, pairs = int(case.rules["players"]), list[tuple[Shown, Shown]]()
    numbers, chance, number = 0, Random(1), 0
    while number < case.watch.many(GAMES) and numbers < NUMBERS and not case.watch.is_late():
        seat, match = chance.randrange(seats), case.match(number)
        for _ in range(chance.randrange(12)):
            if match.is_over or match.seat != seat:
                break
            case.step(match)
        number += 1
        if match.is_over:
            continue
        with case.blaming(match):
            world = match.world(seat, seed=case.seed)
        pairs.append((_shown(case, match, seat), _shown(case, world, seat)))
        numbers += 2 * len(pairs[-1][0])
    if not pairs:
        raise NoTime("there was no time")
    return f"{_compared(pairs, chance)} (worlds of {counted(len(pairs), 'game')})"


def _shown(case: Case, match: Match, seat: int) -> Shown:
    """Return the numbers that a game shows, by their place; the game is played on."""
    shown: Shown = {}
    every = range(int(case.rules["players"]))
    for made in range(FAR + 1):
        if made & (made - 1) == 0:  # 0, 1, 2, 4, 8, ... moves later
            after = f", {made} move{'' if made == 1 else 's'} later" if made else ""
            for other in every:
                if made or other != seat:
                    for place, number in _numbers(match.view(other)):
                        shown[f"view{place} of seat {nth(other)}{after}"] = number
        if match.is_over:
            break
        case.step(match)
    for measure, first in zip(case.game.measures, case.game.columns, strict=True):
        for k in every if measure.per_seat else [0]:
            of_seat = f" of seat {nth(k)}" if measure.per_seat else ""
            shown[f"the measure {measure.name}{of_seat}"] = match.columns()[first + k]
    return shown


def _numbers(value: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """The numbers in a view, each with its place; what is no number has one that stands for it."""
    if isinstance(value, np.ndarray) and value.dtype.names is None:
        value = value.tolist()
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=repr)
    if isinstance(value, np.void):
        parts = [(f".{name}", value[name]) for name in value.dtype.names or () if name != "notes"]
    elif isinstance(value, Mapping):
        parts = [(f"[{key!r}]", part) for key, part in value.items()]
    elif isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, (str, bytes)):
        yield f"{place} (length)", len(value)
        parts = [(f"[{k}]", part) for k, part in enumerate(value)]
    elif hasattr(value, "__dict__"):
        parts = [(f".{name}", part) for name, part in vars(value).items() if name != "notes"]
    else:
        is_number = isinstance(value, (bool, int, float, np.number, np.bool_))
        yield place, float(value if is_number else zlib.crc32(repr(value).encode()))
        return
    for name, part in parts:
        yield from _numbers(part, f"{place}{name}")


def _compared(pairs: list[tuple[Shown, Shown]], chance: Random) -> str:
    """Compare games with worlds in words; Fault where they differ for sure."""
    places = sorted({place for pair in pairs for shown in pair for place in shown})
    games, worlds = (
        np.array([[shown.get(place, -np.inf) for place in places] for shown in column])
        for column in zip(*pairs, strict=True)
    )
    columns = np.flatnonzero((games != worlds).any(axis=0))
    if not len(columns):
        return "the same as the games"
    places = [places[column] for column in columns]
    games, worlds = games[:, columns], worlds[:, columns]
    # Two numbers of a view may each be right, and not go together as they should.
    views: dict[str, list[int]] = {}
    for column, place in enumerate(places):
        views.setdefault(place.rpartition(" of seat ")[2], []).append(column)
    several = [view for view in views.values() if len(view) > 1]
    picked = (chance.sample(chance.choice(several), 2) for _ in range(PAIRS if several else 0))
    two = sorted({(min(pair), max(pair)) for pair in picked})
    alone = len(places)
    places += [f"{places[one]}, compared with {places[other]}," for one, other in two]
    games, worlds = (
        np.column_stack([numbers, *(_order(numbers[:, i], numbers[:, k]) for i, k in two)])
        for numbers in (games, worlds)
    )
    tests, found = 0, [(1.0, 0, 0.0)]  # how likely it is, the place, and up to which number
    for column in range(len(places)):
        cuts = _cuts(np.concatenate((games[:, column], worlds[:, column])))
        game, world = games[:, column] <= cuts[:, None], worlds[:, column] <= cuts[:, None]
        only_game, only_world = (game & ~world).sum(axis=1), (world & ~game).sum(axis=1)
        likely = 2 * binom.cdf(np.minimum(only_game, only_world), only_game + only_world, 0.5)
        tests += len(cuts)
        found += zip(likely.tolist(), repeat(column), cuts.tolist())
    likely, column, cut = min(found)
    if likely * tests < SURE:
        of_games, of_worlds = ((numbers[:, column] <= cut).mean() for numbers in (games, worlds))
        is_low = f"is at most {cut:g}"
        if column >= alone:  # two numbers, of which one is lower (-1), or both are equal (0)
            is_low = "is lower" if cut < 0 else "is not higher"
        raise Fault(
            f"worlds are not dealt as the rules deal: {places[column]} {is_low} in "
            f"{of_worlds:.1%} of the worlds, and in {of_games:.1%} of the games (determinize, in "
            f"{counted(len(pairs), 'game')})"
        )
    # What would have been seen of a number that differs in every second pair.
    shown = norm.isf(SURE / tests / 2) / np.sqrt(2 * len(pairs))
    if shown >= ENOUGH:
        raise NoTime(
            f"there was no time for more than {counted(len(pairs), 'game')}, which show too little",
            times=1.5 * (shown / ENOUGH) ** 2,
        )
    return f"no rate differs by {100 * shown:.0f} points or more"


def _order(one: Any, other: Any) -> Any:
    """1 where a number is higher than the other, -1 where it is lower, 0 where both are equal."""
    return (one > other).astype(float) - (one < other)


def _cuts(values: Any) -> Any:
    """Numbers that split values: all but the highest, or some of them where there are many."""
    every = np.unique(values)[:-1]
    return every if len(every) <= CUTS else np.unique(np.quantile(every, SPLITS, method="lower"))


CHECKS: dict[str, Check] = {"hidden information": hides, "worlds": deals_as_likely}
"""The checks of what a game hides, by their names, in their order."""
