"""The compile decorator for rules and strategies of your own."""

from playout.engine.native.jit import jit, specialised

__all__ = ["jit", "specialised"]
