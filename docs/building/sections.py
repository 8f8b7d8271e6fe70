"""What the site's search looks through: every section of every page, and every name in Python.

A section may say with which other words people ask for it, in a comment that no page shows::

    <!-- also: unfair, second player -->
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RULE = re.compile(r" *-{3,}")  # under the heads of a printed table
ALSO = re.compile(r"<!-- also: (.+?) -->", re.DOTALL)


class Section(NamedTuple):
    """What one answer of the search is made of."""

    page: str  # its name, such as how-do-i/rule
    anchor: str  # of the section in the page; empty at its top
    of: str  # the title of the page
    title: str
    also: str  # other words for it
    text: str


def write(app: Sphinx, failed: Exception | None) -> None:
    """Write the sections of all pages to a script of the site."""
    if failed is not None or app.builder.format != "html":
        return
    found = [s for name in sorted(app.env.found_docs) for s in _sections(app, name)]
    target = Path(app.outdir) / "_static" / "sections.js"
    target.write_text(f"const SECTIONS = {json.dumps(found, ensure_ascii=False)};\n", "utf-8")


def _sections(app: Sphinx, name: str) -> Iterator[Section]:
    """The sections of a page, and the names that it explains."""
    tree = app.env.get_doctree(name)
    of = app.env.titles[name].astext()
    for section in tree.findall(nodes.section):
        top = not isinstance(section.parent, nodes.section)
        title = next(section.findall(nodes.title), nodes.title()).astext()
        comments = "\n".join(raw.astext() for raw in section.children if isinstance(raw, nodes.raw))
        also = " ".join(ALSO.findall(comments))
        anchor = "" if top else section["ids"][0]
        yield Section(name, anchor, of, title, also, _text(section))
    for entry in tree.findall(addnodes.desc):
        signature = next(entry.findall(addnodes.desc_signature))
        if signature["ids"]:
            anchor = signature["ids"][0]
            yield Section(name, anchor, of, anchor, "", _text(entry))


def _text(part: nodes.Element) -> str:
    """The words of a section without those of its parts, of its title, and of comments."""
    apart = (nodes.section, addnodes.desc, nodes.title, nodes.raw, nodes.comment, addnodes.toctree)
    words = (
        RULE.sub("", " ".join(child.astext().split()))
        if isinstance(child, nodes.TextElement)
        else _text(child)
        for child in part.children
        if isinstance(child, nodes.Element) and not isinstance(child, apart)
    )
    return " ".join(word for word in words if word)
