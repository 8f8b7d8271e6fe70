"""Code of users: what it raises, in words, and where in its files."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playout.engine.words.errors import PlayoutError, error_text, file_name


def raised_where(error: BaseException, source: Path | None = None) -> str:
    """What a user's function raised, and where: in a file or a folder, if it was there."""
    frames = [] if source is None else traceback.extract_tb(error.__traceback__)
    within = [at for at in frames if Path(at.filename).is_relative_to(source)] if source else []
    if not within:
        return f"raised {error_text(error)}"
    at = within[-1]
    return (
        f"raised {error_text(error)} (line {at.lineno} of {file_name(at.filename)}, in {at.name})"
    )


@contextmanager
def user_code(what: str, source: Path | None = None) -> Iterator[None]:
    """Turn an error of a user's function into a sentence that begins with ``what``."""
    try:
        yield
    except PlayoutError:
        raise
    except Exception as error:
        raise PlayoutError(f"{what} {raised_where(error, source)}") from error
