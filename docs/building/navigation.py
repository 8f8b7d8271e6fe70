"""The list of all pages beside each page: it is drawn once, and only marked for each page."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from sphinx.environment.adapters.toctree import global_toctree_for_doc

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LINE = r'(<li class="toctree-l\d)([^"]*"><a class=")(reference internal" href="){}(">.*?</a>)'
BOX = r'(<input [^>]*?)(class="toctree-checkbox")'
TO_PAGE = re.compile('href="(?!#|https?:)')


def draw(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Give Furo the list as it is beside the first page; it draws the same list only once."""
    context["toctree"] = lambda **how: _of_first(app, **how)


@cache
def _of_first(app: Sphinx, **how: Any) -> str:
    """The list as Sphinx writes it beside the first page."""
    pages = global_toctree_for_doc(app.env, app.config.root_doc, app.builder, tags=app.tags, **how)
    fragment: str = app.builder.render_partial(pages)["fragment"]
    return fragment


def mark(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Mark this page in the list, unfold the parts that it is in, and lead from here elsewhere."""
    tree = context["furo_navigation_tree"]
    folders = name.split("/")[:-1]
    parts = ["/".join([*folders[: k + 1], "index"]) for k in range(len(folders))]
    for page in {*parts, name}:
        line = LINE.format(re.escape(app.builder.get_target_uri(page)))
        tree = re.sub(line + BOX, _unfolded, tree)
        if page == name:
            tree = re.sub(line, r"\1 current-page\2current \3#\4", tree)
    context["furo_navigation_tree"] = TO_PAGE.sub('href="' + "../" * len(folders), tree)


def _unfolded(line: re.Match[str]) -> str:
    """A line of a part, open."""
    return line[0].replace('class="toctree-checkbox"', 'checked="" class="toctree-checkbox"')
