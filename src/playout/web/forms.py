"""Questions from forms: what a browser has filled in becomes a question, checked as any other.

The names of fields are those of the keywords of ``playout.run`` and so on; those of rule options
begin with "rule.", and of one side of a comparison with "a." and "b.".  Strategies and rules come
from lists of ours alone, so that no text of a browser names a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import deals_worlds
from playout.engine.game.game import Game, Measure
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import read_count, read_values, shown
from playout.questions import compare, luck, mistakes, runs, tournament
from playout.questions.runs.asked import MOST_FOR_PRECISION
from playout.report.figures import readable_name
from playout.report.words import head
from playout.runner.jobs import Job
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
    make: Callable[[Given], Job[Any]]
    suits: Callable[[Game], bool] = lambda game: True


class Given:
    """What was filled in, for a game."""

    def __init__(self, settings: Settings, fields: Fields) -> None:
        self.settings, self.fields = settings, fields
        self.game = settings.game(self.text("game"))

    def text(self, name: str) -> str:
        """The text of a field, "" if it is left out."""
        values = self.fields.get(name, ())
        return values[0].strip() if values else ""

    def some(self, *names: str) -> dict[str, str]:
        """The fields of these names that are filled in."""
        return {name: self.text(name) for name in names if self.text(name)}

    def seed(self) -> dict[str, str | None]:
        """The seed; None draws a fresh one."""
        return {"seed": self.text("seed") or None}

    def measure(self, kind: str) -> dict[str, str]:
        """The measure; if it is left out, the first that can be asked about."""
        usual = measures_of(self.game, kind)[:1]
        return {"measure": self.text("measure") or "".join(one.name for one in usual)}

    def player(self, name: str) -> str | None:
        """The strategy in a field, or one for each seat, as "a+b"; None if it is left out."""
        text = self.text(name)
        return self._checked(text) if text else None

    def _checked(self, text: str) -> str:
        parts = [self.settings.player(self.game, part.strip()) for part in text.split("+")]
        return "+".join(parts)

    def players(self, name: str) -> list[str]:
        """All strategies that are ticked, or written in the field beside, NAME.more."""
        ticked = list(self.fields.get(name, ()))
        written = self.text(f"{name}.more").replace(",", " ").split()
        if len(ticked) + len(written) > MOST_NAMED:
            raise PlayoutError(f"{name}: at most {MOST_NAMED} can be asked for here")
        return [self._checked(one) for one in dict.fromkeys([*ticked, *written])]

    def line_ups(self) -> list[list[str]]:
        """The line-ups of seats, a line for each."""
        lines = [line for line in self.text("seats").splitlines() if line.strip()]
        if len(lines) > MOST_NAMED:
            raise PlayoutError(f"seats: at most {MOST_NAMED} line-ups can be asked for here")
        return [[self._checked(name.strip()) for name in line.split(",")] for line in lines]

    def rules(self, prefix: str = "rule") -> dict[str, str]:
        """The rule options that have a value, one each."""
        several = self.factors(prefix)
        for name, values in several.items():
            if len(values) > 1:
                raise PlayoutError(f"{name} = {shown(','.join(values))}: one value is needed here")
        return {name: values[0] for name, values in several.items()}

    def factors(self, prefix: str = "rule") -> dict[str, list[str]]:
        """The rule options that have values, perhaps several: "1..3,5", or some that are ticked."""
        found: dict[str, list[str]] = {}
        for option in self.game.options:
            given = self.fields.get(f"{prefix}.{option.name}", ())
            values = [value for text in given for value in read_values(text)]
            for value in values:
                self.settings.options(self.game, {option.name: value})
            if values:
                found[option.name] = values
        return found

    def changes(self) -> list[str]:
        """The changes that are made alone, a line each: jump=0, or another strategy."""
        lines = [line.strip() for line in self.text("knock_out").splitlines() if line.strip()]
        for line in lines:
            name, equals, value = (part.strip() for part in line.partition("="))
            name = name.replace("-", "_")
            if ":" in name or not equals:
                name, value = "strategy", line
            for one in value.split(",") if name in ("strategy", "seats") else ():
                self._checked(one.strip())
            if name not in ("strategy", "seats"):
                for one in read_values(value):
                    self.settings.options(self.game, {name: one})
        return lines


def _run(given: Given) -> Job[Any]:
    strategies, seats = given.players("strategy"), given.line_ups()
    options: dict[str, Any] = {
        **given.some("games", "precision", "max_games", "measure", "by"),
        **given.seed(),
        **given.factors(),
        **({"strategy": strategies} if strategies else {}),
        **({"seats": seats} if seats else {}),
        **({"rotate": False} if seats and given.text("rotate") == "no" else {}),
    }
    if changes := given.changes():
        options["knock_out"] = changes
    name = given.game.name
    asked = runs.ask(name, **options)
    if asked.precision is not None and not given.text("max_games"):
        most = MOST_GAMES // max(1, len(asked.rows))
        if most < MOST_FOR_PRECISION:  # or more than can be asked for here
            asked = runs.ask(name, **options, max_games=most)
    return runs.Job(asked)


def _compare(given: Given) -> Job[Any]:
    options: dict[str, Any] = {
        **given.some("margin", "error", "max_games"),
        **given.measure("compare"),
        **given.seed(),
        **given.rules(),
    }
    asked = compare.ask(
        given.game.name,
        a=given.player("a"),
        b=given.player("b"),
        a_rules=given.rules("a"),
        b_rules=given.rules("b"),
        **options,
    )
    return compare.Job(asked)


def _tournament(given: Given) -> Job[Any]:
    names = given.players("strategies") or usual_players(given.settings, given.game)
    rules = given.rules()
    if given.game.with_options(rules)["players"] == 1 and "players" not in rules:
        rules["players"] = "2"  # or nobody would play anybody
    options: dict[str, Any] = {**given.some("games"), **given.seed(), **rules}
    return tournament.Job(tournament.ask(given.game.name, strategies=names, **options))


def _luck(given: Given) -> Job[Any]:
    names = given.players("strategies") or usual_players(given.settings, given.game)
    options: dict[str, Any] = {
        **given.some("games", "repeats", "measure"),
        **given.seed(),
        **given.rules(),
    }
    against = given.player("against")
    return luck.Job(luck.ask(given.game.name, strategies=names, against=against, **options))


def _mistakes(given: Given) -> Job[Any]:
    options: dict[str, Any] = {
        **given.some("seat", "games", "worlds"),
        **given.measure("mistakes"),
        **given.seed(),
        **given.rules(),
    }
    asked = mistakes.ask(
        given.game.name,
        strategy=given.player("strategy"),
        reviewer=given.player("reviewer"),
        **options,
    )
    if asked.games * asked.worlds > MOST_GAMES:
        raise PlayoutError(f"games times worlds: at most {MOST_GAMES:,} can be asked for here")
    return mistakes.Job(asked)


def measures_of(game: Game, kind: str) -> list[Measure]:
    """The measures that can be asked about: of some questions those that have an end alone."""
    needs_end = kind in ("compare", "mistakes")
    return [
        one
        for one in game.measures
        if one.kind != "category" and (one.is_rate or one.most is not None or not needs_end)
    ]


def usual_players(settings: Settings, game: Game) -> list[str]:
    """The strategies of a game that are fast: all but search."""
    return [name for name in settings.players(game) if name != "search"]


KINDS = {
    kind.name: kind
    for kind in (
        Kind("run", "How often, how many", "Play many games and count, a row for each of several "
             "rules and strategies.", _run),
        Kind("compare", "Which is better", "Two sides play the same deals until it is known which "
             "is better.", _compare),
        Kind("tournament", "Who beats whom", "Strategies play each other at mixed tables: "
             "standings, ratings, a cross table.", _tournament,
             lambda game: game.placing is not None and _most_players(game) > 1),
        Kind("luck", "Skill or luck", "How much of an outcome is the deal, the strategy, and the "
             "rest.", _luck, lambda game: game.cooperative or game.counts_seats),
        Kind("mistakes", "What costs games", "Which decisions of a strategy lose its games, and "
             "what they cost.", _mistakes, deals_worlds),
    )
}  # fmt: skip


def _most_players(game: Game) -> int:
    return int(game.option("players").high)


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
    given = Given(settings, fields)
    name = given.text("kind") or "run"
    known = {kind.name: kind for kind in kinds_of(settings, given.game)}
    if name not in known:
        raise PlayoutError(f"kind = {shown(name)}: {suggest(name, known)}")
    for field in ("games", "max_games", "repeats", "worlds"):
        if given.text(field) and read_count(given.text(field), field) > MOST_GAMES:
            raise PlayoutError(f"{field}: at most {MOST_GAMES:,} can be asked for here")
    job = known[name].make(given)
    check_size(job)
    return job


def title_of(job: Job[Any]) -> str:
    """What a run is called: who plays what."""
    asked: Any = job.asked
    if job.kind == "compare":
        what = " or ".join(map(readable_name, asked.labels))
    elif job.kind == "tournament":
        what = f"tournament of {len(asked.players)} strategies"
    elif job.kind == "mistakes":
        names = dict.fromkeys(readable_name(player.reference) for player in asked.players)
        what = f"what costs {', '.join(names)} games"
    elif job.kind == "luck":
        what = f"skill and luck of {len(asked.players)} strategies"
    else:
        what = _run_title(asked)
    return f"{job.game.title}: {what}"


def _run_title(asked: Any) -> str:
    """The strategies of a run, and what varies."""
    key = "seats" if "seats" in asked.rows[0].factors else "strategy"
    who = list(dict.fromkeys(readable_name(str(row.factors[key])) for row in asked.rows))
    names = ", ".join(who[:3]) + (f" and {len(who) - 3} more" if len(who) > 3 else "")
    varied = [
        name
        for name in asked.rows[0].factors
        if name not in ("strategy", "seats", "seat")
        and len({row.factors[name] for row in asked.rows}) > 1
    ]
    return names + (f" by {', '.join(map(head, varied))}" if varied else "")
