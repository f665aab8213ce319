"""Make the small Japanese cuts under ``templates/fonts`` from the large ones that Debian packages.

    python scripts/reduce_font.py /usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc Regular

needs ``fonts-noto-cjk``. What stays: kana, punctuation and signs of JIS X 0208, its first level of
kanji, the letters and figures of western Europe, and whatever else of it the rules and templates of
this repository use. All figures get the width of the zero, for columns, and for numbers that are
put in when a page is laid out.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
FAMILY = "Book Mincho"
_ROWS = (1, 2, 4, 5, *range(16, 48))  # signs, kana, the first level of kanji
_DROPPED = ["GSUB", "GPOS", "BASE", "VORG", "vhea", "vmtx", "DSIG"]
_KEPT_NAMES = [0, 7, 8, 9, 11, 13, 14]


def standard() -> set[str]:
    """The characters of the chosen rows of JIS X 0208, and Latin letters and figures in both
    widths.
    """
    cells = (bytes((0xA0 + row, 0xA0 + cell)) for row in _ROWS for cell in range(1, 95))
    latin = (
        chr(code)
        for of in (range(0x20, 0x7F), range(0xA0, 0x100), range(0xFF01, 0xFF5F))
        for code in of
    )
    return {*"".join(cell.decode("euc_jp", "ignore") for cell in cells), *latin}


def used() -> set[str]:
    """The characters from the kana upwards that any file of the book uses."""
    files = [
        path
        for folder in ("rules", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".yaml", ".md")
    ]
    return {
        sign
        for path in files
        for sign in path.read_text(encoding="utf-8")
        if "\u3000" <= sign <= "\uffef"
    }


def reduce(source: Path, style: str, out: Path) -> None:
    """Write the Japanese face of a collection, reduced and renamed."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = _KEPT_NAMES
    options.notdef_outline = True
    options.drop_tables = [*options.drop_tables, *_DROPPED]
    options.recalc_timestamp = False
    font = TTFont(source, fontNumber=0, recalcTimestamp=False, lazy=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(standard() | used()))
    subsetter.subset(font)
    postscript = f"{FAMILY.replace(' ', '')}-{style}"
    for number, text in {
        1: FAMILY,
        2: style,
        3: postscript,
        4: f"{FAMILY} {style}",
        6: postscript,
    }.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    top = font["CFF "].cff
    top.fontNames = [postscript]
    top[0].FullName, top[0].FamilyName = f"{FAMILY} {style}", FAMILY
    align_figures(font)
    font.save(out)


def align_figures(font: TTFont) -> None:
    """Set each figure in the middle of the width of the zero."""
    cmap, glyphs, strings = font.getBestCmap(), font.getGlyphSet(), font["CFF "].cff[0].CharStrings
    figures = [cmap[ord(figure)] for figure in "0123456789"]
    width, programs = glyphs[figures[0]].width, []
    for name in figures:
        aside = (width - glyphs[name].width) // 2
        private = strings[name].private
        pen = T2CharStringPen(width - private.nominalWidthX, glyphs)
        glyphs[name].draw(TransformPen(pen, (1, 0, 0, 1, aside, 0)))
        programs.append(pen.getCharString(private).program)
        font["hmtx"][name] = width, font["hmtx"][name][1] + aside
    for name, program in zip(figures, programs, strict=True):  # it may be made of parts of others
        strings[name].program, strings[name].bytecode = program, None


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    reduce(
        Path(sys.argv[1]),
        sys.argv[2],
        ROOT / f"templates/fonts/notoserifjp/BookMincho-{sys.argv[2]}.otf",
    )
