"""Fixes of WeasyPrint 70: lost footnotes, lines that end early, ligatures without text.

`docs/weasyprint.md` describes each. The test of a fix fails once WeasyPrint has one.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Mapping
from inspect import signature
from typing import Any

import weasyprint.pdf
from fontTools.ttLib import TTFont
from weasyprint.layout import block, inline, preferred
from weasyprint.layout.percent import percentage
from weasyprint.text import line_break

from ..text.polish import SOFT_HYPHEN
from .patching import Patch

# ------------------------------------------------------------------------------------- footnotes

_original_lines = block._linebox_layout
_PARAMETERS = list(signature(_original_lines).parameters)[1:]
_PAGE_IS_EMPTY = _PARAMETERS.index("page_is_empty")
_NEW_CHILDREN = _PARAMETERS.index("new_children")


def _linebox_layout(context: Any, *rest: Any) -> Any:
    """`block._linebox_layout` that moves a paragraph to the next page together with its footnotes.

    On a page with nothing else, the footnotes move alone, but none is lost.
    """
    before = (
        list(context.footnotes),
        list(context.current_page_footnotes),
        list(context.reported_footnotes),
    )
    result = _original_lines(context, *rest)
    abort, stop, resume_at, position_y, new, max_lines = result
    if abort or not stop or len(context.reported_footnotes) <= len(before[2]):
        return result

    # Footnotes moved to the next page: undo this, and move the whole paragraph.
    lines = rest[_NEW_CHILDREN]
    if not rest[_PAGE_IS_EMPTY]:
        context.footnotes, context.current_page_footnotes, context.reported_footnotes = before
        context._update_footnote_area()
        del lines[:]
        return True, False, resume_at, position_y, [], max_lines

    # The paragraph fills the page: report the footnotes that would be lost.
    for line in lines:
        for box in line.descendants():
            if box.footnote in context.footnotes:
                context.layout_footnote(box.footnote)
                context.report_footnote(box.footnote)
                new.append(box.footnote)
    return result


FOOTNOTES = (
    Patch(block, "_linebox_layout", _linebox_layout, "Footnotes leave their page, or are lost"),
)

# ----------------------------------------------------------------------------------------- lines

_STAND_IN = "\u034f"
"""A grapheme joiner: invisible and two bytes like a soft hyphen, but no place to break a line."""
_FULL = 0.86  # the share of a line from which it may end at a soft hyphen. Chosen by eye
_LETTERS_PER_EM = 4  # narrow letters in an em: a text with more of them is longer than the line
_WORD_ENDS = " -–/"  # characters after which a line may end without a hyphen


def _split_first_line(
    text: str, style: Any, context: Any, max_width: float, justification_spacing: float, **rest: Any
) -> Any:
    """`split_first_line` that splits lines that end early again, without some soft hyphens."""

    def split(text: str, width: float | None = max_width) -> Any:
        return line_break.split_first_line(
            text, style, context, width, justification_spacing, **rest
        )

    def split_again(text: str) -> Any:
        return _split_first_line(text, style, context, max_width, justification_spacing, **rest)

    result = split(text)
    layout, _, resume, width, *_ = result

    # A text that fits but for the blank at its end.
    if not resume:
        return result
    may_fit = len(text) * style["font_size"] < _LETTERS_PER_EM * max_width
    if text.endswith(" ") and may_fit and split(text.rstrip(" "))[2] is None:
        return split(text, None)
    if SOFT_HYPHEN not in text:
        return result
    line = text.encode()[:resume].decode()

    # A hyphenated word that may go to the next line, as the room left is within the zone.
    zone = style["hyphenate_limit_zone"]
    if zone.value and line.endswith(SOFT_HYPHEN) and (whole := _last_word_whole(text, line)):
        earlier = split_again(whole)
        if max_width - earlier[3] <= percentage(zone, style, max_width):
            return earlier

    # A word broken without a hyphen, or a line that ends too early.
    calm = None
    if not layout.text.endswith(style["hyphenate_character"]):
        calm = _cut_word_whole(text, line)
    elif line.endswith(SOFT_HYPHEN) and width <= _FULL * max_width:
        unbroken = line_break.create_layout(text, style, context, max_width, justification_spacing)
        full = unbroken.get_first_line()[1]
        if full and full > resume:
            calm = _full_line(text, line, text.encode()[:full].decode())
    return result if calm is None else split_again(calm)


def _split_narrowly(
    text: str, style: Any, context: Any, max_width: float | None, *rest: Any, **named: Any
) -> Any:
    """`split_first_line` that splits a text after its first word to measure its least width."""
    if max_width == 0 and SOFT_HYPHEN in text:
        word, blank, after = text.partition(" ")
        text = word + blank + after.replace(SOFT_HYPHEN, _STAND_IN)
    return line_break.split_first_line(text, style, context, max_width, *rest, **named)


def _last_word_whole(text: str, line: str) -> str | None:
    """The text without soft hyphens in the last word of a line; None if it is also the first."""
    begin = line.rfind(" ") + 1
    return _without_hyphens(text, begin) if begin else None


def _cut_word_whole(text: str, line: str) -> str | None:
    """The text without soft hyphens in the word that a line cuts; None if it cuts none."""
    begin = max(map(line.rfind, _WORD_ENDS)) + 1
    if not begin or begin == len(line) or text[len(line)] == " ":
        return None
    calm = _without_hyphens(text, begin)
    return calm if calm != text else None


def _without_hyphens(text: str, begin: int) -> str:
    """The text without soft hyphens from `begin` to the next blank."""
    word = text[begin:].partition(" ")[0]
    return text[:begin] + word.replace(SOFT_HYPHEN, _STAND_IN) + text[begin + len(word) :]


def _full_line(text: str, line: str, fits: str) -> str | None:
    """The text without soft hyphens in the last word of `fits`; None if it is in the line."""
    begin = fits.rfind(" ") + 1
    if not fits.endswith(SOFT_HYPHEN) or begin <= len(line):
        return None
    word = text[begin : len(fits)].replace(SOFT_HYPHEN, _STAND_IN)
    return text[:begin] + word + text[len(fits) :]


LINES = (
    Patch(inline, "split_first_line", _split_first_line, "Lines that end early at soft hyphens"),
    Patch(preferred, "split_first_line", _split_narrowly, "Columns too wide at soft hyphens"),
)

# ------------------------------------------------------------------------------------- ligatures

_NO_LETTERS = "\u200b"  # the text of a glyph whose name has no letters; it must not be empty
_original_fonts = weasyprint.pdf.build_fonts_dictionary


def _build_fonts_dictionary(pdf: Any, fonts: Mapping[Any, Any], *rest: Any) -> Any:
    """`build_fonts_dictionary` that gives a glyph without text that of its name: ``f_f``."""
    for font in fonts.values():
        silent = [glyph for glyph, text in font.to_unicode.items() if not text]
        if not silent:
            continue
        from fontTools import agl  # slow to import, rarely needed

        source = TTFont(io.BytesIO(font.file_content), fontNumber=font.index, lazy=True)
        for glyph in silent:
            letters = unicodedata.normalize("NFKC", agl.toUnicode(source.getGlyphName(glyph)))
            font.to_unicode[glyph] = letters or _NO_LETTERS
    return _original_fonts(pdf, fonts, *rest)


_LETTERS = "Ligatures over a soft hyphen have no text"
LIGATURES = (Patch(weasyprint.pdf, "build_fonts_dictionary", _build_fonts_dictionary, _LETTERS),)
