"""What is asked about the decisions of many games: who plays, and who judges them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game, need_worlds
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.game.players import StrategyReference
from playout.engine.who.naming import by_name, reviewer_of
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_count, read_whole, seed_or_fresh
from playout.questions import judged

GAMES = 200  # if nobody says
WORLDS = 100  # for each decision
MOST_GAMES = 40_000  # the squares of their sums are counted exactly
MOST_WORLDS = 10**6
PHASES = 4  # parts of a game with equally many decisions


@dataclass(frozen=True)
class Asked(judged.Reviewed):
    """Whose games are played, whose decisions are judged by whom, and what is looked at."""

    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    reviewer: Player  # who plays on in the worlds, on every seat
    measure: Measure
    seat: int | None  # whose decisions are judged; None: everybody's
    games: int
    worlds: int  # for each decision
    seed: int

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of moves that the game tells apart; () if it tells none."""
        return tuple(getattr(self.game.drawing, "MOVE_KINDS", ()))

    @property
    def groups(self) -> list[str]:
        """All decisions, those of each phase, and those with each kind of move."""
        return ["all", *(f"phase {k + 1}" for k in range(PHASES)), *self.kinds]

    @staticmethod
    def restored(canonical: Mapping[str, Any], games: int) -> Asked:
        """The question of this canonical form."""
        rest = {name: value for name, value in canonical.items() if name not in ("game", "rules")}
        rest["strategy"] = rest.pop("strategies")
        return ask(canonical["game"], games=max(2, games), **rest, **dict(canonical["rules"]))

    def canonical(self) -> dict[str, Any]:
        """All that decides what is counted, but not how many games; for JSON, always alike."""
        return {
            "game": self.game.name,
            "strategies": [player.reference for player in self.players],
            "reviewer": self.reviewer.reference,
            "rules": [list(pair) for pair in self.rules.given().items()],
            "measure": self.measure.name,
            "seat": self.seat,
            "worlds": self.worlds,
            "seed": self.seed,
        }


def ask(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    reviewer: StrategyReference | None = None,
    measure: str | None = None,
    seat: int | str | None = None,
    games: int | str = GAMES,
    worlds: int | str = WORLDS,
    seed: int | None = 1,
    **options: object,
) -> Asked:
    """A checked question about the decisions of a strategy (or one per seat: "greedy+random").

    ``reviewer`` is by default what `search` plays as.  PlayoutError if nothing can be asked.
    """
    found = find_game(game)
    need_worlds(found, f"{found.name}: its decisions cannot be judged")
    rules, quantity = found.with_options(options), found.quantity(measure)
    quantity.ends(rules)  # which must be known
    players = find_players(
        rules, by_name(found.name, strategy, rules.given()) or found.default_strategy
    )
    judge = reviewer_of(rules, reviewer)
    last = int(rules["players"]) - 1
    only = None if seat is None else read_whole("seat", seat, 0, last)
    number, each = read_count(games), read_count(worlds, "worlds")
    if not 2 <= number <= MOST_GAMES:
        raise PlayoutError(f"games = {number}: allowed are 2 to {MOST_GAMES:,}")
    if not 2 <= each <= MOST_WORLDS:
        raise PlayoutError(f"worlds = {each}: allowed are 2 to {MOST_WORLDS:,}")
    each += each % 2  # in two halves
    return Asked(rules, players, judge, quantity, only, number, each, seed_or_fresh(seed))
