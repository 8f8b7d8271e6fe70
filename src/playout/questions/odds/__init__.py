"""The winning chance in a position, as the seat to move can know it, and after each move."""

from playout.questions.odds.answer import Answer
from playout.questions.odds.asked import Asked, ask
from playout.questions.odds.found import Found
from playout.questions.odds.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
