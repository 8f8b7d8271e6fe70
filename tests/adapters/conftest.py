"""What tests of games of other libraries share."""

from __future__ import annotations

import importlib.util
import sys
from unittest.mock import MagicMock

import pytest


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's tic-tac-toe imports pygame, for its pictures alone."""
    if importlib.util.find_spec("pygame") is None:
        monkeypatch.setitem(sys.modules, "pygame", MagicMock(__spec__=None))
