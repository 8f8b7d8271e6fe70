"""A game as an environment of Gymnasium: one learner, one game at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from playout.engine.words.errors import PlayoutError
from playout.envs.games import MODES, Games, read_options
from playout.envs.observations import Form


class GameEnv(gymnasium.Env[Any, np.int64]):
    """A game for one learner.

    In a cooperative game the learner plays all seats, and sees what the seat to move may know.
    With ``others``, and in a game of rivals, it plays one seat among strategies.  Game number g
    after ``reset(seed=s)`` is game g of a run with seed s, g = 0, 1, 2 ...: the same deal and the
    same dice.

    docs/tutorials/envs.md explains observations, actions, rewards and ``info``.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        others: Any = None,
        seat: int | None = None,
        observation: str = "vector",
        masked: bool = True,
        measure: str | None = None,
        reward: str = "end",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """A game by its name; ``options`` are rule options.

        ``others``: a strategy for all other seats, or a list of one for each; default: nobody in a
        game that is played together, else the game's default strategy.  ``seat``: the learner's,
        from 0; default: another in each game, in turn.  ``observation``: "vector" or "dict".
        ``masked``: whether the mask of actions is a part of it.  ``measure``: what is rewarded,
        default the game's first.  ``reward``: "end", once at the end, or "change", after every
        move what it has changed.  ``illegal_reward``: for an action that is no legal move, which
        ends the game.  PlayoutError, a sentence, for what cannot be.
        """
        self.games = Games(
            game,
            1,
            others=others,
            seat=seat,
            measure=measure,
            reward=reward,
            illegal_reward=illegal_reward,
            render_mode=render_mode,
            **options,
        )
        self.form = Form(self.games.layout, self.games.actions, observation, masked)
        self.observation_space, self.action_space = self.form.space, self.form.actions
        self.render_mode = self.games.render_mode

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game: number 0 of a seed, or the next one.

        ``options`` can have ``game``, the number of the game, and ``position``, a line of text to
        begin from; others are ignored.
        """
        seed = int(seed) if isinstance(seed, np.integer) else seed
        super().reset(seed=seed, options=dict(read_options(options)))
        self.games.begin_one(seed, options, lambda: int(self.np_random.integers(2**63)))
        return self._observed()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make the move of an action; an illegal one ends the game."""
        place = self.games.places[0]
        if place.number < 0 or place.over:
            raise PlayoutError("there is no game to make a move in: reset() begins one")
        rewards = self.games.move(action)
        reward = self.games.illegal_reward if place.illegal else float(rewards[place.seat])
        observation, info = self._observed()
        return observation, reward, bool(place.over), False, info

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        games = self.games
        mask = games.masks[0].copy()
        info = {"action_mask": mask, "seat": int(games.places[0].seat), **games.about()}
        if self.render_mode == "human":
            print(games.text())
        return self.form.observation(games.vectors[0].copy(), mask.copy()), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of actions, for learners that need it under this name."""
        mask: npt.NDArray[np.bool_] = self.games.masks[0] != 0
        return mask

    def render(self) -> Any:
        """Return the position: text for "ansi", a picture for "svg"; "human" prints it."""
        return self.games.rendered()

    @property
    def position(self) -> str:
        """The position as a line of text, for ``options={"position": ...}`` of a reset."""
        return self.games.position(0)
