"""The tables of the questions about positions and their moves; the others: parameter_tables.py."""

from __future__ import annotations

from dataclasses import replace

from playout.questions.parameters import (
    COUNTED,
    CSV,
    HTML,
    JSON,
    MEASURE,
    PLAYED,
    PLOT,
    REVIEWER,
    SEAT,
    STRATEGY,
    XLSX,
    Parameter,
    Question,
    count,
)

GAME_NUMBER = Parameter("game_number", options=("--game",), field="number")

ODDS = Question(
    "odds",
    """Say what the chance is from a position, move by move.

    Worlds are dealt as the seat to move may know them.  In each, every legal move is made, and the
    strategy plays on to the end on every seat, until the chance is known to one percentage point
    and the best moves are told apart as precisely.
    Every rule option of the game is an option here: --players 2 --min-cards 3.
    """,
    (
        replace(
            STRATEGY, help="Who plays before and after (default: the game's default strategy)."
        ),
        Parameter("position", "TEXT", "The position, as playout replay --json prints it."),
        replace(GAME_NUMBER, help="Or the game of that number in a run (default: 0),"),
        Parameter("turn", help="when so many of its moves have been made (default: 0)."),
        replace(MEASURE, help="What a move is worth (default: the game's first measure)."),
        Parameter(
            "precision",
            "X",
            "Play until the chance and the values of the best moves are this precise: 0.5% or "
            "0.005 is half a percentage point; of other measures a half-width, or 5% of the value "
            "(default: 1%).",
            form="text",
        ),
        count(
            "games",
            "Play so many worlds, as 5000 or 20k, each move in each of them; with --precision at "
            "most so many (default: at most 40k, of slow games 2k).",
            None,
            field="worlds",
        ),
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategy rules measure position game_number turn precision games seed",
    file_fields="players rules measure position number turn seed seat moves equals precision exact "
    "usual",
    seated="different strategies on the seats are --strategy x+y",
)

SOLVE = Question(
    "solve",
    """Solve a small game exactly: its value, and the best moves.

    Every position is gone through, with all dice and deals; nothing is estimated.  Without a
    --strategy all seats play as well as can be; --strategy best+random plays one seat against
    random, and --strategy hold says what that is worth, and what it gives away.
    Every rule option of the game is an option here: --players 2 --goal 20.
    """,
    (
        replace(
            STRATEGY,
            help="Who plays: best, a strategy, or one of these for each seat, as best+random "
            "(default: best).",
            study=False,
            form="best_player",
        ),
        Parameter(
            "position",
            "TEXT",
            "Begin in this position, as playout replay --json prints it.",
            form="text",
        ),
        replace(MEASURE, help="What is wanted (default: the game's first measure).", study=False),
        replace(
            count("states", "Most positions, as 500k or 20M (default: {default}).", "5M"),
            study=False,
            form="",
        ),
        Parameter("seconds", "S", "Seconds that it may take (default: {default}).", default=600),
        CSV,
        XLSX,
        JSON,
    ),
    limit="states",
    command_parameters="strategy rules measure position states",
    file_fields="players rules measure position",
    seated="different strategies on the seats are --strategy x+y",
)

POLICY = Question(
    "policy",
    """Show a table of best play: the best move in each position.

    A small game is solved exactly, as by playout solve; Yahtzee's best play is known.  The table
    has a field of the positions for its rows and one for its columns, by the names that these have
    in --position (item 0 of a list is scores.0).  --strategy NAME shows what a strategy does, which
    need not be best; --strategy best+hold what is best against hold.
    Every rule option of the game is an option here: --players 2 --goal 20.
    """,
    (
        replace(
            STRATEGY,
            help="Whose moves: best, a strategy, or one of these for each seat, as best+hold "
            "(default: best).",
            study=False,
            form="best_player",
        ),
        Parameter(
            "down",
            "FIELD=VALUES",
            "The field down the side, and which of its values: scores.0=0..99:5, heap=1,2,4; "
            "without values all.",
            form="text",
        ),
        Parameter("across", "FIELD=VALUES", "The same of the columns.", form="text"),
        Parameter(
            "threshold",
            "FIELD=VALUES",
            "A field of which each cell says from which value on another move is best.",
            form="text",
        ),
        Parameter(
            "where",
            "FIELD=VALUES",
            "Only positions with these values: player=0; again for another field.",
            default=(),
            kind="texts",
            form="lines",
        ),
        Parameter(
            "show",
            "WHAT",
            "What is in the cells: move, or value, what the best move is worth (default: "
            "{default}).",
            default="move",
            form="text",
        ),
        SOLVE["position"],
        SOLVE["measure"],
        SOLVE["states"],
        SOLVE["seconds"],
        CSV,
        XLSX,
        PLOT,
        JSON,
    ),
    limit="states",
    command_parameters="strategy rules down across threshold where show measure position states",
    file_fields="players rules down across threshold where show measure position",
    seated="different strategies on the seats are --strategy x+y",
)

REVIEW = Question(
    "review",
    """Say which moves of a game mattered, and what was luck.

    At each decision worlds are dealt as the seat to move may know them.  In each, every legal move
    is made, and the reviewer plays on to the end on every seat.  So it is seen what the move that
    was made cost; all else that changed the chance was luck.
    Every rule option of the game is an option here: --players 2 --min-cards 3.
    """,
    (
        replace(
            STRATEGY,
            help="Who played: one for all seats, or one for each (default: the game's "
            "default strategy).",
        ),
        Parameter(
            "seats",
            "NAME,...",
            "The --seats of the run: a,b,b; they move on a seat from game to game.",
        ),
        Parameter("run", "FILE", "Review a game of this saved run.", kind="file"),
        Parameter(
            "trust",
            "NAME",
            "Run this file or package, which that run names, although others than you may have "
            "written it; several times for several.",
            default=(),
            kind="texts",
        ),
        Parameter("row", help="The row of that run, 1, 2, ... (default: 1)."),
        replace(GAME_NUMBER, help="Number of the game in its run.", default="0"),
        Parameter(
            "moves",
            "FILE",
            "The moves of somebody's game instead: one in each line, or what playout replay "
            "--json prints.",
            kind="file",
        ),
        Parameter(
            "position",
            "TEXT",
            "Where it began, as playout replay --json prints it, if not dealt.",
            field="start",
        ),
        REVIEWER,
        SEAT,
        replace(MEASURE, help="What moves are worth (default: the game's first measure)."),
        count(
            "worlds",
            "Worlds for each decision, as 5000 or 20k; each move is played in each of them "
            "(default: {default}).",
            2000,
        ),
        *COUNTED,
        CSV,
        XLSX,
        PLOT,
        HTML,
        JSON,
    ),
    limit="worlds",
    command_parameters="strategy rules position game_number reviewer measure worlds seed seat",
    file_fields="players reviewer rules measure seed number redraw seat start moves decisions"
    " outcome",
)

MISTAKES = Question(
    "mistakes",
    """Say which decisions lose a strategy's games.

    Games are played, and every decision is judged as playout review does: by how much the move that
    was made is behind the best one found, by phase of the game and by kind of move.
    Every rule option of the game is an option here: --players 2 --min-cards 3.
    """,
    (
        STRATEGY,
        REVIEWER,
        SEAT,
        replace(
            MEASURE,
            help="What moves are worth (default: the game's first measure).",
            form="bounded",
        ),
        count("games", "Games to judge (default: {default}).", 200),
        count(
            "worlds",
            "Worlds for each decision; each move is played in each of them (default: {default}).",
            100,
        ),
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategy rules reviewer seat measure worlds games seed",
    file_fields="players reviewer rules measure seat worlds seed",
)
