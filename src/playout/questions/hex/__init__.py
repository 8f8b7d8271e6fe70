"""Random-turn Hex: which cells decide, and how an optimally played game goes.

>>> import playout
>>> found = playout.hex.criticality(3, 3, boards=100_000, seed=1)
>>> found.best
'b2'
>>> round(found.expected_pivotals, 1)
1.9
"""

from __future__ import annotations

from playout.games.hex.compound import CompoundGame
from playout.games.hex.notation import format_stones, parse_stones
from playout.hex.games import Compound, compound
from playout.hex.maps import CriticalityMap, criticality
from playout.hex.positions import Walk, load_stones, save_stones, walk

__all__ = [
    "Compound",
    "CompoundGame",
    "CriticalityMap",
    "Walk",
    "compound",
    "criticality",
    "format_stones",
    "load_stones",
    "parse_stones",
    "save_stones",
    "walk",
]
