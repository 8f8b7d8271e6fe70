"""What the site's search looks through: every section of every page, and every name in Python.

A section may say with which other words people ask for it, in a comment that no page shows::

    <!-- also: unfair, second player -->

A phrase of several words counts most where a question has it as it stands.
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
MORE = re.compile(r"\s*\bMore(: .+)?$")  # where a paragraph leads to
COLON = re.compile(r":$")  # before what is shown
SHOWN = (nodes.literal_block, nodes.table)
APART = (
    nodes.section,
    nodes.title,
    nodes.raw,
    nodes.comment,
    addnodes.toctree,
    addnodes.desc,
    addnodes.desc_signature,
)
ALSO = re.compile(r"<!-- also: (.+?) -->", re.DOTALL)


class Section(NamedTuple):
    """What one answer of the search is made of."""

    page: str  # its name, such as how-do-i/rule
    anchor: str  # of the section in the page; empty at its top
    of: str  # the title of the page
    title: str
    also: str  # other words for it, with commas between
    command: str  # the first that it shows
    text: str  # its sentences
    shown: str  # its tables, code, and what is printed


def write_no_other(app: Sphinx) -> None:
    """Leave out the words of Sphinx's own search, which no page uses."""
    for step in ("index_page", "dump_search_index"):
        vars(app.builder)[step] = lambda *page: None


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
        also = " ".join(", ".join(ALSO.findall(comments)).split())
        anchor = "" if top else section["ids"][0]
        yield Section(name, anchor, of, title, also, _command(section), *_texts(section))
    for entry in tree.findall(addnodes.desc):
        signature = next(entry.findall(addnodes.desc_signature))
        if signature["ids"]:
            anchor = signature["ids"][0]
            names = " ".join(part.astext() for part in signature.findall(addnodes.desc_sig_name))
            said, shown = _texts(entry)
            yield Section(name, anchor, of, anchor, "", "", said, f"{names} {shown}")


def _command(section: nodes.section) -> str:
    """The first command of a section, before its parts."""
    for block in section.children:
        if isinstance(block, nodes.section):
            break
        if isinstance(block, nodes.literal_block) and block.get("language") == "console":
            return block.astext().split("\n")[0]
    return ""


def _texts(part: nodes.Element) -> tuple[str, str]:
    """The sentences of a section, and what it shows besides; both without its parts."""
    words = list(_words(part))
    said = " ".join(text for is_shown, text in words if not is_shown)
    return said, " ".join(text for is_shown, text in words if is_shown)


def _words(part: nodes.Element, within: bool = False) -> Iterator[tuple[bool, str]]:
    """Each text of a section, and whether it is shown: a table, code, or what is printed."""
    for child in part.children:
        if not isinstance(child, nodes.Element) or isinstance(child, APART):
            continue
        is_shown = within or isinstance(child, SHOWN)
        if not isinstance(child, nodes.TextElement):
            yield from _words(child, is_shown)
        elif text := RULE.sub("", " ".join(child.astext().split())):
            yield is_shown, text if is_shown else COLON.sub(".", MORE.sub("", text))
