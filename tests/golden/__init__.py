"""Golden playthroughs: whole games as text that people can read, compared word by word.

A change of behaviour shows as a difference that can be read and judged.  If it was meant,
``python -m tests.golden`` writes all files anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playout.engine.match.match import Match

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Playthrough:
    """A game to be told, as `playout replay` does."""

    game: str
    strategy: str
    seed: int
    number: int
    options: Mapping[str, Any] = field(default_factory=dict)
    every: int = 0  # moves from one position that is shown below the game to the next; 0: none

    @property
    def command(self) -> str:
        """What prints it."""
        options = "".join(f" --{k.replace('_', '-')} {v}" for k, v in self.options.items())
        return (
            f"playout replay {self.game} --strategy {self.strategy}{options} "
            f"--seed {self.seed} --game {self.number}"
        )

    def text(self) -> str:
        """The whole game, below the command."""
        # Wherever the tests lie, the strategies of this folder have the same names.
        told = self.match().transcript().replace(str(FOLDER), "tests/golden")
        lines = [f"# {self.command}", told]
        lines += [f"after move {move}: {text}" for move, text in self.positions().items()]
        return "\n".join(lines) + "\n"

    def match(self, position: str | None = None) -> Match:
        """The game at its start, or from a position."""
        return Match(
            self.game,
            strategy=self.strategy.replace("tests/golden", str(FOLDER)),
            seed=self.seed,
            game_number=self.number,
            position=position,
            **self.options,
        )

    def positions(self) -> dict[int, str]:
        """Some positions, by the number of moves before them; the last is the end."""
        found: dict[int, str] = {}
        if not self.every:
            return found
        match = self.match()
        while not match.is_over:
            if len(match.moves) % self.every == 0:
                found[len(match.moves)] = match.position
            match.step()
        found[len(match.moves)] = match.position
        return found


PLAYTHROUGHS = {
    "blackjack": Playthrough("blackjack", "basic", 1, 2, {"rounds": 12, "decks": 1}, every=5),
    "cant-stop": Playthrough(
        "cant-stop", "tuned+rule-of-28+random", 1, 0, {"players": 3, "columns_to_win": 2}, every=20
    ),
    "the-game-alone": Playthrough("the-game", "quick", 1, 4, every=20),
    "the-game-hints": Playthrough(
        "the-game", "careful", 1, 2, {"players": 3, "hints": "marks", "high": 50}, every=10
    ),
    "the-game-blog": Playthrough("the-game-blog", "trick", 1, 26, {"players": 2}, every=5),
    "hearts": Playthrough("hearts", "duck+random+random+duck", 1, 1, every=16),
    "hearts-match": Playthrough(
        "hearts",
        "duck+random+random",
        1,
        0,
        {"players": 3, "lowest": 9, "points": 12, "passing": "right"},
        every=12,
    ),
    "spades": Playthrough("spades", "bidder+aces+bidder+random", 1, 3, {"points": 60}, every=24),
    "hex-small": Playthrough("hex", "shortest", 1, 8, {"rows": 5, "cols": 4}, every=5),
    "snakes-and-ladders": Playthrough(
        "snakes-and-ladders", "throw", 1, 2, {"players": 2}, every=20
    ),
    "snakes-and-ladders-board": Playthrough(
        "snakes-and-ladders",
        "throw",
        1,
        0,
        {"players": 3, "board": "23:3-14/20-8", "overshoot": "wins"},
        every=10,
    ),
    "snakes-and-ladders-chains": Playthrough(
        "snakes-and-ladders",
        "throw",
        1,
        8,
        {
            "players": 2,
            "board": "30:3-12/12-26/17-4/24-17/28-3",
            "overshoot": "wins",
            "dice": 2,
            "sides": 4,
        },
        every=5,
    ),
    "risk-battle": Playthrough("risk-battle", "throw", 1, 0, every=3),
    "risk-battle-retreat": Playthrough(
        "risk-battle",
        "throw",
        1,
        2,
        {"attackers": 12, "attack_sides": 8, "defence_dice": 3, "retreat_at": 4},
        every=3,
    ),
    "klondike": Playthrough("klondike", "greedy", 1, 1, {"draw": 1}, every=40),
    "mexican-train-gates": Playthrough(
        "mexican-train", "random", 1, 0, {"players": 4, "set": 6, "target": 30}
    ),
    "mexican-train-blocked": Playthrough(
        "mexican-train", "random", 1, 20, {"players": 3, "set": 4, "draw": "none", "rounds": 3}
    ),
    "mexican-train-countdown": Playthrough(
        "mexican-train",
        "random",
        1,
        0,
        {"players": 2, "set": 3, "engine": "countdown", "rounds": 5, "double_blank": 25},
    ),
    "mexican-train-seed": Playthrough(
        "mexican-train",
        "tests/golden/locks.py:locks",
        1,
        3,
        {"players": 3, "set": 6, "variant": "seed", "rounds": 2},
    ),
    "mexican-train-longer-turns": Playthrough(
        "mexican-train",
        "random",
        1,
        6,
        {
            "players": 3,
            "set": 6,
            "doubles": "many",
            "first_turn": "train",
            "last_double": "cover",
            "rounds": 2,
        },
    ),
    "mexican-train-strategies": Playthrough(
        "mexican-train",
        "careful+sequence+longest+learned",
        1,
        2,
        {"players": 4, "set": 9, "rounds": 2},
    ),
    "pig-two": Playthrough("pig", "optimal+hold", 1, 3),
    "pig-four": Playthrough(
        "pig", "hold:at=10+random+hold+hold:at=30", 1, 5, {"players": 4, "goal": 50}
    ),
    "pig-one": Playthrough("pig", "optimal", 1, 3, {"players": 1, "goal": 60}, every=10),
    "ur": Playthrough("ur", "lookahead+greedy", 1, 1, {"pieces": 4}, every=20),
    "yatzy": Playthrough("yahtzee", "greedy", 1, 0, {"variant": "yatzy"}, every=12),
    "yahtzee": Playthrough(
        "yahtzee", "optimal+greedy", 1, 0, {"players": 2, "joker": "free"}, every=20
    ),
}


def path(name: str) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{name}.txt"
