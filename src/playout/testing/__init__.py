"""Checks of anybody's strategy or game: what our own tests hold ours to.

    from playout.testing import check_game, check_strategy

    def test_pig_keeps_what_games_must():
        check_game("pig").assert_ok()

A :class:`Report` says what was looked at, and in sentences what was found, with the position drawn
and what shows it again.  ``playout check`` does the same on the command line.
"""

from __future__ import annotations

from playout.testing.case import Case, Hooks
from playout.testing.checking import check_game, check_strategy
from playout.testing.report import Checked, Fault, Finding, Report, Unchecked

__all__ = [
    "Case",
    "Checked",
    "Fault",
    "Finding",
    "Hooks",
    "Report",
    "Unchecked",
    "check_game",
    "check_strategy",
]
