"""The question about the decisions of many games: who plays, and who judges them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from playout.engine.find.games import find_game, need_choices, need_worlds
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.match.decisions import Dealt
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.reading import read_whole
from playout.questions import judged
from playout.questions.exact_moves import exact_of, judge_of, whole_value
from playout.questions.judging_tables import MISTAKES
from playout.report.figures import readable_name

MOST_GAMES = 40_000  # the squares of their sums are counted exactly
MOST_WORLDS = 10**6
USUAL_WORLDS = 100
PHASES = 4  # parts of a game with equally many decisions


@dataclass(frozen=True)
class Asked(judged.Reviewed):
    """The strategies, the seat whose decisions are judged, the reviewer, and the measure."""

    question, least = MISTAKES, 2
    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    reviewer: Player  # who plays on in the worlds, on every seat
    measure: Measure
    seat: int | None  # whose decisions are judged; None: those of all seats
    games: int
    worlds: int  # for each decision; 0: it is known what moves are worth
    seed: int

    @property
    def title(self) -> str:
        names = dict.fromkeys(readable_name(player.reference) for player in self.players)
        return f"what costs {', '.join(names)} games"

    @property
    def is_exact(self) -> bool:
        return self.worlds == 0

    @cached_property
    def begin(self) -> tuple[float, ...] | None:
        """What the game is worth to each seat if the reviewer has them all; None if unknown."""
        return whole_value(self.rules, self.reviewers, self.measure) if self.is_exact else None

    @property
    def judged_seats(self) -> list[int]:
        """The seats whose decisions are judged."""
        return [*range(len(self.players))] if self.seat is None else [self.seat]

    @property
    def weighed(self) -> list[int]:
        """The seats of which it is known what luck was in a game: those whose moves are judged.

        It is the first one alone if all have the same measure.
        """
        if self.begin is None:
            return []
        if not self.measure.per_seat:
            return [0] if self.seat is None or len(self.players) == 1 else []
        return self.judged_seats

    @property
    def is_own_reviewer(self) -> bool:
        """Whether all whose decisions are judged certainly move as the reviewer does."""
        return all(map(self.is_as_reviewer, self.judged_seats))

    def is_as_reviewer(self, seat: int) -> bool:
        """Whether a seat certainly moves as the reviewer does."""
        one, judge = self.players[seat], self.reviewer
        same = (one.strategy, one.values) == (judge.strategy, judge.values)
        return same and not judge.strategy.uses_chance

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of moves that the game tells apart; () if it tells none."""
        return tuple(getattr(self.game.drawing, "MOVE_KINDS", ()))

    @property
    def groups(self) -> list[str]:
        """All decisions, those of each phase, and those with each kind of move."""
        return ["all", *(f"phase {k + 1}" for k in range(PHASES)), *self.kinds]

    @property
    def parts(self) -> int:
        """Of the range of the measure: values are whole numbers of them."""
        return 10**9 if self.is_exact else 10_000

    @property
    def values(self) -> int:
        """How many values are counted of each game (found.py)."""
        return 3 * len(self.groups) + 2 * len(self.weighed)

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question about the decisions of a strategy (or one per seat: "greedy+random").

        ``reviewer`` is by default best play where it is known, else what `search` plays as.
        Without ``worlds`` nothing is simulated if the game knows what its moves are worth.
        """
        words, options = cls.question.read(given)
        found = find_game(game)
        need_choices(found, f"no mistakes can be made in {found.name}")
        need_worlds(found, f"{found.name}: its decisions cannot be judged")
        rules = found.with_options(options)
        quantity = found.quantity(words.measure, rules.number("players"))
        quantity.ends(rules)  # which must be known
        strategy = (
            by_name(found.name, words.strategy, rules.needed_options()) or found.default_strategy
        )
        players, judge = find_players(rules, strategy), judge_of(rules, words.reviewer)
        seat = judged.read_seat(rules, words.seat)
        games = read_whole("games", words.games, cls.least, MOST_GAMES)
        worlds = words.worlds
        if worlds is None and _knows_all(rules, judge, quantity):
            worlds = 0
        else:
            worlds = read_whole("worlds", worlds or USUAL_WORLDS, 2, MOST_WORLDS)
            worlds += worlds % 2  # in two halves
        return cls(rules, players, judge, quantity, seat, games, worlds, words.seed)

    @classmethod
    def restored(cls, canonical: Mapping[str, Any], end: int) -> Self:
        worlds = canonical["worlds"]  # none if values were exact, whatever a game knows now
        asked = super().restored({**canonical, "worlds": worlds or 2}, end)
        return replace(asked, worlds=worlds)

    def command_value(self, name: str) -> Any:
        value = super().command_value(name)
        return value or None if name == "worlds" else value


def _knows_all(rules: Rules, judge: Player, measure: Measure) -> bool:
    """Whether a game knows what moves are worth, as it does if it knows at its first decision."""
    match = Dealt(1, 0).begun(rules, [judge] * rules.number("players"))
    while not match.is_over and len(match.legal_moves()) == 1:
        match.play(match.legal_moves()[0])
    return exact_of(match, measure, solves=False) is not None


ask = Asked.ask
