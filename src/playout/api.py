"""What Playout offers to Python programs and notebooks: one function for each question.

Some keywords are the same everywhere.  ``workers`` says who plays: a number of threads (default:
all processors), "processes:4", a Dask cluster ("tcp://host:8786", or "local:4" on this machine), or
any executor of the kind of concurrent.futures, which stays open.  ``save`` names a file that keeps
the games; if it exists, the run in it goes on.  ``progress`` says who sees it: by default a
notebook shows a bar; True shows one in a terminal too, False nowhere, and a function is called with
how much is done and how much there is in all.  What is counted depends on the ``seed``
(0 .. 2**63 - 1), not on the workers; ``seed=None`` draws a fresh one, which is then the answer's
``seed``.

A strategy is its name, with values for its parameters as "chains:extra=3", or the function that was
declared with ``@playout.strategy``.  True and False say yes and no to a rule option; None says the
default of any keyword but the seed.

Every function raises PlayoutError with one clear sentence for anything that cannot be played, and
IllegalMove if a strategy breaks the rules; what was counted until then is its ``partial``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from playout.engine.game.players import StrategyReference
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import (
    read_count,
    read_path,
    read_seed,
)
from playout.engine.words.spelling import as_typed
from playout.lists import find_study
from playout.questions import KINDS
from playout.questions import compare as _compare
from playout.questions import course as _course
from playout.questions import describe as _describe
from playout.questions import luck as _luck
from playout.questions import mistakes as _mistakes
from playout.questions import odds as _odds
from playout.questions import rare as _rare
from playout.questions import review as _review
from playout.questions import runs as _runs
from playout.questions import tournament as _tournament
from playout.questions.answers import answered, load_study
from playout.questions.forecast import Forecast
from playout.questions.forecast import forecast as _forecast
from playout.questions.parameter_tables import TABLES
from playout.questions.parameters import SEED
from playout.report.answer import Answer
from playout.report.progress import Progress, screen
from playout.runner.workers import workers_of

if TYPE_CHECKING:
    from playout.engine.match.match import Match
    from playout.keywords import OneEach, Several

File = str | Path
Names = str | Iterable[str]


def run(
    game: str,
    *,
    games: int | str | None = None,
    precision: float | str | None = None,
    max_games: int | str | None = None,
    measure: str | None = None,
    seats: str | Iterable[StrategyReference | Sequence[StrategyReference]] | None = None,
    knock_out: StrategyReference | Iterable[StrategyReference] | None = None,
    seed: int | None = 1,
    rotate: bool = True,
    by: str = "strategy",
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[Several],
) -> _runs.Answer:
    """Play many games and count.

    ``run("the-game", players=[1, 2], strategy=["greedy", "combo"], games=100_000)``: every rule
    option and ``strategy`` is a keyword; several values, in a list or as the text "1..3,5", make it
    a factor, and every combination is a row of the answer.  ``games`` is per row (default: 10,000;
    "100k" can be written); all rows play the same deals.  With a ``precision`` instead, a
    half-width as 0.002, or "5%" of the estimate, each row plays until the anytime-valid interval of
    its ``measure`` (the game's first) is that narrow, or ``max_games`` are played.
    ``run("mexican-train", seats=["sequence", "random", "random"])`` seats a line-up, whose
    strategies move on by a seat from game to game unless ``rotate=False``; a list of line-ups is
    a factor.  Where every seat has a result of its own, as a share of the win, each strategy at a
    table has a row, or with ``by="seat"`` each of its seats.  ``knock_out=["jump=0", "hand=5",
    "greedy"]`` adds a row for each of these changes of a baseline, made alone, a strategy being in
    the place of the baseline's; ``answer.effects()`` says what each does.
    """
    return _answer(_runs.Answer, locals())


def compare(
    game: str,
    *,
    a: StrategyReference | Sequence[StrategyReference] | None = None,
    b: StrategyReference | Sequence[StrategyReference] | None = None,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    a_rules: str | Mapping[str, object] | None = None,
    b_rules: str | Mapping[str, object] | None = None,
    measure: str | None = None,
    margin: float | str | None = None,
    error: float | str | None = 0.05,
    max_games: int | str | None = 1_000_000,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _compare.Answer:
    """Play the same deals with two sides until it is known which is better.

    ``compare("the-game", a="careful", b="chains:extra=3", players=3)`` compares strategies, and
    ``compare("the-game", strategy="careful", a_rules="min_cards=1", b_rules="min_cards=2")`` rules;
    other rule options are keywords and hold for both.  ``measure`` defaults to the game's
    first; ``margin`` is a difference that does not matter (rates and shares: 0.005; means: none);
    ``error`` bounds the chance of a wrong verdict; after ``max_games`` deals, each played twice,
    the verdict is "undecided".  Measures per seat are compared at one table, with A on half of the
    seats and then on the other half with the same deal.
    """
    return _answer(_compare.Answer, locals())


def tournament(
    game: str,
    *,
    strategies: StrategyReference | Iterable[StrategyReference] | None = "all",
    games: int | str | None = 10_000,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _tournament.Answer:
    """Let strategies play each other at mixed tables.

    ``tournament("mexican-train", strategies=["sequence", "random"], players=4, games="20k")``:
    ``strategies`` are names, or "all"; ``games`` are those of all tables together; every rule
    option is a keyword.  The design is balanced (questions/tournament/asked.py): every set of
    different strategies sits together equally often, everybody on every seat; with fewer strategies
    than seats, each has as many seats as the others.
    """
    return _answer(_tournament.Answer, locals())


def luck(
    game: str,
    *,
    strategies: StrategyReference | Iterable[StrategyReference],
    games: int | str | None = 10_000,
    repeats: int | str | None = 2,
    measure: str | None = None,
    against: StrategyReference | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _luck.Answer:
    """Say how much of an outcome is the deal, the strategy, both together, and the rest.

    ``luck("the-game", strategies=["greedy", "careful"], players=2, measure="cards_left")`` plays
    ``games`` deals; every strategy plays each of them ``repeats`` times (at least 2), with random
    streams of its own.  Where players are rivals, a strategy has one seat, moving from deal to
    deal, and ``against`` (default: the game's default strategy) all others.  ``measure`` defaults
    to the game's first.  Every rule option is a keyword.  The parts and their estimators are those
    of stats/components.py.
    """
    return _answer(_luck.Answer, locals())


def rare(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    measure: str | None = None,
    particles: int | str | None = 10_000,
    repeats: int | str | None = 30,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _rare.Answer:
    """Estimate a chance that is too small to show in any number of games that can be played.

    ``rare("the-game", strategy="random", players=1)``: multilevel splitting
    (questions/rare/job.py).  ``measure`` is a rate of the game (default: the first);
    ``particles`` (10 to 100,000) games are played at once in each of ``repeats``
    (10 to 1,000,000) independent replications; every rule option is a keyword.  Time grows with
    particles times repeats; a replication needs enough particles for some to get that far, and the
    interval needs enough replications to compare.
    """
    return _answer(_rare.Answer, locals())


def course(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    measure: str | None = None,
    by: str = "turn",
    steps: int | str | None = 100,
    games: int | str | None = 10_000,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _course.Answer:
    """Show how a measure changes along the game.

    ``course("the-game", measure="cards_left", players=2, strategy="quick")``: after each turn, the
    mean over all games with its interval, and how many are still running.  ``by`` is "turn",
    "round", "move" or a measure of the whole game that counts something; ``steps`` are followed at
    most (1 to 1,000), but games are played to their end.  Where each seat has a value, as points,
    there are also ``lead``, how far the leader is ahead, and ``lead_changes``.  ``strategy`` is one
    for all seats or one for each.
    """
    return _answer(_course.Answer, locals())


def describe(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    levels: StrategyReference | Iterable[StrategyReference] | None = None,
    knock_out: StrategyReference | Iterable[StrategyReference] | None = None,
    games: int | str | None = None,
    seconds: float | str | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _describe.Answer:
    """Describe a game on one measured page.

    ``describe("pig", players=3)``: who wins, how long it takes, how many choices there are, skill
    and luck, what each rule changes; ``answer.value("forced")`` is one of its numbers.  Of
    ``strategy`` there is one for all seats or one for each.  ``levels`` are strategies to compare
    (default: those that the game names), ``knock_out=["goal=50"]`` changes of the rules, each alone
    (default: each option one step up and down); "none" leaves them out.  ``games`` are those of
    each part (default: 10,000, or 500 in plain Python); with ``seconds`` a pilot says how many.
    """
    given = locals()
    budget = _describe.read_seconds(given.pop("seconds"), games)
    return _answer(_describe.Answer, given, lambda asked: _describe.within(asked, budget, workers))


def odds(
    game: str,
    *,
    position: str | None = None,
    game_number: int | str | None = None,
    turn: int | str | None = None,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    measure: str | None = None,
    precision: float | str | None = None,
    games: int | str | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _odds.Answer:
    """Say what the chance is from a position, and what each legal move there is worth.

    ``odds("the-game", position=match.position, strategy="quick", players=2)``, or with a
    ``game_number`` and a ``turn`` the position of that game of the ``seed`` after so many moves.
    Worlds are dealt as the seat to move may know them; in each, every move is made, and
    ``strategy`` (one, or one per seat) goes on to the end.  It stops once the chance, and the
    values of all moves that may be the best, are known to ``precision``: 0.01 or "1%" is a
    percentage point; of a measure that is no chance 0.01 is a half-width, "1%" a part of the value.
    ``games`` are worlds: so many are played, with a ``precision`` at most.
    """
    return _answer(_odds.Answer, locals())


def review(
    game: str | Match | None = None,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    seats: str | Sequence[StrategyReference] | None = None,
    moves: File | Sequence[int | str] | None = None,
    position: str | None = None,
    run: File | None = None,
    trust: Names = (),
    row: int | str | None = None,
    game_number: int | str | None = None,
    reviewer: StrategyReference | None = None,
    measure: str | None = None,
    worlds: int | str | None = 2_000,
    seat: int | str | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _review.Answer:
    """Say which moves of a game mattered, and what was skill and what luck.

    ``review("the-game", strategy="greedy", players=2, game_number=3)`` plays that game of the
    ``seed``; ``review(match)`` is about a :class:`Match` that is over, whoever made its moves; and
    ``moves`` are those of somebody's game from the same deal or from a ``position``: a list, or a
    file with a line for each, or with what ``playout replay --json`` prints.  ``run`` is the file
    of a run, whose game ``game_number`` of a ``row`` (1, 2, ...) is reviewed; ``trust`` is as in
    :func:`resume`.  At each decision
    ``worlds`` are dealt as the seat to move may know them; in each, every legal move is made, and
    the ``reviewer`` (a strategy; default: what `search` plays as) plays on to the end on every
    seat.  With a ``seat`` only its decisions are judged.  ``measure`` defaults to the game's first.
    """
    return _answer(_review.Answer, locals())


def mistakes(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    reviewer: StrategyReference | None = None,
    measure: str | None = None,
    seat: int | str | None = None,
    games: int | str | None = 200,
    worlds: int | str | None = 100,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _mistakes.Answer:
    """Say which decisions lose a strategy's games: what they cost, by phase and by kind of move.

    ``mistakes("the-game", strategy="greedy", players=3)`` plays ``games`` (2 to 40,000) and judges
    every decision of a ``seat``, or of all, in ``worlds`` as :func:`review` does; ``reviewer`` is
    who plays on (default: what `search` plays as), ``strategy`` is one for all seats or one for
    each.  ``measure`` defaults to the game's first; every rule option is a keyword.
    """
    return _answer(_mistakes.Answer, locals())


A = TypeVar("A", bound=Answer)


def _answer(
    answer_type: type[A], given: dict[str, Any], change: Callable[[Any], Any] = lambda asked: asked
) -> A:
    """Ask what the keywords of a public function say, play what it needs, and answer."""
    question = import_module(KINDS[answer_type.kind])
    how = [given.pop(name) for name in ("workers", "save", "progress")]
    asked = question.ask(given.pop("game"), **given.pop("options"), **given)
    return answered(question.Job(change(asked)), answer_type, *how)


# ------------------------------------------------------------------ studies


def run_study(
    name_or_file: File,
    *,
    games: int | str | None = None,
    seed: int | None = None,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Run a study that ships with Playout, by its name, or one of your own, by its file.

    ``games`` and ``seed`` take the place of those in the file, as of ``playout study``; None leaves
    them as they are.  With ``save``, FOLDER/NAME.run, each of its runs is kept in a file beside
    that.
    """
    from playout.report.study import play_study

    shown, kept = screen(progress), None if save is None else read_path(save, "save")
    with shown():
        study = load_study(find_study(name_or_file)).changed(
            None if games is None else read_count(games), None if seed is None else read_seed(seed)
        )
    with workers_of(workers) as pool:
        return play_study(study, pool, kept, shown)


def forecast(question: str, game: str, *, workers: object = None, **asked: Any) -> Forecast:
    """How many games a question takes, and how long, from a pilot of two seconds that keeps none.

    ``forecast("run", "the-game", precision=0.001, players=3)``: the keywords are those of the
    function of that name (run, compare, tournament, luck, rare, odds, review, mistakes).
    """
    plays = [one for one in TABLES.values() if one.of_a_game and SEED in one.parameters]
    known = [table.kind for table in plays]
    if question not in known:
        raise PlayoutError(f"{as_typed('question', question)}: {suggest(question, known)}")
    module: Any = import_module(KINDS[question])
    return _forecast(module.Job(module.ask(game, **asked)), workers)
