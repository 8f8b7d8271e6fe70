"""What is asked about a position: who goes on how, and which measure counts.

The position is that of a game after some moves, or a line of text.  Only what the seat to move may
know of it is used: everything else is dealt anew in each world (engine/worlds/worlds.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from playout.engine.find.games import find_game, need_worlds
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.game.players import StrategyReference
from playout.engine.match.decisions import Dealt, Decision, play_one
from playout.engine.match.match import Match
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_count, read_seed, read_whole, seed_or_fresh
from playout.engine.worlds.search import blueprint_of
from playout.questions import judged
from playout.questions.judged import NO_MOVE, most_worlds

WORLDS = 10_000  # if nobody says
MOST_MOVES = 1_000  # of a position: the sums of their products are numbers by the square of it
MOST_TURN = 10**9


@dataclass(frozen=True)
class Asked(judged.Asked):
    """A position, who plays on from it, and what is looked at."""

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

    @staticmethod
    def restored(canonical: Mapping[str, Any], worlds: int) -> Asked:
        """The question of this canonical form; no strategy is run for it."""
        game = find_game(canonical["game"])
        rules = game.with_options(dict(canonical["rules"]))
        return _asked(
            rules,
            find_players(rules, canonical["strategies"]),
            game.quantity(canonical["measure"]),
            worlds,
            canonical["seed"],
            _at(rules, canonical["position"], canonical["seed"]),
            canonical["number"],
            canonical["turn"],
        )

    def canonical(self) -> dict[str, Any]:
        """All that decides what is counted, but not in how many worlds; for JSON, always alike."""
        return {
            "game": self.game.name,
            "strategies": [player.reference for player in self.players],
            "rules": [list(pair) for pair in self.rules.given().items()],
            "measure": self.measure.name,
            "position": self.position,
            "number": self.number,
            "turn": self.turn,
            "seed": self.seed,
        }


def ask(
    game: str,
    *,
    position: str | None = None,
    game_number: int | str | None = None,
    turn: int | str | None = None,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    measure: str | None = None,
    games: int | str = WORLDS,
    seed: int | None = 1,
    **options: object,
) -> Asked:
    """A checked question about a ``position``, or about a game of a run after ``turn`` moves.

    ``strategy`` is one for all seats, or one for each ("greedy+random"); the default is what
    `search` plays as.  PlayoutError if nothing can be asked there.
    """
    found = find_game(game)
    need_worlds(found, f"{found.name} has no odds")
    if position is not None and (turn is not None or game_number is not None):
        other = "the number of a game" if turn is None else "turn"
        raise PlayoutError(f"position and {other}: only one of the two can be given")
    rules, seed = found.with_options(options), seed_or_fresh(seed)
    players = find_players(
        rules, by_name(found.name, strategy, rules.given()) or blueprint_of(found)
    )
    quantity, worlds = found.quantity(measure), read_count(games)
    if position is not None:
        match = _at(rules, position, seed)
        return _asked(rules, players, quantity, worlds, seed, match, None, None)
    number = read_seed(0 if game_number is None else game_number, "game")
    after = read_whole("turn", 0 if turn is None else turn, 0, MOST_TURN)
    match = _played(rules, players, seed, number, after)
    return _asked(rules, players, quantity, worlds, seed, match, number, after)


def _asked(
    rules: Rules,
    players: tuple[Player, ...],
    measure: Measure,
    worlds: int,
    seed: int,
    match: Match,
    number: int | None,
    turn: int | None,
) -> Asked:
    """The question about the position of a match."""
    if match.is_over:
        raise PlayoutError("the game is over there, so nobody has a move to choose")
    moves = tuple(match.legal_moves())
    if len(moves) > MOST_MOVES:
        raise PlayoutError(
            f"there are {len(moves):,} legal moves: at most {MOST_MOVES:,} can be tried"
        )
    asked = Asked(
        rules, players, measure, worlds, seed, match.position, number, turn, match.seat, moves
    )
    most = most_worlds(measure, rules)
    if worlds > most:
        raise PlayoutError(
            f"games = {worlds}: of {measure.name} at most {most:,} worlds can be counted exactly"
        )
    return asked


def _at(rules: Rules, position: str, seed: int) -> Match:
    """A game that begins in a position."""
    return Dealt(seed, 0, start=position).begun(rules, ())


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
