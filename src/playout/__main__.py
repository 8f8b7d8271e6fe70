"""The command ``playout``, and ``python -m playout``."""

from __future__ import annotations

import atexit
import gc
import sys
from typing import Any

OBJECTS = 50_000  # made since garbage was last looked for: at 700, loading waits for it 300 times


def main() -> None:
    """Run the command line; a Ctrl-C while it is being loaded ends it as any other."""
    gc.set_threshold(OBJECTS)
    try:
        from playout.engine.words.resources import spare_threads

        spare_threads()  # before NumPy is imported
        from playout import cli
    except KeyboardInterrupt:
        print("playout: stopped", file=sys.stderr)
        sys.exit(130)
    try:
        cli.main()
    except SystemExit as ended:
        if has_run_others():  # Python waits for their threads, and writes what they have not yet
            raise
        # To take apart all that was loaded, the compiler above all, lasts 0.2 s.
        atexit._run_exitfuncs()
        cli.leave(ended.code if isinstance(ended.code, int) else 0)


def has_run_others() -> bool:
    """Whether any code was run that is not Playout's."""
    files: Any = sys.modules.get("playout.engine.find.strategy_files")
    return files is not None and bool(files.FOREIGN)


if __name__ == "__main__":
    main()
