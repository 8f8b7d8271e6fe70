"""Playout: a Monte Carlo laboratory for tabletop games.

>>> import playout
>>> result = playout.run("the-game", players=[1, 2], strategy="greedy", games=2_000, seed=1)
>>> list(result.to_pandas()["players"])
[1, 2]
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playout import hex
    from playout.api import run, run_study
    from playout.engine.errors import IllegalMove, PlayoutError
    from playout.engine.match import Match
    from playout.engine.registry import strategy
    from playout.games import the_game
    from playout.questions import compare, luck, rare, tournament
    from playout.saved import extend, load_run, merge, resume, verify

__version__ = version("playout")

# Where each public name lives; imported when it is first used, so that `import playout` is quick.
_HOMES = {
    "run": "playout.api",
    "compare": "playout.questions",
    "tournament": "playout.questions",
    "luck": "playout.questions",
    "load_run": "playout.saved",
    "resume": "playout.saved",
    "extend": "playout.saved",
    "merge": "playout.saved",
    "verify": "playout.saved",
    "rare": "playout.questions",
    "run_study": "playout.api",  # `study` would be hidden by the subpackage of that name
    "Match": "playout.engine.match",
    "strategy": "playout.engine.registry",
    "PlayoutError": "playout.engine.errors",
    "IllegalMove": "playout.engine.errors",
    "the_game": "playout.games.the_game",
    "hex": "playout.hex",
}

__all__ = [
    "IllegalMove",
    "Match",
    "PlayoutError",
    "compare",
    "extend",
    "hex",
    "load_run",
    "luck",
    "merge",
    "rare",
    "resume",
    "run",
    "run_study",
    "strategy",
    "the_game",
    "tournament",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'playout' has no attribute '{name}'")
    module = import_module(_HOMES[name])
    return module if name in ("hex", "the_game") else getattr(module, name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
