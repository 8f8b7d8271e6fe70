"""Files that a study names are looked for beside the study."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from playout.report.toml import read_toml


@pytest.mark.parametrize(
    ("given", "there"),
    [
        ("mine.py:bold:at=3", "ci/mine.py:bold:at=3"),
        ("pig+mine.py:count", "pig+ci/mine.py:count"),
        ("a%2Cb.py:x, ../c.py:y", "ci/a%2Cb.py:x, ci/../c.py:y"),
        ("search:blueprint=mine.py:bold", "search:blueprint=ci/mine.py:bold"),
        ("win(a.py:x against my b.py:y)-win(c.py:z)>=2%", None),
        ("/there/mine.py:bold", "/there/mine.py:bold"),
        ("old.run", "ci/old.run"),
        ("ring.txt", "ci/ring.txt"),  # is there
        ("none.txt", "none.txt"),
        ("hold:at={15..30}", "hold:at={15..30}"),
    ],
)
def test_files_in_a_study_are_beside_it(
    given: str, there: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("ci")
    folder.mkdir()
    (folder / "ring.txt").touch()
    text = json.dumps(given)
    (folder / "study.toml").write_text(f"title = {text}\nfactors = {{strategy = [1, {text}]}}\n")
    data = read_toml(folder / "study.toml")[1]
    whole = there or "win(ci/a.py:x against ci/my b.py:y)-win(ci/c.py:z)>=2%"
    assert data == {"title": given, "factors": {"strategy": [1, whole]}}
    monkeypatch.chdir(folder)
    assert read_toml(Path("study.toml"))[1]["factors"] == {"strategy": [1, given]}
