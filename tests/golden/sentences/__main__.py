"""Write the golden sentences anew: ``python -m tests.golden.sentences [PAGE ...]``."""

from __future__ import annotations

import sys

from tests.golden.sentences import page, pages, written

for name in sys.argv[1:] or pages():
    page(name).write_text(written(name), encoding="utf-8")
