"""A game in a file, and files of its runs that somebody has made."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from playout.runner.database import RunHeader
from playout.runner.ledger import CODE, Ledger
from tests.runner.small_runs import change_question

# A game with a default that follows, words, an end, exact values, kinds of moves, and worlds.
NIM = '''
from pathlib import Path

import playout

Path(__file__).with_name("was-run").touch()


def resolve(values):
    if values["take"] is None:
        values["take"] = 2 if values["stones"] < 6 else 3
    return values


@playout.game(
    options=[
        playout.Option("players", 2, "players", 2, 2),
        playout.Option("stones", 5, "stones at the start", 1, 50, each="stone"),
        playout.Option("take", None, "the most that one takes", 1, 9),
        playout.Option("who", "last", "who wins", choices=("last", "first")),
    ],
    measures=[
        playout.Measure("win", "share", "takes the last", per_seat=True, first="highest"),
        playout.Measure("moves", "mean", "moves of a game", most=lambda rules: rules["stones"]),
        playout.Measure("end", "category", "how it ends", categories=("odd", "even")),
    ],
    resolve=resolve,
    exact=lambda rules, players: {"moves": 3},
)
class Nim:
    """Take stones."""

    MOVE_KINDS = ("few", "many")

    def move_kind(self, rules, move):
        return int(move > 1)

    def deal(self, rules, stream):
        self.stones, self.seat, self.turns = rules.stones, 0, 0

    def is_over(self, rules):
        return self.stones == 0

    def actor(self, rules):
        return self.seat

    def legal_moves(self, rules):
        return range(1, min(self.stones, rules.take) + 1)

    def play(self, rules, move, stream):
        self.stones, self.seat, self.turns = self.stones - move, 1 - self.seat, self.turns + 1

    def score(self, rules):
        last = (1 - self.seat) ^ (rules.who == "first")
        wins = [int(seat == last) for seat in range(2)]
        return {"win": wins, "moves": self.turns, "end": "odd" if self.turns % 2 else "even"}

    def determinize(view, rules, stream, state):
        state.stones, state.seat, state.turns = view.stones, view.seat, 0

    def format_move(move):
        return f"take {move}"


@playout.strategy("nim", parameters={"most": 2})
def greedy(view, rng):
    """Takes many."""
    return min(view.legal_moves[-1], int(view.parameters[0]))
'''


def nothing_ran() -> bool:
    return not Path("was-run").exists() and not {"evil", "evil_too"} & {*sys.modules}


def crafted(path: Path, game: str, **changed: Any) -> None:
    """A file of a run of nim that says it is of another game, with all digests right."""
    with Ledger.open(path) as ledger:
        asked, form = {**ledger.asked, "game": game, **changed}, ledger.form
    change_question(path, json.dumps(asked))
    written(path, form=json.dumps(form and {**form, "name": game}))


def written(path: Path, **values: object) -> None:
    """Write values into all rows of the table of codes, with the right digest."""
    with closing(sqlite3.connect(path)) as db, db:
        for name, value in values.items():
            db.execute(f"UPDATE code SET {name} = ?", (value,))
        targets = db.execute("SELECT begin, games, whole, at FROM target ORDER BY rowid").fetchall()
        codes = db.execute(f"SELECT id, {', '.join(CODE)} FROM code ORDER BY id").fetchall()
        db.execute("UPDATE run SET mark = ?", (RunHeader(targets, codes).mark,))
