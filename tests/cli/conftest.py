"""A folder with a game in a file, for tests of what looking and playing run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.foreign_runs import NIM


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgets: None) -> Path:
    """The current folder, with a game in a file, and modules that must not be imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("nim.py").write_text(NIM)
    for name in ("evil", "evil_too"):
        Path(f"{name}.py").write_text(
            "open('was-run', 'w').close()\ndef env(**rest): raise OSError\n"
        )
    return tmp_path
