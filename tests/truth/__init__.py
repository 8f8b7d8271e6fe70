"""Exact numbers, and published ones, that the package must agree with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def load(name: str) -> Any:
    """The contents of a file of this folder."""
    return json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))
