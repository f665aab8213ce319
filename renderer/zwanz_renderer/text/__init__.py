"""The text: chapters from Markdown with shortcodes to HTML, held against the rules on the way."""
