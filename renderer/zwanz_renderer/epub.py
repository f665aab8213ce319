"""The book as EPUB 3: a file for each chapter, the drawings as SVG, the fonts of the book; nothing
is fetched from the network.
"""

from __future__ import annotations

import io
import uuid
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any
from xml.etree import ElementTree

import tinyhtml5  # type: ignore[import-untyped]

from zwanz_ssot.model import Game

from . import pages, styles
from .book_parts import contents
from .pictures import DRAWINGS, Pictures, cover_drawing, file_name
from .text import online
from .text.markdown import Chapter, Heading

_XHTML = "http://www.w3.org/1999/xhtml"
_OPS = "http://www.idpf.org/2007/ops"
_MODIFIED = "2026-01-01T00:00:00Z"  # fixed, so that the same book gives the same bytes
_CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>\n'
    '<rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>\n"
)
_KINDS = {
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_PROPERTIES = {
    "contents.xhtml": ' properties="nav"',
    "cover.svg": ' properties="cover-image"',
}
_CARD_WIDTH = 50
_FEATURES = (
    "alternativeText",
    "displayTransformability",
    "readingOrder",
    "structuralNavigation",
    "tableOfContents",
)


@dataclass(frozen=True, slots=True)
class _TextFile:
    """A text of the book: the name of its file, its title, its HTML and the tree of it."""

    name: str
    title: str
    html: str
    kind: str
    tree: Any

    def elements(self, tag: str, attribute: str) -> Iterator[tuple[Any, str]]:
        """The elements of a tag with an attribute, each with its value."""
        for element in self.tree.iter(f"{{{_XHTML}}}{tag}" if tag else None):
            value = element.get(attribute)
            if value is not None:
                yield element, value


def write(game: Game, lang: str, chapters: Sequence[Chapter], pictures: Pictures) -> bytes:
    """The book as the bytes of an EPUB file."""
    words = pages.words(lang)
    title = pages.full_title(game, lang)
    texts = _texts(game, lang, words, chapters)
    places = {anchor: text.name for text in texts for _, anchor in text.elements("", "id")}
    shown: dict[str, None] = {}
    files: dict[str, bytes] = {}
    for text in texts:
        shown |= dict.fromkeys(_place_drawings(text))
        _lead_to_files(text, places)
        files[text.name] = _document(text.tree, text.title, lang, text.kind)
    files["contents.xhtml"] = _navigation(game, words, lang, chapters, places)
    cover = cover_drawing(title, words["kind"], pictures)
    files["cover.svg"] = cover.encode()
    files |= {f"cards/{file_name(address)}": _drawing(address, pictures) for address in shown}

    # The fonts are cut down to the characters of the book.
    cuts = styles.cuts_for(lang)
    characters = styles.characters("".join(text.html for text in texts))
    files |= {f"fonts/{_font(cut)}": styles.cut_out(cut, characters) for cut in cuts}
    fonts = styles.rules(lambda cut: f"fonts/{_font(cut)}", cuts)
    files["book.css"] = f"{fonts}\n{styles.for_epub(lang)}".encode()

    order = ["title.xhtml", "contents.xhtml", *(text.name for text in texts[1:])]
    files["book.opf"] = _package(game, lang, title, words, files, order).encode()
    return _packed(files)


def _texts(
    game: Game, lang: str, words: Mapping[str, str], chapters: Sequence[Chapter]
) -> list[_TextFile]:
    """The title page, the chapters, the player aid and the colophon."""
    title = pages.title_pages(game, lang)
    bodies = [("title.xhtml", pages.full_title(game, lang), str(title.page), "titlepage")]
    for number, each in enumerate(online.linked(chapters), 1):
        html = _numbered(str(each.chapter.html), number, each.id)
        bodies.append((f"chapter-{number:02}.xhtml", each.chapter.title, html, "chapter"))
    aid = pages.aid_section(game, lang)
    bodies.append(("player-aid.xhtml", aid.title, str(aid.html), "appendix"))
    bodies.append(("colophon.xhtml", words["colophon"], str(title.colophon), "colophon"))
    return [_TextFile(*body, tree=_tree(body[2])) for body in bodies]


def _numbered(html: str, number: int, id: str) -> str:
    """A chapter with its id, numbered on from the chapters before it."""
    before = f"counter-reset: chapter {number - 1}"
    return f'<main style="{before}"><section class="chapter" id="{id}">\n{html}</section></main>'


def _drawing(address: str, pictures: Pictures) -> bytes:
    """A drawing as a file. A card has a size, for readers that leave the style of the book out:
    seven beside each other are as wide as a telephone.
    """
    picture = pictures.picture(address)
    if address.startswith("card:"):
        _, _, width, height = picture.box
        size = f'width="{_CARD_WIDTH}" height="{_CARD_WIDTH * height / width:.5g}"'
        picture = replace(picture, attributes=f"{picture.attributes} {size}")
    return picture.svg().encode()


def _place_drawings(text: _TextFile) -> list[str]:
    """Turn addresses of drawings into those of files; returns the addresses in order."""
    found = []
    for image, address in text.elements("img", "src"):
        if address.startswith(DRAWINGS):
            image.set("src", f"cards/{file_name(address)}")
            found.append(address)
    return found


def _lead_to_files(text: _TextFile, places: Mapping[str, str]) -> None:
    """Name the file in each link that leads into another file."""
    for link, target in text.elements("a", "href"):
        file = places.get(target[1:], text.name)
        if target.startswith("#") and file != text.name:
            link.set("href", f"{file}{target}")


def _tree(html: str) -> Any:
    """A document with some HTML as its body."""
    tree = tinyhtml5.parse(f"<!DOCTYPE html><html><head></head><body>{html}</body></html>")
    # The parser takes the namespace of a drawing for an attribute, which XML does not allow.
    for element in tree.iter():
        for name in [name for name in element.attrib if "/xmlns/" in name]:
            del element.attrib[name]
    return tree


def _document(tree: Any, title: str, lang: str, kind: str) -> bytes:
    """An XHTML file of a tree, with a title and the style of the book."""
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
    game: Game,
    words: Mapping[str, str],
    lang: str,
    chapters: Sequence[Chapter],
    places: Mapping[str, str],
) -> bytes:
    """The list of contents."""
    lines = []
    for entry in contents(chapters):
        below = "".join(f"<li>{_entry(heading, places)}</li>" for heading in entry.below)
        inner = f"<ol>{below}</ol>" if below else ""
        lines.append(f"<li>{_entry(entry.heading, places)}{inner}</li>")
    aid = pages.aid_section(game, lang).title
    lines.append(f'<li class="plain"><a href="player-aid.xhtml">{escape(aid)}</a></li>')
    lines.append(f'<li class="plain"><a href="colophon.xhtml">{escape(words["colophon"])}</a></li>')
    title, entries = escape(words["contents"]), "".join(lines)
    html = f'<nav class="contents"><h1>{title}</h1><ol class="entries">{entries}</ol></nav>'
    tree = _tree(html)
    listed = tree.find(f".//{{{_XHTML}}}nav")
    for name, value in ((f"{{{_OPS}}}type", "toc"), ("role", "doc-toc"), ("id", "toc")):
        listed.set(name, value)
    return _document(tree, words["contents"], lang, "frontmatter")


def _entry(heading: Heading, places: Mapping[str, str]) -> str:
    return f'<a href="{places[heading.anchor]}#{heading.anchor}">{escape(heading.text)}</a>'


def _package(
    game: Game,
    lang: str,
    title: str,
    words: Mapping[str, str],
    files: Mapping[str, bytes],
    order: Sequence[str],
) -> str:
    """The package document: what the book is, what is in it, and in which order it is read."""
    identity = uuid.uuid5(uuid.NAMESPACE_URL, f"zwanz-ssot:{game.id}:{game.variant}:{lang}")
    names = sorted(files)
    ids = {name: f"f{number}" for number, name in enumerate(names, 1)}
    items = "\n".join(_item(name, ids[name], files[name]) for name in names)
    spine = "\n".join(f'<itemref idref="{ids[name]}"/>' for name in order)
    features = "".join(
        f'<meta property="schema:accessibilityFeature">{feature}</meta>\n' for feature in _FEATURES
    )
    package = f'version="3.0" unique-identifier="id" xml:lang="{lang}"'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" {package}>
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


def _item(name: str, id: str, file: bytes) -> str:
    """The manifest's entry of a file, which says if a chapter has drawings inside it."""
    drawn = name.endswith(".xhtml") and (b"<svg" in file or b":svg" in file)
    properties = _PROPERTIES.get(name, ' properties="svg"' if drawn else "")
    kind = _KINDS[name[name.rindex(".") :]]
    return f'<item id="{id}" href="{name}" media-type="{kind}"{properties}/>'


def _font(cut: styles.FontCut) -> str:
    return cut.file.rpartition("/")[2].rpartition(".")[0] + ".woff2"


def _packed(files: Mapping[str, bytes]) -> bytes:
    """The files as a ZIP, the same bytes for the same files; `mimetype` first, not compressed."""
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
