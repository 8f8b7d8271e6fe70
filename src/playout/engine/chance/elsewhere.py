"""Random numbers that no seed of a run reaches: those of Python's and NumPy's own generators."""

from __future__ import annotations

import random
from typing import Any

import numpy as np


def other_generators() -> dict[str, Any]:
    """The states of the generators that no stream stands behind, by their names."""
    state: Any = np.random.get_state(legacy=False)["state"]  # noqa: NPY002  # of others
    return {
        "Python's random": random.getstate(),
        "numpy.random": (state["key"].tobytes(), state["pos"]),
    }


def drawn_from(before: dict[str, Any]) -> str:
    """Return those that have changed since the last look; empty if there was none."""
    now = other_generators() if before else {}
    return " and ".join(name for name in before if before[name] != now[name])
