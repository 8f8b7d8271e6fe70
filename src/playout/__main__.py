"""The command ``playout``, and ``python -m playout``."""

from __future__ import annotations

import atexit
import gc
import sys

OBJECTS = 50_000  # made since garbage was last looked for: at 700, loading waits for it 300 times


def main() -> None:
    """Run the command line; a Ctrl-C while it is being loaded ends it as any other."""
    gc.set_threshold(OBJECTS)
    try:
        from playout import cli
    except KeyboardInterrupt:
        print("playout: stopped", file=sys.stderr)
        sys.exit(130)
    try:
        cli.main()
    except SystemExit as ended:
        # To take apart all that was loaded, the compiler above all, lasts 0.2 s.
        atexit._run_exitfuncs()
        cli.leave(ended.code if isinstance(ended.code, int) else 0)


if __name__ == "__main__":
    main()
