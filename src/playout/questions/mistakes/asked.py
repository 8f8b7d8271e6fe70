"""The question about the decisions of many games: who plays, and who judges them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game, need_choices, need_worlds
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.who.naming import by_name, reviewer_of
from playout.engine.who.references import find_players
from playout.engine.words.reading import read_whole
from playout.questions import judged
from playout.questions.judging_tables import MISTAKES
from playout.report.figures import readable_name

MOST_GAMES = 40_000  # the squares of their sums are counted exactly
MOST_WORLDS = 10**6
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
    worlds: int  # for each decision
    seed: int

    @property
    def title(self) -> str:
        names = dict.fromkeys(readable_name(player.reference) for player in self.players)
        return f"what costs {', '.join(names)} games"

    @property
    def is_own_reviewer(self) -> bool:
        """Whether all whose decisions are judged certainly move as the reviewer does."""
        judge = self.reviewer
        judged = self.players if self.seat is None else [self.players[self.seat]]
        return not judge.strategy.uses_chance and all(
            (one.strategy, one.values) == (judge.strategy, judge.values) for one in judged
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of moves that the game tells apart; () if it tells none."""
        return tuple(getattr(self.game.drawing, "MOVE_KINDS", ()))

    @property
    def groups(self) -> list[str]:
        """All decisions, those of each phase, and those with each kind of move."""
        return ["all", *(f"phase {k + 1}" for k in range(PHASES)), *self.kinds]

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question about the decisions of a strategy (or one per seat: "greedy+random").

        ``reviewer`` is by default what `search` plays as.
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
        players, judge = find_players(rules, strategy), reviewer_of(rules, words.reviewer)
        seat = judged.read_seat(rules, words.seat)
        games = read_whole("games", words.games, cls.least, MOST_GAMES)
        worlds = read_whole("worlds", words.worlds, 2, MOST_WORLDS)
        worlds += worlds % 2  # in two halves
        return cls(rules, players, judge, quantity, seat, games, worlds, words.seed)


ask = Asked.ask
