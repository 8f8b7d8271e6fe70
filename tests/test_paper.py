"""The paper has the form that its journal asks for, and its figures can be drawn."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAPER = ROOT / "docs" / "paper"
FIGURES = runpy.run_path(str(PAPER / "figures.py"))
_, FRONT, TEXT = (PAPER / "paper.md").read_text(encoding="utf-8").split("---\n", 2)
REQUIRED = [  # by https://joss.readthedocs.io, in its order
    "Summary",
    "Statement of need",
    "State of the field",
    "Software design",
    "Research impact statement",
    "Acknowledgements",
    "References",
]


def test_the_paper_has_all_sections_and_the_right_length() -> None:
    assert re.findall("^# (.+)", TEXT, re.MULTILINE) == REQUIRED
    assert 750 <= len(TEXT.split()) <= 1_750


def test_the_paper_names_the_authors_of_the_project() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for key in ("title", "tags", "authors", "affiliations", "date", "bibliography"):
        assert re.search(f"^{key}:", FRONT, re.MULTILINE), key
    assert re.findall("- name: (.+)", FRONT) == re.findall("- name: (.+)", cited)
    assert re.findall("title: (.+)", FRONT)[0].strip("'") in cited


def test_every_citation_has_its_reference_and_every_reference_its_citation() -> None:
    cited = set(re.findall(r"@(\w+)", TEXT))
    listed = re.findall(r"^@\w+\{(\w+),", (PAPER / "paper.bib").read_text("utf-8"), re.MULTILINE)
    assert cited == set(listed)
    assert len(listed) == len(cited)


def test_every_figure_is_there_and_referred_to() -> None:
    figures = re.findall(r"\\label\{(fig:\w+)\}\]\((\S+)\)", TEXT)
    assert len(figures) == 2
    for label, file in figures:
        assert f"\\autoref{{{label}}}" in TEXT
        assert (PAPER / file).stat().st_size < 200_000


def test_the_published_strategies_are_read_from_the_page_of_results() -> None:
    rates = FIGURES["published"]()
    assert len(rates) == 21
    assert rates["lead"] == ("LIN_GAP", 52.59)


@pytest.mark.slow  # it compiles Pig and The Game
def test_the_figures_are_drawn(tmp_path: Path) -> None:
    rows: Any = FIGURES["tournament"](games=420)
    assert len(rows) == 21
    FIGURES["draw_tournament"](rows, tmp_path / "pig.png")
    FIGURES["draw_comparison"](tmp_path / "verdict.png", max_games=300)
    assert all((tmp_path / name).stat().st_size > 10_000 for name in ("pig.png", "verdict.png"))
