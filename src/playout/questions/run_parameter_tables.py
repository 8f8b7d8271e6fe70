"""The tables of the two questions that count many games of one kind: of a run, and of a course."""

from __future__ import annotations

from dataclasses import replace

from playout.questions.parameters import (
    CHECKED,
    COURSE_QUANTILES,
    CSV,
    JSON,
    MEASURE,
    MEASURES,
    PLAYED,
    PLOT,
    SAVE,
    SEED,
    STRATEGY,
    VIEWS,
    WORKERS,
    XLSX,
    Parameter,
    Question,
    count,
    file,
    flag,
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
        flag("effects", "Show what each factor changes in the first measure."),
        output("effects_of", "Show what each factor changes in this measure.", unit="MEASURE"),
        file("effects_plot", "Draw the effects to this file: .png, .svg or .pdf."),
        JSON,
    ),
    limit="games",
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
