"""Recorded games: their moves in a list or a file, and what a file says besides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.match.decisions import play_to_end
from playout.engine.match.match import Match
from playout.engine.match.move_texts import COUNTED_FROM, move_texts
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief, read_path, read_seed
from playout.engine.words.spelling import as_typed
from playout.engine.worlds.search import blueprint_of

MOST_FILE = 10**7  # characters of a file of moves


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
            options, who = replay.pop("rules"), {"strategy": replay.pop("strategy")}
            start |= replay
    elif not any(one is not None for one in who.values()):
        who = {"strategy": blueprint_of(find_game(game))}
    match = Match(game, compiled=made is None, **who, **start, **dict(options))
    if made is None:
        play_to_end(match)
    for k, move in enumerate(made or ()):
        if match.is_over:
            raise PlayoutError(
                f"the game is over after {k} moves, but {len(made or ())} moves are given"
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
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MOST_FILE + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise PlayoutError(f"{path}: cannot be read ({why})") from None
    if len(text) > MOST_FILE:
        raise PlayoutError(f"{path}: the file has more than {MOST_FILE:,} characters")
    if not text.lstrip().startswith("{"):
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        return [line for line in lines if line], {}
    try:
        return _of_replay(game, json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PlayoutError(
            f"{path}: the file contains neither a game as printed by playout replay --json nor one "
            "move per line"
        ) from None


def _of_replay(game: str, data: dict[str, Any]) -> tuple[Sequence[int | str], dict[str, Any]]:
    """The moves of a replay, and what it says besides."""
    if data["game"] != game:
        raise PlayoutError(
            f"the moves belong to {brief(str(data['game']))}, not to {game}; name the game of the "
            "moves"
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
        "position": data.get("start") or (first["position"] if isinstance(first, dict) else None),
        "old": COUNTED_FROM not in data,
    }
    return every, replay
