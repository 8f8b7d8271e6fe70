"""What a study of Hex may ask, as data.

kind = "hex-map"      criticality maps with several numbers of boards, side by side
kind = "hex-compound" compound games with several numbers of boards per move, and one in pictures
kind = "hex-scaling"  pivotal cells and length against the size of the board, with fitted slopes
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from playout.games.hex.board import MOST
from playout.study.spec import Count, read_count

Boards = Annotated[int, BeforeValidator(lambda given: read_count(given, "boards"))]
Size = Annotated[int, Field(ge=1, le=MOST)]


class HexSpec(BaseModel):
    """A question about Hex as data; every field can stand in a study's TOML file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str
    seed: int = Field(default=1, ge=0, lt=2**63)
    # What a report says of it:
    order: int = 100
    title: str = ""
    question: str = ""
    answer: str = ""  # a Jinja template over the rows of the table and more; see docs/hex.md
    notes: str = ""

    def changed(self, games: int | None, seed: int | None) -> Self:
        """The same with another seed, or with less to do, in proportion to ``games``.

        Then there are at most so many compound games, 10 boards for each of them per move, and
        1,000 for each of them per map.
        """
        changes = {} if games is None else self.limited(games)
        return self.model_copy(update=changes if seed is None else {**changes, "seed": seed})

    def limited(self, games: int) -> dict[str, Any]:
        """The fields that change when there is less to do."""
        raise NotImplementedError


class MapSpec(HexSpec):
    """kind = "hex-map": a map of one board for each number of random boards."""

    rows: Size = 11
    boards: list[Boards] = Field(default=[10_000_000], min_length=1)

    def limited(self, games: int) -> dict[str, Any]:
        return {"boards": list(dict.fromkeys(min(n, 1_000 * games) for n in self.boards))}


class CompoundSpec(HexSpec):
    """kind = "hex-compound": compound games for each number of boards per move."""

    rows: Size = 11
    boards: list[Boards] = Field(default=[10_000], min_length=1)
    games: Count = 1_000

    def limited(self, games: int) -> dict[str, Any]:
        boards = list(dict.fromkeys(min(n, 10 * games) for n in self.boards))
        return {"boards": boards, "games": min(self.games, games)}


class ScalingSpec(HexSpec):
    """kind = "hex-scaling": a map and compound games for each size of board."""

    rows: list[Size] = Field(default=[3, 5, 7, 9, 11], min_length=1)
    boards: Boards = 1_000_000  # of each map
    games: Count = 100  # for each size
    boards_per_move: Boards = 2_000
    fit_from: Size = 5  # slopes are fitted to boards of this size and more

    def limited(self, games: int) -> dict[str, Any]:
        return {
            "boards": min(self.boards, 1_000 * games),
            "games": min(self.games, games),
            "boards_per_move": min(self.boards_per_move, 10 * games),
        }


KINDS: dict[str, type[HexSpec]] = {
    "hex-map": MapSpec,
    "hex-compound": CompoundSpec,
    "hex-scaling": ScalingSpec,
}
