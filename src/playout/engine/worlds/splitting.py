"""Games as particles: many games that advance together from level to level, in compiled code.

A game that can be split has a module ``splitting`` with these functions (questions/rare/job.py):

    progress(state, rules) -> int      how far a game has come; it never falls
    importance(state, rules) -> float  above 0: how promising a game is, roughly
    renew(state, rules, stream)        draw everything unseen anew, so that copies differ

The results are exact if ``renew`` is right: given everything that the players have seen, the future
that it draws must be distributed as the true one.  ``importance`` only says which games are worth
copying.

A particle is a whole game: its state, and the notes of each seat.  Its random numbers depend on
(seed, replication, stage, particle) and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numba
import numpy as np

from playout.engine.chance.rng import (
    DEAL,
    RESAMPLE,
    SEAT,
    SPLIT,
    SPLIT_PURPOSES,
    start,
    start_sealed,
    uniform,
)
from playout.engine.game.game import NOTES, Game, Measure, Player, Rules
from playout.engine.game.stored import is_stored
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record
from playout.engine.play.batch import (
    can_be_compiled,
    new_table,
    player_functions,
    players_type,
    table_dtype,
)
from playout.engine.play.code_templates import (
    advance_particles,
    ask,
    bound_to,
    deal,
    importance,
    is_over,
    make,
    next_seat,
    places,
    progress,
    redeal,
    score,
)
from playout.engine.play.failures import (
    explain_game,
    illegal_action,
    position_text,
    rules_raised,
)
from playout.engine.play.move_loop import FINISHED, ILLEGAL_MOVE, NOBODY, move_functions
from playout.engine.play.views import renew_views
from playout.engine.words.errors import IllegalMove, PlayoutError, RulesError
from playout.engine.words.numbering import nth

ADDRESSES = 2**32  # particles at most: in the game number of a stream they have 32 bits
CHUNK = 64  # stages in one call of compiled code, which costs as much as a thousand games

STAGE = np.dtype(
    [
        ("reached", np.float64),  # estimate of the chance to be unfinished at the stage's level
        ("survivors", np.int64),  # number of particles that are unfinished there
    ],
    align=True,
)


def can_split(game: Game) -> bool:
    """Whether unfinished games can be copied; no game in plain Python says how copies continue."""
    return game.splitting is not None or is_stored(game)


@cache
def particle_dtype(game: Game) -> np.dtype[Any]:
    """One particle.  Its notes come last, so that those of empty seats need not be copied."""
    return np.dtype(
        [
            ("before", np.float64),  # importance where the stage began; 1 for a new deal
            ("after", np.float64),  # importance where it reached the level; 0 if it did not
            ("value", np.float64),  # the measure, if the game ended before the level
            ("mark", np.float64),  # sum of the weights, after / before, up to this particle
            ("state", game.state_dtype),
            ("notes", np.int64, (game.seats, NOTES)),
        ],
        align=True,
    )


@cache
def _system_dtype(game: Game) -> np.dtype[Any]:
    """The data that all particles of a replication share."""
    return np.dtype(
        [
            ("table", table_dtype(game)),  # where they play, one after another
            ("outcome", np.int64, (game.width,)),
            ("column", np.int64),  # of the outcome, where the measure is
            ("words", np.int64),  # how many of 64 bits of a particle are copied
            ("half", np.int64),  # of the memory, where the particles are now: 0 or 1
            ("stage", np.int64),  # the next one; the first, 0, begins with the deal
            ("survivors", np.int64),  # of the last stage
            ("mass", np.float64),  # product of the mean weights of all stages before
            ("estimate", np.float64),  # of the mean of the measure, from the games that have ended
        ],
        align=True,
    )


def _advance(players: Any, rules: Any, system: Any, particles: Any) -> int:
    """Play every particle until it is over or has come one level further.

    Returns FINISHED, or the number of the first particle in which a strategy returned an illegal
    move, or a hint a mark that is not in the vocabulary.
    """
    strategies, hints = players
    order, talks = np.arange(len(strategies)), places(rules) > 0
    table = system.table
    purpose = SPLIT + SPLIT_PURPOSES * system.stage
    for i in range(len(particles)):
        particle = particles[i]
        state = particle.state
        address = table.game * ADDRESSES + i
        start(table.streams[DEAL], table.seed, address, purpose + DEAL)
        if system.stage == 0:
            deal(state, rules, table.streams[DEAL])
            particle.notes[:] = 0
            particle.before = 1.0
        else:
            redeal(state, rules, table.streams[DEAL])
        renew_views(table, rules)
        for seat in range(rules.players):
            start_sealed(table.streams[SEAT + seat], table.seed, address, purpose + SEAT + seat)
            copy_items(table.views[seat].notes, particle.notes[seat])
        while not is_over(state, rules) and progress(state, rules) <= system.stage:
            seat = next_seat(talks, hints, state, rules, table, order)
            if seat == NOBODY:
                return i
            move = ask(strategies[seat], state, rules, table, seat)
            if move == ILLEGAL_MOVE:
                return i
            make(state, rules, table, move)
        for seat in range(rules.players):
            copy_items(particle.notes[seat], table.views[seat].notes)
        particle.after, particle.value = 0.0, 0.0
        if is_over(state, rules):
            score(state, rules, system.outcome)
            particle.value = system.outcome[system.column]
        else:
            particle.after = importance(state, rules)
    return FINISHED


@jit
def weigh(system: Any, particles: Any, stage: Any) -> None:
    """Sum up the results of a stage, and write the running sums of the particles' weights."""
    total, value, reached, survivors = 0.0, 0.0, 0.0, 0
    for i in range(len(particles)):
        particle = particles[i]
        total += particle.after / particle.before
        value += particle.value / particle.before
        if particle.after > 0.0:
            reached += 1.0 / particle.before
            survivors += 1
        particle.mark = total
    system.estimate += system.mass * value / len(particles)
    system.survivors = survivors
    stage.reached = system.mass * reached / len(particles)
    stage.survivors = survivors
    system.mass *= total / len(particles)


@jit
def resample(system: Any, particles: Any, words: Any) -> None:
    """Copy particles from one half to the other, in proportion to their weights.

    Systematic resampling: of the line of all weights, laid end to end, n places at equal distances,
    shifted by one random number.  So a particle is copied as often as its weight demands, rounded
    up or down, and never if that is 0.
    """
    stream = system.table.streams[DEAL]
    purpose = SPLIT + SPLIT_PURPOSES * system.stage + RESAMPLE
    start(stream, system.table.seed, system.table.game * ADDRESSES, purpose)
    old, new = system.half, 1 - system.half
    count = particles.shape[1]
    shift, total = uniform(stream), particles[old, count - 1].mark
    last = count - 1  # the last with a weight: rounding may put a place at the line's very end
    while particles[old, last].after == 0.0:
        last -= 1
    parent = 0
    for i in range(count):
        place = (shift + i) / count * total
        while parent < last and particles[old, parent].mark <= place:
            parent += 1
        copy_items(words[new, i, : system.words], words[old, parent, : system.words])
        particles[new, i].before = particles[new, i].after
    system.half = new


def _play_stages(
    players: Any, rules: Any, system: Any, particles: Any, words: Any, stages: Any
) -> int:
    """Play as many stages as ``stages`` has records, or until every game is over.

    ``particles`` has shape (2, n): one half is copied into the other and back.  ``words`` is the
    same memory as whole numbers, shape (2, n, words of a particle).  Returns as ``_advance``.
    """
    for k in range(len(stages)):
        if system.survivors > 0:
            stopped: int = advance_particles(players, rules, system, particles[system.half])
            if stopped != FINISHED:
                return stopped
            weigh(system, particles[system.half], stages[k])
            if system.survivors > 0:
                resample(system, particles, words)
            system.stage += 1
    return FINISHED


def _bound_advance(game: Game, compiled: bool) -> Callable[..., int]:
    hooks: Any = game.splitting
    names = {"progress": hooks.progress, "importance": hooks.importance, "redeal": hooks.renew}
    return bound_to(game, _advance, **names, **move_functions(game, compiled))


@cache
def _python_loop(game: Game) -> Callable[..., int]:
    return bound_to(game, _play_stages, advance_particles=_bound_advance(game, compiled=False))


@cache
def _compiled_loop(game: Game) -> Callable[..., int]:
    players = players_type(game)
    rules, system = numba.from_dtype(game.rules_dtype), numba.from_dtype(_system_dtype(game))
    particle, stage = numba.from_dtype(particle_dtype(game)), numba.from_dtype(STAGE)
    whole, advance = numba.int64, jit(_bound_advance(game, compiled=True))
    signature = whole(players, rules, system, particle[:, ::1], whole[:, :, ::1], stage[::1])
    return jit(signature=signature)(bound_to(game, _play_stages, advance_particles=advance))


class System:
    """The particles of one replication.

    ``count`` is 1 .. ADDRESSES, ``replication`` 0 .. 2**31 - 1.  The game must pass
    :func:`can_split`; it is compiled here, or loaded.
    """

    def __init__(
        self, rules: Rules, players: Sequence[Player], count: int, seed: int, replication: int
    ) -> None:
        game = rules.game
        self._rules, self._players = rules, players
        self._system = new_record(_system_dtype(game))
        self._system.table = new_table(rules, players, seed)
        self._system.table.game = replication
        self._system.mass, self._system.survivors = 1.0, count
        kind = particle_dtype(game)
        unused = (game.seats - int(rules["players"])) * NOTES
        self._system.words = kind.itemsize // 8 - unused
        self._particles = new_record(kind, 2, count)
        compiled = can_be_compiled(game, players)
        self._loop = _compiled_loop(game) if compiled else _python_loop(game)
        self._functions = player_functions(rules, players, compiled)
        # Compiled code does not show whose error it is; then the strategy is blamed.
        self._in_python = (lambda: None) if compiled else None

    @property
    def estimate(self) -> float:
        """The mean of the measure over the games that have ended; unbiased once all have."""
        return float(self._system.estimate)

    def run(self, measure: Measure) -> Iterator[tuple[float, int]]:
        """Play until every game is over; yield ``reached`` and ``survivors`` of each stage.

        Stage k ends at progress k + 1.  Raises IllegalMove if a strategy breaks the rules.
        """
        game, system = self._rules.game, self._system
        system.column = game.column(measure)
        words = self._particles.view(np.int64).reshape(*self._particles.shape, -1)
        while system.survivors > 0:
            stages = new_record(STAGE, CHUNK)
            self._play(self._rules.record(), self._particles, words, stages)
            for stage in stages[stages["survivors"] > 0]:
                yield float(stage.reached), int(stage.survivors)

    def _play(self, rules: Any, particles: Any, words: Any, stages: Any) -> None:
        """Play some stages; IllegalMove if a strategy stops them."""
        system, game = self._system, self._rules.game

        def of_rules(error: BaseException) -> Exception:
            what = str(error) if isinstance(error, PlayoutError) else rules_raised(game, error)
            return RulesError(f"{what}, in replication {int(system.table.game)}")

        players, replay = (lambda: self._players), self._in_python
        with explain_game(self._rules, system.table, players, self._broken, replay, of_rules):
            stopped = self._loop(self._functions, rules, system, particles, words, stages)
        if stopped != FINISHED:
            state, table = particles[system.half, stopped].state, system.table
            try:
                action, legal = illegal_action(game, table, state, rules)
            except RulesError as error:
                raise RulesError(f"{error}, in replication {int(table.game)}") from None
            raise self._broken(action, f"\n{position_text(game, state, rules)}{legal}")

    def _broken(self, what: str, position: str = "") -> IllegalMove:
        """Return the error for a strategy that broke the rules or raised an error."""
        seat, number = int(self._system.table.seat), int(self._system.table.game)
        return IllegalMove(
            f"strategy '{self._players[seat].reference}' on seat {nth(seat)} {what} in replication "
            f"{number}{position}"
        )
