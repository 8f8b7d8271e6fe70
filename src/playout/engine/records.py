"""Records for states and views of your own."""

from playout.engine.native.records import new_record

__all__ = ["new_record"]
