"""The compile decorator for rules and strategies of your own."""

from playout.engine.native.jit import jit, rebound

__all__ = ["jit", "rebound"]
