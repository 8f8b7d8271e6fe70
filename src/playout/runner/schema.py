"""The tables of a run's file, version by version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

APPLICATION = 0x506C6179  # "Play": the kind of file, in the header of SQLite
SCHEMAS = (
    # Version 1.
    """
    CREATE TABLE run (      -- one row: what was asked
        kind TEXT NOT NULL,
        asked TEXT NOT NULL, -- canonical JSON
        hash TEXT NOT NULL   -- of kind and asked
    );
    CREATE TABLE target (   -- what is to be played of each arm; the last row counts
        begin INTEGER NOT NULL,  -- the first game
        games INTEGER NOT NULL,  -- the number after the last one
        whole INTEGER NOT NULL,  -- the same of the run of which this is a part
        at TEXT NOT NULL
    );
    CREATE TABLE code (     -- who has played
        id INTEGER PRIMARY KEY,
        playout TEXT NOT NULL,
        game INTEGER NOT NULL,  -- version of the game's behaviour
        digest TEXT NOT NULL,   -- of the source of the engine, the games and the strategies
        python TEXT NOT NULL,
        at TEXT NOT NULL
    );
    CREATE TABLE batch (
        cell INTEGER NOT NULL,   -- the arm
        first INTEGER NOT NULL,
        count INTEGER NOT NULL,
        counts BLOB NOT NULL,    -- stats/packing.py
        mark BLOB NOT NULL,      -- digest of all of this
        seconds REAL NOT NULL,
        code INTEGER NOT NULL,
        PRIMARY KEY (cell, first)
    ) WITHOUT ROWID;
    """,
    # Version 2.
    """
    ALTER TABLE run ADD COLUMN mark BLOB;  -- digest of all rows of target and code
    """,
    # Version 3.
    """
    ALTER TABLE code ADD COLUMN files TEXT;  -- strategy files, as JSON: name -> place, text
    """,
    # Version 4.
    """
    -- The mark of a batch is a digest of the question's hash too.
    """,
)
"""The statements that make a file of each version from one of the version before."""
MARKED = 2  # since this version a digest shows damage to what decides a run
FILED = 3  # since this version strategy files are named, each by digests of its place and its text
BOUND = 4  # since this version the digest of a batch shows that it is of another question


def statements(scripts: Iterable[str]) -> Iterator[str]:
    """Their statements one by one: SQLite's executescript would end the transaction."""
    for script in scripts:
        plain = "\n".join(line.split("--")[0] for line in script.splitlines())
        yield from filter(str.strip, plain.split(";"))
