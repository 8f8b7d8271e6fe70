"""Pages that are shown on the site as GitHub shows them.

The pages of a part of the site are those that the lines of its ``index.md`` begin with: lines of a
list, or bold.  A page that is one link to a file outside of ``docs`` shows this file.
"""

from __future__ import annotations

import os
import re
from functools import cache
from html import unescape
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
ALT = re.compile(r"!\[[^]]+\]")
PRINTED = re.compile(  # what a command prints
    r'(<div class="highlight-console [^>]*>(?:(?!</pre>).)*</pre></div>\n</div>\n(?:<!--.*?-->\n)?'
    r'<div class="highlight-text [^>]*><div class="highlight"><pre><span></span>)(.+?)\n(?=</pre>)',
    re.DOTALL,
)
LAYOUT = re.compile(r"\S {2,}\S|^ {3,}|-{3,}|[\u2190-\u21ff\u2500-\u28ff]")  # no sentence has it
WORD = re.compile(r"[a-zA-Z]{3}|^\.\.\.$")
FIRST = re.compile(r"\S+(?: %)?")  # what stays together
PERCENT = re.compile(r"(?<=\d) (?=%)")
CELL = re.compile(r"<td>(.*?)</td>", re.DOTALL)
NUMBERS = re.compile(r"[\d.,±+%\s\u2212-]{1,20}")
LONG = 45  # characters of a cell that needs room
SCREEN = 80  # columns, in which pages show what is printed
OPTION = re.compile(r'(?:(?<=<span class="pre">)|(?<=</span>))(--?[a-z][\w-]{0,30})(?=[<\n=])')
SAID_OPTION = re.compile(r"(?<!\S)(--[a-z][\w-]*)")
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
    text = ALT.sub(lambda alt: " ".join(alt[0].split()), text)  # else its lines are glued together
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
    body = PRINTED.sub(_printed, body)
    body = OPTION.sub(r'<span class="whole">\1</span>', body)
    body = CELL.sub(_cell, body)
    context["body"] = re.sub(r'<th class="head"><p></p></th>|<th></th>', "<td></td>", body)


def _lines(found: re.Match[str]) -> str:
    """The parameters of a function, one a line."""
    return found[1].replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")


def _cell(found: re.Match[str]) -> str:
    """A cell of a table: one with numbers stays whole, one with sentences gets room."""
    text = re.sub(r"<[^>]*>", "", found[1]).strip()
    kind = "whole" if NUMBERS.fullmatch(text) else "long" if len(text) > LONG else ""
    return f'<td class="{kind}">{found[1]}</td>' if kind else found[0]


def _printed(found: re.Match[str]) -> str:
    """What a command prints: sentences fill the lines of the reader's screen, tables do not."""
    shown: list[str] = []
    sentence: list[str] = []

    def end() -> None:
        if sentence:
            said = PERCENT.sub("\u00a0", " ".join(" ".join(sentence).split()))
            said = SAID_OPTION.sub(r'<span class="whole">\1</span>', said)
            shown.append(f'<span class="said">{said}</span>')
            sentence.clear()

    for line in found[2].split("\n"):
        if LAYOUT.search(line) or not WORD.search(line):
            end()
            shown.append(f"{line}\n")
            continue
        begun = line.startswith("- ") or (
            sentence and len(f"{unescape(sentence[-1])} {FIRST.search(line)[0]}") <= SCREEN
        )
        if begun:  # there was room for its first word: a sentence of its own
            end()
        sentence.append(line)
    end()
    return found[1] + "".join(shown)
