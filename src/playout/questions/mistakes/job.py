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
from playout.questions.exact_moves import exact_of, values_of
from playout.questions.mistakes.asked import PHASES, USUAL_WORLDS, Asked
from playout.questions.mistakes.found import (
    COST,
    DECISIONS,
    MOST_DECISIONS,
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
        return [Products.of(np.zeros((0, self.asked.values), np.int64), self.asked.parts)]

    def play(self, batch: Batch) -> Products:
        """Play the games of a batch, judge their decisions, and count it."""
        games = range(batch.first, batch.end)
        values = np.zeros((batch.count, self.asked.values), np.int64)
        for place, number in enumerate(games):
            values[place] = self._judged(number)
        return Products.of(values, self.asked.parts)

    def warm(self) -> None:
        """Compile what judges: nothing else is needed by all workers at once."""
        asked = self.asked
        if asked.is_exact:
            return
        match = Dealt(asked.seed, 0).begun(asked.rules, ())
        worlds = match.view(), match.legal_moves()
        play_worlds(asked.rules, asked.reviewers, *worlds, asked.seed, 0, 0)

    def _judged(self, number: int) -> Any:
        """The values of a game, in parts of the measure's range: Found says which they are."""
        asked, dealt = self.asked, Dealt(self.asked.seed, number)
        match = dealt.begun(asked.rules, asked.players, compiled=True)
        play_to_end(match)
        again = dealt.begun(asked.rules, asked.reviewers if asked.is_exact else asked.players)
        # Where two share a win, the moves of the other change what a seat can expect, too.
        judges = None if asked.weighed and asked.is_shared else asked.seat
        judged = []
        by_moves = np.zeros(len(asked.players))  # of each seat: what all moves changed for it
        for decision in walk(again, match.moves, judges, positions=False):
            kind, cost, skill = self._decision(decision, again, dealt)
            by_moves[decision.seat if asked.measure.per_seat else 0] += skill
            if asked.is_shared:
                by_moves[1 - decision.seat] -= skill
            if asked.seat in (None, decision.seat):
                judged.append((kind, cost, skill))
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
                values[group, DECISIONS] += 1.0 / asked.parts
                values[group, COST] += cost
                values[group, SKILL] += skill
        return np.rint(np.append(values, self._weighed(match, by_moves)) * asked.parts)

    def _weighed(self, match: Match, by_moves: Any) -> list[float]:
        """The result of each seat, above the least it can be, and what moves changed of it."""
        asked, columns = self.asked, match.columns()
        low, width = asked.ends[0], asked.width
        ends = [columns[asked.column(seat)] / asked.measure.unit for seat in asked.weighed]
        results = [(end - low) / width for end in ends]
        signs = asked.measure.sign_for
        return [*results, *(signs(seat) * by_moves[seat] for seat in asked.weighed)]

    def _decision(
        self, decision: Decision, match: Match, dealt: Dealt
    ) -> tuple[int | None, float, float]:
        """The kind of a move that was made, its cost, and its skill, as parts of the range."""
        asked, made = self.asked, decision.made
        kind = move_kind(match, decision.moves[made]) if asked.kinds else None
        sign, exact = asked.measure.sign_for(decision.seat), None
        if asked.is_exact:
            is_best = asked.is_judged_by_best_play
            exact = exact_of(match, asked.measure, solves=False, is_best=is_best)
        if exact is not None:
            values = sign * np.array(values_of(exact, decision)[0]) / asked.width
            return kind, values[:-1].max() - values[made], values[made] - values[-1]
        seed, worlds = dealt.world_seed(decision.number), asked.worlds or USUAL_WORLDS
        here, equals = (asked.rules, asked.reviewers, match.view()), dict(decision.others)
        outcomes, own = play_worlds(*here, decision.moves, seed, 0, worlds, equals=equals)
        worths = sign * outcomes[:, :, asked.column(decision.seat)]
        gained = int((worths[:, made] - worths[np.arange(len(worths)), own]).sum())
        whole = worlds * asked.measure.unit * asked.width
        return kind, costs(worths, made) / whole, gained / whole

    def players(self) -> list[Player]:
        return [*self.asked.players, self.asked.reviewer]
