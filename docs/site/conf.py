"""Sphinx's settings for the documentation site; ``scripts/site`` calls it."""

from docutils import nodes
from sphinx.application import Sphinx

project = "zwanz_ssot"
copyright = "the developers of zwanz_ssot"
author = "the developers of zwanz_ssot"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_extra"]
templates_path = ["_templates"]
html_extra_path = ["_extra"]
html_theme = "furo"
html_title = "zwanz_ssot"
html_favicon = "_static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#7b1e22",
        "color-brand-content": "#7b1e22",
        "font-stack": 'Vollkorn, "Book Mincho", Georgia, serif',
        "font-stack--monospace": 'Menlo, Consolas, "DejaVu Sans Mono", "Book Mincho", monospace',
    },
    "dark_css_variables": {
        "color-brand-primary": "#e0a58f",
        "color-brand-content": "#e0a58f",
    },
}
html_show_sourcelink = False
html_copy_source = False

myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

# Docstrings are written for readers of the code: `name` is a name, whether or not it has a page.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
nitpick_ignore_regex = [("py:.*", ".*")]


def _mark_long_code(app: Sphinx, document: nodes.document, page: str) -> None:
    """Words in code that are wider than a phone may break; others do not (``site.css``)."""
    for literal in document.findall(nodes.literal):
        if max(map(len, literal.astext().split()), default=0) > 40:
            literal["classes"].append("long")


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", _mark_long_code)
