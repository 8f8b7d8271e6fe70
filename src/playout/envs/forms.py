"""The form of an observation: a vector, or a dict of its parts; with the mask of actions or not."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import read_flag, shown
from playout.envs.actions import Actions
from playout.envs.layouts import Layout

FORMS = ("vector", "dict")


class Form:
    """How learners are shown what they see, and its spaces.

    A masked observation is a dict of ``observation`` and ``action_mask``, as in PettingZoo; without
    the mask it is the vector, or the dict of its parts, alone.
    """

    def __init__(self, layout: Layout, actions: Actions, form: str, masked: bool) -> None:
        if form not in FORMS:
            raise PlayoutError(f"observation = {shown(repr(form))}: {suggest(str(form), FORMS)}")
        self.layout, self.is_dict = layout, form == "dict"
        self.masked = read_flag(masked, "masked")
        self.actions = spaces.Discrete(actions.count)
        seen = layout.dict_space() if self.is_dict else layout.vector_space()
        mask = spaces.Box(0, 1, (actions.count,), np.int8)
        self.space: spaces.Space[Any] = (
            spaces.Dict({"observation": seen, "action_mask": mask}) if self.masked else seen
        )

    def shown(self, vector: Any, mask: Any) -> Any:
        """An observation, or a batch of them, of a vector and a mask; nothing is copied."""
        seen = self.layout.split(vector) if self.is_dict else vector
        return {"observation": seen, "action_mask": mask} if self.masked else seen
