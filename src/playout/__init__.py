"""Playout: a Monte Carlo laboratory for tabletop games.

>>> import playout
>>> answer = playout.run("the-game", players=[1, 2], strategy="greedy", games=2_000, seed=1)
>>> list(answer.to_pandas()["players"])
[1, 2]

There is one function for each question.  These arguments are the same everywhere:

- ``game``: the name of a game (:func:`list_games` shows all), or ``"mine.py:NAME"`` for a game in a
  file of yours.
- ``strategy``: a name, perhaps with parameters, as in ``"chains:extra=3"``; ``"mine.py:bold"`` for
  one in a file; or a function that is declared with :func:`strategy`.  One strategy plays on all
  seats, unless you pass a list with one for each seat.
- rule options, such as ``players=3`` (:func:`list_options` shows all).  ``True`` and ``False``
  stand for yes and no, ``None`` for the default.
- ``seed``: a whole number from 0 to 2**63 - 1 (default: 1).  The same seed gives the same numbers,
  whatever the workers.  ``None`` draws a new seed, which the answer then has as its ``seed``.
- ``workers``: a number of threads (default: one per core), ``"processes:4"``, a Dask cluster
  (``"tcp://host:8786"``, or ``"local:4"`` on this machine), or an executor with the interface of
  ``concurrent.futures``, which stays open.
- ``save``: a file for the games.  If the file exists, the run in it is resumed.
- ``progress``: ``True`` shows progress, ``False`` hides it.  By default only a notebook shows a
  bar.  A function is called with the number of games done and the total.

A number of games is a whole number or a text such as ``"100k"`` or ``"2M"``.

Every function raises :class:`PlayoutError`, with one clear sentence, for whatever cannot be played,
and :class:`IllegalMove` if a strategy breaks the rules.  The result of the games counted until then
is the ``partial`` of the error.
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
