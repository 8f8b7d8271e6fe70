"""The question about a position: who plays on, and which measure counts.

The position is that of a game after some moves, or a line of text.  Only what the seat to move may
know of it is used: everything else is dealt anew in each world (engine/worlds/worlds.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any

from playout.engine.chance.rng import DEAL, used_of
from playout.engine.find.games import find_game, is_own, need_worlds
from playout.engine.game.drawings import WatchedSeat
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.game.stored import is_stored
from playout.engine.match.decisions import Dealt, Decision, alike_moves, play_one
from playout.engine.match.match import Match
from playout.engine.native.twin import compile_ahead
from playout.engine.play.batch import can_be_compiled
from playout.engine.play.failures import explain_drawing
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.looking import is_looking
from playout.engine.words.reading import read_seed, read_whole
from playout.engine.words.spelling import as_typed, named
from playout.engine.worlds.search import blueprint_of
from playout.engine.worlds.worlds import compile_worlds
from playout.questions import judged
from playout.questions.asked import read_points, read_precision
from playout.questions.exact_moves import Exact, exact_of, judged_values
from playout.questions.judged import NO_MOVE, match_at
from playout.questions.judging_tables import ODDS
from playout.stats.sequential import Aim

MOST_MOVES = 1_000  # of a position: the sums of their products are numbers by the square of it
MOST_TURN = 10**9
POINT = 0.01  # the precision if nothing is asked for: of a chance a point, of others a part
WORLDS = 40_000  # at most, then: enough for a chance of a half among a hundred moves
SLOW_WORLDS = 2_000  # the same of games or strategies in plain Python, and of a search
MOST_WORLDS = 100_000_000  # of a precision that was asked for


@dataclass(frozen=True)
class Asked(judged.Asked):
    """A position, who plays on from it, and what a move is worth."""

    question = ODDS
    rules: Rules
    players: tuple[Player, ...]  # who go on, one for each seat
    measure: Measure
    worlds: int  # at most
    precision: Aim | None  # of the chance and the best moves; None: all worlds are played
    seed: int
    position: str  # a line of text, with fields that only the rules know
    number: int | None  # of the game in which it came up; None: it was given
    turn: int | None  # moves made before
    seat: int  # to move
    moves: tuple[int, ...]  # the numbers of its legal moves, in rising order
    equals: tuple[int, ...]  # for each of them the move that stands for it, perhaps itself
    exact: tuple[float, ...] | None  # the value of each move that is judged, and of the own one,
    usual: tuple[float, ...] | None  # and how often the strategy makes each; None: worlds say it

    @cached_property
    def judged(self) -> tuple[int, ...]:
        """The moves that are played: one of all that come to the same by the rules."""
        return tuple(move for move in self.moves if move in self.equals)

    @property
    def aim(self) -> str:
        """When there are enough worlds, if a precision says so."""
        assert self.precision is not None
        size = str(self.precision)
        if self.measure.is_rate:
            size = self.unit.spelled(f"{100 * self.precision.half_width:.6g}")
        return f"until all is known to {size}"

    @property
    def others(self) -> dict[int, int]:
        """The moves that are not played, each with the place of the one that stands for it."""
        pairs = zip(self.moves, self.equals, strict=True)
        return {move: self.judged.index(other) for move, other in pairs if move != other}

    @property
    def decision(self) -> Decision:
        """The choice in the position, of which no move has been made."""
        return Decision(self.turn or 0, self.seat, NO_MOVE, self.judged, self.position)

    def alike(self, k: int) -> list[int]:
        """The numbers of all legal moves for which the k-th of those that are played stands."""
        pairs = zip(self.moves, self.equals, strict=True)
        return [move for move, other in pairs if other == self.judged[k]]

    @cached_property
    def begins_alike(self) -> bool:
        """Whether every game of these rules begins like this one: no chance decides how."""
        if self.number is None or is_stored(self.game):
            return False
        begun = Dealt(self.seed, self.number).begun(self.rules, ())
        return used_of(begun.streams[DEAL]) == 0

    @cached_property
    def seen_in_words(self) -> str:
        """What the seat to move sees after a turn, if the game hides something and says it."""
        say = getattr(self.game.drawing, "in_words", None)
        if say is None or not self.hides or self.turn is None:
            return ""
        match = match_at(self.rules, self.position, self.seed)
        with explain_drawing(self.game):
            return str(say(match.state, self.rules.record(), WatchedSeat(self.seat)))

    def view(self) -> Any:
        """The view of the seat to move, with the notes that its strategy has made."""
        return _view(self)

    @classmethod
    def restored(cls, canonical: Mapping[str, Any], end: int) -> Asked:
        """The question of this canonical form; no strategy is run for it."""
        game, seed = find_game(canonical["game"]), canonical["seed"]
        rules = game.with_options(dict(canonical["rules"]))
        known: dict[str, Any] = {
            "rules": rules,
            "players": find_players(rules, canonical["strategies"]),
            "measure": game.quantity(canonical["measure"]),
            "worlds": end,
            "seed": seed,
            "precision": _precision(game.quantity(canonical["measure"]), canonical["precision"]),
            "number": canonical["number"],
            "turn": canonical["turn"],
            "equals": tuple(canonical["equals"]),
            "exact": None if canonical["exact"] is None else tuple(canonical["exact"]),
            "usual": None if canonical["exact"] is None else tuple(canonical["usual"]),
        }
        if is_looking() and not is_own(game):
            seat, moves = canonical["seat"], tuple(canonical["moves"])
            known |= {"seat": seat, "moves": moves, "position": canonical["position"]}
            return cls._checked(**known)
        return _asked(match_at(rules, canonical["position"], seed), **known)

    @classmethod
    def _checked(cls, **known: Any) -> Asked:
        """The question with all its parts; PlayoutError if it has too many."""
        asked = cls(**known)
        if len(asked.equals) != len(asked.moves) or not {*asked.equals} <= {*asked.moves}:
            raise PlayoutError("equals: must be a legal move for each legal move")
        if asked.exact is not None:
            sizes = len(asked.exact) - 1, len(asked.usual or ())
            if sizes != (len(asked.judged),) * 2:
                raise PlayoutError("exact, usual: must be a number for each move")
        if len(asked.judged) > MOST_MOVES:
            raise PlayoutError(
                f"there are {len(asked.judged):,} different legal moves; at most {MOST_MOVES:,} "
                "can be tried"
            )
        if asked.exact is None:
            asked.measure.ends(asked.rules)  # PlayoutError if they are not known
        return asked

    def command_value(self, name: str) -> Any:
        """As of every question; a position that came up in a game is said by the game's number."""
        return None if name == "position" and self.turn is not None else super().command_value(name)

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question about a ``position``, or about a game of a run after ``turn`` moves.

        ``strategy`` is one for all seats, or one for each ("greedy+random"); the default is what
        `search` plays as.
        """
        words, options = cls.question.read(given)
        found = find_game(game)
        need_worlds(found, f"{found.name} has no odds")
        if words.position is not None and (words.turn, words.game_number) != (None, None):
            other = "game_number" if words.turn is None else "turn"
            raise PlayoutError(
                f"{named('position')} and {named(other)} exclude each other: use only one of them"
            )
        rules = found.with_options(options)
        strategy = by_name(found.name, words.strategy, rules.needed_options()) or blueprint_of(
            found
        )
        players = find_players(rules, strategy)
        measure = found.quantity(words.measure, rules.number("players"))
        worlds, aim = words.games, _precision(measure, words.precision)
        sampled = worlds is not None
        if worlds is None:
            slow = not can_be_compiled(found, players) or any(p.strategy.blueprint for p in players)
            worlds = SLOW_WORLDS if slow else WORLDS
            worlds = worlds if aim is None else MOST_WORLDS
            aim = aim or Aim(POINT, relative=not measure.is_rate)
        known: dict[str, Any] = {
            "rules": rules,
            "players": players,
            "measure": measure,
            "worlds": worlds,
            "precision": aim,
            "seed": words.seed,
        }
        compile_ahead(partial(compile_worlds, rules, players))
        if words.position is not None:
            match = Dealt(words.seed, 0, start=words.position).begun(rules, players)
            known |= {"number": None, "turn": None}
            return _asked(match, exact=None if sampled else exact_of(match, measure), **known)
        number = read_seed(0 if words.game_number is None else words.game_number, "game")
        turn = read_whole("turn", 0 if words.turn is None else words.turn, 0, MOST_TURN)
        match = _played(rules, players, words.seed, number, turn)
        known |= {"number": number, "turn": turn}
        return _asked(match, exact=None if sampled else exact_of(match, measure), **known)


ask = Asked.ask


def _asked(match: Match, **known: Any) -> Asked:
    """The question about the position of a match."""
    if match.is_over:
        raise PlayoutError(
            "the game is over in this position, so there is no move to choose; use an earlier "
            "position"
        )
    moves = tuple(match.legal_moves())
    equals = known.pop("equals", None) or alike_moves(match, moves)
    if isinstance(exact := known["exact"], Exact):
        known["exact"], known["usual"] = judged_values(exact, moves, equals)
        known |= {"worlds": 0, "precision": None}
    known.setdefault("usual", None)
    known |= {"position": match.position, "seat": match.seat, "moves": moves, "equals": equals}
    return Asked._checked(**known)


def _precision(measure: Measure, given: object) -> Aim | None:
    """The half-width that is asked for, if any: of a chance in points."""
    if given is None:
        return None
    return read_points(given) if measure.is_rate else read_precision(given)


def _played(rules: Rules, players: Sequence[Player], seed: int, number: int, turn: int) -> Match:
    """A game of a run after so many moves; PlayoutError if it is over then."""
    match = Dealt(seed, number).begun(rules, players, compiled=turn > 0)
    for made in range(turn + 1):
        if match.is_over:
            raise PlayoutError(
                f"{as_typed('turn', turn)}: this counts moves, and game {number} of seed {seed} "
                f"has only {made}; use {as_typed('turn', 0)} to {as_typed('turn', made - 1)}"
            )
        if made < turn:
            play_one(match)
    return match


@lru_cache(maxsize=16)
def _view(asked: Asked) -> Any:
    """The view of the seat to move.  Threads share it: it is only read."""
    if asked.number is not None and asked.turn is not None:
        match = _played(asked.rules, asked.players, asked.seed, asked.number, asked.turn)
    else:
        start = Dealt(asked.seed, 0, start=asked.position)
        match = start.begun(asked.rules, asked.players)
    return match.view()
