"""Put networks of The Game into the file that Playout reads.

    python learning/the_game_ship.py 3.npz 3marks.npz

Each is a FILE of learning/the_game.py.  Its name says whose it is: the number of players, 1 to 5,
and what they may say, nothing (silence), "marks" or "vague".  The others stay as they are.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np

from playout.games.the_game.learned import FILE, PARTS


def main() -> None:
    """Write the file."""
    with np.load(FILE) as file:
        parts = dict(file)
    for path in map(Path, sys.argv[1:]):
        if not re.fullmatch("[1-5](marks|vague)?", path.stem):
            raise SystemExit(f"{path}: a name as 3.npz or 3marks.npz is needed")
        with np.load(path) as file:
            parts |= {f"{part}{path.stem}": file[part] for part in PARTS}
    np.savez_compressed(FILE, **parts)
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
