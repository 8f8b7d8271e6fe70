"""Which moves of a game mattered: what each decision cost, and what was luck."""

from playout.questions.review.answer import Answer
from playout.questions.review.asked import Asked, ask
from playout.questions.review.found import Found
from playout.questions.review.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
