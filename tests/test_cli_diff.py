"""``zwanz diff`` and ``zwanz book``: what variants do differently, and a book from the command
line.
"""

from __future__ import annotations

import json
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import VARIANTS, loaded

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.places import data
from zwanz_ssot.prose.shapes import moot

HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: House, de: Haus}
changes:
  - {at: contracts.solo.value, was: 4, set: 8, source: wikipedia §Contracts}
"""
BONUS = """\
  - at: bonuses.seventh
    add:
      name: {en: Seventh, de: Siebenter}
      goes_to: {side_of: {player_of: T-VIII}}
      won: {card_wins_trick: {card: T-VIII, trick: {number: 7}}}
      lost: {card_in_trick: {card: T-VIII, trick: {number: 7}}}
      value: {silent: 1, announced: 2}
      announced_by: {holder_of: T-VIII}
      contracts: [rufer, solo]
      source: [custom]
    source: custom
"""
NAMES = [variant for game, variant in VARIANTS if game == "zwanzigerrufen"]
PAIRS = [
    (f"{game}:{a}", f"{game}:{b}")
    for (game, a), (other, b) in permutations(VARIANTS, 2)
    if game == other
]


def call(*args: str) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, list(args))


def test_what_was_bears_its_old_name(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(
        "variant: house\nof: zwanzigerrufen:directnet\nname: {en: House, de: Haus}\nchanges:\n"
        "  - {at: kontra.names.kontra, set: {en: Contra, de: Contra}, source: custom}\n"
        "  - {at: kontra.levels, set: [kontra, rekontra], source: custom}\n"
        "  - {at: kontra.names.subkontra, drop: true, source: custom}\n",
        encoding="utf-8",
    )
    report = json.loads(call("diff", "directnet", str(file), "--json").output)
    (levels,) = [each for each in report["differences"] if each["path"] == "kontra.levels"]
    assert levels["sentence"] == (
        "The words of doubling, one upon the other: "
        "Contra and Rekontra, instead of Kontra, Rekontra and Subkontra."
    )


def test_a_variant_of_ones_own_differs_in_what_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    for a in ("directnet", "zwanzigerrufen:directnet"):
        report = json.loads(call("diff", a, str(file), "--json").output)
        assert report["differences"] == [
            {
                "path": "contracts.solo.value",
                "sentence": "The Solo is worth 8 points instead of 4.",
                "a": 4,
                "b": 8,
                "sources": {
                    "a": [
                        "wikipedia §Auction",
                        "wikipedia §Contracts and Bonuses",
                        "directnet §Gewonnenes Spiel",
                    ],
                    "b": ["wikipedia §Contracts"],
                },
            }
        ]
    shown = call("diff", "directnet", str(file)).output
    assert shown.startswith("1 difference: directnet → house\n")
    assert "contracts.solo.value  wikipedia §Contracts" in shown


@pytest.mark.sample(20)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_each_two_variants_have_each_difference_once_as_a_sentence(
    a: str, b: str, lang: str
) -> None:
    report = json.loads(call("diff", a, b, "--lang", lang, "--json", "--no-play").output)
    paths = [each["path"] for each in report["differences"]]
    assert paths and len(paths) == len(set(paths))
    back = json.loads(call("diff", b, a, "--lang", lang, "--json", "--no-play").output)
    ways = [{each["path"]: each for each in way["differences"]} for way in (report, back)]
    # What is gone the other way leaves nothing to say of it, and so does a value never paid there.
    games = [loaded(*name.split(":")) for name in (a, b)]
    for path in ways[0].keys() ^ ways[1].keys():
        idle = any(moot(game, tuple(path.split("."))) for game in games)
        assert idle or (ways[0] | ways[1])[path]["a"] is None
    for each in report["differences"]:
        assert each["sentence"].endswith((".", ".)")) and "{" not in each["sentence"], each[
            "sentence"
        ]
        assert each["sources"]["a"] or each["sources"]["b"], each["path"]


def test_every_change_of_a_variant_is_among_its_differences_from_the_base() -> None:
    for variant in NAMES:
        game = loaded("zwanzigerrufen", variant)
        # An open question is about the rules, and no rule.
        rules = [each for each in game.changes if each.path[0] not in ("open", "not_used")]
        changed = {".".join(map(str, each.path)) for each in rules if not moot(game, each.path)}
        report = json.loads(
            call("diff", "base", f"zwanzigerrufen:{variant}", "--json", "--no-play").output
        )
        paths = [each["path"] for each in report["differences"]]
        for path in changed:
            assert any(path.startswith(each) or each.startswith(path) for each in paths), path


def test_what_only_the_other_variant_has_is_still_called_by_its_name() -> None:
    gone = call("diff", "rulebook", "base", "--lang", "de", "--no-play").output
    assert "Der Valat mit Partner wird nicht gespielt." in gone
    assert "valat_called" not in gone.replace("contracts.valat_called", "")


def test_the_same_rules_have_no_difference() -> None:
    result = call("diff", "directnet", "zwanzigerrufen:directnet")
    assert (
        result.output == "directnet and directnet are played by the same rules.\n"
        and result.exit_code == 0
    )


def test_another_condition_is_one_difference_that_says_both_as_wholes(tmp_path: Path) -> None:
    to = "at: contracts.solo.objective, set: {majority: {side: declarers}}"
    file = house(tmp_path, to)
    (report,) = json.loads(call("diff", "directnet", file, "--json", "--no-play").output)[
        "differences"
    ]
    assert report["path"] == "contracts.solo.objective"
    assert report["a"] == {"points_at_least": {"side": "declarers", "points": 45}}
    assert report["b"] == {"majority": {"side": "declarers"}}
    assert report["sentence"] == (
        "The Solo is won when the declarer takes more card points than all others together. "
        "Until now: The Solo is won when the declarer takes at least 45 card points."
    )
    (back,) = json.loads(call("diff", file, "directnet", "--json", "--no-play").output)[
        "differences"
    ]
    assert back["sentence"] == (
        "The Solo is won when the declarer takes at least 45 card points. "
        "Until now: The Solo is won when the declarer takes more card points than all others together."
    )


def test_several_changes_of_one_condition_are_one_difference(tmp_path: Path) -> None:
    to = "at: contracts.solo.objective, set: {points_at_least: {side: defenders, points: 40}}"
    (report,) = json.loads(
        call("diff", "directnet", house(tmp_path, to), "--json", "--no-play").output
    )["differences"]
    assert report["path"] == "contracts.solo.objective"
    assert report["sentence"].count("40") == report["sentence"].count("45") == 1


def test_nothing_is_told_of_rules_about_announcing_where_nothing_is_announced_any_more(
    tmp_path: Path,
) -> None:
    gone = (
        "bonuses.absolut.value.announced",
        "bonuses.absolut.announce_if",
        "bonuses.pagat_ultimo.value.announced",
        "bonuses.pagat_ultimo.announced_by",
        "bonuses.valat.value.announced",
        "bonuses.valat.closes",
        "play.hold_back.announced_pagat",
        "settlement.missed_announcement",
        "kontra",
    )
    file = house(
        tmp_path,
        "at: auction.in_one_turn, set: [bid, pass]",
        "at: auction.overcall_cancels, set: []",
        *(f"at: {path}, drop: true" for path in gone),
    )
    assert sentences("directnet", file) == [
        "In one turn a player bids or passes. Until now: "
        "In one turn a player may bid, announce, double and pass.",
        "Nobody has to hold a card back here.",
        "The Absolut cannot be announced.",
        "The Pagat Ultimo cannot be announced.",
        "The Valat cannot be announced.",
        "Nothing is doubled.",
    ]


def test_what_is_gone_is_not_said_to_be_nothing_where_another_rule_of_its_kind_is_left(
    tmp_path: Path,
) -> None:
    when = "{hand_has: {who: speaker, cards: kings, at_least: 4}}"
    kings = f"{{say: kontra, item: game, who: defenders, when: {when}, contracts: [rufer]}}"
    dropped = "at: kontra.forced.trull_against_the_game, drop: true"
    assert sentences("directnet", house(tmp_path, dropped)) == ["Nobody has to double here."]
    added = house(tmp_path, dropped, f"at: kontra.forced.kings_against_the_game, add: {kings}")
    gone, new = sentences("directnet", added)
    assert gone.startswith("Not played: ") and "the Trull" in gone
    assert new.startswith("New: ") and "the four Kings" in new


def test_a_value_counted_in_another_way_is_not_said_to_be_none(tmp_path: Path) -> None:
    by_the_game = house(
        tmp_path, "at: bonuses.valat.value, set: {silent: 6, announced_times_game: 4}"
    )
    assert sentences("directnet", by_the_game) == [
        "The Valat counts four times the game announced. "
        "Until now: The Valat counts 12 points announced.",
    ]
    of = "koenigrufen:base"
    plain = house(
        tmp_path, "at: bonuses.valat.value, set: {silent: 10, announced_times_game: 8}", of=of
    )
    assert sentences(of, plain) == [
        "The Valat counts 10 points unannounced. "
        "Until now: The Valat counts four times the game unannounced.",
    ]
    dropped = ("bonuses.valat.value.announced_times_game", "kontra.excludes")
    silent = house(tmp_path, *(f"at: {path}, drop: true" for path in dropped), of=of)
    assert "The Valat cannot be announced." in sentences(of, silent)


def test_a_case_of_which_several_parts_differ_is_told_once_as_a_whole() -> None:
    """Who is paid without a trick, when, and how much: both in one sentence, with its contract."""
    sentence = [each for each in sentences("koenigrufen:base", "wien") if "without a trick" in each]
    assert (
        "In Trischaken, when somebody has won no trick, the losers pay 6 points in all to those"
        " without a trick. Until now: When one player alone has lost and somebody has"
        " won no trick, the loser pays 3 points in all to those without a trick."
    ) in sentence
    assert all("In Trischaken" in each for each in sentence)


@pytest.mark.parametrize(
    ("of", "changes", "path", "sentence"),
    [
        (
            "anrufen:base",
            ["at: play.says.any_time.double, set: {who: anyone, during: {first: 2}}"],
            "play.says.any_time.double",
            "In the first 2 tricks everybody may double, even out of turn. "
            "Until now: In the first trick the defenders may double, even out of turn.",
        ),
        (
            "hungarian-tarokk:base",
            ["at: auction.promises.cue_bid, set: {card: T-XVII, bid_skips: 4}"],
            "auction.promises.cue_bid",
            "A bid that skips four steps, of lower bids or of holding, promises the XVII. "
            "Whoever then takes over must call this card, and its holder keeps it. "
            "Only the first promise of a round counts. Until now: "
            "A bid that skips one step, of lower bids or of holding, promises the XIX.",
        ),
        (
            "hungarian-tarokk:base",
            [
                "at: play.hold_back.announced_pagat.card, set: T-XXI",
                "at: play.hold_back.announced_pagat.by, set: anyone",
            ],
            "play.hold_back.announced_pagat",
            "Everybody plays the XXI only when no other card is legal. Until now: The side of "
            "whoever announced the Pagat Ultimo plays the Pagat only when no other card is legal.",
        ),
    ],
)
def test_what_changes_twice_in_one_sentence_is_one_difference(
    tmp_path: Path, of: str, changes: list[str], path: str, sentence: str
) -> None:
    """The old sentence is one that was true: it has none of the new values."""
    file = house(tmp_path, *changes, of=of)
    report = json.loads(call("diff", of, file, "--json", "--no-play").output)
    assert [(each["path"], each["sentence"]) for each in report["differences"]] == [
        (path, sentence)
    ]


def test_a_value_that_grows_with_the_difference_is_told_beside_a_fixed_one(tmp_path: Path) -> None:
    of = "anrufen:base"
    grows = house(
        tmp_path, "at: contracts.simple.value, set: {per_difference: {points: 10, pays: 1}}", of=of
    )
    fixed = "The Simple Game is worth 1 token."
    by_steps = "In the Simple Game 1 token is paid for every 10 card points of difference."
    assert sentences(of, grows) == [f"{by_steps} Until now: {fixed}"]
    assert sentences(grows, of) == [f"{fixed} Until now: {by_steps}"]


def test_a_table_in_markdown_has_a_row_for_each_difference() -> None:
    rows = call("diff", "wikipedia", "directnet", "--markdown", "--no-play").output.splitlines()
    count = len(
        json.loads(call("diff", "wikipedia", "directnet", "--json", "--no-play").output)[
            "differences"
        ]
    )
    assert rows[0] == f"**{count} differences: wikipedia → directnet**"
    assert rows[2:4] == ["| Difference | Rule | Source |", "| --- | --- | --- |"]
    assert len(rows) == count + 4
    assert all(row.replace(r"\|", "").count("|") == 4 for row in rows[2:])


def altered(*args: str) -> dict[str, Any]:
    """What a comparison tells of the play."""
    report = json.loads(call("diff", *args, "--json").output)
    return {key: report[key] for key in ("examples", "positions")}


def house(folder: Path, *changes: str, of: str = "zwanzigerrufen:directnet") -> str:
    """A file of house rules with some changes."""
    file = folder / "house.yaml"
    head = HOUSE.partition("  -")[0].replace("zwanzigerrufen:directnet", of)
    file.write_text(
        head + "".join(f"  - {{{change}, source: custom}}\n" for change in changes),
        encoding="utf-8",
    )
    return str(file)


def sentences(a: str, b: str) -> list[str]:
    """What is told to be different."""
    return [
        each["sentence"]
        for each in json.loads(call("diff", a, b, "--json", "--no-play").output)["differences"]
    ]


def test_another_value_flips_examples_and_moves_no_position(tmp_path: Path) -> None:
    changed = altered("directnet", house(tmp_path, "at: contracts.solo.value, was: 4, set: 8"))
    titles = [each["title"] for each in changed["examples"]["flipped"]]
    assert changed["examples"]["by_new"] and "A Solo is won with forty-five" in titles
    assert changed["positions"] == []


def test_an_edited_copy_of_a_shipped_variant_has_no_examples_of_its_own(tmp_path: Path) -> None:
    shipped = data("rules") / "zwanzigerrufen" / "variants" / "directnet.yaml"
    copy = tmp_path / "directnet.yaml"
    text = shipped.read_text(encoding="utf-8")
    change = "\nchanges:\n  - {at: contracts.solo.value, set: 8, source: wikipedia §Contracts}\n"
    copy.write_text(text.replace("\nchanges:\n", change), encoding="utf-8")
    edited = altered("directnet", str(copy))["examples"]
    assert edited["by_new"] and edited["flipped"]
    by_path = altered("base", str(shipped))["examples"]
    assert by_path == altered("base", "directnet")["examples"] and not by_path["by_new"]


def test_two_files_of_one_name_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    """As those of yesterday and of today, or a copy of a shipped variant beside it."""
    files = []
    for day, value in (("monday", 5), ("tuesday", 6)):
        (tmp_path / day).mkdir()
        files.append(house(tmp_path / day, f"at: contracts.solo.value, set: {value}"))
    heading = call("diff", *files, "--no-play").output.splitlines()[0]
    assert heading == "1 difference: monday/house.yaml → tuesday/house.yaml"
    told = json.loads(call("diff", *files, "--no-play", "--json").output)
    assert [told["a"], told["b"]] == ["monday/house.yaml", "tuesday/house.yaml"]
    alike = call("diff", files[0], files[0]).output
    assert alike == call("diff", files[0], files[0]).output and "monday" not in alike

    copy = tmp_path / "copy.yaml"
    text = Path(files[0]).read_text(encoding="utf-8")
    copy.write_text(text.replace("variant: house", "variant: directnet"), encoding="utf-8")
    heading = call("diff", "directnet", str(copy), "--no-play").output.splitlines()[0]
    assert heading == "1 difference: directnet → copy.yaml"


def test_who_has_to_head_a_trick_has_fewer_ways_to_play(tmp_path: Path) -> None:
    file = house(tmp_path, "at: play.beat, was: never, set: if_possible")
    changed = altered("directnet", file)["positions"]
    assert {each["step"] for each in changed} == {"play"} and "rufer" in {
        each["contract"] for each in changed
    }
    assert all(0 < each["new"] < each["old"] for each in changed)
    back = altered(file, "directnet")["positions"]
    assert [(each["old"], each["new"]) for each in back] == [
        (each["new"], each["old"]) for each in changed
    ]


def test_it_is_told_in_each_form_and_language(tmp_path: Path) -> None:
    file = house(tmp_path, "at: play.beat, was: never, set: if_possible")
    shown = call("diff", "directnet", file).output
    assert (
        "come out otherwise by the new rules" in shown
        and "The same cards lead to more or fewer" in shown
    )
    german = call("diff", "directnet", file, "--markdown", "--lang", "de").output
    assert "gehen nach den neuen Regeln anders aus" in german
    assert "| Spiel | Schritt | Züge | Vorher | Nachher |" in german
    assert "局面" in call("diff", "directnet", file, "--lang", "ja").output
    short = call("diff", "directnet", file, "--no-play").output
    assert shown.startswith(short.rstrip()) and "otherwise" not in short


@pytest.mark.parametrize(
    ("lang", "auction", "play"),
    [
        ("en", "the auction", "the play"),
        ("de", "die Lizitation", "das Ausspielen"),
        ("ja", "オークション", "プレイ"),
    ],
)
def test_steps_bear_their_names_in_each_language(
    tmp_path: Path, lang: str, auction: str, play: str
) -> None:
    file = house(tmp_path, "at: play.beat, was: never, set: if_possible")
    with Path(file).open("a", encoding="utf-8") as changes:
        changes.write(BONUS)
    assert {each["step"] for each in altered("directnet", file)["positions"]} == {"auction", "play"}
    for form in ([], ["--markdown"]):
        output = call("diff", "directnet", file, "--lang", lang, *form).output
        rows = output.splitlines()
        assert any(auction in row for row in rows) and any(play in row for row in rows)
        cells = re.split(r"\s{2,}|\|", output)
        assert not {"auction", "play"} & {cell.strip() for cell in cells}


def test_rules_that_are_not_dealt_the_same_cards_are_compared_by_examples_alone() -> None:
    changed = altered("anrufen:base", "anrufen:three")
    assert changed["positions"] == [] and changed["examples"]["known"]


def test_a_book_of_one_chapter(tmp_path: Path) -> None:
    chapters, out = tmp_path / "chapters", tmp_path / "out"
    chapters.mkdir()
    chapter = chapters / "01-start.md"
    chapter.write_text("# Start\n\nA short chapter.\n", encoding="utf-8")
    where = ("--out", str(out), "--chapters", str(chapters))
    args = ("book", *where, "zwanzigerrufen", "-v", "directnet", "--format", "html")
    result = call(*args)
    assert result.exit_code == 0, result.output
    page = out / "zwanzigerrufen.directnet.en.html"
    assert result.output.split()[0] == str(page) and "A short chapter." in page.read_text(
        encoding="utf-8"
    )
    assert [path.name for path in out.iterdir()] == [page.name]
    before = page.read_bytes()
    chapter.write_text("# Start\n\n[no-such-block]\n[/no-such-block]\n", encoding="utf-8")
    result = call(*args)
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr.startswith(f"{chapter}:3:")
    assert page.read_bytes() == before
