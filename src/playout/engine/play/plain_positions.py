"""Positions of games in plain Python: the attributes of a state, written as Python values.

    scores=34,50 turn=12 player=1 names=['Ann','Bob']

A list has no brackets around it; ``-`` is an empty one.  Attributes that are left out are as in a
new game.

A game says by ``POSITION_TEXTS`` how some attributes are written in other ways: a dict with two
functions for each, one that writes a value as text and one that reads it (kits/card_texts.py has
those of cards).  A text that has ``?`` stands for what the seat to move does not know: the game
deals it by its ``determinize``.
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playout.engine.game.game import Game
from playout.engine.game.plain_views import View
from playout.engine.game.protocols import OURS
from playout.engine.words.errors import PlayoutError, error_text
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief

EMPTY, UNKNOWN = "-", "?"
Texts = Mapping[str, tuple[Callable[[Any], str], Callable[[str], Any]]]
NO_TEXTS: Texts = {}


def format_attributes(state: Any, texts: Texts = NO_TEXTS) -> str:
    """Return the attributes of a state by name, as text."""
    values = getattr(state, "__dict__", None)
    if values is None:
        raise PlayoutError("the game does not say how its positions are written")
    own = {name: value for name, value in values.items() if name not in OURS}
    for name in texts.keys() - own:
        raise PlayoutError(f"POSITION_TEXTS has '{name}', but the state has no such attribute")
    written = {name: texts[name][0](own[name]) for name in texts}
    for name, text in written.items():
        if not isinstance(text, str) or not text or any(letter.isspace() for letter in text):
            shown = brief(repr(text))
            raise PlayoutError(f"POSITION_TEXTS writes {name} as {shown}: no text without blanks")
    return " ".join(
        f"{name}={written[name] if name in written else _field(name, value)}"
        for name, value in own.items()
    )


def parse_attributes(words: Mapping[str, str], state: Any, texts: Texts = NO_TEXTS) -> None:
    """Write the values of a position into the state of a new game."""
    for name, text in words.items():
        if name in texts:
            try:
                setattr(state, name, texts[name][1](text))
            except Exception as error:  # a user's function may raise anything
                why = error if isinstance(error, PlayoutError) else error_text(error)
                raise PlayoutError(f"{name}: {why}") from error
            continue
        before = getattr(state, name)
        value = _value(name, text, isinstance(before, list))
        if None not in (before, value) and _kind(before) != _kind(value):
            raise PlayoutError(f"{name}={brief(text)}: must be {_kind(before)}")
        setattr(state, name, value)


def deal_unknown(
    words: Mapping[str, str], texts: Texts, game: Game, rules: Any, stream: Any, state: Any
) -> Any:
    """Return a state in which what is ``?`` in a position is dealt as the seat to move knows it."""
    unknown = [name for name in texts if UNKNOWN in words.get(name, "")]
    if not unknown or game.rules.is_over(state, rules):
        return state
    seat = game.rules.actor(state, rules)
    for name in unknown:
        groups = words[name].split("/")
        if len(groups) != rules.players or UNKNOWN in groups[seat]:
            raise PlayoutError(f"{name}: seat {nth(seat)} is to move, so its part must be known")
    if not hasattr(game.rules, "determinize"):
        raise PlayoutError(f"{unknown[0]}: a ? needs a game with determinize, which deals it")
    view, dealt = View(game.name, **vars(rules), seat=seat, notes=[]), game.rules.new_state()
    game.rules.observe(state, rules, seat, view)
    game.rules.determinize(view, rules, stream, dealt)
    return dealt


def _kind(value: Any) -> str:
    """The type of a value, for a sentence."""
    if isinstance(value, bool):
        return "True or False"
    return "a number" if isinstance(value, int | float) else type(value).__name__


def _field(name: str, value: Any) -> str:
    text = _literal(value)
    if text is None or any(letter.isspace() for letter in text):
        raise PlayoutError(
            f"the attribute {name} of the state is neither a number, a text, nor a list, tuple, "
            "dict or set of these, so the position cannot be written as text; use such values, or "
            "give the game format_position and parse_position (docs/reference/own-game.md)"
        )
    if isinstance(value, list):
        return text[1:-1] or EMPTY
    return text


def _literal(value: Any) -> str | None:
    """Return a value as Python reads it, without blanks between its parts; None if it cannot."""
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) is float and not math.isfinite(value):
        return None
    if value is None or type(value) in (bool, int, float, str):
        text = repr(value)
        if type(value) is str:
            return text.replace(" ", r"\x20")
        return text.replace("e+", "e") if type(value) is float else text
    if type(value) in (list, tuple, set):
        items = [_literal(item) for item in value]
        if None in items or value == set():
            return None
        inside = ",".join(map(str, items))
        if type(value) is tuple:
            return f"({inside},)" if len(items) == 1 else f"({inside})"
        return f"[{inside}]" if type(value) is list else f"{{{inside}}}"
    if type(value) is dict:
        pairs = [(_literal(key), _literal(item)) for key, item in value.items()]
        if any(None in pair for pair in pairs):
            return None
        return "{" + ",".join(f"{key}:{item}" for key, item in pairs) + "}"
    return None


def _value(name: str, text: str, is_list: bool) -> Any:
    if is_list and text == EMPTY:
        return []
    try:
        with warnings.catch_warnings(
            action="ignore"
        ):  # about text that Python can read but finds odd
            value = ast.literal_eval(f"[{text}]" if is_list else text)
        repr(value)  # Python reads 5,000 hexadecimal digits, and cannot write the number
        return value
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise PlayoutError(
            f"{name}={brief(text)}: must be a value as Python writes it, without blanks"
        ) from None
