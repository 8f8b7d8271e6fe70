"""What tests of policies share."""

from __future__ import annotations

import pytest

NIM = '''
import playout
from playout import Measure, Option

@playout.game(
    measures=[
        Measure("win", "share", "has won", per_seat=True, first="highest"),
        Measure("moves_made", "mean", "moves"),
    ],
    options=[
        Option("players", 2, "players", 2, 2),
        Option("stones", 9, "stones", 1, 100),
        Option("more", 0, "stones in a second heap", 0, 9),
    ],
    title="Nim",
)
class Nim:
    """Take one, two or three stones; who takes the last one wins."""

    def deal(self, rules, stream):
        self.heaps, self.player, self.count = [rules.stones, rules.more], 0, 0

    def is_over(self, rules):
        return self.heaps == [0, 0]

    def actor(self, rules):
        return self.player

    def legal_moves(self, rules):
        return [4 * k + n for k in (0, 1) for n in range(1, min(3, self.heaps[k]) + 1)]

    def play(self, rules, move, stream):
        self.heaps[move // 4] -= move % 4
        self.player = 1 - self.player
        self.count += 1

    def forget(self, rules):
        self.count = 0

    def score(self, rules):
        return {"win": [self.player == 1, self.player == 0], "moves_made": self.count}
'''


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "nim.py"
    path.write_text(NIM)
    return str(path)
