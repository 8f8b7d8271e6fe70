"""What commands print, in many situations, is what the pages of golden sentences show."""

from __future__ import annotations

import pytest

from tests.golden.sentences import Section, pages, played, sections


@pytest.mark.usefixtures("forgets")
@pytest.mark.parametrize(
    "section",
    [
        pytest.param(
            one,
            id=f"{name}: {one.title}",
            marks=getattr(pytest.mark, one.mark) if one.mark else (),
        )
        for name in pages()
        for one in sections(name)
    ],
)
def test_a_command_prints_what_its_page_shows(section: Section) -> None:
    """If a change is meant: python -m tests.golden.sentences."""
    assert played(section) == section.body


@pytest.mark.parametrize("name", pages())
def test_every_block_of_a_page_is_a_section_of_its_own(name: str) -> None:
    from tests.golden.sentences import page

    found = list(sections(name))
    assert len(found) == page(name).read_text(encoding="utf-8").count("```console") > 0
    assert len({one.title for one in found}) == len(found)
    assert all(one.commands for one in found)
