"""Mutants: every change of a value, what notices it, and what a file may say of those that nothing
does.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from zwanz_ssot import examples, places
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.library import library, load
from zwanz_ssot.mutation import MutationResults, Selection, bench, mutate
from zwanz_ssot.mutation.bench import MutantTimeout, limited
from zwanz_ssot.mutation.mutants import Mutant, NameLists, beside, mutants, mutated
from zwanz_ssot.mutation.results import MutantOutcome
from zwanz_ssot.problems import RulesFault, WrongCall
from zwanz_ssot.source import parse

MINI = Path(__file__).parent / "mutants"
GAME = "mini/game.yaml"


def changes(text: str, schema: str = "game") -> set[tuple[str, str, str]]:
    """Every mutant of a text as path, kind and what is told of it. Names are those of the mini
    game.
    """
    game = load("mini", rules=MINI)
    found = list(
        mutants(parse(text, "some.yaml"), schema, NameLists(library(MINI), game, game.deck))
    )
    sentences = {(each.path, each.kind, each.description) for each in found}
    assert len(sentences) == len(found), "a mutant is there twice"
    return sentences


# what can be changed


def test_numbers_go_up_and_down_by_one() -> None:
    assert changes("count: {last_trick: 4}") == {
        ("count.last_trick", "more", "4 → 5"),
        ("count.last_trick", "less", "4 → 3"),
    }


def test_a_word_of_a_list_of_words_becomes_its_neighbours() -> None:
    assert changes("auction: {next_bid: higher_or_held}") - {
        ("auction", "dropped", "auction dropped")
    } == {
        ("auction.next_bid", "renamed", "'higher_or_held' → 'higher'"),
        ("auction.next_bid", "renamed", "'higher_or_held' → 'higher_or_senior'"),
    }


def test_a_name_becomes_its_neighbours_in_its_own_list() -> None:
    text = "bonuses: {last: {won: {card_wins_trick: {card: R-K, trick: last}}}}"
    found = {
        (path.removeprefix("bonuses.last.won"), kind, what) for path, kind, what in changes(text)
    }
    # The pack from the weakest card: R-Q R-K R-A, then B-Q; a called card stands before all.
    assert (".card_wins_trick.card", "renamed", "'R-K' → 'R-Q'") in found
    assert (".card_wins_trick.card", "renamed", "'R-K' → 'R-A'") in found
    assert (".card_wins_trick.trick", "renamed", "'last' → 'every_trick'") in found
    assert ("", "renamed", "card_wins_trick → card_in_trick") in found
    assert ("", "negated", "{card_wins_trick: {card: 'R-K', trick: 'last'}} negated") in found
    assert len(found) == 7  # and the bonuses dropped, as a whole and the only one of them


def test_the_ends_of_a_list_are_neighbours_and_a_strange_name_becomes_the_first() -> None:
    assert beside(("a", "b", "c"), "a") == ("c", "b")
    assert beside(("a", "b"), "b") == ("a",)
    assert beside(("a",), "a") == ()
    assert beside(("a", "b"), "x") == ("a",)


def test_a_flag_is_flipped_and_left_out() -> None:
    assert changes("contracts: {most: {calls: true}}") == {
        ("contracts.most", "dropped", "most dropped"),
        ("contracts.most.calls", "dropped", "calls dropped"),
        ("contracts.most.calls", "flipped", "true → false"),
    }


def test_a_condition_is_negated_and_so_is_each_in_it() -> None:
    text = "contracts: {most: {objective: {any: [{led: red}, {not: {led: black}}]}}}"
    negated = {
        (path.split("objective")[1], what)
        for path, kind, what in changes(text)
        if kind == "negated"
    }
    one, two = "{led: 'red'}", "{not: {led: 'black'}}"
    assert negated == {
        ("", f"{{any: [{one}, {two}]}} negated"),
        (".any.0", f"{one} negated"),
        (".any.1", f"{two} negated"),
    }


def test_of_two_conditions_of_which_one_is_enough_each_is_left_out() -> None:
    document = parse(
        "contracts: {most: {objective: {any: [{led: red}, {doubled: game}]}}}", "some.yaml"
    )
    game = load("mini", rules=MINI)
    found = [
        each
        for each in mutants(document, "game", NameLists(library(MINI), game))
        if each.path.endswith("any.0")
    ]
    (dropped,) = (each for each in found if each.kind == "dropped")
    assert mutated(document, dropped).value(("contracts", "most", "objective")) == {
        "doubled": "game"
    }


def test_entries_of_a_list_are_left_out_and_change_places() -> None:
    is_text = changes("play: {follow: [suit_led, trump, any_card]}")
    assert {(path, what) for path, kind, what in is_text if kind == "swapped"} == {
        ("play.follow.0", "'suit_led' and 'trump' in turn"),
        ("play.follow.1", "'trump' and 'any_card' in turn"),
    }
    assert {path for path, kind, _ in is_text if kind == "dropped"} == {
        "play.follow", "play.follow.0", "play.follow.1", "play.follow.2"
    }  # fmt: skip


def test_where_order_is_free_nothing_changes_places_and_equal_entries_never_do() -> None:
    assert not [
        each for each in changes("auction: {in_one_turn: [bid, pass]}") if each[1] == "swapped"
    ]
    assert not [each for each in changes("deal: {all: {packets: [5, 5]}}") if each[1] == "swapped"]


def test_payments_are_looked_at_in_their_order_so_that_they_change_places() -> None:
    is_text = changes("contracts: {most: {payments: {one: {total: 1}, two: {total: 2}}}}")
    assert ("contracts.most.payments.one", "swapped", "one and two in turn") in is_text


def test_texts_and_questions_are_no_rules() -> None:
    assert not changes("{as_played: {en: As in Wels}, not_used: [], open: [{at: count}]}")
    assert not changes("disputes: [{id: C-01, at: [count]}]", "disputes")
    assert not changes("terms: {round: {needs: [count]}}", "glossary")
    assert not changes("names: {sets: {red: {en: red}}}", "deck")


def test_a_source_becomes_one_that_does_not_exist() -> None:
    assert changes("settlement: {source: [custom §Paying]}") == {
        ("settlement.source.0", "garbled", "'custom §Paying' → 'custom-x §Paying'")
    }


def test_a_change_of_a_variant_is_left_out_and_its_value_is_changed_as_the_rule_it_is() -> None:
    text = "changes: [{at: contracts.most.value, was: 2, set: 5, source: custom}]"
    assert {each for each in changes(text, "overlay") if each[1] != "garbled"} == {
        ("contracts.most.value", "dropped", "the change left out"),
        ("contracts.most.value", "more", "2 → 3"),
        ("contracts.most.value", "less", "2 → 1"),
        ("contracts.most.value", "more", "5 → 6"),
        ("contracts.most.value", "less", "5 → 4"),
    }


@pytest.mark.parametrize(
    "sentence", ["open.0, drop: true", "not_used.1, set: {rule: {en: kings}}", "name.en, set: Most"]
)
def test_a_change_of_what_is_only_told_is_no_change_of_a_rule(sentence: str) -> None:
    assert not changes(f"changes: [{{at: {sentence}, source: custom}}]", "overlay")


def test_points_of_a_rank_are_given_to_its_neighbours() -> None:
    is_text = changes("points: {ranks: {A: 2}}", "deck")
    assert {what for _, kind, what in is_text if kind == "renamed"} == {"A → K", "A → Q"}


# what notices it


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The mini game, to be changed."""
    return Path(shutil.copytree(MINI, tmp_path / "rules"))


def ends(tally: MutationResults, path: str, file: str = "mini:base") -> dict[str, str]:
    """How the mutants at a path ended, by what was done."""
    return {
        each.mutant.description: each.end
        for each in tally.outcomes
        if each.mutant.path == path and each.file == file
    }


@pytest.fixture(scope="module")
def whole() -> MutationResults:
    """All mutants of the mini game."""
    return mutate(rules=MINI, jobs=1)


def test_an_example_on_each_side_notices_a_threshold(whole: MutationResults) -> None:
    path = "contracts.most.objective.points_at_least.points"
    assert ends(whole, path) == {
        "points dropped": "check",
        "3 → 4": "examples",
        "3 → 2": "examples",
    }


def test_a_rule_that_cannot_be_meant_is_noticed_by_the_check(whole: MutationResults) -> None:
    assert ends(whole, "table.players") == {"3 → 4": "check", "3 → 2": "check"}
    assert ends(whole, "contracts.most.source.0") == {"'custom' → 'custom-x'": "check"}
    assert ends(whole, "custom", "sources") == {}
    assert ends(whole, "sources.custom", "sources") == {"custom dropped": "check"}


def test_what_no_example_speaks_of_survives_with_its_line(whole: MutationResults) -> None:
    assert ends(whole, "table.direction") == {"'clockwise' → 'counterclockwise'": "survived"}
    (problem,) = (each for each in whole.problems if each.path == "table.direction")
    assert str(problem).partition("mini/game.yaml")[2] == (
        ":8:14: table.direction: nothing notices 'clockwise' → 'counterclockwise'; "
        "write an example that comes out otherwise, or mark it under idle with the reason"
    )


def test_what_changes_no_rule_is_told_as_such(whole: MutationResults) -> None:
    assert [(each.mutant.path, each.mutant.kind) for each in whole.survivors if each.same] == [
        ("play.hold_back", "dropped")
    ]
    (problem,) = (each for each in whole.problems if each.path == "play.hold_back")
    assert "the rules are the same with it" in problem.hint


def test_each_change_of_a_variant_is_tried(whole: MutationResults) -> None:
    assert ends(whole, "contracts.most.value", "mini:dear") == {
        "the change left out": "examples",
        "2 → 3": "check",
        "2 → 1": "check",
        "5 → 6": "examples",
        "5 → 4": "examples",
    }
    assert ends(whole, "table.next_dealer", "mini:dear")["the change left out"] == "survived"


def test_what_a_variant_says_that_there_was_does_not_hide_a_mutant_of_the_game(
    folder: Path,
) -> None:
    """The variant's `was` would notice every change of that value, whether it matters or not."""
    file = folder / "mini/variants/dear.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("next_dealer, set", "next_dealer, was: {next_to: dealer}, set"),
        encoding="utf-8",
    )
    tally = mutate(Selection("mini", "base", only="table.next_dealer"), rules=folder, jobs=1)
    assert ends(tally, "table.next_dealer") == {
        "next_to → before": "survived",
        "next_to → all_but": "check",  # two cannot deal
    }


def test_naming_a_rule_as_shown_proves_nothing(folder: Path) -> None:
    file = folder / "mini/examples/settlement.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("in: [base]", "in: [base]\n    shows: [play.hold_back]", 1), encoding="utf-8"
    )
    tally = mutate(Selection("mini", "base", only="play.hold_back"), rules=folder, jobs=1)
    assert [each.end for each in tally.outcomes] == ["survived"]


def test_the_table_counts_what_came_of_them(whole: MutationResults) -> None:
    assert [row.rules for row in whole.rows] == ["sources", "decks/mini", "mini:base", "mini:dear"]
    for row in whole.rows:
        counted = Counter(each.end for each in whole.outcomes if each.file == row.rules)
        assert {end: count for end, count in row.counts.items() if count} == counted
        assert (
            row.killed + row.counts["survived"] + row.counts["marked"] + row.faulty == row.mutants
        )
    assert sum(row.mutants for row in whole.rows) == len(whole.outcomes)


def test_two_processes_find_what_one_finds(whole: MutationResults) -> None:
    assert mutate(rules=MINI, jobs=2) == whole


def test_what_is_found_does_not_hang_on_who_tries_it_and_when(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    holds = examples.Case.holds

    def breaks_down(case: examples.Case) -> bool:
        found = holds(case)
        if case.entry["example"] == "three-points-win" and not found:
            raise KeyError(case.entry["example"])
        return found

    def backwards(
        task: Callable[[range], list[MutantOutcome]], chunks: Iterable[range], **_: object
    ) -> Iterator[list[MutantOutcome]]:
        tried = [task(chunk) for chunk in reversed([*chunks])]
        yield from reversed(tried)

    monkeypatch.setattr(examples.Case, "holds", breaks_down)
    monkeypatch.setattr(bench, "_CHUNK", 3)
    forwards = mutate(rules=MINI, jobs=1)
    assert any(each.end == "crash" for each in forwards.outcomes)
    monkeypatch.setattr(bench, "shared", backwards)
    assert mutate(rules=MINI, jobs=1) == forwards


def test_a_sample_is_the_same_for_a_seed() -> None:
    some = [mutate(Selection(sample=9, seed=seed), rules=MINI, jobs=1) for seed in (1, 1, 2)]
    assert len(some[0].outcomes) == 9
    assert some[0] == some[1] != some[2]


def test_a_sample_has_of_each_file_its_share(whole: MutationResults) -> None:
    count = len(whole.outcomes)
    for seed in range(5):
        some = mutate(Selection(sample=count // 4, seed=seed), rules=MINI, jobs=1)
        assert len(some.outcomes) == count // 4
        tried = {row.file: row.mutants for row in some.rows}
        for row in whole.rows:
            assert abs(tried.get(row.file, 0) - row.mutants * (count // 4) / count) < 1


# marks


def marked(folder: Path, text: str, file: str = GAME) -> MutationResults:
    """The mutants of a file of the mini game with marks in it."""
    path = folder / file
    path.write_text(f"{path.read_text(encoding='utf-8')}idle:\n{text}", encoding="utf-8")
    return mutate(Selection(file=Path(file)), rules=folder, jobs=1)


def test_a_mark_says_why_a_value_changes_nothing(folder: Path) -> None:
    tally = marked(
        folder, "  - {at: table.direction, why: seats are counted in the order of play}\n"
    )
    assert ends(tally, "table.direction") == {"'clockwise' → 'counterclockwise'": "marked"}
    assert tally.marked == 1 and not tally.stale
    assert load("mini", rules=folder).data.keys() == load("mini", rules=MINI).data.keys()


def test_a_mark_is_about_one_kind_of_change_where_it_says_so(folder: Path) -> None:
    tally = marked(folder, "  - {at: play.follow, when: swapped, why: so}\n")
    assert ends(tally, "play.follow.0") == {
        "'suit_led' dropped": "survived",
        "'suit_led' and 'any_card' in turn": "marked",
        "'suit_led' → 'trump'": "check",
        "'suit_led' → 'any_card'": "check",
    }


def test_a_mark_of_what_is_noticed_does_not_hold(folder: Path) -> None:
    tally = marked(folder, "  - {at: contracts.most.value, why: so}\n")
    (problem,) = tally.stale
    assert problem.path == "contracts.most.value"
    assert problem.text == "an example notices 2 → 3 at contracts.most.value"


def test_a_mark_of_what_the_check_alone_notices_does_not_hold(folder: Path) -> None:
    tally = marked(folder, "  - {at: play.follow.0, when: renamed, why: so}\n")
    (problem,) = tally.stale
    assert problem.text == "the check notices 'suit_led' → 'any_card' at play.follow.0"


def test_a_mark_holds_although_the_check_notices_some_of_it(folder: Path) -> None:
    assert not marked(folder, "  - {at: play.follow.0, why: so}\n").stale


def test_a_sample_does_not_tell_whether_the_check_notices_all_of_it(folder: Path) -> None:
    marked(folder, "  - {at: play.follow.0, why: so}\n")
    for seed in range(6):
        one = Selection(file=Path(GAME), only="play.follow.0", sample=1, seed=seed)
        assert not mutate(one, rules=folder, jobs=1).stale


def test_a_mark_of_nothing_does_not_hold(folder: Path) -> None:
    tally = marked(folder, "  - {at: table.seats, why: so}\n")
    (problem,) = tally.stale
    assert problem.text == "nothing of the kind can be changed here"


def test_a_change_of_a_variant_can_be_marked(folder: Path) -> None:
    tally = marked(
        folder, "  - {at: table.next_dealer, when: dropped, why: so}\n", "mini/variants/dear.yaml"
    )
    assert ends(tally, "table.next_dealer", "mini:dear")["the change left out"] == "marked"


def test_a_mark_has_a_reason(folder: Path) -> None:
    with pytest.raises(RulesFault, match="'why' is missing"):
        marked(folder, "  - {at: table.direction}\n")


# what must not happen


def test_rules_that_are_not_sound_or_examples_that_do_not_hold_are_told_first(folder: Path) -> None:
    file = folder / "mini/examples/settlement.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("forehand: 10", "forehand: 11"), encoding="utf-8"
    )
    with pytest.raises(
        RulesFault, match="dearer: this example does not hold in mini:dear as the rules stand"
    ):
        mutate(rules=folder, jobs=1)
    game = folder / GAME
    game.write_text(
        game.read_text(encoding="utf-8").replace("deck: mini", "deck: maxi"), encoding="utf-8"
    )
    with pytest.raises(RulesFault, match="there is no pack 'maxi'"):
        mutate(rules=folder, jobs=1)


def test_nothing_to_change_is_a_wrong_call() -> None:
    with pytest.raises(WrongCall, match="nothing to change"):
        mutate(Selection(only="no.such.path"), rules=MINI, jobs=1)


def test_a_mutant_that_breaks_the_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    holds = examples.Case.holds

    def fragile(case: examples.Case) -> bool:
        if case.game.data["contracts"]["most"]["value"] == 3:
            raise KeyError("most")
        return holds(case)

    monkeypatch.setattr(examples.Case, "holds", fragile)
    tally = mutate(Selection("mini", "base", only="contracts.most.value"), rules=MINI, jobs=1)
    (fault,) = tally.faults
    assert (fault.end, fault.detail) == ("crash", "KeyError: 'most'")
    assert "2 → 3 is met with KeyError: 'most'; it should be a problem of the rules" in str(
        tally.problems[0]
    )


def test_a_mutant_that_never_ends_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    holds = examples.Case.holds

    def patient(case: examples.Case) -> bool:
        while case.game.data["contracts"]["most"]["value"] == 3:
            pass
        return holds(case)

    monkeypatch.setattr(bench, "limited", lambda: limited(2))
    monkeypatch.setattr(examples.Case, "holds", patient)
    tally = mutate(Selection("mini", "base", only="contracts.most.value"), rules=MINI, jobs=1)
    assert [each.end for each in tally.faults] == ["endless"]


def test_time_that_is_not_used_up_rings_no_bell() -> None:
    with limited():
        pass
    with pytest.raises(MutantTimeout), limited(0.05):
        while True:
            pass


# the command


def run(*args: object) -> tuple[int, str]:
    result = CliRunner().invoke(zwanz, [str(arg) for arg in args])
    return result.exit_code, result.output


def test_the_command_lists_survivors_and_ends_with_1(tmp_path: Path) -> None:
    code, answer = run(
        "mutate", "mini:base", "--rules", MINI, "--jobs", 1, "--json", tmp_path / "out.json"
    )
    assert code == 1
    assert "game.yaml:8:14: table.direction: nothing notices" in answer
    assert "mini:base" in answer and "marked as changing nothing" in answer
    data = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [row["rules"] for row in data["rows"]] == ["mini:base"]
    assert "table.direction" in {each["path"] for each in data["survivors"]}


def test_the_command_ends_with_0_when_nothing_survives() -> None:
    code, answer = run(
        "mutate", "mini", "--rules", MINI, "--jobs", 1, "--only", "contracts.most.value"
    )
    assert (code, "none unnoticed" in answer) == (0, True), answer


def test_one_mutant_is_counted_as_one() -> None:
    only = ("--only", "contracts.most.value", "--sample", 1)
    code, answer = run("mutate", "mini", "--rules", MINI, "--jobs", 1, *only)
    assert code == 0 and "\n1 mutant, none unnoticed, " in answer


def test_a_file_can_be_named_and_a_wrong_name_is_a_wrong_call() -> None:
    code, answer = run(
        "mutate", "decks/mini.yaml", "--rules", MINI, "--jobs", 1, "--only", "checks"
    )
    assert (code, "decks/mini" in answer) == (0, True), answer
    code, answer = run("mutate", "decks/mino.yaml", "--rules", MINI)
    assert (code, "did you mean 'decks/mini.yaml'?" in answer) == (2, True), answer
    assert run("mutate", "nogame", "--rules", MINI)[0] == 2


# the shipped rules


def test_some_of_the_shipped_rules_are_noticed() -> None:
    tally = mutate(Selection("rufmariasch", only="contracts.simple.value"), jobs=1)
    assert tally.outcomes and not tally.problems


def test_every_place_of_a_name_says_of_which_list_it_is() -> None:
    """A text in the rules that has no neighbours is text for people, or the program could not
    change it.
    """
    for game in library().games():
        rules = load(game)
        path = places.data("rules") / game / "game.yaml"
        written = parse(path.read_bytes(), game)
        names = NameLists(library(), rules, rules.deck)
        found: list[Mutant] = list(mutants(written, "game", names))
        changed = {each.path for each in found}
        # What a contract has from the one that it is `like` is changed where it is written.
        own = {*leaves(rules.data)} & {*leaves(written.data)}
        silent = {leaf for leaf in own if leaf not in changed and not is_text(leaf)}
        assert silent <= ({"fixed_contract.contract"} if len(rules.contracts) == 1 else set())


def leaves(value: object, path: str = "") -> list[str]:
    """The dotted path of every single value."""
    if isinstance(value, dict):
        return [
            leaf for key, part in value.items() for leaf in leaves(part, f"{path}.{key}".strip("."))
        ]
    if isinstance(value, list):
        return [
            leaf
            for number, part in enumerate(value)
            for leaf in leaves(part, f"{path}.{number}".strip("."))
        ]
    return [path]


def is_text(leaf: str) -> bool:
    """Whether a leaf is for people, or has no neighbour in its list: one word alone may stand
    there.
    """
    steps = leaf.split(".")
    return bool(
        {"name", "names", "unit", "open", "not_used", "as_played", "cover", "nouns", "source"}
        & set(steps)
    ) or steps[-1] in (
        *(
            "first_dealer",
            "each_pays",
            "begins",
            "item",
            "most",
            "without",
            "knock",
            "double_rounds",
        ),
    )
