"""Many games of every combination of rules and strategies: how often, how many, how far."""

from playout.questions.runs.answer import Answer
from playout.questions.runs.asked import Asked, ask
from playout.questions.runs.found import Found
from playout.questions.runs.job import Job
from playout.questions.runs.study import Study

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
