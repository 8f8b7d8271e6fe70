"""The tables of the questions about positions and their moves; the others: parameter_tables.py."""

from __future__ import annotations

from dataclasses import replace

from playout.questions.parameters import (
    CSV,
    JSON,
    MEASURE,
    PLAYED,
    PLOT,
    REVIEWER,
    SEAT,
    SEED,
    STRATEGY,
    XLSX,
    Parameter,
    Question,
    count,
)

GAME_NUMBER = Parameter("game_number", options=("--game",), field="number")

ODDS = Question(
    "odds",
    """Show the winning chance after each legal move.

    Everything that the player to move cannot know (hidden cards, dice to come) is drawn at random
    many times. In each of these simulated deals every legal move is tried, and the strategy plays
    all seats to the end, until the chance and the values of the best moves are known to within one
    percentage point. All rule options of the game work here too: --players 2 --min-cards 3.
    """,
    (
        replace(
            STRATEGY,
            help="Strategy used to reach the position and to finish the game "
            "(default: the game's default strategy).",
        ),
        Parameter(
            "position",
            "TEXT",
            "Position to start from, as printed by playout replay --json.",
            form="text",
        ),
        replace(
            GAME_NUMBER,
            help="Number of the game to take the position from (default: 0).",
            form="text",
        ),
        Parameter(
            "turn", help="Number of moves to make first in that game (default: 0).", form="text"
        ),
        replace(
            MEASURE, help="Measure that says what a move is worth (default: the game's first)."
        ),
        Parameter(
            "precision",
            "X",
            "Play until the chance and the values of the best moves are this precise: 0.5% or "
            "0.005 is ± half a percentage point. For other measures an absolute number, or 5% "
            "of the value (default: 1%).",
            form="text",
        ),
        count(
            "games",
            "Number of simulated deals, e.g. 5000 or 20k; every move is tried in each of them. "
            "With --precision, the maximum (default: at most 40k, or 2k for slow games).",
            None,
            field="worlds",
        ),
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategy rules measure position game_number turn precision games seed",
    file_fields="players rules measure position number turn seed seat moves equals precision exact "
    "usual",
    seated="to give the seats different strategies, write --strategy x+y",
)

SOLVE = Question(
    "solve",
    """Solve a small game exactly: its value and the best moves.

    The solver visits every position, with all dice and deals; nothing is estimated. Without
    --strategy, all seats play perfectly. --strategy best+random: one seat plays perfectly against
    random. --strategy hold shows what hold is worth and how much it gives away. All rule options
    of the game work here too: --players 2 --goal 20.
    """,
    (
        replace(
            STRATEGY,
            help="Who plays: best, a strategy, or one of these per seat, e.g. best+random "
            "(default: best).",
            study=False,
            form="best_player",
        ),
        Parameter(
            "position",
            "TEXT",
            "Position to start from, as printed by playout replay --json.",
            form="text",
        ),
        replace(
            MEASURE, help="Measure that best play aims at (default: the game's first).", study=False
        ),
        replace(
            count(
                "states",
                "Maximum number of positions, e.g. 500k or 20M (default: {default}).",
                "5M",
            ),
            study=False,
            form="",
        ),
        Parameter(
            "seconds",
            "S",
            "Time limit in seconds (default: {default}).",
            default=600,
            reader="seconds",
        ),
        CSV,
        XLSX,
        JSON,
    ),
    limit="states",
    command_parameters="strategy rules measure position states",
    file_fields="players rules measure position",
    seated="to give the seats different strategies, write --strategy x+y",
)

POLICY = Question(
    "policy",
    """Print a table of best play: the best move in each position.

    Small games are solved exactly, as in playout solve; for Yahtzee the known best play is used.
    The rows and the columns of the table are fields of the position, with the names that they have
    in --position (the first item of the list scores is scores.0), or as the table calls them, with
    _ for a blank: own_score. --strategy NAME shows the moves
    of that strategy, even if they are not best; --strategy best+hold shows the best play against
    hold. All rule options of the game work here too: --players 2 --goal 20.
    """,
    (
        replace(
            STRATEGY,
            help="Whose moves to show: best, a strategy, or one of these per seat, e.g. "
            "best+hold (default: best).",
            study=False,
            form="best_player",
        ),
        Parameter(
            "down",
            "FIELD=VALUES",
            "Field for the rows, with its values: scores.0=0..99:5 or heap=1,2,4. Without "
            "values: all of them.",
            form="text",
        ),
        Parameter(
            "across", "FIELD=VALUES", "Field for the columns, written in the same way.", form="text"
        ),
        Parameter(
            "threshold",
            "FIELD=VALUES",
            "Field for the cells: each cell shows the value from which another move is best.",
            form="text",
        ),
        Parameter(
            "where",
            "FIELD=VALUES",
            "Only positions with these values, e.g. player=0. Repeat the option for other fields.",
            default=(),
            kind="texts",
            form="lines",
        ),
        Parameter(
            "show",
            "WHAT",
            "Content of the cells: move (the best move) or value (what it is worth) (default: "
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
    seated="to give the seats different strategies, write --strategy x+y",
)

WINNABLE = Question(
    "winnable",
    """Find out whether a deal can be won, and how.

    It is for The Game and Klondike. The search sees all cards, which no player can. If it finds a
    way to win, it prints that game move by move. All rule options of the game work here too:
    --players 2 --hand 5.
    """,
    (
        replace(
            GAME_NUMBER,
            name="number",
            help="Number of the deal, or of the first of several.",
            default="0",
            form="text",
        ),
        replace(count("deals", "Number of deals to examine.", "1"), study=False),
        SEED,
        Parameter(
            "seconds", "S", "Time limit per deal, in seconds.", "10", reader="seconds", form="text"
        ),
        JSON,
    ),
    limit="deals",
    command_parameters="rules number deals seconds seed",
    file_fields="rules number seconds seed",
    seated="whether a deal can be won at all is the same for every strategy; leave it out",
)

REVIEW = Question(
    "review",
    """Show which moves of a game mattered, and what was luck.

    At each decision, everything that the player cannot know (hidden cards, dice to come) is drawn
    at random many times. In each of these simulated deals every legal move is tried, and the
    reviewer plays all seats to the end. This shows what the move that was made cost. All other
    changes of the chance were luck. All rule options of the game work here too: --players 2
    --min-cards 3.
    """,
    (
        replace(
            STRATEGY,
            help="Who played: one strategy for all seats, or one per seat (default: the game's "
            "default strategy).",
        ),
        Parameter(
            "seats",
            "NAME,...",
            "The --seats of the run, e.g. a,b,b; they rotate by one seat every game.",
        ),
        Parameter("run", "FILE", "Review a game of this saved run.", kind="file"),
        Parameter(
            "trust",
            "NAME",
            "Execute this file or package, which the saved run uses, even if somebody else may "
            "have written it. Repeatable.",
            default=(),
            kind="texts",
        ),
        Parameter("row", help="Row of that run: 1, 2, ... (default: 1)."),
        replace(GAME_NUMBER, help="Number of the game in its run.", default="0"),
        Parameter(
            "moves",
            "FILE",
            "Review the moves in this file instead: one per line, or the output of playout "
            "replay --json.",
            kind="file",
        ),
        Parameter(
            "position",
            "TEXT",
            "Position in which that game began, as printed by playout replay --json (default: "
            "the deal).",
            field="start",
        ),
        replace(
            REVIEWER,
            help="Strategy that judges the moves by playing on in the simulated deals (default: "
            "best play where it is known, else the game's default strategy).",
        ),
        SEAT,
        replace(
            MEASURE, help="Measure that says what a move is worth (default: the game's first)."
        ),
        count(
            "worlds",
            "Simulated deals per decision, e.g. 5000 or 20k; every move is tried in each of "
            "them (default: 2000; none where the game knows the exact values).",
            None,
        ),
        *PLAYED,
    ),
    limit="worlds",
    command_parameters="strategy rules position game_number reviewer measure worlds seed seat",
    file_fields="players reviewer rules measure seed number redraw seat start moves decisions"
    " outcome exact usual begin whole",
)

MISTAKES = Question(
    "mistakes",
    """Show which decisions lose a strategy's games.

    The strategy plays games, and every decision is judged as in playout review: how far is the move
    behind the best one found? The answer sums this up by phase of the game and by kind of move.
    All rule options of the game work here too: --players 2 --min-cards 3.
    """,
    (
        STRATEGY,
        replace(
            REVIEWER,
            help="Strategy that judges the moves by playing on in the simulated deals (default: "
            "best play where it is known, else what search plays as).",
        ),
        SEAT,
        replace(
            MEASURE,
            help="Measure that says what a move is worth (default: the game's first).",
            form="bounded",
        ),
        count("games", "Number of games to judge (default: {default}).", 200),
        count(
            "worlds",
            "Simulated deals per decision; every move is tried in each of them (default: 100; "
            "none where the game knows the exact values).",
            None,
        ),
        *PLAYED,
    ),
    limit="games",
    command_parameters="strategy rules reviewer seat measure worlds games seed",
    file_fields="players reviewer rules measure seat worlds seed",
)
