"""What a game in plain Python costs beyond its own code: python benchmarks/plain.py

Three games as people write them: Farkle, with lists and dicts; tricks with 30 cards, with hidden
hands; and the nim of the README.  Each is played through Playout, and by a bare loop that knows
nothing of Playout but its random numbers: the same class, without copies and checks.  Both play the
same games, which is checked.  Prints processor time a game and the ratio, best of three.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from measuring import BEST_OF, table

import playout
from playout.engine.chance.plain_streams import Streams, start_game
from playout.engine.chance.rng import DEAL, SEAT, STREAM
from playout.engine.find.games import find_game
from playout.engine.game.game import SHARE, Rules
from playout.engine.native.records import new_record
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players

WIN = playout.Measure("win", "share", "has the most points", per_seat=True, first="highest")


def points(dice: list[int]) -> int:
    """Points of dice of Farkle that are put aside; 0 if one of them does not count."""
    counts = {face: dice.count(face) for face in set(dice)}
    if len(counts) == 6:
        return 1500
    total = 0
    for face, count in counts.items():
        if count >= 3:
            total += (1000 if face == 1 else 100 * face) * 2 ** (count - 3)
        elif face in (1, 5):
            total += {1: 100, 5: 50}[face] * count
        else:
            return 0
    return total


def chosen(dice: list[int], mask: int) -> list[int]:
    """The dice of a mask."""
    return [die for place, die in enumerate(dice) if mask >> place & 1]


def wins(values: list[int]) -> list[float]:
    """A win for the most, which equals share."""
    most = max(values)
    return [(value == most) / values.count(most) for value in values]


@playout.game(
    "farkle",
    options=[playout.Option("players", 2, "players", 2, 6)],
    measures=[WIN],
    chance_in_play=True,
)
class Farkle:
    """Throw six dice, put some aside, throw the rest again or stop."""

    def deal(self, rules: Any, stream: Any) -> None:
        """Set a new game up."""
        self.scores = [0] * rules.players
        self.player = self.turns = 0
        self.begin_turn(stream)

    def begin_turn(self, stream: Any) -> None:
        """Throw all dice."""
        self.total = 0
        self.dice = [playout.randrange(stream, 6) + 1 for _ in range(6)]

    def is_over(self, rules: Any) -> bool:
        """Whether somebody has 5,000 points."""
        return max(self.scores) >= 5000 or self.turns >= 1000

    def actor(self, rules: Any) -> int:
        """The seat to move."""
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        """A set of dice to put aside, and 64 more to stop then; 0 after a throw that is lost."""
        moves = []
        for mask in range(1, 2 ** len(self.dice)):
            if points(chosen(self.dice, mask)) > 0:
                moves += [mask, mask + 64]
        return moves or [0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        """Make a move."""
        mask = move % 64
        aside = chosen(self.dice, mask)
        self.total += points(aside) if mask else 0
        if mask == 0 or move >= 64:
            self.scores[self.player] += self.total if mask else 0
            self.turns += 1
            self.player = (self.player + 1) % rules.players
            self.begin_turn(stream)
        else:
            left = len(self.dice) - len(aside)
            self.dice = [playout.randrange(stream, 6) + 1 for _ in range(left or 6)]

    def score(self, rules: Any) -> dict[str, Any]:
        """Who has won."""
        return {"win": wins(self.scores)}


def steady(view: Any, rng: Any) -> int:
    """Takes the most points, and stops at 300."""
    best = max(view.legal_moves, key=lambda move: points(chosen(view.dice, move % 64)))
    if best == 0:
        return 0
    total = view.total + points(chosen(view.dice, best % 64))
    return int(best % 64 + 64 * (total >= 300))


@playout.game("tricks", options=[playout.Option("players", 3, "players", 2, 5)], measures=[WIN])
class Tricks:
    """Thirty cards are dealt; the highest of each trick takes it."""

    def deal(self, rules: Any, stream: Any) -> None:
        """Deal all cards."""
        deck = list(range(30))
        playout.shuffle(stream, deck)
        self.hands = [sorted(deck[seat :: rules.players]) for seat in range(rules.players)]
        self.hands = [hand[: 30 // rules.players] for hand in self.hands]
        self.table: list[int] = []
        self.played: list[int] = []
        self.player = self.leader = 0
        self.tricks = [0] * rules.players

    def is_over(self, rules: Any) -> bool:
        """Whether all cards are played."""
        return not any(self.hands)

    def actor(self, rules: Any) -> int:
        """The seat to move."""
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        """Any card."""
        return self.hands[self.player]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        """Play a card."""
        self.hands[self.player].remove(move)
        self.table.append(move)
        self.played.append(move)
        self.player = (self.player + 1) % rules.players
        if len(self.table) == rules.players:
            best = self.table.index(max(self.table))
            self.player = self.leader = (self.leader + best) % rules.players
            self.tricks[self.player] += 1
            self.table = []

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        """The own hand, and what lies on the table."""
        view.hand = list(self.hands[seat])
        view.table = list(self.table)
        view.played = list(self.played)
        view.tricks = list(self.tricks)
        view.leader = self.leader

    def score(self, rules: Any) -> dict[str, Any]:
        """Who has won."""
        return {"win": wins(self.tricks)}


def cheaply(view: Any, rng: Any) -> int:
    """Beats the table with its lowest card that does, else throws its lowest."""
    better = [card for card in view.hand if card > max(view.table, default=99)]
    return int(min(better or view.hand))


@playout.game(
    "nim",
    options=[
        playout.Option("players", 2, "players", 2, 2),
        playout.Option("stones", 21, "stones on the table", 1, 1000),
    ],
    measures=[WIN],
)
class Nim:
    """Take one, two or three stones; whoever takes the last one wins."""

    def deal(self, rules: Any, stream: Any) -> None:
        """Set a new game up."""
        self.stones, self.player = rules.stones, 0

    def is_over(self, rules: Any) -> bool:
        """Whether all are taken."""
        return bool(self.stones == 0)

    def actor(self, rules: Any) -> int:
        """The seat to move."""
        return self.player

    def legal_moves(self, rules: Any) -> range:
        """How many to take."""
        return range(1, min(3, self.stones) + 1)

    def play(self, rules: Any, move: int, stream: Any) -> None:
        """Take some."""
        self.stones, self.player = self.stones - move, 1 - self.player

    def score(self, rules: Any) -> dict[str, Any]:
        """Who has won."""
        return {"win": [self.player == 1, self.player == 0]}


def four(view: Any, rng: Any) -> int:
    """Leaves a multiple of four, if it can."""
    return view.stones % 4 or 1


def at_random(view: Any, rng: Any) -> int:
    """Any legal move."""
    return int(view.legal_moves[playout.randrange(rng, len(view.legal_moves))])


GAMES: list[tuple[type, Callable[[Any, Any], int], int]] = [
    (Farkle, steady, 60),
    (Tricks, cheaply, 600),
    (Nim, four, 4_000),
]


def bare_loop(kind: Any, rules: Rules, choose: Callable[[Any, Any], int], games: int) -> list[Any]:
    """The scores of games that are played without Playout, but with its random numbers."""
    record, seats, scores = rules.record(), int(rules["players"]), []
    streams, hides = Streams(new_record(STREAM, SEAT + seats)), hasattr(kind, "observe")
    deal = streams[DEAL]
    for number in range(games):
        start_game(streams.array, 1, number, 0)
        state = kind()
        state.deal(record, deal)
        while not state.is_over(record):
            seat = state.actor(record)
            if hides:
                view = SimpleNamespace(seat=seat, legal_moves=list(state.legal_moves(record)))
                state.observe(record, seat, view)
            else:
                moves = list(state.legal_moves(record))
                view = SimpleNamespace(**vars(state), seat=seat, legal_moves=moves)
            state.play(record, choose(view, streams[SEAT + seat]), deal)
        scores.append(state.score(record)["win"])
    return scores


def seconds(play: Callable[[], Any]) -> tuple[float, Any]:
    """The processor time of something, the best of three, and what it returns."""
    best = float("inf")
    for _ in range(BEST_OF):
        began = time.process_time()
        result = play()
        best = min(best, time.process_time() - began)
    return best, result


def compared(kind: Any, choose: Callable[[Any, Any], int], games: int) -> list[str]:
    """A row of the table: both times of a game, and their ratio."""
    name = kind.__name__.lower()
    strategy = choose.__name__.replace("_", "-")
    playout.strategy(name, strategy, compiled=False)(choose)
    rules = find_game(name).with_options({})
    seats = int(rules["players"])
    players = find_players(rules, [strategy] * seats)
    play_batch(rules, players, 1, 0, 1)
    with_playout, outcomes = seconds(lambda: play_batch(rules, players, 1, 0, games))
    alone, scores = seconds(lambda: bare_loop(kind, rules, choose, games))
    if not np.allclose(outcomes[:, :seats], np.array(scores) * SHARE):
        raise AssertionError(f"{name}: the two loops play other games")
    times = [f"{1000 * taken / games:.3f} ms" for taken in (with_playout, alone)]
    return [f"{name}, {strategy}", *times, f"{with_playout / alone:.1f}"]


def main() -> None:
    """Measure and print."""
    rows = [
        compared(kind, function, games)
        for kind, choose, games in GAMES
        for function in (choose, at_random)
    ]
    table(("a game of", "through Playout", "bare loop", "ratio"), rows)


if __name__ == "__main__":
    main()
