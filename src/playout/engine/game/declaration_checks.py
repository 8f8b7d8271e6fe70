"""Checks of the declaration of a game: a sentence says what is missing or does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.chance.rng import MOST_SEATS
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
from playout.engine.words.question_texts import QuestionText, option_of
from playout.engine.words.reading import brief, check_declared, check_words

if TYPE_CHECKING:
    from playout.engine.game.game import Game

OPTIONS = "options"  # key in the metadata of a view's type: the options that it has
MOST_KINDS = 30  # of moves


def check_names(game: Game) -> None:
    """Raise PlayoutError for fields of a wrong type, and for options or measures of one name."""
    where, several = f"game '{game.name}'", ((tuple, list), "a list")
    check_declared(where, game, type(game), options=several, measures=several)
    check_options(game.name, game.options)
    for option in game.options:
        if option.name == "players" and not 1 <= option.low <= option.high <= MOST_SEATS:
            raise PlayoutError(
                f"{where}, option 'players': {option.low} to {option.high}: a table has 1 to "
                f"{MOST_SEATS} seats"
            )
    check_measures(game.name, game.measures)
    if not game.measures:
        raise PlayoutError(f"{where}: at least one measure is needed")
    rates = [rate for measure in game.measures for rate in measure.rates]
    for what, parts in (("option", game.options), ("measure", [*game.measures, *rates])):
        names = [part.name for part in parts]
        for name in names:
            if names.count(name) > 1:
                raise PlayoutError(f"{where} has two {what}s named '{name}'")
            if used := column_of(name, [*game.measures, *rates]):
                raise PlayoutError(
                    f"{where}, {what} '{name}': the table of a run has a column of that name, for "
                    f"{used}"
                )


def _check_moves(where: str, moves: object) -> None:
    """Raise PlayoutError for names of moves that people cannot tell apart."""
    names: Any = moves
    if isinstance(moves, Mapping):
        if not all(type(number) is int and 0 <= number < 2**63 for number in moves):
            raise PlayoutError(
                f"{where}: moves = {brief(repr(moves))}: must be a dict of names by the numbers of "
                f"moves, such as {{0: 'pass', 12: 'queen'}}"
            )
        names = tuple(moves.values())
    check_words(f"{where}: moves", names)
    if not all(map(str.strip, names)) or len({*names}) < len(names):
        raise PlayoutError(f"{where}: moves = {brief(names)}: each needs its own name")


def _check_questions(game: Game) -> None:
    """Raise PlayoutError if a question in words cannot be read, or names no option of the game."""
    where = f"game '{game.name}', questions"
    for one in game.questions:
        check_declared(where, one, QuestionText, fields=(Mapping, "a dict of values by field"))
        try:
            blanks = one.blanks
        except ValueError as error:
            raise PlayoutError(
                f"{where}: {brief(repr(one.text))}: {error}; a blank is written as {{a.hand}}"
            ) from None
        for name in filter(option_of, {*blanks, *one.fields}):
            option, given = game.option(option_of(name)), one.fields.get(name, ())
            for value in given if isinstance(given, list | tuple) else [given]:
                option.read(value)


def check_parts(game: Game) -> None:
    """Raise PlayoutError if the parts of the declaration do not fit together."""
    where = f"game '{game.name}'"
    if not 0 < game.version < 2**31:
        raise PlayoutError(
            f"{where}: version = {brief(repr(game.version))}: must be a whole number from 1 on"
        )
    if not callable(game.moves):
        _check_moves(where, game.moves)
    if game.resolve is not dict:
        check_signature(where, "resolve", game.resolve, ("values",))
    if game.exact is not None:
        check_signature(where, "exact", game.exact, ("rules", "players"))
    if game.exact_moves is not None:
        wanted = ("view", "rules", "players", "measure")
        check_signature(where, "exact_moves", game.exact_moves, wanted)
    for measure in game.measures:
        if measure.seat is not None and not 0 <= measure.seat < game.seats:
            problem = f"measure '{measure.name}': seat = {measure.seat}"
            raise PlayoutError(f"{where}, {problem}: must be from 0 to {game.seats - 1}")
    _check_teams(game)
    _check_questions(game)
    _check_drawing(game)
    check_module(_part(game, "encoding"), game.encoding, Encoding, optional=True)
    hooks = {"splitting": Splitting, "hints": Hints, "vectors": Vectors}
    for part, protocol in hooks.items():
        if (module := getattr(game, part)) is not None:
            check_module(_part(game, part), module, protocol)
            if not game.compiled:
                raise PlayoutError(f"{_part(game, part)} need rules that are compiled")
    check_module(_part(game, "hints"), game.hints, MoreHints, optional=True)
    check_module(_part(game, "vectors"), game.vectors, MoreVectors, optional=True)
    if game.belief and not game.compiled:
        raise PlayoutError(f"{_part(game, 'belief')} needs rules that are compiled")
    if game.compiled:
        _check_compiled(game)


def _check_teams(game: Game) -> None:
    """Raise PlayoutError if no number of players can form the teams of a game."""
    teams, players = game.teams, game.option("players")
    if not teams:
        return
    where = f"game '{game.name}': teams = {brief(repr(teams))}"
    if game.cooperative:
        raise PlayoutError(f"{where}: cooperative, which is one team of all, excludes teams")
    if teams < 2:
        raise PlayoutError(f"{where}: must be at least 2 teams, or 0 if each seat is for itself")
    if not any(teams < n and n % teams == 0 for n in range(players.low, players.high + 1)):
        raise PlayoutError(
            f"{where}: partners need a number of players that {teams} divides, such as "
            f"{2 * teams}, but players is {players.low} to {players.high}"
        )


def _check_drawing(game: Game) -> None:
    """Raise PlayoutError if functions of the drawing are missing or do not fit together."""
    where, drawing = _part(game, "drawing"), game.drawing
    for protocol in (DrawingFunctions, PositionFunctions, TableFunctions, MoveKinds):
        check_module(where, drawing, protocol, optional=True)
    for names in (("format_position", "parse_position"), ("MOVE_KINDS", "move_kind")):
        if len([name for name in names if hasattr(drawing, name)]) == 1:
            raise PlayoutError(f"{where} needs both {' and '.join(names)}, or none")
    _check_texts(game, f"{where}: POSITION_TEXTS")
    if not hasattr(drawing, "MOVE_KINDS"):
        return
    kinds = drawing.MOVE_KINDS
    check_words(f"{where}: MOVE_KINDS", kinds)
    if not 0 < len({*kinds}) == len(kinds) <= MOST_KINDS or not all(map(str.strip, kinds)):
        needed = f"1 to {MOST_KINDS} different names are needed"
        raise PlayoutError(f"{where}: MOVE_KINDS = {brief(kinds)}: {needed}")


def _check_texts(game: Game, where: str) -> None:
    """Raise PlayoutError unless attributes are written and read by two functions each."""
    texts: Any = getattr(game.drawing, "POSITION_TEXTS", {})
    pairs = texts.values() if isinstance(texts, Mapping) else [()]
    if not all(isinstance(one, tuple) and [*map(callable, one)] == [True] * 2 for one in pairs):
        raise PlayoutError(f"{where} must be a dict with two functions, to write and to read, each")


def _part(game: Game, name: str) -> str:
    """Return the beginning of a sentence about a part of the declaration."""
    return f"game '{game.name}': its {name}"


def _check_compiled(game: Game) -> None:
    """Raise PlayoutError if the module of compiled rules lacks a part."""
    check_module(_part(game, "rules"), game.rules, RuleFunctions)
    check_module(_part(game, "rules"), game.rules, MoreRules, optional=True)
    for name in ("STATE", "VIEW"):
        if not isinstance(getattr(game.rules, name, None), np.dtype):
            raise PlayoutError(f"{_part(game, 'rules')} have no {name}, a NumPy dtype")
        if getattr(game.rules, name).hasobject:
            raise PlayoutError(f"{_part(game, name)} has Python objects: only numbers can be in it")
    for name in ("parameters", "notes", "lookup"):
        if name not in (game.view_dtype.names or ()):
            made = "make it with view_dtype of playout.author"
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
                "from playout.author"
            )
