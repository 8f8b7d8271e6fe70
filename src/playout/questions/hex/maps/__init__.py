"""How often each cell of a position is pivotal in random fillings of its free cells."""

from playout.questions.hex.maps.answer import Answer
from playout.questions.hex.maps.asked import Asked, ask
from playout.questions.hex.maps.found import Found
from playout.questions.hex.maps.job import Job
from playout.questions.hex.maps.study import Study

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
