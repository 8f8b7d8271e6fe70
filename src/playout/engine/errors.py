"""The errors and warnings that Playout raises."""

from playout.engine.words.errors import (
    IllegalMove,
    Measured,
    NotExact,
    NotLoaded,
    OtherFile,
    PlayoutError,
    RulesError,
    RunsCode,
)

__all__ = [
    "IllegalMove",
    "Measured",
    "NotExact",
    "NotLoaded",
    "OtherFile",
    "PlayoutError",
    "RulesError",
    "RunsCode",
]
