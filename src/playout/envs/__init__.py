"""Environments for learners: every game for Gymnasium and PettingZoo (extra ``envs``).

>>> import gymnasium, playout.envs
>>> env = gymnasium.make("playout/pig-v0", players=2, others="hold")
>>> observation, info = env.reset(seed=1)

``import playout.envs`` registers every game as ``playout/NAME-v0``, for ``gymnasium.make`` and,
with many games stepped together in compiled code, for ``gymnasium.make_vec``.  For your own game,
in a file or in the program, use :class:`env` and :class:`vector`.
"""

from __future__ import annotations

from importlib.util import find_spec

from playout.engine.words.errors import PlayoutError

if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
    raise PlayoutError(
        'playout.envs needs gymnasium and pettingzoo: pip install "playout[envs]" installs them'
    )

import gymnasium
import pettingzoo

from playout.engine.find.games import game_names
from playout.envs.batch import GameVectorEnv as GameVectorEnv
from playout.envs.observations import Layout as Layout
from playout.envs.observations import layout_of
from playout.envs.policies import policy as policy
from playout.envs.single import GameEnv as GameEnv
from playout.envs.zoo import aec as aec
from playout.envs.zoo import parallel as parallel

env = GameEnv
vector = GameVectorEnv
layout = layout_of

__all__ = [
    "GameEnv",
    "GameVectorEnv",
    "Layout",
    "aec",
    "env",
    "layout",
    "parallel",
    "policy",
    "register_all",
    "vector",
]


def register_all() -> None:
    """Register all games that are installed or declared here as playout/NAME-v0, once each.

    PettingZoo has a registry since version 1.27.
    """
    for name in game_names():
        identity = f"playout/{name}-v0"
        for kind in ("aec", "parallel") if hasattr(pettingzoo, "register") else ():
            if identity not in getattr(pettingzoo, f"{kind}_registry"):
                entry_point = f"playout.envs.zoo:{kind}"
                pettingzoo.register(kind, identity, entry_point, kwargs={"game": name})
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point="playout.envs.single:GameEnv",
                vector_entry_point="playout.envs.batch:GameVectorEnv",
                kwargs={"game": name},
            )


register_all()
