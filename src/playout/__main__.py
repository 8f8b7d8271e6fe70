"""``python -m playout``: the same as the command ``playout``."""

from __future__ import annotations

from playout.cli import main

if __name__ == "__main__":
    main()
