"""Recorded games: their moves in a list or a file, and what a file says besides."""

from __future__ import annotations

import codecs
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playout.engine.find.games import find_game, game_names
from playout.engine.match.decisions import play_to_end
from playout.engine.match.match import Match
from playout.engine.match.move_texts import COUNTED_FROM, move_texts
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError, pasted
from playout.engine.words.looking import looking
from playout.engine.words.reading import brief, read_path, read_seed
from playout.engine.words.spelling import as_typed
from playout.engine.worlds.search import blueprint_of

MOST_FILE = 10**7  # characters of a file of moves
DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


@dataclass(frozen=True)
class Recorded:
    """A recorded game, and who played it."""

    match: Match
    names: tuple[str, ...] = ()  # by seat; "" for a player without one
    source: str = ""  # the file, and which of its games


def games_in(given: str | Path, game: str | None = None) -> list[Recorded]:
    """The games in a file: one, as `playout replay --json` prints it, or a list of such games.

    Strategies are names of players alone: none of them is loaded.  A file may name an installed
    game; any other has to be named as ``game``.
    """
    path = read_path(given, "games")
    text = _text(path)
    none = f"{path}: the file contains no game as printed by playout replay --json"
    if not text.lstrip().startswith(("{", "[")):
        lines = f"For one move per line, use playout review GAME --moves {pasted(path)}"
        raise PlayoutError(f"{none}. {lines}" if text.strip() else f"{path}: the file is empty")
    data = _json(path, text)
    every = data if isinstance(data, list) else [data]
    if not every or not all(isinstance(one, dict) and one.get("moves") for one in every):
        raise PlayoutError(none)
    recorded = []
    for number, one in enumerate(every, 1):
        source = str(path) if len(every) == 1 else f"{path}, game {number}"
        try:
            recorded.append(_recorded(one, source, game))
        except DAMAGED:
            raise PlayoutError(f"{source}: the game is damaged: it cannot be read") from None
        except PlayoutError as error:
            raise PlayoutError(f"{source}: {error}") from None
    return recorded


def _recorded(data: dict[str, Any], source: str, game: str | None) -> Recorded:
    _check_fields(data)
    name = game or data["game"]
    if game is None and name not in game_names():
        raise PlayoutError(
            f"{brief(name)} is not an installed game; if you trust it, name it before the "
            "files: playout review GAME FILE ..."
        )
    if data.get("seen"):
        raise PlayoutError(
            "a player had seen this deal before, or took moves back, so luck cannot be told from "
            "knowledge; leave this game out"
        )
    moves, replay = _of_replay(name, data)
    found, old = find_game(name), replay.pop("old")
    rules, names = found.with_options(replay.pop("rules")), data.get("names") or []
    names = [*map(brief, names or replay["strategy"] or [])]
    if len(names) not in (0, rules.number("players")):
        raise ValueError
    options: dict[str, Any] = {**rules.needed_options(), **replay, "strategy": None}
    match = Match(name, **options)
    return Recorded(played(match, move_texts(found, moves, old=old)), tuple(names), source)


def match_of(game: str, words: Any, options: Mapping[str, Any]) -> Match:
    """The game, played to its end."""
    who: dict[str, Any] = {"strategy": words.strategy, "seats": words.seats}
    start = {
        "seed": words.seed,
        "game_number": read_seed(words.game_number, "game"),
        "position": words.position,
    }
    made: Sequence[int | str] | None = None
    if words.moves is not None:
        made, replay = _read(game, words.moves)
        made = move_texts(find_game(game), made, old=replay.pop("old", False))
        if replay:
            if options or any(one is not None for one in (*who.values(), words.position)):
                raise PlayoutError(
                    f"{words.moves}: the file already contains the strategy, the rules and the "
                    "start; leave these out"
                )
            options, who = replay.pop("rules"), {"strategy": _ours(game, replay.pop("strategy"))}
            start |= replay
    elif not any(one is not None for one in who.values()):
        who = {"strategy": blueprint_of(find_game(game))}
    match = Match(game, compiled=made is None, **who, **start, **dict(options))
    if made is None:
        play_to_end(match)
    return played(match, made or ())


def _ours(game: str, players: Sequence[str] | None) -> Sequence[str] | None:
    """The strategies that a file names if all are Playout's own; a file runs no other code."""
    found = find_game(game)
    with looking(found):
        every = [find_player(game, one) for one in players or ()]
    return players if all(one.strategy.is_ours for one in every) else None


def played(match: Match, moves: Sequence[int | str]) -> Match:
    """The match after these moves; PlayoutError for one that is not legal, or too many."""
    for k, move in enumerate(moves):
        if match.is_over:
            raise PlayoutError(
                f"the game is over after {k} moves, but {len(moves)} moves are given"
            )
        try:
            match.play(move)
        except PlayoutError as error:
            reason = str(error).partition("\n")[0]  # without the position drawn
            raise PlayoutError(f"move {k + 1}, {brief(str(move))}: {reason}") from None
    return match


def _read(game: str, moves: Any) -> tuple[Sequence[int | str], dict[str, Any]]:
    """The moves of a list or of a file, and what else a file says."""
    if isinstance(moves, list | tuple):
        return moves, {}
    if not isinstance(moves, str | Path):
        raise PlayoutError(
            f"{as_typed('moves', moves)}: must be a list of moves or the name of a file"
        )
    path = read_path(moves, "moves")
    text = _text(path)
    if not text.lstrip().startswith("{"):
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        return [line for line in lines if line], {}
    data = _json(path, text)
    try:
        _check_fields(data)
        return _of_replay(game, data)
    except DAMAGED:
        raise PlayoutError(f"{path}: the game is damaged: it cannot be read") from None
    except PlayoutError as error:
        raise PlayoutError(f"{path}: {error}") from None


def _text(path: Path) -> str:
    """The text of a file of moves: UTF-8, or UTF-16 if it begins with the mark of its byte order.

    Older shells of Windows write UTF-16 into a file.
    """
    try:
        with path.open("rb") as file:
            wide = file.peek(2).startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
            with io.TextIOWrapper(file, "utf-16" if wide else "utf-8-sig") as lines:
                text = lines.read(MOST_FILE + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise PlayoutError(f"{path}: cannot be read ({why})") from None
    if len(text) > MOST_FILE:
        raise PlayoutError(f"{path}: the file has more than {MOST_FILE:,} characters")
    return text


def _json(path: Path, text: str) -> Any:
    """The value that a text in JSON has; PlayoutError if it is damaged."""

    def refuse(name: str) -> None:
        raise ValueError(f"{name} is not allowed")

    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise PlayoutError(f"{path}: the file is no complete JSON: {error}") from None


def _is_whole(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


_WHOLE = _is_whole, "a whole number from 0 to 2**63 - 1"
_NEEDED = "game", "moves", "rules", "seed", "number"
_ALLOWED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda value: isinstance(value, str), "the name of a game"),
    "moves": (lambda value: isinstance(value, list), "a list of moves"),
    "rules": (lambda value: isinstance(value, dict), 'rules and their values, as {"players": 2}'),
    "seed": _WHOLE,
    "number": _WHOLE,
    "redraw": _WHOLE,
    COUNTED_FROM: (lambda value: type(value) is int and value in (0, 1), "0 or 1"),
}


def _check_fields(data: Mapping[str, Any]) -> None:
    """PlayoutError, which names the field, if one of a recorded game is missing or wrong."""
    for name, (is_allowed, allowed) in _ALLOWED.items():
        if name in data and not is_allowed(data[name]):
            given = brief(json.dumps(data[name], ensure_ascii=False))
            raise PlayoutError(f'the field "{name}" is {given}, but must be {allowed}')
        if name in _NEEDED and name not in data:
            raise PlayoutError(f'the field "{name}" is missing: it must be {allowed}')


def _first(move: Any) -> str | None:
    """The position before the first move, of older files that do not say where a game began."""
    return str(move["position"]) if isinstance(move, dict) else None


def _of_replay(game: str, data: dict[str, Any]) -> tuple[Sequence[int | str], dict[str, Any]]:
    """The moves of a replay, and what it says besides."""
    if data["game"] != game:
        raise PlayoutError(
            f"the moves belong to {brief(data['game'])}, not to {game}; name the game of the moves"
        )
    if data.get("game_version", find_game(game).version) != find_game(game).version:
        raise PlayoutError(
            f"the moves belong to version {brief(str(data['game_version']))} of {game}, but this "
            f"is version {find_game(game).version}, which deals other games"
        )
    every = [one if isinstance(one, str) else one["move"] for one in data["moves"]]
    first = data["moves"][0] if data["moves"] else ""
    replay = {
        "rules": dict(data["rules"]),
        "strategy": list(data.get("players") or []) or None,
        "seed": data["seed"],
        "game_number": data["number"],
        "redraw": data.get("redraw", 0),
        "position": data["start"] if "start" in data else _first(first),
        "old": not data.get(COUNTED_FROM, 0),
    }
    return every, replay
