"""Questions from forms: what a browser has filled in becomes a question, checked as any other.

The names of fields are those of the keywords of ``playout.run`` and so on; those of rule options
begin with "rule.", and of one side of a comparison with "a." and "b.".  Strategies and rules come
from lists of ours alone, so that no text of a browser names a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from playout.engine.find.games import can_choose, deals_worlds
from playout.engine.game.game import Alias, Game, Measure
from playout.engine.who.references import allowed_players
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.numbering import Typed
from playout.engine.words.reading import read_count, read_values
from playout.engine.words.spelling import as_typed, named, spelled
from playout.engine.worlds.search import SEARCH
from playout.engine.worlds.splitting import can_split
from playout.questions import KINDS as MODULES
from playout.questions.judging_tables import MISTAKES, WINNABLE
from playout.questions.parameter_tables import ALL, RUN, TOURNAMENT
from playout.questions.parameters import Question
from playout.questions.solving import BEST
from playout.questions.targets.targets import Goal, read_goal, read_target
from playout.runner.jobs import Job
from playout.web.labels import as_labels
from playout.web.settings import Settings
from playout.web.store.runs import MOST_GAMES, check_size

MOST_NAMED = 200  # strategies, line-ups or values in a form
Fields = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Kind:
    """A question that can be asked of a game, as a form offers it."""

    name: str  # in questions.KINDS
    title: str
    summary: str
    suits: Callable[[Game], bool] = lambda game: True


class FilledForm:
    """A form about a game, as it was filled in."""

    def __init__(self, settings: Settings, fields: Fields) -> None:
        self.settings, self.fields = settings, fields
        self.game = settings.game(self.text("game"))

    def text(self, name: str) -> str:
        """The text of a field, "" if it is left out."""
        values = self.fields.get(name, ())
        return values[0].strip() if values else ""

    def seat(self, name: str) -> Typed | None:
        """A seat, from 1; None if it is left out."""
        return Typed(self.text(name)) if self.text(name) else None

    def seed(self, name: str) -> str | None:
        """The seed; None draws a fresh one."""
        return self.text(name) or None

    def count(self, name: str) -> str:
        """A number of games, or of anything else: as many as are allowed here."""
        text = self.text(name)
        if text and read_count(text, name) > MOST_GAMES:
            raise PlayoutError(f"{named(name)}: at most {MOST_GAMES:,} are allowed here")
        return text

    def switch(self, name: str) -> bool | None:
        """False if a field says no, of line-ups that are filled in."""
        return False if self.line_ups("seats") and self.text(name) == "no" else None

    def bounded(self, name: str) -> str:
        """The measure; if it is left out, the first that can be asked about."""
        usual = measures_of(self.game, "compare")[:1]
        return self.text(name) or "".join(one.name for one in usual)

    def player(self, name: str) -> str | None:
        """The strategy in a field, or one for each seat, as "a+b"; None if it is left out."""
        text = self.text(name)
        return self._checked(text) if text else None

    def _checked(self, text: str) -> str:
        parts = [self.settings.player(self.game, part.strip()) for part in text.split("+")]
        return "+".join(parts)

    def best_player(self, name: str) -> str | None:
        """The same, or ``best`` in place of a strategy."""
        parts = [part.strip() for part in self.text(name).split("+")]
        checked = [part if part == BEST else self._checked(part) for part in parts if part]
        return "+".join(checked) or None

    def lines(self, name: str) -> list[str]:
        """The lines of a field."""
        lines = [line.strip() for line in self.text(name).splitlines() if line.strip()]
        if len(lines) > MOST_NAMED:
            raise PlayoutError(f"{named(name)}: at most {MOST_NAMED} are allowed here")
        return lines

    def players(self, name: str) -> list[str]:
        """All strategies that are ticked, or written in the field beside, NAME.more."""
        ticked = list(self.fields.get(name, ()))
        written = self.text(f"{name}.more").replace(",", " ").split()
        if len(ticked) + len(written) > MOST_NAMED:
            raise PlayoutError(f"{named(name)}: at most {MOST_NAMED} are allowed here")
        return [self._checked(one) for one in dict.fromkeys([*ticked, *written])]

    def rivals(self, name: str) -> list[str]:
        """All strategies that are ticked or written; without any, the fast ones that can play."""
        if found := self.players(name):
            return found
        rules, usual = self.game.with_options(self.rules()), usual_players(self.settings, self.game)
        return [one.reference for one in allowed_players(rules, usual)]

    def line_ups(self, name: str) -> list[list[str]]:
        """The line-ups of seats, a line for each."""
        return [
            [self._checked(one.strip()) for one in line.split(",")] for line in self.lines(name)
        ]

    def own_rules(self, name: str) -> dict[str, str]:
        """The rule options of one side, A or B."""
        return self.rules(name.removesuffix("_rules"))

    def rules(self, prefix: str = "rule") -> dict[str, str]:
        """The rule options that have a value, one each."""
        several = self.factors(prefix)
        for name, values in several.items():
            if len(values) > 1:
                raise PlayoutError(
                    f"{as_typed(name, ','.join(values))}: only one value is allowed here"
                )
        return {name: values[0] for name, values in several.items()}

    def factors(self, prefix: str = "rule") -> dict[str, list[str]]:
        """The rule options that have values, perhaps several: "1..3,5", or some that are ticked."""
        found: dict[str, list[str]] = {}
        for option in self.game.options:
            texts = self.fields.get(f"{prefix}.{option.name}", ())
            values = [value for text in texts for value in read_values(text, option.name)]
            for value in values:
                self.settings.options(self.game, {option.name: value})
            if values:
                found[option.name] = values
        return found

    def changes(self, name: str) -> list[str]:
        """The changes that are made alone, a line each: jump=0, or another strategy."""
        for line in (lines := self.lines(name)):
            what, equals, value = (part.strip() for part in line.partition("="))
            what = what.replace("-", "_")
            if ":" in what or not equals:
                what, value = "strategy", line
            self._check_values(what, value)
        return lines

    def varying(self, name: str) -> list[str]:
        """The options that vary with their values, a line each: hand=4..9."""
        lines = self.lines(name)
        for line in lines:
            what, _, value = (part.strip() for part in line.partition("="))
            self._check_values(what.replace("-", "_"), value)
        return lines

    def _check_values(self, what: str, value: str) -> None:
        """Whether an option, or who plays, may have these values here: none of them is a file."""
        for one in value.split(",") if what in ("strategy", "seats") else ():
            self._checked(one.strip())
        if what not in ("strategy", "seats"):
            for one in read_values(value):
                self.settings.options(self.game, {what: one})

    def targets(self, name: str) -> list[str]:
        """The targets, a line each; they may name strategies."""
        lines = self.lines(name)
        rules = self.game.with_options(self.rules())
        for line in lines:
            self._check_goal(read_target(rules, line, name).goal)
        return lines

    def goal(self, name: str) -> str:
        """What should be as high, or as low, as possible."""
        text = self.text(name)
        if text:
            rules = self.game.with_options(self.rules())
            self._check_goal(read_goal(rules, text, name))
        return text

    def _check_goal(self, goal: Goal) -> None:
        for term in goal.terms:
            for who in filter(None, (term.strategy, term.against)):
                self._checked(who)

    def keywords(self, table: Question) -> dict[str, Any]:
        """The keywords of a question: the rules, and its parameters, as far as they are filled in.

        The seed is always among them: None draws a fresh one.
        """
        rules: dict[str, Any] = dict(self.factors() if table is RUN else self.rules())
        read = {one.name: getattr(self, one.form)(one.name) for one in table.asked if one.form}
        filled = {n: value for n, value in read.items() if value is False or value or n == "seed"}
        return {**rules, **filled}


def _job(form: FilledForm, table: Question) -> Job[Any]:
    """The job of a form, within the limits of what can be asked for in a browser."""
    module, name, words = import_module(MODULES[table.kind]), form.game.name, form.keywords(table)
    if table is TOURNAMENT and form.game.with_options(form.rules())["players"] == 1:
        words.setdefault("players", "2")  # or nobody would play anybody
    asked = module.ask(name, **words)
    if table is RUN and asked.precision is not None and "max_games" not in words:
        most = MOST_GAMES // max(1, len(asked.rows))
        if most < asked.max_games:  # or more than are allowed here
            asked = module.ask(name, **words, max_games=most)
    if table is MISTAKES and asked.games * asked.worlds > MOST_GAMES:
        raise PlayoutError(f"games times simulated deals: at most {MOST_GAMES:,} are allowed here")
    job: Job[Any] = module.Job(asked)
    return job


def measures_of(game: Game, kind: str) -> list[Measure]:
    """The measures that can be asked about: of some questions those that have an end alone."""
    needs_end = kind in ("compare", "mistakes")
    some = [
        one
        for one in game.measures
        if one.kind != "category" and (one.is_rate or one.most is not None or not needs_end)
    ]
    return sorted(some, key=lambda one: one.kind != "mean") if kind == "course" else some


def kept_of(fields: Fields) -> dict[str, str]:
    """The strategy and the rules of a question that the next ones begin with.

    Of a comparison with one changed rule that is the change.
    """
    sides = {name for name in fields if name.startswith("b.")}
    found = {
        f"rule.{name[2:]}" if name.startswith("a.") else name: values[0]
        for name, values in fields.items()
        if len(values) == 1 and (name == "strategy" or name.startswith(("rule.", "a.")))
        if not (name.startswith("a.") and sides)
    }
    return {
        name: value
        for name, value in found.items()
        if value and "," not in value and ".." not in value
    }


def usual_players(settings: Settings, game: Game) -> list[str]:
    """The strategies of a game that are fast: all but search, by whatever name."""
    slow = {SEARCH, *(name for one in game.aliases for name in one.names if _searches(one))}
    return [name for name in settings.players(game) if name not in slow]


def _searches(alias: Alias) -> bool:
    return alias.reference.partition(":")[0] == SEARCH


def can_be_judged(game: Game) -> bool:
    """Whether decisions of a game can be judged: worlds can be dealt, and there are any."""
    return deals_worlds(game) and can_choose(game)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("run", "How often, how many", "Play many games and summarize the results, one row "
             "for each combination of rules and strategies."),
        Kind("compare", "Which is better", "Two sides play the same deals until it is clear which "
             "one is better."),
        Kind("tune", "Which rules", "Which rules make the game what you want: every combination is "
             "played until it is clear whether it meets your targets, and the one that is chosen "
             "then plays fresh games."),
        Kind("gate", "Is it as expected", "Whether the game is as you expect it: each expectation "
             "is played until it has passed or failed."),
        Kind("tournament", "Who beats whom", "Strategies play each other at mixed tables: "
             "standings, ratings and a cross table; in a team, "
             "who plays well with whom.",
             lambda game: (game.cooperative or game.placing is not None)
             and game.option("players").high > 1),
        Kind("luck", "Skill or luck", "How much of a result is due to the deal, the strategy, and "
             "the rest.", lambda game: game.cooperative or game.counts_seats),
        Kind("course", "Turn by turn", "How a measure develops during the game, turn by turn or "
             "round by round, with the lead and its changes."),
        Kind("describe", "What kind of game", "One page about a game: who wins, how long it takes, "
             "how many choices there are, skill and luck, and what each rule changes."),
        Kind("mistakes", "What costs games", "Which decisions lose a strategy's games, and how "
             "much they cost.", can_be_judged),
        Kind("odds", "What to do here", "The winning chance from a position, and after each legal "
             "move.", can_be_judged),
        Kind("rare", "Tiny chances", "A chance that is too small for ordinary simulation, such as "
             "one in a million.", can_split),
    )
}  # fmt: skip


EXACT = {
    kind.name: kind
    for kind in (
        Kind("policy", "Best play", "A table of best play: the exact best move in each position "
             "of a small game, or the moves of a strategy.", can_choose),
        Kind("solve", "Exact value", "What a small game is worth with best play, and the best "
             "first moves, found by visiting every position, not by simulation.",
             lambda game: can_choose(game) and not (game.policy and game.policy.too_large)),
        Kind("winnable", "Can this deal be won", "Whether a deal can be won by players who know "
             "every card and its order, and how; or how many of several deals.",
             lambda game: bool(game.solver)),
    )
}  # fmt: skip
"""The questions whose answers are worked out at once, and not played."""

BOARDS = {
    kind.name: kind
    for kind in (
        Kind("hex-map", "Which cells decide", "Playout fills the free cells at random, many times. "
             "A cell decides a game (it is pivotal) if flipping it alone changes the winner. The "
             "map shows how often each cell decides.", lambda game: game.name == "hex"),
        Kind("hex-compound", "Games with best play", "Each stone goes to the cell that decides the "
             "game on most of the random boards, and a coin toss says whose stone it is. The "
             "answer says how long such games last, and shows the first one.",
             lambda game: game.name == "hex"),
    )
}  # fmt: skip
"""The questions about a board of Hex, whose form is a board."""

ELSEWHERE = {
    "review": "a review begins at a table, when its game is over",
    "reviews": "the evening sums up reviews",
    "hex-scaling": "a study of the gallery, as no command asks it",
}
"""The questions without a form, and why."""

MOST_STATES, MOST_SECONDS = 1_000_000, 60  # of a game that is solved for a browser


def exact_question(settings: Settings, fields: Fields) -> tuple[Any, Any]:
    """The module of a question that is not played, and what is asked; PlayoutError as `job_of`."""
    form = FilledForm(settings, fields)
    kind = form.text("kind")
    known = {one.name for one in EXACT.values() if one.suits(form.game)}
    if kind not in known:
        raise PlayoutError(f"{as_typed('kind', kind)}: {suggest(kind, known)}")
    module = import_module(MODULES[kind])
    with spelled(as_labels(kind)):
        words = {n: value for n, value in form.keywords(ALL[kind]).items() if value is not None}
        if ALL[kind] is WINNABLE:
            asked = module.ask(form.game.name, **words)
            if asked.deals * asked.seconds > MOST_SECONDS:
                raise PlayoutError(
                    f"deals times seconds: at most {MOST_SECONDS} are allowed here; the command "
                    "line has no such limit"
                )
            return module, asked
    limits = {"states": MOST_STATES, "seconds": MOST_SECONDS}
    return module, module.ask(form.game.name, **{**words, **limits})


def kinds_of(settings: Settings, game: Game) -> list[Kind]:
    """The questions that can be asked of a game."""
    return [
        kind
        for kind in KINDS.values()
        if kind.suits(game)
        and (kind.name not in ("tournament", "luck") or len(settings.players(game)) > 1)
    ]


def job_of(settings: Settings, fields: Fields) -> Job[Any]:
    """The job of a form; PlayoutError with a sentence for whatever cannot be asked."""
    form = FilledForm(settings, fields)
    name = form.text("kind") or "run"
    known = {kind.name: kind for kind in kinds_of(settings, form.game)}
    if name not in known:
        raise PlayoutError(f"{as_typed('kind', name)}: {suggest(name, known)}")
    with spelled(as_labels(name)):
        job = _job(form, ALL[name])
    check_size(job)
    return job


def title_of(job: Job[Any]) -> str:
    """Return the title of a run: the game and the question."""
    asked: Any = job.asked
    title = asked.title or KINDS[job.kind].title.lower()
    return f"{job.game.title}: {title}"
