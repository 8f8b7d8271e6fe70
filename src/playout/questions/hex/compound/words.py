"""What compound games say in words: how long they last, who wins, what was played."""

from __future__ import annotations

from playout.questions.hex.compound.found import Found
from playout.questions.hex.positions import size_of
from playout.report.estimates import fixed_n
from playout.report.words import between, several


def sentence(found: Found) -> str:
    """How long a game lasts, and how often player 1 wins."""
    if not found.games:
        return "Nothing is known yet: no game was played."
    lengths = found.lengths
    return (
        f"A game lasts {between(found.mean_length, False)} stones on average, "
        f"{lengths.min()} to {lengths.max()} in {several(found.games, 'game')}; "
        f"player 1 wins {between(found.win_interval, True)}."
    )


def caption(found: Found) -> str:
    """What was played, and how its moves were sampled."""
    asked = found.asked
    until = "" if asked.confidence is None else f" until separated at {asked.confidence:g}"
    silent = several(found.silent_stops, "game")
    return (
        f"{size_of(asked.stones)}, p = {asked.p:g}, {several(found.games, 'compound game')}, "
        f"{asked.boards:,} boards a move{until}; {silent} had a sample without a pivotal cell "
        f"before the stones decided; 95 % intervals, {fixed_n(found.complete and found.fixed)}; "
        f"seed {asked.seed}; {found.seconds:.1f} s"
    )
