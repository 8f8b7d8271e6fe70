"""``python -m tests.fuzz commands 17 18``: run these cases, and show what comes of them."""

import sys
import tempfile
from pathlib import Path

from tests.fuzz import Player, cases, chance_of, make

if __name__ == "__main__":
    kind, *numbers = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        made = make(Path(place) / "made")
        with Player(kind, made, Path(place) / "case") as player:
            for number in map(int, numbers):
                print(f"{kind} {number}: {cases(kind).description(chance_of(kind, number))}")
                ended = player.play(number)
                print(ended.out, ended.err, ended.fault, f"exit code {ended.code}", sep="\n")
                print("well" if not ended.mistake() else f"NOT WELL: {ended.mistake()[:80]}")
