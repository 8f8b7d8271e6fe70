"""The answer of a tournament: of rivals, or of partners in games whose players are one team."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playout.questions.tournament.found import Found
from playout.questions.tournament.partners import Partners
from playout.questions.tournament.rivals import Rivals
from playout.report import answer
from playout.report.estimates import fixed_n
from playout.report.figures import PAGE
from playout.report.tables import Figure, Table

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture


class Answer(answer.Answer):
    """The result of `tournament`: standings, ratings and a cross table."""

    kind = "tournament"
    found: Found

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self._shown = Partners(found) if found.asked.is_team else Rivals(found)

    @property
    def names(self) -> list[str]:
        """The strategies, the best first."""
        return self._shown.names

    def sentence(self) -> str:
        """Return which strategy wins most often, whether it is clearly the best, and what else is
        clear: cycles, a mixture that no strategy beats, and what more of a parameter does.

        Of a team: which strategy is the best partner, and who fits whom.
        """
        return self._shown.sentence()

    def caption(self) -> str:
        return self._shown.caption()

    def cross(self) -> pd.DataFrame:
        """Return how often each strategy came before each other one, as a data frame.

        Columns: ``strategy``, ``other``, the ``games`` in which both played, ``ahead`` (0..1, ties
        count half) with the 95 % interval ``ahead_low`` to ``ahead_high``, ``p_holm`` (the p-value
        of equal strength, adjusted for all pairs by Holm-Bonferroni), ``differ`` (whether it is
        at most 0.05), and the ``verdict``: "better", "worse" or "not clear".

        Of a team: what both reach together (``win``); ``over_own``, how much more that is than with
        the strategy's own kind, with intervals that hold at once; and the ``verdict``: "better" or
        "worse" than either with its own kind, "between", "not clear", or "own kind".
        """
        return self.table("cross")

    def mixtures(self) -> pd.DataFrame:
        """Return how often each strategy is in the mixture that no strategy beats, a row for each.

        Columns: ``strategy``, ``mixture`` (a Nash equilibrium of choosing a strategy, 0..1) and
        ``alpha_rank`` (0..1), each with its 95 % interval; and, from ``least`` to ``most``, what
        part (0..1) the strategy has in any mixture that no strategy beats, if the results are
        taken as they are.  Without rows unless two play at a table and there are 3 to 40
        strategies.
        """
        return self.table("mixtures")

    @property
    def only_mixture(self) -> bool | None:
        """Whether the mixture of :meth:`mixtures` is the only one that no strategy beats.

        False if there are others by these results; None if that is not clear yet, or if mixtures
        has no rows.
        """
        return self._shown.only_mixture

    def tables(self) -> list[Table]:
        """The standings, a row for each strategy, the best first; and the cross table.

        Standings have ``strategy``, the ``games`` that it has played, and estimate, low and high of
        ``win`` (share of a game, 0..1), of the measure that places (``points``) and of ``rating``;
        the ends are those of 95 % intervals, infinite where a rating has none.  See :meth:`cross`
        for the other.  Of a team: the mean over all partners, over its ``own`` kind, and how much
        more that is than with ``others``.
        """
        return self._shown.tables()

    @property
    def enough(self) -> int:
        return self._shown.enough

    def clearer(self, file: str = "") -> str:
        """The command for more games; if only two strategies may be the best, it compares these."""
        return self._shown.comparison() or super().clearer(file)

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "tables": len(asked.tables),
            "table_games": asked.table_games,
            "interval": fixed_n(self.complete),
            "only_mixture": self.only_mixture,
        }

    def common_settings(self) -> dict[str, Any]:
        return dict(self.found.asked.rules.values)

    def figures(self) -> list[Figure]:
        return self._shown.figures()

    def plot(self, width: float = PAGE) -> Picture:
        """Return the strategies with intervals, and the cross table, as a matplotlib figure.

        ``width`` is in inches.
        """
        return self._shown.plot(width)
