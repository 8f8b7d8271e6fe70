"""What the chance is from a position, as the seat to move may know it, and each move is worth."""

from playout.questions.odds.answer import Answer
from playout.questions.odds.asked import Asked, ask
from playout.questions.odds.found import Found
from playout.questions.odds.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
