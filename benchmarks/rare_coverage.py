"""How often the interval of a rare event covers the truth, on tiny decks where that is known.

Every line: so many intervals, each from its own replications.  `scatter` is the standard deviation
of single replications over their mean: playout warns where it is found to be above 2.
`student` is the coverage of Student's t on the plain mean, for comparison.

    python benchmarks/rare_coverage.py          (some minutes)
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).parent.parent))

from playout.questions.rare import Job, ask
from playout.stats.replications import MOST_SCATTER, replication_interval, scatter
from tests.playing import played

INTERVALS, REPEATS = 300, 30  # the default number of replications
ONE_PILE: dict[str, Any] = {"low": 1, "ascending": 1, "descending": 0}
DECKS = {
    "1 / 8!": ({**ONE_PILE, "high": 10, "hand": 3, "jump": 0}, 1 / math.factorial(8)),
    "1 / 10!": ({**ONE_PILE, "high": 12, "hand": 3, "jump": 0}, 1 / math.factorial(10)),
    "4919 / 10!": ({**ONE_PILE, "high": 12, "hand": 2, "jump": 2}, 4919 / math.factorial(10)),
}


def main() -> None:
    """Print a line for each deck and number of particles."""
    print("| chance | particles | scatter | covered | student | warned | covered, not warned |")
    print("|---|---|---|---|---|---|---|")
    for name, (options, truth) in DECKS.items():
        for particles in (20, 50, 200):
            asked = ask(
                "the-game",
                strategy="random",
                measure="win",
                particles=particles,
                repeats=INTERVALS * REPEATS,
                seed=7,
                **options,
            )
            estimates = played(Job(asked), None).estimates
            rows = estimates.reshape(INTERVALS, REPEATS)
            found = [replication_interval(row) for row in rows]
            hits = np.array([one.estimate > 0 and one.low <= truth <= one.high for one in found])
            t = stats.t.ppf(0.975, REPEATS - 1) / math.sqrt(REPEATS)
            student = np.abs(rows.mean(1) - truth) <= t * rows.std(1, ddof=1)
            sure = np.array([scatter(row) <= MOST_SCATTER for row in rows])
            rest = f"{100 * hits[sure].mean():.1f} %" if sure.any() else "-"
            print(
                f"| {name} | {particles} | {estimates.std() / truth:.2f} "
                f"| {100 * hits.mean():.1f} % | {100 * student.mean():.1f} % "
                f"| {100 * (1 - sure.mean()):.0f} % | {rest} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
