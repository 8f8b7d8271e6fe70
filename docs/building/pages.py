"""Pages that are shown on the site as GitHub shows them.

The pages of a part of the site are those that the lines of its ``index.md`` begin with: lines of a
list, or bold.  A page that is one link to a file outside of ``docs`` shows this file.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from commands import explained
from notebooks import text_of
from pygments.lexers.shell import BashLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx

COMMANDS = BashLexer
DOCS = Path(__file__).parent.parent
FRONT = {DOCS.parent / "README.md": DOCS / "index.md"}  # each is the first page of its place
LISTED = re.compile(
    r"^(?:- (?:\*\*)?|\*\*)\[[^]]+\]\(([^)#\s]+)\.(?:md|rst)(?:#[^)]*)?\)", re.MULTILINE
)
LINK = re.compile(r"(?<=\]\()([^)#\s:]+)(#[^)\s]+)?(?=\))")
OPTIONS = """

## Every option

From the program itself: """
GENERATED = """

## From the program itself

- [Every command, with all options](commands/index.rst)
- [Every public name in Python](python/index.rst)
"""


@cache
def stubs() -> dict[Path, Path]:
    """The files outside of ``docs`` that are pages, and where."""
    found = {}
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        if alone := re.fullmatch(r"# .+\n\n\[.+\]\((\.\./[^)]+\.(?:md|ipynb))\)\n", text):
            found[(page.parent / alone[1]).resolve()] = page
    return found


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """Read a page: what it shows, where its links lead, and which pages follow it."""
    page = Path(app.env.doc2path(name))
    if page.suffix != ".md":
        return
    shown = {page: file for file, page in stubs().items()}.get(page, page)
    is_notebook = shown.suffix == ".ipynb"
    text = text_of(shown) if is_notebook else shown.read_text(encoding="utf-8")
    if name == "reference/index":
        text += GENERATED
    if name.startswith("reference/") and (names := explained(name)):
        text += OPTIONS + ", ".join(f"[`playout {n}`](commands/{n}.rst)" for n in names) + ".\n"
    text = LINK.sub(lambda link: _target(link, shown.parent, page.parent), text)
    text = re.sub(r"\[docs/[^]]+\.md\]\(", "[](", text)  # the title of the page instead
    if page.stem == "index":
        listed = "\n".join(dict.fromkeys(LISTED.findall(text)))
        text += f"\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n"
    source[0] = text


def _target(link: re.Match[str], base: Path, folder: Path) -> str:
    """Where a link leads from the page in ``folder``."""
    path, anchor = (base / link[1]).resolve(), link[2] or ""
    if path.suffix in (".md", ".ipynb"):
        path = (stubs() | FRONT).get(path, path)
    elif not path.is_relative_to(DOCS):
        anchor = ""  # a file to load
    return os.path.relpath(path, folder) + anchor


def mend(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Replace what Sphinx writes by what screen readers understand: no lists without terms."""
    body = context.get("body") or ""
    body = re.sub(r"<dl>\n(<dd><em class=\"sig-param\".*?)</dl>", _lines, body, flags=re.DOTALL)
    body = body.replace("</strong> -- ", "</strong>: ")  # of an argument
    context["body"] = re.sub(r'<th class="head"><p></p></th>|<th></th>', "<td></td>", body)


def _lines(found: re.Match[str]) -> str:
    """The parameters of a function, one a line."""
    return found[1].replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")
