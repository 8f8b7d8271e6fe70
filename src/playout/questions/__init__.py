"""The questions that can be asked, a folder each; this is the only list of them.

Every folder has the same four classes: ``Asked``, the question, checked once; ``Job``, which plays
it in batches; ``Found``, what was counted; and ``Answer``, what people and programs see.  A new
question is a new folder, and a line here.
"""

KINDS = {
    "run": "playout.questions.runs",
    "compare": "playout.questions.compare",
    "tune": "playout.questions.tune",
    "gate": "playout.questions.gate",
    "tournament": "playout.questions.tournament",
    "luck": "playout.questions.luck",
    "rare": "playout.questions.rare",
    "course": "playout.questions.course",
    "describe": "playout.questions.describe",
    "odds": "playout.questions.odds",
    "review": "playout.questions.review",
    "reviews": "playout.questions.review.several",
    "mistakes": "playout.questions.mistakes",
    "solve": "playout.questions.solve",
    "policy": "playout.questions.policy",
    "winnable": "playout.questions.winnable",
    "hex-map": "playout.questions.hex.maps",
    "hex-compound": "playout.questions.hex.compound",
    "hex-scaling": "playout.questions.hex.scaling",
}
"""The kind of a job or of a study -> the module that has its ``Job`` and ``Answer``, or ``Study``,
or all of them."""
