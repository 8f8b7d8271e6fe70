"""The chance of an event that is too rare to be seen in the games one can play."""

from playout.questions.rare.answer import Answer
from playout.questions.rare.asked import Asked, ask
from playout.questions.rare.found import Found
from playout.questions.rare.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
