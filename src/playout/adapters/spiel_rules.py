"""The rules of a game of OpenSpiel, as engine/game/plain_rules.py asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from playout.adapters.returns import Returns
from playout.engine.chance.plain_streams import randrange, uniform
from playout.engine.game.protocols import OURS
from playout.engine.play.positions import read_numbers, read_words, write_list, write_words
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import MOST_ACTION


class Position:
    """A state of OpenSpiel, ``pyspiel.State``."""

    __slots__ = ("state", *OURS)

    def __init__(self) -> None:
        self.state: Any = None

    def copy(self) -> Position:
        """Another object of the same state."""
        other = Position()
        other.state = self.state.clone()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Two states are the same if all that happened is the same."""
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self.state.history() == other.state.history())

    __hash__ = None  # type: ignore[assignment]  # a move changes it


class SpielRules:
    """Rules that ask a game of OpenSpiel.

    What a seat knows is `observation`, a float32 array, and `text`; both are what OpenSpiel calls
    the observation if nothing is hidden, and else its information state, which has all that the
    seat has seen in this game.  Where a game has no such array or text, they are the other one's,
    or empty.
    """

    State = Position

    def __init__(self, game: Any, returns: Returns, is_open: bool) -> None:
        """``game`` is a ``pyspiel.Game`` of moves in turn; ``is_open`` if nothing is hidden."""
        self.game, self.returns = game, returns
        kind, both = game.get_type(), ("observation", "information_state")
        order = both if is_open else both[::-1]
        tensors = [name for name in order if getattr(kind, f"provides_{name}_tensor")]
        texts = [name for name in order if getattr(kind, f"provides_{name}_string")]
        self._tensor = f"{tensors[0]}_tensor" if tensors else ""
        self._shape = getattr(game, f"{tensors[0]}_tensor_shape")() if tensors else [0]
        self._text = f"{texts[0]}_string" if texts else ""

    def deal(self, state: Any, rules: Any, stream: Any) -> None:
        """Begin a game, with what chance does before the first move."""
        state.state = self.game.new_initial_state()
        self._happen(state.state, stream)

    def _happen(self, state: Any, stream: Any) -> None:
        """Let chance act until somebody is to move."""
        while state.is_chance_node():
            state.apply_action(drawn(state.chance_outcomes(), stream))

    def is_over(self, state: Any, rules: Any) -> bool:
        """Whether the game has ended."""
        return bool(state.state.is_terminal())

    def actor(self, state: Any, rules: Any) -> int:
        """The seat to move."""
        return int(state.state.current_player())

    def legal_moves(self, state: Any, rules: Any) -> list[int]:
        """The numbers of OpenSpiel's legal actions."""
        moves: list[int] = state.state.legal_actions()
        return moves

    def play(self, state: Any, rules: Any, move: int, stream: Any) -> None:
        """Make a move, and let chance act."""
        state.state.apply_action(move)
        self._happen(state.state, stream)

    def score(self, state: Any, rules: Any) -> dict[str, Any]:
        """Return the measures of the returns."""
        return self.returns.score(state.state.returns(), rules, self.is_over(state, rules))

    def observe(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Write what a seat knows."""
        numbers = getattr(state.state, self._tensor)(seat) if self._tensor else []
        view.observation = np.array(numbers, np.float32).reshape(self._shape)
        view.text = str(getattr(state.state, self._text)(seat)) if self._text else ""

    def text(self, state: Any, rules: Any, seat: int) -> str:
        """OpenSpiel's text of the whole state."""
        return str(state.state).rstrip()

    def transcript(self, match: Any) -> str:
        """Every position, and every move by its number and by what OpenSpiel calls it."""
        lines = [_indented(match)]
        while not match.is_over:
            seat, before = match.seat, match.state.state.clone()
            move = match.step()
            name, number = str(before.action_to_string(seat, move)), match.format_move(move)
            lines.append(f"seat {nth(seat)}: {name if name == number else f'{number} {name}'}")
            lines.append(_indented(match))
        over = ", ".join(f"{name} {value}" for name, value in match.outcome().items())
        return "\n".join([*lines, f"over: {over}"])

    def format_position(self, state: Any, rules: Any) -> str:
        """All that players and chance have done."""
        return write_words({"history": write_list(state.state.history())})

    def parse_position(self, text: str, rules: Any, stream: Any, state: Any) -> None:
        """The state after these actions; what chance does next is drawn from the stream."""
        actions = read_words(text, ["history"]).get("history", "-")
        state.state = self.game.new_initial_state()
        for action in read_numbers("history", actions, 0, MOST_ACTION):
            if state.state.is_terminal():
                raise PlayoutError(f"history: the game is over before {action}")
            if action not in state.state.legal_actions():
                raise PlayoutError(f"history: {action} cannot happen where it stands")
            state.state.apply_action(action)
        self._happen(state.state, stream)


class OpenRules(SpielRules):
    """Rules of a game in which nothing is hidden, so a view has all that has happened."""

    OPEN = True

    def observe(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Write what a seat knows, and `history`, all actions of players and of chance."""
        super().observe(state, rules, seat, view)
        view.history = np.array(state.state.history(), np.int64)

    def determinize(self, view: Any, rules: Any, stream: Any, state: Any) -> None:
        """The one state that agrees with a view."""
        state.state = self.game.new_initial_state()
        for action in view.history.tolist():
            state.state.apply_action(action)


def drawn(outcomes: Sequence[tuple[int, float]], stream: Any) -> int:
    """An action of chance, as likely as OpenSpiel says, by one draw from the stream."""
    if len({chance for _, chance in outcomes}) == 1:
        return int(outcomes[int(randrange(stream, len(outcomes)))][0])
    left = float(uniform(stream)) * sum(chance for _, chance in outcomes)
    possible = [(action, chance) for action, chance in outcomes if chance > 0]
    for action, chance in possible:
        left -= chance
        if left < 0:
            return int(action)
    return int(possible[-1][0])


def _indented(match: Any) -> str:
    """A position below the move that led to it."""
    return "\n".join(f"    {line}" for line in str(match).splitlines())
