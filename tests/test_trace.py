"""Tracing: each rule with its source, its sentences, an example on either side, its code and its
place in the book.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_judges_html import Links

from zwanz_renderer import book, pages
from zwanz_renderer.tracing import Book, GameTrace, lacking, page, trace
from zwanz_renderer.tracing import words as page_words
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.library import load
from zwanz_ssot.model import Cards, Condition, Role
from zwanz_ssot.model import Path as RulePath
from zwanz_ssot.mutation.bench import Bench
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.shapes import single
from zwanz_ssot.source import dotted
from zwanz_ssot.trace.code import Readers, place, watched, words
from zwanz_ssot.trace.tracing import ExamplePool, Traced, Tracer, faults, similarity, traits
from zwanz_ssot.words.compiling import hand, observing

MINI = Path(__file__).parent / "mutants"
LINES = {
    line.split(":")[0].strip(): n
    for n, line in enumerate((MINI / "mini/game.yaml").read_text().splitlines(), 1)
}


def traced(rules: Path = MINI) -> dict[str, list[Traced]]:
    """The rules of the mini game by their paths."""
    bench = Bench(rules)
    found: dict[str, list[Traced]] = {}
    for each in Tracer(bench, bench.sets).rules(["en", "de"]):
        found.setdefault(each.rule.dotted, []).append(each)
    return found


@pytest.fixture(scope="module")
def mini() -> dict[str, list[Traced]]:
    return traced()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of the mini game, to spoil."""
    return Path(shutil.copytree(MINI, tmp_path / "rules"))


def in_own(own: Path, file: str, old: str, new: str) -> None:
    text = (own / file).read_text(encoding="utf-8")
    assert old in text
    (own / file).write_text(text.replace(old, new), encoding="utf-8")


# the rules, one by one


def test_every_single_rule_is_counted_once(mini: dict[str, list[Traced]]) -> None:
    game = load("mini", rules=MINI)
    paths = [dotted(path) for path in single(game, Prose(game, "en").says)]
    assert len(paths) == len(set(paths))
    assert {
        "table.players",
        "deal.all.first",
        "contracts.most.objective",
        "contracts.most.value",
    } <= set(paths)
    assert not [path for path in paths if "name" in path or "source" in path]


def test_a_rule_that_a_variant_changes_is_told_for_each_of_them(
    mini: dict[str, list[Traced]],
) -> None:
    found = {each.rule.variants: each.rule.sentences for each in mini["contracts.most.value"]}
    assert {("base",), ("dear",)} == set(found)
    assert found[("base",)]["en"] == "The Most is worth 2 points."
    assert found[("dear",)]["en"] == "The Most is worth 5 points."
    (players,) = mini["table.players"]
    assert players.rule.variants == ("base", "dear") and players.rule.value == 3


def test_a_rule_knows_its_line_and_who_says_it(mini: dict[str, list[Traced]]) -> None:
    (objective,) = mini["contracts.most.objective"]
    assert objective.rule.where is not None and objective.rule.where.line == LINES["objective"]
    assert objective.rule.sources == ("custom",)


# the two sides


def test_a_condition_is_met_by_one_example_and_just_missed_by_another(
    mini: dict[str, list[Traced]],
) -> None:
    ((proof,),) = (each.proofs for each in mini["contracts.most.objective"])
    assert proof.part is not None and proof.part.condition.word == "points_at_least"
    assert (
        proof.witnesses.positive is not None and proof.witnesses.positive.name == "three-points-win"
    )
    assert (
        proof.witnesses.near_miss is not None
        and proof.witnesses.near_miss.name == "two-points-lose"
    )


def test_a_setting_is_shown_by_an_example_that_comes_out_otherwise_with_another(
    mini: dict[str, list[Traced]],
) -> None:
    base = next(each for each in mini["contracts.most.value"] if each.rule.variants == ("base",))
    (proof,) = base.proofs
    assert (
        proof.part is None
        and proof.witnesses.positive is not None
        and proof.witnesses.positive.variant == "base"
    )


def test_what_cannot_be_read_otherwise_says_why(mini: dict[str, list[Traced]]) -> None:
    (players,) = mini["table.players"]
    assert "the pack has" in players.proofs[0].witnesses.settled
    (unit,) = mini["settlement.unit"]
    assert unit.proofs[0].witnesses.settled == "the rules have no other word for it"


def test_a_rule_is_read_otherwise_where_a_variant_has_changed_a_part_of_it(own: Path) -> None:
    in_own(
        own,
        "mini/variants/dear.yaml",
        "{at: table.next_dealer, set: dealer",
        "{at: table.next_dealer.next_to, set: forehand",
    )
    in_own(
        own,
        "mini/examples/settlement.yaml",
        "forehand: 10, second: -5, third: -5}",
        "forehand: 10, second: -5, third: -5}, next_dealer: second",
    )
    dear = next(
        each for each in traced(own)["table.next_dealer"] if each.rule.variants == ("dear",)
    )
    (proof,) = dear.proofs
    assert dear.rule.value == {"next_to": "forehand"}
    assert proof.witnesses.positive is not None and proof.witnesses.positive.name == "dearer"


def test_a_condition_that_is_marked_as_needless_need_not_be_missed(own: Path) -> None:
    parts = [f"{{points_at_least: {{side: declarers, points: {least}}}}}" for least in (3, 1)]
    in_own(own, "mini/game.yaml", f"objective: {parts[0]}", f"objective: [{', '.join(parts)}]")
    (lacking,) = traced(own)["contracts.most.objective"]
    (found,) = faults(lacking)
    assert found.path == "contracts.most.objective.1.points_at_least"
    with (own / "mini/game.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "idle:\n  - {at: contracts.most.objective.1, when: dropped, why: three are more than one}\n"
        )
    (whole,) = traced(own)["contracts.most.objective"]
    assert [proof.witnesses.settled for proof in whole.proofs] == [
        "",
        "",
        "three are more than one",
    ]
    assert not list(faults(whole))


def test_the_side_that_is_missing_is_told_at_the_line_of_the_rule(own: Path) -> None:
    file = own / "mini/examples/settlement.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        re.sub(r"  - example: two-points-lose\n(    .*\n)+", "", text), encoding="utf-8"
    )
    (objective,) = traced(own)["contracts.most.objective"]
    (found,) = faults(objective)
    assert found.mark is not None and found.mark.line == LINES["objective"]
    assert found.path == "contracts.most.objective.points_at_least"
    assert (
        found.text
        == f"no example notices when this condition holds after all ({', '.join(objective.rule.variants)})"
    )
    assert "base" in objective.rule.variants
    assert found.hint == f"write one, in {own}/mini/examples/"


def test_a_rule_that_nobody_says_is_told_at_its_line(
    mini: dict[str, list[Traced]], own: Path
) -> None:
    (players,) = mini["table.players"]
    assert [found.text for found in faults(players)] == ["no source says this rule"]
    in_own(own, "mini/game.yaml", "  players: 3\n", "  source: [custom]\n  players: 3\n")
    (sourced,) = traced(own)["table.players"]
    assert not list(faults(sourced))


def test_situations_are_the_more_alike_the_more_they_say_alike() -> None:
    border = traits(
        {"example": "a", "contract": "most", "outcome": {"points": {"declarers": 45}}, "expect": {}}
    )
    below = traits({"example": "b", "contract": "most", "outcome": {"points": {"declarers": 44}}})
    far = traits({"example": "c", "contract": "most", "outcome": {"points": {"declarers": 12}}})
    other = traits({"example": "d", "hands": {"forehand": ["H-K"]}})
    assert similarity(border, border) == 1 and similarity(border, other) == 0
    assert 1 > similarity(border, below) > similarity(border, far) > 0


# hearing and watching


def test_who_listens_hears_and_may_deny_and_nobody_else_pays_for_it() -> None:
    class Deaf:
        def notify(self, condition: Condition, holds: bool) -> bool:
            heard.append((condition.word, holds))
            return not holds

    at: RulePath = ("here",)
    has = Condition(
        "hand_has",
        {"who": Role("speaker", None, at), "cards": Cards(6, "x", at), "at_least": 2},
        at,
    )
    heard: list[tuple[str, bool]] = []
    plain = hand(has)
    with observing(Deaf()):
        denied = hand(has)
    assert plain(7) and not plain(3) and heard == []
    assert not denied(7) and denied(3) and heard == [("hand_has", True), ("hand_has", False)]


def test_a_watched_game_tells_what_is_read_of_it() -> None:
    read: list[RulePath] = []
    game = load("mini", rules=MINI)
    seen = watched(game, lambda path, reader: read.append(path))
    assert read == []
    most = seen.contracts["most"]
    assert most.id == "most" and most.play is not None
    assert read == []
    assert most.value == 2
    assert read == [("contracts", "most", "value")]
    assert most.objective is not None and most.objective.word == "points_at_least"
    assert {*read[1:]} == {("contracts", "most", "objective")}
    assert replace(most, value=3).value == 3
    read.clear()
    assert seen.at(("table", "players")) == 3 and read == [("table", "players")]


def test_the_code_of_a_rule_is_what_reads_it_while_rounds_are_played() -> None:
    bench = Bench(MINI)
    readers = Readers()
    readers.look(bench.sets[0].game, bench.cases(bench.sets[0]))
    found = {code.file for code in readers.code(("contracts", "most", "value"))}
    assert "zwanz_ssot/engine/settlement.py" in found
    assert place(("contracts", "most", "value")) == ("contracts", "*", "value")


def test_the_code_of_a_word_is_what_the_registry_has() -> None:
    named = {(code.file, code.name) for code in words()["points_at_least"]}
    assert named == {
        ("zwanz_ssot/words/outcome.py", "points_at_least"),
        ("zwanz_ssot/words/outcome.py", "points_and_needed"),
    }
    outside = [
        str(code)
        for codes in words().values()
        for code in codes
        if not code.file.startswith("zwanz_ssot/words/")
    ]
    assert not outside and words().keys() >= {"hand_has", "not", "declarers", "last", "suit"}


def test_what_a_contract_takes_from_another_one_is_changed_and_seen_there(own: Path) -> None:
    more = "  more:\n    name: {en: More, de: Mehr}\n    like: most\n    value: 4\n    source: [custom]\n"
    in_own(own, "mini/game.yaml", "\nplay:\n", f"\n{more}play:\n")
    bench = Bench(own)
    tracer = Tracer(bench, bench.sets)
    found = {each.rule.dotted: each for each in tracer.rules(["en", "de"])}
    changes = tracer.counterfactuals.sound(found["contracts.more.objective"].rule)
    assert changes and all(
        each.mutant.path.startswith("contracts.most.objective") for each in changes
    )
    own_value = tracer.counterfactuals.sound(found["contracts.more.value"].rule)
    assert {each.mutant.path for each in own_value} == {"contracts.more.value"}
    most, taken = (found[f"contracts.{name}.objective"].proofs for name in ("most", "more"))
    assert [each.witnesses for each in taken] == [each.witnesses for each in most]


def test_what_a_variant_takes_is_seen_in_examples_of_its_base(own: Path) -> None:
    more = "{name: {en: More, de: Mehr}, like: most, value: 4, source: [custom]}"
    change = f"changes:\n  - {{at: contracts.more, add: {more}, source: custom}}"
    in_own(own, "mini/variants/dear.yaml", "changes:", change)
    (taken,) = traced(own)["contracts.more.objective"]
    assert taken.rule.variants == ("dear",)
    (base,) = traced(own)["contracts.most.objective"]
    assert [each.witnesses for each in taken.proofs] == [each.witnesses for each in base.proofs]


def test_a_condition_that_is_asked_of_each_seat_is_denied_for_all_of_them() -> None:
    # With one hand without tarocks, and the others with some, the reversed condition holds, too.
    bench = Bench()
    name = ("slovenian-tarok", "base")
    (rules,) = (each for each in bench.sets if (each.game.id, each.game.variant) == name)
    (when,) = (reason.when for reason in rules.game.misdeal if reason.id == "no_tarock")
    found = ExamplePool(rules, bench.cases(rules)).of_condition(when)
    assert found.positive is not None and found.positive.name == "no-tarock"
    assert found.near_miss is not None


# the book


def test_a_place_is_a_block_that_says_something_else_when_the_rule_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "# Mini\n\nIt is worth [value at=contracts.most.value].\n\n## Who\n\n[rule at=play.first_lead]\n"
    (tmp_path / "01.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(book, "chapters_of", lambda game, lang: tmp_path)
    base, dear = (load("mini", variant, rules=MINI) for variant in ("base", "dear"))
    mine = Book(base, "en")
    (value,) = mine.places(("contracts", "most", "value"), [dear])
    assert (value.block, value.line, value.chapter, value.section) == ("value", 3, "Mini", "Mini")
    (lead,) = mine.places(("play", "first_lead"), [])
    assert (lead.block, lead.line, lead.section, lead.anchor) == ("rule", 7, "Who", "who")
    # There the rule is said in the same words: nothing can be seen in how a block looks.
    assert mine.places(("play", "first_lead"), [dear]) == (lead,)
    assert mine.places(("contracts", "most", "objective"), []) == ()


def test_a_rule_that_cannot_be_otherwise_need_not_be_in_the_book(whole: GameTrace) -> None:
    entry = next(
        each for each in whole.entries if each.traced.rule.path == ("contracts", "most", "value")
    )
    silent = replace(entry, books={("base", "en"): (), ("dear", "en"): ()})
    (problem,) = (each for each in lacking(silent) if each.code == "trace.place")
    assert "in the book of base (en); dear (en)" in problem.text
    settled = replace(silent, settled=frozenset({"base"}))
    (problem,) = (each for each in lacking(settled) if each.code == "trace.place")
    assert "in the book of dear (en)" in problem.text
    nothing = replace(silent, settled=frozenset({"base", "dear"}))
    assert list(lacking(nothing)) == [*faults(entry.traced)]
    assert "<abbr>en</abbr> –</span>" in page(replace(whole, entries=(nothing,)), "en")


# the page and the command


@pytest.fixture(scope="module")
def whole() -> GameTrace:
    return trace("mini", ["base", "dear"], ["en", "de"], MINI)


def test_the_page_has_every_rule_under_an_anchor_of_its_own(
    whole: GameTrace, tmp_path: Path
) -> None:
    file = tmp_path / "mini.html"
    html = page(whole, "en")
    file.write_text(html, encoding="utf-8")
    links = Links(file)
    assert links.dead() == [] and len(links.ids) == len(set(links.ids))
    assert sum(
        name.startswith("rule-") and not name.endswith("-path") for name in links.ids
    ) == len(whole.entries)
    value = "rule-contracts-most-value"
    assert {"only-set-dear", "only-source-custom", value, f"{value}-2"} <= {*links.ids}
    assert "<script" not in html and "mini/game.yaml" in html


def test_the_page_has_the_same_words_in_every_language() -> None:
    english = page_words("en")
    for lang in pages.languages():
        words = page_words(lang)
        assert (
            words.keys() == english.keys()
            and words["sections"].keys() == english["sections"].keys()
        ), lang


def test_a_language_without_words_is_a_wrong_call() -> None:
    result = CliRunner().invoke(zwanz, ["trace", "mini", "--rules", str(MINI), "--lang", "fr"])
    assert result.exit_code == 2 and "'fr'" in result.output


def test_a_file_of_house_rules_beside_the_rules_is_a_wrong_call(tmp_path: Path) -> None:
    house = Path(__file__).parent / "house_rules" / "house.yaml"
    result = CliRunner().invoke(zwanz, ["trace", str(house), "--out", str(tmp_path)])
    assert result.exit_code == 2 and "is not among the rule sets" in result.output
    assert not list(tmp_path.iterdir())


def test_what_is_missing_is_told_and_is_an_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        pages, "languages", lambda: ["de", "en"]
    )  # the names of the game are in no other
    result = CliRunner().invoke(
        zwanz, ["trace", "mini", "--rules", str(MINI), "--out", str(tmp_path), "--jobs", "1"]
    )
    assert result.exit_code == 1
    assert (
        f"game.yaml:{LINES['players']}:3: table.players: no source says this rule; "
        in result.output
    )
    assert (tmp_path / "mini.trace.en.html").is_file()


# the games themselves; the larger ones before a release (CONTRIBUTING.md)


def test_of_a_shipped_game_nothing_is_missing() -> None:
    found = trace("koenigrufen-russbach", ["base"], ["en"])
    assert [str(problem) for problem in found.problems] == []
