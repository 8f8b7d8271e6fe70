"""What the modules of a game must have, as types; a declaration is checked against them.

A game's rules and its drawing are two modules of plain functions.  Each function below is one of
theirs, with its arguments in this order and under these names; the argument ``self`` is not one.
``state``, ``view``, ``rules`` and ``stream`` are records in compiled rules: ``state`` of the type
``STATE``, ``view`` of the type ``VIEW``, ``rules`` with a whole number for each option of the game,
``stream`` a random stream of :mod:`playout.engine.chance.rng`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from playout.engine.words.errors import PlayoutError


class RuleFunctions(Protocol):
    """The rules of a game: ``Game(rules=...)``."""

    STATE: Any  # the NumPy type of a state
    VIEW: Any  # of a view: made with playout.engine.game.view_dtype
    MOST_LEGAL: int  # the most moves that there can be in one position

    def introduce(self, rules: Any, seat: int, view: Any) -> None:
        """Write into a seat's view what does not change during a game."""

    def deal(self, state: Any, rules: Any, stream: Any) -> None:
        """Write the whole state of a new game, whatever the record held before."""

    def is_over(self, state: Any, rules: Any) -> bool:
        """Whether the game has ended."""

    def actor(self, state: Any, rules: Any) -> int:
        """The seat whose move it is, 0 .. players - 1; any seat if the game has ended."""

    def observe(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Copy what a seat may know into its view, and nothing else."""

    def is_legal(self, state: Any, rules: Any, move: int) -> bool:
        """Whether the seat to move may make a move; ``move`` is any number of 64 bits."""

    def legal_moves(self, state: Any, rules: Any, out: Any) -> int:
        """Write all legal moves, each once, into ``out``; returns how many, at least 1."""

    def play(self, state: Any, rules: Any, move: int, stream: Any) -> None:
        """Make a legal move.

        Dice, coins and shuffles of a game under way are drawn from ``stream``: it goes on where
        ``deal`` left it, so throw number k of a game is the same whatever was played before it,
        as long as every throw takes one word.
        """

    def score(self, state: Any, rules: Any, outcome: Any) -> None:
        """Write the measures of a game, in the order of their declaration.

        ``outcome`` has a column for each measure, and for one per seat as many as the game has
        seats at most.
        """


class MoreRules(Protocol):
    """What the rules may have besides."""

    def update(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Copy what the last move has changed into a view of the position before it.

        It leaves the view as ``observe`` does: for games in which that copies much more.
        """

    def determinize(self, view: Any, rules: Any, stream: Any, state: Any) -> None:
        """Write a whole state that agrees with a view, the unknown drawn from ``stream``."""

    def worth(self, outcome: Any, rules: Any, seat: int) -> int:
        """What an outcome, as ``score`` writes it, is worth to a seat, for the strategy `search`.

        A whole number of any unit; left out: the game's first measure.
        """

    def is_settled(self, state: Any, rules: Any, view: Any) -> bool:
        """Whether `search`, which began from a view, may look at the score as it stands now.

        It is asked after every move; left out: only once the game is over.
        """


class DrawingFunctions(Protocol):
    """How people see a game: ``Game(drawing=...)``."""

    def text(self, state: Any, rules: Any, seat: int) -> str:
        """A position for a terminal, as ``seat`` to move."""

    def svg(self, state: Any, rules: Any, seat: int) -> str:
        """A position as an SVG picture."""

    def format_move(self, move: int) -> str:
        """A move as people write it; ``move`` is any number of 64 bits."""

    def parse_move(self, text: str) -> int:
        """The move of such a text; PlayoutError for any other."""

    def transcript(self, match: Any) -> str:
        """A whole game as text: plays ``match`` to its end."""


class PositionFunctions(Protocol):
    """What the drawing may have besides: a form of its own for positions (positions.py)."""

    def format_position(self, state: Any, rules: Any) -> str:
        """A position as a line of text: all of the state that still matters."""

    def parse_position(self, text: str, rules: Any, stream: Any, state: Any) -> None:
        """Write the state of such a text; what it leaves out is dealt from ``stream``.

        The state is new, of zeros if it is a record.  PlayoutError, one sentence, for a text that
        is no position of these rules.
        """

    def check_position(self, state: Any, rules: Any) -> None:
        """Without the two above: PlayoutError for a state that no game can come to."""


class MoveKinds(Protocol):
    """What the drawing may have besides, for ``playout mistakes``: kinds of moves.

    With it stands their list: ``MOVE_KINDS = ("roll", "hold")``.
    """

    def move_kind(self, state: Any, rules: Any, move: int) -> int:
        """Which of MOVE_KINDS a move is of, by its place, in a position where it is legal."""


class TableFunctions(Protocol):
    """What the drawing may have besides, for people who play in a browser (``playout web``).

    With ``OPEN = True`` it says that nothing is hidden, where the rules do not say so by having the
    ``observe`` of engine/game/open_information.py, or none in plain Python.
    """

    def seen(self, state: Any, rules: Any, seat: int, width: float) -> str:
        """A position as a seat may see it: an SVG picture, about so many pixels wide.

        It is as ``svg``, but what is hidden from the seat is not in it: cards of others lie face
        down.  An element that people touch to move has an attribute ``data-place``, the name of
        the place, and a title.  Left out: ``svg`` if every view shows the whole state, else the
        fields of the view.
        """

    def places(self, move: int) -> Sequence[str]:
        """The names of the places that people touch, in any order, to make a move.

        A name stands twice if two places of that name are touched.  None, or left out: the move is
        a button with its text.
        """

    def elsewhere(self, match: Any) -> Mapping[str, str]:
        """Addresses of pages of others that show the game as it stands, by their names."""


class Splitting(Protocol):
    """How a copy of an unfinished game goes on: ``Game(splitting=...)``, for ``playout rare``."""

    def progress(self, state: Any, rules: Any) -> int:
        """How far a game has come; it never falls."""

    def importance(self, state: Any, rules: Any) -> float:
        """How promising a game is, roughly; above 0."""

    def renew(self, state: Any, rules: Any, stream: Any) -> None:
        """Draw anew what nobody has seen, so that copies differ."""


class Hints(Protocol):
    """What players say to each other before every move: ``Game(hints=...)``; hints.py."""

    WORDS: Any  # the vocabulary, a tuple of words
    PLACE: str  # what a mark is about

    def places(self, rules: Any) -> int:
        """How many places get a mark from every seat; 0: silence."""

    def show(self, state: Any, rules: Any, seat: int, place: int, mark: int) -> None:
        """Put a mark where ``observe`` shows it to everybody."""

    def hint(self, view: Any, place: int) -> int:
        """The marks of strategies that have no hint of their own."""


class MoreHints(Protocol):
    """What hints may have besides."""

    def may_say(self, rules: Any, mark: int) -> bool:
        """Whether these rules allow a word of the vocabulary; left out: all of them."""


class Vectors(Protocol):
    """Strategies written for many games at once: ``Game(vectors=...)``; vectors.py."""

    def kernel(self, rules: Any, player: Any) -> Callable[..., None] | None:
        """A function of ``(record, seed, repeat, first, outcomes)`` that plays games, or None.

        The player has every seat.  The games are those of the loop, number for number: with a
        strategy that draws random numbers, from the streams of the repeat
        (``SEAT + seat + REPEAT * repeat``).  None: such games are left to the loop.
        """


class MoreVectors(Protocol):
    """What these may have besides."""

    def worlds(self, rules: Any, player: Any) -> Any:
        """What plays worlds of `search` with this player as its blueprint, or None.

        It is a ``Together`` of world_batches.py.  Each world ends as in the loop, number for
        number.
        """


class Belief(Protocol):
    """What a seat makes of how the others have played: ``Game(belief=...)``, for `search`.

    A search begins a belief at each of its decisions, deals its worlds from it one after another,
    and asks it who the others are.  Nothing may be used but the view of the seat to move.
    """

    BELIEF: Any  # of a record in which it is kept during a decision

    def believe(self, view: Any, rules: Any, stream: Any, belief: Any) -> None:
        """Begin, in a record of zeros."""

    def deal_believed(self, view: Any, rules: Any, stream: Any, belief: Any, state: Any) -> None:
        """Write a whole state that agrees with the view, as likely as it is believed."""

    def believed_move(self, view: Any, stream: Any, belief: Any) -> int:
        """What another seat does in the world dealt last; negative: what the blueprint does.

        The view is the other seat's, in that world.
        """


class Encoding(Protocol):
    """How learners see a game and move in it: ``Game(encoding=...)``, for playout.envs.

    Either may be left out.  Then they see all fields of a view, and action k is the k-th of the
    legal moves.
    """

    def observation(self, rules: Any) -> Any:
        """What of a view they see under these rules: a :class:`~Seen` each.

        ``rules`` is an object of :class:`~playout.engine.game.Rules`.
        """

    def actions(self, rules: Any) -> Any:
        """All moves that there can be under these rules, each once: action k is the k-th."""


class Solver(Protocol):
    """Whether a deal can be won with all known: ``Game(solver=...)``, for ``playout winnable``."""

    def winnable(self, *, seed: int, game: int, seconds: float | str, **options: Any) -> Any:
        """The answer for deal number ``game`` of a seed, in about ``seconds`` at most.

        ``options`` are those of the rules.  Printed, the answer tells all.  It has ``answer``,
        "yes", "no" or "unknown", and ``seconds``, which it took; ``rules``, an object of
        :class:`~playout.engine.game.Rules`; of a yes the ``line``, moves as they are written, with
        the ``seats`` that make them, and of an unknown its ``limit``, a word, and ``why()``, a
        sentence.
        """


def plain(function: Any) -> Any:
    """A function as it was written, if it is compiled."""
    return getattr(function, "py_func", function)


def functions_of(protocol: type) -> dict[str, tuple[str, ...]]:
    """The functions of a protocol, each with the names of its arguments."""
    return {
        name: tuple(inspect.signature(member).parameters)[1:]
        for name, member in vars(protocol).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }


def check_module(where: str, module: Any, protocol: type, optional: bool = False) -> None:
    """Raise PlayoutError if a module lacks a function of a protocol, or takes other arguments.

    The sentence begins with ``where``.  With ``optional`` functions may be missing.
    """
    where = f"{where}, {getattr(module, '__name__', type(module).__name__)},"
    for name, wanted in functions_of(protocol).items():
        function = getattr(module, name, None)
        if function is not None:
            check_signature(where, name, function, wanted)
        elif not optional:
            raise PlayoutError(f"{where} has no function {name}({', '.join(wanted)})")


def check_signature(where: str, name: str, function: Any, wanted: Sequence[str]) -> None:
    """Raise PlayoutError if a function cannot be called with the arguments that are wanted."""
    said = f"{name}({', '.join(wanted)})"
    try:
        parameters = inspect.signature(plain(function)).parameters.values()
    except (TypeError, ValueError):
        raise PlayoutError(f"{where} needs {name} to be a function, {said}") from None
    needed = [one.name for one in parameters if one.default is one.empty]
    names = [one.name for one in parameters]
    is_mixed = names != [*wanted] and sorted(names) == sorted(wanted)
    if len(needed) > len(wanted) or len(parameters) < len(wanted) or is_mixed:
        has = f"{name}({', '.join(names)})"
        raise PlayoutError(f"{where} has {has}, but {said} is needed")
