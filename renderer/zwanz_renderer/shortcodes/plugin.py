"""Shortcodes as a plugin of markdown-it."""

from __future__ import annotations

from markdown_it import MarkdownIt

from zwanz_renderer.shortcodes.block_rule import block_rule
from zwanz_renderer.shortcodes.pairing import pair
from zwanz_renderer.shortcodes.text_rule import HELPERS, text_rule


def install(md: MarkdownIt) -> None:
    """Teach a parser the two rules and the pairing; its environment must carry a `Run` as ``run``."""
    md.block.ruler.before(
        "table", "shortcode", block_rule, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    md.inline.ruler.before("link", "shortcode", text_rule)
    md.helpers = HELPERS  # type: ignore[assignment]
    md.core.ruler.after("block", "shortcode_pairs", pair)
