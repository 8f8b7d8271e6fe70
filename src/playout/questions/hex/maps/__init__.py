"""How often each cell of a position is pivotal in random fillings of its free cells."""

from typing import TYPE_CHECKING

import lazy_loader

from playout.questions.hex.maps.answer import Answer
from playout.questions.hex.maps.asked import Asked, ask
from playout.questions.hex.maps.found import Found
from playout.questions.hex.maps.job import Job

if TYPE_CHECKING:
    from playout.questions.hex.maps.study import Study

# Only who reads a study needs what checks one.
__getattr__ = lazy_loader.attach(__name__, submod_attrs={"study": ["Study"]})[0]

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
