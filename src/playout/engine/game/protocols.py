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
        """Return whether the game is over."""

    def actor(self, state: Any, rules: Any) -> int:
        """Return the seat to move, 0 .. players - 1; any seat if the game is over."""

    def observe(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Copy everything that a seat may know into its view, and nothing else."""

    def is_legal(self, state: Any, rules: Any, move: int) -> bool:
        """Return whether the seat to move may make a move; ``move`` is any 64-bit number."""

    def legal_moves(self, state: Any, rules: Any, out: Any) -> int:
        """Write all legal moves, each once, into ``out``; return their number, at least 1."""

    def play(self, state: Any, rules: Any, move: int, stream: Any) -> None:
        """Make a legal move.

        Dice, coins and shuffles during a game are drawn from ``stream``, which continues where
        ``deal`` left it.  If every throw takes one word, throw number k of a game is the same
        whatever was played before it.
        """

    def score(self, state: Any, rules: Any, outcome: Any) -> None:
        """Write the measures of a game, in the order of their declaration.

        ``outcome`` has one column for each measure; a measure per seat has as many columns as the
        game has seats at most.
        """


class MoreRules(Protocol):
    """Optional functions of rules."""

    def update(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Copy the changes of the last move into a view of the position before it.

        Afterwards the view must be as ``observe`` writes it.  It is for games in which ``observe``
        copies much more.
        """

    def determinize(self, view: Any, rules: Any, stream: Any, state: Any) -> None:
        """Write a whole state that agrees with a view; draw the rest from ``stream``."""

    def alike(self, view: Any, rules: Any, move: int) -> int:
        """Return the move that stands for a legal move and for all moves equal to it.

        If two piles look the same, for example, it is the move on the first of them.  It is the
        move itself if no other is equal.  ``view`` is the view of the seat to move.
        """

    def forget(self, state: Any, rules: Any) -> None:
        """Reset everything that no later move, no chance and no result depends on.

        ``playout solve`` calls it after every move.  It resets counters that only add up to a
        measure, values that are only shown, and the past; without it every history is a position of
        its own.  What the score loses is added up, so a measure may only grow by what was reset.
        """

    def standing(self, state: Any, rules: Any, outcome: Any) -> None:
        """Write the measures as they stand in a game that is not over, for ``playout course``.

        Without it ``score`` is used.
        """

    def ends_turn(self, state: Any, rules: Any) -> bool:
        """Return whether the last move ended a turn, in a game that is not over.

        It is for ``playout course``.  Without it a turn ends when another seat is to move; with one
        player, after each move.
        """

    def worth(self, outcome: Any, rules: Any, seat: int) -> int:
        """Return the worth of an outcome to a seat, for the strategy `search`.

        It is a whole number of any unit; without it, the game's first measure.
        """

    def is_settled(self, state: Any, rules: Any, view: Any) -> bool:
        """Return whether `search`, which began from a view, may use the score as it stands now.

        It is called after every move; without it, only a game that is over counts.
        """


class DrawingFunctions(Protocol):
    """The functions that show a game to people: ``Game(drawing=...)``."""

    def text(self, state: Any, rules: Any, seat: int) -> str:
        """Return a position as text for a terminal; ``seat`` is to move."""

    def svg(self, state: Any, rules: Any, seat: int) -> str:
        """Return a position as an SVG picture."""

    def format_move(self, move: int) -> str:
        """Return a move as text; ``move`` is any 64-bit number."""

    def parse_move(self, text: str) -> int:
        """Return the move for such a text; PlayoutError for any other text."""

    def transcript(self, match: Any) -> str:
        """Return a whole game as text; it plays ``match`` to its end."""


class PositionFunctions(Protocol):
    """Optional functions of a drawing: the game's own form of positions (positions.py)."""

    def format_position(self, state: Any, rules: Any) -> str:
        """Return a position as a line of text: everything that still matters."""

    def parse_position(self, text: str, rules: Any, stream: Any, state: Any) -> None:
        """Write the state for such a text; deal everything that it leaves out from ``stream``.

        The state is new; a record has zeros.  PlayoutError, one sentence, for a text that is no
        position of these rules.
        """

    def check_position(self, state: Any, rules: Any) -> None:
        """Raise PlayoutError for a state that no game can reach; used without the two above."""


class MoveKinds(Protocol):
    """Optional functions of a drawing, for ``playout mistakes``: kinds of moves.

    Their names are in a list beside it: ``MOVE_KINDS = ("roll", "hold")``.
    """

    def move_kind(self, state: Any, rules: Any, move: int) -> int:
        """Return the kind of a legal move, as its index in MOVE_KINDS."""


class TableFunctions(Protocol):
    """Optional functions of a drawing, for people who play in a browser (``playout web``).

    ``OPEN = True`` in the drawing means that nothing is hidden.  Rules with the ``observe`` of
    engine/game/open_information.py, or without one in plain Python, need not say so.
    ``GIVES_UP = 3`` is the move by which a player gives up: its button comes last, and asks.
    ``ARRANGEMENTS = ("by number", "as dealt")`` names orders of the own hand, between which a
    player chooses; ``seen`` then has one more argument, ``arrangement``, the place of the order
    in this list: by default 0.
    """

    def seen(self, state: Any, rules: Any, seat: int, width: float) -> str:
        """Return a position as a seat may see it: an SVG picture, about ``width`` pixels wide.

        It is like ``svg``, without what is hidden from the seat: cards of others lie face down.  An
        element that people touch to move has an attribute ``data-place``, the name of the place,
        and a title.  If people only watch, the seat is a ``WatchedSeat`` (drawings.py), an int:
        ``seat_name`` then calls no player "you".  Without it, ``svg`` is used if every view shows
        the whole state, else the fields of the view.
        """

    def places(self, move: int) -> Sequence[str]:
        """Return the names of the places that people touch, in any order, to make a move.

        A name appears twice if two places of that name are touched.  If it is empty, or without
        this function, the move is a button with its text.
        """

    def known_position(self, state: Any, rules: Any, seat: int | None) -> str:
        """Return a position as a seat may know it, or as everyone at the table may (None).

        It is one of ``parse_position``.  Unknown cards are ``?``; what is left out is dealt anew.
        A drawing with this function and ``seen`` also draws seat -1: what everyone may see.
        Without it, the position of a game that hides something is told only when it is over.
        """

    def events(
        self, before: Any, move: int, after: Any, rules: Any, seat: int
    ) -> Sequence[tuple[int, str]]:
        """Return what happened in a move: seats, each with what it did, as a seat may know it.

        ``before`` and ``after`` are the states around the move.  What a seat did has no name: "laid
        52 on pile 2, drew two cards".  A comma separates two deeds, and deeds that begin with the
        same word are joined: "laid 52 and 54 on pile 2 and drew two cards".  Without this function
        it is "played" and the text of the move.
        """

    def in_words(self, state: Any, rules: Any, seat: int) -> str:
        """Return what a seat sees, in few words, for odds: "with 2C AH in hand"."""

    def to_do(self, state: Any, rules: Any, seat: int) -> str:
        """Return what the player to move can do, in a sentence: "Lay at least 2 cards."."""

    def why_over(self, match: Any, seat: int) -> str:
        """Return why a game has ended, in sentences for a seat; "" if it needs no words.

        "Ann had to lay 2 more cards and had none that fits." It is asked only after the move
        that ended the game, so it may tell what was hidden.
        """

    def elsewhere(self, match: Any) -> Mapping[str, str]:
        """Return addresses of other sites that show the game as it stands, by name."""

    def portrait(self) -> str:
        """Return a small picture of a typical table for lists of games: 320 by 180 pixels.

        It is always the same SVG picture; ``portrait`` of drawn_pieces.py makes one.  Without this
        function a game just dealt is drawn, or the title if the game has no drawing of its own.
        """


class Splitting(Protocol):
    """The functions to copy an unfinished game: ``Game(splitting=...)``, for ``playout rare``."""

    def progress(self, state: Any, rules: Any) -> int:
        """Return how far a game has come; the number never falls."""

    def importance(self, state: Any, rules: Any) -> float:
        """Return how promising a game is, roughly; above 0."""

    def renew(self, state: Any, rules: Any, stream: Any) -> None:
        """Draw everything unseen anew, so that copies differ."""


class Hints(Protocol):
    """The hints that players give each other before every move: ``Game(hints=...)``; hints.py."""

    WORDS: Any  # the vocabulary, a tuple of words
    PLACE: str  # what a mark is about

    def places(self, rules: Any) -> int:
        """Return how many places get a mark from every seat; 0 for silence."""

    def show(self, state: Any, rules: Any, seat: int, place: int, mark: int) -> None:
        """Put a mark where ``observe`` shows it to all players."""

    def hint(self, view: Any, place: int) -> int:
        """Return the mark of strategies that have no hint of their own."""


class MoreHints(Protocol):
    """Optional functions of hints."""

    def may_say(self, rules: Any, mark: int) -> bool:
        """Return whether these rules allow a word; without this function, all are allowed."""


class Vectors(Protocol):
    """Strategies that play many games at once: ``Game(vectors=...)``; vectors.py."""

    def kernel(self, rules: Any, player: Any) -> Callable[..., None] | None:
        """Return a function ``(record, seed, repeat, first, outcomes)`` that plays games, or None.

        The player plays every seat.  The games are the same as in the loop, number for number: a
        strategy draws random numbers from the streams of the repeat (``SEAT + seat + REPEAT *
        repeat``).  With None the loop plays these games.
        """


class MoreVectors(Protocol):
    """Optional functions of vectors."""

    def worlds(self, rules: Any, player: Any) -> Any:
        """Return a ``Together`` (world_batches.py) that plays simulated deals of `search`, or None.

        The player is the base strategy.  Each deal ends as in the loop, number for number.
        """


class Belief(Protocol):
    """The conclusions of a seat from the play of others: ``Game(belief=...)``, for `search`.

    A search begins a belief at each of its decisions, deals its simulated deals from it one after
    another, and moves for the others as it says.  It may use only the view of the seat to move.
    """

    BELIEF: Any  # the type of the record that holds it during a decision

    def believe(self, view: Any, rules: Any, stream: Any, belief: Any) -> None:
        """Begin a belief, in a record of zeros."""

    def deal_believed(self, view: Any, rules: Any, stream: Any, belief: Any, state: Any) -> None:
        """Write a whole state that agrees with the view, as likely as the belief makes it."""

    def believed_move(self, view: Any, stream: Any, belief: Any) -> int:
        """Return the move of another seat in the deal made last.

        A negative number stands for the move of the base strategy.  The view is the other seat's,
        in that deal.
        """


class Encoding(Protocol):
    """The observations and actions of learners: ``Game(encoding=...)``, for playout.envs.

    Both functions are optional.  Without them learners see all fields of a view, and action k is
    the k-th legal move.
    """

    def observation(self, rules: Any) -> Any:
        """Return the parts of a view that learners see under these rules: a :class:`~Seen` each.

        ``rules`` is an object of :class:`~playout.engine.game.Rules`.
        """

    def actions(self, rules: Any) -> Any:
        """Return all possible moves under these rules, each once: action k is the k-th."""


class Solver(Protocol):
    """A solver of deals with all cards known: ``Game(solver=...)``, for ``playout winnable``."""

    def winnable(self, *, seed: int, game: int, seconds: float | str, **options: Any) -> Any:
        """Return whether deal number ``game`` of a seed can be won, in at most about ``seconds``.

        ``options`` are rule options.  The result prints itself.  It has ``answer``, "yes", "no" or
        "unknown"; ``seconds``, the time taken; ``rules``, an object of
        :class:`~playout.engine.game.Rules`; for a yes the ``line``, moves as text, and the
        ``seats`` that make them; for an unknown its ``limit``, a word, and ``why()``, a sentence.
        """


def plain(function: Any) -> Any:
    """Return a function as it was written, whether it is compiled or not."""
    return getattr(function, "py_func", function)


def functions_of(protocol: type) -> dict[str, tuple[str, ...]]:
    """Return the functions of a protocol, with the names of their arguments."""
    return {
        name: tuple(inspect.signature(member).parameters)[1:]
        for name, member in vars(protocol).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }


def check_module(where: str, module: Any, protocol: type, optional: bool = False) -> None:
    """Raise PlayoutError if a module lacks a function of a protocol, or has other arguments.

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
    """Raise PlayoutError if a function cannot be called with these arguments."""
    call = f"{name}({', '.join(wanted)})"
    try:
        parameters = inspect.signature(plain(function)).parameters.values()
    except ValueError:
        return  # of str and other functions of Python itself it is not known
    except TypeError:
        raise PlayoutError(f"{where} needs {name} to be a function, {call}") from None
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return  # *args takes them all
    needed = [parameter for parameter in parameters if parameter.default is parameter.empty]
    names = [parameter.name for parameter in parameters]
    own = [(*wanted, name)[0] if name == "self" else name for name in names]  # of a method
    is_mixed = own != [*wanted] and sorted(own) == sorted(wanted)
    if len(needed) > len(wanted) or len(parameters) < len(wanted) or is_mixed:
        has = f"{name}({', '.join(names)})"
        raise PlayoutError(f"{where} has {has}, but {call} is needed")
