"""Policies of learners as strategies: whatever chooses an action for an observation."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import cache, update_wrapper
from typing import Any, TypeVar

import numpy as np

from playout.engine.chance.rng import STREAM, WORLD, next_word, start
from playout.engine.find.declarations import strategy as declare_strategy
from playout.engine.find.games import deals_worlds
from playout.engine.game.game import Rules
from playout.engine.native.records import new_record
from playout.engine.play.lookup import looked_up
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief
from playout.envs.actions import Actions, listed_moves
from playout.envs.observations import Form, Layout

P = TypeVar("P", bound=Callable[..., Any])


class _Reader:
    """The observation of a view that a policy gets, under one set of rules."""

    def __init__(self, rules: Rules, observation: str, masked: bool) -> None:
        self.rules, self.game, self.record = rules, rules.game, rules.record()
        self.layout, self.actions = Layout(rules), Actions(rules)
        self.form = Form(self.layout, self.actions, observation, masked)
        if self.game.compiled and not deals_worlds(self.game):
            raise PlayoutError(
                f"game '{self.game.name}': its rules have no determinize(view, rules, stream, "
                "state), without which a policy is not told its legal moves"
            )

    def turn(self, view: Any) -> tuple[int, list[int]]:
        """The seat to move and its legal moves, as the rules list them.

        Those of a compiled game are told by a world, a state that agrees with the view: whatever
        the seat does not know, its moves are the same.
        """
        if not self.game.compiled:
            return int(view.seat), list(view.legal_moves)
        # Threads share a reader, so each has a world of its own.
        stream, world = new_record(STREAM), new_record(self.game.state_dtype)
        start(stream, 0, 0, WORLD)
        self.game.rules.determinize(view, self.record, stream, world)
        seat = int(self.game.rules.actor(world, self.record))
        return seat, listed_moves(self.game, world, self.record)


_readers: list[_Reader] = []


@cache
def _reader(rules: Rules, observation: str, masked: bool) -> int:
    """The place of a reader in the list, which a lookup table can hold."""
    _readers.append(_Reader(rules, observation, masked))
    return len(_readers) - 1


def policy(
    game: str, name: str | None = None, *, observation: str = "vector", zoo: bool = False
) -> Callable[[P], P]:
    """Declare a policy as a strategy of a game, so that it can be measured like any other.

        @playout.envs.policy("pig")
        def mine(observation, action_mask):
            return ...

    The policy is any callable, and is not changed.  It gets what environments give: the vector,
    float32[size], or with ``observation="dict"`` its parts by name; and the mask, int8[actions].
    It returns the number of an action; or a number for each action, such as logits, of which the
    largest legal one counts.  A third argument gets a NumPy generator, seeded by the game and the
    seat.  A module of torch is called with the observation alone, as a tensor, without gradients.
    With ``zoo`` it is called as in PettingZoo: with a dict of ``observation`` and ``action_mask``,
    and the name of the agent.

    It runs move by move in plain Python: a thousand games take about a minute.  Compiled rules need
    ``determinize``, which gives the legal moves.
    """
    if callable(game):
        raise PlayoutError('@policy stands without its game: @playout.envs.policy("pig")')

    def declare(choose: P) -> P:
        if not callable(choose):
            raise PlayoutError(f"policy {brief(repr(choose))}: must be a function")
        own = name or getattr(choose, "__name__", type(choose).__name__).replace("_", "-").lower()
        ask = _asking(choose, zoo)

        def strategy(view: Any, rng: Any) -> int:
            reader = _readers[int(looked_up(view)[0])]
            seat, legal = reader.turn(view)
            mask = reader.actions.mask(legal)
            vector = np.zeros(reader.layout.size, np.float32)
            reader.layout.write(view, vector)
            shown_mask = mask.copy()  # which the policy may write in
            answer = ask(reader.form.observation(vector, shown_mask), shown_mask, seat, rng)
            return reader.actions.move(_action(own, answer, mask), legal)

        own_signature = inspect.signature(strategy)
        if inspect.isfunction(choose):  # with its name and its file
            update_wrapper(strategy, choose)
        strategy.__dict__["__signature__"] = own_signature  # not that of the policy
        strategy.__doc__ = inspect.getdoc(choose) or "A policy of a learner."
        declare_strategy(
            game,
            own,
            compiled=False,
            uses_chance=True,
            lookup=lambda rules: np.array([_reader(rules, observation, zoo)], np.float64),
        )(strategy)
        return choose

    return declare


def _asking(choose: Callable[..., Any], zoo: bool) -> Callable[[Any, Any, int, Any], Any]:
    """Return the function that calls a policy: ``(observation, mask, seat, rng) -> answer``."""
    if zoo:
        return lambda seen, mask, seat, rng: choose(seen, f"seat_{seat}")
    torch: Any = sys.modules.get("torch")
    if torch is not None and isinstance(choose, torch.nn.Module):

        def ask(seen: Any, mask: Any, seat: int, rng: Any) -> Any:
            with torch.no_grad():
                return choose(torch.as_tensor(seen)).numpy(force=True)

        return ask
    try:
        parameters = inspect.signature(choose).parameters.values()
        wanted = sum(one.default is one.empty for one in parameters)
    except (TypeError, ValueError):
        wanted = 2
    if wanted == 3:
        return lambda seen, mask, seat, rng: choose(seen, mask, _generator(rng))
    return lambda seen, mask, seat, rng: choose(seen, mask)


def _generator(rng: Any) -> np.random.Generator:
    """A generator of NumPy, seeded by the next word of a stream."""
    return np.random.Generator(np.random.Philox(int(next_word(rng))))


def _action(name: str, answer: Any, mask: Any) -> int:
    """The action of an answer: its number, or the best legal one of a number for each."""
    numbers = np.asarray(answer)
    if numbers.size == 1 and numbers.dtype.kind in "iu":
        action = int(numbers.item())
        if 0 <= action < len(mask) and mask[action]:
            return action
        raise PlayoutError(f"policy '{name}': action {action} is no legal one here")
    if numbers.size == len(mask) and numbers.dtype.kind in "iuf":
        legal = np.where(mask != 0, numbers.ravel(), -np.inf)
        if legal.max() > -np.inf:  # and no NaN is among them
            return int(np.argmax(legal))
        raise PlayoutError(f"policy '{name}': no legal action has a number, only NaN or -inf")
    raise PlayoutError(
        f"policy '{name}' returned {brief(repr(answer))}: must be an action, or "
        f"{len(mask)} numbers, one for each action"
    )
