"""The command ``playout``, and ``python -m playout``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; a Ctrl-C while it is being loaded ends it as any other."""
    try:
        from playout import cli
    except KeyboardInterrupt:
        print("playout: stopped", file=sys.stderr)
        sys.exit(130)
    cli.main()


if __name__ == "__main__":
    main()
