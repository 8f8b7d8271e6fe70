"""The errors and warnings that Playout raises."""

from playout.engine.words.errors import (
    CutShort,
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
    "CutShort",
    "IllegalMove",
    "Measured",
    "NotExact",
    "NotLoaded",
    "OtherFile",
    "PlayoutError",
    "RulesError",
    "RunsCode",
]
