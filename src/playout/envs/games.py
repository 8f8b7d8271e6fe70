"""Games under way for learners: what the environments of Gymnasium and PettingZoo share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import wait
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.chance.rng import DEAL, start
from playout.engine.chance.seating import seated
from playout.engine.find.games import find_game
from playout.engine.native.memory import FUNCTION_WORDS, store_functions
from playout.engine.native.records import new_record
from playout.engine.native.threads import ThreadPool
from playout.engine.play.batch import (
    can_be_compiled,
    new_table,
    player_functions,
    players_type,
    restore,
    snapshot,
    write_players,
)
from playout.engine.play.failures import (
    explain_rules,
    illegal_action,
    position_text,
)
from playout.engine.play.hints import NO_PLACE
from playout.engine.play.positions import format_position, parse_position
from playout.engine.words.errors import IllegalMove, PlayoutError, error_text
from playout.engine.words.numbering import nth
from playout.engine.words.reading import MOST_ACTION, read_seed, real_or_nan
from playout.engine.words.spelling import as_typed
from playout.envs.actions import Actions, listed_moves
from playout.envs.observations import Layout, memory_of, read_word
from playout.envs.seats import LEARNER, learner_of, opponents, seating_of
from playout.envs.stepping import (
    BEGIN,
    FINE,
    GO_ON,
    IDLE,
    MOVE,
    NEXT_STEP,
    PLACE,
    SAME_STEP,
    Encoding,
    GameArrays,
    Out,
    Task,
    stepping,
)

REWARDS = ("end", "change")
MODES = ("human", "ansi", "svg")  # how an environment shows a position
_ARRAYS = ("vectors", "last_vectors", "masks", "outcomes", "starts", "_begun", "_before")


class Games:
    """Games under way, each a step further at every call.

    A learner has one seat among ``others``; or all, if there are none or ``everybody`` learns.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        others: Any = None,
        seat: int | None = None,
        everybody: bool = False,
        measure: str | None = None,
        reward: str = "end",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        keywords = dict(locals())  # from which a copy is made
        del keywords["self"], keywords["options"]
        self._keywords: dict[str, Any] = keywords | options
        if everybody and not (others is None and seat is None):
            raise PlayoutError("others, seat: every seat is an agent's here")
        self.game = find_game(game)
        self.rules = self.game.with_options(options)
        self.count, self.threads = count, threads
        self.seats = int(self.rules["players"])
        self.measure = self.game.quantity(measure)
        self.reward = read_word("reward", reward, REWARDS)
        self.render_mode = (
            None if render_mode is None else read_word("render_mode", render_mode, MODES)
        )
        self.illegal_reward = real_or_nan(illegal_reward)
        if not np.isfinite(self.illegal_reward):
            raise PlayoutError(f"{as_typed('illegal_reward', illegal_reward)}: must be a number")
        learner = learner_of(self.game)
        rest = [] if everybody else opponents(self.rules, others)
        self.players = [learner, *rest] if rest else [learner] * self.seats
        self.learns = np.array([player is learner for player in self.players])
        self.seating = seating_of(self.seats, seat, alone=bool(rest))
        self.layout, self.actions = Layout(self.rules), Actions(self.rules)
        compiled = can_be_compiled(self.game, self.players)
        with explain_rules(self.game):
            self._step, self._look = stepping(self.game, compiled)
            self._tables, memory = self._new_tables()
        self._record = self.rules.record()
        self._players: Any = player_functions(self.rules, self.players, compiled)
        if compiled:
            self._held, self._functions = np.zeros(FUNCTION_WORDS, np.int64), self._players
            store_functions(self._functions, players_type(self.game), self._held)
            self._players = self._held.ctypes.data
        runs: Any = self.layout.runs if compiled else self.layout
        legal: list[Any] = [
            np.zeros(max(int(self.game.rules.MOST_LEGAL), 1), np.int64)
            if self.game.compiled
            else []
            for _ in range(threads)
        ]
        of_moves: Any = self.actions.of_moves
        if not self.game.compiled and not len(self.actions.moves):
            of_moves = self.actions
        self._encodings = [
            Encoding(self.actions.moves, of_moves, room, runs, memory) for room in legal
        ]
        self.places = new_record(PLACE, count)
        self.places["number"] = -1
        self.vectors = np.zeros((count, self.layout.size), np.float32)
        self.last_vectors = np.zeros((count, self.layout.size), np.float32)
        self.masks = np.zeros((count, self.actions.count), np.int8)
        self.outcomes = np.zeros((count, self.game.width), np.int64)
        self.starts = np.zeros_like(self.outcomes)
        self._begun = np.zeros(count, bool)  # which games the last step has begun
        self._before = np.zeros((count, self.seats))  # the measure of each seat before this step
        self._pool = ThreadPool(threads) if threads > 1 else None
        self._bounds = np.linspace(0, count, threads + 1).astype(int).tolist()  # of their games

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, and a pickle, is made anew, and given the games as they stand."""
        tables = [snapshot(table) for table in self._tables]
        arrays = {name: getattr(self, name).copy() for name in _ARRAYS}
        arrays["places"] = self.places.view(np.int64).copy()  # a type that a pickle knows
        return partial(Games, **self._keywords), (), (tables, arrays)

    def __setstate__(self, state: tuple[Sequence[Any], dict[str, Any]]) -> None:
        tables, arrays = state
        arrays["places"] = arrays["places"].view(PLACE)
        for i, copy in enumerate(tables):
            restore(self._tables[i], copy)
            # Tables of strategies are elsewhere in another process.
            write_players(self._tables[i], self.rules, self.players)
            row = self.seating[int(arrays["places"]["number"][i]) % len(self.seating)]
            for seat in range(self.seats):
                self._tables[i].views[seat].lookup[:] = self._tables[i].lookups[row[seat]]
        for name, array in arrays.items():
            getattr(self, name)[...] = array

    def _new_tables(self) -> tuple[Any, Any]:
        """Tables for all games, and their memory as numbers."""
        players = seated(self.seating, self.players, 0)
        if not self.game.compiled:
            tables = [new_table(self.rules, players) for _ in range(self.count)]
            for table in tables:
                write_players(table, self.rules, self.players)
            return tables, None
        table = new_table(self.rules, players)
        write_players(table, self.rules, self.players)
        records = np.repeat(np.array([table], table.dtype), self.count)
        return records, memory_of(records)

    def begin_one(self, seed: Any, options: Any, draw: Callable[[], int]) -> None:
        """Begin the only game: number 0 of a seed, or the next one; of a seed drawn if none is.

        ``options`` are those of a reset: ``game``, the number, and ``position``, where it begins.
        """
        place, asked = self.places[0], read_options(options)
        if seed is not None or place.number < 0:
            place.seed, place.number = draw() if seed is None else read_seed(seed), -1
        if asked.get("game") is not None:
            place.number = read_seed(asked["game"], "game") - 1
        self.begin(np.ones(1, bool), asked.get("position"))

    def move(self, action: Any) -> npt.NDArray[np.float64]:
        """Make a move in the only game; returns the rewards of all seats."""
        number = np.asarray(action)
        if number.size != 1 or number.dtype.kind not in "iu":
            raise PlayoutError(f"{as_typed('action', action)}: must be a whole number")
        chosen = min(int(number.item()), MOST_ACTION)
        self.step(np.array([MOVE], np.int8), np.array([chosen], np.int64))
        rewards: npt.NDArray[np.float64] = self.rewards(self.places["over"] != 0)[0]
        return rewards

    def about(self) -> dict[str, Any]:
        """Return the number of the only game, and how it ended once it is over."""
        place = self.places[0]
        about: dict[str, Any] = {"seed": int(place.seed), "game": int(place.number)}
        if place.over:
            about |= {"outcome": self.outcome(), "illegal_action": bool(place.illegal)}
        return about

    def begin(self, rows: npt.NDArray[np.bool_], position: str | None = None) -> None:
        """Begin the next game of its seed in each of these rows, or a position with its chance."""
        self.step(np.where(rows, BEGIN, IDLE).astype(np.int8))
        if position is not None:
            for i in np.flatnonzero(rows):
                self._set_up(int(i), position)
            self.step(np.where(rows, GO_ON, IDLE).astype(np.int8))
        self._before[rows] = self._measured(self.starts)[rows]

    def _set_up(self, i: int, position: str) -> None:
        """Put a game where a text says; what that leaves out is dealt with its own chance."""
        table, place = self._tables[i], self.places[i]
        stream = table.streams[DEAL]
        start(stream, int(place.seed), int(place.number), DEAL)
        table.state = parse_position(self.game, position, self._record, stream)
        if self.game.compiled:
            table.begun[:] = 0

    def step(
        self,
        what: npt.NDArray[np.int8],
        actions: Any = None,
        mode: int = NEXT_STEP,
        fresh: bool = False,
    ) -> None:
        """Do what is to be done at each place (stepping.py): with MOVE the move of its action.

        ``fresh``: what is seen is written into new arrays, and those given before stay as they are;
        there must be something to do at each place.  PlayoutError if a strategy, or the game's
        encoding, has broken the rules.
        """
        if actions is None:
            actions = np.zeros(self.count, np.int64)
        before = self.vectors, self.masks
        if fresh:
            self.vectors, self.masks = np.empty_like(self.vectors), np.empty_like(self.masks)
        try:
            self._run(what, actions, mode)
        except BaseException:
            if fresh:
                self._keep(*before)
            raise
        same = mode == SAME_STEP
        self._begun = (what == BEGIN) | ((self.places["ended"] != 0) & same)

    def _keep(self, vectors: Any, masks: Any) -> None:
        """After an error: let the games that were not stepped show what they showed before."""
        for first, end in pairwise(self._bounds):
            busy = np.flatnonzero(self.places["busy"][first:end])
            if len(busy):
                rows = slice(first + busy[0], end)
                self.vectors[rows], self.masks[rows] = vectors[rows], masks[rows]

    def _run(self, what: Any, actions: Any, mode: int) -> None:
        """Step all games, in threads."""
        games = GameArrays(self.places, self._tables, self.seating, self.learns)
        out = Out(self.vectors, self.masks, self.outcomes, self.last_vectors, self.starts)
        bounds, always = self._bounds, self.reward == "change"

        def part(k: int) -> int:
            task = Task(bounds[k], bounds[k + 1], mode, always, what, actions)
            encoding = self._encodings[k]
            return int(self._step(games, self._record, self._players, task, encoding, out))

        try:
            if self._pool is None:
                stopped = [part(0)]
            else:
                parts = [self._pool.submit(part, k) for k in range(self.threads)]
                wait(parts)  # after an error too: the others write into the same arrays
                stopped = [one.result() for one in parts]
        except Exception as error:
            raise self._raised(error) from error
        for i in stopped:
            if i != FINE:
                raise self._stopped(i)

    def _raised(self, error: Exception) -> Exception:
        """Return a sentence about the error of a strategy or the rules."""
        if isinstance(error, PlayoutError | IllegalMove):
            return error
        who = ", ".join(player.reference for player in self.players if player.reference != LEARNER)
        whose = f"the rules of {self.game.name}" + (f", or {who}," if who else "")
        busy = np.flatnonzero(self.places["busy"])
        where = f"; {self._again(int(busy[0]))}" if len(busy) else ""
        return PlayoutError(f"{whose} raised {error_text(error)}{where}")

    def _again(self, i: int) -> str:
        """Return how to reach a game again."""
        place = self.places[i]
        return f"to see it again: reset(seed={place.seed}, options={{'game': {place.number}}})"

    def _stopped(self, i: int) -> Exception:
        """Why a game was stopped: a strategy that broke the rules, or a move without an action."""
        table, number = self._tables[i], int(self.places[i].number)
        state, record = table.state, self._record
        who = seated(self.seating, self.players, number)[int(table.seat)].reference
        if who != LEARNER or table.hint_place != NO_PLACE:
            what, legal = illegal_action(self.game, table, state, record)
            at = f"strategy '{who}' on seat {nth(table.seat)} {what}"
            return IllegalMove(
                f"{at}\n{position_text(self.game, state, record)}{legal}\n{self._again(i)}"
            )
        moves = listed_moves(self.game, state, record)
        if not len(self.actions.moves):
            return self.actions.too_many(len(moves))
        return self.actions.missing(int(table.move))

    def look(self, i: int, seat: int) -> npt.NDArray[np.float32]:
        """Return the observation of a seat in a game now."""
        vector = np.zeros(self.layout.size, np.float32)
        self._look(self._tables[i], self._record, seat, self._encodings[0], i, vector)
        return vector

    def _measured(self, outcomes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Return the rewarded values of outcomes: [game, seat]; more is better."""
        column, measure = self.game.column(self.measure), self.measure
        if measure.per_seat:
            values = outcomes[:, column : column + self.seats]
        else:
            values = np.repeat(outcomes[:, [column]], self.seats, axis=1)
        signs = np.array([measure.sign_for(seat) for seat in range(self.seats)])
        rewards: npt.NDArray[np.float64] = values * signs / measure.unit
        if measure.is_rate and measure.seat is not None:  # the others have it if that seat has not
            rewards[:, signs < 0] += 1
        return rewards

    def rewards(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        """The rewards of the last step: [game, seat]; ``ended``: which games it has ended."""
        values = self._measured(self.outcomes)
        if self.reward == "end":
            return np.where(ended[:, np.newaxis], values, 0.0)
        gained = values - self._before
        begun = self._begun[:, np.newaxis]
        self._before = np.where(begun, self._measured(self.starts), values)
        return gained

    def outcome(self) -> dict[str, Any]:
        """The measures of the only game; of one per seat an array, of a category the word."""
        arrays = self.outcomes_of(np.ones(1, bool))["outcome"]
        values = {name: value[0] for name, value in arrays.items() if not name.startswith("_")}
        return {
            name: value.item() if isinstance(value, np.generic) else value
            for name, value in values.items()
        }

    def outcomes_of(self, rows: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """The measures of these games, as infos of a batch: arrays, and which games have them."""
        outcome: dict[str, Any] = {}
        for measure, column in zip(self.game.measures, self.game.columns, strict=True):
            end = column + (self.seats if measure.per_seat else 1)
            values: Any = np.where(rows[:, np.newaxis], self.outcomes[:, column:end], 0)
            if measure.kind == "share":
                values = values / measure.unit
            elif measure.categories:
                words = np.array([*measure.categories, None], object)
                values = words[np.where(rows[:, np.newaxis], values, -1)]
            outcome[measure.name] = values if measure.per_seat else values[:, 0]
            outcome[f"_{measure.name}"] = rows.copy()
        return {"outcome": outcome, "_outcome": rows.copy()}

    def position(self, i: int) -> str:
        """The position of a game as a line of text."""
        table = self._tables[i]
        return format_position(self.game, table.state, self._record, table.streams[DEAL])

    def text(self, i: int = 0) -> str:
        """The position of a game as text."""
        seat = int(self.places[i].seat)
        return str(self.game.drawing.text(self._tables[i].state, self._record, seat))

    def rendered(self, i: int = 0) -> str | None:
        """The position of a game as text or as a picture; None if it is printed, or not drawn."""
        if self.render_mode == "ansi":
            return self.text(i)
        seat, state = int(self.places[i].seat), self._tables[i].state
        draw = self.game.drawing.svg
        return str(draw(state, self._record, seat)) if self.render_mode == "svg" else None


def read_options(options: Any) -> Mapping[str, Any]:
    """The options of a reset; PlayoutError if they are none."""
    if options is not None and not isinstance(options, Mapping):
        raise PlayoutError(f"{as_typed('options', options)}: must be a dict")
    return options or {}
