"""Questions that name a game by an option that it no longer has, which is another now."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Option
from playout.engine.words.errors import OldWords, PlayoutError
from playout.engine.words.reading import read_each


def game_of(name: str, options: Mapping[str, object]) -> tuple[Game, dict[str, Any]]:
    """The game that a question is about, and its options; warns (OldWords) of an old option."""
    game, rest, sentence = moved(name, options)
    if sentence:
        warnings.warn(sentence, OldWords, stacklevel=4)
    return game, rest


def moved(name: str, options: Mapping[str, object]) -> tuple[Game, dict[str, object], str]:
    """The game that a question is about, its options, and a sentence if that is another game.

    ``options`` are as a user gives them: one value each, or several.  If the game no longer has one
    of them (see :class:`Moved`), the question may be about another game now, with fewer options.
    The sentence says so; it is empty if the game is the one that was named.
    """
    game, rest = find_game(name), dict(options)
    old = game.moved
    if old is None or old.option not in rest:
        return game, rest, ""
    choice = Option(old.option, old.stayed, "", choices=(old.stayed, old.moved))
    values = {choice.read(value) for value in read_each(old.option, rest.pop(old.option))}
    if len(values) != 1:
        raise PlayoutError(
            f"{old.option}: one value is needed, {old.stayed} or {old.moved}; "
            f"these are two games now, {name} and {old.game}"
        )
    if values == {old.stayed}:
        return game, rest, ""
    setting = f"{old.option} = {old.moved}"
    for option, only in old.only.items():
        given = rest.pop(option, None)  # None says the default, which is the only value
        each = read_each(option, only if given is None else given)
        for value in map(game.option(option).read, each):
            if value != only:
                raise PlayoutError(
                    f"{setting}, {option} = {value}: in the game {old.game} it is always {only}"
                )
    return find_game(old.game), rest, f"{name} with {setting} is the game {old.game} now"
