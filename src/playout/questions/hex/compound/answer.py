"""What compound games tell: a sentence, a row for each game, the first game and all lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from playout.engine.words.reading import read_whole
from playout.games.hex.board import Stones
from playout.games.hex.compound import CompoundGame
from playout.games.hex.display.drawing import board_svg
from playout.games.hex.display.notation import SIGNS, cell_name, format_stones, on_one_line
from playout.questions.hex.compound import words
from playout.questions.hex.compound.found import Found
from playout.questions.hex.figures import length_figure
from playout.report import answer
from playout.report.estimates import fixed_n
from playout.report.figures import PAGE, PIXELS, inches
from playout.report.fitting import wrapped
from playout.report.tables import Figure, Table
from playout.report.words import ends
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture


class Answer(answer.Answer):
    """Compound games: every stone on a most pivotal cell, every owner by a coin."""

    kind = "hex-compound"
    unit = "compound games"
    keys = ("game",)
    found: Found

    @property
    def stones(self) -> Stones:
        """The position int8[rows, cols] where all games start."""
        return self.found.asked.stones

    @property
    def p(self) -> float:
        """The chance that a stone, or a free cell of a sampled board, is player 1's."""
        return self.found.asked.p

    @property
    def boards(self) -> int:
        """Boards sampled for a move, at most."""
        return self.found.asked.boards

    @property
    def confidence(self) -> float | None:
        """Sampling for a move stops at this confidence; None: all boards are sampled."""
        return self.found.asked.confidence

    @property
    def played(self) -> Sequence[CompoundGame]:
        """The games, stone by stone."""
        return self.found.played

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """int64[games]: stones placed until the position was decided."""
        return self.found.lengths

    @property
    def winners(self) -> npt.NDArray[np.int64]:
        """int64[games]: 1 or 2."""
        return self.found.winners

    @property
    def mean_length(self) -> Interval:
        """The mean length with its 95 % interval."""
        return self.found.mean_length

    @property
    def win_interval(self) -> Interval:
        """Player 1's rate of winning with its 95 % interval (Clopper-Pearson)."""
        return self.found.win_interval

    @property
    def silent_stops(self) -> int:
        """In how many games a sample showed no pivotal cell before the stones decided.

        Who stops there, as the method this comes from does, takes such a game for finished.
        """
        return self.found.silent_stops

    def sentence(self) -> str:
        """How long a game lasts, and how often player 1 wins."""
        return words.sentence(self.found)

    def caption(self) -> str:
        """What was played."""
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        """Where the games start, how they are sampled, and what they have in common."""
        return {
            "position": on_one_line(self.stones),
            "p": self.p,
            "boards": self.boards,
            "confidence": self.confidence,
            "interval": fixed_n(self.complete and self.found.fixed),
            **ends("length", self.mean_length),
            **ends("win", self.win_interval),
            "silent_stops": self.silent_stops,
        }

    def fixed(self) -> dict[str, Any]:
        """Where the games start, and how they are sampled."""
        facts = self.facts()
        return {name: facts[name] for name in ("position", "p", "boards", "confidence")}

    def _game(self, number: int) -> CompoundGame:
        """The game of that number, from 0."""
        return self.played[read_whole("number", number, 0, self.games - 1)]

    def row(self, number: int) -> dict[str, Any]:
        """A row of the table: game, winner, length, boards (sampled in all), silent (stones on the
        board when a sample first showed no pivotal cell; -1: none did), moves (cells in order,
        each with the sign of its owner, X player 1 or O player 2)."""
        game = self._game(number)
        return {
            "game": number,
            "winner": game.winner,
            "length": game.length,
            "boards": int(game.boards.sum()),
            "silent": game.silent,
            "moves": " ".join(self.moves(number)),
        }

    def all_games(self, name: str = "") -> Table:
        """The table of all games; of a study, with the name of its file."""
        return Table([self.row(k) for k in range(self.games)], [], name=name, is_shown=False)

    def tables(self) -> list[Table]:
        """A row for each game (see :meth:`row`), for machines: people see the first game."""
        return [self.all_games()]

    def moves(self, number: int) -> list[str]:
        """The stones of a game in order, as "f6 X"."""
        game, cols = self._game(number), int(self.stones.shape[1])
        return [
            f"{cell_name(cell, cols)} {SIGNS[owner]}"
            for cell, owner in zip(game.cells.tolist(), game.owners.tolist(), strict=True)
        ]

    def after(self, number: int, stones: int) -> Stones:
        """int8[rows, cols]: the position of a game after so many stones."""
        position, game = self.stones.copy(), self._game(number)
        stones = read_whole("stones", stones, 0, position.size)
        position.flat[game.cells[:stones]] = game.owners[:stones]
        return position

    def final(self, number: int) -> Stones:
        """int8[rows, cols]: the position at the end of a game."""
        return self.after(number, self._game(number).length)

    def numbers(self, number: int, stones: int) -> dict[int, int]:
        """The first so many stones of a game: cell -> its number, from 1."""
        stones = read_whole("stones", stones, 0, self.stones.size)
        cells = self._game(number).cells[:stones].tolist()
        return {cell: k for k, cell in enumerate(cells, 1)}

    def figures(self) -> list[Figure]:
        """The first game, stone by stone; for files that are no SVG the lengths of all games."""
        if not self.games:
            return []
        return [
            Figure(
                self.plot,
                drawing=lambda width: self.svg(0, width=width),
                text=lambda width: self.text(0, width),
                in_notebook=True,
            )
        ]

    def text(self, number: int, width: int | None = None) -> str:
        """A game in lines of so many characters: its moves, and the position at its end."""
        moves = wrapped(f"game {number}: {', '.join(self.moves(number))}", width)
        return f"{moves}\n{format_stones(self.final(number))}"

    def svg(self, number: int, title: str | None = None, width: float = PAGE) -> str:
        """A game as an SVG string, at most so many inches wide: its stones with their numbers; a
        title of "" is none."""
        numbers = self.numbers(number, self._game(number).length)
        shown = self.title(number) if title is None else title
        return board_svg(
            self.final(number), numbers=numbers, title=shown, width=PIXELS * inches(width)
        )

    def title(self, number: int) -> str:
        """What the picture of a game shows."""
        rows, cols = self.stones.shape
        game = self._game(number)
        return (
            f"Hex, {rows} x {cols}: compound game {number}, won by player {game.winner} with stone "
            f"{game.length}"
        )

    def plot(self, width: float = PAGE) -> Picture:
        """The distribution of the lengths as a matplotlib figure, so many inches wide."""
        rows, cols = self.stones.shape
        return length_figure(
            self.lengths,
            f"Hex, {rows} x {cols}: how many stones a compound game takes",
            f"{self.games:,} games, at most {self.boards:,} boards sampled for a move",
            width,
        )
