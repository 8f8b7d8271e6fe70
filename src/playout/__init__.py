"""Playout: a Monte Carlo laboratory for tabletop games.

>>> import playout
>>> answer = playout.run("the-game", players=[1, 2], strategy="greedy", games=2_000, seed=1)
>>> list(answer.to_pandas()["players"])
[1, 2]
"""

import os
from importlib.metadata import version

import lazy_loader

if not os.path.isfile(__file__):  # the compiler, among others, looks for the files of the package
    raise ImportError(
        f"playout cannot be imported from {os.path.dirname(__file__)}: it cannot run from inside a "
        'zip file, so unpack that, or install it: pip install "playout"'
    )

__version__ = version("playout")

# The public names stand in __init__.pyi.  Each is imported when it is first used, so that
# `import playout` is quick.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
