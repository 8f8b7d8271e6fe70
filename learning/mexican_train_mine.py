"""The strategy `mine`: plays Mexican Train with a network that learning/mexican_train.py wrote.

    playout run mexican-train --seats learning/mexican_train_mine.py:mine,sequence

The network is read from weights.npy in the folder in which `playout` is started.
"""

from __future__ import annotations

from typing import Any

import playout
from playout.games.mexican_train.learned import decide, read_weights


@playout.strategy("mexican-train", lookup=lambda rules: read_weights("weights.npy"))
def mine(view: Any, rng: Any) -> int:
    """Takes the move that the network in weights.npy rates highest."""
    return decide(view)
