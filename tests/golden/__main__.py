"""Write all golden playthroughs anew: ``python -m tests.golden``."""

from __future__ import annotations

from tests.golden import PLAYTHROUGHS, path

for name, playthrough in PLAYTHROUGHS.items():
    path(name).write_text(playthrough.text())
