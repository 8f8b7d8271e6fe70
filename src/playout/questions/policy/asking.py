"""The positions of a table, written one by one: what a strategy does, or the game knows exactly."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from playout.engine.chance.rng import used_of
from playout.engine.match.match import Match
from playout.engine.native.jit import announce
from playout.engine.play.position_fields import position_text, value_of, with_field
from playout.engine.play.positions import parse_position
from playout.engine.solve.solution import Ends, best_of
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed, named
from playout.engine.words.user_code import user_code
from playout.questions.policy.asked import Asked
from playout.questions.policy.axes import Axis
from playout.questions.policy.points import Moves, Points

FEW = 20_000  # positions that are asked about, if the user does not say which
SAMPLE = 200  # positions in which a strategy is asked twice
LOOK = 500  # positions until the clock is looked at


def points_of(asked: Asked) -> tuple[Points, tuple[str, ...], bool, bool] | None:
    """Positions, the fields of the table, whether it has columns, and whether moves are drawn.

    None if the game does not know what is best.  PlayoutError if there is no such table.
    """
    names, has_across = _laid(asked)
    match = _match(asked)
    base = position_text(asked.game, match.state, match.record)
    values = _values(asked, names, base)
    for axis in asked.conditions:
        base = with_field(base, axis.field, axis.text)
    found: list[tuple[tuple[Any, ...], Moves, float, float, float, int]] = []
    wrong: PlayoutError | None = None
    begun, count = time.monotonic(), int(np.prod([len(one) for one in values]))
    with announce(f"examining {count:,} positions of {asked.game.title}"):
        for number, place in enumerate(product(*values)):
            if number % LOOK == 0 and time.monotonic() - begun > asked.seconds:
                example = as_typed("down", f"{names[0].field}=0..90:10")
                raise PlayoutError(
                    f"{number:,} of {count:,} positions took {asked.seconds:,.0f} seconds; name "
                    f"fewer values, such as {example}, or allow more time "
                    f"with {named('seconds')}"
                )
            text = base
            for axis, value in zip(names, place, strict=True):
                text = with_field(text, axis.field, value)
            try:
                match.table.state = parse_position(asked.game, text, match.record, _stream(match))
            except PlayoutError as error:
                wrong = wrong or error
                continue
            if match.is_over or len(match.legal_moves()) < 2:
                continue
            known = _known(asked, match)
            if known is None:
                return None
            found.append((place, *known, match.seat))
    if not found:
        raise wrong or PlayoutError("no seat has a choice in any position with these values")
    columns = [_column([place[k] for place, *_ in found]) for k in range(len(names))]
    patterns = {moves: k for k, moves in enumerate({moves: None for _, moves, *_ in found})}
    best = np.array([patterns[moves] for _, moves, *_ in found], np.int64)
    numbers = np.array([one[2:] for one in found])
    points = Points(columns, best, list(patterns), *numbers.T)
    drawn = asked.of_strategies and _is_drawn(asked, base, names, [place for place, *_ in found])
    return points, tuple(axis.field for axis in names), has_across, drawn


def _laid(asked: Asked) -> tuple[list[Axis], bool]:
    """The fields down, across, and of thresholds, and whether there is one across."""
    usual = asked.usual
    down, across, threshold = asked.axes
    fixed = {axis.field for axis in asked.conditions}
    taken = fixed | {axis.field for axis in (down, across, threshold) if axis}

    def own(name: str) -> Axis | None:
        several = name in usual.values and len(usual.values[name](asked.rules)) > 1
        return Axis(name) if several and name not in taken else None

    if down is None or down.field == usual.down:
        first = down or own(usual.down)
        second = across or own(usual.across)
        down, across = (first, second) if first else (second, None)
    if threshold is None and not any(
        axis.field == usual.threshold for axis in (down, across) if axis
    ):
        threshold = own(usual.threshold)
    names = [axis for axis in (down, across, threshold) if axis]
    if down is None:
        raise PlayoutError(
            f"{asked.game.title} does not say which positions belong in the table; name a field "
            f"and its values, such as {named('down')} score=0..90:10"
        )
    return names, across is not None


def _values(asked: Asked, names: list[Axis], base: str) -> list[list[Any]]:
    """The values of each field; of fields without given values only some, if there are too many."""
    every: list[list[Any]] = []
    for axis in names:
        if axis.text:
            numbers = None if "," in value_of(base, axis.field) else axis.numbers
            every.append([axis.text] if numbers is None else numbers)
        elif axis.field in asked.usual.values:
            every.append(list(asked.usual.values[axis.field](asked.rules)))
        else:
            raise PlayoutError(f"{axis.field}: add the values to show, as in {axis.field}=0..9")
    given = {axis.field for axis in asked.axes if axis}
    step = 1
    while np.prod([len(one) for one in thinned(every, names, given, step)]) > FEW and step < 10**6:
        step = next(n for n in _nice() if n > step)
    return thinned(every, names, given, step)


def thinned(
    every: list[list[Any]], names: list[Axis], given: set[str], step: int
) -> list[list[Any]]:
    """Every ``step``-th value of the fields down and across without given values, and the last."""
    parts = []
    for k, (axis, values) in enumerate(zip(names, every, strict=True)):
        some = values if axis.field in given or k == 2 else values[::step]
        parts.append(some if some[-1] == values[-1] else [*some, values[-1]])
    return parts


def _nice() -> Iterator[int]:
    return (n * 10**k for k in range(7) for n in (1, 2, 5))


def _match(asked: Asked, repeat: int = 0) -> Match:
    """A match of which the position is changed: of the strategies, or of who plays best."""
    game = asked.game
    seats = range(len(asked.players))
    names = [asked.name_of(seat) if asked.of_strategies else asked.usual.exactly for seat in seats]
    options: dict[str, Any] = asked.rules.needed_options()
    return Match(
        game.name, strategy=names, seed=1, repeat=repeat, position=asked.position, **options
    )


def _stream(match: Match) -> Any:
    return match.streams[0]


def _known(asked: Asked, match: Match) -> tuple[Moves, float, float, float] | None:
    """The best moves, their value, how much worse the next one is, and what that is worth.

    Of a strategy only its move is known, and whether that wins at once.
    """
    nothing = float("nan")
    if asked.of_strategies:
        move = match.choose()
        return (move,), 1.0 if _wins(asked, match, move) else nothing, nothing, nothing
    game, measure = asked.game, asked.measure
    assert game.exact_moves is not None
    with user_code(f"game '{game.name}': its exact_moves", game.source):
        known = game.exact_moves(match.view(), match.rules, match.players, measure)
    if not known:
        return None
    sign = measure.sign_for(match.seat)
    worth = {move: Ends.between(known[move], known[move]) for move in match.legal_moves()}
    best = best_of(worth, sign)
    value = worth[best[0]].value
    rest = [sign * (value - ends.value) for move, ends in worth.items() if move not in best]
    lead = min(rest, default=nothing)
    return tuple(best), value, lead, value - sign * lead


def _wins(asked: Asked, match: Match, move: int) -> bool:
    """Whether a move wins the game at once, without any chance."""
    if not (asked.measure.name == "win" and asked.measure.per_seat):
        return False
    seat, drawn = match.seat, used_of(match.streams[0])
    match.play(move)
    is_won = match.is_over and match.outcome()["win"][seat] == 1
    is_won = is_won and used_of(match.streams[0]) == drawn
    match.undo()
    return bool(is_won)


def _is_drawn(asked: Asked, base: str, names: list[Axis], places: list[Any]) -> bool:
    """Whether a strategy makes other moves with other random numbers, as far as a sample says."""
    if not any(player is not None and player.strategy.uses_chance for player in asked.players):
        return False
    matches = [_match(asked, repeat) for repeat in range(3)]
    for place in places[:: max(1, len(places) // SAMPLE)]:
        text = base
        for axis, value in zip(names, place, strict=True):
            text = with_field(text, axis.field, value)
        moves = set()
        for match in matches:
            match.table.state = parse_position(asked.game, text, match.record, _stream(match))
            moves.add(match.choose())
        if len(moves) > 1:
            return True
    return False


def _column(values: list[Any]) -> Any:
    whole = all(isinstance(value, int) for value in values)
    return np.array(values, np.int64 if whole else object)
