"""The command line, called inside the test's own process."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from playout.cli import main


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


def playout(*words: str) -> Said:
    """Run ``playout words ...``, given one by one, or as one line with spaces between them.

    A traceback is a failure of the test.
    """
    words = tuple(words[0].split()) if len(words) == 1 else words
    out, err, code = io.StringIO(), io.StringIO(), 0
    with patch.object(sys, "argv", ["playout", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as exit:
            code = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    return Said(code, out.getvalue(), err.getvalue())
