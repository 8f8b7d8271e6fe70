"""What is asked about a game that was played: its decisions, and who judges them.

A game is one of a run, played again by its strategies, or moves that somebody has made from the
deal of a seed or from a position.  A decision is a position of it in which the seat to move had
more than one legal move.  The *reviewer* is the strategy that plays on in all worlds, on every
seat, after the move that was made and after every other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from playout.engine.find.games import find_game, need_worlds
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.game.players import StrategyReference
from playout.engine.match.decisions import Dealt, Decision, dealt_of, play_to_end, walk
from playout.engine.match.match import Match
from playout.engine.who.naming import reviewer_of
from playout.engine.who.references import find_checked, find_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import (
    read_count,
    read_path,
    read_seed,
    read_whole,
    seed_or_fresh,
    shown,
)
from playout.engine.worlds.search import blueprint_of
from playout.questions import judged
from playout.questions.judged import most_worlds

WORLDS = 2_000  # for each decision, if nobody says
MOST_WORLDS = 10**9
MOST_FILE = 10**7  # characters of a file of moves


@dataclass(frozen=True)
class Asked(judged.Reviewed):
    """A finished game, its decisions, and how they are judged."""

    rules: Rules
    players: tuple[Player, ...]  # who played, one for each seat; () if persons did
    reviewer: Player
    measure: Measure
    worlds: int  # for each decision
    seed: int
    number: int  # of the game
    redraw: int  # of its dice
    seat: int | None  # whose decisions are judged; None: everybody's
    start: str | None  # the position in which it began, if it was not dealt
    moves: tuple[int, ...]  # all that were made
    decisions: tuple[Decision, ...]
    outcome: tuple[int, ...]  # of the game, as a batch counts it

    def others(self, seat: int) -> list[int]:
        """The seats whose measure another's decision changes, and that is known: all, or none.

        It is not known if each has the same measure, nor if not all decisions are judged.
        """
        if not self.measure.per_seat or self.seat is not None:
            return []
        return [other for other in range(int(self.rules["players"])) if other != seat]

    def result(self, seat: int) -> float:
        """The measure as it was in the end."""
        return self.outcome[self.column(seat)] / self.measure.unit

    def who(self, seat: int) -> str:
        """Who had a seat."""
        return self.players[seat].reference if self.players else "a player"

    @property
    def dealt(self) -> Dealt:
        """What the game began with."""
        return Dealt(self.seed, self.number, self.redraw, self.start)

    def views(self) -> list[Any]:
        """What the seat to move knew at every decision."""
        return _views(self)

    @staticmethod
    def restored(canonical: Mapping[str, Any], worlds: int) -> Asked:
        """The question of this canonical form; nothing is played for it."""
        game, names = find_game(canonical["game"]), canonical["strategies"]
        rules = game.with_options(dict(canonical["rules"]))
        decisions = [Decision(a, b, c, tuple(d), e) for a, b, c, d, e in canonical["decisions"]]
        return Asked(
            rules,
            find_players(rules, names) if names else (),
            find_checked(rules, canonical["reviewer"]),
            game.quantity(canonical["measure"]),
            worlds,
            canonical["seed"],
            canonical["number"],
            canonical["redraw"],
            canonical["seat"],
            canonical["start"],
            tuple(canonical["moves"]),
            tuple(decisions),
            tuple(canonical["outcome"]),
        )

    def canonical(self) -> dict[str, Any]:
        """All that decides what is counted, but not in how many worlds; for JSON, always alike."""
        return {
            "game": self.game.name,
            "strategies": [player.reference for player in self.players],
            "reviewer": self.reviewer.reference,
            "rules": [list(pair) for pair in self.rules.given().items()],
            "measure": self.measure.name,
            "seed": self.seed,
            "number": self.number,
            "redraw": self.redraw,
            "seat": self.seat,
            "start": self.start,
            "moves": list(self.moves),
            "decisions": [[*one[:3], list(one.moves), one.position] for one in self.decisions],
            "outcome": list(self.outcome),
        }


def ask(
    game: str | Match,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    seats: str | Sequence[StrategyReference] | None = None,
    moves: str | Path | Sequence[int | str] | None = None,
    position: str | None = None,
    game_number: int | str = 0,
    reviewer: StrategyReference | None = None,
    measure: str | None = None,
    worlds: int | str = WORLDS,
    seat: int | str | None = None,
    seed: int | None = 1,
    **options: object,
) -> Asked:
    """A checked question about a game of a run, about ``moves``, or about a match that is over.

    ``moves`` are those of the whole game, or a file of them: a line for each, or what `playout
    replay --json` prints, which says also what was dealt.  PlayoutError if nothing can be asked.
    """
    match = game if isinstance(game, Match) else None
    if match is not None and (strategy, seats, moves, position, options) != (*[None] * 4, {}):
        raise PlayoutError("a match has its rules, players and moves: nothing else can be given")
    if match is None:
        who = {"strategy": strategy, "seats": seats}
        match = _match(str(game), who, moves, position, seed, game_number, options)
    found = match.game
    need_worlds(found, f"{found.name} has no review")
    if not match.is_over:
        raise PlayoutError(
            f"the game is not over after {len(match.moves)} moves: a review needs all of them; "
            "what a single position is worth says playout odds"
        )
    judge = reviewer_of(match.rules, reviewer)
    last = int(match.rules["players"]) - 1
    only = None if seat is None else read_whole("seat", seat, 0, last)
    count, quantity = read_count(worlds, "worlds"), found.quantity(measure)
    most = min(MOST_WORLDS, most_worlds(quantity, match.rules))
    if not 2 <= count <= most:
        raise PlayoutError(f"worlds = {count}: allowed are 2 to {most:,}")
    dealt = dealt_of(match)
    decisions = tuple(walk(dealt.begun(match.rules, match.players), match.moves, only))
    if not decisions:
        whose = "nobody" if only is None else f"seat {only}"
        raise PlayoutError(f"{whose} had a choice in that game, so there is nothing to review")
    return Asked(
        match.rules,
        tuple(match.players),
        judge,
        quantity,
        count,
        match.seed,
        match.game_number,
        match.redraw,
        only,
        match.start,
        tuple(match.moves),
        decisions,
        tuple(match.columns()),
    )


def _match(
    game: str,
    who: dict[str, Any],
    moves: Any,
    position: str | None,
    seed: int | None,
    number: int | str,
    options: Mapping[str, Any],
) -> Match:
    """The game, played to its end."""
    place: dict[str, Any] = {
        "seed": seed_or_fresh(seed),
        "game_number": read_seed(number, "game"),
        "position": position,
    }
    made: Sequence[int | str] | None = None
    if moves is not None:
        made, told = _read(game, moves)
        if told:
            if options or any(one is not None for one in (*who.values(), position)):
                raise PlayoutError(
                    f"{moves}: it says who played what by which rules, so that cannot be given"
                )
            options, who = told.pop("rules"), {"strategy": told.pop("strategy")}
            place |= told
    elif not any(one is not None for one in who.values()):
        who = {"strategy": blueprint_of(find_game(game))}
    match = Match(game, compiled=made is None, **who, **place, **dict(options))
    if made is None:
        play_to_end(match)
    for k, move in enumerate(made or ()):
        if match.is_over:
            raise PlayoutError(f"the game is over after {k} moves, but there are {len(made or ())}")
        try:
            match.play(move)
        except PlayoutError as error:
            said = str(error).partition("\n")[0]  # without the position drawn
            raise PlayoutError(f"move {k + 1}, {shown(str(move))}: {said}") from None
    return match


def _read(game: str, moves: Any) -> tuple[Sequence[int | str], dict[str, Any]]:
    """The moves of a list or of a file, and what else a file says."""
    if isinstance(moves, list | tuple):
        return moves, {}
    if not isinstance(moves, str | Path):
        raise PlayoutError(f"moves = {shown(repr(moves))}: a list of moves, or a file, is needed")
    path = read_path(moves, "moves")
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MOST_FILE + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise PlayoutError(f"{path}: cannot be read ({why})") from None
    if len(text) > MOST_FILE:
        raise PlayoutError(f"{path}: it has more than {MOST_FILE:,} characters")
    if not text.lstrip().startswith("{"):
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        return [line for line in lines if line], {}
    try:
        return _of_replay(game, json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PlayoutError(
            f"{path}: it is no game as playout replay --json prints it, nor a move in each line"
        ) from None


def _of_replay(game: str, data: dict[str, Any]) -> tuple[Sequence[int | str], dict[str, Any]]:
    """The moves of a replay, and what it says besides."""
    if data["game"] != game:
        raise PlayoutError(f"the moves are of {shown(str(data['game']))}, and not of {game}")
    if data.get("game_version", find_game(game).version) != find_game(game).version:
        raise PlayoutError(
            f"the moves are of version {shown(str(data['game_version']))} of {game}, and this is "
            f"version {find_game(game).version}: another game would be dealt"
        )
    every = [one if isinstance(one, str) else one["move"] for one in data["moves"]]
    first = data["moves"][0] if data["moves"] else ""
    told = {
        "rules": dict(data["rules"]),
        "strategy": list(data.get("players") or []) or None,
        "seed": data["seed"],
        "game_number": data["number"],
        "redraw": data.get("redraw", 0),
        "position": data.get("start") or (first["position"] if isinstance(first, dict) else None),
    }
    return every, told


@lru_cache(maxsize=4)
def _views(asked: Asked) -> list[Any]:
    """What the seat to move knew at every decision.  Threads share it: it is only read."""
    match = asked.dealt.begun(asked.rules, asked.players)
    return [match.view().copy() for _ in walk(match, asked.moves, asked.seat)]
