"""A run on many workers without a game: how many batches a plan makes, and when."""

from __future__ import annotations

import heapq
import random
from collections import Counter, deque
from dataclasses import dataclass
from functools import cache

from playout.runner.plan import Batch, Plan
from playout.runner.remote import EACH, SECONDS, TASKS

LATENCY = 0.005  # seconds from a finished batch to the next one on its worker
WAVE = 10.0  # seconds over which tasks are counted


@dataclass(frozen=True)
class Only:
    """Nothing is counted but games."""

    games: int

    def __add__(self, other: Only) -> Only:
        return Only(self.games + other.games)


@dataclass(frozen=True)
class Simulated:
    """What a run on many workers has come to."""

    rows: int  # batches, each a row of its file
    hours: float
    busy: float  # share of the workers' time in which they played
    longest: float  # seconds of the longest batch
    in_flight: float  # the largest share of all games that was in flight
    first_minute: int  # tasks in it
    tasks: float  # a second, at most, over WAVE seconds, after the first minute


@cache
def simulate(games: int, workers: int, speed: float, arms: int = 1) -> Simulated:
    """Play ``games`` of each arm, ``speed`` a second on each worker, give or take a quarter."""
    noise = random.Random(1)
    speeds = [speed * noise.uniform(0.8, 1.25) for _ in range(workers)]
    plan = Plan(games, [Only(0)] * arms)
    plan.window, plan.batch_seconds = EACH * workers, max(SECONDS, workers / TASKS)
    queued, free = deque[Batch](), list(range(workers))
    running: list[tuple[float, int, Batch]] = []
    now, busy, longest, out, most_out = 0.0, 0.0, 0.0, 0, 0
    ended: list[float] = []
    while True:
        while len(queued) + len(running) < plan.window and (batch := plan.next()):
            queued.append(batch)
            out += batch.count
        most_out = max(most_out, out)
        while queued and free:
            worker, batch = free.pop(), queued.popleft()
            seconds = batch.count / speeds[worker]
            busy, longest = busy + seconds, max(longest, seconds)
            heapq.heappush(running, (now + seconds + LATENCY, worker, batch))
        if not running:
            break
        now, worker, batch = heapq.heappop(running)
        plan.finish(batch, Only(batch.count), batch.count / speeds[worker])
        free.append(worker)
        ended.append(now)
        out -= batch.count
    assert plan.complete
    waves = Counter(int(at // WAVE) for at in ended if at > 60.0)
    most = max(waves.values(), default=0)
    first = sum(at <= 60.0 for at in ended)
    share = busy / (now * workers)
    parts = most_out / (games * arms)
    return Simulated(len(ended), now / 3600, share, longest, parts, first, most / WAVE)
