"""One measured page about a game: who wins, how long, how many choices, tension, skill, luck."""

from playout.questions.describe.answer import Answer
from playout.questions.describe.asked import Asked, ask
from playout.questions.describe.found import Found
from playout.questions.describe.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
