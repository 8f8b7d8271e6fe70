"""Which rules make a game what somebody wants: a search, confirmed on fresh deals."""

from playout.questions.tune.answer import Answer
from playout.questions.tune.asked import Asked, ask
from playout.questions.tune.found import Found
from playout.questions.tune.job import Job
from playout.questions.tune.study import Study

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
