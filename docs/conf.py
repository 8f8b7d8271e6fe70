"""The documentation as a site: what Sphinx needs to know (CONTRIBUTING.md says how to build it)."""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent / "building"))

import commands
import names
import navigation
import pages
import sections

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Playout"
author = "The Playout developers"
version = release = version_of("playout")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["building", "paper"]  # citations of the paper are for pandoc
templates_path = ["templates"]
default_role = "literal"  # docstrings are plain text
myst_heading_anchors = 4  # as on GitHub
smartquotes = False  # so that what is printed can be typed

add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"Playout {release}"
html_static_path = ["static"]
html_css_files = ["playout.css"]
html_js_files = ["playout.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": []}


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the generated pages, and read the others as GitHub shows them."""
    commands.write(Path(app.srcdir) / "reference" / "commands")
    names.write(Path(app.srcdir) / "reference" / "python")
    app.connect("builder-inited", sections.write_no_other)
    app.connect("source-read", pages.read)
    app.connect("html-page-context", pages.mend)
    app.connect("html-page-context", navigation.draw, priority=400)  # before Furo
    app.connect("html-page-context", navigation.mark, priority=600)
    app.connect("build-finished", sections.write)
    app.connect("autodoc-process-docstring", names.as_rst)
    app.connect("autodoc-process-signature", names.short)
    app.add_lexer("console", pages.COMMANDS)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
