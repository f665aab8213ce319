"""Japanese: a third language, of words, names, chapters and a face of its own, and of no code."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from functools import cache
from typing import Any

import pikepdf
import pytest
import yaml
from click.testing import CliRunner
from conftest import VARIANTS, loaded
from fontTools.ttLib import TTFont
from rich.cells import cell_len
from rich.text import Text

from zwanz_renderer import blocks, book, styles
from zwanz_renderer.blocks import bonuses, index
from zwanz_renderer.blocks.wording import alphabetical
from zwanz_renderer.shortcodes import BLOCKS
from zwanz_ssot import deal
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.console import plain_table, show
from zwanz_ssot.model import Factor, Ledger, Line, Name, Refusal, Tricks
from zwanz_ssot.places import data
from zwanz_ssot.prose import Prose
from zwanz_ssot.web.seat_message import PublicTable, SeatInfo, state_message
from zwanz_ssot.web.texts import texts_of
from zwanz_ssot.words import reading

GAME = "zwanzigerrufen"
NAMES = [variant for game, variant in VARIANTS if game == GAME]
TOLD = [
    rule_set for rule_set in VARIANTS if (data("templates") / "book" / "ja" / rule_set[0]).is_dir()
]
"""The rule sets of the games that have Japanese chapters of their own."""
WIDE = "ぁ-ゖァ-ヺー一-龠、。：「」（）"
BLANK = re.compile(rf"[{WIDE}] [{WIDE}]|[、。：」）] | [、。：「（]")
ASCII_MARK = re.compile(rf"[{WIDE}] ?[,;:()]|[,;:()] ?[{WIDE}]")
NO_LINE_BEGINS_WITH = "、。，．：；！？」』）ーァィゥェォッャュョぁぃぅぇぉっゃゅょ々・"
assert blocks  # registers them


@pytest.fixture(scope="module")
def ja() -> Prose:
    return Prose(loaded(GAME, "directnet"), "ja")


@cache
def page(game: str, variant: str) -> str:
    folder = data("templates") / "book" / "ja" / game
    chapters = book.write_chapters(loaded(game, variant), "ja", folder, BLOCKS)
    return "\n".join(chapter.html for chapter in chapters)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> book.Built:
    return book.build(loaded(GAME, "wikipedia"), lang="ja", out=tmp_path_factory.mktemp("ja"))


def ascii_marks(text: str) -> list[str]:
    """The lines that have an ASCII mark beside a Japanese character."""
    return [line for line in text.splitlines() if ASCII_MARK.search(line)]


# sentences


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        (
            {"points_at_least": {"side": "declarers", "points": 45}},
            "デクレアラー側がカード点を45点以上取る",
        ),
        (
            {"hand_has": {"who": "anyone", "cards": "tarock", "at_most": 1}},
            "誰かの手札にタロックが1枚以下しかない",
        ),
        (
            {"hand_has": {"who": "anyone", "cards": "tarock", "at_most": 0}},
            "誰かの手札にタロックが1枚もない",
        ),
        (
            {"hand_has": {"who": "speaker", "cards": "kings", "at_least": 2}},
            "発言者の手札にキングが2枚以上ある",
        ),
        (
            {"hand_has": {"who": "speaker", "cards": "trull", "at_least": 3}},
            "発言者の手札にトゥルルがすべてある",
        ),
        ({"not": {"announced": "valat"}}, "ヴァラットが宣言されていない"),
        ({"card_beaten_by": {"card": "T-XXI", "by": "T-Sk"}}, "モンドがスキュースに捕まる"),
        (
            [{"trick_has": "trull"}, {"led": "tarock"}],
            "トゥルルが揃って同じトリックに出て、タロックがリードされている",
        ),
        (
            [{"doubled": "game"}, {"not": {"announced": "valat"}}, {"led": "tarock"}],
            "ゲームにコントラがかかっていて、ヴァラットが宣言されておらず、タロックがリードされている",
        ),
        (
            {"any": [{"is": {"who": "speaker", "among": "declarers"}}, {"doubled": "game"}]},
            "発言者がデクレアラー側に属するか、またはゲームにコントラがかかっている",
        ),
    ],
)
def test_conditions_are_clauses_without_articles_or_blanks(
    plain: Any, sentence: str, ja: Prose
) -> None:
    assert ja.condition(reading.condition(reading.GameNames(ja.game), (), plain)) == sentence


@pytest.mark.parametrize("columns", range(40, 60))
def test_no_line_of_a_terminal_begins_with_a_mark_that_closes(
    columns: int, ja: Prose, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    paths = [("contracts", each) for each in ja.game.contracts]
    paths += [("bonuses", each) for each in ja.game.bonuses]
    sentences = [ja.setting(path, ja.game.at(path)) for path in paths]
    table = plain_table("", "", texts=2)
    for sentence in sentences:
        table.add_row("1", Text(sentence))
    show(*sentences, Text(sentences[0], style="bold"), table)
    printed = capsys.readouterr().out
    lines = [line.strip() for line in printed.split("\n")]
    assert not [line for line in lines if line and line[0] in "、。」）"]
    assert not [line for line in lines if line and line[-1] in "「（"]
    assert max(map(cell_len, printed.split("\n"))) <= columns
    together = "".join(line.replace(" ", "") for line in lines)
    assert all(sentence.replace(" ", "") in together for sentence in sentences)


def test_names_are_joined_otherwise_than_clauses(ja: Prose) -> None:
    deck = ja.game.deck
    pair = deck.mask(["H-K", "T-I", "S-10"])
    assert ja.cards(pair) == "パガット、ハートのキングとスペードの10"
    assert ja.card(deck.by_id["T-XVIII"].index) == "タロックXVIII"
    assert ja.tricks(Tricks("first", 3, ())) == "最初の3トリック"


def test_a_sentence_ends_with_its_own_full_stop(ja: Prose) -> None:
    assert ja.setting(("contracts", "solo", "value"), 4) == "ソロの価値は4点です。"
    assert ja.setting(("deal", "all", "packets"), [5, 5]) == "各プレイヤーに5枚ずつ2回配ります。"
    assert ja.setting(("call", "cards"), ["T-XX", "T-XIX"]) == "コールできるカードはXXとXIXです。"
    assert ja.difference(("bonuses", "four_kings", "value", "silent"), 1, 2) == (
        "フォーキングスは、宣言なしで1点ではなく2点です。"
    )


def test_a_word_of_doubling_that_a_variant_dropped_keeps_its_name() -> None:
    sentence = Prose(loaded(GAME, "wikipedia"), "ja").difference(
        ("kontra", "levels"),
        ["kontra", "rekontra", "subkontra"],
        ["kontra", "rekontra", "supra", "resupra"],
    )
    assert (
        "「コントラ、レコントラとズブコントラ」ではなく「コントラ、レコントラ、スプラとレスプラ」"
        in sentence
    )


def test_several_sentences_follow_each_other_without_blanks(ja: Prose) -> None:
    assert ja.setting(("table", "forehand"), "dealer") + ja.setting(
        ("table", "players"), 4
    ) == ja.setting(("table",), {"forehand": "dealer", "players": 4})


def test_refusals_speak_politely(ja: Prose) -> None:
    hearts = ja.game.deck.mask(["H-Q", "H-1"])
    assert ja.refusal(Refusal("must_follow", (), {"cards": hearts})) == (
        "手札にハートがあるので、フォローしなければなりません：♥Q、♥A。"
    )
    needs = ja.game.contracts["farbensolo"].requires
    assert ja.refusal(
        Refusal("hand_requires", (), {"contract": "farbensolo", "condition": needs})
    ) == ("スートソロをビッドできるのは、あなたの手札にスートカードが5枚以上あるときだけです。")


def test_an_account_is_told(ja: Prose) -> None:
    factors = (Factor("kontra", 2, ("kontra", "times")),)
    lost = Line(
        "game", ("contracts", "rufer"), (0, 2), False, "lost", 1, factors, (1, 3), (0, 2), (-2, 2, -2, 2),
        {"points": 40, "needed": 45},
    )  # fmt: skip
    (row,) = ja.ledger(Ledger((lost,), (-2, 2, -2, 2)))
    assert row.reason == "負け：デクレアラー側のカード点は40点、必要なのは45点"
    assert (row.item, row.factors) == ("ゲーム", "2倍（コントラ）")
    assert (row.winners, row.losers) == (
        "セカンドハンドとフォースハンド",
        "フォアハンドとサードハンド",
    )


@pytest.mark.parametrize("variant", NAMES)
def test_everything_that_sentences_name_has_a_japanese_name(variant: str) -> None:
    game = loaded(GAME, variant)
    named: list[Name] = [game.name, game.game_name, game.deck.name, game.settlement.unit]
    named += [suit.name for suit in game.deck.suits.values()] + [*game.deck.set_names.values()]
    named += [card.name for card in game.deck.cards if card.name] + [*game.deck.rank_names.values()]
    named += [contract.name for contract in game.contracts.values()] + [
        bonus.name for bonus in game.bonuses.values()
    ]
    named += [*game.kontra.names.values()] if game.kontra else []
    assert [name.text("en") for name in named if "ja" not in name.texts] == []


@pytest.mark.parametrize("variant", NAMES)
def test_no_rule_is_told_with_blanks_between_japanese(variant: str) -> None:
    game = loaded(GAME, variant)
    prose = Prose(game, "ja")
    sentence = [
        prose.setting((key,), value)
        for key, value in game.data.items()
        if key not in ("cover", "nouns", "open", "not_used")
    ]
    sentence += prose.differences((it.path, it.old, it.new) for it in game.changes)
    for text in sentence:
        assert text.endswith("。") and not BLANK.search(text), text


# the order of words


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_round_on_the_terminal_has_japanese_marks(game: str, variant: str) -> None:
    call = ["play", game, "-v", variant, "--auto", "--seed", "7", "--rounds", "2", "-l", "ja"]
    told = CliRunner().invoke(zwanz, call, catch_exceptions=False).output
    assert "デクレアラー側（" in told or "カード点" in told
    assert not ascii_marks(told)


def test_a_verdict_has_japanese_marks() -> None:
    position = ["--contract", "farbensolo", "--hand", "S-Q T-V T-XX", "--trick", "H-K"]
    call = ["why", "-v", "directnet", *position, "play S-Q", "-l", "ja"]
    told = CliRunner().invoke(zwanz, call, catch_exceptions=False).output
    assert "場のカード：♥K" in told and not ascii_marks(told)


def test_the_sides_at_the_table_have_japanese_marks() -> None:
    at = deal(loaded(GAME, "directnet"), seed=7).after("bid solo")
    texts = texts_of(at.game, "ja")
    seats = tuple(SeatInfo(n, name, False, True, 0) for n, name in enumerate(("A", "B", "C", "D")))
    public = PublicTable(1, 1, 1, 0, seats)
    state = state_message(at.view(1), public, texts)
    assert state["sides"] == "デクレアラー側：A · ディフェンダー側：あなた、C、D"


def test_words_stand_in_the_order_of_their_sounds() -> None:
    words = [
        "宣言",
        "リード",
        "2倍のラウンド",
        "スートソロ",
        "カット",
        "たたく",
        "カード点",
        "スキュース",
        "絵札",
    ]
    assert sorted(words, key=lambda word: alphabetical(word, "ja")) == [
        "絵札", "カード点", "カット", "スートソロ", "スキュース", "宣言", "たたく", "2倍のラウンド", "リード",
    ]  # fmt: skip


def test_every_word_and_heading_that_is_looked_up_has_its_reading() -> None:
    looked_up = {entry.name["ja"] for entry in index.glossary_terms().values()}
    for rule_set in TOLD:
        looked_up |= {bonus.name.text("ja") for bonus in loaded(*rule_set).bonuses.values()}
        looked_up |= {one.name.text("ja") for one in loaded(*rule_set).contracts.values()}
        looked_up |= {
            re.sub("<[^>]+>", "", it)
            for it in re.findall(r"<h[2-4][^>]*>(.*?)</h", page(*rule_set), re.S)
        }
    unread = {word for word in looked_up if re.search("[0-9々一-龠]", alphabetical(word, "ja")[0])}
    assert len(looked_up) > 90 and unread == set()


# the words of the frame and of the blocks


@pytest.mark.parametrize("kind", ["book", "page"])
def test_the_same_fixed_words_as_in_english(kind: str) -> None:
    def keys(content: Any, at: str = "") -> set[str]:
        if not isinstance(content, dict):
            return {at}
        return {key for name, below in content.items() for key in keys(below, f"{at}.{name}")}

    def words(lang: str) -> Any:
        return yaml.safe_load(
            (data("templates") / f"{kind}.{lang}.yaml").read_text(encoding="utf-8")
        )

    japanese = words("ja")
    japanese.pop("faces", None)
    assert keys(japanese) == keys(words("en"))


# the face


@pytest.mark.parametrize(
    "cut", styles.cuts_for("ja")[len(styles.CUTS) :], ids=lambda cut: str(cut.weight)
)
def test_the_reduced_face_is_small_free_and_has_what_is_written(cut: styles.FontCut) -> None:
    assert len(cut.source) < 1_500_000
    font = TTFont(io.BytesIO(cut.source), lazy=True)
    assert "SIL Open Font License" in font["name"].getDebugName(13)
    assert (data("templates") / "fonts" / cut.file).with_name("OFL.txt").is_file()
    has = set(map(chr, font.getBestCmap()))
    first_level = {
        bytes((high, low)).decode("euc_jp")
        for high in range(0xB0, 0xCF)
        for low in range(0xA1, 0xFF)
    }
    texts, rules = data("templates"), data("rules")
    files = [
        *(texts / "book" / "ja").rglob("*.md"),
        *texts.glob("*.ja.yaml"),
        *rules.rglob("*.yaml"),
    ]
    written = {
        sign
        for file in files
        for sign in file.read_text(encoding="utf-8")
        if "\u3000" <= sign <= "\uffef"
    }
    assert not (first_level | written) - has


def test_a_book_carries_only_the_characters_that_it_shows() -> None:
    shown = styles.characters(page(GAME, "wikipedia"))
    mincho = styles.cuts_for("ja")[len(styles.CUTS)]
    assert len(styles.embedded(mincho, shown)) < 150_000
    assert styles.cuts_for("en") == styles.cuts_for("de") == styles.CUTS
    assert "切" in styles.printable("ja") and "切" not in styles.printable("en")


# the book


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "variant"), TOLD)
def test_the_book_of_every_variant_is_written(game: str, variant: str) -> None:
    html = page(game, variant)
    english = "".join(
        file.read_text(encoding="utf-8")
        for file in (data("templates") / f"book/en/{game}").glob("*.md")
    )
    for table in ("deck-overview", "contract-table", "bonus-list", "score-table"):
        assert (table in html) == (f"[{table}" in english)
    text = re.sub(r"<[^>]+>", "\n", html.replace("</dfn> ", "</dfn>"))
    assert not BLANK.search(text), BLANK.search(text)
    rules = loaded(game, variant)
    assert all(contract.name.text("ja") in text for contract in rules.contracts.values())
    assert all(bonus.name.text("ja") in text for bonus in rules.bonuses.values())


def test_emphasis_is_understood_beside_japanese_marks() -> None:
    assert all("*" not in re.sub(r"<[^>]+>", "", page(*rule_set)) for rule_set in TOLD)


def test_pdf_and_html_name_their_language_and_use_the_fonts_of_the_book(built: book.Built) -> None:
    assert '<html lang="ja"' in built.files["html"].read_text(encoding="utf-8")
    with pikepdf.open(built.files["pdf"]) as file:
        assert str(file.Root.Lang) == "ja"
        names = {
            str(o.BaseFont)
            for o in file.objects
            if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o
        }
        assert {name.partition("+")[2] for name in names} <= {
            "Book-Mincho", "Book-Mincho-Bold", "Book-Garamond", "Book-Vollkorn-Bold", "Book-Vollkorn-Semi-Bold",
        }  # fmt: skip
    assert built.files["pdf"].stat().st_size < 1_000_000


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")
def test_lines_break_as_japanese_ones_do(built: book.Built) -> None:
    text = subprocess.run(
        ["pdftotext", "-layout", built.files["pdf"], "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    assert [line for line in lines if line[0] in NO_LINE_BEGINS_WITH or line[-1] in "「『（"] == []
    assert (
        re.search(r"ボーナス（\d+ページ）", text) and text.count("ツヴァンツィガールーフェン") > 3
    )


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("フォーキングス", ["フォー", "キングス"]),
        ("キング・ウルティモ", ["キング・", "ウルティモ"]),
        ("クヴァービル", ["クヴァー", "ビル"]),
        ("モンド捕獲", ["モンド", "捕獲"]),
        ("ヴァラット", ["ヴァラット"]),
        ("ウーフー", ["ウーフー"]),
        ("Pagat Ultimo", ["Pagat Ultimo"]),
    ],
)
def test_a_long_name_in_a_narrow_head_is_broken_where_a_reader_pauses(
    name: str, pieces: list[str]
) -> None:
    assert bonuses._pieces(name) == pieces
