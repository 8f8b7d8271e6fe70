"""A position as one line of text, for every game, both ways.

A position is everything of a state that still matters: words ``name=value`` with blanks between
them, in any order.  A word that is left out has its usual value, or is hidden and dealt at random:

    piles=18,1,100,73 hands=20,30,33/4,?5 seat=1 draw=44,12,?

No character of a position has a meaning for a shell inside plain quotes, and none needs a per cent
sign in an address, where a blank is a plus.

A game has a form of its own if its module ``drawing`` has these two functions:

    format_position(state, rules) -> str
    parse_position(text, rules, stream, state) -> None

``rules`` is a record of the game's rules.  ``parse_position`` gets a state of zeros and writes all
of it; whatever the text leaves out is dealt from ``stream``, as likely as the rules make it.  It
raises PlayoutError, one sentence, for a text that is no position of these rules: a game must be
playable to its end from every text that it accepts.

For all other games the words are the fields of the state, by name: numbers of a record, or lists of
numbers, without zeros (`format_fields`); values of a game in plain Python, as Python writes them
(engine/play/plain_positions.py).  Then ``drawing`` may have ``check_position(state, rules)``, which
raises PlayoutError for a state that no game can reach.

Where moves throw dice, there is another word, ``chance=12``: how many random numbers of the deal
have been used, so that the next throws, too, follow from the seed and the number of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.chance.rng import skip_to, used_of
from playout.engine.game.game import Game
from playout.engine.game.protocols import OURS
from playout.engine.native.records import new_record
from playout.engine.play.plain_positions import (
    NO_TEXTS,
    deal_unknown,
    format_attributes,
    parse_attributes,
)
from playout.engine.words.errors import PlayoutError, error_text, suggest
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief
from playout.engine.words.spelling import named
from playout.engine.words.user_code import user_code

LONGEST = 200_000  # characters of a position
MOST_CHANCE = 2**60  # random numbers used in a game


def format_position(game: Game, state: Any, rules: Any, stream: Any) -> str:
    """Return the position of a state, a line of text that :func:`parse_position` reads.

    ``stream`` is that of the deal.
    """
    text = format_state(game, state, rules)
    return f"{text} chance={used_of(stream)}".strip() if game.chance_in_play else text


def format_state(game: Game, state: Any, rules: Any) -> str:
    """Return the position of a state without the word that says which throws come next."""
    own = getattr(game.drawing, "format_position", None)
    if own is not None:
        return str(own(state, rules))
    if game.compiled:
        return format_fields(state)
    return format_attributes(state, getattr(game.drawing, "POSITION_TEXTS", NO_TEXTS))


def parse_position(game: Game, text: object, rules: Any, stream: Any) -> Any:
    """Return the state of a position; the stream of the deal gives what the text leaves out.

    PlayoutError, one sentence, for a text that is no position of these rules.
    """
    try:
        if not isinstance(text, str):
            raise PlayoutError(f"must be one line of text, not {brief(repr(text))}")
        used = ""
        if game.chance_in_play and (found := re.search(r"(?:^|\s)chance=(\S+)(?=\s|$)", text)):
            text, used = text[: found.start()] + text[found.end() :], found[1]
        state = _read(game, text, rules, stream)
        if used:
            skip_to(stream, read_number("chance", used, 0, MOST_CHANCE))
        _check(game, state, rules)
    except PlayoutError as error:
        raise PlayoutError(f"{named('position')}: {error}") from None
    return state


def _read(game: Game, text: str, rules: Any, stream: Any) -> Any:
    own = getattr(game.drawing, "parse_position", None)
    state = new_record(game.state_dtype) if game.compiled else game.rules.new_state()
    if own is not None:
        own(text, rules, stream, state)
        return state
    if game.compiled:
        parse_fields(text, state)
    else:
        game.rules.deal(state, rules, stream)
        words = read_words(text, vars(state).keys() - OURS)
        texts = getattr(game.drawing, "POSITION_TEXTS", NO_TEXTS)
        parse_attributes(words, state, texts)
        with user_code(f"the rules of {game.name}", game.source):
            state = deal_unknown(words, texts, game, rules, stream, state)
    if hasattr(game.drawing, "check_position"):
        game.drawing.check_position(state, rules)
    return state


def _check(game: Game, state: Any, rules: Any) -> None:
    """Raise PlayoutError if the game is not over, but no seat can move."""
    try:
        if game.rules.is_over(state, rules):
            return
        seat = int(game.rules.actor(state, rules))
        if not 0 <= seat < rules.players:
            raise PlayoutError(
                f"seat {nth(seat)} is to move, but the seats are 1 to {rules.players} (a position "
                "counts them from 0)"
            )
        out: Any = np.zeros(game.rules.MOST_LEGAL, np.int64) if game.compiled else []
        if game.rules.legal_moves(state, rules, out) < 1:
            raise PlayoutError(f"the game is not over, but seat {nth(seat)} has no legal move")
    except PlayoutError:
        raise
    except Exception as error:  # a user's rules may raise anything
        raise PlayoutError(
            f"the game cannot continue from this position: {error_text(error)}"
        ) from error


def write_words(values: Mapping[str, object]) -> str:
    """Return a line of words ``name=value``, without values that are 0 or empty."""
    return " ".join(f"{name}={value}" for name, value in values.items() if value not in (0, ""))


def read_words(text: str, names: Iterable[str]) -> dict[str, str]:
    """Return the values of the words ``name=value`` of a position; PlayoutError for other names."""
    if len(text) > LONGEST:
        raise PlayoutError(
            f"the text has {len(text):,} characters; at most {LONGEST:,} are allowed"
        )
    known, values = list(names), dict[str, str]()
    for word in text.split():
        name, equals, value = word.partition("=")
        if name not in known and not equals:
            raise PlayoutError(
                f"'{brief(word)}': write NAME=VALUE; the names are {', '.join(sorted(known))}"
            )
        if name not in known:
            raise PlayoutError(f"there is no field '{brief(name)}': {suggest(brief(name), known)}")
        if not value:
            raise PlayoutError(f"{name} has no value; write {name}=... without blanks")
        if name in values:
            raise PlayoutError(f"{name} is given twice")
        values[name] = value
    return values


def read_number(name: str, text: str, low: int, high: int) -> int:
    """Return a whole number in a position; PlayoutError outside ``low`` to ``high``."""
    number = int(text) if re.fullmatch(r"-?[0-9]{1,20}", text) else low - 1
    if not low <= number <= high:
        if re.search(r"^[\[(]|[\])]$", text):
            raise PlayoutError(f"{name}: write lists without brackets, as in {name}=1,2")
        allowed = f"a whole number from {low} to {high}" if low < high else f"{low}"
        if high - low > 2**32 and not re.fullmatch(r"-?[0-9]+", text):  # what the type can hold
            allowed = "a whole number"
        raise PlayoutError(f"{name}={brief(text) or repr(text)}: must be {allowed}")
    return number


def write_list(items: Iterable[object]) -> str:
    """Return the text of a list in a position: 3,5,7, or - if it is empty."""
    return ",".join(map(str, items)) or "-"


def read_list(text: str) -> list[str]:
    """Return the items of a list in a position."""
    return [] if text == "-" else text.split(",")


def read_numbers(name: str, text: str, low: int, high: int) -> list[int]:
    """Return a list of whole numbers in a position, each from ``low`` to ``high``."""
    return [read_number(name, item, low, high) for item in read_list(text)]


def read_groups(name: str, text: str, owners: Sequence[str]) -> list[str]:
    """Return the parts of a word of a position, one for each owner: 3,5/7/-."""
    groups = text.split("/")
    if len(groups) != len(owners):
        raise PlayoutError(
            f"{name}: {len(groups)} of them, separated by /, but {len(owners)} are needed "
            f"({', '.join(owners)})"
        )
    return groups


def seat_names(players: int) -> list[str]:
    """Return the names of the seats."""
    return [f"seat {nth(seat)}" for seat in range(players)]


def format_fields(state: Any) -> str:
    """Return the fields of a state by name, without zeros: ``scores=34,50 turn=12 player=1``.

    Zeros at the end of a list are left out; the rows of a table have a ``/`` between them; a field
    of a record inside is ``inner.field``.
    """
    if not isinstance(state, np.void):
        raise PlayoutError("the game does not say how its positions are written")
    whole = np.array([state], state.dtype)
    return write_words(
        {".".join(path): _written(_leaf(whole, path)[0]) for path in _paths(state.dtype)}
    )


def leaves(states: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """Return the fields of numbers of many states by name, as views of their memory."""
    return {".".join(path): _leaf(states, path) for path in _paths(states.dtype)}


def field_texts(values: npt.NDArray[Any]) -> list[str]:
    """Return a field of many states as the texts of :func:`format_fields`, "" if all are zero."""
    return [_written(one) for one in values]


def parse_fields(text: str, state: Any) -> None:
    """Write a state of zeros from a text of :func:`format_fields`."""
    if not isinstance(state, np.void):
        raise PlayoutError("the game does not say how its positions are read")
    paths = {".".join(path): path for path in _paths(state.dtype)}
    whole = np.zeros(1, state.dtype)
    for name, value in read_words(text, paths).items():
        _read_into(name, value, _leaf(whole, paths[name]))
    for name in state.dtype.names or ():
        state[name] = whole[name][0]


def check_fields(state: Any, **allowed: tuple[int, int]) -> None:
    """Raise PlayoutError for a field with a number outside its range, as in ``die=(1, 6)``."""
    for name, (low, high) in allowed.items():
        if name not in state.dtype.names:
            raise PlayoutError(f"check_fields: the state has no field '{name}'")
        for number in np.ravel(state[name]).tolist():
            if not low <= number <= high:
                raise PlayoutError(
                    f"{name}={number}: must be a whole number from {low} to {high:,}"
                )


def _paths(dtype: np.dtype[Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the names that lead to each field of numbers of a state."""
    for name in dtype.names or ():
        if name in OURS:  # a game that begins in a position is counted from there
            continue
        field = dtype[name].base
        if field.names is not None:
            yield from _paths(field, (*path, name))
        elif field.kind in "iub" or (field.kind == "f" and field.itemsize <= 8):
            yield (*path, name)
        else:
            raise PlayoutError(
                f"the field {'.'.join((*path, name))} of the state is of type {field}: only "
                "whole numbers and floats of up to 64 bits can be written"
            )


def _leaf(whole: npt.NDArray[Any], path: Sequence[str]) -> npt.NDArray[Any]:
    """Return a field of numbers in an array of one state, as a view of its memory."""
    for name in path:
        whole = whole[name]
    return whole


def _written(values: Any) -> str:
    """Return a field of numbers as text, "" if all are zero."""
    values = np.asarray(values)
    rows = values.reshape(-1, values.shape[-1]) if values.ndim and values.size else [values.ravel()]
    texts = [",".join(_without_end(list(map(_number, row)))) or "0" for row in rows]
    return "/".join(_without_end(texts))


def _number(value: Any) -> str:
    """Return a number as text; "0" is a zero in every bit, and not the -0.0 of floats."""
    if isinstance(value, np.floating):
        return str(value).replace("+", "") if value.tobytes().strip(b"\0") else "0"
    return str(int(value))


def _without_end(texts: list[str]) -> list[str]:
    """Return texts without the zeros at the end."""
    while texts and texts[-1] == "0":
        texts = texts[:-1]
    return texts


def _read_into(name: str, text: str, field: npt.NDArray[Any]) -> None:
    """Write the numbers of a field, of shape (1, ...), from their text."""
    shape = field.shape[1:]
    wide = shape[-1] if shape else 1
    count = int(np.prod(shape[:-1])) if field.size else 0
    values = np.zeros((count, wide), field.dtype)
    rows = text.split("/")
    longest = max(row.count(",") + 1 for row in rows)
    if len(rows) > count or longest > wide:
        numbers = "1 number" if wide == 1 else f"{wide} numbers"
        size = numbers if count <= 1 else f"{count} rows of {numbers}"
        raise PlayoutError(f"{name}={brief(text)}: at most {size} can be given")
    for k, row in enumerate(rows):
        for place, number in enumerate(row.split(",")):
            values[k, place] = _value(name, number, field.dtype)
    field[...] = values.reshape(field.shape)


def _value(name: str, text: str, dtype: np.dtype[Any]) -> Any:
    if dtype.kind == "f":
        if not re.fullmatch(
            r"-?(?:[0-9]{1,400}(?:\.[0-9]{1,400})?(?:e-?[0-9]{1,3})?|inf)|nan", text
        ):
            raise PlayoutError(f"{name}={brief(text)}: must be a number")
        return dtype.type(text)
    if dtype.kind == "b":
        return read_number(name, text, 0, 1)
    limits = np.iinfo(dtype)
    return read_number(name, text, int(limits.min), int(limits.max))
