"""What the declaration of a game must have: a sentence says what is missing or does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game.measures import check_measures, column_of
from playout.engine.game.options import check_options
from playout.engine.game.protocols import (
    DrawingFunctions,
    Encoding,
    Hints,
    MoreHints,
    MoreRules,
    MoreVectors,
    MoveKinds,
    PositionFunctions,
    RuleFunctions,
    Splitting,
    TableFunctions,
    Vectors,
    check_module,
    check_signature,
    functions_of,
)
from playout.engine.native.jit import COMPILING
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief, check_text, check_words

if TYPE_CHECKING:
    from playout.engine.game.game import Game

OPTIONS = "options"  # in the metadata of a view's type: the options that it has
MOST_VERSION = 2**31 - 1  # of a game's behaviour
MOST_KINDS = 30  # of moves


def check_names(game: Game) -> None:
    """Raise PlayoutError if options or measures are missing, or have the same name."""
    where = f"game '{game.name}'"
    for part in ("options", "measures", "strategies"):
        if not isinstance(value := getattr(game, part), tuple | list):
            told = f"{part} = {brief(repr(value))}: a list is needed"
            raise PlayoutError(f"{where}: {told}")
    check_options(game.name, game.options)
    check_measures(game.name, game.measures)
    if not game.measures:
        raise PlayoutError(f"{where}: at least one measure is needed")
    rates = [rate for measure in game.measures for rate in measure.rates]
    for kind, named in (("option", game.options), ("measure", [*game.measures, *rates])):
        names = [one.name for one in named]
        for name in names:
            if names.count(name) > 1:
                raise PlayoutError(f"{where} has two {kind}s named '{name}'")
            if told := column_of(name, [*game.measures, *rates]):
                raise PlayoutError(
                    f"{where}, {kind} '{name}': the table of a run has a column of that name, for "
                    f"{told}"
                )


def check_parts(game: Game) -> None:
    """Raise PlayoutError if the parts of the declaration do not fit together."""
    where, own = f"game '{game.name}'", {"resolve": ("values",), "exact": ("rules", "players")}
    for part in ("title", "summary"):
        check_text(f"{where}: {part}", getattr(game, part))
    check_words(f"{where}: moves", game.moves)
    if type(game.version) is not int or not 0 < game.version <= MOST_VERSION:
        told = f"version = {brief(repr(game.version))}: a whole number from 1 on is needed"
        raise PlayoutError(f"{where}: {told}")
    for part in ("cooperative", "compiled", "chance_in_play"):
        if type(value := getattr(game, part)) is not bool:
            raise PlayoutError(f"{where}: {part} = {brief(repr(value))}: True or False is needed")
    if not all(map(str.strip, game.moves)) or len({*game.moves}) < len(game.moves):
        raise PlayoutError(f"{where}: moves = {brief(game.moves)}: each needs its own name")
    for part, wanted in own.items():
        if (function := getattr(game, part)) not in (None, dict):
            check_signature(where, part, function, wanted)
    for measure in game.measures:
        if measure.seat is not None and not 0 <= measure.seat < game.seats:
            told = f"measure '{measure.name}': seat = {measure.seat}"
            raise PlayoutError(f"{where}, {told}: allowed are 0 to {game.seats - 1}")
    for protocol in (DrawingFunctions, PositionFunctions, TableFunctions):
        check_module(_part(game, "drawing"), game.drawing, protocol, optional=True)
    _check_kinds(game)
    if hasattr(game.drawing, "format_position") != hasattr(game.drawing, "parse_position"):
        raise PlayoutError(
            f"{_part(game, 'drawing')} needs both format_position and parse_position, or none"
        )
    hooks = {"splitting": Splitting, "hints": Hints, "vectors": Vectors}
    for part, hook in hooks.items():
        if (module := getattr(game, part)) is not None:
            check_module(_part(game, part), module, hook)
            if hook is Hints:
                check_module(_part(game, part), module, MoreHints, optional=True)
            if not game.compiled:
                raise PlayoutError(f"{_part(game, part)} need rules that are compiled")
    if game.belief and not game.compiled:
        raise PlayoutError(f"{_part(game, 'belief')} needs rules that are compiled")
    check_module(_part(game, "vectors"), game.vectors, MoreVectors, optional=True)
    check_module(_part(game, "encoding"), game.encoding, Encoding, optional=True)
    if game.compiled:
        _check_compiled(game)


def _check_kinds(game: Game) -> None:
    """Raise PlayoutError if the kinds of moves, which a drawing may tell apart, are none."""
    part, kinds = _part(game, "drawing"), getattr(game.drawing, "MOVE_KINDS", None)
    check_module(part, game.drawing, MoveKinds, optional=True)
    if (kinds is not None) != hasattr(game.drawing, "move_kind"):
        raise PlayoutError(f"{part} needs both MOVE_KINDS and move_kind, or none")
    if kinds is None:
        return
    check_words(f"{part}: MOVE_KINDS", kinds)
    if not 0 < len({*kinds}) == len(kinds) <= MOST_KINDS or not all(map(str.strip, kinds)):
        told = f"1 to {MOST_KINDS} names that differ are needed"
        raise PlayoutError(f"{part}: MOVE_KINDS = {brief(kinds)}: {told}")


def _part(game: Game, name: str) -> str:
    """The beginning of a sentence about a part of the declaration."""
    return f"game '{game.name}': its {name}"


def _check_compiled(game: Game) -> None:
    """Raise PlayoutError if the module of the rules lacks what compiled rules have."""
    check_module(_part(game, "rules"), game.rules, RuleFunctions)
    check_module(_part(game, "rules"), game.rules, MoreRules, optional=True)
    for name in ("STATE", "VIEW"):
        if not isinstance(getattr(game.rules, name, None), np.dtype):
            raise PlayoutError(f"{_part(game, 'rules')} have no {name}, a NumPy dtype")
        if getattr(game.rules, name).hasobject:
            raise PlayoutError(f"{_part(game, name)} has Python objects: only numbers can be in it")
    for name in ("parameters", "notes", "lookup"):
        if name not in (game.view_dtype.names or ()):
            made = "make it with playout.engine.game.view_dtype"
            raise PlayoutError(f"{_part(game, 'VIEW')} has no field {name}; {made}")
    if not isinstance(getattr(game.rules, "MOST_LEGAL", None), int):
        raise PlayoutError(
            f"{_part(game, 'rules')} have no MOST_LEGAL, the most moves of one position"
        )
    known: Mapping[str, Any] = game.view_dtype.metadata or {}
    for name in known.get(OPTIONS, ()):  # of a view of `open_view`
        game.option(name)
    for name in functions_of(RuleFunctions) if COMPILING else ():
        if not hasattr(getattr(game.rules, name), "py_func"):
            raise PlayoutError(
                f"{_part(game, 'rules')} are compiled, and {name} is not: write @jit above it, "
                "from playout.engine.jit"
            )
