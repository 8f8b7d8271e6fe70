"""How long the first answer takes: on a machine that has compiled nothing yet, and after that.

Processor time of whole processes, children included: the first use in an empty cache, with the time
that a user waits for it, then the best of some more.  Where other programs run, look at the ratios.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

BEST_OF = 7
IMPORTS = ("", "import numpy", "import numba", "import scipy.special")
WARM = ("--help", "games")
BOTH = (
    "run the-game --games 10000",
    "run the-game --games 1000 --players 3 --strategy careful",
    "compare the-game --a careful --b greedy --players 3 --max-games 2000",
    "map --boards 1000",
    "run mexican-train --games 100 --players 3 --seats careful,sequence,random",
    "run yahtzee --games 1000",
)


def seconds(*words: str, cache: str) -> float:
    """Processor time of a Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(*words: str, cache: str) -> float:
    """The least of some."""
    return min(seconds(*words, cache=cache) for _ in range(BEST_OF))


def main() -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as cache:
        for program in IMPORTS:
            print(f"{best('-c', program, cache=cache):6.2f} s  python {program}")
        for words in WARM:
            line = f"playout {words}"
            print(f"{best('-m', 'playout', *words.split(), cache=cache):6.2f} s  {line}")
    print(" first (waited)   then")
    for words in BOTH:
        with tempfile.TemporaryDirectory() as cache:
            command = ("-m", "playout", *words.split())
            started = time.perf_counter()
            first, waited = seconds(*command, cache=cache), time.perf_counter() - started
            then = best(*command, cache=cache)
            print(f"{first:6.2f} ({waited:6.2f}) {then:6.2f} s  playout {words}", flush=True)


if __name__ == "__main__":
    main()
