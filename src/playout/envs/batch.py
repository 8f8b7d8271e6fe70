"""Many games as one environment of Gymnasium, stepped together in compiled code."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief, read_flag, read_seed, read_whole
from playout.engine.words.spelling import as_typed
from playout.envs.games import MODES, Games, read_options
from playout.envs.observations import Form
from playout.envs.stepping import BEGIN, DISABLED, MOVE, NEXT_STEP, SAME_STEP

MOST_ENVS = 2**20
FOR_A_THREAD = 256  # games at least
_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of one kind at once, one for each learner; every step moves all of them.

    Environment i is a :class:`GameEnv` with the seed s + i after ``reset(seed=s)``: the same games,
    observations, rewards and infos, in a batch.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        others: Any = None,
        seat: int | None = None,
        observation: str = "vector",
        masked: bool = True,
        measure: str | None = None,
        reward: str = "end",
        illegal_reward: float = -1.0,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
        max_episode_steps: None = None,
        **options: Any,
    ) -> None:
        """As :class:`~playout.envs.single.GameEnv`, and besides:

        ``num_envs``: how many games.  ``autoreset_mode``: what happens where one is over, as
        Gymnasium defines it.  ``copy=False`` gives the same arrays after every step, with other
        numbers in them, which is faster.  ``threads``: default: one for each processor, but at most
        one for 256 games.
        """
        self.num_envs = read_whole("num_envs", num_envs, 1, MOST_ENVS)
        if max_episode_steps is not None:
            raise PlayoutError("max_episode_steps: games end by their rules, and are not cut off")
        usual = max(1, min(os.cpu_count() or 1, self.num_envs // FOR_A_THREAD))
        threads = usual if threads is None else read_whole("threads", threads, 1, 1024)
        self.games = Games(
            game,
            self.num_envs,
            others=others,
            seat=seat,
            measure=measure,
            reward=reward,
            illegal_reward=illegal_reward,
            render_mode=render_mode,
            threads=min(threads, self.num_envs),
            **options,
        )
        self.form = Form(self.games.layout, self.games.actions, observation, masked)
        self.single_observation_space, self.single_action_space = self.form.space, self.form.actions
        self.observation_space = batch_space(self.form.space, self.num_envs)
        self.action_space = batch_space(self.form.actions, self.num_envs)
        self.copy = read_flag(copy, "copy")
        self.render_mode = self.games.render_mode
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(mode.value for mode in AutoresetMode)
            wrong = brief(repr(autoreset_mode))
            raise PlayoutError(f"{as_typed('autoreset_mode', wrong)}: known are {known}") from None
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._mode = _MODES[self.autoreset_mode]
        self._every = np.ones(self.num_envs, bool)

    def reset(
        self,
        *,
        seed: Any = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game everywhere, or where ``options["reset_mask"]`` is true.

        ``seed`` is the seed of environment 0, and environment i has i more; or a list of all seeds.
        ``options`` can have ``game``, the number of the game, and ``position``, where it begins.
        """
        places, asked = self.games.places, read_options(options)
        rows = self._rows(asked.get("reset_mask"))
        seeds = self._seeds(seed)
        for i in np.flatnonzero(rows):
            if seeds[i] is not None:
                places[i].seed, places[i].number = read_seed(seeds[i]), -1
            elif places[i].number < 0:
                places[i].seed = int(self.np_random.integers(2**63))
        if asked.get("game") is not None:
            places["number"][rows] = read_seed(asked["game"], "game") - 1
        if self.copy:
            self.games.vectors = self.games.vectors.copy()
            self.games.masks = self.games.masks.copy()
        self.games.begin(rows, asked.get("position"))
        return self._observed(rows)

    def _seeds(self, seed: Any) -> list[Any]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            return [int(seed) + i for i in range(self.num_envs)]
        if not isinstance(seed, list | tuple | np.ndarray):
            raise PlayoutError(f"{as_typed('seed', seed)}: must be a whole number, or a list")
        if len(seed) != self.num_envs:
            raise PlayoutError(f"seed: {len(seed)} were given for {self.num_envs} environments")
        return list(seed)

    def _rows(self, mask: Any) -> npt.NDArray[np.bool_]:
        if mask is None:
            return self._every.copy()
        rows = np.asarray(mask)
        if rows.dtype != np.bool_ or rows.shape != (self.num_envs,) or not rows.any():
            raise PlayoutError(
                f"reset_mask: {self.num_envs} truth values are needed, at least one of them True"
            )
        return rows

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make a move in each game; the action of a game that begins anew is ignored."""
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise PlayoutError(f"actions: {self.num_envs} whole numbers are needed")
        games, places = self.games, self.games.places
        if (places["number"] < 0).any():
            raise PlayoutError("there is no game to make a move in: reset() begins one")
        over = places["over"] != 0
        if over.any() and self._mode == DISABLED:
            raise PlayoutError(
                f"the game of environment {int(np.argmax(over))} is over: reset it, with a "
                "reset_mask, before the next step"
            )
        what = np.where(over, BEGIN, MOVE).astype(np.int8)
        games.step(what, chosen.astype(np.int64, copy=False), self._mode, fresh=self.copy)
        ended = places["ended"] != 0
        same = self._mode == SAME_STEP
        seats = np.where(ended, places["last_seat"], places["seat"]) if same else places["seat"]
        illegal = places["last_illegal" if same else "illegal"] != 0
        rewards = games.rewards(ended)[np.arange(self.num_envs), seats]
        rewards[over] = 0.0
        rewards[ended & illegal] = games.illegal_reward
        observations, infos = self._observed(self._every)
        if ended.any():
            ends = {
                **games.outcomes_of(ended),
                "illegal_action": np.where(ended, illegal, False),
                "_illegal_action": ended,
            }
            infos |= self._last(ended, ends) if same else ends
        return observations, rewards, ended, np.zeros(self.num_envs, bool), infos

    def _observed(self, rows: npt.NDArray[np.bool_]) -> tuple[Any, dict[str, Any]]:
        """The observations, and the information of these environments; the mask is in both."""
        places, vectors, masks = self.games.places, self.games.vectors, self.games.masks
        infos = {
            "action_mask": masks if rows.all() else np.where(rows[:, np.newaxis], masks, 0),
            **{
                name: np.where(rows, places[field], 0)
                for name, field in (("seat", "seat"), ("seed", "seed"), ("game", "number"))
            },
        }
        infos |= {f"_{name}": rows.copy() for name in infos}
        return self.form.observation(vectors, masks), infos

    def _last(self, ended: npt.NDArray[np.bool_], ends: dict[str, Any]) -> dict[str, Any]:
        """Return how games ended after which the next one began in the same step."""
        games, places = self.games, self.games.places
        rows = np.flatnonzero(ended)
        # Copied at once, because where many games are short this is a third of a step's time.
        vectors, masks = games.last_vectors[rows], np.zeros_like(games.masks[rows])
        observations = np.full(self.num_envs, None, dtype=object)
        for i, vector, mask in zip(rows.tolist(), vectors, masks, strict=True):
            observations[i] = self.form.observation(vector, mask)
        last = {
            "action_mask": np.broadcast_to(np.int8(0), games.masks.shape),
            "seat": np.where(ended, places["last_seat"], 0),
            "seed": np.where(ended, places["seed"], 0),
            "game": np.where(ended, places["last_game"], 0),
        }
        last |= {f"_{name}": ended.copy() for name in last} | ends
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": last,
            "_final_info": ended.copy(),
        }

    def render(self) -> Any:
        """Return the position of each game, as the single environment shows it."""
        return tuple(map(self.games.rendered, range(self.num_envs)))
