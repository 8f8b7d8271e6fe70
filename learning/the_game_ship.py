"""Put the networks of The Game for one to five players into the file that Playout reads.

    python learning/the_game_ship.py ONE TWO THREE FOUR FIVE

Each is a FILE of learning/the_game.py.
"""

from __future__ import annotations

import sys

import numpy as np

from playout.games.the_game.network.files import FILE, MOST_PLAYERS, PARTS


def main() -> None:
    """Write the file."""
    if len(sys.argv) != 1 + MOST_PLAYERS:
        raise SystemExit(f"{MOST_PLAYERS} files are needed")
    parts = {}
    for players, name in enumerate(sys.argv[1:], start=1):
        with np.load(name) as file:
            parts |= {f"{part}{players}": file[part] for part in PARTS}
    np.savez_compressed(FILE, **parts)
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
