"""The blocks that the engine works out: scenes, spoken auctions, accounts, catches; and what they
find wrong.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import loaded

import zwanz_ssot
from zwanz_renderer import blocks  # noqa: F401  registers the blocks
from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup, Shared
from zwanz_ssot.model import Game
from zwanz_ssot.places import data

VARIANTS = ("base", "directnet", "wikipedia", "rulebook")


@dataclass(frozen=True)
class Page:
    """A chapter drawn: its HTML without soft hyphens, and its problems without the file's name."""

    html: str
    problems: list[str]

    @property
    def text(self) -> str:
        """What a reader sees, images left out."""
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.html)).strip()

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
    return {lang: MarkdownSetup(lang) for lang in ("en", "de", "ja")}


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


def script(*lines: str, **attributes: str) -> str:
    given = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    return "\n".join(
        [f"[bid-script {given}]" if given else "[bid-script]", *lines, "[/bid-script]"]
    )


def panel(*lines: str, attributes: str = "") -> str:
    return "\n".join([f"[score-panel{attributes}]", *lines, "[/score-panel]"])


# scenes


def test_a_scene_marks_what_may_be_played_and_says_why_not(write: Write) -> None:
    page = write('[scene contract=rufer cards="H-K H-Q" hand="T-V S-Q S-10"]')
    assert page.problems == []
    assert re.findall(r'class="held( barred)?"', page.html) == ["", " barred", " barred"]
    assert "You are void in the suit led and must play one of your tarocks: V." in page.text
    assert re.findall(r'class="seat-name">(\w+)</span> <span class="deed">([^<]+)', page.html) == [
        ("Forehand", "leads"),
        ("Third", "to play"),
    ]


def test_the_seats_lie_as_the_play_goes(write: Write) -> None:
    second = r'left: {}%; top: 50\.0%"><span class="seat-name">Second'
    assert re.search(
        second.format(r"100\.0"), write("[scene cards=H-K]", "wikipedia").html
    )  # anticlockwise
    assert re.search(second.format(r"0\.0"), write("[scene cards=H-K]").html)


def test_a_full_trick_is_won_by_the_right_player(write: Write) -> None:
    trick = 'cards="T-X T-Sk T-XXI T-I" contract=rufer lead=second'
    page = write(f"[scene {trick} wins=forehand]")
    assert page.problems == []
    assert page.html.count('class="lying winning"') == 1
    (problem,) = write(f"[scene {trick} wins=third]").problems
    assert problem.startswith(
        "3:1: scene: 'third' does not follow: the rules give 'forehand'; if the Trull"
    )
    assert write(f"[scene {trick} wins=third]", "base").problems == []  # no fairy-tale trick


def test_a_scene_shows_an_example_of_the_rules(write: Write) -> None:
    page = write("[scene example=announced-pagat-waits]", lang="de")
    assert page.problems == []
    assert "Der angesagte Pagat muss warten" in page.text
    assert write("[scene example=announced-pagat-waits]", "rulebook").problems == [
        "3:8: scene: example must be the id of an example of the game; "
        "'announced-pagat-waits' is not about the rule set 'rulebook'"
    ]
    (problem,) = write("[scene example=announced-pagat-wait]").problems
    assert problem.endswith("did you mean 'announced-pagat-waits'?")


@pytest.mark.parametrize(
    "text",
    [
        b"in: [base]\nexamples:\n  - null\n  - example: abc\n",
        b"in: [base]\nexamples:\n  - {example: abc, contract: simple, outcome: {}}\n",
        b"in: [base]\nexamples:\n  - example: abc # \xff\n",
        b"examples: {a: b}\nnotes: |\n  - example: abc\n",
    ],
)
def test_a_file_of_examples_with_problems_shows_none(
    text: bytes, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(data("rules"), "rules")
    Path("rules/rufmariasch/examples/zz.yaml").write_bytes(text)
    Path("rules/rufmariasch/examples/folder.yaml").mkdir()
    game = zwanz_ssot.load("rufmariasch", rules=Path("rules"))
    assert write("[score-panel example=abc]", game).problems == [
        "3:14: score-panel: example must be the id of an example of the game; got 'abc'; "
        "zwanz examples rules/rufmariasch/examples/zz.yaml tells its problems"
    ]


def test_what_a_scene_lacks_or_has_twice(write: Write) -> None:
    assert write("[scene]").problems == ["3:1: scene: shows nothing; give cards, hand or example"]
    assert write("[scene cards=H-K wins=second]").problems == [
        "3:1: scene: says who wins, but not in which contract; give contract"
    ]
    (twice,) = write('[scene contract=rufer cards="H-K" hand="H-K"]').problems
    assert twice == "3:1: scene: H-K cannot be in the hand and in the trick"


# auctions


def test_an_auction_is_told_and_what_comes_of_it(write: Write) -> None:
    words = ("forehand: bid solo", "second: double game : Ha!", "third: pass")
    page = write(script(*words, ends="forehand: solo"), "base")
    assert page.problems == []
    assert page.rows()[1:4] == [
        ["Forehand", "bids the Solo"],
        ["Second", "says Kontra to the game Ha!"],
        ["Third", "passes"],
    ]
    assert page.rows()[-1] == ["Forehand plays the Solo alone. On the game stands Kontra."]


def test_words_as_they_are_spoken(write: Write) -> None:
    lines = ("forehand: Rufer XX", "second: Kontra", "third: weiter", "fourth: Pagat Ultimo")
    page = write(script(*lines, partner="third"), "base", "de")
    assert page.problems == []
    assert [row[1] for row in page.rows()[1:5]] == [
        "sagt den Rufer an und ruft XX",
        "sagt Kontra auf das Spiel",
        "sagt weiter",
        "sagt den Pagat ultimo an",
    ]
    assert page.rows()[-1][0].startswith(
        "Vorhand spielt den Rufer mit dem Spieler, der den Zwanziger hält."
    )


def test_a_word_after_the_end_of_the_auction_is_told_as_one(write: Write) -> None:
    passes = [f"{seat}: pass" for seat in ("second", "third", "fourth")]
    (problem,) = write(script("forehand: bid solo", *passes, "third: double game")).problems
    assert problem == (
        "8:1: bid-script: 'third' does not follow: the rules give 'forehand'; the auction is over"
    )


def test_a_word_that_is_not_legal_is_a_problem_at_its_line(write: Write) -> None:
    (problem,) = write(script("forehand: bid rufer T-XX", "", "second: bid rufer T-XX")).problems
    assert problem.startswith("6:1: bid-script: 'bid rufer T-XX' is refused: ")
    (problem,) = write(script("forehand: bid solo", "third: pass")).problems
    assert problem == (
        "5:1: bid-script: 'third' does not follow: the rules give 'second'; another player has the word"
    )
    (problem,) = write(script("forehand: bid solo", "second: Rekontra"), "base").problems
    assert problem == "5:1: bid-script: the word due here is Kontra, not Rekontra"


def test_a_script_ends_as_it_says(write: Write) -> None:
    (problem,) = write(script("forehand: bid solo", ends="second: solo")).problems
    assert problem.startswith(
        "3:1: bid-script: 'second' does not follow: the rules give 'forehand'"
    )
    everybody = script(
        "forehand: pass", "second: pass", "third: pass", "fourth: pass", ends="nobody: trischaken"
    )
    page = write(everybody, "rulebook")
    assert page.problems == []
    assert page.rows()[-1] == ["Nobody has bid, so everybody plays Trischaken."]


def test_lines_that_are_no_turns(write: Write) -> None:
    assert write(script("forehand", "fift: pass", "second: bidd solo")).problems == [
        "4:1: bid-script: is no turn of somebody; write seat: what is said; what is said : comment",
        "5:1: bid-script: there is no seat 'fift'; the seats are forehand, second, third, fourth",
        "6:1: bid-script: nobody can say 'bidd solo' in this game; did you mean 'bid solo'?",
    ]
    assert write(script()).problems == [
        "3:1: bid-script: nothing is said; write seat: what is said; what is said : comment"
    ]


# accounts

ROUND = (
    "contract: rufer",
    "partner: third",
    "announced: {pagat_ultimo: fourth}",
    "doubled: {game: 1}",
    "outcome: {points: {declarers: 40}, last_trick: {won_by: fourth, with: T-I}}",
)


def test_an_account_is_the_engines(write: Write) -> None:
    page = write(panel(*ROUND), "base")
    assert page.problems == []
    rows = page.rows()
    assert rows[1] == ["The game", "2", "−2", "+2", "−2", "+2"]  # 1, doubled, lost
    assert rows[3] == ["Pagat Ultimo", "2", "−2", "+2", "−2", "+2"]  # announced: 2
    assert rows[5] == ["Together", "−4", "+4", "−4", "+4"]
    assert "forehand and third against second and fourth" in page.text


def test_a_wrong_sum_is_a_problem_at_its_line(write: Write) -> None:
    (problem,) = write(panel(*ROUND, "expect:", "  scores: {forehand: -5}"), "base").problems
    assert (
        problem
        == "10:12: score-panel: expect.scores.forehand: '-5' does not follow: the rules give '-4'"
    )


def test_what_cannot_be_meant_is_a_problem_at_its_line(write: Write) -> None:
    (problem,) = write(
        panel("contract: rufer", "outcome: {points: {declarers: 89}}"), "base"
    ).problems
    assert problem == "5:11: score-panel: outcome.points: all points together are 88, not 89"
    (problem,) = write(
        panel("contract: rufer", "outcom: {points: {declarers: 50}}"), "base"
    ).problems
    assert problem.startswith("5:1: score-panel: outcom: not a word here")
    assert write(panel("contract: rufer", "  - x: ["), "base").problems[0].startswith("5:")


def test_a_problem_of_writing_names_lines_of_the_chapter(write: Write) -> None:
    (problem,) = write(panel("contract: rufer", "contract: solo"), "base").problems
    assert problem.startswith("5:1: score-panel: 'contract' is written twice here, first in line 4")
    (problem,) = write(panel("contract: rufer", "title: {en: x}"), "base").problems
    assert problem.startswith("5:1: score-panel: this is for example files")


def test_a_card_that_is_laid_with_a_bid_is_named(write: Write) -> None:
    graden = loaded("koenigrufen-graden", "base")
    page = write(script("forehand: Bettler S-9"), graden)
    assert page.problems == []
    assert re.search(r"lays the <span[^>]*><img[^>]*>9</span> face down", page.html)
    assert write(script("forehand: Bettler"), graden).problems == [
        "4:1: bid-script: 'Bettler' can be any of 24 moves; say which card, as in 'bid bettler H-9'"
    ]


@pytest.mark.parametrize(
    ("lang", "last"), [("en", "Packet 5"), ("de", "5. Päckchen"), ("ja", "5番目の束")]
)
def test_a_hand_has_as_many_packets_as_one_likes(lang: str, last: str, write: Write) -> None:
    hands = [
        "forehand: T-XXI T-XIX | T-XVII T-VIII | T-IIII T-I | C-K C-C | H-C D-C",
        "second: T-Sk T-XIV | T-XIII T-XI | H-K H-Q | D-K D-1 | C-J S-C",
        "third: T-XVIII T-XVI | T-XV T-IX | T-VII T-V | H-1 D-J | C-Q S-J",
        "fourth: T-XX T-XII | T-X T-VI | H-J D-Q | C-10 S-K | S-Q S-10",
    ]
    page = write("\n".join(["[deal]", *hands, "[/deal]"]), lang=lang)
    assert page.problems == []
    assert re.findall(r'<th scope="col">([^<]+)', page.html)[-1] == last


def test_a_second_deal_has_no_tricks_of_the_first(write: Write) -> None:
    chapter = data("templates") / "book" / "en" / "zwanzigerrufen" / "08-worked-rounds.md"
    round_ = chapter.read_text(encoding="utf-8").partition("{#the-long-way-home}\n\n")[2]
    dealt = round_.partition("[/deal]")[0] + "[/deal]\n\n"
    settled = "[score-panel]" + round_.partition("[score-panel]")[2].partition("[/score-panel]")[0]
    tricks = """[trick-table contract=rufer lead=forehand]
forehand: C-C | second: C-J | third: C-Q | fourth: C-10 -> third
[/trick-table]

"""
    (problem,) = write(f"{dealt}{tricks}{settled}[/score-panel]").problems
    assert "its tricks are not those of the table above" in problem
    assert write(f"{dealt}{tricks}{dealt}{settled}[/score-panel]").problems == []


@pytest.mark.parametrize(
    ("tag", "problem"),
    [
        ("scene cards=H-K called=T-XX", "which contract; give contract"),
        ("scene cards=H-K trump=hearts", "which contract; give contract"),
        ("scene type=hand cards=trull called=T-XX", "of which nothing is played; leave out"),
        ("scene type=hand example=announced-pagat-waits", "says all there is; leave out type"),
        ("scene called=T-XX example=announced-pagat-waits", "says all there is; leave out type"),
        ("score-panel p1=A p2= p6=", "4 play, and p6 is none of them; leave it out"),
    ],
)
def test_what_a_block_has_no_use_for_is_a_problem(tag: str, problem: str, write: Write) -> None:
    (found,) = write(f"[{tag}]").problems
    assert problem in found


def test_names_left_empty_are_for_a_panel_to_fill_in(write: Write) -> None:
    lines = "contract: rufer\npartner: third\noutcome: {points: {declarers: 46}}"
    (problem,) = write(panel(lines, attributes=" p1= p2=")).problems
    assert "has names left empty, and a round to settle" in problem
    assert write("[score-panel p1= p2=]").problems == []


def test_a_card_is_dealt_once_also_in_packets(write: Write) -> None:
    text = "[deal]\nforehand: T-XXI T-XIX T-XVII T-VIII T-IIII | T-I C-K C-C H-C T-XXI\n[/deal]"
    assert write(text, "base").problems == ["4:1: deal: T-XXI is dealt twice"]


def test_one_card_and_three_are_shown_and_no_other_number(write: Write) -> None:
    one = write('[card-1 cards=T-XX caption="The Twenty"]', "base")
    assert one.problems == []
    assert re.findall(r'src="card:([\w-]+)@', one.html) == ["T-XX"]
    fan = write('[card-3 cards="H-K H-Q H-J" layout=fan]', "base")
    assert fan.problems == []
    assert re.findall(r'src="card:([\w-]+)@', fan.html) == ["H-K", "H-Q", "H-J"]
    assert write('[card-3 cards="H-K H-Q"]', "base").problems == [
        "3:1: card-3: shows 3, and 2 are given; [card-row] and [card-grid] show any number"
    ]
    (problem,) = write('[card-1 cards=T-XX caption="King"]', "base").problems
    assert problem.startswith("3:1: card-1: 'King' stands below T-XX")


def test_players_have_names_all_or_none(write: Write) -> None:
    page = write(panel(*ROUND, attributes=" p1=Anna p2=Bert p3=Cilli p4=Dora"), "base")
    assert page.rows()[0] == ["Item", "Value", "Anna", "Bert", "Cilli", "Dora"]
    assert write(panel(*ROUND, attributes=" p1=Anna"), "base").problems == [
        "3:1: score-panel: 4 play, and 1 are named; name all players, or none"
    ]


def test_a_panel_with_players_alone_shows_what_they_begin_with(write: Write) -> None:
    page = write("[score-panel p1=Anna p2=Bert]", "base")
    assert page.problems == []
    assert page.rows()[0] == ["Item", "Value", "Anna", "Bert", "Third", "Fourth"]
    assert page.rows()[-1] == ["Together", "0", "0", "0", "0"]


def test_tricks_without_a_contract_are_those_of_the_lowest_bid(write: Write) -> None:
    trick = "forehand: H-K | second: H-Q | third: H-C | fourth: T-V -> fourth"
    assert "Normal Game" in write(f"[trick-table]\n{trick}\n[/trick-table]", "base").text


def test_a_catch_without_cards_states_its_points(write: Write) -> None:
    page = write("[capture-marker points=5 to=declarers]", "base")
    assert page.problems == [] and "5 points for the declarers" in page.text
    assert write("[capture-marker points=89 to=declarers]", "base").problems == [
        "3:1: capture-marker: all cards together count 88, not 89"
    ]
    assert write("[capture-marker to=declarers]", "base").problems == [
        "3:1: capture-marker: names neither cards nor points; give one of them"
    ]


def test_ages_and_minutes_are_numbers_that_no_rule_knows(write: Write) -> None:
    page = write("[stats-row players=4 ages=10 duration=60]", "base")
    assert page.problems == []
    assert "10 and up" in page.text and "60 minutes" in page.text


def test_words_of_the_glossary_have_other_ids(write: Write) -> None:
    """A kitty is a talon, be there one in the game or not."""
    assert "This game has none" in write('[glossary terms="kitty victory_points"]', "base").text
    assert write('[glossary terms="kitty victory_points"]', "base").problems == []


def test_the_table_can_be_drawn_after_a_later_round(write: Write) -> None:
    """Forehand deals after the first round, so second deals after one that forehand has dealt."""
    page = write("[reset-diagram new-dealer=second]", "base")
    assert re.findall(r'seat-name">(\w+)</span>(?: <span class="deed">([^<]+))?', page.html) == [
        ("Forehand", "has dealt"),
        ("Second", "deals next"),
        ("Third", ""),
        ("Fourth", "cuts"),
    ]


def test_a_catch_counts_what_its_cards_count(write: Write) -> None:
    assert (
        "14 points for the declarers"
        in write('[capture-marker cards="T-XXI H-K D-Q" to=declarers]').text
    )
    assert write('[capture-marker cards="T-XXI H-K D-Q" points=13 to=second]').problems == [
        "3:1: capture-marker: these cards count 14, not 13; write points=14, or leave it out"
    ]


def test_an_auction_of_an_example_needs_no_lines_and_no_closing_tag(write: Write) -> None:
    page = write("[bid-script example=last-trump-draws-both]", "directnet")
    assert page.problems == []
    assert "bids the Solo" in page.text
    assert write("[bid-script]").problems == [
        "3:1: bid-script: nothing is said; write seat: what is said; what is said : comment"
    ]


def test_an_auction_of_an_example_begins_where_its_round_does(write: Write) -> None:
    """Here with the cut of a pack."""
    page = write("[bid-script example=the-cards-are-dealt]", loaded("anrufen", "base"))
    assert page.problems == []
    assert "Forehand has the word." in page.text


def test_the_page_about_blocks_tells_the_truth(write: Write) -> None:
    page = (Path(__file__).parents[1] / "docs" / "blocks.md").read_text(encoding="utf-8")
    found = re.findall(r"(?:^    .*\n)+", page, re.MULTILINE)
    assert [text.split()[0] for text in found] == ["[bid-script", "[score-panel"]
    assert write("\n".join(textwrap.dedent(text) for text in found), "base").problems == []


# the table and the rest


def test_the_table_shows_who_deals_next(write: Write) -> None:
    page = write("[reset-diagram]", "base")
    assert re.findall(r'seat-name">(\w+)</span>(?: <span class="deed">([^<]+))?', page.html) == [
        ("Forehand", "deals next"),
        ("Second", ""),
        ("Third", "cuts"),
        ("Fourth", "has dealt"),
    ]
    assert write("[reset-diagram new-dealer=fifth]").problems[0].startswith("3:16: reset-diagram")


def test_the_number_of_players_is_that_of_the_rules(write: Write) -> None:
    assert "four" in write("[stats-row ages=all]").text
    assert write("[stats-row players=3]").problems == [
        "3:1: stats-row: the game is for 4 players, not for 3; leave players out: the rules know"
    ]


@pytest.mark.parametrize(
    "tag",
    [
        "contract-table game=skat",
        "bonus-list game=skat",
        "score-table game=skat",
        "deck-overview deck=tarock-54",
        "card-row deck=tarock-54 cards=trull",
        "card-grid deck=tarock-54 cards=trull",
        "reset-diagram game=skat",
    ],
)
def test_a_book_is_about_one_game_and_one_pack(tag: str, write: Write) -> None:
    (problem,) = write(f"[{tag}]").problems
    assert re.search(
        r"(game|deck) must be one of (zwanzigerrufen|tarock-40); got '(skat|tarock-54)'", problem
    )


def test_showcases_show_as_many_cards_as_they_say(write: Write) -> None:
    assert write("[card-4 cards=trull]").problems == [
        "3:1: card-4: shows 4, and 3 are given; [card-row] and [card-grid] show any number"
    ]
    page = write("[card-4 cards=kings layout=stack]")
    assert [line.count("<img") for line in page.html.split('class="card-line"')[1:]] == [2, 2]


def test_a_link_says_where_it_leads(write: Write) -> None:
    page = write('See [[#the-end]] and [ref to=the-end text="the *end*"].')
    assert page.problems == []
    assert '<a href="#the-end">the end</a>' in page.html
    assert '<a href="#the-end">the <em>end</em></a>' in page.html
    assert (
        write("[cta-banner href=javascript:alert]")
        .problems[0]
        .startswith("3:13: cta-banner: href must be #anchor")
    )
    assert write('[cta-banner href="https://[x" label=y]').problems == [
        "3:13: cta-banner: href must be #anchor for a place in the book, or a full https:// address;"
        " got 'https://[x'"
    ]
    assert write("[color-swatch-row hex=red]").problems == [
        "3:19: color-swatch-row: hex must be a colour as six hexadecimal digits, as in #A8281F; got 'red'"
    ]
