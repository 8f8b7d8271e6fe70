"""How fast pages are: python benchmarks/web.py

A server of its own on this machine; 20 games under way, each of which a person plays, in a thread
of its own, with half a second between moves, first alone and then while ten of them look at their
odds all the time.  Prints how long a move takes to be answered, how long until the first odds come,
and the bytes of the first page with all that it loads.  Last, in a server of its own, the most
memory that eight long games take: Mexican Train over 1,000 rounds, of which 4,000 moves are played.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from http.client import HTTPConnection
from urllib.parse import urlencode

GAMES, LOOKING = 20, 10
SECONDS, PAUSE = 30.0, 0.5
LONG_GAMES, MOVES = 8, 4_000  # that are kept in memory
LONG_GAME = {"game": "mexican-train", "rule.players": "4", "rule.rounds": "1000"}
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """The port of a new server, and the number of its process."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["web", "--port", "0", "--no-prepare", "--folder", folder]
        command = [sys.executable, "-m", "playout", *words]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        found = re.search(r":(\d+)/", process.stderr.readline())
        assert found is not None
        try:
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            process.wait()


class Person:
    """One who plays a game of The Game with two strategies."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.times, self.pauses = port, list[float](), random.Random(seed)
        self.line = HTTPConnection("127.0.0.1", port)
        seats = {"game": "the-game", "rule.players": "3", "seat": ["person", "quick", "quick"]}
        where = self.sent("POST", "/play", urlencode({**seats, "seed": seed}, doseq=True))
        self.table = str(where)
        while "is being prepared" in (page := str(self.sent("GET", self.table))):
            time.sleep(0.1)
        self.page = page

    def sent(self, method: str, path: str, body: str = "") -> str:
        """The page, or where it leads."""
        self.line.request(method, path, body, FORM if body or method == "POST" else {})
        answer = self.line.getresponse()
        text = answer.read().decode()
        return answer.headers.get("HX-Redirect") or text

    def play(self, until: float) -> None:
        """Make moves, and let strategies make theirs, one by one."""
        time.sleep(self.pauses.uniform(0, PAUSE))
        while time.monotonic() < until and "The game is over" not in self.page:
            (moves,) = re.findall(r'data-moves="(.*?)"', self.page)
            (turn,) = re.findall(r'data-turn="(\d+)"', self.page)
            legal = json.loads(unescape(moves))
            started = time.perf_counter()
            if legal:
                move = next((one for one in legal if one["places"]), legal[0])["text"]
                body = urlencode({"move": move, "turn": turn})
                self.page = self.sent("POST", f"{self.table}/move", body)
            else:
                self.page = self.sent("POST", f"{self.table}/step", f"turn={turn}")
            self.times.append(time.perf_counter() - started)
            time.sleep(self.pauses.uniform(0.5 * PAUSE, 1.5 * PAUSE))  # not all at the same time

    def odds(self, until: float) -> None:
        """Look at the odds of every position until then, as a page does where they are open."""
        while time.monotonic() < until:
            seen = self.page
            if '"text"' in unescape(seen):  # it is this person's turn
                for _ in events(self.port, self.table):
                    if self.page is not seen or time.monotonic() > until:
                        break
            while self.page is seen and time.monotonic() < until:
                time.sleep(0.02)


def events(port: int, table: str) -> Iterator[str]:
    """The lines of a stream of odds."""
    line = HTTPConnection("127.0.0.1", port)
    line.request("GET", f"{table}/odds")
    answer = line.getresponse()
    while text := answer.readline().decode():
        yield text


def first_odds(person: Person) -> float:
    """Seconds until odds come that are not those of nothing."""
    started = time.perf_counter()
    for text in events(person.port, person.table):
        if text.startswith("data: {"):
            return time.perf_counter() - started
    raise SystemExit("no odds came")


def weight(port: int) -> int:
    """Bytes of the first page with all that it loads, compressed as browsers ask for it."""
    line = HTTPConnection("127.0.0.1", port)

    def sent(path: str) -> bytes:
        line.request("GET", path, headers={"Accept-Encoding": "gzip"})
        return line.getresponse().read()

    page = sent("/")
    paths = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', gzip.decompress(page).decode()))
    return len(page) + sum(len(sent(unescape(path))) for path in paths)


def played(port: int, looking: int) -> list[float]:
    """How long moves took to be answered, in seconds, while so many look at their odds."""
    people = [Person(port, 100 + k) for k in range(GAMES)]
    until = time.monotonic() + SECONDS
    threads = [threading.Thread(target=one.play, args=(until,)) for one in people]
    threads += [threading.Thread(target=one.odds, args=(until,)) for one in people[:looking]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [one for person in people for one in person.times]


def megabytes(process: int, line: str) -> float:
    """The memory of a process: VmRSS now, VmHWM at most so far."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        (kilobytes,) = re.findall(rf"{line}:\s+(\d+) kB", file.read())
    return int(kilobytes) / 1024


def long_games() -> tuple[float, float]:
    """Megabytes that a server takes at most after one long game, and after all of them.

    The first compiles the game.
    """
    seats, peaks = ["careful"] * 4, list[float]()
    with server() as (port, process):
        line = HTTPConnection("127.0.0.1", port)

        def sent(path: str, **fields: object) -> str:
            line.request("POST", path, urlencode(fields, doseq=True), FORM)
            answer = line.getresponse()
            text = answer.read().decode()
            return answer.headers.get("HX-Redirect") or text

        for seed in range(LONG_GAMES):
            table = sent("/play", **LONG_GAME, seat=seats, seed=seed)
            for _ in range(MOVES):  # a request plays for a short time only
                page = sent(f"{table}/goto", turn=MOVES)
                if f'data-turn="{MOVES}"' in page:
                    break
                if "is being prepared" in page:
                    time.sleep(0.2)
            else:
                raise SystemExit(f"no {MOVES} moves were played: {page[:500]}")
            peaks.append(megabytes(process, "VmHWM"))
    return peaks[0], peaks[-1]


def main() -> None:
    """Print all of it."""
    with server() as (port, _):
        first_odds(Person(port, 0))  # compiled by then
        print(f"first page with all that it loads: {weight(port):,} bytes")
        alone = sorted(first_odds(Person(port, seed)) for seed in range(1, 6))[2]
        print(f"first odds, nobody else there: {1000 * alone:.0f} ms (median of 5)")
        for looking in (0, LOOKING):
            times = sorted(played(port, looking))
            shares = {share: times[int(share * len(times))] for share in (0.5, 0.95, 0.99)}
            told = ", ".join(f"{share:.0%}: {1000 * one:.0f} ms" for share, one in shares.items())
            print(f"{GAMES} games, {looking} look at their odds: {len(times)} moves, {told}")

    one, every = long_games()
    print(
        f"{LONG_GAMES} games of Mexican Train, {MOVES:,} moves each: {every:,.0f} MB at most "
        f"({one:,.0f} MB with one)"
    )


if __name__ == "__main__":
    main()
