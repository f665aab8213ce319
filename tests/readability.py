"""How the generated rules of all books read: the sentences that blocks make of the rules, and
counts of what makes them hard to read.

``python -m tests.readability`` prints a line for each language; ``--text`` the sentences of each
book as well, ``--runs 30`` the runs of words that are repeated most, ``--game`` and ``--lang`` only
some of the books.
"""

from __future__ import annotations

import argparse
import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from unittest.mock import patch

from zwanz_renderer import blocks, book
from zwanz_renderer.shortcodes import BLOCKS
from zwanz_renderer.shortcodes.context import Html
from zwanz_renderer.shortcodes.registry import BlockCall
from zwanz_renderer.shortcodes.run import Drawing
from zwanz_ssot.library import library, load
from zwanz_ssot.model import Game
from zwanz_ssot.places import data
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.template import capital

assert blocks
TELLING = (
    "rule",
    "rules",
    "ladder",
    "wins",
    "contract-table",
    "bonus-list",
    "differences",
)
"""The blocks whose text is made of rules."""
TWICE = {"en": "otherwise", "de": "sonst", "ja": "それ以外"}
RUN, LONG = {"ja": 12}, {"ja": 90}
"""Where words have no blanks between them, letters are counted: so many are a run, or too long."""
WORDS_OF_A_RUN, WORDS_OF_A_LONG = 5, 30
_HANGUL = 0xAC00
_BREAKS = re.compile(r"</(?:li|td|th|p|caption|tr|div)>|<br>|<ul[^>]*>|\u2060")
"""Where no sentence goes on; a joiner stands before a note."""
_TAGS = re.compile(r"<[^>]+>")
_CITES = re.compile(r"<cite.*?</cite>|<sup.*?</sup>", re.DOTALL)
_ENDS = {"ja": re.compile(r"(?<=[。！？])")}
_END = re.compile(r"(?<=[.!?…])(?<!\d\.)\s+(?=[^a-z\s])")
ANY = "any"


@dataclass
class Told:
    """The generated text of one book: its sentences, in order, by the block they stand in."""

    name: str
    lang: str
    sentences: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """Names of the rules, the longest first, each with the letter that stands for it."""

    def words(self, sentence: str) -> list[str]:
        """The words of a sentence; its letters where no blanks divide them. A name is one of them,
        however long it is.
        """
        for name, letter in self.names.items():
            sentence = sentence.replace(name, letter)
        if self.lang == "ja":
            return list(re.sub(r"\W", "", sentence))
        return re.findall(r"[^\s,.;:()!?]+", sentence)

    @cached_property
    def long(self) -> list[str]:
        """The sentences with more words than one reads in a breath."""
        most = LONG.get(self.lang, WORDS_OF_A_LONG)
        return [each for each in self.sentences if len(self.words(each)) > most]

    @cached_property
    def twice(self) -> list[str]:
        """The sentences that say "otherwise" twice."""
        word = TWICE[self.lang]
        return [each for each in self.sentences if each.lower().count(word) > 1]

    @cached_property
    def runs(self) -> Counter[tuple[str, ...]]:
        """How often each run of words stands in the book, within sentences."""
        size, found = RUN.get(self.lang, WORDS_OF_A_RUN), Counter[tuple[str, ...]]()
        for each in self.sentences:
            words = [word.casefold() for word in self.words(each)]
            found.update(zip(*(words[start:] for start in range(size)), strict=False))
        return found


def block_text(game: str, variant: str, lang: str, *, chapters: str = "") -> Told:
    """What the blocks of a book tell of its rules. ``chapters`` is the folder of others to fill."""
    rules = load(game, variant)
    found = Told(f"{game}.{variant}.{lang}", lang, names=_names(rules, lang))
    plain = Drawing.draw

    def noted(self: Drawing, call: BlockCall, body: Html | None = None) -> Html:
        drawn = plain(self, call, body)
        if call.block.name in TELLING:
            found.sentences += sentences(str(drawn), lang)
        return drawn

    folder = data("templates") / "book" / lang
    own = folder / (chapters or game)
    with patch.object(Drawing, "draw", noted):
        book.write_chapters(rules, lang, own if own.is_dir() else folder / ANY, BLOCKS)
    return found


def _names(game: Game, lang: str) -> dict[str, str]:
    """The names of contracts, bonuses and cards, each with a letter that no book has."""
    prose = Prose(game, lang)
    found = [prose.contract(each) for each in game.contracts]
    found += [prose.bonus(each) for each in game.bonuses]
    found += [prose.card(each) for each in game.deck.cards]
    names = dict.fromkeys(found + [capital(each) for each in found])
    ordered = sorted(names, key=len, reverse=True)
    return {name: chr(_HANGUL + number) for number, name in enumerate(ordered)}


def sentences(drawn: str, lang: str) -> list[str]:
    """The sentences of some HTML; cells of a table and lines of a list end one. Names and figures
    in cells are none.
    """
    found = []
    for part in _BREAKS.split(_CITES.sub("", drawn.replace("\u00ad", ""))):
        text = " ".join(html.unescape(_TAGS.sub("", part)).split())
        found += _ENDS.get(lang, _END).split(text)
    return [each.strip() for each in found if each.strip().endswith((".", "!", "?", "。"))]


@dataclass(frozen=True)
class Counts:
    """What several books count together."""

    books: list[Told]

    @property
    def words_a_sentence(self) -> float:
        """Words (in Japanese: letters) a sentence."""
        lengths = [len(each.words(one)) for each in self.books for one in each.sentences]
        return sum(lengths) / len(lengths)

    @property
    def long(self) -> int:
        """How many sentences are too long."""
        return sum(len(each.long) for each in self.books)

    @property
    def twice(self) -> int:
        """How many sentences say "otherwise" twice."""
        return sum(len(each.twice) for each in self.books)

    @property
    def repeated(self) -> float:
        """The share of runs of words, in per cent, that stand in their book once before."""
        every = sum(sum(each.runs.values()) for each in self.books)
        again = sum(sum(each.runs.values()) - len(each.runs) for each in self.books)
        return 100 * again / every


def books(lang: str, game: str = "", chapters: str = "") -> Iterator[Told]:
    """The books in a language: of every game and rule set, or of one game."""
    for each, variant in library().rule_sets():
        if game in ("", each, f"{each}.{variant}"):
            yield block_text(each, variant, lang, chapters=chapters)


def main() -> None:
    """Print the counts, and what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", action="store_true", help="print the sentences")
    parser.add_argument("--long", action="store_true", help="print the long sentences")
    parser.add_argument("--runs", type=int, default=0, help="print so many repeated runs")
    parser.add_argument("--game", default="", help="only this game, or game.variant")
    parser.add_argument("--lang", default="", help="only this language")
    parser.add_argument("--chapters", default="", help="fill these chapters, as in: any")
    asked = parser.parse_args()
    for lang in book.with_chapters():
        if asked.lang in ("", lang):
            _print(list(books(lang, asked.game, asked.chapters)), lang, asked)


def _print(found: list[Told], lang: str, asked: argparse.Namespace) -> None:
    for each in found:
        if asked.text:
            print(f"\n## {each.name}\n", *each.sentences, sep="\n")
    if asked.long or asked.text:
        for sentence, times in Counter(one for each in found for one in each.long).most_common():
            print(f"long, {times} times: {sentence}")
        for sentence, times in Counter(one for each in found for one in each.twice).most_common():
            print(f"twice, {times} times: {sentence}")
    again = Counter[tuple[str, ...]]()
    for each in found:
        again.update({run: times - 1 for run, times in each.runs.items() if times > 1})
    between = "" if lang == "ja" else " "
    for run, times in again.most_common(asked.runs):
        print(f"{times:5} {between.join(run)}")
    counts = Counts(found)
    print(
        f"{lang}: {counts.words_a_sentence:.1f} words a sentence,"
        f" {counts.long} long sentences, {counts.repeated:.1f} % repeated,"
        f" {counts.twice} say {TWICE[lang]!r} twice"
    )


if __name__ == "__main__":
    main()
