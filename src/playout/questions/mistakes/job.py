"""The decisions of many games as a job: each game is played, and all its decisions are judged."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game.game import Player
from playout.engine.match.decisions import Dealt, Decision, move_kind, play_to_end, walk
from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError
from playout.engine.worlds.worlds import play_worlds
from playout.questions import counted
from playout.questions.mistakes.asked import PHASES, Asked
from playout.questions.mistakes.found import (
    COST,
    DECISIONS,
    MOST_DECISIONS,
    PARTS,
    SKILL,
    Found,
    costs,
)
from playout.runner.plan import Batch
from playout.stats.products import Products


class Job(counted.Job[Products]):
    """A job of one arm, whose games are played and judged."""

    kind = "mistakes"
    asks, found_type = Asked, Found
    asked: Asked
    extendable = False  # its intervals are for a number of games fixed beforehand
    first = 1  # with all its decisions a game may take long

    def nothing(self) -> list[Products]:
        return [Products.of(np.zeros((0, 3 * len(self.asked.groups)), np.int64), PARTS)]

    def play(self, batch: Batch) -> Products:
        """Play the games of a batch, judge their decisions, and count it."""
        games = range(batch.first, batch.end)
        values = np.zeros((batch.count, 3 * len(self.asked.groups)), np.int64)
        for place, number in enumerate(games):
            values[place] = self._judged(number)
        return Products.of(values, PARTS)

    def warm(self) -> None:
        """Compile what judges: nothing else is needed by all workers at once."""
        asked = self.asked
        match = Dealt(asked.seed, 0).begun(asked.rules, ())
        worlds = match.view(), match.legal_moves()
        play_worlds(asked.rules, asked.reviewers, *worlds, asked.seed, 0, 0)

    def _judged(self, number: int) -> Any:
        """Decisions, cost and skill of each group in a game, in parts of the measure's range."""
        asked, dealt = self.asked, Dealt(self.asked.seed, number)
        match = dealt.begun(asked.rules, asked.players, compiled=True)
        play_to_end(match)
        again = dealt.begun(asked.rules, asked.players)
        judged = [
            self._decision(decision, again, dealt)
            for decision in walk(again, match.moves, asked.seat)
        ]
        if len(judged) > MOST_DECISIONS:
            raise PlayoutError(
                f"game {number} has {len(judged):,} decisions; at most {MOST_DECISIONS:,} can be "
                "counted"
            )
        values = np.zeros((len(asked.groups), 3))
        for place, (kind, cost, skill) in enumerate(judged):
            groups = [0, 1 + PHASES * place // len(judged)]
            groups += [] if kind is None else [1 + PHASES + kind]
            for group in groups:
                values[group, DECISIONS] += 1.0 / PARTS
                values[group, COST] += cost
                values[group, SKILL] += skill
        return np.rint(values * PARTS).astype(np.int64).ravel()

    def _decision(
        self, decision: Decision, match: Match, dealt: Dealt
    ) -> tuple[int | None, float, float]:
        """The kind of a move that was made, its cost, and its skill, as parts of the range."""
        asked = self.asked
        seed = dealt.world_seed(decision.number)
        here, equals = (asked.rules, asked.reviewers, match.view()), dict(decision.others)
        outcomes, own = play_worlds(*here, decision.moves, seed, 0, asked.worlds, equals=equals)
        sign, made = asked.measure.sign_for(decision.seat), decision.made
        worths = sign * outcomes[:, :, asked.column(decision.seat)]
        gained = int((worths[:, made] - worths[np.arange(len(worths)), own]).sum())
        low, top = asked.ends
        whole = asked.worlds * asked.measure.unit * (top - low)
        move = decision.moves[made]
        kind = move_kind(match, move) if asked.kinds else None
        return kind, costs(worths, made) / whole, gained / whole

    def players(self) -> list[Player]:
        return [*self.asked.players, self.asked.reviewer]
