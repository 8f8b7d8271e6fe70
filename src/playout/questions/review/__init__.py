"""Reviews of single games: the cost of each decision, and the part of luck."""

from playout.questions.review.answer import Answer
from playout.questions.review.asked import Asked, ask
from playout.questions.review.found import Found
from playout.questions.review.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
