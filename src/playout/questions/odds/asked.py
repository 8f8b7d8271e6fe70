"""The question about a position: who plays on, and which measure counts.

The position is that of a game after some moves, or a line of text.  Only what the seat to move may
know of it is used: everything else is dealt anew in each world (engine/worlds/worlds.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from playout.engine.find.games import find_game, is_own, need_worlds
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.match.decisions import Dealt, Decision, play_one
from playout.engine.match.match import Match
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.looking import is_looking
from playout.engine.words.reading import read_seed, read_whole
from playout.engine.worlds.search import blueprint_of
from playout.questions import judged
from playout.questions.judged import NO_MOVE, match_at
from playout.questions.judging_tables import ODDS

MOST_MOVES = 1_000  # of a position: the sums of their products are numbers by the square of it
MOST_TURN = 10**9


@dataclass(frozen=True)
class Asked(judged.Asked):
    """A position, who plays on from it, and what a move is worth."""

    question = ODDS
    rules: Rules
    players: tuple[Player, ...]  # who go on, one for each seat
    measure: Measure
    worlds: int  # at most
    seed: int
    position: str  # a line of text, with what nobody but the rules knows
    number: int | None  # of the game in which it came up; None: it was given
    turn: int | None  # moves made before
    seat: int  # to move
    moves: tuple[int, ...]  # the numbers of its legal moves, in rising order

    @property
    def decision(self) -> Decision:
        """The choice in the position, of which no move has been made."""
        return Decision(self.turn or 0, self.seat, NO_MOVE, self.moves, self.position)

    def view(self) -> Any:
        """What the seat to move knows, with the notes that its strategy has made until then."""
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
            "number": canonical["number"],
            "turn": canonical["turn"],
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
        if len(asked.moves) > MOST_MOVES:
            raise PlayoutError(
                f"there are {len(asked.moves):,} legal moves: at most {MOST_MOVES:,} can be tried"
            )
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
            other = "the number of a game" if words.turn is None else "turn"
            raise PlayoutError(f"position and {other}: only one of the two can be given")
        rules = found.with_options(options)
        strategy = by_name(found.name, words.strategy, rules.needed_options()) or blueprint_of(
            found
        )
        known: dict[str, Any] = {
            "rules": rules,
            "players": find_players(rules, strategy),
            "measure": found.quantity(words.measure, rules.number("players")),
            "worlds": words.games,
            "seed": words.seed,
        }
        if words.position is not None:
            match = match_at(rules, words.position, words.seed)
            return _asked(match, number=None, turn=None, **known)
        number = read_seed(0 if words.game_number is None else words.game_number, "game")
        turn = read_whole("turn", 0 if words.turn is None else words.turn, 0, MOST_TURN)
        match = _played(rules, known["players"], words.seed, number, turn)
        return _asked(match, number=number, turn=turn, **known)


ask = Asked.ask


def _asked(match: Match, **known: Any) -> Asked:
    """The question about the position of a match."""
    if match.is_over:
        raise PlayoutError("the game is over there, so nobody has a move to choose")
    moves = tuple(match.legal_moves())
    return Asked._checked(position=match.position, seat=match.seat, moves=moves, **known)


def _played(rules: Rules, players: Sequence[Player], seed: int, number: int, turn: int) -> Match:
    """A game of a run after so many moves; PlayoutError if it is over then."""
    match = Dealt(seed, number).begun(rules, players, compiled=True)
    for made in range(turn + 1):
        if match.is_over:
            raise PlayoutError(
                f"turn = {turn}: game {number} of seed {seed} is over after {made} moves, so the "
                f"last turn with a choice is {made - 1}"
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
        match = start.begun(asked.rules, asked.players, compiled=True)
    return match.view()
