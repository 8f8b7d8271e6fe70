"""Playout: a Monte Carlo laboratory for tabletop games.

>>> import playout
>>> answer = playout.run("the-game", players=[1, 2], strategy="greedy", games=2_000, seed=1)
>>> list(answer.to_pandas()["players"])
[1, 2]
"""

from importlib.metadata import version

import lazy_loader

__version__ = version("playout")

# The public names stand in __init__.pyi.  Each is imported when it is first used, so that
# `import playout` is quick.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
