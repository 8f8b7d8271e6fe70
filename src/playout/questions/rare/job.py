"""Rare events by multilevel splitting: many games at once, and the promising ones are copied.

Games are stopped at levels of progress.  At each level those that are over are replaced by copies
of those that go on, in proportion to the growth of their importance h (games know what that is),
and every copy gets a future of its own.  After n levels the product Z of the mean weights carries
what copying has changed, so that

    sum over stages of  Z_before * mean(value / h_before)

over the games that end in the stage is an unbiased estimate of the mean value, with any number of
particles and any importance above 0.  That is the estimate of one replication; replications are
independent, so their scatter says how far their mean is to be trusted (stats/replications.py).

Sources: H. Kahn and T. E. Harris, "Estimation of particle transmission by random sampling",
National Bureau of Standards Applied Mathematics Series 12 (1951); P. Glasserman, P. Heidelberger,
P. Shahabuddin and T. Zajic, "Multilevel splitting for estimating rare event probabilities",
Operations Research 47 (1999); P. Del Moral, "Feynman-Kac Formulae" (2004), theorem 7.4.2 for the
unbiasedness; F. Cerou and A. Guyader, "Adaptive multilevel splitting for rare event analysis",
Stochastic Analysis and Applications 25 (2007).  The copies are drawn systematically, with one
random number a level: J. Carpenter, P. Clifford and P. Fearnhead, "Improved particle filter for
nonlinear problems", IEE Proceedings Radar, Sonar and Navigation 146 (1999).
"""

from __future__ import annotations

from dataclasses import replace

from playout.engine.words.errors import IllegalMove
from playout.engine.worlds.splitting import System
from playout.questions import counted
from playout.questions.rare.asked import LEAST_REPEATS, MOST_REPEATS, Asked
from playout.questions.rare.found import Found, Replication, Replications
from playout.questions.rare.words import not_rare, so_far
from playout.runner.plan import Batch, Plan


class Job(counted.Job[Replications]):
    """A job of one arm, whose games are replications."""

    kind = "rare"
    asks, found_type = Asked, Found
    asked: Asked
    unit = "replications"
    most = MOST_REPEATS
    first = 1  # a replication alone may take long

    @property
    def unit_name(self) -> str:
        return "repeats"

    def nothing(self) -> list[Replications]:
        return [Replications()]

    def play(self, batch: Batch) -> Replications:
        asked = self.asked
        if not batch.count:  # to compile the game, or load it, is all that is wanted
            System(asked.rules, asked.players, 1, asked.seed, 0)
        return Replications(
            tuple(replicate(asked, number) for number in range(batch.first, batch.end))
        )

    def remark(self, plan: Plan[Replications]) -> str:
        estimates = [one.estimate for one in plan.tallies[0].every]
        if common := not_rare(self.asked, estimates):
            return f"{so_far(estimates)}. {common}"
        return ""


def replicate(asked: Asked, number: int) -> Replication:
    """One system of particles, from the deal until all games are over.

    Raises IllegalMove, with the command that comes to it again, if a strategy breaks the rules.
    """
    system = System(asked.rules, asked.players, asked.particles, asked.seed, number)
    try:
        stages = list(system.run(asked.measure))
    except IllegalMove as error:
        again = Job(replace(asked, repeats=max(number + 1, LEAST_REPEATS)))
        raise IllegalMove(f"{error}\nplay it again: {again.command()}") from error
    return Replication(
        system.estimate,
        tuple(reached for reached, _ in stages),
        tuple(survivors for _, survivors in stages),
    )
