"""The style sheets of the book with its typefaces, for a screen, for paper and for EPUBs."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

from zwanz_ssot import places

from .building import language_files
from .text.html_tree import text_of

_FEATURES = {
    int.from_bytes(tag, "big")
    for tag in b"kern liga ccmp locl mark mkmk calt lnum pnum tnum smcp c2sc".split()
}
_NAMES = {0, 1, 2, 3, 4, 5, 6, 13, 14}  # the names, and the licence that has to stay with them
EVERYDAY = frozenset(map(chr, range(0x20, 0x7F))) | set("\n\t\u00a0ÄÖÜäöüßéèàç…-–—“”‘’„‚«»·×•❧")
"""Characters that all cuts for running text have."""


@dataclass(frozen=True, slots=True)
class FontCut:
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
    FontCut("Book Garamond", 400, "normal", "ebgaramond/EBGaramond12-Regular.otf"),
    FontCut("Book Garamond", 400, "italic", "ebgaramond/EBGaramond12-Italic.otf"),
    FontCut("Book Vollkorn", 600, "normal", "vollkorn/Vollkorn-SemiBold.ttf"),
    FontCut("Book Vollkorn", 700, "normal", "vollkorn/Vollkorn-Bold.ttf"),
)


@cache
def cuts_for(lang: str) -> tuple[FontCut, ...]:
    """The cuts for a book in a language: those of every book, and those that
    ``page.<language>.yaml`` adds under `faces` for letters that these lack. The style sheet
    ``book.<language>.css`` says where they are used.
    """
    file = places.data("templates") / f"page.{lang}.yaml"
    words: dict[str, Any] = places.table(file) if file.is_file() else {}
    return (*CUTS, *(FontCut(**face) for face in words.get("faces", ())))


@cache
def source(file: str) -> bytes | None:
    """The bytes of a font file of the book in any language; None for another name."""
    if file not in {cut.file for cut in CUTS} and file not in {
        cut.file for lang in language_files("page") for cut in cuts_for(lang)
    }:
        return None
    return (places.data("templates") / "fonts" / file).read_bytes()


@cache
def printable(lang: str) -> frozenset[str]:
    """The characters that the cuts for running text have. A chapter may have no others."""
    from fontTools.ttLib import TTFont

    upright = [
        cut for cut in cuts_for(lang) if (cut.weight, cut.style) == (CUTS[0].weight, CUTS[0].style)
    ]
    cmaps = [TTFont(io.BytesIO(cut.source), lazy=True).getBestCmap() for cut in upright]
    return frozenset(chr(code) for cmap in cmaps for code in cmap) | {"\n", "\t"}


def rules(address: Callable[[FontCut], str], cuts: Iterable[FontCut] = CUTS) -> str:
    """The ``@font-face`` rules, with `address` giving the URL of each cut."""
    return "\n".join(
        f'@font-face {{ font-family: "{cut.family}"; font-weight: {cut.weight}; '
        f"font-style: {cut.style}; "
        f'font-display: swap; src: url("{address(cut)}"); }}'
        for cut in cuts
    )


def characters(html: str) -> str:
    """The characters that a page may show, sorted: its own, their capitals, and `EVERYDAY`.

    With these in, the fonts seldom have to be cut again while a page is written.
    """
    shown = text_of(html)
    return "".join(sorted({*shown, *shown.upper(), *EVERYDAY} - set("\n\t")))


def embedded(cut: FontCut, text: str) -> str:
    """A ``data:`` address with the part of a cut that shows the characters of `text`, as WOFF2."""
    return "data:font/woff2;base64," + base64.b64encode(cut_out(cut, text)).decode("ascii")


@lru_cache(maxsize=32)
def cut_out(cut: FontCut, text: str) -> bytes:
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


Paper = Literal["a5", "letter", "booklet"]
_COLOURS = re.compile(r":root \{[^}]*\}")
_NAMED = re.compile(r"(--[a-z-]+):\s*([^;]+);")
_NAME = re.compile(r"var\((--[a-z-]+)\)")
_PAGE = re.compile(r"@page \{\s*size: (\S+) \S+;\s*margin: ([^;]+);")
_FONT_SIZE = re.compile(r"^ *html \{ font-size: ([^;]+);", re.MULTILINE)
_OF_FULL_READERS = re.compile(
    r"^[^\s{}][^{}]*::before \{[^{}]*content: (?:counter|none)[^{}]*\}"
    r"|^[^\s{}][^{}\n]* \{[^{}\n]*\}(?= /\* whole CSS \*/)",
    re.MULTILINE,
)
"""Rules with a number before an element or none, and those that a sheet marks: the size of cards,
the width of columns.
"""
_OF_PRINTERS = re.compile(
    r" ?@(?:top|bottom)-\w+ \{[^}]*\}| ?(?:bookmark-level|string-set): [^;]*;"
)
_POINTS = {"pt": 1, "mm": 72 / 25.4, "in": 72}
_NARROW = re.compile(r"@media screen and (\(max-width: [^)]+\)) (\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
_LETTER = 0.373
"""Mean width of a letter of Book Garamond, in em, in texts of the books."""


def for_screen(lang: str, shown: str) -> str:
    """The style of a page that carries its fonts; `shown` are the characters that it shows."""
    fonts = rules(lambda cut: embedded(cut, shown), cuts_for(lang))
    return _together(fonts, lang, "screen", "print")


def for_trace(langs: Sequence[str], page: str) -> str:
    """The style of the page of a trace: the colours of the book, and fonts for all `langs`."""
    templates = places.data("templates")
    cuts = dict.fromkeys(cut for lang in langs for cut in cuts_for(lang))
    shown = characters(page)
    fonts = rules(lambda cut: embedded(cut, shown), cuts)
    day, night = (
        (templates / f"{name}.css").read_text(encoding="utf-8") for name in ("book", "screen")
    )
    by_day = _COLOURS.search(day)
    by_night = _COLOURS.search(night)
    assert by_day and by_night
    dark = f"@media (prefers-color-scheme: dark) {{ {by_night[0]} }}"
    return "\n".join(
        [fonts, by_day[0], dark, (templates / "trace.css").read_text(encoding="utf-8")]
    )


@cache
def for_paper(lang: str, paper: Paper) -> str:
    """The style for WeasyPrint, with addresses of fonts; a booklet is made of A5 pages."""
    fonts = rules(lambda cut: f"font:{cut.file}", cuts_for(lang))
    media = ("print", "paper", "paper-letter") if paper == "letter" else ("print", "paper")
    css = without_media("screen", _together(fonts, lang, *media))
    return _spelled_out(css, css)  # WeasyPrint would look up each name for each style anew


@cache
def letters_per_line(paper: Paper) -> float:
    """How many letters fit in a line of text, reckoned from the sizes in the style sheets."""
    css = for_paper("en", paper)
    (width, margins), font_size = _PAGE.findall(css)[-1], _FONT_SIZE.findall(css)[-1]
    sides = margins.split()  # top, right, bottom, left; without a left it is as the right
    right = _points(sides[1 % len(sides)])
    left = _points(sides[3]) if len(sides) == 4 else right
    return (_points(width) - left - right) / _points(font_size) / _LETTER


def _points(length: str) -> float:
    return float(length[:-2]) * _POINTS[length[-2:]]


@cache
def for_epub(lang: str) -> str:
    """The style for EPUBs: no fonts, no paper, the light colours in place of variables.

    Readers with a small CSS skip what asks for counters: they would print that word, and reckon
    with no part of a width. Quiet letters and lines have the colour of the others: the reader
    chooses it, and the ground.
    """
    css = without_media("print", _together("", lang, "epub"))
    css = _OF_FULL_READERS.sub(r"@supports (content: counter(x)) { \g<0> }", css)
    css = _NARROW.sub(_by_page_too, css)
    css = css.replace("var(--quiet)", "inherit").replace("solid var(--ink)", "solid")
    return _spelled_out(css, without_media("screen", css))


def _by_page_too(narrow: re.Match[str]) -> str:
    """The rules of a narrow window, and once more for a narrow page: in many readers, pages are
    columns of a window that is as wide as all of them.
    """
    return f"{narrow[0]}\n@container {narrow[1]} {narrow[2].replace('vw', 'cqi')}"


def _spelled_out(css: str, named: str) -> str:
    """A style with values in place of variables, as the sheets of `named` define them."""
    values: dict[str, str] = {}
    for root in _COLOURS.findall(named):
        values.update(_NAMED.findall(root))
    return _NAME.sub(lambda use: values.get(use[1], use[0]), css)


def _together(fonts: str, lang: str, *media: str) -> str:
    """The style of the book and its blocks, then those of the media, then that of the language."""
    templates = places.data("templates")
    sheets = [templates / "book.css", *sorted((templates / "blocks").glob("*.css"))]
    sheets += [templates / f"{medium}.css" for medium in media]
    sheets += templates.glob(f"book.{lang}.css")
    return "\n".join([fonts, *(sheet.read_text(encoding="utf-8") for sheet in sheets)])


def for_browsers(css: str) -> str:
    """A style sheet for paper without what browsers do not know: boxes in page margins, bookmarks,
    and the strings of running heads.

    >>> for_browsers("@page { margin: 9mm; @top-left { content: none; } }")
    '@page { margin: 9mm; }'
    """
    return _OF_PRINTERS.sub("", css)


def without_media(medium: str, css: str) -> str:
    """A style sheet without its ``@media`` rules for a medium."""
    kept, at = [], 0
    for rule in re.finditer(rf"@media {medium}\b[^{{]*\{{", css):
        if rule.start() < at:
            continue
        kept.append(css[at : rule.start()])
        depth, at = 1, rule.end()
        while depth and at < len(css):
            depth += (css[at] == "{") - (css[at] == "}")
            at += 1
    return "".join([*kept, css[at:]])
