"""What ligatures say that WeasyPrint leaves without a meaning.

A ligature that was formed over a soft hyphen comes with the empty glyph of that hyphen, and
WeasyPrint gives all its letters to that one, which is not drawn. `told` takes them from the
ligature's name (Adobe's specification of glyph names: ``f_f`` stands for two letters).
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

import weasyprint.pdf
from fontTools.ttLib import TTFont

from .instead import instead

_REST = "\u200b"
"""What a glyph stands for that has no name of letters: a map from glyphs to characters may not
leave it empty.
"""


def told() -> AbstractContextManager[None]:
    """Let each font that is written say what its ligatures stand for."""
    return instead([(weasyprint.pdf, "build_fonts_dictionary", _build)])


_original = weasyprint.pdf.build_fonts_dictionary


def _build(pdf: Any, fonts: Mapping[Any, Any], *rest: Any) -> Any:
    for font in fonts.values():
        silent = [glyph for glyph, text in font.to_unicode.items() if not text]
        if silent:
            from fontTools import agl  # a long list, seldom wanted

            source = TTFont(io.BytesIO(font.file_content), fontNumber=font.index, lazy=True)
            for glyph in silent:
                letters = unicodedata.normalize("NFKC", agl.toUnicode(source.getGlyphName(glyph)))
                font.to_unicode[glyph] = letters or _REST
    return _original(pdf, fonts, *rest)
