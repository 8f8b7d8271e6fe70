"""What the words of answers mean: the page of the documentation, as a page in a browser."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from playout.lists import shipped

_LINK = re.compile(r"\[([^]]*)\]\(([^)]*)\)")  # to a word of the page, or to another page
_WRITTEN = {
    re.compile(r"`([^`]*)`"): r"<code>\1</code>",
    re.compile(r"\*([^*]*)\*"): r"<em>\1</em>",
}


@cache
def glossary() -> list[tuple[str, str, str]]:
    """The words, each with its place in the page and what it means as HTML."""
    text = shipped("glossary.md", "docs/reference/glossary.md").read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in text.split("\n## ")[1:])
    return [(_place(word), word, _html(meaning)) for word, _, meaning in parts]


def _place(word: str) -> str:
    """The name by which links lead to a word, as on the page of the documentation."""
    return re.sub(r"[^a-z0-9-]", "", word.lower().replace(" ", "-"))


def _html(meaning: str) -> str:
    text = escape(re.sub(r"\[More\]\([^)]*\)", "", " ".join(meaning.split())).strip(), quote=False)
    for pattern, html in _WRITTEN.items():
        text = pattern.sub(html, text)
    return _LINK.sub(_linked, text)


def _linked(link: re.Match[str]) -> str:
    return f'<a href="{link[2]}">{link[1]}</a>' if link[2].startswith("#") else link[1]
