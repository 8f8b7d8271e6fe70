"""Tables as text files, of which a spreadsheet takes no cell for a formula."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout.runner.atomic_file import written

if TYPE_CHECKING:
    import pandas as pd

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet would work out


def write_csv(frame: pd.DataFrame, to: Any = None, sep: str = ",") -> str | None:
    """Write a table to a path or a stream; without one return it as text."""
    from pandas.api.types import is_numeric_dtype

    words = [name for name in frame if not is_numeric_dtype(frame[name])]
    safe = {str(name): frame[name].map(harmless, na_action="ignore") for name in words}
    with written(to) if isinstance(to, Path) else nullcontext(to) as file:
        text: str | None = frame.assign(**safe).to_csv(file, index=False, sep=sep)
    return text


def harmless(cell: Any) -> Any:
    """A cell as it is, but a text that would be a formula with an apostrophe before it."""
    if not isinstance(cell, str) or not cell.startswith(FORMULA):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell
