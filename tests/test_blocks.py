"""The blocks of the rulebook: what they show, what they find wrong, in every rule set and language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import yaml
from changed import changed
from conftest import VARIANTS as ALL
from conftest import loaded

import zwanz_ssot
from zwanz_renderer import blocks, pages  # noqa: F401  registers the blocks
from zwanz_renderer.blocks.index import applies, glossary_terms
from zwanz_renderer.shortcodes import BLOCKS, Block
from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup, Shared
from zwanz_ssot.model import Dispute, Game, Name
from zwanz_ssot.places import data
from zwanz_ssot.prose import Prose

VARIANTS = ("base", "directnet", "wikipedia", "rulebook")
LANGUAGES = ("en", "de")
OUTSIDE = Path(__file__).parent.parent / "docs" / "games"
TABLES = (
    "[contract-table]",
    "[bonus-list]",
    "[score-table]",
    "[deck-overview]",
    "[deck-overview show=points]",
)


@dataclass(frozen=True)
class Page:
    """A chapter drawn: its HTML without soft hyphens, and its problems without the file's name."""

    html: str
    problems: list[str]

    @property
    def text(self) -> str:
        """What a reader sees, images by their alternative texts."""
        shown = re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r"\1 ", self.html)
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown)).strip()

    def rows(self) -> list[list[str]]:
        """The rows of its tables, each as the texts of its cells."""
        found = re.findall(r"<tr[^>]*>(.*?)</tr>", self.html, re.DOTALL)
        return [
            [
                Page(cell, []).text
                for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
            ]
            for row in found
        ]


@pytest.fixture(scope="module")
def games() -> Mapping[str, Game]:
    return {variant: zwanz_ssot.load("zwanzigerrufen", variant=variant) for variant in VARIANTS}


@pytest.fixture(scope="module")
def presses() -> Mapping[str, MarkdownSetup]:
    return {lang: MarkdownSetup(lang) for lang in LANGUAGES}


Write = Callable[..., Page]


@pytest.fixture
def write(games: Mapping[str, Game], presses: Mapping[str, MarkdownSetup]) -> Write:
    """Draw a text, which begins on line 3, for a variant or a game."""

    def written(text: str, game: str | Game = "directnet", lang: str = "en") -> Page:
        shared = Shared()
        its = games[game] if isinstance(game, str) else game
        chapter = ChapterWriter(presses[lang], its, "x.md", shared).chapter(f"# X\n\n{text}")
        html = chapter.html.split("</h2>\n", 1)[1].replace("\u00ad", "")
        return Page(html, [str(problem).removeprefix("x.md:") for problem in shared.found.problems])

    return written


def blocks_of_the_book() -> list[Block]:
    return [
        block for block in BLOCKS if block.function.__module__.startswith("zwanz_renderer.blocks")
    ]


# every block


@pytest.mark.parametrize("block", blocks_of_the_book(), ids=lambda block: block.name)
def test_a_block_explains_itself_and_its_sample_is_a_sound_one(block: Block, write: Write) -> None:
    assert block.summary.endswith(".")
    assert block.sample
    for lang in LANGUAGES:
        page = write(block.sample, lang=lang)
        assert page.problems == []
        assert page.html.strip()


def test_the_words_of_the_blocks_have_the_same_keys_in_every_language() -> None:
    def keys(lang: str) -> dict[tuple[str, str], set[str]]:
        content = yaml.safe_load(
            (data("templates") / f"book.{lang}.yaml").read_text(encoding="utf-8")
        )["book"]
        return {
            (section, key): set(re.findall(r"\{(\w+)", text))
            for section, its in content.items()
            for key, text in its.items()
        }

    english, german = keys("en"), keys("de")
    assert english.keys() == german.keys()
    assert all(german[key] <= names for key, names in english.items())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_table_is_empty_and_each_cell_is_headed(variant: str, lang: str, write: Write) -> None:
    tables = [*TABLES, "[disputes]", *(["[differences]"] if variant != "base" else [])]
    page = write("\n\n".join(tables), variant, lang)
    assert page.problems == []
    assert all(all(row) for row in page.rows())
    assert page.html.count("<caption>") == page.html.count("<table>") == len(tables)
    assert re.findall(r"<th(?! scope=)[^>]*>", page.html.replace("<thead>", "")) == []


# cards


def test_an_inline_card_shows_its_suit_and_rank_or_its_name_or_its_picture(write: Write) -> None:
    page = write("[[H-K]] [[T-XX]] [[T-Sk]] [[T-I as=name]] [[H-Q as=name]] [[S-10 as=image]]")
    assert page.text == "hearts K XX Sküs Pagat Queen of Hearts Ten of Spades"
    assert 'title="King of Hearts"' in page.html
    assert 'src="card:S-10@book"' in page.html
    assert page.problems == []


def test_a_card_of_no_deck_is_named_with_the_nearest(write: Write) -> None:
    problems = write("A [[H-k]] card").problems
    assert problems == ["3:5: card: id must be a card of the deck; got 'H-k'; did you mean 'H-K'?"]


def test_a_row_shows_a_set_of_the_deck_with_names(write: Write) -> None:
    page = write("[card-row cards=trull named=yes caption=Three]")
    assert re.findall(r'src="card:([^@]+)@', page.html) == ["T-Sk", "T-XXI", "T-I"]
    assert re.findall(r'card-label">([^<]+)<', page.html) == ["Sküs", "Mond", "Pagat"]
    assert "<figcaption>Three</figcaption>" in page.html


def test_a_long_row_is_broken_into_lines_of_equal_length(write: Write) -> None:
    page = write("[card-row cards=tarock]")
    lines = page.html.split('<div class="card-line">')[1:]
    assert [line.count("<img") for line in lines] == [10, 10]


def test_labels_are_as_many_as_cards_and_not_beside_names(write: Write) -> None:
    page = write(
        '[card-row cards="T-I T-XX" labels="one"]\n\n[card-row cards=T-I labels=one named=yes]'
    )
    assert page.problems == [
        "3:1: card-row: 2 cards but 1 labels; label each card, or none",
        "5:1: card-row: has labels and named=yes; keep one of them",
    ]


def test_a_card_is_turned_by_its_angle(write: Write) -> None:
    assert "--angle: -6deg" in write("[card-deck id=T-XX angle=-6]").html
    assert "--angle" not in write("[card-deck id=T-XX]").html


# the pack


def test_the_pack_is_shown_by_suit_with_its_points(write: Write) -> None:
    rows = write("[deck-overview]").rows()
    # Three tarocks of five points and seventeen of one; a suit has 5 + 4 + 3 + 2 + 0.
    assert [(row[0], row[2:]) for row in rows[1:-1]] == [
        ("Tarock", ["20", "32"]),
        ("Hearts", ["5", "14"]),
        ("Diamonds", ["5", "14"]),
        ("Clubs", ["5", "14"]),
        ("Spades", ["5", "14"]),
    ]
    assert rows[1][1].startswith("Sküs XXI XX XIX") and rows[1][1].endswith("VI V IIII I")
    assert rows[2][1] == "hearts K hearts Q hearts C hearts J hearts A"
    assert rows[-1] == ["Together", "40", "88"]


def test_the_points_are_shown_by_kind_the_dearest_first(write: Write) -> None:
    assert write("[deck-overview show=points]").rows()[1:] == [
        ["Sküs, Mond, Pagat, King", "5", "7", "35"],
        ["Queen", "4", "4", "16"],
        ["Cavalier", "3", "4", "12"],
        ["Jack", "2", "4", "8"],
        ["The other tarocks", "1", "17", "17"],
        ["Ace, Ten", "0", "4", "0"],
        ["Together", "40", "88"],
    ]


# contracts and bonuses


def names_of(page: Page) -> list[str]:
    return [
        Page(name, []).text for name in re.findall(r'<th scope="row"[^>]*>(.*?)</th>', page.html)
    ]


def test_contracts_stand_from_the_lowest_bid_up_and_the_unbid_one_last(write: Write) -> None:
    assert names_of(write("[contract-table]", "rulebook")) == [
        "Normal Game",
        "Picolo",
        "Farberl also Suit Solo, Farbensolo",
        "Solo also Schwarzer",
        "Solodreier",
        "Valat with a partner",
        "Valat alone",
        "Trischaken",
    ]


@pytest.mark.parametrize(
    ("scope", "names"),
    [
        ("partner", ["Normal Game", "Valat with a partner"]),
        ("everyone", ["Trischaken"]),
        ("unbid", ["Trischaken"]),
    ],
)
def test_a_scope_shows_some_of_the_contracts(scope: str, names: list[str], write: Write) -> None:
    assert names_of(write(f"[contract-table scope={scope}]", "rulebook")) == names


def test_contracts_that_say_the_same_of_sides_and_aim_say_it_once(write: Write) -> None:
    html = write("[contract-table special=no]", "rulebook").html
    farberl, solo = html.index("Farberl"), html.index(">Solo")
    told = re.findall(r'<td data-label="[^"]*" rowspan="(\d)">([^<]*)</td>', html)
    assert told == [("2", "one against all"), ("2", "The declarer takes at least 45 card points")]
    assert html.index('<tbody class="alike">') < farberl < solo < html.index("</tbody>", solo)
    assert html.count('<td class="number"') == len(names_of(write("[contract-table]", "rulebook")))


def test_long_values_have_a_wider_column(presses: Mapping[str, MarkdownSetup]) -> None:
    def is_wide(game: str, variant: str) -> bool:
        writer = ChapterWriter(presses["en"], loaded(game, variant), "a.md")
        return "wide-values" in writer.chapter("# A\n\n[contract-table]\n").html

    assert is_wide("slovenian-tarok", "base") and not is_wide("zwanzigerrufen", "rulebook")


def test_a_table_without_rows_is_a_problem(write: Write) -> None:
    assert write("[contract-table scope=everyone]").problems == [
        "3:1: contract-table: the game has no contracts of the scope 'everyone'"
    ]
    assert write("[bonus-list scope=announced]", "rulebook").problems == [
        "3:1: bonus-list: the game has no bonuses of the scope 'announced'"
    ]


def test_a_contract_says_what_is_special_without_naming_itself_again(write: Write) -> None:
    page = write("[contract-table scope=alone]", "wikipedia")
    special = [row[0] for row in page.rows() if len(row) == 1]
    assert "at least five suit cards" in special[0]
    assert "without one, a suit card" in special[0]
    assert "In the Suit Solo, " not in special[0]


def test_bonuses_of_a_contract_count_as_they_do_there(write: Write) -> None:
    def values(contract: str, variant: str) -> dict[str, list[str]]:
        rows = write(f"[bonus-list contract={contract}]", variant).rows()
        return {row[0].split(" also")[0]: row[2:] for row in rows[1:] if len(row) > 1}

    assert values("solo", "wikipedia") == {
        "Absolut": ["2", "4"],
        "Pagat Ultimo": ["2", "4"],
        "Valat": ["12", "24"],
        "Trull": ["2", "–"],
        "Four Kings": ["4", "–"],
        "Capture of the Mond": ["2", "–"],
    }
    assert values("farbensolo", "wikipedia") == {
        "Absolut": ["1", "2"],
        "Valat": ["6", "12"],
        "Four Kings": ["2", "–"],
    }
    assert values("farbensolo", "directnet") == {
        "Absolut": ["2", "4"],
        "Valat": ["12", "24"],
        "Four Kings": ["2", "–"],
    }


def test_where_nothing_is_announced_no_column_is_kept_for_it(write: Write) -> None:
    assert write("[bonus-list]", "rulebook").rows()[0] == ["Bonus", "When", "Silent"]


def test_double_rounds_that_a_missed_bonus_starts_are_told(write: Write) -> None:
    text = write("[bonus-list]", loaded("slovenian-tarok", "base")).text
    assert "After it, one round counts double. An announced one that is missed starts them" in text


def test_a_ladder_is_a_list_of_steps(write: Write) -> None:
    steps = re.findall(r"<li>(.*?)</li>", write("[ladder contract=farbensolo]", "wikipedia").html)
    assert steps == ["A card of the suit led.", "Without one, a suit card.", "Otherwise any card."]
    assert "Without one, a tarock." in write("[ladder contract=rufer]", "rulebook").text
    assert (
        len(re.findall("<li>", write("[ladder contract=farbensolo what=lead]", "wikipedia").html))
        == 2
    )
    assert "Whoever can must head the trick." in write("[ladder contract=picolo]", "rulebook").text


# scores


def scores(page: Page) -> list[list[str]]:
    return [row for row in page.rows() if len(row) > 1 and re.match("[+−–]", row[1])]


def test_partners_pay_each_other_once_and_each_word_doubles(write: Write) -> None:
    assert scores(write("[score-table contract=rufer]")) == [
        ["nothing", "+1", "−1", "−1", "+1"],
        ["Kontra", "+2", "−2", "−2", "+2"],
        ["Rekontra", "+4", "−4", "−4", "+4"],
        ["Subkontra", "+8", "−8", "−8", "+8"],
    ]


def test_alone_against_three_one_pays_or_gets_for_all(write: Write) -> None:
    assert scores(write("[score-table contract=solo]", "wikipedia"))[::4] == [
        ["nothing", "+12", "−4", "−12", "+4"],
        ["Resupra", "+192", "−64", "−192", "+64"],
    ]
    assert scores(write("[score-table contract=solodreier]", "rulebook")) == [
        ["Solodreier", "+30", "−10", "−30", "+10"]
    ]


def test_of_all_against_all_the_losers_share_what_the_others_get(write: Write) -> None:
    page = write("[score-table contract=trischaken]", "rulebook")
    assert scores(page) == [
        ["One player", "−15", "+5"],
        ["Two players", "−5", "+5"],
        ["Three players", "−5", "+15"],
    ]
    assert "Trischaken counts double when forehand" in page.text


def test_all_contracts_stand_in_one_table(write: Write) -> None:
    assert scores(write("[score-table]", "rulebook"))[-1] == ["Trischaken", "–", "–", "−15", "+5"]


TOP = {
    "en": "The difference in card points comes on top, 5 for every 5 points: Three, Two, One, Solo",
    "de": "Der Unterschied der Kartenpunkte kommt dazu, 5 je 5 Punkte: Drei, Zwei, Eins, Solo drei",
    "ja": "カード点の差の分が、5点につき5加わります（トリ、ドヴァ、エナ、ソロ・トリ",
}
STEP = {
    "en": "The numbers are for one step of the difference, 10 card points: Simple Game.",
    "de": "Die Zahlen gelten für eine Stufe des Unterschieds, 10 Kartenpunkte: Grundspiel.",
    "ja": "数字は、カード点の差10点ごとのものです（通常のゲーム）。",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_difference_adds_is_told_below_the_numbers(lang: str, write: Write) -> None:
    assert TOP[lang] in write("[score-table]", loaded("slovenian-tarok", "base"), lang).text
    one = write("[score-table contract=dva]", loaded("slovenian-tarok", "base"), lang).text
    assert TOP[lang].partition(":" if lang != "ja" else "（")[0] in one
    assert STEP[lang] in write("[score-table]", loaded("rufmariasch", "base"), lang).text
    assert write("[score-table]", "directnet", lang).html.count('class="special"') == 0
    assert MULTIPLIED[lang] in write("[score-table]", "rulebook", lang).text


MULTIPLIED = {
    "en": "What happens in the round can multiply the value: Trischaken.",
    "de": "Was in der Runde geschieht, kann den Wert vervielfachen: Trischaken.",
    "ja": "ラウンドの内容によって、値が何倍かになることがあります：トリシャーケン。",
}
SKAT = {
    "en": "9 for each that the declaring side had, or lacked, from the top down without a gap: "
    "Diamonds Hand. What happens in the round can add more: Diamonds Hand. "
    "Lost, what comes on top counts double, too: Diamonds Hand.",
    "de": "9 für jeden, den die Spielpartei von oben an ohne Lücke hatte oder der ihr fehlte: "
    "Karo Hand. Was in der Runde geschieht, kann mehr bringen: Karo Hand. "
    "Verloren zählt auch, was dazukommt, doppelt: Karo Hand.",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_value_that_grows_counts_more_when_lost_and_tells_what_it_grows_by(
    lang: str, write: Write
) -> None:
    skat = zwanz_ssot.load("skat", rules=OUTSIDE)
    page = write("[score-table contract=diamonds_hand]", skat, lang)
    # 18, and 36 when lost, of each of two opponents
    assert [row[1:] for row in scores(page)] == [["+36", "−18", "−72", "+36"]]
    assert SKAT[lang] in page.text
    assert "10 f" in write("[score-table]", skat, lang).text  # of hearts


def test_no_row_of_doubling_where_each_opponent_doubles_for_himself_or_nobody(write: Write) -> None:
    wien = loaded("koenigrufen", "wien")
    page = write("[score-table contract=piccolo]", wien)
    assert scores(page) == [["Piccolo", "+6", "−2", "−6", "+2"]]
    assert "In the Piccolo each opponent doubles for himself." in page.text
    assert len(scores(write("[score-table contract=rufer]", wien))) > 1


@pytest.mark.parametrize(
    ("lang", "holders", "several"),
    [
        ("en", "the holders of the Queen of Clubs", "a declarer, with a partner or alone"),
        ("de", "die Spieler mit der Kreuz-Dame", "jemand, mit Partner oder allein"),
    ],
)
def test_a_card_that_the_pack_has_twice_makes_one_declarer_or_two(
    lang: str, holders: str, several: str, write: Write
) -> None:
    doppelkopf = zwanz_ssot.load("doppelkopf", rules=OUTSIDE)
    rows = write("[contract-table scope=partner special=no]", doppelkopf, lang).rows()
    assert [row[1] for row in rows[1:]] == [holders]
    # two each get one point of an opponent; one gets it of all three
    assert [row[1:] for row in scores(write("[score-table]", doppelkopf, lang))] == [
        ["+3", "−1", "−3", "+1"],
        ["+1", "−1", "−1", "+1"],
        ["+3", "−1", "−3", "+1"],
    ]
    assert len(scores(write("[score-table contract=jack_solo]", doppelkopf, lang))) == 1
    names = [row[0] for row in scores(write("[score-table contract=normal]", doppelkopf))]
    assert names == ["Normal Game, 2 declarers", "Normal Game, 1 declarer"]
    assert several in write("[in-brief]", doppelkopf, lang).text


def test_where_all_play_for_themselves_a_round_in_brief_has_no_sides(write: Write) -> None:
    hearts = zwanz_ssot.load("hearts", rules=OUTSIDE)
    assert write("[score-table]", hearts) == Page("", [])
    round_ = write("[round-in-brief]", hearts)
    assert "In some rounds each player passes three cards on." in round_.text
    assert round_.text.endswith(
        "by them each player scores. What each player scores is written down. Then the next player deals."
    )


# tricks


def trick(lines: str, head: str = "contract=rufer lead=second") -> str:
    return f"[trick-table {head}]\n{lines}\n[/trick-table]"


def test_tricks_show_each_card_at_its_seat_with_leader_winner_and_points(write: Write) -> None:
    page = write(
        trick(
            "second: H-K | third: H-1 | fourth: T-IX | forehand: H-Q -> fourth : No hearts.\n"
            "fourth: C-10 | forehand: C-K | second: C-J | third: C-Q -> forehand",
            "contract=rufer lead=second points=yes",
        )
    )
    assert page.problems == []
    assert page.rows() == [
        ["Trick", "Forehand", "Second", "Third", "Fourth", "Points"],
        [
            "1",
            *["Queen of Hearts 4", "King of Hearts 1 leads", "Ace of Hearts 2"],
            *["Tarock IX 3 wins", "10"],
        ],
        ["No hearts."],
        [
            "2",
            *["King of Clubs 2 wins", "Jack of Clubs 3", "Queen of Clubs 4"],
            *["Ten of Clubs 1 leads", "11"],
        ],
    ]


def test_a_bare_trick_table_is_a_trick_to_fill_in(write: Write) -> None:
    page = write("[trick-table]\n\nText below.")
    assert page.problems == []
    assert page.rows() == [["Forehand", "Second", "Third", "Fourth"], ["1 leads", "2", "3", "4"]]
    assert "A trick, to fill in" in page.text and "Text below." in page.text
    later = write("[trick-table contract=solo lead=third points=yes]")
    assert later.problems == []
    assert later.rows()[1] == ["3", "4", "1 leads", "2", ""]
    assert "A trick: Solo" in later.text
    assert write("[trick-table]\n\n[/trick-table]").problems == [
        "3:1: trick-table: has no tricks; write seat: card | seat: card … -> winner : comment"
    ]


def test_a_bare_trick_table_seats_as_many_as_play(write: Write) -> None:
    page = write("[trick-table lead=second]", loaded("koenigrufen-graden", "base"))
    assert page.problems == []
    assert [len(row) for row in page.rows()] == [4, 4]


def test_nothing_is_drawn_of_a_trick_to_fill_in(write: Write) -> None:
    for more in ("draws=1", "hands='second: H-K'", "called=T-XX"):
        attribute = more.partition("=")[0]
        assert write(f"[trick-table {more}]").problems == [
            f"3:1: trick-table: has no tricks, so {attribute} tells nothing; leave it out"
        ]


def test_a_panel_with_empty_names_is_one_to_fill_in(write: Write) -> None:
    page = write("[score-panel p1= p2=]")
    assert page.problems == []
    heads, *lines, last = page.rows()
    assert heads == ["Item", "Value", "Forehand", "Second", "Third", "Fourth"]
    assert lines == [[""] * 6] * 4
    assert last == ["Together", "", "", "", ""]
    assert "A round, to fill in" in page.text
    some = write("[score-panel p1=Anna p2=]")
    assert some.problems == []
    assert some.rows()[0] == ["Item", "Value", "Anna", "Second", "Third", "Fourth"]
    assert some.rows()[-1] == last
    assert write("[score-panel p1= caption=]").problems == [
        "3:18: score-panel: caption is empty; give a text"
    ]


def test_a_wrong_winner_is_a_problem_at_its_line_with_the_rule(
    write: Write, games: Mapping[str, Game]
) -> None:
    page = write(trick("second: T-XX | third: T-XXI | fourth: T-VI | forehand: T-IX -> second"))
    why = Prose(games["directnet"], "en").wins(games["directnet"].contracts["rufer"].play.wins)
    assert page.problems == [
        f"4:1: trick-table: second does not win this trick: third does, with T-XXI ({why}); write -> third"
    ]


@pytest.mark.parametrize(("variant", "winner"), [("directnet", "fourth"), ("rulebook", "third")])
def test_the_whole_trull_in_a_trick_is_judged_by_the_rules_of_the_variant(
    variant: str, winner: str, write: Write
) -> None:
    line = "second: T-XXI | third: T-Sk | fourth: T-I | forehand: T-VII"
    assert write(trick(f"{line} -> {winner}"), variant).problems == []
    assert len(write(trick(f"{line} -> second"), variant).problems) == 1


def test_a_card_that_was_not_allowed_is_found_by_what_its_player_shows_later(write: Write) -> None:
    page = write(
        trick(
            "second: H-K | third: D-1 | fourth: H-1 | forehand: H-Q -> second\n"
            "second: C-K | third: H-J | fourth: C-10 | forehand: C-Q -> second"
        )
    )
    assert [problem.split(": ")[0] for problem in page.problems] == ["4:1"]
    assert "third may not play D-1: you hold hearts" in page.problems[0]
    assert page.problems[0].endswith("third shows more cards in the lines below")


def test_a_card_is_held_against_the_hand_that_is_given(write: Write) -> None:
    line = "second: H-K | third: D-1 | fourth: T-IX | forehand: H-Q -> fourth"
    assert (
        write(
            trick(line, 'contract=rufer lead=second hands="third: D-1 C-K; fourth: T-IX T-X"')
        ).problems
        == []
    )
    page = write(trick(line, 'contract=rufer lead=second hands="third: D-1 H-J"'))
    assert "third may not play D-1" in page.problems[0]
    page = write(trick(line, 'contract=rufer lead=second hands="third: C-K"'))
    assert "you do not hold" in page.problems[0]
    page = write(trick(line, 'contract=rufer lead=second hands="third: C-Z"'))
    assert "hands names no card of the deck with 'C-Z'" in page.problems[0]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "second: H-K | third: H-1 | fourth: T-IX | forehand: H-Q",
            "does not say who wins; write seat: card",
        ),
        ("second: H-K | third: H-1 | fourth: T-IX -> fourth", "has 3 cards for 4 players"),
        (
            "third: H-K | fourth: H-1 | forehand: T-IX | second: H-Q -> forehand",
            "second leads here, not third",
        ),
        (
            "second: H-K | fourth: H-1 | third: T-IX | forehand: H-Q -> third",
            "third plays here, not fourth",
        ),
        (
            "second: H-K | third: H-1 | forth: T-IX | forehand: H-Q -> fourth",
            "there is no seat 'forth'; did you mean",
        ),
        (
            "second: H-K | third: H-2 | fourth: T-IX | forehand: H-Q -> fourth",
            "there is no card 'H-2'",
        ),
        (
            "second: H-K | third: H-K | fourth: T-IX | forehand: H-Q -> fourth",
            "H-K has been played already, in line 4",
        ),
        (
            "second H-K | third: H-1 | fourth: T-IX | forehand: H-Q -> fourth",
            "'second H-K' is no seat and card",
        ),
        ("", "has no tricks"),
    ],
)
def test_a_line_that_is_no_trick_is_a_problem_at_its_line(
    line: str, sentence: str, write: Write
) -> None:
    problems = write(trick(line)).problems
    assert len(problems) == 1
    assert problems[0].startswith(f"{4 if line else 3}:1: trick-table: {sentence}")


def test_after_a_broken_line_the_others_are_still_read(write: Write) -> None:
    page = write(
        trick(
            "second: H-K | third: H-1 | fourth: H-J -> second\n"
            "fourth: C-K | forehand: C-10 | second: C-J | third: C-Q -> third"
        )
    )
    assert [problem.split(": ")[0] for problem in page.problems] == ["4:1", "5:1"]


# words of the game


def test_every_word_of_the_glossary_is_there_in_both_languages() -> None:
    assert all(
        set(entry.name) >= {"en", "de"} <= set(entry.text) for entry in glossary_terms().values()
    )
    assert len(glossary_terms()) >= 45


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_whole_glossary_is_sound_in_every_rule_set(
    variant: str, lang: str, write: Write
) -> None:
    page = write("[glossary]", variant, lang)
    assert page.problems == []
    names = re.findall(r"<dfn>(.*?)</dfn>", page.html)
    assert len(names) == len(set(names)) > 35
    assert not re.search(r"> *(\.|$)|\[", page.text)


def test_rules_of_what_nobody_says_are_not_listed(write: Write) -> None:
    """In the house rules a turn is a bid or a pass: no bid cancels an announcement."""
    assert "A higher bid wipes out" in write("[rules of=auction]", "directnet").text
    assert "A higher bid" not in write("[rules of=auction]", "rulebook").text


def test_the_glossary_tells_of_kontra_what_these_rules_say(write: Write, tmp_path: Path) -> None:
    """Only the game is doubled, and nothing answers a Rekontra."""
    house = changed(
        tmp_path,
        "zwanzigerrufen:directnet",
        "at: kontra.doubles, set: [game]",
        "at: kontra.levels, set: [kontra, rekontra]",
        "at: kontra.names.subkontra, drop: true",
    )
    told = write("[glossary]", house, "en").text
    kontra = told.partition("“I doubt it.”")[2].partition("Kontra")[0]
    assert kontra and "announcement" not in kontra
    assert "answered in turn" not in told
    told = write("[glossary]", house, "de").text
    kontra = told.partition("„Das glaube ich nicht.“")[2].partition("König")[0]
    assert kontra and "Ansage" not in kontra
    assert "gibt es eine Antwort" not in told


def test_words_that_nobody_has_translated_are_told_and_stand_in_the_index_in_english(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only(text: Mapping[str, str], *languages: str) -> Mapping[str, str]:
        return {lang: text[lang] for lang in languages}

    trick, talon, void = (glossary_terms()[id] for id in ("trick", "forehand", "void"))
    some = [
        trick,
        replace(talon, name=only(talon.name, "en")),
        replace(void, text=only(void.text, "en", "ja")),
    ]
    monkeypatch.setattr(
        "zwanz_renderer.blocks.index.glossary_terms", lambda: {entry.id: entry for entry in some}
    )
    assert write("[glossary]", lang="en").problems == []
    assert write("[glossary]", lang="de").problems == [
        "3:1: glossary: rules/glossary.yaml does not say in 'de' what these are: forehand, void; "
        "write their name and text in this language"
    ]
    page = write('[index of="words"]', lang="de")
    assert page.problems == []
    assert "forehand" in page.text and "Stich" in page.text


def test_a_word_stands_only_where_the_game_has_use_for_it(write: Write) -> None:
    def has(variant: str) -> set[str]:
        return set(re.findall(r"<dfn>(.*?)</dfn>", write("[glossary]", variant).html))

    assert "Trischaken" in has("rulebook") - has("directnet")
    assert {"Kontra", "announcement", "fairy-tale trick"} <= has("directnet") - has("rulebook")
    assert "throwing in" not in has("base")
    assert write("[glossary terms=kontra]", "rulebook").problems == [
        "3:1: glossary: this game has no use for 'kontra'; its rules lack kontra.names.kontra"
    ]


GERMAN_PACK = (
    "at: cover, drop: true",
    "at: deck, set: german-24",
    "at: table.players, set: 6",
    "at: deal.all.packets, set: [4]",
    "at: call.cards, set: [H-A]",
    "at: play.trump.suit, set: bells",
    "at: contracts.farbensolo.play.lead, set: [any_card]",
    "at: contracts.farbensolo.play.follow, set: [any_card]",
    "at: bonuses.pagat_ultimo, drop: true",
    "at: bonuses.trull, drop: true",
    "at: bonuses.four_kings, drop: true",
    "at: bonuses.mondfang, drop: true",
    "at: contracts.farbensolo.requires, drop: true",
)


@pytest.mark.parametrize(
    "changes, word",
    [
        (
            ("at: bonuses.absolut.won, set: {tricks_won: {side: claimants, at_least: 9}}",),
            "Absolut",
        ),
        (GERMAN_PACK, "Twenty"),
    ],
)
def test_a_word_that_speaks_of_what_the_rules_have_not_is_none_of_theirs(
    changes: tuple[str, ...],
    word: str,
    tmp_path: Path,
    presses: Mapping[str, MarkdownSetup],
    write: Write,
) -> None:
    assert f"<dfn>{word}</dfn>" in write("[glossary]", "base").html
    game = changed(tmp_path, "zwanzigerrufen:base", *changes)
    writer = ChapterWriter(presses["en"], game, "x.md")
    html = writer.chapter("# X\n\n[glossary]").html
    assert f"<dfn>{word}</dfn>" not in html and "<dfn>trick</dfn>" in html


def test_a_word_that_is_none_of_theirs_says_what_the_rules_lack_or_have(write: Write) -> None:
    three = loaded("slovenian-tarok", "three")
    (problem,) = write("[glossary terms=card_points]", three).problems
    assert re.search("its rules (lack|have) [a-zA-Z]", problem)


def test_words_stand_in_the_order_of_the_alphabet_whatever_order_is_asked_for(write: Write) -> None:
    html = write('[glossary terms="void trick skues"]', "directnet", "de").html
    assert re.findall(r"<dfn>(.*?)</dfn>", html) == ["blank", "Sküs", "Stich"]


def test_every_need_of_a_word_is_met_by_some_rule_set(presses: Mapping[str, MarkdownSetup]) -> None:
    contexts = [ChapterWriter(presses["en"], loaded(*rule_set), "x.md").ctx for rule_set in ALL]
    for entry in glossary_terms().values():
        for need in entry.needs:
            assert any(applies(ctx, replace(entry, needs=(need,))) for ctx in contexts), (
                f"{entry.id}: {need}"
            )
        for there in entry.unless:
            met = replace(entry, needs=(there,), unless=())
            assert any(applies(ctx, met) for ctx in contexts), f"{entry.id}: {there}"


def test_a_word_is_left_out_where_the_rules_have_what_it_must_not_meet(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    def words(game: str) -> str:
        chapter = ChapterWriter(presses["en"], loaded(game, "base"), "x.md").chapter(
            "# X\n\n[glossary]"
        )
        return re.sub(r"\s+", " ", chapter.html.replace("\u00ad", ""))

    assert "This game has none" in words("zwanzigerrufen")
    assert "This game has none" not in words("koenigrufen")
    assert "What is laid in the middle when the cards are dealt." in words("koenigrufen")


def test_a_whole_glossary_leaves_rules_to_the_chapters(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    def words(asked: str) -> str:
        writer = ChapterWriter(presses["en"], loaded("koenigrufen", "base"), "x.md")
        return writer.chapter(f"# X\n\n{asked}").html.replace("\u00ad", "")

    rule = "The talon is laid face down in two packets of three cards."
    assert rule not in words("[glossary]") and rule in words('[glossary terms="kitty"]')


# values, names, rules


@pytest.mark.parametrize(
    ("shortcode", "sentence"),
    [
        ("[value at=deck.checks.points]", "88"),
        ("[value at=deck.checks.points as=words]", "eighty-eight"),
        ("[value at=table.players as=words]", "four"),
        ("[value at=kontra.times as=factor]", "double"),
        ("[value at=deal.all.packets take=sum as=words]", "ten"),
        ("[value at=call.cards take=count]", "5"),
        ("[value at=call.cards take=first]", "Twenty"),
        ("[value at=bonuses.pagat_ultimo.contracts]", "Normal Game and Solo"),
        ("[value at=kontra.levels take=last]", "Subkontra"),
        ("[value at=settlement.unit]", "points"),
        (
            "[value at=contracts.rufer.objective.points_at_least.points from=deck.checks.points]",
            "43",
        ),
        ("[value at=contracts.rufer.objective.points_at_least.points less=1]", "44"),
        ("[name of=game]", "Zwanzigerrufen"),
        ("[name of=variant]", "20er Rufen as played online"),
        ("[name of=contracts.solo also=yes]", "Solo (also Schwarzer)"),
        ("[name of=deck.names.sets.trull]", "the Trull"),
        ("[contract id=rufer]", "Normal Game"),
        ("[rule at=table.direction]", "Cards are dealt, words spoken and tricks played clockwise."),
    ],
)
def test_what_stands_in_the_rules_can_be_said_in_a_sentence(
    shortcode: str, sentence: str, write: Write
) -> None:
    page = write(f"x {shortcode} x")
    assert (page.text, page.problems) == (f"x {sentence} x", [])


@pytest.mark.parametrize(
    ("number", "sentence"), [(21, "einundzwanzig"), (45, "fünfundvierzig"), (88, "achtundachtzig")]
)
def test_german_numbers_put_the_ones_first(number: int, sentence: str, write: Write) -> None:
    less = 88 - number
    assert write(f"[value at=deck.checks.points less={less} as=words]", lang="de").text == sentence


@pytest.mark.parametrize(
    ("shortcode", "problem"),
    [
        (
            "[value at=contracts.soloo.value]",
            "nothing stands at 'contracts.soloo.value'; did you mean 'solo'?",
        ),
        (
            "[value at=contracts.rufer]",
            "no plain value stands at 'contracts.rufer'; [rule at=…] makes a sentence",
        ),
        ("[value at=table.direction]", "no plain value stands at 'table.direction'"),
        (
            "[value at=table.players take=sum]",
            "take=sum does not suit what stands at 'table.players'",
        ),
        (
            "[value at=game_name take=count]",
            "take=count does not suit what stands at 'game_name'",
        ),
        ("[name of=table.players]", "what stands at 'table.players' has no name"),
        (
            "[rule at=table.directions]",
            "nothing stands at 'table.directions'; did you mean 'direction'?",
        ),
        (
            "[rule at=deck.suits.hearts]",
            "no sentence can be made of what stands at 'deck.suits.hearts'",
        ),
        ("[contract id=sollo]", "did you mean 'solo'?"),
        ("[rule at=open.0.source]", "no sentence can be made of what stands at 'open.0.source'"),
        (
            "\n\n[rules of=open.0.source]\n\n",
            "no sentence can be made of what stands at 'open.0.source'",
        ),
        (
            "\n\n[rules of=fixed_contract]\n\n",
            "this game has no 'fixed_contract'; put [if has=fixed_contract] and [/if] around it",
        ),
    ],
)
def test_what_the_rules_do_not_have_is_a_problem(
    shortcode: str, problem: str, write: Write
) -> None:
    problems = write(f"x {shortcode} x").problems
    assert len(problems) == 1
    assert problem in problems[0]


# where the rules come from


def test_an_open_question_is_a_note_with_answer_reason_and_source(write: Write) -> None:
    page = write("As much.[open at=contracts.solo.value] And on.")
    text, _, questions = page.text.partition(" Open questions, and what is played here ")
    assert text == "As much.\u2060 1 And on."
    assert questions.startswith(
        "1 Is the Solo worth as much as the Suit Solo, or more? As much. All accounts"
    )
    assert 'id="asked-1-1" href="#open-1-1"' in page.html, "the sign leads to the note"
    assert 'id="open-1-1"><a class="bare number" href="#asked-1-1"' in page.html, "and back"
    assert "wikipedia §Auction" in page.text and "wikipedia\u00a0§" in page.html, (
        "no line ends before the place"
    )
    assert write("x[open at=contracts.solo.name]").text == "x"
    assert write("x[open at=contracts.solo.nam]").problems != []


@pytest.mark.parametrize(
    ("at", "words", "page"),
    [
        ("contracts.solo.name", "[rule at=contracts.solo.value]", "[rule at=contracts.solo.value]"),
        ("contracts.solo.name", "[[T-I]] [page-break]", "[rule at=contracts.solo.value]"),
        (
            "open.both_absoluts.question",
            "[open at=bonuses.absolut.goes_to]?",
            "x[open at=bonuses.absolut.goes_to]\n\n[open-list]",
        ),
    ],
)
def test_what_the_rules_call_a_thing_runs_no_shortcode(
    at: str, words: str, page: str, write: Write, tmp_path: Path
) -> None:
    game = changed(tmp_path, "zwanzigerrufen:base", f'at: {at}, set: {{en: "{words}"}}')
    drawn = write(page, game)
    assert drawn.problems == []
    assert words in drawn.text


def test_all_open_questions_are_listed(write: Write, games: Mapping[str, Game]) -> None:
    assert write("[open-list]").html.count("<dt>") == len(games["directnet"].open)


def test_differences_are_told_with_their_source_and_the_base_has_none(write: Write) -> None:
    rows = write("[differences]", "wikipedia").rows()
    direction = "Cards are dealt, words spoken and tricks played anticlockwise, not clockwise."
    assert rows[1] == [direction, "wikipedia §Play"]
    assert write("[differences]", "base").problems == [
        "3:1: differences: the rule set 'base' changes nothing; put the block into [if has=changes]"
    ]


def test_another_word_for_a_role_is_one_difference(write: Write, tmp_path: Path) -> None:
    house = tmp_path / "other-role.yaml"
    house.write_text(
        """
        variant: other-role
        of: hungarian-tarokk
        name: {en: Another role, de: Andere Rolle}
        changes:
        - {at: play.hold_back.announced_pagat.by.side_of, drop: true, source: custom}
        - {at: play.hold_back.announced_pagat.by.announcer_of, add: volat, source: custom}
        """,
        "utf-8",
    )
    rows = write("[differences]", zwanz_ssot.load("hungarian-tarokk", house)).rows()
    assert len(rows) == 2
    assert "Whoever announced the Volát plays the Pagat only" in rows[1][0]


def test_a_variant_of_a_variant_is_told_as_it_differs_from_the_game(
    write: Write, tmp_path: Path
) -> None:
    """directnet binds an announced Pagat, doubles all bonuses of the Suit Solo, and has a Valat alone."""
    third = changed(
        tmp_path,
        "zwanzigerrufen:directnet",
        "at: play.hold_back.announced_pagat, drop: true",
        "at: contracts.farbensolo, drop: true",
        "at: auction.ladder, was: [rufer, farbensolo, solo], set: [rufer, solo]",
        "at: bonuses.valat.replaces, was: [game, bonuses], set: [bonuses]",
    )
    rows = write("[differences]", third).rows()
    told = {row[0]: row[1] for row in rows[1:]}
    assert not [text for text in told if "plays the Pagat only" in text or "every bonus" in text]
    assert [row for row in write("[differences]").rows() if "plays the Pagat only" in row[0]]
    assert [source for text, source in told.items() if "The Suit Solo is not played" in text] == [
        "The custom of the table"
    ]
    assert [source for text, source in told.items() if "the other bonuses do not" in text] == [
        "The custom of the table"
    ]


def test_two_changes_of_one_sentence_are_one_difference(write: Write, tmp_path: Path) -> None:
    house = tmp_path / "sooner.yaml"
    house.write_text(
        """
        variant: sooner
        of: anrufen
        name: {en: Sooner, de: Früher}
        changes:
        - {at: play.says.any_time.double.who, set: anyone, source: custom}
        - {at: play.says.any_time.double.during, set: {first: 2}, source: custom}
        """,
        "utf-8",
    )
    rows = write("[differences]", zwanz_ssot.load("anrufen", house)).rows()
    assert [row[0] for row in rows[1:]] == [
        "In the first 2 tricks everybody may double, even out of turn. "
        "Until now: In the first trick the defenders may double, even out of turn."
    ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            "- {at: contracts.durchmarsch_hundert_mit.requires.any.1, drop: true, source: custom}",
            "the heart marriage, the spade marriage or the club marriage",
        ),
        (
            "- {at: contracts.durchmarsch_hundert_mit.requires.any.3, drop: true, source: custom}",
            "the heart marriage, the diamond marriage or the spade marriage",
        ),
        (
            """
        - {at: contracts.durchmarsch_hundert_mit.requires.any.0, drop: true, source: pagat §Play}
        - {at: contracts.durchmarsch_hundert_mit.requires.any.1, drop: true, source: custom}""",
            "the spade marriage or the club marriage",
        ),
    ],
)
def test_entries_that_a_list_has_lost_are_one_difference(
    changes: str, sentence: str, write: Write, tmp_path: Path
) -> None:
    house = tmp_path / "fewer.yaml"
    house.write_text(
        f"""
        variant: fewer
        of: koenigrufen-graden
        name: {{en: Fewer marriages, de: Weniger Paare}}
        changes:
        {changes}
        """,
        "utf-8",
    )
    page = write("[differences]", zwanz_ssot.load("koenigrufen-graden", house))
    assert not page.problems and len(page.rows()) == 2
    begin = "The Durchmarsch Hundred with another may be bid only if the bidder holds"
    all_four = "the heart marriage, the diamond marriage, the spade marriage or the club marriage"
    told, cited = page.rows()[1]
    assert told == f"{begin} {sentence}. Until now: {begin} {all_four}."
    assert ("pagat" in cited) == ("pagat" in changes) and cited.count("custom") <= 1


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "The custom of the table"),
        ("de", "Brauch am Tisch"),
        ("ja", "テーブルの慣習"),
    ],
)
def test_the_custom_of_a_table_is_named_in_the_language_of_the_book(
    lang: str, title: str, write: Write, tmp_path: Path
) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        """
        variant: house
        of: zwanzigerrufen
        name: {en: House, de: Haus, ja: ハウス}
        changes:
          - {at: contracts.solo.value, set: 9, source: custom}
          - {at: contracts.rufer.value, set: 2, source: custom §1}
        """,
        "utf-8",
    )
    game = zwanz_ssot.load("zwanzigerrufen", house)
    assert f"<cite>{title}</cite>" in pages.title_pages(game, lang).colophon
    if lang == "ja":
        return  # these tests draw no blocks in it
    told = write("[differences]", game, lang).rows()[1:]
    assert {row[-1] for row in told} == {title, f"{title} §1"}
    assert f'<span lang="{lang}">{title}</span>' in write("[sources]", game, lang).html


def test_a_list_of_other_conditions_is_one_difference(write: Write, tmp_path: Path) -> None:
    house = tmp_path / "other-catch.yaml"
    house.write_text(
        """
        variant: other-catch
        of: slovenian-tarok
        name: {en: Another catch, de: Anderer Fang}
        changes:
        - at: bonuses.mond_caught.won.any
          set: [{card_beaten_by: {card: T-XXI, by: T-XX}}, {card_beaten_by: {card: T-XXI, by: T-I}}]
          source: custom
        - at: bonuses.mond_caught.value.silent
          set: 3
          source: custom
        """,
        "utf-8",
    )
    rows = write("[differences]", zwanz_ssot.load("slovenian-tarok", house)).rows()
    assert "if the Mond is caught by the XX or the Mond is caught by the Pagat." in rows[1][0]


def test_another_cover_or_source_of_the_whole_is_no_difference(
    write: Write, tmp_path: Path
) -> None:
    house = tmp_path / "no-cover.yaml"
    house.write_text(
        """
        variant: no-cover
        of: zwanzigerrufen:rulebook
        name: {en: Without a cover, de: Ohne Umschlag}
        changes:
        - {at: cover, drop: true, source: custom}
        - {at: source, drop: true, source: custom}
        """,
        "utf-8",
    )
    plain = write("[differences]", zwanz_ssot.load("zwanzigerrufen", "rulebook"))
    assert write("[differences]", zwanz_ssot.load("zwanzigerrufen", house)).rows() == plain.rows()


def test_what_is_not_used_is_told_and_nothing_is_a_problem(write: Write) -> None:
    assert "A Suit Solo needs six suit cards. directnet" in write("[not-used]").text
    assert "put the block into [if has=not_used]" in write("[not-used]", "base").problems[0]


def test_a_dispute_tells_who_says_what_and_what_is_kept(
    write: Write, games: Mapping[str, Game]
) -> None:
    found = {"wikipedia": Name({"en": "one way"}), "rulebook": Name({"en": "the other way"})}
    point = Dispute(
        "a", Name({"en": "Direction"}), ("table.direction",), found, Name({"en": "both ways"}), None
    )
    kept = replace(point, id="b", kept=Name({"en": "no matter"}))
    game = replace(games["directnet"], disputes=(point, kept))
    rows = write("[disputes]", game).rows()
    assert rows[1] == [
        "Direction",
        "wikipedia : one way; rulebook : the other way; elsewhere: both ways "
        "Played here: Cards are dealt, words spoken and tricks played clockwise.",
    ]
    assert rows[2][1].endswith("Played here: no matter")
    assert write("[disputes]", replace(game, disputes=())).problems != []


def test_a_long_rule_is_told_once_of_all_disputes(write: Write, games: Mapping[str, Game]) -> None:
    rule = "Nobody has ever " + "and ever " * 30 + "played otherwise."
    first = Dispute(
        "a",
        Name({"en": "One point"}),
        (),
        {"wikipedia": Name({"en": "so"})},
        None,
        Name({"en": rule}),
    )
    again = replace(first, id="b", topic=Name({"en": "Another"}))
    rows = write("[disputes]", replace(games["directnet"], disputes=(first, again))).rows()
    assert rows[1][1].endswith(f"Played here: {rule}")
    assert rows[2] == ["Another", "wikipedia : so Played here: as under “One point”"]


def test_sources_are_those_that_the_rules_name(write: Write) -> None:
    html = write("[sources]").html
    assert html.count("<dt>") == 3
    assert 'hreflang="en" lang="en">' in html
    assert 'href="https://en.wikipedia.org' in html


# layout


def test_columns_are_as_many_as_they_say(write: Write) -> None:
    two = "[col]\nLeft.\n[/col]\n[col]\nRight [[T-I]].\n[/col]"
    assert write(f"[columns count=2]\n{two}\n[/columns]").problems == []
    assert write(f"[columns count=3]\n{two}\n[/columns]").problems == [
        "3:1: columns: 3 columns are asked for, and there are 2; give each column a [col] … [/col]"
    ]


def test_nothing_stands_between_columns(write: Write) -> None:
    page = write("[columns]\n[col]\nA.\n[/col]\n\nStray.\n\n[col]\nB.\n[/col]\n[/columns]")
    assert ["something stands between the columns" in problem for problem in page.problems] == [
        True
    ]


def test_columns_inside_a_column_are_not_counted_twice(write: Write) -> None:
    inner = "[columns]\n[col]\na\n[/col]\n[col]\nb\n[/col]\n[/columns]"
    assert write(f"[columns]\n[col]\n{inner}\n[/col]\n[col]\nc\n[/col]\n[/columns]").problems == []


def test_who_thinks_has_any_name_with_signs_and_stress(write: Write) -> None:
    page = write('[pov player="*Anna* & Bert"]\nHm.\n[/pov]')
    assert '<p class="pov-player"><em>Anna</em> &amp; Bert thinks</p>' in page.html
    assert page.problems == []


def test_a_note_has_a_title_if_it_is_given_one(write: Write) -> None:
    assert (
        '<p class="note-title">A <em>hint</em></p>'
        in write('[note title="A *hint*"]\nText.\n[/note]').html
    )
    assert "note-title" not in write("[note]\nText.\n[/note]").html


def test_no_words_of_the_reader_stand_in_the_templates() -> None:
    for template in (data("templates") / "blocks").glob("*.j2"):
        text = re.sub(r"\{[{%].*?[%}]\}", "", template.read_text(encoding="utf-8"))
        assert re.findall(r"\w+", re.sub(r"<[^>]*>", "", text)) == [], template.name


def test_the_last_of_many_cards_is_not_alone_on_a_line(write: Write) -> None:
    html = write("[deck-overview]").html
    tarocks, *suits = re.findall(r'<td class="chips">(.*?)</td>', html)
    assert [after[0] for after in tarocks.split("</span>")[1:-1]][-3:] == [" ", "\u00a0", "\u00a0"]
    assert all("\u00a0" not in suit for suit in suits)


def test_a_rule_that_a_later_change_drops_is_not_told_among_new_ones(
    tmp_path: Path, write: Write
) -> None:
    """wien holds four announced birds back; a house drops one of these rules again."""
    house = changed(tmp_path, "koenigrufen:wien", "at: play.hold_back.uhu_waits, drop: true")
    page = write("[differences]", house)
    assert "when no other card is legal: Pagat, Kakadu and Quapil." in page.text
    assert "Not played: Whoever announced the Uhu" in page.text


def test_what_is_played_where_sources_disagree_is_told_once(write: Write) -> None:
    text = write("[disputes]", "directnet").text
    row = text[text.index("when the cards are thrown in") :]
    row = row[: row.index("how far down")]
    assert row.count("at most one tarock") == 1


def test_a_value_that_is_never_paid_is_not_shown(write: Write) -> None:
    """In Hearts everybody writes down his points, whatever the game is worth."""
    hearts = zwanz_ssot.load("hearts", rules=OUTSIDE)
    row = write("[contract-table]", hearts).text
    assert "loses –" in row and "Everybody scores −1 point for each card point" in row
    assert "worth" not in write("[rules of=contracts]", hearts).text
    assert "Each loser pays" not in write("[rules of=settlement]", hearts).text


def test_where_declarers_alone_score_nobody_is_paid(write: Write) -> None:
    brief = write("[round-in-brief]", loaded("slovenian-tarok", "base")).text
    assert "If so, the declaring side scores; if not, it loses points." in brief
