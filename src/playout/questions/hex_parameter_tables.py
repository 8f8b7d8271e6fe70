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

SIZE = output("size", "Rows, or rows x columns: 11 (default) or 7x9.", unit="SIZE")
CONFIDENCE = Parameter(
    "confidence",
    "P",
    "Stop sampling once one cell is clearly the most pivotal, with this confidence, as 0.99.",
    kind="number",
    reader="confidence",
)
BIAS = Parameter(
    "p", "P", "Chance that a free cell is player 1's, 0 to 1.", 0.5, kind="number", reader="chance"
)
STONES = Parameter("stones", "FILE", "File with the position to start from.", kind="file")

MAP = Question(
    "hex-map",
    """Random-turn Hex: map how often each cell is pivotal.

    Free cells are filled at random; a cell is pivotal if flipping it alone changes the winner.
    Prints a map of the board.
    """,
    (
        SIZE,
        count(
            "boards",
            "Random boards, at most with --confidence: 5000, 100k or 2M (default: {default}).",
            "10M",
        ),
        CONFIDENCE,
        BIAS,
        STONES,
        Parameter(
            "method",
            "METHOD",
            "How pivotal cells are found: flood, gale or flip, with equal results; or exact, "
            "which counts all fillings of up to 25 free cells.",
            "flood",
        ),
        SEED,
        WORKERS,
        SAVE,
        CSV,
        XLSX,
        replace(PLOT, help="Draw the map to this file: .svg, .png or .pdf."),
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
    """Random-turn Hex: play optimally, as far as samples show.

    Every stone goes to the cell that is pivotal on most of the sampled boards, and a coin says
    whose it is, until a player has joined both sides.
    """,
    (
        SIZE,
        count("games", "Games, as 500 or 10k.", "1k", command_default="100"),
        count("boards", "Random boards per move, at most: 20k (default: {default}).", "10k"),
        CONFIDENCE,
        BIAS,
        STONES,
        SEED,
        WORKERS,
        SAVE,
        replace(CSV, help="Write a row per game to this file; - prints them."),
        XLSX,
        replace(PLOT, help="Draw the first game (.svg) or the lengths (.png, .pdf)."),
        JSON,
    ),
    limit="games",
    command_parameters="size games boards confidence p seed",
    file_fields="position p boards confidence seed",
    name="compound",
    of_a_game=False,
)
