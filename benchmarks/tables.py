"""Whether many tables can be kept: python benchmarks/tables.py

A server of its own on this machine; eight people set up 1,200 tables, which are more than are kept,
and play at them all at once: they move, take back, leave, and come back to tables of each other's,
of which some have been forgotten.  Prints how often each status was answered; none is 500 or more
but 503, "this table is being prepared".  Prints the slowest answers and the memory, too.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections import Counter
from http.client import HTTPConnection
from urllib.parse import urlencode

from web import FORM, megabytes, server

PEOPLE, TABLES = 8, 1_200
GAMES = ("pig", "hex", "yahtzee", "the-game", "cant-stop")
VISITS = 6  # for each table: moves, or looks at any of them


class Visitor(threading.Thread):
    """One who sets tables up, and comes back to them."""

    def __init__(self, port: int, number: int, tables: list[str]) -> None:
        super().__init__()
        self.line, self.chance = HTTPConnection("127.0.0.1", port), random.Random(number)
        self.tables, self.seen = tables, Counter[int]()
        self.times, self.failures = list[float](), list[str]()

    def sent(self, method: str, path: str, **fields: object) -> str:
        """The page, or where it leads."""
        began, body = time.perf_counter(), urlencode(fields, doseq=True)
        self.line.request(method, path, body if method == "POST" else None, FORM)
        answer = self.line.getresponse()
        text = answer.read().decode()
        self.times.append(time.perf_counter() - began)
        self.seen[answer.status] += 1
        if answer.status >= 500 and answer.status != 503:
            self.failures.append(f"{answer.status} {method} {path}: {text[:300]}")
        return answer.headers.get("HX-Redirect") or text

    def run(self) -> None:
        """Set tables up, and visit them."""
        for _ in range(TABLES // PEOPLE):
            game = self.chance.choice(GAMES)
            where = self.sent("POST", "/play", game=game, against="easy")
            self.tables.append(where)
            for _ in range(VISITS):
                self.visit(where if self.chance.random() < 0.7 else self.chance.choice(self.tables))

    def visit(self, where: str) -> None:
        """Do something at a table."""
        page = self.sent("GET", where)
        turn = page.partition('data-turn="')[2].partition('"')[0]
        _, found, rest = page.partition("&#34;text&#34;: &#34;")
        what = self.chance.random()
        if what < 0.15:
            self.sent("POST", f"{where}/undo")
        elif what < 0.25:
            self.sent("GET", f"{where}/transcript")
        elif found:
            self.sent("POST", f"{where}/move", turn=turn, move=rest.partition("&#34;")[0])
        else:
            self.sent("POST", f"{where}/step", turn=turn)


def main() -> None:
    """Print all of it."""
    with server() as (port, process):
        tables, began = list[str](), time.perf_counter()
        people = [Visitor(port, number, tables) for number in range(PEOPLE)]
        for one in people:
            one.start()
        for one in people:
            one.join()
        seen = sum((one.seen for one in people), Counter[int]())
        times = sorted(time for one in people for time in one.times)
        print(f"{len(tables):,} tables in {time.perf_counter() - began:.0f} s, answers by status:")
        print(", ".join(f"{status}: {number:,}" for status, number in sorted(seen.items())))
        shares = ((share, times[int(share * len(times))]) for share in (0.5, 0.95, 0.99))
        print(", ".join(f"{share:.0%}: {1000 * one:.0f} ms" for share, one in shares))
        print(f"{megabytes(process, 'VmHWM'):,.0f} MB at most")
        failures = [failure for one in people for failure in one.failures]
        print(*failures[:5], sep="\n")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
