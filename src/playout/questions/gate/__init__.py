"""Does a game keep its promises: expectations that pass, fail, or stay undecided."""

from playout.questions.gate.answer import Answer
from playout.questions.gate.asked import Asked, ask
from playout.questions.gate.found import Found
from playout.questions.gate.job import Job
from playout.questions.gate.recording import record
from playout.questions.gate.study import Study, load

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask", "load", "record"]
