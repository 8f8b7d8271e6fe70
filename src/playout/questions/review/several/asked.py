"""The question about several games of the same players: a review of each, and who had which seat.

Players may change their seats from game to game, so each is known by a name: as the file has it,
else the strategy, else the seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from playout.engine.game.game import Measure, Player, Rules
from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import read_each
from playout.engine.words.spelling import as_typed
from playout.questions import judged
from playout.questions.judging_tables import REVIEW
from playout.questions.review import asked as single
from playout.questions.review.recorded import Recorded, games_in
from playout.report.words import listed

MOST_GAMES = 1_000
USUAL_WORLDS = 200  # for each decision: games differ by more than simulations do


@dataclass(frozen=True)
class Asked(judged.Reviewed):
    """The reviews of some games, and the name of each player."""

    question = REVIEW
    reviews: tuple[single.Asked, ...]
    names: tuple[tuple[str, ...], ...]  # of the players of each game, by seat
    sources: tuple[str, ...]  # the file of each game; "" for a match
    worlds: int  # for each decision; 0: it is known what moves are worth
    rules: Rules
    players: tuple[Player, ...]  # the strategies that played all games; () if others did
    reviewer: Player
    measure: Measure
    seed: int  # of the first game

    @classmethod
    def of(
        cls,
        reviews: Sequence[single.Asked],
        names: Sequence[Sequence[str]],
        sources: Sequence[str],
        worlds: int,
    ) -> Self:
        """The question of these reviews."""
        first, by_seat = reviews[0], tuple(map(tuple, names))
        players = first.players
        if any({*one.players} != {*players} for one in reviews):
            players = ()
        shared = first.rules, players, first.reviewer, first.measure, first.seed
        return cls(tuple(reviews), by_seat, tuple(sources), worlds, *shared)

    @property
    def is_exact(self) -> bool:
        return self.worlds == 0

    @property
    def is_from_start(self) -> bool:
        """Whether the value of each game is known before anything was dealt, tossed or thrown."""
        return all(one.is_from_start for one in self.reviews)

    @property
    def everybody(self) -> list[str]:
        """The names of all players, in the order of the seats of the first game."""
        return list(self.names[0])

    @property
    def title(self) -> str:
        return f"{listed(self.everybody)} in {len(self.reviews)} games"

    def canonical(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "reviews": [one.canonical() for one in self.reviews],
            "names": [list(names) for names in self.names],
            "sources": list(self.sources),
        }

    @classmethod
    def restored(cls, canonical: Mapping[str, Any], end: int) -> Self:
        reviews = [single.Asked.restored(one, end) for one in canonical["reviews"]]
        return cls.of(reviews, canonical["names"], canonical["sources"], end)

    def command(self, end: int) -> str:
        """None, because it would need the files."""
        return ""

    @classmethod
    def ask(cls, /, games: object, **given: Any) -> Self:
        """A checked question about ``games``: matches that are over, and files of games.

        A file has one game as `playout replay --json` prints it, or a list of them; ``game`` names
        their game, which files can do only if it is installed.
        """
        game = given.pop("game", None)
        recorded = [one for some in read_each("games", games) for one in _read(some, game)]
        if not 2 <= len(recorded) <= MOST_GAMES:
            raise PlayoutError(
                f"a review of several games needs 2 to {MOST_GAMES:,} games, not {len(recorded):,}"
            )
        where = [one.source or f"game {k}" for k, one in enumerate(recorded, 1)]
        reviews = [_review(*one, given) for one in zip(recorded, where, strict=True)]
        names = [_names(one) for one in recorded]
        check_alike(reviews, names, where)
        worlds = 0
        if not all(one.is_exact for one in reviews):
            worlds = USUAL_WORLDS if given.get("worlds") is None else reviews[0].worlds
            reviews = [_simulated(one, worlds) for one in reviews]
        return cls.of(reviews, names, [one.source for one in recorded], worlds)


ask = Asked.ask


def _read(given: object, game: str | None) -> Sequence[Recorded]:
    """The games of one thing that was given."""
    if isinstance(given, Match):
        return [Recorded(given)]
    if isinstance(given, Recorded):
        return [given]
    if isinstance(given, str | Path):
        return games_in(given, game)
    raise PlayoutError(f"{as_typed('games', given)}: must be matches, or names of files")


def _review(one: Recorded, where: str, given: Mapping[str, Any]) -> single.Asked:
    """The review of a game."""
    try:
        return single.ask(one.match, **given)
    except PlayoutError as error:
        raise PlayoutError(f"{where}: {error}") from None


def _names(one: Recorded) -> tuple[str, ...]:
    """What the players of a game are called, all differently."""
    seats = [f"seat {nth(seat)}" for seat in range(one.match.rules.number("players"))]
    named = one.names or [player.reference for player in one.match.players] or seats
    names = [name or seat for name, seat in zip(named, seats, strict=True)]
    times = Counter(names)
    return tuple(
        name if times[name] == 1 else f"{name} ({seat})"
        for name, seat in zip(names, seats, strict=True)
    )


def check_alike(
    reviews: Sequence[single.Asked], names: Sequence[tuple[str, ...]], where: Sequence[str]
) -> None:
    """PlayoutError unless all games have the same rules and players, and no game is there twice."""
    first, seen = reviews[0], dict[object, str]()
    for one, who, place in zip(reviews, names, where, strict=True):
        if one.game.name != first.game.name:
            raise PlayoutError(
                f"{place} is a game of {one.game.title}, but {where[0]} one of {first.game.title}: "
                "review games of one kind together"
            )
        if one.rules.needed_options() != first.rules.needed_options():
            raise PlayoutError(
                f"{place} was played by other rules than {where[0]}: review games of the same "
                "rules together"
            )
        if {*who} != {*names[0]}:
            raise PlayoutError(
                f"{place} was played by {listed(who)}, but {where[0]} by {listed(names[0])}: "
                "review games of the same players together"
            )
        same = one.dealt, one.moves
        if same in seen:
            raise PlayoutError(
                f"{place} is the same game as {seen[same]}: each game may be there only once"
            )
        seen[same] = place


def _simulated(one: single.Asked, worlds: int) -> single.Asked:
    """The same review with simulated deals, and whole games where it began with the deal."""
    unknown: dict[str, Any] = {"exact": None, "usual": None, "begin": None}
    return replace(one, worlds=worlds, whole=one.start is None, **unknown)
