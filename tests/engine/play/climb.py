"""A plain game with counters, as a user writes it."""

from __future__ import annotations

CLIMB = """
import playout
from playout import randrange


@playout.game(
    options=[playout.Option("players", 2, "players", 2, 3)],
    measures=[playout.Measure("win", "share", "came first", per_seat=True, first="highest")],
    chance_in_play=True,
)
class Climb:
    def deal(self, rules, stream):
        self.rungs, self.seat, self.throw = [0] * rules.players, 0, 0

    def is_over(self, rules):
        return max(self.rungs) >= 30

    def actor(self, rules):
        return self.seat

    def legal_moves(self, rules):
        return [0, 1]

    def play(self, rules, move, stream):
        self.throw = 1 + randrange(stream, 6 + move)
        self.rungs[self.seat] += self.throw
        self.seat = (self.seat + 1) % rules.players

    def score(self, rules):
        won = [rung >= 30 for rung in self.rungs]
        return {"win": won if any(won) else [1 / rules.players] * rules.players}


@playout.counter(per_seat=True)
def sixes(after):
    return after.throw == 6


@playout.counter
def leads(before, after, seat):
    return after.rungs[seat] == max(after.rungs) > max(before.rungs)


@playout.counter(name="noted")
def reads(notes):
    return notes[0]


@playout.strategy("climb", compiled=False)
def notes_lead(view, rng):
    view.notes[0] = view.rungs[view.seat] == max(view.rungs)
    return view.rungs[0] % 2
"""
