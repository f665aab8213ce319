"""Typography of a text: ids of headings, links, soft hyphens, punctuation beside a card."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pyphen  # type: ignore[import-untyped]
from markupsafe import Markup

from .html_tree import Edits, HtmlTree, tags

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_ID = re.compile(r"\s*\{#([A-Za-z][\w-]*)\}\s*$")
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*(?:\{#([A-Za-z][\w-]*)\})?\s*#*\s*")
_CLOSES = re.compile(r"[.,;:!?)\]»”’…%–、。：；！？」』）-]+")
_OPENS = re.compile(r"[(\[„“‘«「『（]+$")
_INLINE = ("a", "cite", "em", "span", "strong")
_WIDE = re.compile("[、。：；！？」』）]")
_BLANKS = re.compile(r"[ \n]+")
_DICTIONARIES = {"en": "en_GB", "de": "de_AT"}
SOFT_HYPHEN = "\u00ad"
_INLINE_BLOCK = "shortcode_inline"
_SET_ALREADY = re.compile(f"[&{SOFT_HYPHEN}]")
_LETTER = re.compile(r"[^\W\d_]")
_LAST_WORD = re.compile(r"([^\W\d_]+)[\W\d_]*$")
_SHORT = 12
"""Up to so many letters a word has room in any column of text."""
# A soft hyphen in such a ligature loses its letters in a PDF. `press.weasyprint_fixes` keeps them,
# but no line of a book is broken there.
_IN_LIGATURE = re.compile(f"(?<=f){SOFT_HYPHEN}(?=[bfhijklt])")


def take_ids(state: StateCore) -> None:
    """Move the id of ``## Title {#id}`` from the text of the heading to its token."""
    for index, token in enumerate(state.tokens):
        if token.type == "heading_open":
            content = state.tokens[index + 1]
            if match := _ID.search(content.content):
                token.meta["id"] = match.group(1)
                content.content = content.content[: match.start()]


def ids(source: str) -> list[str]:
    """The ids that the headings of a chapter ask for."""
    return [
        match.group(1)
        for line in source.split("\n")
        if line.startswith("#") and (match := _ID.search(line))
    ]


def titles(sources: Iterable[str]) -> dict[str, str]:
    """The headings of chapters as written, by their ids: the ones asked for, else the
    likely ones.
    """
    found: dict[str, str] = {}
    for source in sources:
        for line in source.split("\n"):
            if line.startswith("#") and (match := _HEADING.fullmatch(line)):
                found.setdefault(match[2] or free_slug(match[1], numbered={}), match[1])
    return found


def plain(html: str) -> str:
    """The text of some HTML, with images as their alternative texts."""
    edits = Edits(html)
    for image in tags(html, "img"):
        edits.replace(image.start, image.end, image.attributes.get("alt", ""))
    return str(Markup(edits.made()).striptags())


def breadth(html: str) -> int:
    """The width of some HTML in Latin letters; a wide letter (Chinese, kana) counts as two."""
    letters = Markup(html).striptags().replace(SOFT_HYPHEN, "")
    return len(letters) + wide_letters(letters)


def wide_letters(text: str) -> int:
    """How many letters of a text are as wide as an em (Chinese, kana).

    >>> wide_letters("Tarock"), wide_letters("タロック")
    (0, 4)
    """
    return sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)


def closed_up(html: str) -> Markup:
    """Some HTML, except code, without blanks after full-width marks, which have room of
    their own.
    """
    wide = list(_WIDE.finditer(html))
    if not wide:
        return Markup(html)
    tree, edits = HtmlTree(html), Edits(html)
    for mark in wide:
        blanks = _BLANKS.match(html, tree.after_ends(mark.end(), _INLINE))
        if blanks is None or tree.is_in_tag(mark.start()):
            continue
        if any(each.tag == "pre" for each in tree.around(mark.start())):
            continue
        following, element = html[blanks.end() : blanks.end() + 1], tree.by_start.get(blanks.end())
        is_text = following not in ("", "<") and not following.isspace()
        if is_text or (element is not None and element.tag in _INLINE):
            edits.replace(*blanks.span(), "")
    return Markup(edits.made())


def free_slug(text: str, *taken: Container[str], numbered: dict[str, int]) -> str:
    """An id made of a heading's words that is not taken; a repeated one gets a number.

    `numbered` keeps the last number of each, and is updated.
    """
    folded = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    ascii_only = folded.encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-") or "section"
    found, number = slug, numbered.get(slug, 1)
    while any(found in ids for ids in taken):
        number += 1
        found = f"{slug}-{number}"
    numbered[slug] = number
    return found


def links(token: Token, source: str, first_line: int) -> Iterator[tuple[str, int, int]]:
    """Target, line and column of each link in an inline token."""
    line = token.map[0] if token.map else 0
    lines = source.split("\n")
    for child in token.children or []:
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type == "link_open":
            target = str(child.attrs.get("href", ""))
            text = lines[line] if line < len(lines) else ""
            found = [text.find(f"({written}") for written in (target, unquote(target))]
            yield target, line + first_line, max(*found, -1) + 2


def keep_punctuation(state: StateCore) -> None:
    """Tie an inline shortcode to the punctuation beside it, so that no line ends between them."""
    for token in state.tokens:
        children = token.children or []
        for before, child in pairwise(children):
            ties = child.type == _INLINE_BLOCK and before.type == "text"
            if ties and (match := _OPENS.search(before.content)):
                child.meta["before"] = match.group()
                before.content = before.content[: match.start()]
        for child, after in pairwise(children):
            ties = child.type == _INLINE_BLOCK and after.type == "text"
            if ties and (match := _CLOSES.match(after.content)):
                child.meta["after"] = match.group()
                after.content = after.content[match.end() :]


class SoftHyphens:
    """Puts soft hyphens into the long words of running text, not into headings and code."""

    def __init__(self, lang: str) -> None:
        dictionary = _DICTIONARIES.get(lang, lang)
        self._dictionary = (
            pyphen.Pyphen(lang=dictionary, left=3, right=3)
            if dictionary in pyphen.LANGUAGES
            else None
        )
        # Only German hyphenates its capitalised words: elsewhere they are names.
        self._word = re.compile(r"[^\W\d_]{7,}" if lang == "de" else r"(?<![^\W\d_])[a-zà-ÿ]{7,}")

        self._any_word = re.compile(r"[^\W\d_]{7,}")

    def heads(self, html: str) -> str:
        """The HTML of a block, with soft hyphens in the heads of its tables, as columns may be
        narrow.
        """
        if "<th" not in html:
            return html
        edits = Edits(html)
        for head in HtmlTree(html).named("th"):
            text = _SET_ALREADY.split(head.first_text, maxsplit=1)[0]
            hyphenated = self._hyphenated(self._any_word, text)
            edits.replace(head.inside, head.inside + len(text), hyphenated)
        return edits.made()

    def __call__(self, state: StateCore) -> None:
        """Hyphenate all running text of a chapter; a core rule of Markdown."""
        if self._dictionary is None:
            return
        heading = False
        for token in state.tokens:
            if token.type == "heading_open":
                heading = True
            elif token.type == "heading_close":
                heading = False
            elif token.type == "inline" and not heading:
                written = [child for child in token.children or [] if child.type == "text"]
                last = next((it for it in reversed(written) if _LETTER.search(it.content)), None)
                # In a cell a long last word is hyphenated: it may be wider than the column.
                most = _SHORT if state.inlineMode else inf
                for child in written:
                    child.content = self.hyphenate(child.content, most if child is last else 0)

    def hyphenate(self, text: str, whole_at_end: float = 0) -> str:
        """The text with soft hyphens in its long words.

        A last word of up to `whole_at_end` letters gets none, so that the last line is never half a
        word.
        """
        last = _LAST_WORD.search(text)
        end = last.start() if last and len(last[1]) <= whole_at_end else len(text)
        return self._hyphenated(self._word, text[:end]) + text[end:]

    def _hyphenated(self, words: re.Pattern[str], text: str) -> str:
        dictionary = self._dictionary
        if dictionary is None:
            return text
        hyphenated = words.sub(lambda word: dictionary.inserted(word.group(), SOFT_HYPHEN), text)
        return _IN_LIGATURE.sub("", hyphenated)
