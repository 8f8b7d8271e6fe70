"""Small games in plain Python, to be solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playout.engine.chance.rng import randrange, uniform
from playout.engine.game.game import Game, Measure, Option, Player, Rules, Strategy
from playout.engine.game.plain_rules import random
from playout.engine.solve.graph import Limits
from playout.engine.solve.solution import Solved
from playout.engine.solve.solver import Solver

TWO = Option("players", 2, "players", 2, 2)
WIN = Measure("win", "share", "has won", per_seat=True, first="highest")
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def game_of(
    rules: Any, *measures: Measure, options: Sequence[Option] = (TWO,), **more: Any
) -> Game:
    """A game that is in no list."""
    name = rules.__name__.lower()
    parts: dict[str, Any] = {"title": rules.__name__, "summary": "A game.", "version": 1}
    return Game(
        name=name,
        options=tuple(options),
        measures=measures,
        rules=rules,
        compiled=False,
        **parts,
        **more,
    )


def player(function: Callable[[Any, Any], int]) -> Player:
    """A strategy that is in no list."""
    name = function.__name__
    return Player(Strategy("", name, function, {}, False, name), (), name)


RANDOM = player(random)


def solver(
    game: Game,
    *players: Player | None,
    measure: str | None = None,
    states: int = 100_000,
    seconds: float = 100,
    **options: Any,
) -> Solver:
    rules: Rules = game.with_options(options)
    seats = int(rules["players"])
    line = players or (None,) * seats
    limits = Limits(states, seconds)
    return Solver(rules, line, game.quantity(measure, seats), limits)


def solved(game: Game, *players: Player | None, **more: Any) -> Solved:
    return solver(game, *players, **more).solved()


class Nim:
    """Take 1, 2 or 3; who takes the last one wins."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.heap, self.player = rules.stones, 0

    def is_over(self, rules: Any) -> bool:
        return bool(self.heap == 0)

    def actor(self, rules: Any) -> int:
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        return [*range(1, min(3, self.heap) + 1)]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.heap -= move
        self.player = 1 - self.player

    def score(self, rules: Any) -> dict[str, Any]:
        return {"win": [float(self.player == 1), float(self.player == 0)]}


NIM = game_of(Nim, WIN, options=(TWO, Option("stones", 21, "stones", 1, 100)))


class TicTacToe:
    """Three in a row."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.board, self.player = [0] * 9, 0

    def winner(self) -> int:
        for a, b, c in LINES:
            if self.board[a] == self.board[b] == self.board[c] != 0:
                return self.board[a]
        return 0

    def is_over(self, rules: Any) -> bool:
        return self.winner() != 0 or 0 not in self.board

    def actor(self, rules: Any) -> int:
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] == 0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.board[move] = self.player + 1
        self.player = 1 - self.player

    def score(self, rules: Any) -> dict[str, Any]:
        winner = self.winner()
        return {"win": [float(winner == 1), float(winner == 2)] if winner else [0.5, 0.5]}


class RandomTurn(TicTacToe):
    """The same, but a coin says who has the turn."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.board, self.player = [0] * 9, int(randrange(stream, 2))

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.board[move] = self.player + 1
        self.player = 0 if self.is_over(rules) else int(randrange(stream, 2))

    def score(self, rules: Any) -> dict[str, Any]:
        more = {"moves": 9 - self.board.count(0), "draw": self.winner() == 0}
        ahead = {f"player_{k}": self.winner() == k for k in (1, 2)}
        return {**super().score(rules), **more, **ahead}


TIC_TAC_TOE = game_of(TicTacToe, WIN)
RANDOM_TURN = game_of(
    RandomTurn,
    WIN,
    Measure("moves", "mean", "stones", most=lambda rules: 9),
    Measure("draw", "rate", "nobody has won"),
    Measure("player_1", "rate", "player 1 has won", seat=0),
    Measure("player_2", "rate", "player 2 has won", seat=1),
    chance_in_play=True,
)


class Climb:
    """Throw a die of four sides until the sum is 5 or more; a 1 throws back to the start."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.sum = self.throws = self.ones = 0

    def is_over(self, rules: Any) -> bool:
        return self.sum >= 5 or self.throws >= rules.most

    def legal_moves(self, rules: Any) -> list[int]:
        return [0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        die = int(randrange(stream, 4)) + 1
        self.throws += 1
        self.ones += die == 1
        self.sum = 0 if die == 1 else self.sum + die

    def score(self, rules: Any) -> dict[str, Any]:
        return {"throws": self.throws, "ones": self.ones}

    def forget(self, rules: Any) -> None:
        self.ones = 0
        if rules.most >= 1000:
            self.throws = 0


MOST = Option("most", 1000, "throws at most", 1, 1000)
CLIMB = game_of(
    Climb,
    Measure("throws", "mean", "throws", better="lowest"),
    Measure("ones", "mean", "ones thrown"),
    options=(MOST,),
    chance_in_play=True,
)


class Guess:
    """One of three cards is hidden; it is guessed at twice."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.card, self.tries, self.won = int(randrange(stream, 3)), 2, 0

    def is_over(self, rules: Any) -> bool:
        return self.tries == 0 or self.won == 1

    def legal_moves(self, rules: Any) -> list[int]:
        return [0, 1, 2]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.tries -= 1
        self.won = int(move == self.card)

    def score(self, rules: Any) -> dict[str, Any]:
        return {"win": self.won}

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.tries = self.tries


GUESS = game_of(Guess, Measure("win", "rate", "guessed", better="highest"), options=())


class Match2:
    """Both hide a coin, one after the other; player 0 wins if they are alike."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.coins: list[int] = []

    def is_over(self, rules: Any) -> bool:
        return len(self.coins) == 2

    def actor(self, rules: Any) -> int:
        return len(self.coins) % 2

    def legal_moves(self, rules: Any) -> list[int]:
        return [0, 1]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.coins.append(move)

    def score(self, rules: Any) -> dict[str, Any]:
        alike = len({*self.coins}) == 1
        return {"win": [float(alike), float(not alike)]}

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.turn = len(self.coins)


PENNIES = game_of(Match2, WIN)


class Wait:
    """Stop and lose, or wait: a coin then says whether the game goes on or is won."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.state = "going on"

    def is_over(self, rules: Any) -> bool:
        return self.state != "going on"

    def legal_moves(self, rules: Any) -> list[int]:
        return [0, 1, 2]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        if move == 0:
            self.state = "lost"
        elif move == 1 and randrange(stream, 3) == 0:
            self.state = ("won", "lost")[int(randrange(stream, 2))]

    def score(self, rules: Any) -> dict[str, Any]:
        return {"win": self.state == "won", "lost": self.state == "lost"}


WAIT = game_of(
    Wait,
    Measure("win", "rate", "won", better="highest"),
    Measure("lost", "rate", "lost", better="lowest"),
    options=(),
    chance_in_play=True,
)


def fraction(view: Any, rng: Any) -> int:
    return int(view.legal_moves[0 if uniform(rng) < 0.5 else -1])


def illegal(view: Any, rng: Any) -> int:
    return 77


def raises(view: Any, rng: Any) -> int:
    return int("x")
