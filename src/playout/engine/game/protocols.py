"""The functions of a game's modules, as protocols; a declaration is checked against them.

A game's rules and its drawing are two modules of plain functions.  Each function below is one of
theirs, with its arguments in this order and under these names, without ``self``.
``state``, ``view``, ``rules`` and ``stream`` are records in compiled rules: ``state`` of the type
``STATE``, ``view`` of the type ``VIEW``, ``rules`` with a whole number for each option of the game,
``stream`` a random stream of :mod:`playout.engine.chance.rng`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from playout.engine.words.errors import PlayoutError

COUNTS, SEEN_NOTES = "playout_counts", "playout_notes"
OURS = frozenset((COUNTS, SEEN_NOTES))
"""Fields of the states of games with counters (counters.py) that are not the game's own."""


class RuleFunctions(Protocol):
    """The rules of a game: ``Game(rules=...)``."""

    STATE: Any  # the NumPy type of a state
    VIEW: Any  # of a view: made with playout.engine.game.view_dtype
    MOST_LEGAL: int  # the most legal moves of one position

    def introduce(self, rules: Any, seat: int, view: Any) -> None:
        """Write into a seat's view everything that does not change during a game."""

    def deal(self, state: Any, rules: Any, stream: Any) -> None:
        """Write the whole state of a new game, over the old contents of the record."""

    def is_over(self, state: Any, rules: Any) -> bool:
        """Whether the game has ended."""

    def actor(self, state: Any, rules: Any) -> int:
        """The seat whose move it is, 0 .. players - 1; any seat if the game has ended."""

    def observe(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Copy everything that a seat may know into its view, and nothing else."""

    def is_legal(self, state: Any, rules: Any, move: int) -> bool:
        """Whether the seat to move may make a move; ``move`` is any number of 64 bits."""

    def legal_moves(self, state: Any, rules: Any, out: Any) -> int:
        """Write all legal moves, each once, into ``out``; return how many, at least 1."""

    def play(self, state: Any, rules: Any, move: int, stream: Any) -> None:
        """Make a legal move.

        Dice, coins and shuffles during a game are drawn from ``stream``, which continues where
        ``deal`` left it.  So throw number k of a game is the same whatever was played before it, as
        long as every throw takes one word.
        """

    def score(self, state: Any, rules: Any, outcome: Any) -> None:
        """Write the measures of a game, in the order of their declaration.

        ``outcome`` has a column for each measure; for a measure per seat it has as many as the most
        seats of the game.
        """


class MoreRules(Protocol):
    """More functions that rules may have."""

    def update(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Copy the changes of the last move into a view of the position before it.

        Afterwards the view is as ``observe`` writes it: for games in which that copies much more.
        """

    def determinize(self, view: Any, rules: Any, stream: Any, state: Any) -> None:
        """Write a whole state that agrees with a view; draw the unknown from ``stream``."""

    def alike(self, view: Any, rules: Any, move: int) -> int:
        """Return the move that stands for a legal move, and for all that come to the same.

        For two piles that look the same, as an example, the move on the first of them.  The move
        itself if there is no other.  ``view`` is that of the seat to move.
        """

    def forget(self, state: Any, rules: Any) -> None:
        """Set to one value whatever neither a later move, nor chance, nor the end depends on.

        For ``playout solve``, which calls it after every move: counters that only add up to a
        measure, what is only shown, the past.  Without it every history is a position of its own.
        What the score loses by it is added up, so a measure may only grow by what was forgotten.
        """

    def standing(self, state: Any, rules: Any, outcome: Any) -> None:
        """Write the measures as they stand in a game that is not over.

        For ``playout course``; left out: ``score`` itself.
        """

    def ends_turn(self, state: Any, rules: Any) -> bool:
        """Return whether the last move has ended a turn, in a game that is not over.

        For ``playout course``; left out: when it is another seat's move, or after each move if one
        player plays alone.
        """

    def worth(self, outcome: Any, rules: Any, seat: int) -> int:
        """Return the worth of an outcome to a seat, for the strategy `search`.

        A whole number of any unit; left out: the game's first measure.
        """

    def is_settled(self, state: Any, rules: Any, view: Any) -> bool:
        """Return whether `search`, which began from a view, may take the score as it stands now.

        Called after every move; left out: only when the game is over.
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
    """More functions of a drawing: the game's own form of positions (positions.py)."""

    def format_position(self, state: Any, rules: Any) -> str:
        """A position as a line of text: everything of the state that still matters."""

    def parse_position(self, text: str, rules: Any, stream: Any, state: Any) -> None:
        """Write the state of such a text; deal everything that it leaves out from ``stream``.

        The state is new; a record has zeros.  PlayoutError, one sentence, for a text that is no
        position of these rules.
        """

    def check_position(self, state: Any, rules: Any) -> None:
        """Without the two above: PlayoutError for a state that no game can reach."""


class MoveKinds(Protocol):
    """More of a drawing, for ``playout mistakes``: kinds of moves.

    Their names are in a list beside it: ``MOVE_KINDS = ("roll", "hold")``.
    """

    def move_kind(self, state: Any, rules: Any, move: int) -> int:
        """Return the kind of a legal move, as its place in MOVE_KINDS."""


class TableFunctions(Protocol):
    """More functions of a drawing, for people who play in a browser (``playout web``).

    ``OPEN = True`` in the drawing means that nothing is hidden.  Rules need not say so if they have
    the ``observe`` of engine/game/open_information.py, or none in plain Python.
    """

    def seen(self, state: Any, rules: Any, seat: int, width: float) -> str:
        """A position as a seat may see it: an SVG picture, about ``width`` pixels wide.

        It is as ``svg``, without what is hidden from the seat: cards of others lie face down.  An
        element that people touch to move has an attribute ``data-place``, the name of the place,
        and a title.  If people only look on, the seat is a ``WatchedSeat`` (drawings.py), an int:
        ``seat_name`` then calls no player "you".  Left out: ``svg`` if every view shows the whole
        state, else the fields of the view.
        """

    def places(self, move: int) -> Sequence[str]:
        """The names of the places that people touch, in any order, to make a move.

        A name stands twice if two places of that name are touched.  None, or left out: the move is
        a button with its text.
        """

    def elsewhere(self, match: Any) -> Mapping[str, str]:
        """Addresses of other sites that show the game as it stands, by their names."""


class Splitting(Protocol):
    """How copies of an unfinished game continue: ``Game(splitting=...)``, for ``playout rare``."""

    def progress(self, state: Any, rules: Any) -> int:
        """How far a game has come; the number never falls."""

    def importance(self, state: Any, rules: Any) -> float:
        """How promising a game is, roughly; above 0."""

    def renew(self, state: Any, rules: Any, stream: Any) -> None:
        """Draw anew what nobody has seen, so that copies differ."""


class Hints(Protocol):
    """Marks that players give each other before every move: ``Game(hints=...)``; hints.py."""

    WORDS: Any  # the vocabulary, a tuple of words
    PLACE: str  # what a mark is about

    def places(self, rules: Any) -> int:
        """How many places get a mark from every seat; 0: silence."""

    def show(self, state: Any, rules: Any, seat: int, place: int, mark: int) -> None:
        """Put a mark where ``observe`` shows it to everybody."""

    def hint(self, view: Any, place: int) -> int:
        """The marks of strategies that have no hint of their own."""


class MoreHints(Protocol):
    """More functions that hints may have."""

    def may_say(self, rules: Any, mark: int) -> bool:
        """Return whether these rules allow a word of the vocabulary; left out: all of them."""


class Vectors(Protocol):
    """Strategies written for many games at once: ``Game(vectors=...)``; vectors.py."""

    def kernel(self, rules: Any, player: Any) -> Callable[..., None] | None:
        """Return a function ``(record, seed, repeat, first, outcomes)`` that plays games, or None.

        The player has every seat.  The games are the same as in the loop, number for number: a
        strategy draws random numbers from the streams of the repeat
        (``SEAT + seat + REPEAT * repeat``).  None: the loop plays these games.
        """


class MoreVectors(Protocol):
    """More functions that these may have."""

    def worlds(self, rules: Any, player: Any) -> Any:
        """Return a ``Together`` (world_batches.py) that plays worlds of `search`, or None.

        The player is the blueprint.  Each world ends as in the loop, number for number.
        """


class Belief(Protocol):
    """A seat's conclusions from the play of others: ``Game(belief=...)``, for `search`.

    A search begins a belief at each of its decisions, deals its worlds from it one after another,
    and moves for the others as it says.  It may use only the view of the seat to move.
    """

    BELIEF: Any  # the type of the record that holds it during a decision

    def believe(self, view: Any, rules: Any, stream: Any, belief: Any) -> None:
        """Begin a belief, in a record of zeros."""

    def deal_believed(self, view: Any, rules: Any, stream: Any, belief: Any, state: Any) -> None:
        """Write a whole state that agrees with the view, as likely as it is believed."""

    def believed_move(self, view: Any, stream: Any, belief: Any) -> int:
        """Return the move of another seat in the world dealt last; negative: the blueprint's.

        The view is the other seat's, in that world.
        """


class Encoding(Protocol):
    """How learners see a game and move in it: ``Game(encoding=...)``, for playout.envs.

    Both may be left out.  Then learners see all fields of a view, and action k is the k-th legal
    move.
    """

    def observation(self, rules: Any) -> Any:
        """The parts of a view that they see under these rules: a :class:`~Seen` each.

        ``rules`` is an object of :class:`~playout.engine.game.Rules`.
        """

    def actions(self, rules: Any) -> Any:
        """All possible moves under these rules, each once: action k is the k-th."""


class Solver(Protocol):
    """Solves deals with all cards known: ``Game(solver=...)``, for ``playout winnable``."""

    def winnable(self, *, seed: int, game: int, seconds: float | str, **options: Any) -> Any:
        """Return whether deal number ``game`` of a seed can be won, in about ``seconds`` at most.

        ``options`` are those of the rules.  The result prints itself.  It has ``answer``, "yes",
        "no" or "unknown"; ``seconds``, the time that it took; ``rules``, an object of
        :class:`~playout.engine.game.Rules`; for a yes the ``line``, moves as they are written, and
        the ``seats`` that make them; for an unknown its ``limit``, a word, and ``why()``, a
        sentence.
        """


def plain(function: Any) -> Any:
    """Return a function as it was written, whether it is compiled or not."""
    return getattr(function, "py_func", function)


def functions_of(protocol: type) -> dict[str, tuple[str, ...]]:
    """Return the functions of a protocol, each with the names of its arguments."""
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
    call = f"{name}({', '.join(wanted)})"
    try:
        parameters = inspect.signature(plain(function)).parameters.values()
    except (TypeError, ValueError):
        raise PlayoutError(f"{where} needs {name} to be a function, {call}") from None
    needed = [parameter for parameter in parameters if parameter.default is parameter.empty]
    names = [parameter.name for parameter in parameters]
    own = [wanted[0] if name == "self" else name for name in names]  # of a method
    is_mixed = own != [*wanted] and sorted(own) == sorted(wanted)
    if len(needed) > len(wanted) or len(parameters) < len(wanted) or is_mixed:
        has = f"{name}({', '.join(names)})"
        raise PlayoutError(f"{where} has {has}, but {call} is needed")
