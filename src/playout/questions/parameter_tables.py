"""The tables of all questions: their parameters, and the commands that ask them again.

A question is added by a table here, a folder with its four classes, and a line in ``KINDS``.
"""

from __future__ import annotations

from dataclasses import replace

from playout.questions.design_tables import DESCRIBE, GATE, TUNE
from playout.questions.hex_parameter_tables import COMPOUND, MAP
from playout.questions.judging_tables import MISTAKES, ODDS, POLICY, REVIEW, SOLVE, WINNABLE
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
    """Play many games and summarize the results.

    All rule options of the game work here too: --players 1..5 --strategy greedy,combo --min-cards
    1,2. A list or a range gives one row per value. --seats greedy,random,random puts different
    strategies at one table; if every seat has its own result, each strategy gets a row.
    --knock-out jump=0 --knock-out hand=5 shows the effect of each change on its own.
    """,
    (
        replace(
            STRATEGY,
            help="Strategies to play, one row each (default: the game's default strategy).",
            form="players",
            study=False,
        ),
        count("games", "Games per row, e.g. 5000, 100k or 2M (default: {default}).", "10k"),
        Parameter(
            "precision",
            "X",
            "Play until the interval is this precise: 0.002 is ± 0.002, 5% is ± 5 % of the "
            "estimate.",
            form="text",
            study=True,
        ),
        count(
            "max_games",
            "Maximum number of games per row with --precision (default: {default}).",
            "100M",
        ),
        replace(
            MEASURE,
            help="Measure that the answer and --precision are about (default: the game's first).",
            default="",
        ),
        SEED,
        WORKERS,
        CHECKED,
        DRY_RUN,
        Parameter(
            "seats",
            "NAME,...",
            "One strategy per seat, e.g. a,b,b. Repeat the option for more rows.",
            kind="texts",
            form="line_ups",
        ),
        Parameter(
            "rotate",
            help="Strategies of --seats rotate by one seat every game.",
            default=True,
            kind="switch",
            form="switch",
            study=True,
        ),
        Parameter(
            "by",
            "WHAT",
            "Whether each strategy or each seat gets a row, if every seat has its own result.",
            default="strategy",
            form="text",
            study=True,
        ),
        Parameter(
            "knock_out",
            "CHANGE",
            "Add a row with this one change and show its effect, e.g. jump=0, greedy or "
            "quick:memory=0. Repeatable.",
            kind="texts",
            form="changes",
            study=True,
        ),
        MEASURES,
        *VIEWS,
        SAVE,
        output(
            "part",
            "Play one part of the games, e.g. 1/4. To combine the parts: playout merge.",
            unit="I/N",
        ),
        CSV,
        XLSX,
        PLOT,
        HTML,
        file("effects_plot", "Save a chart of the effects (.png, .svg or .pdf)."),
        JSON,
    ),
    limit="games",
)

COMPARE = Question(
    "compare",
    """Find out which of two strategies or sets of rules is better.

    Both sides play the same deals until a sequential test decides: A is better, B is better, or
    they are equal within the margin. The chance of a wrong verdict is at most --error. To compare
    rules, give both sides the same --strategy and use --a-rules or --b-rules. All rule options of
    the game work here too, and apply to both sides.
    """,
    (
        Parameter("a", "NAME", "Strategy of side A.", strategies=True, form="player"),
        Parameter("b", "NAME", "Strategy of side B.", strategies=True, form="player"),
        replace(
            STRATEGY,
            help="Strategy of both sides, to compare rules.",
            form="",
            study=False,
        ),
        Parameter(
            "a_rules",
            "RULE=X,...",
            "Rule options of side A only, e.g. min_cards=1,hints=marks.",
            form="own_rules",
        ),
        Parameter("b_rules", "RULE=X,...", "Rule options of side B only.", form="own_rules"),
        replace(MEASURE, help="Measure to compare (default: the game's first).", form="bounded"),
        Parameter(
            "margin",
            "X",
            "Difference too small to matter (default: 0.005 for rates and shares, none for means).",
            form="text",
            study=True,
        ),
        Parameter(
            "error",
            "P",
            "Maximum chance of a wrong verdict (default: {default}).",
            default=0.05,
            form="text",
            study=True,
        ),
        count(
            "max_games",
            "Maximum number of deals, e.g. 5000, 100k or 2M; each is played twice (default: "
            "{default}).",
            "1M",
        ),
        *PLAYED,
    ),
    limit="max_games",
    command_parameters="strategy a b rules a_rules b_rules measure margin error max_games seed",
    file_fields="names both_rules measure margin error seed",
    seated="to give the seats of a side different strategies, write --a x+y or --b x+y",
)

TOURNAMENT = Question(
    "tournament",
    """Rank strategies that play each other at mixed tables.

    Prints standings, ratings and a cross table: how often one strategy finishes ahead of another.
    The design is balanced: all sets of different strategies meet equally often and take all seats
    in turn. If no strategy is best, it shows cycles and a mixture that none beats. Where all
    players are one team, it shows who plays well with whom. All rule options of the game work here
    too: --players 4 --set 12.
    """,
    (
        replace(
            STRATEGIES,
            help="Strategies to rank: a,b,c or all (without search, which is slow). "
            "'hold:at={10,20,40}', in quotes, is a skill ladder: how much a higher value helps.",
            default="all",
        ),
        count(
            "games",
            "Total number of games, e.g. 5000, 100k or 2M (default: {default}). Some more are "
            "played if the tables would not have equally many.",
            "10k",
            field="table_games",
        ),
        *COUNTED,
        CSV,
        XLSX,
        file("cross", "Write the cross table as CSV to this file."),
        PLOT,
        HTML,
        JSON,
    ),
    limit="games",
    command_parameters="strategies rules games seed",
    file_fields="players rules seed table_games",
    seated="a tournament takes --strategies a,b,c and seats them itself",
)

LUCK = Question(
    "luck",
    """Measure how much of a result is luck and how much is skill.

    The variance of a measure is split into four parts: the deal, the strategy, how well the two
    suit each other, and the rest. In games with dice, the dice are a fifth part. Every strategy
    plays the same deals, each several times with independent random choices. All rule options of
    the game work here too: --players 2 --min-cards 3.
    """,
    (
        replace(STRATEGIES, help="Two or more strategies: a,b,c or all.", required=True),
        count(
            "games",
            "Number of deals, e.g. 5000; every strategy plays each of them (default: {default}).",
            "10k",
            field="deals",
        ),
        Parameter(
            "repeats",
            help="Times that each strategy plays each deal (default: {default}).",
            default=2,
            form="count",
        ),
        replace(MEASURE, help="Measure whose variance is split (default: the game's first)."),
        Parameter(
            "against",
            "NAME",
            "Strategy on all other seats, if the players are rivals (default: the game's "
            "default strategy).",
            strategies=True,
            form="player",
        ),
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategies against measure repeats rules games seed",
    file_fields="players against measure repeats rules seed",
    seated="luck takes --strategies a,b,c and seats them itself",
)

RARE = Question(
    "rare",
    """Estimate a chance that is too small for ordinary simulation.

    Many games are played side by side, and the games that get far are copied again and again. The
    estimate corrects for the copies, so it is unbiased (multilevel splitting). Its interval comes
    from independent replications of the whole procedure. All rule options of the game work here
    too: --strategy random --players 1.
    """,
    (
        STRATEGY,
        replace(MEASURE, help="The rare event: one of the game's rates (default: the first)."),
        count(
            "particles",
            "Games played side by side in each replication, e.g. 500 or 20k (default: {default}).",
            "10k",
        ),
        count("repeats", "Number of independent replications (default: {default}).", 30),
        *PLAYED,
    ),
    limit="repeats",
    command_parameters="strategy measure rules particles repeats seed",
    file_fields="players rules measure particles seed",
    seated="to give the seats different strategies, write --strategy x+y",
)

COURSE = Question(
    "course",
    """Show how a measure develops during the game.

    For each turn, round or move: the mean over all games, a band that contains most games, and how
    many games are still running. For rivals also how far the leader is ahead and how often the
    lead changes. All rule options of the game work here too: --players 3.
    """,
    (
        replace(
            STRATEGY,
            help="Strategy for all seats, or one per seat as a+b (default: the game's default "
            "strategy).",
        ),
        replace(MEASURE, help="Measure to follow (default: the game's first one that is a mean)."),
        Parameter(
            "by",
            "WHAT",
            "Unit of a step: turn, round, move, or a measure that counts something (default: "
            "{default}).",
            default="turn",
            form="text",
        ),
        Parameter(
            "steps",
            help="Maximum number of steps to show; games are still played to the end (default: "
            "{default}).",
            default=100,
            form="count",
        ),
        count("games", "Number of games, e.g. 5000, 100k or 2M (default: {default}).", "10k"),
        COURSE_QUANTILES,
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategy measure by steps rules games seed",
    file_fields="players measure by steps rules seed",
)

TABLES = {
    one.kind: one
    for one in (
        RUN,
        COMPARE,
        TUNE,
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
"""The table of each question that is asked by a command made of it, in the order of the help."""

ALL = {**TABLES, WINNABLE.kind: WINNABLE, GATE.kind: GATE}
"""The tables of all questions."""
