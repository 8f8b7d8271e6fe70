"""Which decisions lose a strategy's games: what they cost, by phase and by kind of move."""

from typing import TYPE_CHECKING

import lazy_loader

from playout.questions.mistakes.answer import Answer
from playout.questions.mistakes.asked import Asked, ask
from playout.questions.mistakes.found import Found
from playout.questions.mistakes.job import Job

if TYPE_CHECKING:
    from playout.questions.mistakes.study import Study

# Only who reads a study needs what checks one.
__getattr__ = lazy_loader.attach(__name__, submod_attrs={"study": ["Study"]})[0]

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
