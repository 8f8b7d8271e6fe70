"""What compound games say in words: how long they last, who wins, what was played."""

from __future__ import annotations

from playout.questions.hex.compound.found import Found
from playout.questions.hex.positions import board_said, size_of
from playout.report.estimates import fixed_intervals
from playout.report.words import about, between, several, took


def sentence(found: Found) -> str:
    """How long a game lasts, and how often player 1 wins."""
    where = board_said(found.asked.stones, found.asked.p)
    if not found.games:
        return f"{where}: nothing is known yet; no game was played."
    return (
        f"{where}, each stone on the cell that is pivotal most often: a game lasts "
        f"{about(found.mean_length, False)} stones on average, and player 1 wins "
        f"{about(found.win_interval, True)} of the games."
    )


def caption(found: Found) -> str:
    """What was played, and how its moves were sampled."""
    asked = found.asked
    until = "" if asked.confidence is None else f" until clear with confidence {asked.confidence:g}"
    games = several(found.games, "compound game")
    if found.games:
        games += (
            f" of {found.lengths.min()} to {found.lengths.max()} stones, "
            f"{between(found.mean_length, False)} on average; "
            f"player 1 wins {between(found.win_interval, True)}"
        )
    silent = several(found.silent_stops, "game")
    return (
        f"{size_of(asked.stones)}, p = {asked.p:g}, {games}; "
        f"{asked.boards:,} boards a move{until}; {silent} had a sample without a pivotal cell "
        f"before the stones decided; {fixed_intervals(found.complete and found.fixed)}; "
        f"seed {asked.seed}{took(found.seconds, '; ')}"
    )
