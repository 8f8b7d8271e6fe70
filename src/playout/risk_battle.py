"""Risk battles: exact chances."""

from __future__ import annotations

from playout.games.risk_battle.exact import battle, round_losses

__all__ = ["battle", "round_losses"]


def __dir__() -> list[str]:
    return __all__
