"""Games of OpenSpiel: ``openspiel:pig(players=2,winscore=50)``.

OpenSpiel (Lanctot and others, "OpenSpiel: a framework for reinforcement learning in games", 2019,
https://github.com/google-deepmind/open_spiel) has about a hundred games behind one interface.  Here
each is a game in plain Python (engine/game/plain_rules.py).  Its chance nodes are resolved from the
stream of the deal, so that a seed and a number play the same game again.  Where all move at once,
one seat moves after the other, and none sees what the others chose (OpenSpiel's
``turn_based_simultaneous_game``).
"""

from __future__ import annotations

import math
import multiprocessing
import os
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from typing import Any

from playout.adapters.names import imported, near
from playout.adapters.probing import probed
from playout.adapters.returns import Returns, denominator_of, floor_of
from playout.adapters.spiel_rules import OpenRules, SpielRules
from playout.engine.chance.rng import MOST_SEATS
from playout.engine.game.game import Game
from playout.engine.words.errors import PlayoutError, error_text

PREFIX = "openspiel:"
MOST_NAMES = 30  # moves of a game whose moves have names
_LOCK = threading.RLock()  # descriptors belong to the whole program


def find(name: str) -> Game:
    """The game of a name with its prefix; PlayoutError if it cannot be played here."""
    return _game(_canonical(name))


def _canonical(name: str) -> str:
    """The one name that a game with these settings has."""
    spiel, wanted = _library(), name.removeprefix(PREFIX).strip()
    with quietly():
        try:
            settings = spiel.game_parameters_from_string(wanted)
            text = str(spiel.game_parameters_to_string(settings))
        except spiel.SpielError as error:
            raise PlayoutError(f"{name}: {_line(error)}") from None
    short = str(settings.get("name", ""))
    if short not in spiel.registered_names():
        _import_python_games()
    if short not in (known := spiel.registered_names()):
        raise PlayoutError(f"OpenSpiel has no game '{short}'{near(short, known)}")
    return PREFIX + text.removesuffix("()")


@contextmanager
def quietly() -> Iterator[None]:
    """Within this context nothing is written to the standard error of the system.

    OpenSpiel writes every error there before it raises it.  Its warnings are printed afterwards.
    """
    with _LOCK, tempfile.TemporaryFile() as file:
        try:
            stderr = os.dup(2)
        except OSError:  # it is closed
            yield
            return
        try:
            with suppress(AttributeError, OSError, ValueError):
                sys.stderr.flush()
            os.dup2(file.fileno(), 2)
            yield
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
        if multiprocessing.parent_process() is None:
            file.seek(0)
            for line in file.read().decode(errors="replace").splitlines():
                if "warning" in line.lower():
                    print(line, file=sys.stderr)


def _library() -> Any:
    return imported("pyspiel")


def _import_python_games() -> None:
    """Register the games that are written in Python, whose names begin with python_."""
    imported("open_spiel.python.games")


@cache
def _game(name: str) -> Game:
    """The game of a canonical name."""
    text = name.removeprefix(PREFIX)
    if "python_" in text:
        _import_python_games()
    with quietly():
        try:
            return _declared(name, _loaded(name, text))
        except PlayoutError:
            raise
        except Exception as error:  # OpenSpiel, and a game in Python, may raise anything
            raise PlayoutError(f"{name} cannot be played: {_line(error)}") from error


def _loaded(name: str, text: str) -> Any:
    """OpenSpiel's game of moves in turn; PlayoutError for one that cannot be one of ours."""
    spiel = _library()
    game, kinds = spiel.load_game(text), spiel.GameType
    if game.get_type().dynamics == kinds.Dynamics.MEAN_FIELD:
        raise PlayoutError(
            f"{name} cannot be played: it is a mean-field game, for a crowd and not for seats"
        )
    if game.get_type().dynamics == kinds.Dynamics.SIMULTANEOUS:
        game = spiel.convert_to_turn_based(game)
    kind = game.get_type()
    if kind.chance_mode == kinds.ChanceMode.SAMPLED_STOCHASTIC:
        raise PlayoutError(
            f"{name} cannot be played: OpenSpiel draws its chance itself, which the seed of a run "
            "cannot control"
        )
    least, most = kind.min_num_players, min(kind.max_num_players, MOST_SEATS)
    if not least <= game.num_players() <= most:
        raise PlayoutError(
            f"{name}: has {game.num_players()} players; allowed are {least} to {most}"
        )
    return game


def _declared(name: str, game: Any) -> Game:
    """The declaration of a game, with what a few random games show."""
    kind = game.get_type()
    kinds = _library().GameType
    is_open = kind.information == kinds.Information.PERFECT_INFORMATION
    together = kind.utility == kinds.Utility.IDENTICAL
    is_zero_sum = kind.utility == kinds.Utility.ZERO_SUM
    seats, names = game.num_players(), _Names(game)
    free = Returns(seats, 0, None, together=together)
    rules = SpielRules(game, free, is_open)
    probe = probed(name, rules, lambda position: position.state.returns(), names.look)
    least, most = _bounds(game)
    denominator = denominator_of(probe.returns)
    returns = Returns(
        seats,
        floor_of(probe.returns if least is None else [*probe.returns, least]),
        most,
        denominator,
        together,
        only_win=seats == 2 and (least, most, denominator) == (-1, 1, 1) and is_zero_sum,
    )
    settings = name.partition("(")[2].removesuffix(")")
    title = f"{kind.long_name} ({settings})" if settings else str(kind.long_name)
    return Game(
        name=name,
        title=" ".join(title.split()),
        version=1,
        summary=f"{kind.long_name}, as OpenSpiel plays it.",
        options=returns.options("its name may set them, as openspiel:pig(players=3)"),
        measures=returns.measures(),
        rules=(OpenRules if is_open else SpielRules)(game, returns, is_open),
        compiled=False,
        moves=names.moves(),
        cooperative=together,
        chance_in_play=probe.draws,
        built_on=(f"open_spiel {version('open_spiel')}",),
    )


def _bounds(game: Any) -> tuple[float | None, float | None]:
    """The least and the most return that a game says it can give; None for no number."""
    bounds = float(game.min_utility()), float(game.max_utility())
    least, most = (bound if math.isfinite(bound) else None for bound in bounds)
    return least, most


class _Names:
    """The names of the moves of a game, if they are the same in all positions."""

    def __init__(self, game: Any) -> None:
        self._count = int(game.num_distinct_actions())
        self._names: dict[int, set[str]] = defaultdict(set)

    def look(self, position: Any) -> None:
        """Collect the names of the legal moves of a position."""
        if self._count <= MOST_NAMES:
            state, seat = position.state, position.state.current_player()
            for action in state.legal_actions():
                self._names[action].add(str(state.action_to_string(seat, action)).strip())

    def moves(self) -> tuple[str, ...]:
        """The names of all moves; none if one has several, or was never seen."""
        known = [self._names.get(action, set()) for action in range(self._count)]
        if self._count > MOST_NAMES or any(len(names) != 1 for names in known):
            return ()
        moves = tuple(name for names in known for name in names)
        is_plain = all(name.isprintable() and name and not name.isdigit() for name in moves)
        return moves if is_plain and len({*moves}) == len(moves) else ()


def _line(error: BaseException) -> str:
    """The first line of an error of OpenSpiel, without the list of all games."""
    line = str(error).strip().split("\n")[0]
    return line.split(" Available games are")[0] if line else error_text(error)
