"""Shortcodes: what a chapter may write, what it means, and what is said about a mistake.

The blocks are small ones of this file; the real ones have their own tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest

from zwanz_renderer.shortcodes import (
    Context,
    Html,
    Named,
    Percent,
    Raw,
    Registry,
    Values,
    Whole,
    keep_if,
)
from zwanz_renderer.text.markdown import Chapter, ChapterWriter, MarkdownSetup, Shared
from zwanz_ssot.problems import WrongCall

CARDS = {name: f"card {name}" for name in ("T-I", "T-XX", "T-XXI", "H-1", "S-K")}
GAME: Any = SimpleNamespace(data={"contracts": {"solo": {"value": 4}, "rufer": {"value": 1}}})
CardRef = Annotated[str, Named("card of the deck", lambda ctx: CARDS)]
BLOCKS = Registry()
BLOCKS.condition("if")(keep_if)


@BLOCKS.block("card-row", sample="[card-row cards=T-I]")
def card_row(
    ctx: Context,
    *,
    cards: list[CardRef],
    labels: tuple[str, ...] = (),
    deck: Literal["tarock-40", "french-24"] = "tarock-40",
    first_lead: bool = False,
    gap: Annotated[int, Whole(0, 9)] = 0,
) -> Html:
    """Cards side by side."""
    if labels and len(labels) != len(cards):
        ctx.problem(f"{len(cards)} cards but {len(labels)} labels", "label each card, or none")
    return Html("<row>{}</row>\n").format(
        "; ".join([*cards, *labels, deck, str(first_lead), str(gap)])
    )


@BLOCKS.block("note", body=True)
def note(ctx: Context, *, body: Html, title: str | None = None) -> Html:
    return Html("<note>{}|{}</note>\n").format(title or "", body)


@BLOCKS.block("col", body=True, plain=True)
def col(ctx: Context, *, body: Html) -> Html:
    return Html("<col>\n{}</col>\n").format(body)


@BLOCKS.block("script", body="raw")
def script(ctx: Context, *, body: Raw) -> Html:
    for line in body:
        if "bad" in line.text:
            ctx.problem("says something bad", line=line.number)
    return Html("<script-lines>{}</script-lines>\n").format(
        " / ".join(f"{n}:{text}" for n, text in body)
    )


@BLOCKS.block("sticky")
def sticky(ctx: Context) -> Html:
    return Html("<sticky></sticky>\n")


@BLOCKS.block("panel")
def panel(ctx: Context, *, text: str) -> Values:
    return {"text": text, "said": ctx.render_inline(text)}


@BLOCKS.block("own-width")
def own_width(ctx: Context, *, width: Percent = 50) -> Html:
    return Html("<own>{}</own>\n").format(width)


@BLOCKS.block("card", inline=True)
def card(ctx: Context, *, card: CardRef, shown: Literal["picture", "name"] = "picture") -> Html:
    return ctx.card_image(card, card) if shown == "picture" else Html.escape(card)


@BLOCKS.block("value", inline=True)
def value(ctx: Context, *, at: str) -> Html:
    if not ctx.has(at):
        ctx.problem(f"the game has no {at}")
        return Html("")
    return Html.escape(str(ctx.find(at)))


@dataclass(frozen=True)
class Written:
    chapter: Chapter
    problems: list[str]

    @property
    def html(self) -> str:
        """The page without the chapter's heading and soft hyphens."""
        return self.chapter.html.split("</h2>\n", 1)[1].replace("\u00ad", "")


Write = Callable[[str], Written]
Clean = Callable[[str], str]


@pytest.fixture(scope="module")
def press(tmp_path_factory: pytest.TempPathFactory) -> MarkdownSetup:
    folder = tmp_path_factory.mktemp("blocks")
    (folder / "panel.html.j2").write_text(
        "<panel line={{ ctx.line }}>{{ text }}|{{ said }}</panel>\n"
    )
    return MarkdownSetup("en", registry=BLOCKS, templates=[folder])


@pytest.fixture
def write(press: MarkdownSetup) -> Write:
    """Write a chapter; its text begins on line 3, below a heading."""

    def written(text: str, game: Any = GAME) -> Written:
        shared = Shared()
        chapter = ChapterWriter(press, game, "03-play.md", shared).chapter(f"# Play\n\n{text}")
        problems = [str(problem).removeprefix("03-play.md:") for problem in shared.found.problems]
        return Written(chapter, problems)

    return written


@pytest.fixture
def clean(write: Write) -> Clean:
    """Write a chapter that has no problem; its HTML."""

    def html(text: str) -> str:
        written = write(text)
        assert written.problems == []
        return written.html

    return html


# ------------------------------------------------------- 1: ahead of tables, headings and
# paragraphs


def test_a_closing_tag_right_after_a_table_is_no_row(clean: Clean) -> None:
    html = clean("[note]\n| a | b |\n|---|---|\n| x | y |\n[/note]\n")
    assert html.count("<tr>") == 2
    assert html.endswith("</table>\n</div>\n</note>\n")


def test_a_tag_right_above_a_heading_is_no_paragraph(clean: Clean) -> None:
    assert clean("[sticky]\n## Below\n") == '<sticky></sticky>\n<h3 id="below">Below</h3>\n'


def test_a_tag_ends_the_paragraph_above_it(clean: Clean) -> None:
    assert clean("Text\n[sticky]\nmore\n") == "<p>Text</p>\n<sticky></sticky>\n<p>more</p>\n"


def test_a_table_right_below_an_opening_tag_is_a_table(clean: Clean) -> None:
    assert "<td>x</td>" in clean("[note]\n| a |\n|---|\n| x |\n[/note]\n")


# ------------------------------------------------- 2: links, definitions, quotes, cells, code, HTML


def test_a_shortcode_with_a_link_target_behind_it_is_refused(write: Write) -> None:
    assert write("[card-row cards=T-XX](page.html)\n").problems == [
        "3:22: '(page.html)' stands on the line of a block's tag; give the tag a line of its own"
    ]
    assert write("See [card-3 cards=XX](page.html)\n").problems == [
        "3:5: there is no shortcode [card-3]; did you mean [card]?",
    ]


def test_a_registered_name_is_no_link_definition(write: Write) -> None:
    written = write("[sticky]: note\n")
    assert written.problems == [
        "3:9: ': note' stands on the line of a block's tag; give the tag a line of its own"
    ]


def test_quotation_marks_of_attributes_are_not_shaped(clean: Clean) -> None:
    assert clean('He said "so" [[T-I shown="name"]].') == ("<p>He said “so” card T-I.</p>\n")


def test_quotation_marks_round_a_card_are_shaped(clean: Clean) -> None:
    assert "“<img" in clean('the "[[T-I]]" wins')


def test_a_bar_in_an_attribute_splits_a_cell_and_is_reported(write: Write) -> None:
    written = write('| a | b |\n|---|---|\n| [value at="x|y"] | z |\n')
    assert '5:13: value: at has no end quote on its line; close it with "' in written.problems


def test_an_escaped_bar_stays_in_the_attribute(write: Write) -> None:
    written = write('| a | b |\n|---|---|\n| [value at="x\\|y"] | z |\n')
    assert written.problems == ["5:3: value: the game has no x|y"]


def test_code_and_escapes_stay_literal(clean: Clean) -> None:
    html = clean(
        "`[note]` and ``[[T-I]]`` and \\[note] and \\[[T-I]]\n\n    [note]\n\n```\n[/note]\n[x-y]\n```\n"
    )
    assert "<code>[note]</code> and <code>[[T-I]]</code> and [note] and [[T-I]]" in html
    assert "<pre><code>[note]\n</code></pre>" in html
    assert "<pre><code>[/note]\n[x-y]\n</code></pre>" in html


def test_a_fence_in_a_list_stays_literal(clean: Clean) -> None:
    assert "<code>[note]\n</code>" in clean("- item\n\n  ```\n  [note]\n  ```\n")


@pytest.mark.parametrize(
    ("html", "column"),
    [
        ("<script>alert()</script>", 1),
        ("a <b>bold</b>", 3),
        ("<!-- later -->", 1),
        ("<img src=x onerror=y>", 1),
    ],
)
def test_html_is_refused_and_escaped(write: Write, html: str, column: int) -> None:
    written = write(html)
    assert written.problems[0].startswith(f"3:{column}: a chapter has no HTML; got <")
    tag = html[column - 1 :].partition(">")[0]
    assert tag not in written.html and tag.replace("<", "&lt;") in written.html


def test_a_script_address_is_no_link(write: Write) -> None:
    written = write("[x](javascript:alert())")
    assert "href" not in written.html
    assert [problem.split(";")[0] for problem in written.problems] == [
        "3:5: the link to 'javascript:alert()' leads nowhere"
    ]


def test_a_refused_address_is_told_where_and_as_it_is_written(write: Write) -> None:
    assert (
        write("See [d](foö) here").problems[0].startswith("3:9: the link to 'foö' leads nowhere;")
    )


def test_a_shortcode_stands_anywhere_in_the_text_of_a_link(clean: Clean) -> None:
    html = clean("See [the [value at=contracts.solo.value] players](#play).")
    assert html == '<p>See <a href="#play">the 4 players</a>.</p>\n'


def test_a_call_within_an_attribute_stands_at_the_tag(write: Write) -> None:
    text = '[panel text="five of them and [value at=contracts.solo.value ta=x]"]'
    assert write(text).problems == ["3:1: value: has no attribute 'ta'; it takes at"]


def test_an_image_is_refused(write: Write) -> None:
    assert write("![x](https://example.org/x.png)").problems == [
        "3:1: a chapter has no images of its own; show cards with [[…]] or a block"
    ]


# ------------------------------------------------------------------------------ 3: nesting


def test_blocks_nest_also_in_themselves(clean: Clean) -> None:
    html = clean("[note]\n[note title=inner]\n[sticky]\n[/note]\nafter\n[/note]\n")
    assert html == "<note>|<note>inner|<sticky></sticky>\n</note>\n<p>after</p>\n</note>\n"


def test_a_whole_block_may_stand_on_one_line(clean: Clean) -> None:
    assert clean("[note]Some *text*.[/note]\n") == "<note>|<p>Some <em>text</em>.</p>\n</note>\n"
    assert (
        clean("[col]a[/col][col]b[/col]\n") == "<col>\n<p>a</p>\n</col>\n<col>\n<p>b</p>\n</col>\n"
    )


def test_crossed_tags_name_both_lines(write: Write) -> None:
    assert write("[note]\n[col]\n[/note]\n[/col]\n").problems == [
        "5:1: note: closes what line 3 opened, but [col] of line 4 is still open; close [col] first"
    ]
    assert write("[note][col][/note][/col]\n").problems == [
        "3:12: note: closes what line 3 opened, but [col] of line 3 is still open; close [col] first"
    ]


# ----------------------------------------------------------------------------- 4: mistakes


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[note]\ntext\n", "3:1: note: is not closed; close it with [/note] on a line of its own"),
        (
            "text\n\n[/note]\n",
            "5:1: note: is closed here but was not opened; open it with [note] above",
        ),
        (
            "[script]\ntext\n",
            "3:1: script: is not closed; close it with [/script] on a line of its own",
        ),
        ("[/sticky]", "3:1: sticky: has no body, so it is not closed; take out [/sticky]"),
        ("[card-rwo cards=T-I]", "3:1: there is no shortcode [card-rwo]; did you mean [card-row]?"),
        ("text [car-row]", "3:6: there is no shortcode [car-row]; did you mean [card-row]?"),
        (
            "[/colunms]",
            "3:1: there is no shortcode [/colunms]; write \\[ for a bracket that is meant as one",
        ),
        (
            "[card-row cards=T-I dekc=x]",
            "3:21: card-row: has no attribute 'dekc'; did you mean 'deck'?",
        ),
        ("[sticky gap=4]", "3:9: sticky: has no attribute 'gap'; it takes width, annotation"),
        (
            "[card-row]",
            "3:1: card-row: needs cards, a list, each item the name of a card of the deck",
        ),
        (
            "[card-row cards=T-I gap=1 gap=2]",
            "3:27: card-row: gap is given twice; keep one of them",
        ),
        (
            "[card-row cards=T-I gap=x]",
            "3:21: card-row: gap must be a whole number from 0 to 9; got 'x'",
        ),
        (
            "[card-row cards=T-I gap=10]",
            "3:21: card-row: gap must be a whole number from 0 to 9; got '10'",
        ),
        (
            "[card-row cards=T-I width=0]",
            "3:21: card-row: width must be a whole number from 1 to 100; got '0'",
        ),
        (
            "[card-row cards=T-I first-lead=2]",
            "3:21: card-row: first-lead must be yes or no; got '2'",
        ),
        (
            "[card-row deck=tarok-40 cards=T-I]",
            "3:11: card-row: deck must be one of tarock-40, french-24; got 'tarok-40'; did you mean 'tarock-40'?",
        ),
        (
            '[card-row cards=""]',
            "3:11: card-row: cards is empty; give a list, each item the name of a card of the deck",
        ),
        (
            "[card-row cards= gap=1]",
            "3:11: card-row: cards is empty; give a list, each item the name of a card of the deck",
        ),
        (
            "[card-row cards=T-I,,T-XX]",
            "3:11: card-row: cards has an empty item in its list; take out one of the commas",
        ),
        (
            "[card-row cards=T-I wide]",
            "3:21: card-row: 'wide' is no attribute; write key=value, with quotes round a value with spaces",
        ),
        (
            "[note a=b]\n[/note x=y]",
            "3:7: note: has no attribute 'a'; it takes width, annotation, title",
        ),
        (
            "text [note] text",
            "3:6: note: is a block: it cannot stand inside text; give its tag a line of its own",
        ),
        (
            "[note] text\n[/note]",
            "3:8: 'text' stands on the line of a block's tag; give the tag a line of its own",
        ),
        ("[value at=contracts.sol]", "3:1: value: the game has no contracts.sol"),
        ("- a\n- [[]]", "4:3: card: names no card; write a card's id between the brackets"),
    ],
)
def test_a_mistake_is_told_at_its_place(write: Write, text: str, problem: str) -> None:
    assert problem in write(text).problems


def test_all_mistakes_are_told_at_once_and_the_draft_shows_boxes(write: Write) -> None:
    written = write("[card-row cards=T-Q gap=x]\n\n[note]\n\ntext [[T-0]] and [x-y].\n")
    assert [problem.split(": ")[0] for problem in written.problems] == [
        "3:11",
        "3:21",
        "5:1",
        "7:8",
        "7:18",
    ]
    assert written.html.count('class="problem"') == 4


def test_a_block_unclosed_in_a_list_item_is_told_there(write: Write) -> None:
    written = write("- [note]\n  text\n\nafter\n\n[/note]\n")
    assert [problem.split(";")[0] for problem in written.problems] == [
        "3:3: note: is not closed",
        "8:1: note: is closed here but was not opened",
    ]


# ------------------------------------------------------------------------------- 5: quotes


def test_three_ways_to_quote(clean: Clean) -> None:
    assert "a ]b" in clean('[note title="a ]b"]\n[/note]')
    assert "a &#34;b&#34;" in clean('[note title="a \\"b\\""]\n[/note]')
    assert "a &#34;b" in clean("[note title='a \"b']\n[/note]")
    assert "<note>bare|" in clean("[note title=bare]\n[/note]")
    assert "<note>back\\slash|" in clean('[note title="back\\\\slash"]\n[/note]')


@pytest.mark.parametrize("quoted", ["„deutsch“", "“english”", "»guillemets«", "‚einfach‘"])
def test_typographic_quotes_are_refused_with_a_hint(write: Write, quoted: str) -> None:
    assert write(f"[note title={quoted}]\n[/note]").problems == [
        f'3:13: note: title has typographic quotes ({quoted[0]}); use straight ones: "…"'
    ]


def test_a_missing_end_quote_stops_at_the_end_of_the_line(write: Write) -> None:
    written = write('[note title="open]\n[/note]\n\n[card-row cards=T-Q]\n')
    assert [problem.split(";")[0] for problem in written.problems] == [
        "3:13: note: title has no end quote on its line",
        "6:11: card-row: cards must be one of T-I, T-XX, T-XXI, H-1, S-K",
    ]


# ------------------------------------------------------------------- 6: what is no shortcode


def test_only_registered_names_are_shortcodes(clean: Clean) -> None:
    html = clean(
        "- [x] done\n- [ ] open\n\n[sic] and [see] and [a link](#play) and [trick-taking](#play).\n"
    )
    assert "[x] done" in html and "[ ] open" in html and "[sic] and [see]" in html
    assert html.count('<a href="#play">') == 2


@pytest.mark.parametrize("bracket", ["[a ", "[[a ", '[a "', "[/a ", "![a ", "(a [b c=d "])
def test_a_line_of_open_brackets_is_text_and_soon_read(bracket: str, write: Write) -> None:
    """The line was read to its end from each bracket, several times over. The last one alone may be
    a shortcode.
    """
    text = (bracket * 2000)[:9990].rstrip()
    found = write(f"x {text}")
    assert found.html.count("[") + len(found.problems) == text.count("[")
    assert len(found.problems) < 2


def test_an_unknown_shortcode_may_have_a_bracket_in_a_value(write: Write) -> None:
    assert write("Look: [crd-row cards=[[T-I]] x").problems == [
        "3:7: there is no shortcode [crd-row]; did you mean [card-row]?"
    ]


def test_footnotes_and_references_stay_markdown(clean: Clean) -> None:
    html = clean(
        "Text[^a] and [trick-taking].\n\n[^a]: A note.\n\n[trick-taking]: https://example.org\n"
    )
    assert "footnote" in html and '<a href="https://example.org">trick-taking</a>' in html


# --------------------------------------------------------------------------- 7: inline cards


@pytest.mark.parametrize("mark", [".", ",", ";", ":", "!", "?", ")", "…", "”"])
def test_a_card_is_kept_with_the_punctuation_behind_it(clean: Clean, mark: str) -> None:
    html = clean(f"the [[T-XX]]{mark} and")
    assert (
        f'<span class="keep"><img class="card" src="card:card T-XX@book" alt="card T-XX">{mark}</span>'
        in html
    )


def test_brackets_round_a_card_stay_with_it(clean: Clean) -> None:
    assert '<span class="keep">(<img' in clean("a card ([[T-I]]) of")


def test_one_and_i_are_two_cards(write: Write, clean: Clean) -> None:
    assert 'alt="card T-I"' in clean("[[T-I]]") and 'alt="card H-1"' in clean("[[H-1]]")
    found = write("[[T-1]]").problems
    assert len(found) == 1
    assert found[0].startswith(
        "3:3: card: card must be one of T-I, T-XX, T-XXI, H-1, S-K; got 'T-1'"
    )
    assert write("[[H-I]]").problems[0].startswith("3:3: card: card must be one of")


def test_an_inline_card_takes_attributes(clean: Clean) -> None:
    assert clean("[[T-XX shown=name]]") == "<p>card T-XX</p>\n"


def test_cards_stand_in_links_cells_and_headings(clean: Clean) -> None:
    assert '<a href="#play">the <img' in clean("[the [[T-I]]](#play)")
    assert "<td><img" in clean("| a |\n|---|\n| [[T-I]] |\n")
    assert "<img" in clean("## The [[T-I]]\n").partition("</h3>")[0]


# ------------------------------------------------- 8: source lines, line ends, spaces, escaping


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("- one\n- two [[T-Q]]\n", "4:9"),
        ("> one\n> two [[T-Q]]\n", "4:9"),
        ("> - one\n>   - [[T-Q]]\n", "4:9"),
        ("[note]\n\n[col]\nx\ny [[T-Q]]\n[/col]\n[/note]\n", "7:5"),
        ("| a | b |\n|---|---|\n| x | [[T-I]] [[T-Q]] |\n", "5:17"),
        ("| a | b |\n|---|---|\n| [[T-Q]] | [[T-I]] |\n", "5:5"),
        ("one\n  two [[T-Q]]\n", "4:9"),
        ("## Heading [[T-Q]]\n", "3:14"),
        ("Text[^a].\n\n[^a]: A note [[T-Q]]\n", "5:16"),
        ("[note title=x]x [[T-Q]][/note]\n", "3:19"),
        ("- [note]\n  [card-row cards=T-Q]\n  [/note]\n", "4:13"),
        ("*a [[T-Q]] b*\n", "3:6"),
        ("[a [[T-Q]] b](#play)\n", "3:6"),
    ],
)
def test_lines_and_columns_are_those_of_the_file(write: Write, text: str, place: str) -> None:
    assert [problem.split(": ")[0] for problem in write(text).problems] == [place]


def test_a_raw_body_knows_its_lines(write: Write) -> None:
    written = write("- [script]\n  play H-K\n    bad\n  [/script]\n")
    assert "4:play H-K / 5:  bad" in written.html
    assert written.problems == ["5:1: script: says something bad"]


def test_a_raw_body_is_literal(clean: Clean) -> None:
    html = clean("[script]\n[note] **x** | y\n[/script]\nafter\n")
    assert html == "<script-lines>4:[note] **x** | y</script-lines>\n<p>after</p>\n"


def test_line_ends_mark_and_no_break_spaces_change_nothing(press: MarkdownSetup) -> None:
    text = '# Play\n\n[note title="a b"]\ntext\n[/note]\n\n[card-row cards=T-I gap=2]\n'
    plain = ChapterWriter(press, GAME, "a.md").chapter(text)
    odd = text.replace(" gap", "\u00a0gap").replace("\n", "\r\n")
    writer = ChapterWriter(press, GAME, "a.md")
    assert writer.chapter("\ufeff" + odd).html == plain.html
    assert not writer.shared.found


def test_text_of_attributes_is_escaped(clean: Clean) -> None:
    html = clean('[panel text="<b>&</b> *so*" annotation="a < b [[T-I]]"]')
    assert "&lt;b&gt;&amp;&lt;/b&gt; *so*|" in html
    assert "<figcaption>a &lt; b <img" in html
    assert "<b>" not in html


# ------------------------------------------------------------------------- 9: what blocks find


def test_a_block_reports_and_the_others_go_on(write: Write) -> None:
    written = write('[card-row cards="T-I T-XX" labels="Pagat"]\n\n[card-row cards=T-Q]\n')
    assert written.problems[0] == "3:1: card-row: 2 cards but 1 labels; label each card, or none"
    assert written.problems[1].startswith("5:11: card-row: cards must be one of T-I")


def test_lists_split_at_commas_or_spaces(clean: Clean) -> None:
    assert clean('[card-row cards="T-I, T-XX" labels="the Pagat, the Twenty"]') == (
        "<row>card T-I; card T-XX; the Pagat; the Twenty; tarock-40; False; 0</row>\n"
    )
    assert "card T-I; card T-XX; tarock" in clean('[card-row cards="T-I T-XX"]')
    assert "; True; " in clean("[card-row cards=T-I first-lead=yes]")


# ------------------------------------------------------------------- universal attributes, if


def test_width_and_annotation_stand_round_the_block(clean: Clean) -> None:
    html = clean('[card-row cards=T-I width=60 annotation="The *Pagat*"]')
    assert html.startswith('<figure class="block block-card-row" style="--width: 60%">\n<row>')
    assert "<figcaption>The <em>Pagat</em></figcaption>\n</figure>" in html
    assert clean("[own-width width=7]") == "<own>7</own>\n"


def test_a_plain_block_has_no_universal_attributes(write: Write) -> None:
    assert write("[col width=5]\n[/col]").problems == [
        "3:6: col: has no attribute 'width'; it takes none"
    ]


def test_conditions_keep_or_leave_out(clean: Clean) -> None:
    text = "[if has=contracts.{}]\nkept\n[/if]\n[if not=contracts.{}]\nleft\n[/if]\n"
    assert clean(text.format("solo", "solo")) == "<p>kept</p>\n"
    assert clean(text.format("bettler", "bettler")) == "<p>left</p>\n"
    assert clean("[if has=contracts.solo not=contracts.bettler]\nboth\n[/if]\n") == "<p>both</p>\n"


def test_conditions_ask_for_the_word_that_stands_somewhere(write: Write) -> None:
    game: Any = SimpleNamespace(data={"play": {"trump": "called"}})
    text = "[if has=play.trump is={}]\nkept\n[/if]\n"
    assert write(text.format("called"), game).html == "<p>kept</p>\n"
    assert write(text.format("named"), game).html == ""
    other = "[if not=play.trump is={}]\nkept\n[/if]\n"
    assert write(other.format("called"), game).html == ""
    assert write(other.format("named"), game).html == "<p>kept</p>\n"


def test_conditions_ask_for_a_number_too(write: Write) -> None:
    game: Any = SimpleNamespace(data={"count": {"last_trick": 20}})
    text = "[if has=count.last_trick is={}]\nkept\n[/if]\n"
    assert write(text.format(20), game).html == "<p>kept</p>\n"
    assert write(text.format(10), game).html == ""


def test_what_is_empty_false_or_missing_is_not_there() -> None:
    game: Any = SimpleNamespace(
        data={"none": None, "no": False, "empty": [], "zero": 0, "list": [{"a": 1}]}
    )
    ctx = ChapterWriter(MarkdownSetup(registry=BLOCKS), game, "a.md").ctx
    assert [ctx.has(path) for path in ("none", "no", "empty", "gone", "list.1", "list.0.b")] == [
        False
    ] * 6
    assert ctx.has("zero") and ctx.has("list.0.a") and ctx.find("list.0.a") == 1


def test_what_is_left_out_may_name_what_the_game_lacks(write: Write) -> None:
    text = "[if has=contracts.bettler]\n[card-row cards=T-Q]\n[[T-Q]] [value at=contracts.bettler.value]\n[/if]\n"
    assert write(text).problems == []
    assert write(text.replace("cards=", "crads=")).problems == [
        "4:1: card-row: needs cards, a list, each item the name of a card of the deck",
        "4:11: card-row: has no attribute 'crads'; did you mean 'cards'?",
    ]


def test_wrong_names_and_wrong_values_of_a_call_are_told_together(write: Write) -> None:
    assert write("[card-row cards=T-I gap=x gap=y dekc=z width=0]").problems == [
        "3:21: card-row: gap must be a whole number from 0 to 9; got 'x'",
        "3:27: card-row: gap is given twice; keep one of them",
        "3:33: card-row: has no attribute 'dekc'; did you mean 'deck'?",
        "3:40: card-row: width must be a whole number from 1 to 100; got '0'",
    ]
    assert write("text [[T-Q dekc=z]]").problems == [
        "3:8: card: card must be one of T-I, T-XX, T-XXI, H-1, S-K; got 'T-Q'",
        "3:12: card: has no attribute 'dekc'; it takes card, shown",
    ]


def test_conditions_nest(clean: Clean) -> None:
    text = "[if has=contracts.{}]\n[if not=contracts.{}]\nx\n[/if]\ny\n[/if]\nz\n"
    assert clean(text.format("solo", "bettler")) == "<p>x</p>\n<p>y</p>\n<p>z</p>\n"
    assert clean(text.format("solo", "rufer")) == "<p>y</p>\n<p>z</p>\n"
    assert clean(text.format("bettler", "bettler")) == "<p>z</p>\n"


def test_a_condition_that_can_never_hold_is_told(write: Write) -> None:
    assert write("[if has=contract.solo]\n[/if]").problems == [
        "3:1: if: the game has no 'contract', so 'contract.solo' can never be found; did you mean 'contracts'?"
    ]
    assert write("[if]\n[/if]").problems == ["3:1: if: needs has=path, not=path or both"]


# --------------------------------------------------------------------------------- the lint


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("The side needs 45 points.", "3:16: '45' is typed"),
        ("- a\n- **1:2** x", "4:5: '1:2' is typed"),
        ("| a |\n|---|\n| 3 |", "5:3: '3' is typed"),
        ("## Part 2", "3:9: '2' is typed"),
        ("[rule 5 here](#play)", "3:7: '5' is typed"),
        ("The XXI wins", "3:5: 'XXI' is typed"),
        ("One ½ more", "3:5: '½' is typed"),
        ("Take `45` points", "3:7: '45' is typed"),
        ("Said:\n\n    the 45\n", "5:1: '45' is typed"),
        ("Said:\n\n```\nso\n45\n```\n", "7:1: '45' is typed"),
        ("Well,\nit is &#52; too", "4:7: '4' is typed, as '&#52;'"),
        ('[so](#play "in 45 ways")', "3:1: a link has no title"),
        ('[panel text=x annotation="all 45"]', "3:1: '45' is typed"),
        ('[panel text=x annotation="<i>"]', "3:1: a chapter has no HTML"),
    ],
)
def test_typed_numbers_are_refused(write: Write, text: str, problem: str) -> None:
    problems = write(text).problems
    assert len(problems) == 1
    assert problems[0].startswith(problem)


def test_digits_in_shortcodes_and_addresses_are_not_typed_numbers(clean: Clean) -> None:
    clean("[[H-1]] [x](https://example.org/2) I play.\n\n1. one\n2. two\n\n## H {#part-2}\n")


# ------------------------------------------------------------------------- headings, hyphens


def test_headings_have_ids_levels_and_slugs(write: Write) -> None:
    written = write("## The Deal\n\n### Who says what? {#saying}\n\n## The Deal\n")
    assert [(h.level, h.text, h.anchor) for h in written.chapter.headings] == [
        (1, "Play", "play"),
        (2, "The Deal", "the-deal"),
        (3, "Who says what?", "saying"),
        (2, "The Deal", "the-deal-2"),
    ]
    assert written.problems == []
    assert [h.anchor for h in write("## A {#play}\n").chapter.headings] == ["play-2", "play"]
    assert write("## A {#b}\n\n## B {#b}\n").problems == [
        "5:1: the id 'b' is taken; see 03-play.md:3"
    ]


def test_a_heading_inside_a_block_is_listed(write: Write) -> None:
    assert [h.text for h in write("[note]\n## In\n[/note]\n## Out\n").chapter.headings] == [
        "Play",
        "In",
        "Out",
    ]


def test_links_are_gathered_and_files_refused(write: Write) -> None:
    written = write("one\n[two](#play) [x](page.html)\n")
    assert [(link.target, link.mark.line, link.mark.column) for link in written.chapter.links] == [
        ("play", 4, 7)
    ]
    assert written.problems[0].startswith("4:18: the link to 'page.html' leads nowhere")


def test_soft_hyphens_only_in_running_text(write: Write) -> None:
    html = write("## consideration\n\nconsideration `consideration` Zwanzigerrufen\n").chapter.html
    assert ">consideration</h3>" in html and "<code>consideration</code> Zwanzigerrufen" in html
    assert "<p>con\u00adsid" in html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("consideration, considerations", "con\u00adsid\u00ader\u00ada\u00adtion, considerations<"),
        ("consideration *considerations*.", "tion <em>considerations</em>.<"),
        ("- consideration", "<li>consideration<"),
    ],
)
def test_no_last_line_is_half_a_word(write: Write, text: str, shown: str) -> None:
    assert shown in write(f"{text}\n").chapter.html.replace("\n", "")


def test_a_chapter_has_one_heading_of_its_own(press: MarkdownSetup) -> None:
    for text in ("text", "# A\n\n# B", "## A"):
        writer = ChapterWriter(press, GAME, "a.md")
        writer.chapter(text)
        assert len(writer.shared.found) == 1


# -------------------------------------------------------------------------------- registering


def test_what_cannot_be_registered() -> None:
    registry = Registry()
    with pytest.raises(ValueError, match="cannot be the name"):
        registry.block("Card_Row")(sticky)
    with pytest.raises(TypeError, match="no attribute can be read as"):
        registry.block("x")(_unreadable)
    with pytest.raises(ValueError, match="an inline block has no body"):
        registry.block("x", inline=True, body=True)
    registry.block("x")(sticky)
    with pytest.raises(ValueError, match="two blocks are named x"):
        registry.block("x")(note)


def _unreadable(ctx: Context, *, when: dict[str, str]) -> Html:
    raise AssertionError


def test_a_block_knows_its_summary_and_sample() -> None:
    row = BLOCKS.get("card-row")
    assert row is not None
    assert (row.summary, row.sample) == ("Cards side by side.", "[card-row cards=T-I]")
    assert list(row.accepted) == [
        "width",
        "annotation",
        "cards",
        "labels",
        "deck",
        "first-lead",
        "gap",
    ]


def test_templates_get_the_values_and_the_context(clean: Clean) -> None:
    assert clean('[panel text="a *b*"]') == "<panel line=3>a *b*|a <em>b</em></panel>\n"


def test_templates_come_from_the_folder_of_blocks(tmp_path: Path) -> None:
    (tmp_path / "panel.html.j2").write_text("{{ nothing }}")
    writer = ChapterWriter(MarkdownSetup(registry=BLOCKS, templates=[tmp_path]), GAME, "a.md")
    with pytest.raises(Exception, match="'nothing' is undefined"):
        writer.chapter("# A\n\n[panel text=x]\n")


def test_a_block_without_a_template_is_told_which_file_to_write(tmp_path: Path) -> None:
    writer = ChapterWriter(MarkdownSetup(registry=BLOCKS, templates=[tmp_path]), GAME, "a.md")
    with pytest.raises(WrongCall) as fault:
        writer.chapter("# A\n\n[panel text=x]\n")
    assert fault.value.text == "the block [panel] has no template"
    assert fault.value.hint == f"write {tmp_path / 'panel.html.j2'}, or return Html"
