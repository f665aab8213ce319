"""Links into a book's page that stay: an id for each contract, bonus, word and chapter."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from conftest import VARIANTS, loaded
from test_fans import block_style

from zwanz_renderer.blocks.index import applies, glossary_terms
from zwanz_renderer.book import ANY, BookBuilder, chapters_of, with_chapters
from zwanz_renderer.text import online
from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup
from zwanz_ssot.places import data
from zwanz_ssot.problems import ChapterFault

LANGS = with_chapters()
OWN = [lang for lang in LANGS if chapters_of("zwanzigerrufen", lang).name != ANY]
"""The languages with chapters of the game's own."""
IN_TURN = [(*pair, LANGS[turn % len(LANGS)]) for turn, pair in enumerate(VARIANTS)]
STAYS = re.compile(r' id="((?:contracts|bonuses|terms|chapters)\.[^"]*)"')


def ids(game: str, variant: str, lang: str) -> list[str]:
    """The ids that stay on the page of a book, in order; each must be there once."""
    chapters = BookBuilder(loaded(game, variant), lang).manuscript.chapters()
    linked = online.linked(chapters)
    return [
        *(each.id for each in linked),
        *STAYS.findall("".join(each.chapter.html for each in linked)),
    ]


@pytest.mark.parametrize(("game", "variant", "lang"), IN_TURN)
def test_a_page_has_an_id_for_all_that_the_rules_hold(game: str, variant: str, lang: str) -> None:
    rules = loaded(game, variant)
    ctx = ChapterWriter(MarkdownSetup(lang), rules, "").ctx
    files = sorted(file.stem for file in chapters_of(game, lang).glob("*.md"))
    wanted = {f"contracts.{id}" for id in rules.contracts} | {
        f"bonuses.{id}" for id in rules.bonuses
    }
    wanted |= {f"terms.{id}" for id, term in glossary_terms().items() if applies(ctx, term)}
    wanted |= {"chapters.in-brief", *(f"chapters.{re.sub('^[0-9]+-', '', file)}" for file in files)}
    found = Counter(ids(game, variant, lang))
    assert set(found) == wanted
    assert found.total() == len(found)


def test_the_ids_are_the_same_in_all_languages() -> None:
    english, *others = (set(ids("zwanzigerrufen", "wikipedia", lang)) for lang in OWN)
    assert english and all(other == english for other in others)


def test_chapters_of_one_name_are_counted() -> None:
    assert online.chapter_ids(["a/01-x y.md", "b/x y.md", "07.md"]) == [
        "chapters.x-y",
        "chapters.x-y-2",
        "chapters.07",
    ]


def test_a_link_to_nowhere_is_told_which_anchors_are_near(tmp_path: Path) -> None:
    text = "# Play\n\nSee [[#xyz]].\n\n## Nobody knows {#nobody}\n\n## Where it ends {#where}\n"
    (tmp_path / "01.md").write_text(text, encoding="utf-8")
    with pytest.raises(ChapterFault) as caught:
        BookBuilder(loaded("zwanzigerrufen", "base"), "en", chapters=tmp_path).manuscript.chapters()
    message = str(caught.value)
    assert (
        "#xyz leads nowhere; nearest are #" in message
        and "#nobody" in message
        and "#where" in message
    )


def test_the_sign_of_a_link_stands_left_of_a_word_of_the_glossary_that_hangs() -> None:
    web = (data("templates") / "web.css").read_text(encoding="utf-8")
    left = re.search(r"\.glossary \.permalink \{ left: -([\d.]+)em", web)
    hangs = re.search(r"\.glossary li \{ text-indent: -([\d.]+)em", block_style())
    wide = 1.3  # em, of the sign and the space beside it
    assert left and hangs and float(left[1]) >= float(hangs[1]) + wide
