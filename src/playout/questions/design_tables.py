"""The tables of the questions of those who design a game (see parameter_tables.py)."""

from __future__ import annotations

from dataclasses import replace

from playout.questions.parameters import (
    COUNTED,
    CSV,
    HTML,
    JSON,
    PLAYED,
    STRATEGY,
    XLSX,
    Parameter,
    Question,
    count,
    file,
    output,
)

DESCRIBE = Question(
    "describe",
    """Describe a game on one page of measurements.

    Who wins, how long a game takes, how many choices players have and how often they have none, how
    early the game is decided, how much skill and luck matter, and what each rule option changes.
    Every number comes with its interval and with the strategies that played. All rule options of
    the game work here too: --players 3.
    """,
    (
        replace(
            STRATEGY,
            help="Strategy for all seats, or one per seat as a+b (default: the game's default "
            "strategy).",
        ),
        Parameter(
            "levels",
            "NAME,...",
            "Strategies to compare, from weak to strong, e.g. random,hold,search:worlds=50; "
            "none skips this part (default: the game's own list).",
            strategies=True,
        ),
        Parameter(
            "knock_out",
            "CHANGE",
            "Rule change to try on its own, e.g. goal=50; none skips this part. Repeatable "
            "(default: each option one step up and down).",
            kind="texts",
            field="knock_outs",
        ),
        count(
            "games",
            "Games for each part, e.g. 5000 or 20k (default: 10,000; 500 for a game in plain "
            "Python).",
            None,
        ),
        output(
            "seconds",
            "Choose the number of games so that the whole takes about this many seconds on this "
            "machine. The answer states the number.",
        ),
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategy rules levels knock_out games seed",
    file_fields="players rules levels knock_outs seed",
)

TUNE = Question(
    "tune",
    """Find rules that make a game what you want.

    Every combination of the values of --vary is played until it is clear whether it meets all
    targets. The one that is chosen, and its neighbours, then play fresh games, because the best of
    many looks better than it is. All rule options of the game work here too: --players 3.
    """,
    (
        Parameter(
            "vary",
            "OPTION=VALUES",
            "A rule option and the values to try, e.g. hand=4..9 or jump=0,10. Repeatable.",
            kind="texts",
            form="varying",
            study=True,
        ),
        Parameter(
            "targets",
            "TARGET",
            "What you want, e.g. 'seats=equal±1', 'win(seat 1)=50%±2', 'turns(median)=20..30' or "
            "'win(careful)>=40%', where all opponents play the game's default strategy; "
            "'win(careful against random)>=60%' names another. Repeatable.",
            kind="texts",
            options=("--target", "--targets"),
            form="targets",
            study=True,
        ),
        Parameter(
            "maximize",
            "MEASURE",
            "A measure that should be as high as possible, e.g. 'points'.",
            form="goal",
            study=True,
        ),
        Parameter(
            "minimize",
            "MEASURE",
            "A measure that should be as low as possible.",
            form="goal",
            study=True,
        ),
        replace(
            STRATEGY,
            help="Strategy that plays where a target names none (default: the game's default "
            "strategy). hold:at={15..30} tries several values of a parameter.",
            field="strategy",
        ),
        Parameter(
            "error",
            "P",
            "Maximum chance that anything said of any setting is wrong (default: {default}).",
            default=0.05,
            form="text",
            study=True,
        ),
        count(
            "max_games",
            "Maximum number of games of each setting, e.g. 5000, 100k or 2M (default: 100,000; "
            "fewer for a game in plain Python).",
            None,
        ),
        output(
            "seconds",
            "Choose --max-games so that the whole takes about this many seconds on this machine. "
            "The answer states the number.",
        ),
        *PLAYED,
    ),
    limit="max_games",
    command_parameters="vary targets maximize minimize strategy rules error max_games seed",
    file_fields="rules strategy vary targets best wanted error seed",
    seated="a target says who plays: 'win(careful against random)=60%±2'",
)

GATE = Question(
    "gate",
    """Check that a game or a strategy still does what you expect.

    FILE is a study whose [[expect]] tables say what you expect, such as
    target = "win(seat 1)=50%±2". Each expectation is played until it has passed or failed. The exit
    code is 0 if all have passed, 1 if any has failed, and 2 if any is undecided after --max-games
    games.
    """,
    (
        Parameter("expect", kind="texts", form="targets", study=True),
        Parameter("strategy", form="player", study=True),
        Parameter(
            "error",
            help="Maximum chance of a wrong result of each expectation (default: {default}).",
            default=0.01,
            form="text",
            study=True,
        ),
        count(
            "max_games",
            "Maximum number of games of each expectation (default: that of FILE, or 100k).",
            "100k",
        ),
        Parameter("record"),
        Parameter("recorded"),  # in files: the games that were recorded
        *COUNTED,
        file("junit", "Also write the results as JUnit XML to this file."),
        file(
            "markdown",
            "Also write the results as Markdown to this file. To the summary of a job of GitHub "
            "Actions they are added. To print only the Markdown: --markdown -",
        ),
        CSV,
        XLSX,
        HTML,
        JSON,
    ),
    limit="max_games",
    file_fields="rules strategy expect record seed",
)
