"""Playout: a Monte Carlo laboratory for tabletop games.

>>> import playout
>>> answer = playout.run("the-game", players=[1, 2], strategy="greedy", games=2_000, seed=1)
>>> list(answer.to_pandas()["players"])
[1, 2]
"""

from importlib.metadata import version

import lazy_loader

from playout.engine.words.resources import spare_threads

__version__ = version("playout")
spare_threads()  # before NumPy is imported

# The public names stand in __init__.pyi.  Each is imported when it is first used, so that
# `import playout` is quick.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
