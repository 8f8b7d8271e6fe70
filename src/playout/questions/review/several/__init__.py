"""Reviews of several games of the same players: who played better, and what was luck."""

from playout.questions.review.several.answer import Answer
from playout.questions.review.several.asked import Asked, ask
from playout.questions.review.several.found import Found
from playout.questions.review.several.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
