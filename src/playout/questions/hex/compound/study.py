"""Studies of compound games: several samples a move side by side, and one game in pictures.

kind = "hex-compound" in a study's TOML file.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from pydantic import Field

from playout.games.hex.display.notation import cell_name
from playout.questions.hex import maps, studies
from playout.questions.hex.asked import SIZE
from playout.questions.hex.compound.answer import Answer
from playout.questions.hex.compound.asked import Asked, ask
from playout.questions.hex.compound.job import Job
from playout.questions.hex.figures import board_picture
from playout.questions.hex.studies import (
    Boards,
    Size,
    error_of_mean,
    estimate,
    in_turn,
    table_of,
)
from playout.questions.hex_parameter_tables import COMPOUND
from playout.report.study import Count, Steps
from playout.report.tables import Figure, Table
from playout.report.words import several

LEAST_BOARDS = 1_000  # of a map that is shown, however few are sampled for a move


class Study(studies.Study):
    """Compound games on an empty board, as data; every field can stand in its TOML file."""

    kind: Literal["hex-compound"] = "hex-compound"
    rows: Size = SIZE  # and as many columns
    boards: list[Boards] = Field(
        default=[COMPOUND["boards"].default_value], min_length=1
    )  # a move; games for each number
    games: Count = COMPOUND["games"].default_value

    def limited(self, games: int) -> dict[str, Any]:
        """So many games, with at most ten boards a move for each of them."""
        boards = list(dict.fromkeys(min(n, 10 * games) for n in self.boards))
        return {"boards": boards, "games": games}

    def series(self, boards: int) -> Asked:
        """The games with this number of boards a move."""
        return ask(self.rows, games=self.games, boards=boards, seed=self.seed)

    def steps(self) -> Steps:
        """Play the games for each number of boards; then map positions of the last first game.

        Each has a run file of its own.
        """
        series: list[Answer] = []
        jobs = ((f"-{boards}", Job(self.series(boards))) for boards in dict.fromkeys(self.boards))
        complete = yield from in_turn(jobs, Answer, series)
        mapped: list[maps.Answer] = []
        if complete:
            complete = yield from in_turn(_maps_of(series[-1]), maps.Answer, mapped)
        return AllSeries(self, series, mapped, complete)


def _shown(games: Answer) -> list[int]:
    """The stones of the first game after which it is mapped: none, a third and two thirds."""
    length = games.played[0].length
    return sorted({0, length // 3, 2 * length // 3})


def _maps_of(games: Answer) -> Iterator[tuple[str, maps.Job]]:
    """The maps of positions of the first game."""
    for stones in _shown(games):
        asked = maps.ask(
            stones=games.after(0, stones),
            boards=max(games.boards, LEAST_BOARDS),
            seed=games.seed,
        )
        yield f"-after-{stones}", maps.Job(asked)


def _map_picture(games: Answer, stones: int, board: maps.Answer) -> Figure:
    """The map of the first game after a number of stones, which have their numbers."""
    chosen = cell_name(int(games.played[0].cells[stones]), board.cols)
    return board_picture(
        f"after-{stones}",
        stones=board.stones,
        heat=board.heat,
        numbers=games.numbers(0, stones),
        title=f"{board.heading}: how often each cell decides game 0 after "
        f"{several(stones, 'stone')}; the next goes to {chosen}",
    )


class AllSeries(studies.Answer):
    """The compound games of a study."""

    kind = "hex-compound"
    unit = "compound games"
    keys = ("boards_per_move",)
    scale = "wins in per cent; "
    answers: Sequence[Answer]

    def __init__(
        self,
        study: Study,
        series: list[Answer],
        mapped: list[maps.Answer],
        complete: bool,
    ) -> None:
        rows = [row_of(answer) for answer in series]
        super().__init__(study, study.series(study.boards[0]), series, rows, complete)
        self._maps = mapped  # of the first game of the last series

    def words(self) -> dict[str, Any]:
        """Also the size of the board, and the first game."""
        first = self.answers[-1].moves(0) if self.answers else []
        return {**super().words(), "size": self.study.rows, "first": first}

    def tables(self) -> list[Table]:
        """A row for each number of boards a move (see :func:`row_of`); all games as files."""
        games = [answer.all_games(f"{answer.boards}-games") for answer in self.answers]
        return [table_of(self.rows), *games]

    def figures(self) -> list[Figure]:
        """The first game of the last series: maps on its way, its end; and all lengths."""
        if not self.answers:
            return []
        last = self.answers[-1]
        numbers = last.numbers(0, last.played[0].length)
        end = board_picture("game", stones=last.final(0), numbers=numbers, title=last.title(0))
        pairs = zip(_shown(last), self._maps, strict=False)  # fewer, if it was stopped
        pictures = [_map_picture(last, stones, board) for stones, board in pairs]
        return [*pictures, end, Figure(last.plot, name="lengths", in_notebook=True)]


def row_of(answer: Answer) -> dict[str, Any]:
    """A series of games in a row, with wins in per cent (see `estimate`)."""
    wins, games = answer.win_interval.estimate, answer.games
    return {
        "boards_per_move": answer.boards,
        "games": games,
        **estimate("length", answer.mean_length, error_of_mean(answer.lengths)),
        "shortest": int(answer.lengths.min()),
        "longest": int(answer.lengths.max()),
        **estimate("player_1_wins", answer.win_interval, math.sqrt(wins * (1 - wins) / games), 100),
        "games_with_a_silent_sample": answer.silent_stops,
    }
