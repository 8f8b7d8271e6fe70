"""Compound games: random-turn Hex as two players play it who both know what is best."""

from typing import TYPE_CHECKING

import lazy_loader

from playout.questions.hex.compound.answer import Answer
from playout.questions.hex.compound.asked import Asked, ask
from playout.questions.hex.compound.found import Found
from playout.questions.hex.compound.job import Job

if TYPE_CHECKING:
    from playout.questions.hex.compound.study import Study

# Only who reads a study needs what checks one.
__getattr__ = lazy_loader.attach(__name__, submod_attrs={"study": ["Study"]})[0]

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
