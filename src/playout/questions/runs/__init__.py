"""Many games of every combination of rules and strategies: how often, how many, how far."""

from typing import TYPE_CHECKING

import lazy_loader

from playout.questions.runs.answer import Answer
from playout.questions.runs.asked import Asked, ask
from playout.questions.runs.found import Found
from playout.questions.runs.job import Job

if TYPE_CHECKING:
    from playout.questions.runs.study import Study

# Only who reads a study needs what checks one.
__getattr__ = lazy_loader.attach(__name__, submod_attrs={"study": ["Study"]})[0]

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
