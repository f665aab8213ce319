"""The fonts of the book: which cuts there are, and small parts of them for a page that carries its
own.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from zwanz_ssot import places

_FEATURES = {
    int.from_bytes(tag, "big")
    for tag in b"kern liga ccmp locl mark mkmk calt lnum pnum tnum smcp c2sc".split()
}
_NAMES = {0, 1, 2, 3, 4, 5, 6, 13, 14}  # the names, and the licence that has to stay with them
EVERYDAY = frozenset(map(chr, range(0x20, 0x7F))) | set("\n\t\u00a0ÄÖÜäöüßéèàç…-–—“”‘’„‚«»·×•❧")
"""Characters that all cuts for running text have."""
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut of a family: CSS `weight` and `style`, and its `file` below ``templates/fonts``.

    The families have names of their own, so that a cut that happens to be installed is never taken
    instead.
    """

    family: str
    weight: int
    style: str
    file: str

    @property
    def source(self) -> bytes:
        """The font file."""
        return (places.data("templates") / "fonts" / self.file).read_bytes()


CUTS = (
    Cut("Book Garamond", 400, "normal", "ebgaramond/EBGaramond12-Regular.otf"),
    Cut("Book Garamond", 400, "italic", "ebgaramond/EBGaramond12-Italic.otf"),
    Cut("Book Vollkorn", 600, "normal", "vollkorn/Vollkorn-SemiBold.ttf"),
    Cut("Book Vollkorn", 700, "normal", "vollkorn/Vollkorn-Bold.ttf"),
)


@cache
def cuts_for(lang: str) -> tuple[Cut, ...]:
    """The cuts for a book in a language: those of every book, and those that
    ``page.<language>.yaml`` adds under `faces` for letters that these lack. The style sheet
    ``book.<language>.css`` says where they are used.
    """
    file = places.data("templates") / f"page.{lang}.yaml"
    words: dict[str, Any] = places.table(file) if file.is_file() else {}
    return (*CUTS, *(Cut(**face) for face in words.get("faces", ())))


@cache
def source(file: str) -> bytes | None:
    """The font file of this name, if it is one of the book's in any language."""
    if file not in {cut.file for cut in CUTS}:
        languages = (
            path.name.split(".")[1] for path in places.data("templates").glob("page.*.yaml")
        )
        if file not in {cut.file for lang in languages for cut in cuts_for(lang)}:
            return None
    return (places.data("templates") / "fonts" / file).read_bytes()


@cache
def printable(lang: str) -> frozenset[str]:
    """The characters that the cuts for running text have; whatever else stands in a chapter cannot
    be printed.
    """
    from fontTools.ttLib import TTFont

    upright = [
        cut for cut in cuts_for(lang) if (cut.weight, cut.style) == (CUTS[0].weight, CUTS[0].style)
    ]
    cmaps = [TTFont(io.BytesIO(cut.source), lazy=True).getBestCmap() for cut in upright]
    return frozenset(chr(code) for cmap in cmaps for code in cmap) | {"\n", "\t"}


def rules(address: Callable[[Cut], str], cuts: Iterable[Cut] = CUTS) -> str:
    """The ``@font-face`` rules, with `address` giving the URL of each cut."""
    return "\n".join(
        f'@font-face {{ font-family: "{cut.family}"; font-weight: {cut.weight}; font-style: {cut.style}; '
        f'font-display: swap; src: url("{address(cut)}"); }}'
        for cut in cuts
    )


def characters(html: str) -> str:
    """The characters that a page may show, in order, each once; also what CSS may turn them into.

    Those of everyday are always among them, so that a font is cut once and serves while the page is
    written.
    """
    shown = _TAG.sub("", html)
    return "".join(sorted({*shown, *shown.upper(), *EVERYDAY} - set("\n\t")))


def embedded(cut: Cut, text: str) -> str:
    """A ``data:`` address with the part of a cut that shows the characters of `text`, as WOFF2."""
    return "data:font/woff2;base64," + base64.b64encode(cut_out(cut, text)).decode("ascii")


@lru_cache(maxsize=32)
def cut_out(cut: Cut, text: str) -> bytes:
    """The part of a cut that shows the characters of `text`, as the bytes of a WOFF2 file."""
    import uharfbuzz as harfbuzz  # type: ignore[import-untyped]  # these take their time, and are not needed for paper
    from fontTools.ttLib import TTFont

    wanted = harfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, text))
    for usual, kept in ((wanted.layout_feature_tag_set, _FEATURES), (wanted.name_id_set, _NAMES)):
        usual.clear()
        usual.update(kept)
    flags = harfbuzz.SubsetFlags
    wanted.flags = flags.NO_HINTING | flags.DESUBROUTINIZE | flags.NOTDEF_OUTLINE
    part = harfbuzz.subset(harfbuzz.Face(harfbuzz.Blob(cut.source)), wanted)
    font = TTFont(io.BytesIO(part.blob.data), recalcTimestamp=False, lazy=True)
    out = io.BytesIO()
    font.flavor = "woff2"
    font.save(out)
    return out.getvalue()
