"""Which of two sides is better, with a bound on the chance of a wrong verdict."""

from playout.questions.compare.answer import Answer
from playout.questions.compare.asked import Asked, ask
from playout.questions.compare.found import Found
from playout.questions.compare.job import Job
from playout.questions.compare.study import Study

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
