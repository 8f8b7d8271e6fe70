"""Lookup tables of strategies of your own."""

from playout.engine.play.lookup import kept, looked_up

__all__ = ["kept", "looked_up"]
