"""Further views of the exact counts of a run: histograms, quantiles, chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from playout.engine.game.game import Game, Measure
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_each, read_values
from playout.engine.words.spelling import as_typed, named
from playout.questions.runs.seats import Row
from playout.report.estimates import QUANTILES, read_quantiles
from playout.report.words import head, listed

MOST = 20  # histograms or chances in one answer


@dataclass(frozen=True)
class Views:
    """The views shown besides the estimates; they come from the counts and change none."""

    histograms: tuple[Measure, ...] = ()
    quantiles: tuple[Fraction, ...] = tuple(QUANTILES.values())
    chances: tuple[Measure, ...] = ()  # rates of the games that meet a condition

    @property
    def quantiles_chosen(self) -> bool:
        """Whether the quantiles are not the usual ones, so that people see them."""
        return self.quantiles != tuple(QUANTILES.values())

    def notes(self, rows: Sequence[Row], game: Game) -> list[str]:
        """Which of these are not known, as they are of one seat of several that share a row."""
        if all(row.seats == 1 for row in rows):
            return []
        means = [one for one in game.measures if one.kind == "mean"] * self.quantiles_chosen
        unknown = [head(one.name) for one in (*means, *self.chances) if one.per_seat]
        if not unknown:
            return []
        each = f"{listed(unknown)}: where a strategy has several seats, a row shows their mean"
        what = " and ".join(["quantiles"] * bool(means) + ["chances"] * bool(self.chances))
        return [f"{each}; use --by seat for {what} of one seat"]


USUAL = Views()


def read_views(
    game: Game,
    histogram: object = None,
    quantiles: object = None,
    chance: object = None,
) -> Views:
    """The views that a user asks for: names of measures, parts, conditions; one, or several.

    PlayoutError for what is none.
    """
    names = _several("histogram", histogram)
    conditions = [chance] if isinstance(chance, str) else read_each("chance", chance or [])
    chances = tuple(game.chance(one) for one in conditions)
    for name, given in (("histogram", names), ("chance", chances)):
        if len(given) > MOST:
            raise PlayoutError(f"{named(name)}: at most {MOST} can be shown at once")
    return Views(
        tuple(dict.fromkeys(game.measure(_named(one)) for one in names)),
        read_quantiles(quantiles, USUAL.quantiles),
        tuple(dict.fromkeys(chances)),
    )


def _several(name: str, given: object) -> list[object]:
    """One value or several, each perhaps a text with commas."""
    each = [] if given is None else read_each(name, given)
    return [part for one in each for part in (read_values(one) if isinstance(one, str) else [one])]


def _named(given: object) -> str:
    if not isinstance(given, str) or not given:
        raise PlayoutError(f"{as_typed('histogram', given)}: must be the name of a measure")
    return given
