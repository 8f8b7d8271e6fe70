"""Games that are watched turn by turn, and what is counted of each of them.

All of it are whole numbers, a column for each, so a :class:`Tally` keeps them as those of a run.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np

from playout.engine.game.game import SHARE, Game, Measure, Player, Rules
from playout.engine.play.courses import (
    CHOICES,
    DECISIONS,
    FORCED,
    TENTHS,
    TURN,
    check_course,
    play_courses,
)
from playout.stats.tally import Counts, Tallies, Tally

MOST_TURNS = 500  # of a game whose leader is followed
AT_ONCE = 2**21  # numbers that are held at once, 16 MB
THOUSAND = 1_000  # parts in which shares of a game are counted

# Columns after those of the measures; all but the first only of games that are watched closely:
TURNS, TURNS_SQUARED, MOVES, MOVES_SQUARED, ALL_FORCED, ALL_CHOICES, LEAD_CHANGES = range(7)
# Of games with one winner and not too many turns, in which the leader is followed; others have 0:
FOLLOWED, DECIDED, BEHIND, DEEPEST, DRAMA = range(7, 12)
IN_TENTHS = 12  # from here on: decisions, forced ones and legal moves of each tenth


@dataclass(frozen=True)
class Watched:
    """A table whose games are watched; if not ``closely``, only turns are counted."""

    rules: Rules
    players: tuple[Player, ...]
    seed: int
    win: Measure | None  # the share of a win of each seat
    standing: Measure | None  # who is ahead during a game
    closely: bool = True

    @property
    def game(self) -> Game:
        """The game."""
        return self.rules.game

    def nothing(self) -> Tallies:
        """The counts of no games."""
        return self.play(0, 0)

    def play(self, first: int, count: int) -> Tallies:
        """Play games and count them, some at a time."""
        some = max(1, AT_ONCE // ((self._steps + 1) * self.game.width))
        firsts = range(first, max(first + 1, first + count), some)
        return reduce(add, (self._counted(k, min(some, first + count - k)) for k in firsts))

    @property
    def _steps(self) -> int:
        return MOST_TURNS if self.closely and self.standing is not None else 1

    def _counted(self, first: int, games: int) -> Tallies:
        choices = np.zeros((games, TENTHS, 3), np.int64) if self.closely else None
        course, turns, outcomes = self._played(first, games, choices)
        if choices is None:
            return Tallies(games, (Tally.of(np.column_stack([outcomes, turns]), first),))
        moves = choices[:, :, DECISIONS].sum(axis=1)
        lead = np.zeros((games, IN_TENTHS - LEAD_CHANGES), np.int64)
        if self.standing is not None:
            values, winner = self._values(course, turns, outcomes), self._winner(outcomes)
            followed = np.flatnonzero((winner >= 0) & (turns <= self._steps))
            lead[:, 0] = changes_of_lead(values, turns)
            lead[followed, 1] = 1
            lead[followed, 2:] = of_winners(values[followed], turns[followed], winner[followed])
        of_choices = choices[:, :, FORCED].sum(axis=1), choices[:, :, CHOICES].sum(axis=1)
        whole = turns, turns**2, moves, moves**2, *of_choices
        columns = [outcomes, *whole, lead, choices.reshape(games, 3 * TENTHS)]
        return Tallies(games, (Tally.of(np.column_stack(columns), first),))

    def _played(
        self, first: int, games: int, choices: Counts | None
    ) -> tuple[Counts, Counts, Counts]:
        here = self.rules, self.players, self.seed, first, games, TURN, self._steps
        course, turns, outcomes = play_courses(*here, choices=choices)
        for measure in self.game.measures:
            if measure is self.standing and games:
                top = measure.top(self.rules)
                most = None if top is None else top * measure.unit
                for seat in range(len(self.players)):
                    column = self.game.column(measure) + seat
                    check_course(self.rules, course, column, most, measure.name)
        return course, turns, outcomes

    def _values(self, course: Counts, turns: Counts, outcomes: Counts) -> Counts:
        """How far each side is, ``[game, step, side]``: much is good, and a game ends as scored."""
        assert self.standing is not None
        column = self.game.column(self.standing)
        longest = min(self._steps, int(turns.max(initial=1)))
        values = course[:, : longest + 1, column : column + len(self.players)].copy()
        ended = np.flatnonzero(turns <= longest)
        values[ended, turns[ended]] = outcomes[ended, column : column + len(self.players)]
        of_sides: Counts = self.rules.of_sides(self.standing, values)
        return -of_sides if self.standing.wanted == "lowest" else of_sides

    def _winner(self, outcomes: Counts) -> Counts:
        """The side that wins alone, or -1; without shares of a win the side that ends ahead."""
        of = self.win or self.standing
        assert of is not None
        column = self.game.column(of)
        values = self.rules.of_sides(of, outcomes[:, column : column + len(self.players)])
        if self.win is not None:
            return np.where(values.max(axis=1) == SHARE, values.argmax(axis=1), -1)
        values = -values if of.wanted == "lowest" else values
        return alone_ahead(values)


def alone_ahead(values: Counts) -> Counts:
    """The seat whose value is above all others, along the last axis; -1 where there is none."""
    ordered = np.sort(values, axis=-1)
    return np.where(ordered[..., -1] > ordered[..., -2], values.argmax(axis=-1), -1)


def changes_of_lead(values: Counts, turns: Counts) -> Counts:
    """How often in each game another seat than before is ahead alone, from
    ``values[game, step, seat]``; after a tie the former leader still leads."""
    leader = alone_ahead(values[:, 0])
    changes = np.zeros(len(values), np.int64)
    for step in range(1, values.shape[1]):
        ahead = alone_ahead(values[:, step])
        ahead = np.where(turns >= step, ahead, -1)
        changes += (ahead >= 0) & (leader >= 0) & (ahead != leader)
        leader = np.where(ahead >= 0, ahead, leader)
    return changes


def of_winners(values: Counts, turns: Counts, winner: Counts) -> Counts:
    """Count DECIDED, BEHIND, DEEPEST and DRAMA of games with one winner.

    DECIDED: the turn from which on the winner is ahead alone until the end, in thousandths of the
    game.  BEHIND: of the turns before the end, those at which the winner is behind, likewise.
    DEEPEST: how far behind at most.  DRAMA: the mean over those turns of the root of how far, as a
    part of the largest value of the game, in thousandths; 0 if there is none.
    """
    every = np.arange(values.shape[1])
    own = np.take_along_axis(values, winner[:, None, None], axis=2)[:, :, 0]
    behind = values.max(axis=2) - own
    played, before_end = every <= turns[:, None], every < turns[:, None]
    leads = (alone_ahead(values) == winner[:, None]) | ~played
    # The last step at which the winner did not lead, and one more; 0 if it always led.
    decided = np.where(leads, 0, every + 1).max(axis=1, initial=0)
    length = np.maximum(turns, 1)
    decided = np.minimum(decided, length)
    trails = (behind > 0) & before_end
    deepest = np.where(trails, behind, 0)
    largest = np.maximum(1, np.where(played[:, :, None], np.abs(values), 0).max(axis=(1, 2)))
    roots = np.sqrt(deepest / largest[:, None]).sum(axis=1)
    count = trails.sum(axis=1)
    drama = np.where(count > 0, roots / np.maximum(count, 1), 0.0)
    parts = [THOUSAND * decided / length, THOUSAND * count / length]
    parts += [deepest.max(axis=1, initial=0), THOUSAND * drama]
    found: Counts = np.rint(np.column_stack(parts)).astype(np.int64)
    return found
