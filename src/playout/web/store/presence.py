"""Who is there: the seats of each table of which somebody has the page open."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


class Presence:
    """The pages that are open, by the key of the table, and how many of each seat."""

    def __init__(self) -> None:
        self._pages = defaultdict[str, Counter[int]](Counter)

    @contextmanager
    def noted(self, key: str, seats: Sequence[int]) -> Iterator[None]:
        """Within this context somebody on these seats has the page of the table open."""
        self._pages[key].update(seats)
        try:
            yield
        finally:
            self._pages[key].subtract(seats)

    def seats(self, key: str) -> list[int]:
        """The seats of a table of which somebody is there."""
        return sorted(+self._pages[key]) if key in self._pages else []
