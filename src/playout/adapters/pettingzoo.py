"""Environments of PettingZoo: ``pettingzoo:tictactoe_v3``, ``pettingzoo:my_package.my_game``.

PettingZoo (Terry and others, "PettingZoo: Gym for multi-agent reinforcement learning", NeurIPS
2021, https://pettingzoo.farama.org) is an interface that environments have: agents act in turn
(AEC), or all at once.  A name is that of a module of ``pettingzoo.classic``, or else of any module
that can be imported.  It has a function ``env``, or ``parallel_env``, which gets the settings in
brackets: ``pettingzoo:rps_v2(num_actions=5)``.
"""

from __future__ import annotations

import math
import os
import pkgutil
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from playout.adapters.names import imported, near, read_settings, write_settings
from playout.adapters.probing import probed
from playout.adapters.returns import Returns, denominator_of, floor_of
from playout.adapters.zoo_rules import ZooRules
from playout.engine.chance.rng import MOST_SEATS
from playout.engine.game.game import Game
from playout.engine.native.code_cache import source_digest
from playout.engine.words.errors import PlayoutError, error_text
from playout.engine.words.reading import brief

PREFIX = "pettingzoo:"
CLASSIC = "pettingzoo.classic"


def find(name: str) -> Game:
    """The game of a name with its prefix; PlayoutError if it cannot be played here."""
    short, settings = read_settings(name.removeprefix(PREFIX))
    return _game(PREFIX + write_settings(short, settings))


@cache
def _game(name: str) -> Game:
    """The game of a canonical name."""
    short, settings = read_settings(name.removeprefix(PREFIX))
    module = _module(name, short)
    make = _maker(name, module)

    def made() -> Any:
        return make(**settings)

    try:
        return _declared(name, short, module, made)
    except PlayoutError as error:
        why = str(error)
        raise PlayoutError(why if why.startswith(name) else f"{name}: {why}") from error
    except Exception as error:  # an environment may raise anything
        raise PlayoutError(f"{name} cannot be played: {error_text(error)}") from error


def _module(name: str, short: str) -> ModuleType:
    """The module of an environment."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # else it greets every process
    imported("pettingzoo")
    if not all(part.isidentifier() for part in short.split(".")):
        raise PlayoutError(
            f"'{brief(short)}' is not the name of a module, such as my_package.my_game"
        )
    path = short
    if "." not in short:
        folders = imported(CLASSIC).__path__
        known = [one.name for one in pkgutil.iter_modules(folders) if one.name[-1:].isdigit()]
        if short in known:
            path = f"{CLASSIC}.{short}"
        elif find_spec(short) is None:
            raise PlayoutError(
                f"there is no environment {CLASSIC}.{short}, and no module {short}"
                f"{near(short, known)}"
            )
    return imported(path)


def _maker(name: str, module: ModuleType) -> Callable[..., Any]:
    """Return the function that makes an environment whose agents act in turn."""
    if callable(made := getattr(module, "env", None)):
        return made  # type: ignore[no-any-return]
    parallel = getattr(module, "parallel_env", None)
    if not callable(parallel):
        raise PlayoutError(f"{name}: {module.__name__} has neither a function env nor parallel_env")
    in_turn = imported("pettingzoo.utils").parallel_to_aec
    return lambda **settings: in_turn(parallel(**settings))


def _declared(name: str, short: str, module: ModuleType, made: Callable[[], Any]) -> Game:
    """The declaration of a game, with what a few random games show."""
    agents = tuple(made().possible_agents)
    if not 1 <= len(agents) <= MOST_SEATS:
        raise PlayoutError(f"{name}: has {len(agents)} agents; allowed are 1 to {MOST_SEATS}")
    rules = ZooRules(made, agents, Returns(len(agents), 0, None))
    rewards = list[list[float]]()  # of each game and seat

    def returns_of(state: Any) -> list[float]:
        table = state.table()
        rewards.extend(table.rewards)
        return list(table.returns)

    given = probed(name, rules, returns_of).returns
    least = floor_of([0, *given, _least_sum(given, rewards)])
    returns = Returns(len(agents), least, None, denominator_of(given))
    built_on = [f"pettingzoo {version('pettingzoo')}"]
    if not module.__name__.startswith("pettingzoo."):
        built_on.append(f"{module.__name__} {source_digest(_source(module))}")
    return Game(
        name=name,
        title=name.removeprefix(PREFIX),
        version=1,
        summary=f"The environment {short}, by the interface of PettingZoo.",
        options=returns.options("its name may set them, as pettingzoo:my_game(agents=3)"),
        measures=returns.measures(),
        rules=ZooRules(made, agents, returns),
        compiled=False,
        built_on=tuple(built_on),
    )


def _least_sum(sums: Sequence[float], rewards: Sequence[Sequence[float]]) -> float:
    """A number below which no sum of rewards is likely to be, from those of a few random games.

    If a seat gets several rewards in a game, as in rounds, it is the least one as often as any seat
    got one.  Else, if what seats lose differs, as the chips of Poker, the few games hardly show the
    most that can be lost: then it is a power of ten, at least ten times as much as they show.
    """
    least, lost = min((reward for row in rewards for reward in row), default=0.0), min(sums)
    if any(sum(map(bool, row)) > 1 for row in rewards):
        return min(least, 0.0) * max(map(len, rewards))
    if len({number for number in sums if number < 0}) < 2:
        return lost
    return -(10.0 ** math.ceil(math.log10(10 * -lost)))


def _source(module: ModuleType) -> Path:
    """The package that a module is in, or its file."""
    path = Path(module.__file__ or "")
    return path.parent if (path.parent / "__init__.py").is_file() else path
