"""A game as environments of PettingZoo: an agent for every seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief
from playout.envs.games import MODES, Games
from playout.envs.observations import Form


class _Seats:
    """The base of both forms: a game in which every seat is an agent's."""

    waiting = 0  # actions besides those of the game: 1 if an agent can wait

    def __init__(self, game: str, *, observation: str = "vector", **settings: Any) -> None:
        """A game by its name; ``settings`` as for :class:`~playout.envs.single.GameEnv`.

        They are ``measure``, ``reward``, ``illegal_reward``, ``render_mode`` and rule options.
        Agent ``seat_k`` has seat k; its reward is the measure of its seat, or what all have in
        common.
        """
        self.games = Games(game, 1, everybody=True, **settings)
        self.form = Form(self.games.layout, self.games.actions, observation, masked=True)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.games.seats)]
        self.agents: list[str] = []
        self.render_mode = self.games.render_mode
        self.metadata = {
            "name": f"{self.games.game.name}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": bool(self.waiting),
            "render_fps": 1,
        }
        count = self.games.actions.count + self.waiting
        parts = {
            "observation": self.form.space["observation"],  # type: ignore[index]
            "action_mask": spaces.Box(0, 1, (count,), np.int8),
        }
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict(parts) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {
            agent: spaces.Discrete(count) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees: a dict of ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions; where agents can wait, the last one waits."""
        return self.action_spaces[agent]

    @property
    def mover(self) -> str:
        """The agent who is to move, or who moved last."""
        return self.possible_agents[int(self.games.places[0].seat)]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and the agents know it."""
        return bool(self.games.places[0].over)

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin a game: number 0 of a seed, or the next one; ``options``: game and position."""
        self.games.begin_one(seed, options, lambda: int(seeding.np_random()[0].integers(2**63)))
        self.agents = list(self.possible_agents)

    def move(self, action: Any) -> dict[str, float]:
        """Make the move of an action; returns the rewards."""
        agent, rewards = self.mover, self.games.move(action)
        if self.games.places[0].illegal:
            return dict.fromkeys(self.possible_agents, 0.0) | {agent: self.games.illegal_reward}
        return dict(zip(self.possible_agents, map(float, rewards), strict=True))

    def mask_of(self, agent: str) -> npt.NDArray[np.int8]:
        """The legal actions of an agent: none, unless it is to move."""
        mask = self.games.masks[0]
        return mask.copy() if agent == self.mover else np.zeros_like(mask)

    def vector_of(self, agent: str) -> npt.NDArray[np.float32]:
        """What an agent sees."""
        if agent not in self.possible_agents:
            known = suggest(str(agent), self.possible_agents)
            raise PlayoutError(f"there is no agent '{brief(agent)}': {known}")
        return self.games.look(0, self.possible_agents.index(agent))

    def render(self) -> Any:
        """The position: as text with "ansi", as a picture with "svg"; "human" prints it."""
        if self.render_mode == "human":
            print(self.games.text())
        return self.games.rendered()

    def close(self) -> None:
        """Nothing is open."""


class GameAEC(_Seats, AECEnv[str, Any, Any]):
    """A game of PettingZoo whose agents move one after another (AEC): the seat to move acts."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game: number 0 of a seed, or the next one.

        ``options`` may have ``game``, the number of the game, and ``position``, where it begins.
        """
        self.begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._update()

    def step(self, action: Any) -> None:
        """Make the move of an action for the agent to move; an illegal one ends the game."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.move(action)
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.is_over)
        self._update()

    def _update(self) -> None:
        self.agent_selection = self.mover
        about = self.games.about()
        self.infos = {agent: {"action_mask": self.mask_of(agent), **about} for agent in self.agents}

    def observe(self, agent: str) -> Any:
        """Return the observation of an agent now, whether or not it is to move."""
        return self.form.observation(self.vector_of(agent), self.mask_of(agent))


class GameParallel(_Seats, ParallelEnv[str, Any, Any]):
    """A game of PettingZoo in which all agents act in every step, for learners that need that.

    The action of the agent to move is made; the others have one legal action, the last one, which
    waits.  What they choose in its place is not looked at.
    """

    waiting = 1

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a game: number 0 of a seed, or the next one.

        ``options`` may have ``game``, the number of the game, and ``position``, where it begins.
        """
        self.begin(seed, options)
        return self._observed()

    def step(self, actions: Mapping[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Make the move of the agent to move; an illegal one ends the game."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        if not isinstance(actions, Mapping) or self.mover not in actions:
            raise PlayoutError(f"actions: that of {self.mover}, who is to move, is missing")
        rewards = self.move(actions[self.mover])
        observations, infos = self._observed()
        over = dict.fromkeys(self.agents, self.is_over)
        never = dict.fromkeys(self.agents, False)
        if self.is_over:
            self.agents = []
        return observations, rewards, over, never, infos

    def _observed(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        observations, infos, about = {}, {}, self.games.about()
        for agent in self.agents:
            waits = agent != self.mover and not self.is_over
            mask = np.append(self.mask_of(agent), np.int8(waits))
            observations[agent] = self.form.observation(self.vector_of(agent), mask)
            infos[agent] = {"action_mask": mask.copy(), **about}
        return observations, infos


def aec(game: str, **settings: Any) -> OrderEnforcingWrapper[str, Any, Any]:
    """Return a game as an AEC environment of PettingZoo, with one agent per seat.

    The keywords are those of :class:`GameAEC`, and rule options: ``aec("mexican-train",
    players=4)``.
    """
    return OrderEnforcingWrapper(GameAEC(game, **settings))


def parallel(game: str, **settings: Any) -> GameParallel:
    """Return a game as a parallel environment of PettingZoo.

    All agents act in every step; all but one of them wait.
    """
    return GameParallel(game, **settings)
