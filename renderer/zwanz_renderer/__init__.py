"""The rulebook: shortcodes, drawn cards, pages, PDF."""
