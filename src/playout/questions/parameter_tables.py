"""The tables of all questions: their parameters, and the commands that ask them again.

A question is added by a table here, a folder with its four classes, and a line in ``KINDS``.
"""

from __future__ import annotations

from dataclasses import replace

from playout.questions.hex_parameter_tables import COMPOUND, MAP
from playout.questions.judging_tables import MISTAKES, ODDS, POLICY, REVIEW, SOLVE
from playout.questions.parameters import (
    CHECKED,
    COUNTED,
    COURSE_QUANTILES,
    CSV,
    DRY_RUN,
    HTML,
    JSON,
    MEASURE,
    MEASURES,
    PLAYED,
    PLOT,
    SAVE,
    SEED,
    STRATEGIES,
    STRATEGY,
    VIEWS,
    WORKERS,
    XLSX,
    Parameter,
    Question,
    count,
    file,
    output,
)

RUN = Question(
    "run",
    """Play many games and count.

    Every rule option of the game is an option here: --players 1..5 --strategy greedy,combo
    --min-cards 1,2.  A list or a range makes a row for every value.  --seats greedy,random,random
    seats different strategies at one table; where every seat has a result of its own, each of them
    has a row.  --knock-out jump=0 --knock-out hand=5 tells what each of these changes does alone.
    """,
    (
        replace(
            STRATEGY,
            help="Who plays, each in a row (default: the game's default strategy).",
            form="players",
            study=False,
        ),
        count("games", "Games per row, as 5000, 100k or 2M (default: {default}).", "10k"),
        Parameter(
            "precision",
            "X",
            "Play until the interval is this narrow: a half-width, as 0.002, or 5% of the "
            "estimate.",
            form="text",
            study=True,
        ),
        count("max_games", "Games per row at most, with --precision (default: {default}).", "100M"),
        replace(
            MEASURE,
            help="The measure that --precision is about (default: the game's first).",
            default="",
        ),
        SEED,
        WORKERS,
        CHECKED,
        DRY_RUN,
        Parameter(
            "seats",
            "NAME,...",
            "A strategy for each seat, as a,b,b; give it again for more rows.",
            kind="texts",
            form="line_ups",
        ),
        Parameter(
            "rotate",
            help="Move the strategies of --seats on by a seat from game to game.",
            default=True,
            kind="switch",
            form="switch",
            study=True,
        ),
        Parameter(
            "by",
            "WHAT",
            "strategy or seat: which of them has a row, where every seat has a result.",
            default="strategy",
            form="text",
            study=True,
        ),
        Parameter(
            "knock_out",
            "CHANGE",
            "A row more with this one change, as jump=0 or greedy or quick:memory=0, and what it "
            "changes; give it again for more.",
            kind="texts",
            form="changes",
            study=True,
        ),
        MEASURES,
        *VIEWS,
        SAVE,
        output("part", "Play a part of the games, as 1/4; see: playout merge.", unit="I/N"),
        CSV,
        XLSX,
        PLOT,
        file("effects_plot", "Draw the effects to this file: .png, .svg or .pdf."),
        JSON,
    ),
    limit="games",
)

COMPARE = Question(
    "compare",
    """Say which of two sides is better.

    Both play the same deals, until a sequential test decides: A is better, B is better, or they
    are equal within the margin.  The chance of a wrong verdict is at most --error.  Sides that
    differ only in their rules share one --strategy.  Every rule option of the game is an option
    here, and holds for both sides.
    """,
    (
        Parameter("a", "NAME", "Strategy of side A.", strategies=True, form="player"),
        Parameter("b", "NAME", "Strategy of side B.", strategies=True, form="player"),
        replace(
            STRATEGY,
            help="Strategy of both sides, which then differ in their rules.",
            form="",
            study=False,
        ),
        Parameter(
            "a_rules",
            "RULE=X,...",
            "Rule options of side A alone: min_cards=1,hints=marks.",
            form="own_rules",
        ),
        Parameter("b_rules", "RULE=X,...", "Rule options of side B alone.", form="own_rules"),
        replace(
            MEASURE, help="The measure to compare (default: the game's first).", form="bounded"
        ),
        Parameter(
            "margin",
            "X",
            "A difference too small to matter (default: 0.005 for rates and shares, none for "
            "means).",
            form="text",
            study=True,
        ),
        Parameter(
            "error",
            "P",
            "Highest chance of a wrong verdict (default: {default}).",
            default=0.05,
            form="text",
            study=True,
        ),
        count(
            "max_games",
            "Most deals, as 5000, 100k or 2M; each is played twice (default: {default}).",
            "1M",
        ),
        *PLAYED,
    ),
    limit="max_games",
    command_parameters="strategy a b rules a_rules b_rules measure margin error max_games seed",
    file_fields="names both_rules measure margin error seed",
    seated="different strategies on the seats of a side are --a x+y or --b x+y",
)

TOURNAMENT = Question(
    "tournament",
    """Let strategies play each other at mixed tables.

    Prints standings, ratings and a cross table, which says who came before whom.  The design is
    balanced: all sets of different strategies sit together equally often, on all seats in turn.
    Every rule option of the game is an option here: --players 4 --set 12.
    """,
    (
        replace(STRATEGIES, help="The strategies: a,b,c; or all.", default="all"),
        count(
            "games",
            "Games in all, as 5000, 100k or 2M (default: {default}).",
            "10k",
            field="table_games",
        ),
        *COUNTED,
        CSV,
        XLSX,
        file("cross", "Write the cross table to this file."),
        PLOT,
        JSON,
    ),
    limit="games",
    command_parameters="strategies rules games seed",
    file_fields="players rules seed table_games",
    seated="a tournament has --strategies a,b,c, and seats them itself",
)

LUCK = Question(
    "luck",
    """Say how much of an outcome is luck, and how much is skill.

    The variance of a measure is divided into four parts: the deal, the strategy, both together,
    and the rest; where dice are thrown, their chance is a fifth.  Every strategy plays the same
    deals, and plays each of them several times, with random streams of its own.  Every rule option
    of the game is an option here: --players 2 --min-cards 3.
    """,
    (
        replace(STRATEGIES, help="Two strategies or more: a,b,c; or all.", required=True),
        count(
            "games",
            "Deals, as 5000; every strategy plays each of them (default: {default}).",
            "10k",
            field="deals",
        ),
        Parameter(
            "repeats",
            help="How often each strategy plays each deal (default: {default}).",
            default=2,
            form="count",
        ),
        replace(MEASURE, help="The measure whose variance is divided (default: the game's first)."),
        Parameter(
            "against",
            "NAME",
            "The strategy on all other seats, if players are rivals (default: the game's default).",
            strategies=True,
            form="player",
        ),
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategies against measure repeats rules games seed",
    file_fields="players against measure repeats rules seed",
    seated="luck has --strategies a,b,c, and seats them itself",
)

RARE = Question(
    "rare",
    """Estimate a chance that is too small to be seen by playing.

    Many games are played side by side, and those that come far are copied again and again; the
    estimate takes into account how often that was done, so it is unbiased (multilevel splitting).
    Its interval comes from independent replications of the whole.  Every rule option of the game
    is an option here: --strategy random --players 1.
    """,
    (
        STRATEGY,
        replace(MEASURE, help="The rare event: a rate of the game (default: the first)."),
        count(
            "particles",
            "Games side by side in a replication, as 500 or 20k (default: {default}).",
            "10k",
        ),
        count("repeats", "Independent replications (default: {default}).", 30),
        *PLAYED,
    ),
    limit="repeats",
    command_parameters="strategy measure rules particles repeats seed",
    file_fields="players rules measure particles seed",
    seated="different strategies on the seats are --strategy x+y",
)

COURSE = Question(
    "course",
    """Show how a measure changes along the game.

    After each turn, or each round or move: the mean over all games, a band with most of the games,
    and how many games are still running.  Between rivals also how far the leader is ahead, and how
    often the lead changes.  Every rule option of the game is an option here: --players 3.
    """,
    (
        replace(
            STRATEGY,
            help="Who plays, all alike or a+b for seats (default: the game's default strategy).",
        ),
        replace(MEASURE, help="The measure to follow (default: the game's first that is a mean)."),
        Parameter(
            "by",
            "WHAT",
            "What a step is: turn, round, move, or a measure that counts something (default: "
            "{default}).",
            default="turn",
            form="text",
        ),
        Parameter(
            "steps",
            help="Steps to follow at most; games are played to their end (default: {default}).",
            default=100,
            form="count",
        ),
        count("games", "Games, as 5000, 100k or 2M (default: {default}).", "10k"),
        COURSE_QUANTILES,
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategy measure by steps rules games seed",
    file_fields="players measure by steps rules seed",
)

DESCRIBE = Question(
    "describe",
    """Describe a game on one measured page.

    Who wins, how long it takes, how many choices there are and how often there is none, how early
    it is decided, how far skill reaches, how much is luck, and what each rule option changes.
    Every number has its interval and says who played.  Every rule option of the game is an option
    here: --players 3.
    """,
    (
        replace(
            STRATEGY,
            help="Who plays, all alike or a+b for seats (default: the game's default strategy).",
        ),
        Parameter(
            "levels",
            "NAME,...",
            "Strategies to compare, from weak to strong, as random,hold,search:worlds=50, or none "
            "(default: those that the game names).",
            strategies=True,
        ),
        Parameter(
            "knock_out",
            "CHANGE",
            "A change of the rules to try alone, as goal=50; give it again for more, or none "
            "(default: each option one step up and down).",
            kind="texts",
            field="knock_outs",
        ),
        count(
            "games",
            "Games of each part, as 5000 or 20k (default: 10,000, or 500 of a game in plain "
            "Python).",
            None,
        ),
        output(
            "seconds",
            "Choose the number of games so that it takes about so many seconds here; the answer "
            "says the number.",
        ),
        *COUNTED,
        CSV,
        XLSX,
        PLOT,
        HTML,
        JSON,
    ),
    limit="games",
    command_parameters="strategy rules levels knock_out games seed",
    file_fields="players rules levels knock_outs seed",
)

TABLES = {
    one.kind: one
    for one in (
        RUN,
        COMPARE,
        TOURNAMENT,
        LUCK,
        RARE,
        COURSE,
        DESCRIBE,
        ODDS,
        REVIEW,
        MISTAKES,
        SOLVE,
        POLICY,
        MAP,
        COMPOUND,
    )
}
"""The table of each question that is asked by a command, in the order of the help."""
