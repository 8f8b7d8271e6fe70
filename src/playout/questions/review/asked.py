"""The question about a game that was played: its decisions, and who judges them.

A game is one of a run, played again by its strategies, or moves that a person has made from the
deal of a seed or from a position.  A decision is a position of it in which the seat to move had
more than one legal move.  The *reviewer* is the strategy that plays on in all worlds, on every
seat, after the move that was made and after every other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from playout.engine.find.games import find_game, need_choices, need_worlds
from playout.engine.game.game import Game, Measure, Player, Rules
from playout.engine.match.decisions import Dealt, Decision, dealt_of, walk
from playout.engine.match.match import Match
from playout.engine.native.twin import compile_ahead
from playout.engine.who.references import find_allowed_player, find_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import read_each, read_path, read_seed, read_whole
from playout.engine.words.spelling import as_typed, named
from playout.engine.worlds.worlds import compile_worlds
from playout.questions import judged
from playout.questions.answers import game_in
from playout.questions.exact_moves import exact_of, judge_of, values_of, whole_value
from playout.questions.judging_tables import REVIEW
from playout.questions.review.recorded import match_of

MOST_WORLDS = 10**9
RARE = ("exact", "usual", "begin", "whole")  # fields that few reviews have

Known = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Asked(judged.Reviewed):
    """A finished game, its decisions, and how they are judged."""

    question = REVIEW
    rules: Rules
    players: tuple[Player, ...]  # who played, one for each seat; () if persons did
    reviewer: Player
    measure: Measure
    worlds: int  # for each decision
    seed: int
    number: int  # of the game
    redraw: int  # of its dice
    seat: int | None  # whose decisions are judged; None: those of all seats
    start: str | None  # the position in which it began, if it was not dealt
    moves: tuple[int, ...]  # all that were made
    decisions: tuple[Decision, ...]
    outcome: tuple[int, ...]  # of the game, as a batch counts it
    exact: Known | None = None  # of each decision the value after each move, and the reviewer's own
    usual: Known | None = None  # and how often the reviewer makes each move
    begin: tuple[float, ...] | None = None  # the exact value for each seat, before all luck
    whole: bool = False  # whether whole games say what the value was before all luck

    @property
    def is_exact(self) -> bool:
        return self.exact is not None

    @property
    def columns(self) -> int:
        """How many columns of an outcome the measure has: one for each seat, or one."""
        return int(self.rules["players"]) if self.measure.per_seat else 1

    @property
    def is_from_start(self) -> bool:
        """Whether the value is known before anything was dealt, tossed or thrown."""
        return self.whole or self.begin is not None

    def canonical(self) -> dict[str, Any]:
        """As of every question; what few reviews have is only in their files."""
        known = super().canonical()
        return {name: value for name, value in known.items() if name not in RARE or value}

    def others(self, seat: int) -> list[int]:
        """The seats whose measure another's decision changes, and that is known: all, or none.

        It is not known if each has the same measure, nor if not all decisions are judged.  A game
        that knows what moves are worth knows it for the seat to move, and for a rival who shares.
        """
        unknown = self.exact is not None and not self.is_shared
        if not self.measure.per_seat or self.seat is not None or unknown:
            return []
        return [other for other in range(int(self.rules["players"])) if other != seat]

    def result(self, seat: int) -> float:
        """The measure as it was in the end."""
        return self.outcome[self.column(seat)] / self.measure.unit

    def who(self, seat: int) -> str:
        """Return the player of a seat."""
        return self.players[seat].reference if self.players else "a player"

    @property
    def dealt(self) -> Dealt:
        """The deal or position that the game began with."""
        return Dealt(self.seed, self.number, self.redraw, self.start)

    def views(self) -> list[Any]:
        """The view of the seat to move at every decision."""
        return _views(self)

    @classmethod
    def restored(cls, canonical: Mapping[str, Any], end: int) -> Asked:
        """The question of this canonical form; nothing is played for it."""
        known = dict(canonical)
        game = find_game(known.pop("game"))
        rules, names = game.with_options(dict(known.pop("rules"))), known.pop("strategies")
        decisions = [_read_decision(*one) for one in known.pop("decisions")]
        known |= {name: _tuples(known[name]) for name in RARE if name in known}
        return cls(
            rules=rules,
            players=find_players(rules, names) if names else (),
            reviewer=find_allowed_player(rules, known.pop("reviewer")),
            measure=game.quantity(known.pop("measure")),
            worlds=end,
            moves=tuple(known.pop("moves")),
            decisions=tuple(decisions),
            outcome=tuple(known.pop("outcome")),
            **known,
        )

    def command(self, end: int) -> str:
        """The command that asks for it; "" if there is none, because moves were given."""
        words = super().command(end) if self.players else ""
        return words if self.exact is None else words.replace(f" --worlds {end}", "")

    @classmethod
    def ask(cls, /, game: str | Match | None, **given: Any) -> Asked:
        """A checked question about a game of a run, about ``moves``, or about a match that is over.

        ``moves`` are those of the whole game, or a file of them: a line for each, or what `playout
        replay --json` prints, which says also what was dealt.  ``run`` is the file of a run, which
        says who played, so that no game needs to be named.
        """
        words, options = cls.question.read(given)
        others = words.strategy, words.seats, words.moves, words.position, *options.values()
        if words.run is not None:
            match = _of_run(words, game, others)
        elif words.row is not None or words.trust:
            of_run = {"row": words.row, "trust": ",".join(read_each("trust", words.trust)) or None}
            name, value = next(one for one in of_run.items() if one[1] is not None)
            raise PlayoutError(
                f"{as_typed(name, value)}: only possible with {named('run')}, the file of a saved "
                "run"
            )
        elif game is None:
            raise PlayoutError(
                "what to review is missing: name a game, a saved run, or give a match that is over"
            )
        elif isinstance(game, Match):
            if any(one is not None for one in others):
                raise PlayoutError(
                    "a match already has its rules, players and moves; leave these out"
                )
            match = game
        else:
            _need_decisions(find_game(str(game)))
            compile_ahead(partial(_compile_judging, str(game), options, words.reviewer))
            match = match_of(str(game), words, options)
        found = match.game
        _need_decisions(found)
        if not match.is_over:
            raise PlayoutError(
                f"the game is not over after {len(match.moves)} moves; a review needs all moves of "
                "a game. For the value of a single position, use playout odds"
            )
        seat = judged.read_seat(match.rules, words.seat)
        quantity = found.quantity(words.measure, match.rules.number("players"))
        quantity.ends(match.rules)  # PlayoutError if they are not known
        judge = judge_of(match.rules, words.reviewer)
        worlds = 2000 if words.worlds is None else words.worlds
        worlds = read_whole("worlds", worlds, 2, MOST_WORLDS)
        dealt = dealt_of(match)
        decisions = tuple(walk(dealt.begun(match.rules, match.players), match.moves, seat))
        if not decisions:
            none, other = "no player ever had a", ""
            begun = dealt.begun(match.rules, match.players)
            if seat is not None and any(walk(begun, match.moves, None)):
                none = f"seat {nth(seat)} had no"
                other = f"; choose another one with {named('game')}"
            raise PlayoutError(f"{none} choice in that game, so there is nothing to review{other}")
        asked = cls(
            rules=match.rules,
            players=tuple(match.players),
            reviewer=judge,
            measure=quantity,
            worlds=worlds,
            seed=match.seed,
            number=match.game_number,
            redraw=match.redraw,
            seat=seat,
            start=match.start,
            moves=tuple(match.moves),
            decisions=decisions,
            outcome=tuple(match.columns()),
        )
        return asked if words.worlds is not None else asked.known_exactly()

    def known_exactly(self) -> Asked:
        """The same with exact values, of which no worlds are played, if the game knows them all."""
        match = self.dealt.begun(self.rules, self.reviewers)
        values, shares = [], []
        for one in walk(match, self.moves, self.seat):
            exact = exact_of(match, self.measure, solves=False)
            if exact is None:
                return self
            worth, usual = values_of(exact, one)
            values.append(worth)
            shares.append(usual)
        begin = None if self.start else whole_value(self.rules, self.reviewers, self.measure)
        known = tuple(values)
        return replace(self, worlds=0, exact=known, usual=tuple(shares), begin=begin)


ask = Asked.ask


def _tuples(value: Any) -> Any:
    """A value of a file, with tuples for lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _need_decisions(game: Game) -> None:
    """Raise PlayoutError if the decisions of a game cannot be judged, or it has none."""
    lacking = f"{game.name} has no review"
    need_choices(game, lacking)
    need_worlds(game, lacking)


def _of_run(words: Any, game: object, others: Sequence[object]) -> Match:
    """A game of the file of a run, which says all but who judges it; other keywords are refused."""
    if any(other is not None for other in others):
        raise PlayoutError(
            f"{as_typed('run', words.run)}: the saved run already contains the strategies, rules "
            "and seed; leave these out"
        )
    row, number = 1 if words.row is None else words.row, words.game_number or 0
    place = read_whole("row", row, 1, 10**6), read_seed(number, "game")
    match = game_in(read_path(words.run, "run"), *place, words.trust)
    if game not in (None, match.game.name):
        raise PlayoutError(f"{words.run}: this is a saved run of {match.game.name}, not of {game}")
    return match


def _read_decision(
    number: int, seat: int, made: int, moves: Any, position: str, others: Any = ()
) -> Decision:
    """A decision as a file has it; older files have no moves that come to the same."""
    pairs = tuple((move, place) for move, place in others)
    return Decision(number, seat, made, tuple(moves), position, pairs)


@lru_cache(maxsize=4)
def _views(asked: Asked) -> list[Any]:
    """The view of the seat to move at every decision.  Threads share it: it is only read."""
    match = asked.dealt.begun(asked.rules, asked.players)
    return [match.view().copy() for _ in walk(match, asked.moves, asked.seat)]


def _compile_judging(game: str, options: Mapping[str, Any], reviewer: Any) -> None:
    """Compile what judges the moves, if worlds do."""
    rules = find_game(game).with_options(dict(options))
    if rules.game.exact_moves is None or reviewer is not None:
        compile_worlds(rules, [judge_of(rules, reviewer)] * rules.number("players"))
