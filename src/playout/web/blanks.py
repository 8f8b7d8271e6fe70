"""Questions in words: sentences with blanks that fill the form of a question.

The general ones are below; a game declares those about its own rules (``Game.questions``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from playout.engine.find.games import can_choose
from playout.engine.game.game import Game, Option, QuestionText
from playout.engine.game.measures import Measure, main_measure
from playout.engine.who.opponents import able, named, opponents, table_players
from playout.engine.words.question_texts import Filled, option_of
from playout.web.forms import BOARDS, EXACT, Fields, kinds_of, measures_of, usual_players
from playout.web.labels import label
from playout.web.settings import Settings, words_of

MOST = 11  # sentences about a game, at most
FEW = 12  # numbers that are chosen from a list, at most
LENGTHS = ("turns", "rounds", "length", "throws")  # measures that say how long a game takes
NUMBER = "words"  # the field that says which sentence a form was: 1, 2, ...
MOST_SAID = 40  # characters of a blank in a title
RANDOM = "random"
_PLURAL = re.compile(r"^ ([a-z]+)s\b")  # what a number counts: " columns to win?"
PRECISE = "1%"  # of a mean that is asked for alone


HINTS = {"position": "paste a position; empty: the first deal"}
KINDLY, CHANGED = "What kind of game is it?", "What if …"
HEADS = {
    "Who wins?": ("run", "compare", "tournament", "rare"),
    CHANGED: (),
    "Which move?": ("odds", "mistakes", "policy", "solve", "winnable", *BOARDS),
    KINDLY: ("luck", "course", "describe"),
}
"""The headings of a page of sentences, and the questions below each."""


@dataclass(frozen=True)
class Asker:
    """A game, as somebody asks about it on a server."""

    settings: Settings
    game: Game
    seated: int = 0  # players who sit at the table that it is about; 0: not known

    @cached_property
    def players(self) -> list[str]:
        """The fast strategies, the weakest first if the game says which."""
        names = dict.fromkeys([*self.game.ladder, *usual_players(self.settings, self.game)])
        return [*able(self.game, self.seated, [*names])] if self.seated else [*names]

    @property
    def usual(self) -> str:
        """A good strategy."""
        return opponents(self.game, self.seated).get("good", self.game.default_strategy)

    @property
    def other(self) -> str:
        """A strategy to compare the good one with: the best one, or any other."""
        best = [opponents(self.game, self.seated).get("best", ""), *reversed(self.players)]
        return next((one for one in best if one in self.players and one != self.usual), self.usual)

    @property
    def weak(self) -> str:
        """A strategy that makes mistakes: the easy one, if it does not move at random."""
        easy = opponents(self.game, self.seated).get("easy", RANDOM)
        return self.usual if easy == RANDOM else easy

    @property
    def compared(self) -> tuple[str, ...]:
        """Strategies from weak to strong."""
        return tuple(one for one in self.players if one in self.game.ladder) or tuple(self.players)

    @property
    def chooses(self) -> bool:
        """Whether there are strategies to choose from."""
        return len(self.players) > 1

    def declares(self, kind: str, blank: str = "") -> bool:
        """Whether the game has a question of this kind of its own, with this blank."""
        own = [one for one in self.game.questions if one.kind == kind]
        return any(not blank or blank in one.blanks for one in own)

    @property
    def is_won(self) -> bool:
        """Whether it is asked how often a strategy wins, with all players or alone."""
        won = self.game.cooperative and self.main.kind == "rate" and self.chooses
        return won and not self.declares("run", "strategy")

    @property
    def many(self) -> bool:
        """Whether the number of players can be chosen."""
        players = self.game.option("players")
        return players.low < players.high

    @property
    def seats(self) -> int:
        """A number of players to begin with: two at least, if so many can play."""
        return max(table_players(self.game), min(2, self.game.option("players").high))

    @property
    def main(self) -> Measure:
        """The measure that the game is about, with so many players."""
        return main_measure(self.game.measures, self.seats)

    @property
    def length(self) -> str:
        """The measure that says how long a game takes; "" if there is none."""
        names = [one.name for one in self.game.measures if one.most is not None]
        return next((name for name in LENGTHS if name in names), "")

    @property
    def develops(self) -> bool:
        """Whether something else than its length can be followed during the game."""
        return measures_of(self.game, "course")[0].name not in LENGTHS

    @property
    def is_small(self) -> bool:
        """Whether best play may be worked out."""
        policy = self.game.policy
        return not policy.too_large if policy else can_choose(self.game) and not self.game.is_ours


Suits = Callable[[Asker], bool]
Begins = Callable[[Asker], Mapping[str, Filled | Sequence[Filled]]]


@dataclass(frozen=True)
class General:
    """A question in words about every game that suits."""

    text: str
    kind: str
    suits: Suits = lambda asker: True
    begins: Begins = lambda asker: {}  # what the blanks hold at first, and further parameters
    head: str = ""  # that it stands below; "": that of its kind

    def about(self, asker: Asker) -> QuestionText:
        """The question about a game."""
        return QuestionText(self.text, self.begins(asker), self.kind)


GENERAL = (
    General(
        "How often does {strategy} win with {rule.players} players?",
        "run",
        lambda a: a.is_won and a.many,
        lambda a: {"strategy": a.usual, "rule.players": a.seats},
    ),
    General(
        "How often does {strategy} win?",
        "run",
        lambda a: a.is_won and not a.many,
        lambda a: {"strategy": a.usual},
    ),
    General(
        "What does {strategy} reach on average?",
        "run",
        lambda a: a.main.kind == "mean" and not a.declares("run"),
        lambda a: {"strategy": a.usual},
    ),
    General(
        "Is {a} better than {b}?",
        "compare",
        lambda a: a.chooses and not a.declares("compare", "a"),
        lambda a: {"a": a.other, "b": a.usual},
    ),
    General(
        "Which strategy wins most often with {rule.players} players?",
        "tournament",
        lambda a: a.many and not a.game.cooperative,
        lambda a: {"rule.players": a.seats},
    ),
    General(
        "Which strategy is best with {rule.players} players?",
        "run",
        lambda a: a.many and a.game.cooperative and a.chooses,
        lambda a: {"strategy": a.players, "rule.players": a.seats},
    ),
    General(
        "With {rule.players} players, does it help to go first?",
        "run",
        lambda a: a.game.counts_seats and a.many,
        lambda a: {"rule.players": a.seats, "by": "seat"},
    ),
    General(
        "How much is luck, and how much is skill?",
        "luck",
        lambda a: a.chooses,
        lambda a: {"strategies": a.compared},
    ),
    General(
        "How long does a game with {rule.players} players take?",
        "run",
        lambda a: bool(a.length) and a.many,
        lambda a: {"rule.players": a.seats, "measure": a.length, "precision": PRECISE},
        KINDLY,
    ),
    General(
        "How long does a game take?",
        "run",
        lambda a: bool(a.length) and not a.many,
        lambda a: {"measure": a.length, "precision": PRECISE},
        KINDLY,
    ),
    General(
        "How long does a game take, and how much is there to decide?",
        "describe",
        lambda a: not a.length,
    ),
    General(
        "Which moves of {strategy} are mistakes?",
        "mistakes",
        lambda a: a.chooses,
        lambda a: {"strategy": a.weak, "games": 50},
    ),
    General(
        "Of {deals} deals with {rule.players} players, how many can be won at all?",
        "winnable",
        lambda a: a.many,
        lambda a: {"deals": 5, "rule.players": a.seats},
    ),
    General("What should I do in this position? {position}", "odds"),
    General(
        "What is the best move in each position?",
        "policy",
        lambda a: (a.is_small or a.game.policy is not None) and not a.declares("policy"),
    ),
    General("What is the game worth with best play?", "solve", lambda a: a.is_small),
    General("Describe the game on one page.", "describe", lambda a: bool(a.length)),
    General("Show {measure}, turn by turn.", "course", lambda a: a.develops),
)
"""The questions about any game, the most wanted first."""


# ------------------------------------------------------------------ filled in


@dataclass(frozen=True)
class Blank:
    """A field inside a sentence."""

    name: str  # of the field of the form
    label: str  # for screen readers, and where one points at it
    value: str  # what it holds at first
    choices: Mapping[str, str] = field(default_factory=dict)  # to choose from, as they are shown;
    # {}: a number or a text is written
    ends: tuple[float, float] | None = None  # of a number
    is_real: bool = False  # whether it may be a fraction
    hint: str = ""  # what to write

    def said(self, fields: Fields) -> str:
        """What a form has in it, as part of a sentence; a position is too long for that."""
        value = "" if self.name == "position" else next(iter(fields.get(self.name, ())), "")
        return value.replace("_", " ")[:MOST_SAID] if self.name == "measure" else value[:MOST_SAID]


@dataclass(frozen=True)
class Sentence:
    """A question in words about a game, filled in so that it can be asked as it is."""

    kind: str
    head: str  # that it stands below
    parts: tuple[str | Blank, ...]
    fixed: tuple[tuple[str, str], ...]  # the fields without a blank
    kept: tuple[tuple[str, str], ...] = ()  # rules of an earlier question, which have no blank

    @property
    def text(self) -> str:
        """The sentence with what its blanks hold at first."""
        return self.said(self.fields)

    def said(self, fields: Fields) -> str:
        """The sentence with what a form has in its blanks."""
        words = [one if isinstance(one, str) else one.said(fields) for one in self.parts]
        for at in range(1, len(words)):
            if words[at - 1] == "1":
                words[at] = _PLURAL.sub(r" \1", words[at])
        known = {one.name for one in self.parts if isinstance(one, Blank)} | {*dict(self.fixed)}
        rules = [
            f"{name[5:].replace('_', ' ')} = {values[0]}"
            for name, values in fields.items()
            if name.startswith("rule.") and name not in known and any(values)
        ]
        return "".join(words).strip() + (f" ({', '.join(rules)})" if rules else "")

    @property
    def fields(self) -> Fields:
        """The form that asks it as it is."""
        fields: dict[str, list[str]] = {"kind": [self.kind]}
        blanks = [(one.name, one.value) for one in self.parts if isinstance(one, Blank)]
        for name, value in [*self.fixed, *self.kept, *blanks]:
            fields.setdefault(name, []).append(value)
        return fields


def sentences(
    settings: Settings, game: Game, kept: Mapping[str, str] | None = None
) -> list[Sentence]:
    """All questions in words about a game, by their headings.

    ``kept`` are a strategy and rules with which they begin, as fields of a form.
    """
    seated = (kept or {}).get("rule.players", "0")
    asker = Asker(settings, game, int(seated) if seated.isdecimal() else 0)
    every = [_filled(asker, one, head, kept or {}) for one, head in _texts(asker)][:MOST]
    return sorted(every, key=lambda one: [*HEADS].index(one.head))


def said(settings: Settings, game: Game, fields: Fields) -> str:
    """The question in words that a form came from, as it was filled in; "" if it was no such."""
    number = "".join(fields.get(NUMBER, ()))
    every = sentences(settings, game)
    if not number.isdecimal() or not 1 <= int(number[:3]) <= len(every):
        return ""
    return every[int(number) - 1].said(fields)


def grouped(every: Sequence[Sentence]) -> dict[str, list[tuple[int, Sentence]]]:
    """The headings, each with the numbers of its sentences, from 1, and the sentences."""
    groups: dict[str, list[tuple[int, Sentence]]] = {}
    for number, one in enumerate(every, 1):
        groups.setdefault(one.head, []).append((number, one))
    return groups


def _texts(asker: Asker) -> Iterator[tuple[QuestionText, str]]:
    known = {one.name for one in kinds_of(asker.settings, asker.game)}
    known |= {one.name for one in EXACT.values() if one.suits(asker.game)}
    for own in asker.game.questions:
        yield own, CHANGED if "what if" in own.text.lower() else _head(own.kind)
    for one in GENERAL:
        if one.kind in known and one.suits(asker):
            yield one.about(asker), one.head or _head(one.kind)


def _head(kind: str) -> str:
    return next((head for head, kinds in HEADS.items() if kind in kinds), KINDLY)


def _filled(asker: Asker, question: QuestionText, head: str, before: Mapping[str, str]) -> Sentence:
    blanks = {name: _blank(asker, question, name) for name in question.blanks}
    for name, blank in blanks.items():
        value = before.get(name, "")
        if value and (not blank.choices or value in blank.choices):
            blanks[name] = replace(blank, value=value)
    parts: list[str | Blank] = []
    for text, name in question.parts:
        parts += [text] if text else []
        parts += [blanks[name]] if name else []
    fixed = [
        (name, str(value))
        for name, given in question.fields.items()
        if name not in blanks
        for value in (given if isinstance(given, list | tuple) else [given])
    ]
    known = {name.rpartition(".")[2] for name in [*blanks, *dict(fixed)]}
    kept = [
        (name, value)
        for name, value in before.items()
        if name.startswith("rule.") and name[5:] not in known and question.kind not in BOARDS
        if name != "rule.players" or question.kind not in ("policy", "solve")
    ]
    return Sentence(question.kind, head, tuple(parts), tuple(fixed), tuple(kept))


def _blank(asker: Asker, question: QuestionText, name: str) -> Blank:
    """The field of a blank, made of what it is about."""
    given = question.fields.get(name)
    value = "" if given is None else str(given)
    if option := option_of(name) or (name if question.kind in BOARDS else ""):
        return _of_option(asker.game.option(option), name, value)
    if name == "measure":
        names = [one.name for one in measures_of(asker.game, question.kind)]
        return Blank(name, "measure", value or names[0], _shown(names))
    if name in ("strategy", "a", "b", "reviewer", "against"):
        told = {"a": "first strategy", "b": "second strategy"}.get(name, name)
        return Blank(
            name, told, value or asker.usual, {one: named(asker.game, one) for one in asker.players}
        )
    return Blank(name, label(question.kind, name), value, hint=HINTS.get(name, ""))


def _of_option(option: Option, name: str, value: str) -> Blank:
    about = f"{option.name.replace('_', ' ')}: {option.help}"
    value = value or str(option.default)
    if words := words_of(option):
        return Blank(name, about, value, _shown(words))
    if not option.is_chance and option.high - option.low < FEW:
        return Blank(name, about, value, _shown(range(option.low, option.high + 1)))
    return Blank(name, about, value, {}, (option.low, option.high), option.is_chance)


def _shown(values: Iterable[object]) -> dict[str, str]:
    return {str(value): str(value).replace("_", " ") for value in values}
