"""Studies of compound games: several samples a move side by side, and one game in pictures.

kind = "hex-compound" in a study's TOML file.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import Any, Literal

from pydantic import Field

from playout.games.hex.display.drawing import board_svg
from playout.games.hex.display.notation import cell_name
from playout.questions.hex import maps
from playout.questions.hex.compound.answer import Answer
from playout.questions.hex.compound.asked import Asked, ask
from playout.questions.hex.compound.job import Job
from playout.questions.hex.figures import board_figure
from playout.questions.hex.positions import SIZE
from playout.questions.hex.studies import (
    Boards,
    Size,
    error_of_mean,
    intervals,
    table_of,
    template_words,
    told,
)
from playout.questions.hex_tables import COMPOUND
from playout.report import answer, study
from playout.report.figures import PIXELS
from playout.report.study import Count, Steps, Together
from playout.report.tables import Figure, Table
from playout.report.templates import filled_in
from playout.report.words import several, took

LEAST_BOARDS = 1_000  # of a map that is shown, however few are sampled for a move


class Study(study.Study):
    """Compound games on an empty board, as data; every field can stand in its TOML file."""

    kind: Literal["hex-compound"] = "hex-compound"
    rows: Size = SIZE  # and as many columns
    boards: list[Boards] = Field(
        default=[COMPOUND["boards"].usual], min_length=1
    )  # a move; games for each number
    games: Count = COMPOUND["games"].usual

    def limited(self, games: int) -> dict[str, Any]:
        """So many games at most, with ten boards a move for each."""
        boards = list(dict.fromkeys(min(n, 10 * games) for n in self.boards))
        return {"boards": boards, "games": min(self.games, games)}

    def check(self) -> None:
        """Whatever its fields allow can be played."""

    def rehearse(self) -> None:
        """Make the answer of a few games on a small board."""
        small = self.changed(games=3, seed=None)
        study.rehearse(small.model_copy(update={"rows": 3}))

    def series(self, boards: int) -> Asked:
        """The games with so many boards a move."""
        return ask(self.rows, games=self.games, boards=boards, seed=self.seed)

    def steps(self) -> Steps:
        """Play the games for each number of boards; then map positions of the last first game.

        Each has a run file of its own.
        """
        series: list[Answer] = []
        numbers = list(dict.fromkeys(self.boards))
        for boards in numbers:
            found = yield f"-{boards}", Job(self.series(boards))
            if found.games:
                series.append(Answer(found))
            if not found.complete:
                break
        mapped: dict[int, maps.Answer] = {}
        complete = len(series) == len(numbers) and series[-1].complete
        if complete:
            complete = yield from _mapped(series[-1], mapped)
        return AllSeries(self, series, mapped, complete)


def _mapped(
    games: Answer, mapped: dict[int, maps.Answer]
) -> Generator[tuple[str, maps.Job], maps.Found, bool]:
    """Make maps of the first game: before its first stone, after a third and two thirds of them.

    Returns whether all of them were finished.
    """
    length = games.played[0].length
    for stones in sorted({0, length // 3, 2 * length // 3}):
        asked = maps.ask(
            stones=games.after(0, stones),
            boards=max(games.boards, LEAST_BOARDS),
            seed=games.seed,
        )
        found = yield f"-after-{stones}", maps.Job(asked)
        if found.games:
            mapped[stones] = maps.Answer(found)
        if not found.complete:
            return False
    return True


def _map_picture(games: Answer, stones: int, one: maps.Answer) -> Figure:
    """The map of the first game after so many stones, which have their numbers."""
    numbers = games.numbers(0, stones)
    chosen = cell_name(int(games.played[0].cells[stones]), one.cols)
    shown: dict[str, Any] = {
        "stones": one.stones,
        "heat": one.heat,
        "numbers": numbers,
        "title": f"Hex, {one.rows} x {one.cols}: how often each cell is pivotal in game 0 after "
        f"{several(stones, 'stone')}; the next goes to {chosen}",
    }
    return Figure(
        lambda width: board_figure(**shown, width=width),
        name=f"after-{stones}",
        drawing=lambda width: board_svg(**shown, width=PIXELS * width),
        in_notebook=True,
    )


class AllSeries(answer.Answer):
    """The compound games of a study."""

    kind = "hex-compound"
    unit = "compound games"
    keys = ("boards_per_move",)

    def __init__(
        self,
        study: Study,
        series: list[Answer],
        mapped: dict[int, maps.Answer],
        complete: bool,
    ) -> None:
        super().__init__(Together(study.series(study.boards[0]), series, complete))
        self.study, self.series = study, series
        self._mapped = mapped  # the first game of the last series: stones -> the map after them

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The main table: a row for each number of boards a move (see :func:`row_of`)."""
        return [row_of(one) for one in self.series]

    def sentence(self) -> str:
        """What the study's template makes of the games, or what the last series says."""
        if not self.study.answer and self.series:
            return self.series[-1].sentence()
        first = self.series[-1].moves(0) if self.series else []
        mine = {"rows": self.rows, "size": self.study.rows, "first": first}
        words = {**template_words(), **mine}
        return filled_in(self.study.answer, words, self.complete)

    def caption(self) -> str:
        """What the numbers are."""
        played = f"{self.games:,} compound games{took(self.seconds)}"
        return f"{intervals(self.complete)}; wins in per cent; seed {self.seed}; {played}"

    def tables(self) -> list[Table]:
        """A row for each number of boards a move; and all games of each, as files."""
        every = [one.all_games(f"{one.boards}-games") for one in self.series]
        return [table_of(self.rows), *every]

    def figures(self) -> list[Figure]:
        """The first game of the last series: maps on its way, its end; and all lengths."""
        if not self.series:
            return []
        last = self.series[-1]
        game = last.played[0]
        numbers = last.numbers(0, game.length)
        end = Figure(
            lambda width: board_figure(
                last.final(0), numbers=numbers, title=last.title(0), width=width
            ),
            name="game",
            drawing=lambda width: last.svg(0, width=width),
            in_notebook=True,
        )
        pictures = [_map_picture(last, stones, one) for stones, one in self._mapped.items()]
        return [*pictures, end, Figure(last.plot, name="lengths", in_notebook=True)]


def row_of(one: Answer) -> dict[str, Any]:
    """A series of games in a row, with wins in per cent, and what `told` has of an estimate."""
    wins, games = one.win_interval.estimate, one.games
    return {
        "boards_per_move": one.boards,
        "games": games,
        **told("length", one.mean_length, error_of_mean(one.lengths)),
        "shortest": int(one.lengths.min()),
        "longest": int(one.lengths.max()),
        **told("player_1_wins", one.win_interval, math.sqrt(wins * (1 - wins) / games), 100),
        "games_with_a_silent_sample": one.silent_stops,
    }
