"""The tables of random-turn Hex: a map, and compound games."""

from __future__ import annotations

from dataclasses import replace

from playout.questions.parameters import (
    CSV,
    JSON,
    PLOT,
    SAVE,
    SEED,
    WORKERS,
    XLSX,
    Parameter,
    Question,
    count,
    output,
)

SIZE = output(
    "size",
    "Board size: 11 rows and columns (default), or 7x9 for 7 rows and 9 columns.",
    unit="SIZE",
)
CONFIDENCE = Parameter(
    "confidence",
    "P",
    "Stop once one cell is clearly the most critical, with this confidence, e.g. 0.99.",
    kind="number",
    reader="confidence",
    form="text",
)
BIAS = Parameter(
    "p",
    "P",
    "Chance that a free cell goes to player 1, from 0 to 1.",
    0.5,
    kind="number",
    reader="chance",
    form="text",
)
STONES = Parameter("stones", "FILE", "File with the position to start from.", kind="file")

MAP = Question(
    "hex-map",
    """Random-turn Hex: map the chance that each cell decides the game.

    The free cells are filled at random many times. A cell decides a game (is pivotal) if flipping
    it alone changes the winner. The criticality of a cell is the chance of that. Prints a map of
    the board.
    """,
    (
        SIZE,
        count(
            "boards",
            "Number of random boards, e.g. 100k or 2M; with --confidence, the maximum (default: "
            "{default}).",
            "10M",
        ),
        CONFIDENCE,
        BIAS,
        STONES,
        Parameter(
            "method",
            "METHOD",
            "How to find the deciding cells: flood, gale or flip (same results), or exact, "
            "which counts all fillings of up to 25 free cells.",
            "flood",
            form="text",
        ),
        SEED,
        WORKERS,
        SAVE,
        CSV,
        XLSX,
        replace(PLOT, help="Save a picture of the map (.svg, .png or .pdf)."),
        JSON,
    ),
    limit="boards",
    command_parameters="size boards p method confidence seed",
    file_fields="position p method boards seed",
    name="map",
    of_a_game=False,
)

COMPOUND = Question(
    "hex-compound",
    """Random-turn Hex: simulate games with (nearly) optimal play.

    Each stone goes to the cell that decides the game on most of the random boards, and a coin toss
    says whose stone it is. The game ends when a player has joined both sides.
    """,
    (
        SIZE,
        count("games", "Number of games, e.g. 500 or 10k.", "1k", command_default="100"),
        count(
            "boards",
            "Maximum number of random boards per move, e.g. 20k (default: {default}).",
            "10k",
        ),
        CONFIDENCE,
        BIAS,
        STONES,
        SEED,
        WORKERS,
        SAVE,
        replace(CSV, help="Write one row per game as CSV to this file; use - to print them."),
        XLSX,
        replace(
            PLOT,
            help="Save a picture of the first game (.svg) or a chart of the lengths (.png, .pdf).",
        ),
        JSON,
    ),
    limit="games",
    command_parameters="size games boards confidence p seed",
    file_fields="position p boards confidence seed",
    name="compound",
    of_a_game=False,
)
