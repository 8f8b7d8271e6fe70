"""Digests of a question and of the code that plays it: equal digests mean equal counts."""

from __future__ import annotations

import inspect
import json
import platform
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout.engine.find.games import files_of as files_of_game
from playout.engine.find.games import is_own, strategies
from playout.engine.find.strategy_files import file_of, path_of
from playout.engine.game.game import Game, Player
from playout.engine.game.stored import form, watched
from playout.engine.match.told import is_open
from playout.engine.native.code_cache import PACKAGE, source_digest
from playout.engine.words.looking import looking

if TYPE_CHECKING:
    from playout.runner.jobs import Job

VERSION = version("playout")


def digest_of(kind: str, asked: str) -> str:
    """The digest of a question: its kind, and its canonical form as JSON."""
    return blake2b(f"{kind} {asked}".encode(), digest_size=16).hexdigest()


# All that count or decide:
LAYERS = ("engine", "games", "adapters", "stats", "runner", "report", "questions")


def difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first setting that differs between two canonical forms, as the end of a sentence."""
    ones, others = _settings(one), _settings(other)
    for name in {**ones, **others}:
        if ones.get(name) != others.get(name):
            return f"; one has {_setting_text(name, ones)}, the other {_setting_text(name, others)}"
    return "; both have the same settings, in another order" if one != other else ""


def _settings(asked: Mapping[str, Any]) -> dict[str, Any]:
    """All settings of a canonical form by their names, also those that it has as pairs."""
    settings: dict[str, Any] = {}
    for key, value in asked.items():
        if key not in ("factors", "rules", "cases"):
            settings[key] = value
        elif any(not pair or isinstance(pair[0], list) for pair in value):  # of each side
            for side, pairs in zip("AB", value, strict=True):
                settings |= {f"{name} of {side}": of_side for name, of_side in pairs}
        else:
            case = "case " if key == "cases" else ""
            settings |= {f"{case}{name}": given for name, given in value}
    return settings


def _setting_text(name: str, settings: Mapping[str, Any]) -> str:
    """A setting in words: ``players = 1, 2``."""
    if name not in settings:
        return f"no {name}" if name.startswith("case ") else f"{name} as usual"
    value = settings[name]
    return f"no {name}" if value in (None, "") else f"{name}={_value_text(value)}"


def _value_text(value: Any) -> str:
    """A value in words; several are ``1, 2``, and options with their values ``hand 6, low 1``."""
    if not isinstance(value, list):
        return str(value)
    parts = (part if isinstance(part, list) else [part] for part in value)
    return ", ".join(" ".join(map(str, part)) for part in parts)


def code_of(game: Game, players: Sequence[Player]) -> str:
    """The digest of all code that decides a game: engine, games, and strategies from elsewhere."""
    digest = blake2b(own_code().encode(), digest_size=16)
    if not game.source.is_relative_to(PACKAGE):
        digest.update(source_digest(game.source).encode())
    for text in game.built_on:
        digest.update(text.encode())
    for source in sorted({_source(player) for player in players}):
        digest.update(source.encode())
    return digest.hexdigest()


@cache
def own_code() -> str:
    """The digest of all of Playout's own code that decides a game, or what is counted of it."""
    folders = [PACKAGE / name for name in LAYERS]
    return source_digest(*folders)


def _source(player: Player) -> str:
    """The source of a strategy that is not part of Playout: its file and its functions."""
    strategy = player.strategy
    functions = filter(None, (strategy.function, strategy.hint))
    return "\n".join([_text(strategy.file), *map(_function_text, functions)])


def _text(file: str) -> str:
    """The text of a file; empty if it is part of Playout, or no file."""
    path = Path(file)
    if path.is_relative_to(PACKAGE) or not path.is_file():
        return ""
    return path.read_text(encoding="utf-8", errors="replace")


def versions_of(game: Game, players: Sequence[Player]) -> dict[str, Any]:
    """Everything besides the question that decides the games, as a run file stores it."""
    return {
        "playout": VERSION,
        "game": game.version,
        "digest": code_of(game, players),
        "python": platform.python_version(),
        "files": files_of(game, players),
    }


def form_of(job: Job[Any]) -> dict[str, Any] | None:
    """The game of a job for those who look at the run; None if it comes with Playout.

    The question is restored as it will be then, to see which rules it needs.
    """
    if is_own(job.game):
        return None
    game, calls = watched(job.game)
    asked = json.loads(json.dumps(job.asked.canonical()))
    with looking(game):
        type(job).restored(asked, job.end, job.begin)
    known = len(strategies(job.game.name))
    return form(job.game, known, is_open(job.game), calls, job.moves(), job.seated())


def files_of(game: Game, players: Sequence[Player]) -> dict[str, tuple[str, str]]:
    """The files of users that are named: name in a reference -> digests of place and text.

    The place is the machine's name and the path, of which a file that is given away tells no more
    than a digest.  None of the files is run.
    """
    theirs = filter(None, (file_of(player.reference) for player in players))
    names = {*files_of_game(game.name), *theirs}
    return {name: fingerprint(path_of(name)) for name in sorted(names)}


def fingerprint(path: Path) -> tuple[str, str]:
    """Digests of the place and of the text of a file; they are no proof of either."""
    place = f"{platform.node()} {path}".encode()
    text = path.read_bytes() if path.is_file() else b""
    at, of = (blake2b(part, digest_size=16).hexdigest() for part in (place, text))
    return at, of


def _function_text(function: Callable[..., int]) -> str:
    """The text of a function's file, or what was typed if it has none."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return repr(type(function))
    if Path(code.co_filename).is_file():
        return _text(code.co_filename)
    try:
        return inspect.getsource(code)
    except OSError:
        constants = [item for item in code.co_consts if not inspect.iscode(item)]
        return f"{code.co_code.hex()} {code.co_names} {constants}"
