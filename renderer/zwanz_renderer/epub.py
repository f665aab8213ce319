"""The book as EPUB 3: a file a chapter, the drawings as SVG, the fonts of the book, and nothing
from elsewhere.
"""

from __future__ import annotations

import io
import re
import uuid
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any
from xml.etree import ElementTree

import tinyhtml5  # type: ignore[import-untyped]

from zwanz_renderer import covers, pages, styles, typefaces
from zwanz_renderer.pictures import Pictures, file_name
from zwanz_renderer.text.markdown import Chapter
from zwanz_ssot.model import Game

_XHTML = "http://www.w3.org/1999/xhtml"
_OPS = "http://www.idpf.org/2007/ops"
_IMAGE = re.compile(r'(<img class="[^"]*" src=")((?:card|back|suit):[^"]*)(")')
_LINK = re.compile(r'(<a\b[^>]*?\bhref=")#([^"]+)(")')
_ID = re.compile(r'\sid="([^"]+)"')
_MODIFIED = "2026-01-01T00:00:00Z"  # the same book is the same file, whenever it is made
_CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
"""
_KINDS = {
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A text file of the book: its name, its title and the HTML of its body."""

    name: str
    title: str
    html: str
    kind: str


def write(game: Game, lang: str, chapters: Sequence[Chapter], pictures: Pictures) -> bytes:
    """The book as the bytes of an EPUB file."""
    words = pages.words(lang)
    title = pages.full_title(game, lang)
    sheets = _sheets(game, lang, words, chapters)
    places = {anchor: sheet.name for sheet in sheets for anchor in _ID.findall(sheet.html)}
    files: dict[str, bytes] = {}
    shown = dict.fromkeys(address for sheet in sheets for address in pictures.addresses(sheet.html))
    for sheet in sheets:
        html = _IMAGE.sub(
            lambda image: f"{image[1]}cards/{file_name(image[2])}{image[3]}", sheet.html
        )
        html = _LINK.sub(partial(_elsewhere, places, sheet.name), html)
        files[sheet.name] = _document(sheet.title, lang, html, sheet.kind)
    files["contents.xhtml"] = _navigation(words, lang, chapters, places)
    files["cover.svg"] = covers.cover(title, words["kind"], covers.fan(game), pictures).encode()
    files |= {f"cards/{file_name(address)}": pictures.svg(address).encode() for address in shown}
    cuts = typefaces.cuts_for(lang)
    text = typefaces.characters("".join(sheet.html for sheet in sheets))
    files |= {f"fonts/{_font(cut)}": typefaces.cut_out(cut, text) for cut in cuts}
    fonts = typefaces.rules(lambda cut: f"fonts/{_font(cut)}", cuts)
    files["book.css"] = f"{fonts}\n{styles.for_epub(lang)}".encode()
    order = ["title.xhtml", "contents.xhtml", *(sheet.name for sheet in sheets[1:])]
    files["book.opf"] = _package(game, lang, title, words, files, order).encode()
    return _packed(files)


def _sheets(
    game: Game, lang: str, words: Mapping[str, str], chapters: Sequence[Chapter]
) -> list[_Sheet]:
    front, colophon = pages.title_page_and_colophon(game, lang)
    drawn = [
        _Sheet(
            f"chapter-{number:02}.xhtml",
            chapter.title,
            _numbered(str(chapter.html), number),
            "chapter",
        )
        for number, chapter in enumerate(chapters, 1)
    ]
    return [
        _Sheet("title.xhtml", pages.full_title(game, lang), front, "titlepage"),
        *drawn,
        _Sheet("colophon.xhtml", words["colophon"], colophon, "colophon"),
    ]


def _numbered(html: str, number: int) -> str:
    return f'<main style="counter-reset: chapter {number - 1}"><section class="chapter">\n{html}</section></main>'


def _elsewhere(places: Mapping[str, str], here: str, link: re.Match[str]) -> str:
    """A link to an anchor, with the file it stands in where that is another."""
    file = places.get(link[2], here)
    return f"{link[1]}{'' if file == here else file}#{link[2]}{link[3]}"


def _document(title: str, lang: str, html: str, kind: str) -> bytes:
    """An XHTML file with some HTML as its body."""
    tree = tinyhtml5.parse(f"<!DOCTYPE html><html><head></head><body>{html}</body></html>")
    head, body = tree.find(f"{{{_XHTML}}}head"), tree.find(f"{{{_XHTML}}}body")
    tree.set("lang", lang)
    tree.set("{http://www.w3.org/XML/1998/namespace}lang", lang)
    ElementTree.SubElement(head, f"{{{_XHTML}}}title").text = title
    style = {"rel": "stylesheet", "type": "text/css", "href": "book.css"}
    ElementTree.SubElement(head, f"{{{_XHTML}}}link", style)
    body.set(f"{{{_OPS}}}type", kind)
    ElementTree.register_namespace("", _XHTML)
    ElementTree.register_namespace("epub", _OPS)
    text = ElementTree.tostring(tree, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n{text}\n'.encode()


def _navigation(
    words: Mapping[str, str], lang: str, chapters: Sequence[Chapter], places: Mapping[str, str]
) -> bytes:
    lines = []
    for entry in pages.contents(chapters):
        below = "".join(f"<li>{_entry(heading, places)}</li>" for heading in entry.below)
        lines.append(
            f"<li>{_entry(entry.heading, places)}{f'<ol>{below}</ol>' if below else ''}</li>"
        )
    lines.append(f'<li class="plain"><a href="colophon.xhtml">{escape(words["colophon"])}</a></li>')
    title = escape(words["contents"])
    html = f'<nav class="contents" id="toc"><h1>{title}</h1><ol class="entries">{"".join(lines)}</ol></nav>'
    document = _document(words["contents"], lang, html, "frontmatter").decode()
    return document.replace('id="toc"', 'epub:type="toc" role="doc-toc" id="toc"').encode()


def _entry(heading: Any, places: Mapping[str, str]) -> str:
    return f'<a href="{places[heading.anchor]}#{heading.anchor}">{escape(heading.text)}</a>'


def _package(
    game: Game,
    lang: str,
    title: str,
    words: Mapping[str, str],
    files: Iterable[str],
    order: Sequence[str],
) -> str:
    """The package document: what the book is, what is in it, and in which order it is read."""
    identity = uuid.uuid5(uuid.NAMESPACE_URL, f"zwanz-ssot:{game.id}:{game.variant}:{lang}")
    ids = {name: f"f{number}" for number, name in enumerate(sorted(files), 1)}
    marks = {"contents.xhtml": ' properties="nav"', "cover.svg": ' properties="cover-image"'}
    items = "\n".join(
        f'<item id="{ids[name]}" href="{name}" media-type="{_KINDS[name[name.rindex(".") :]]}"{marks.get(name, "")}/>'
        for name in sorted(files)
    )
    spine = "\n".join(f'<itemref idref="{ids[name]}"/>' for name in order)
    features = "".join(
        f'<meta property="schema:accessibilityFeature">{feature}</meta>\n'
        for feature in (
            "alternativeText",
            "displayTransformability",
            "readingOrder",
            "structuralNavigation",
            "tableOfContents",
        )
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{lang}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{identity}</dc:identifier>
<dc:title>{escape(title)}</dc:title>
<dc:language>{lang}</dc:language>
<dc:description>{escape(f"{words['kind']}: {title}")}</dc:description>
<meta property="dcterms:modified">{_MODIFIED}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
{features}<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">{escape(words["accessible"])}</meta>
</metadata>
<manifest>
{items}
</manifest>
<spine>
{spine}
</spine>
</package>
"""


def _font(cut: typefaces.Cut) -> str:
    return cut.file.rpartition("/")[2].rpartition(".")[0] + ".woff2"


def _packed(files: Mapping[str, bytes]) -> bytes:
    """The files in a ZIP that is the same for the same files; `mimetype` first, and not compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        _add(archive, "mimetype", b"application/epub+zip", zipfile.ZIP_STORED)
        _add(archive, "META-INF/container.xml", _CONTAINER.encode(), zipfile.ZIP_DEFLATED)
        for name in sorted(files):
            _add(archive, f"book/{name}", files[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _add(archive: zipfile.ZipFile, name: str, data: bytes, method: int) -> None:
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type, entry.external_attr, entry.create_system = method, 0o644 << 16, 3
    archive.writestr(entry, data)
