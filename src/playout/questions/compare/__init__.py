"""Comparisons of two sides, with a bound on the chance of a wrong verdict."""

from typing import TYPE_CHECKING

import lazy_loader

from playout.questions.compare.answer import Answer
from playout.questions.compare.asked import Asked, ask
from playout.questions.compare.found import Found
from playout.questions.compare.job import Job

if TYPE_CHECKING:
    from playout.questions.compare.study import Study

# Only who reads a study needs what checks one.
__getattr__ = lazy_loader.attach(__name__, submod_attrs={"study": ["Study"]})[0]

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
