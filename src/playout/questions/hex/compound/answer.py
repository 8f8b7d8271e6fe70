"""The answer of compound games: a sentence, a row for each game, the first game and all lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.words.reading import read_whole
from playout.games.hex.board import FREE, SIDES, Stones
from playout.games.hex.compound import CompoundGame
from playout.games.hex.display.drawing import board_svg
from playout.games.hex.display.notation import SIGNS, cell_name, format_stones
from playout.questions.hex.board_answer import BoardAnswer, with_error
from playout.questions.hex.compound.found import Found
from playout.questions.hex.figures import length_figure
from playout.report.estimates import (
    about_or_between,
    fixed_intervals,
    fixed_n,
    is_wide,
    only_between,
    part_of,
    somewhere,
    too_few,
)
from playout.report.figures import PAGE, PIXELS, inches
from playout.report.tables import Figure, Table
from playout.report.text_tables import wrapped
from playout.report.words import SOMEWHERE, about, ends, several, spelled, took
from playout.stats.intervals import Interval, mean_interval, rate_interval
from playout.stats.tally import Histogram

if TYPE_CHECKING:
    from playout.report.picture import Picture

ENOUGH_BOARDS = 100  # random boards for a move; with fewer, chance decides which cell it takes
ENOUGH_PER_CELL = 2  # of a large board
CROSSING = "to the cell nearest the middle where the shortest ways of both players cross"


class Answer(BoardAnswer):
    """The result of `compound`: games in which every stone goes on a most pivotal cell.

    A coin decides the owner of each stone.

    - ``played``: the games, stone by stone.
    - ``boards``: maximum number of random boards per move.
    - ``lengths``: int64[games], stones placed until the position was decided.
    - ``winners``: int64[games], 1 or 2.
    """

    kind = "hex-compound"
    unit = "compound games"
    keys = ("game",)
    tossed = "turn"
    settings = ("position", "p", "boards", "confidence")
    found: Found

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self.boards = found.asked.boards
        self.played: Sequence[CompoundGame] = found.played
        self.lengths = np.array([game.length for game in self.played], np.int64)
        self.winners = np.array([game.winner for game in self.played], np.int64)

    @property
    def mean_length(self) -> Interval:
        """The mean length with its 95 % interval; exact where chance decides nothing."""
        if self.games and not self._is_tossed and self._never_decided:
            return Interval.exact(float(self.lengths[0]))
        return mean_interval(
            Histogram.of(self.lengths), top=self._free, least=float(self._shortest)
        )

    @property
    def _free(self) -> int:
        """Number of free cells: no game has more stones."""
        return int((self.stones == FREE).sum())

    @property
    def _is_tossed(self) -> bool:
        """Whether either player may get the next stone."""
        return 0 < self.p < 1

    @property
    def _shortest(self) -> int:
        """The fewest stones in which a game can be won, as far as it is easily known."""
        return min(self.rows, self.cols) if self._free == self.stones.size else 1

    @property
    def win_interval(self) -> Interval:
        """Player 1's win rate with its 95 % interval (Clopper-Pearson); exact if p is 0 or 1."""
        if self.games and not self._is_tossed:
            return Interval.exact(self.p)
        return rate_interval(int((self.winners == 1).sum()), self.games)

    @property
    def silent_stops(self) -> int:
        """The number of games in which a sample showed no pivotal cell before the game was decided.

        The published method stops there and counts such a game as finished.
        """
        return sum(game.silent >= 0 for game in self.played)

    @property
    def _never_decided(self) -> bool:
        """Whether no cell decided a random board, at any move of any game.

        Without a coin all random boards of a game are the same board.
        """
        first = all(game.silent == 0 for game in self.played)
        return first and (not self._is_tossed or int(self.lengths.max()) == 1)

    @property
    def _stone(self) -> str:
        """The noun for what is placed: ``more stone`` beside those of the position."""
        return "stone" if self._free == self.stones.size else "more stone"

    def _how(self) -> str:
        """How the stones are placed: to the cell that decides most often."""
        up_to = "" if self.confidence is None else "up to "
        times = spelled(f"{self.boards:,}", " times")
        coin = "a coin decides whose stone is next"
        how = "How it is played: "
        boards = several(self.boards, "random board")
        if self._never_decided and not self._is_tossed:
            return f"{how}no cell can decide who wins here, so each stone goes {CROSSING}."
        if self._never_decided:
            return (
                f"{how}{coin}. No cell decided any of the {boards}, so the stone went {CROSSING}. "
                f"{too_few(boards)} here."
            )
        how += f"{coin}, and the" if self._is_tossed else "each"
        how += (
            " stone goes to the cell that most often decided who wins when the rest of the board "
            f"was filled at random ({up_to}{times}).{self._unfound(boards)}"
        )
        if self.boards < max(ENOUGH_BOARDS, ENOUGH_PER_CELL * self._free):
            how += f" {too_few(f'{boards} for each move')} for good play."
        return how

    def _unfound(self, boards: str) -> str:
        """Where the stones went for which no cell was found; "" if there are none."""
        games = self.silent_stops
        if not (games and self._is_tossed):
            return ""
        some = f"In {games:,} of {self.games:,} games, " if self.games > 1 else ""
        some = f"In all {games:,} games, " if 1 < games == self.games else some
        few = too_few(boards).replace(" is ", " was ").replace(" are ", " were ")
        return f" {some}{few} to find such a cell for some stones, which went {CROSSING}."

    @property
    def _intervals_hold(self) -> bool:
        """Whether the number of games was fixed in advance, and all were played."""
        return self.complete and self.found.fixed

    def sentence(self) -> str:
        """How long a game lasts, and how often player 1 wins."""
        if not self.games:
            return f"{self.board}: no game has been played yet."
        least, most = int(self.lengths.min()), int(self.lengths.max())
        how = self._how()
        if self.games == 1 and self._is_tossed:
            sign = SIGNS[int(self.winners[0])]
            only = "the only game" if self.complete else "the only game before the stop"
            return (
                f"{self.board}: player {self.winners[0]} ({sign}) won {only}, after "
                f"{several(most, self._stone)}. One game cannot show how often that happens. {how}"
            )
        return f"{self.board}: {self._lasts(least, most)}. {self._wins()}. {how}"

    def _lasts(self, least: int, most: int) -> str:
        """How long a game lasts: ``a game lasts about 4.37 stones on average``."""
        length = self.mean_length
        average = about_or_between(length, rate=False)
        if length.low == length.high:
            return f"every game lasts {several(most, self._stone)}"
        the = f"the {self.games:,}"
        lasted = f"{least} {'and' if self.games == 2 else 'to'} {most} {self._stone}s"
        if least == most:
            the = "both" if self.games == 2 else f"all {self.games:,}"
            lasted = several(most, self._stone)
        if is_wide(length, rate=False):
            return f"{the} games lasted {lasted}. Over many games, the average is {average}"
        if least == most:
            return f"{the} games lasted {lasted}"
        return (
            f"a game lasts {average} {self._stone}{'s' * (not average.endswith(' 1'))} on average"
        )

    def _wins(self) -> str:
        """How often player 1 wins, or who wins always."""
        win = self.win_interval
        if not self._is_tossed:
            player = 2 - int(self.p)
            return f"Player {player} ({SIGNS[player]}) wins every game"
        who, part = f"Player 1 ({SIGNS[1]})", part_of(win, self.games)
        if is_wide(win, rate=True) or win.estimate in (0, 1):
            return f"{who} won {part}, {only_between('win rate', win)}"
        if win.low <= 1 / 2 <= win.high:
            where = somewhere(win, rate=True).replace(SOMEWHERE, "(the win rate is between ") + ")"
            return f"{who} won {part}: neither player is clearly ahead {where}"
        return f"{who} wins {about(win, True)} of the games"

    def caption(self) -> str:
        """The games, and how their moves were sampled."""
        sure = self.confidence
        until = "" if sure is None else f" until clear with confidence {sure:g}"
        results = ""
        if self.games:
            results = (
                f" {self._range(self.lengths.min(), self.lengths.max())} a game, "
                f"{with_error(self.mean_length, False)} on average; "
                f"player 1 (joins {SIDES[1]}) wins {with_error(self.win_interval, True)}."
            )
        silent = ""
        if self.silent_stops and self._is_tossed:
            of = several(self.silent_stops, "game")
            silent = f" In {of}, no cell decided any random board at some move: use more --boards."
        is_exact = all(one.low == one.high for one in (self.mean_length, self.win_interval))
        brackets = f" In brackets: {fixed_intervals(self._intervals_hold)}."
        brackets = "" if self.games and is_exact else brackets
        return (
            f"{self.size}: {several(self.games, 'compound game')} with "
            f"{several(self.boards, 'board')} per move{until}{took(self.seconds)}; seed "
            f"{self.seed}.{results}{silent}{brackets}"
        )

    def _range(self, least: int, most: int) -> str:
        """How long the shortest and the longest game are: ``3 to 6 stones``."""
        noun = self._stone
        return several(most, noun) if least == most else f"{least} to {most} {noun}s"

    def facts(self) -> dict[str, Any]:
        """The position to start from, the sampling of moves, and the results of all games."""
        return {
            **super().facts(),
            "boards": self.boards,
            "confidence": self.confidence,
            "interval": fixed_n(self._intervals_hold),
            **ends("length", self.mean_length),
            **ends("win", self.win_interval),
            "silent_stops": self.silent_stops,
        }

    def _game(self, number: int) -> CompoundGame:
        """The game of a number, from 0."""
        return self.played[read_whole("number", number, 0, self.games - 1)]

    def row(self, number: int) -> dict[str, Any]:
        """Return a row of the table as a dict.

        Its keys are game, winner, length, boards (sampled in total), silent (stones on the board
        when a sample first showed no pivotal cell; -1 for never), and moves (cells in order, each
        with its owner: X is player 1, O is player 2).
        """
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
        """Return the table of all games; in a study, with the name of its file."""
        return Table([self.row(k) for k in range(self.games)], [], name=name, is_shown=False)

    def tables(self) -> list[Table]:
        """A row for each game (see :meth:`row`), for machines: people see the first game."""
        return [self.all_games()]

    def moves(self, number: int) -> list[str]:
        """Return the stones of a game in order, such as "f6 X"."""
        game = self._game(number)
        return [
            f"{cell_name(cell, self.cols)} {SIGNS[owner]}"
            for cell, owner in zip(game.cells.tolist(), game.owners.tolist(), strict=True)
        ]

    def after(self, number: int, stones: int) -> Stones:
        """Return the position of a game after a number of stones: int8[rows, cols]."""
        position, game = self.stones.copy(), self._game(number)
        stones = read_whole("stones", stones, 0, position.size)
        position.flat[game.cells[:stones]] = game.owners[:stones]
        return position

    def final(self, number: int) -> Stones:
        """Return the final position of a game: int8[rows, cols]."""
        return self.after(number, self._game(number).length)

    def numbers(self, number: int, stones: int) -> dict[int, int]:
        """Return the first stones of a game: the number of the stone, from 1, by cell."""
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
        """Return a game and its last position as text, at most ``width`` characters per line."""
        moves = wrapped(f"game {number}: {', '.join(self.moves(number))}", width)
        return f"{moves}\n{format_stones(self.final(number))}"

    def svg(self, number: int, title: str | None = None, width: float = PAGE) -> str:
        """Return a game as an SVG string, with numbered stones, at most ``width`` inches wide.

        The title "" leaves out the title.
        """
        numbers = self.numbers(number, self._game(number).length)
        shown = self.title(number) if title is None else title
        return board_svg(
            self.final(number), numbers=numbers, title=shown, width=PIXELS * inches(width)
        )

    def title(self, number: int) -> str:
        """Return the title of the picture of a game."""
        game = self._game(number)
        winner = f"won by player {game.winner} with stone {game.length}"
        return f"{self.heading}: compound game {number}, {winner}"

    def plot(self, width: float = PAGE) -> Picture:
        """Return the distribution of the lengths as a matplotlib figure, ``width`` inches wide."""
        return length_figure(
            self.lengths,
            f"{self.heading}: number of stones in a compound game",
            f"{several(self.games, 'game')}, at most {several(self.boards, 'board')} sampled "
            "per move",
            width,
        )
