"""The rules of an environment of PettingZoo, as engine/game/plain_rules.py asks for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from playout.adapters.returns import Returns
from playout.engine.chance.plain_streams import randrange
from playout.engine.game.protocols import OURS
from playout.engine.play.positions import (
    read_number,
    read_numbers,
    read_words,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief

SEEDS = 2**31  # of an environment: below, every generator takes them
MASK = "action_mask"  # where environments say which actions are legal


class Running:
    """An environment in the middle of a game."""

    def __init__(self, env: Any, agents: Sequence[Any], seed: int) -> None:
        self._env, self._agents = env, agents
        self.returns = [0.0] * len(agents)  # of each seat, so far
        self.rewards: list[list[float]] = [[] for _ in agents]  # of each seat, after it has acted
        self._acted: set[int] = set()  # seats
        self.is_over = False  # no agent is left
        self.seat = 0  # of the agent to act
        self._observed: Any = None  # by that agent
        self._steps = 0  # actions so far
        self.legal: list[int] = []  # actions of that agent
        env.reset(seed=seed)
        self._go_on()

    def play(self, action: int) -> None:
        """Let the agent to move act."""
        self._acted.add(self.seat)
        self._steps += 1
        self._env.step(action)
        for agent, reward in getattr(self._env, "rewards", {}).items():
            self._number(agent, reward)
        self._go_on()

    def _go_on(self) -> None:
        """Go to the next agent that may act; agents whose game has ended leave by acting None."""
        while self._env.agents:
            agent = self._env.agent_selection
            seat = self._agents.index(agent)
            _, reward, terminated, truncated, _ = self._env.last(observe=False)
            number = self._number(agent, reward)  # since it acted last
            self.returns[seat] += number
            if seat in self._acted or number:
                self.rewards[seat].append(number)
            if not (terminated or truncated):
                self.seat, self._observed = seat, self._env.observe(agent)
                self.legal = self._allowed(agent)
                return
            self._env.step(None)
        self.is_over, self._observed, self.legal = True, None, []

    def _number(self, agent: Any, reward: Any) -> float:
        """A reward; PlayoutError if it is no number."""
        try:
            number = float(reward)
        except (TypeError, ValueError):
            number = math.nan
        if not math.isfinite(number):
            raise PlayoutError(
                f"agent {agent} has a reward of {brief(reward)} after step {self._steps}: it must "
                "be a finite number"
            )
        return number

    def _allowed(self, agent: Any) -> list[int]:
        """The actions that the agent to act may choose."""
        space = self._env.action_space(agent)
        count = getattr(space, "n", None)
        if count is None or np.ndim(count):
            raise PlayoutError(
                f"agent {agent} acts in {type(space).__name__}: only actions of a Discrete space "
                "can be moves"
            )
        observed, first = self._observed, int(getattr(space, "start", 0))
        has_mask = isinstance(observed, Mapping) and MASK in observed
        source = observed if has_mask else self._env.infos[agent]
        if MASK not in source:
            return list(range(first, first + int(count)))
        allowed: list[int] = (np.flatnonzero(source[MASK]) + first).tolist()
        return allowed

    def observation(self, seat: int) -> Any:
        """Return the observation of a seat's agent; None if it has left."""
        if seat == self.seat or self.is_over:
            return self._observed
        agent = self._agents[seat]
        return self._env.observe(agent) if agent in self._env.agents else None


class Position:
    """A position of an environment: its seed, the actions since, and, once needed, itself.

    Environments cannot be copied: most come out of a copy as they were made.  So a copy plays the
    actions again, if it is asked for more than them.
    """

    __slots__ = ("_running", "_start", "moves", "seed", *OURS)

    def __init__(self) -> None:
        self.seed, self.moves = 0, list[int]()
        self._start: Callable[[int], Running] | None = None
        self._running: Running | None = None

    def begin(self, start: Callable[[int], Running], seed: int) -> None:
        """Begin a game with a seed."""
        self._start, self.seed, self.moves, self._running = start, seed, [], None

    def table(self) -> Running:
        """The environment in this position."""
        if self._running is None:
            assert self._start is not None
            running = self._start(self.seed)
            for move in self.moves:
                running.play(move)
            self._running = running
        return self._running

    def play(self, move: int) -> None:
        """Make a move."""
        self.table().play(move)
        self.moves.append(move)

    def copy(self) -> Position:
        """Another object of the same position."""
        other = Position()
        other._start, other.seed, other.moves = self._start, self.seed, self.moves.copy()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Two positions are the same if all that happened is the same."""
        if not isinstance(other, Position):
            return NotImplemented
        return (self.seed, self.moves) == (other.seed, other.moves)

    __hash__ = None  # type: ignore[assignment]  # a move changes it


class ZooRules:
    """Rules that ask an environment of PettingZoo.

    A seat knows its `observation`, without the mask of legal actions that may be part of it: an
    array, or what else the environment gives.
    """

    State = Position

    def __init__(self, made: Callable[[], Any], agents: Sequence[Any], returns: Returns) -> None:
        """``made`` makes an environment, whose agents are the seats in their order."""
        self._made, self._agents, self.returns = made, agents, returns

    def _start(self, seed: int) -> Running:
        return Running(self._made(), self._agents, seed)

    def deal(self, state: Any, rules: Any, stream: Any) -> None:
        """Begin a game: all its chance follows from one number of the stream, its seed."""
        state.begin(self._start, int(randrange(stream, SEEDS)))

    def is_over(self, state: Any, rules: Any) -> bool:
        """Whether no agent is left."""
        return bool(state.table().is_over)

    def actor(self, state: Any, rules: Any) -> int:
        """The seat of the agent to act."""
        return int(state.table().seat)

    def legal_moves(self, state: Any, rules: Any) -> list[int]:
        """The actions that its mask allows; without one all of them."""
        moves: list[int] = state.table().legal
        return moves

    def play(self, state: Any, rules: Any, move: int, stream: Any) -> None:
        """Let the agent to move act."""
        state.play(move)

    def score(self, state: Any, rules: Any) -> dict[str, Any]:
        """Return the measures of the sums of rewards."""
        return self.returns.score(state.table().returns, rules, state.table().is_over)

    def observe(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Write what a seat knows."""
        observed = state.table().observation(seat)
        if isinstance(observed, Mapping) and MASK in observed:
            rest = {name: part for name, part in observed.items() if name != MASK}
            observed = rest["observation"] if [*rest] == ["observation"] else rest
        view.observation = observed

    def text(self, state: Any, rules: Any, seat: int) -> str:
        """Return the observation of the agent to act."""
        if state.table().is_over:
            returns = ", ".join(f"{value:g}" for value in state.table().returns)
            return f"over; sums of rewards: {returns}"
        return f"{self._agents[seat]} observes\n{state.table().observation(seat)}"

    def format_position(self, state: Any, rules: Any) -> str:
        """The seed of the environment, and the actions since."""
        return write_words({"seed": state.seed, "moves": write_list(state.moves)})

    def parse_position(self, text: str, rules: Any, stream: Any, state: Any) -> None:
        """The position after these actions; the seed, if left out, is drawn from the stream."""
        words = read_words(text, ["seed", "moves"])
        self.deal(state, rules, stream)
        if "seed" in words:
            state.begin(self._start, read_number("seed", words["seed"], 0, SEEDS - 1))
        for move in read_numbers("moves", words.get("moves", "-"), -SEEDS, SEEDS):
            if state.table().is_over:
                raise PlayoutError(f"moves: the game is over before {move}")
            if move not in state.table().legal:
                raise PlayoutError(f"moves: {move} is not legal where it stands")
            state.play(move)
