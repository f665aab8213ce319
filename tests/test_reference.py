"""The block reference has every block with all it takes; the cheat sheet is one page; both in every
language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from conftest import LANGUAGES

import zwanz_ssot
from zwanz_renderer import blocks  # noqa: F401  registers the blocks
from zwanz_renderer.book_parts import Pdf
from zwanz_renderer.building import language_files
from zwanz_renderer.leaflets import Leaflet
from zwanz_renderer.press import pdf
from zwanz_renderer.reference import _Reference, write_cheat_sheet, write_reference
from zwanz_renderer.shortcodes import BLOCKS, Block, Named, OneOf
from zwanz_renderer.shortcodes.attributes import Flag, Many, Text, Whole
from zwanz_renderer.text.polish import closed_up
from zwanz_ssot.model import Game
from zwanz_ssot.places import data
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose.template import FALLBACK

FOR_AUTHORS = [lang for lang in LANGUAGES if lang in language_files("reference")]
"""The languages with papers for authors, the first of which takes its words from the code."""
SOURCE = re.findall(
    r"[\w-]+",
    """
    card-deck card-row card-grid card-1 card-2 card-3 card-4 color-swatch-row contract-table score-table bonus-list
    deck-overview glossary columns col pagebreak scene reset-diagram pov sticky bid-script trick-table
    capture-marker stats-row score-panel cta-banner
    """,
)


Written = Callable[[str], Leaflet]


def words(lang: str) -> dict[str, object]:
    content: dict[str, object] = yaml.safe_load(
        (data("templates") / f"reference.{lang}.yaml").read_text("utf-8")
    )
    return content


def listed_in(lang: str) -> list[str]:
    """The blocks in the groups of a language."""
    groups: Any = words(lang)["groups"]
    return [name for group in groups for name in group["blocks"]]


def html(leaflet: Leaflet) -> str:
    return leaflet.html.read_text(encoding="utf-8").split("<main", 1)[1].replace("\u00ad", "")


@pytest.fixture(scope="module")
def game() -> Game:
    return zwanz_ssot.load("zwanzigerrufen", variant="directnet")


def test_every_block_of_the_source_is_there() -> None:
    assert set(SOURCE) <= set(BLOCKS.names)


def to_write(lang: str) -> Iterator[str]:
    """What the words for authors lack of the blocks there are, and have too much."""
    file = f"templates/reference.{lang}.yaml"
    names, listed = set(BLOCKS.names), listed_in(lang)
    for name in sorted(names.difference(listed)):
        yield f"put {name} into a group of {file}"
    for name in sorted({*listed} - names | {name for name in listed if listed.count(name) > 1}):
        yield f"take {name} out of a group of {file}"
    if lang != FALLBACK:
        told: dict[str, str] = words(lang)["summaries"]  # type: ignore[assignment]
        for name in sorted(names - told.keys()):
            yield f"put what {name} is into summaries of {file}"
        for name in sorted(told.keys() - names):
            yield f"take {name} out of summaries of {file}"


def test_every_block_stands_in_the_words_for_authors() -> None:
    """The one test that a block fails which is not there yet."""
    lacking = [each for lang in FOR_AUTHORS for each in to_write(lang)]
    assert not lacking, "\n".join(lacking)


@pytest.mark.parametrize("lang", FOR_AUTHORS)
def test_every_word_has_its_translation(lang: str) -> None:
    assert words(lang).keys() == words("en").keys()


@pytest.mark.parametrize("lang", FOR_AUTHORS[1:])
def test_other_languages_have_all_that_english_takes_from_the_code(lang: str) -> None:
    content = words(lang)
    for block in BLOCKS:
        for parameter in block.accepted.values():
            kind = (
                parameter.attribute.item
                if isinstance(parameter.attribute, Many)
                else parameter.attribute
            )
            if isinstance(kind, Named):
                assert kind.kind in content["names"]  # type: ignore[operator]
            elif not isinstance(kind, OneOf | Text | Whole | Flag):
                assert kind.wants in content["wants"]  # type: ignore[operator]


def test_the_reference_shows_each_attribute_and_each_look(reference: Written) -> None:
    page = html(reference("en"))
    for block in filter(None, map(BLOCKS.get, listed_in("en"))):
        entry = page.split(f'id="block-{block.name}"', 1)[1].split("<h3", 1)[0]
        found = re.findall(r'<th scope="row">([\w-]+)=</th>', entry)
        assert sorted(found) == sorted({parameter.name for parameter in block.parameters})
        assert "<pre><code>" in entry
    stacked = page.split('id="block-card-4"', 1)[1].split("<h3", 1)[0]
    assert 'class="showcase block stack"' in stacked
    pov = page.split('id="block-pov"', 1)[1].split("<h3", 1)[0]
    assert re.findall(r'class="pov tint-(\w+)"', pov) == ["blue", "red", "gold", "green"]
    assert "has a problem" not in page


def test_each_look_is_drawn_if_any_rule_set_of_the_game_has_something_to_show(
    reference: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plain game differs from nothing, so one of its variants shows how differences look."""
    nothing = str(words("en")["has_nothing"])
    assert nothing not in html(reference("en"))
    monkeypatch.setattr(pdf, "write_sheet", lambda *args: (0, Pdf(b"", 1)))  # words are enough
    plain = html(write_reference(zwanz_ssot.load("zwanzigerrufen"), "en", tmp_path))
    assert nothing not in plain
    shown = plain.split('id="block-differences"', 1)[1].split("<h3", 1)[0]
    assert "Drawn with another rule set: 20er Rufen as played online." in shown


@pytest.mark.parametrize("lang", FOR_AUTHORS[1:])
def test_what_authors_of_samples_say_is_in_the_language(lang: str) -> None:
    phrases: dict[str, str] = words(lang)["phrases"]  # type: ignore[assignment]
    samples = [block.sample for block in BLOCKS]
    assert all(any(english in sample for sample in samples) for english in phrases)


def test_code_of_a_reference_keeps_its_lines() -> None:
    written = "<p>長い。\n短い。</p>\n<pre><code>[note]\n長い。\n[/note]</code></pre>"
    assert (
        closed_up(written) == "<p>長い。短い。</p>\n<pre><code>[note]\n長い。\n[/note]</code></pre>"
    )


def test_the_reference_links_to_its_blocks(reference: Written) -> None:
    page = html(reference("en"))
    assert set(re.findall(r'href="#([^"]+)"', page.split("</nav>")[0])) == {
        f"block-{name}" for name in listed_in("en")
    }
    assert reference("en").pages > 10


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", FOR_AUTHORS)
def test_the_cheat_sheet_is_one_page(lang: str, game: Game, tmp_path: Path) -> None:
    made = write_cheat_sheet(game, lang, tmp_path)
    assert made.pages == 1
    page = html(made)
    for name in listed_in(lang):
        assert re.search(rf"<dt><code>\[{name}[ \]]", page)
    assert "[card-4 cards= layout= caption= width=]" in page


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", FOR_AUTHORS)
def test_it_stays_one_page_when_there_are_a_few_blocks_more(
    lang: str, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = _Reference.groups

    def more(self: _Reference) -> Iterator[tuple[str, list[Block]]]:
        for title, its in real(self):
            yield title, [*its, its[0]]

    monkeypatch.setattr(_Reference, "groups", more)
    assert write_cheat_sheet(game, lang, tmp_path).pages == 1


def test_a_language_without_words_for_authors_is_told(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("page.ja", "reference.en", "reference.de"):
        (tmp_path / f"{name}.yaml").touch()
    monkeypatch.setattr(
        "zwanz_renderer.building.places", SimpleNamespace(data=lambda name: tmp_path)
    )
    with pytest.raises(WrongCall) as caught:
        write_cheat_sheet(game, "ja", tmp_path / "out")
    assert str(caught.value) == "the papers for authors have no words in 'ja'; known are de, en"
