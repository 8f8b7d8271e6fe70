"""Checks of games and strategies: the checks that Playout's own tests use.

    from playout.testing import check_game, check_strategy

    def test_the_rules_of_pig():
        check_game("pig").assert_ok()

A :class:`Report` lists the checks and, in sentences, everything that they found wrong, with a
drawing of the position and a command that shows it again.  ``playout check`` does the same on the
command line.
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
