"""Errors of a user's own code: in words, with the line of their file."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playout.engine.words.errors import PlayoutError, error_text, file_name


def error_at(error: BaseException, *sources: Path | str) -> str:
    """Return an error in words, with the last line of these files or folders that it came from."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if any(Path(frame.filename).is_relative_to(source) for source in sources)
    ]
    if not frames:
        return error_text(error)
    last = frames[-1]
    return f"{error_text(error)} (line {last.lineno} of {file_name(last.filename)}, in {last.name})"


@contextmanager
def user_code(what: str, *sources: Path) -> Iterator[None]:
    """Turn an error of a user's function into a sentence that begins with ``what``."""
    try:
        yield
    except PlayoutError:
        raise
    except Exception as error:
        raise PlayoutError(f"{what} raised {error_at(error, *sources)}") from error
