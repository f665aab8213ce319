"""The public interface: every example in its docstrings runs, every value has a face, and every
wrong call is answered with a sentence.
"""

from __future__ import annotations

import copy
import doctest
import importlib
import inspect
import json
import os
import pickle
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import LANGUAGES, VARIANTS, loaded
from hypothesis import given, settings
from hypothesis import strategies as st

import zwanz_ssot
from zwanz_ssot import (
    CardSet,
    Factor,
    Game,
    IllegalMove,
    Ledger,
    Line,
    Match,
    Move,
    Prose,
    Refusal,
    Round,
    RulesFault,
    Seat,
    View,
    WrongCall,
    ZwanzError,
    deal,
    places,
)
from zwanz_ssot.engine import table
from zwanz_ssot.explain.legality import where as rule_where
from zwanz_ssot.kernel import batch, solve
from zwanz_ssot.paths import value_at
from zwanz_ssot.players import named, seated
from zwanz_ssot.players.simple import choose
from zwanz_ssot.problems import Mark
from zwanz_ssot.record import record, replay, write
from zwanz_ssot.schema import check
from zwanz_ssot.source import Document

PAGE = Path(__file__).parent.parent / "docs" / "api.md"

MODULES = [
    "zwanz_ssot",
    "zwanz_ssot.agents.limits",
    "zwanz_ssot.agents.observations",
    "zwanz_ssot.agents.rounds",
    "zwanz_ssot.agents.table_player",
    "zwanz_ssot.analysis.balance",
    "zwanz_ssot.analysis.contest",
    "zwanz_ssot.analysis.figure_words",
    "zwanz_ssot.analysis.mistakes",
    "zwanz_ssot.analysis.pictures",
    "zwanz_ssot.analysis.simulation",
    "zwanz_ssot.engine.match",
    "zwanz_ssot.engine.moves",
    "zwanz_ssot.engine.round",
    "zwanz_ssot.engine.view",
    "zwanz_ssot.examples",
    "zwanz_ssot.examples.case_context",
    "zwanz_ssot.examples.reading",
    "zwanz_ssot.explain.card_text",
    "zwanz_ssot.explain.judge_report",
    "zwanz_ssot.explain.legality",
    "zwanz_ssot.kernel.codes",
    "zwanz_ssot.kernel.playouts",
    "zwanz_ssot.kernel.solver",
    "zwanz_ssot.library",
    "zwanz_ssot.library.checking",
    "zwanz_ssot.library.folder",
    "zwanz_ssot.model.answers",
    "zwanz_ssot.model.cards",
    "zwanz_ssot.model.contracts",
    "zwanz_ssot.model.game",
    "zwanz_ssot.model.identifiers",
    "zwanz_ssot.players",
    "zwanz_ssot.players.information",
    "zwanz_ssot.players.sampling",
    "zwanz_ssot.players.simple",
    "zwanz_ssot.problems",
    "zwanz_ssot.prose.prose",
    "zwanz_ssot.prose.template",
    "zwanz_ssot.record",
    "zwanz_ssot.vectors.aiming",
    "zwanz_ssot.vectors.amounts",
    "zwanz_ssot.vectors.bare_outcomes",
    "zwanz_ssot.vectors.coverage",
    "zwanz_ssot.vectors.differences",
    "zwanz_ssot.vectors.engine",
    "zwanz_ssot.vectors.files",
    "zwanz_ssot.vectors.judging",
    "zwanz_ssot.vectors.single_tricks",
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_docstrings_hold(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried, f"{module} has no example"
    assert not failed


PUBLIC = [getattr(zwanz_ssot, name) for name in zwanz_ssot.__all__ if name != "SEATS"]
PACKAGES = [zwanz_ssot.__name__] + [
    each.name for each in pkgutil.walk_packages(zwanz_ssot.__path__, "zwanz_ssot.") if each.ispkg
]


@pytest.mark.parametrize("thing", PUBLIC, ids=lambda thing: thing.__name__)
def test_every_public_class_and_function_says_what_it_is_for(thing: type) -> None:
    assert inspect.getdoc(thing)
    for name, member in vars(thing).items():
        if not name.startswith("_") and (
            inspect.isfunction(member) or isinstance(member, property)
        ):
            assert inspect.getdoc(member), f"{thing.__name__}.{name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_package_calls_public_is_there(package: str) -> None:
    module = importlib.import_module(package)
    missing = [name for name in getattr(module, "__all__", ()) if not hasattr(module, name)]
    assert not missing


def documented() -> Iterator[tuple[str, object]]:
    """Every class and function that docs/api.md calls public, and those of the agents."""
    part = PAGE.read_text("utf-8").partition("## What is public")[2].partition("\n\n")[2]
    for listed in part.partition(". Their public")[0].split(";"):
        names = re.findall(r"`(?!zwanz_ssot)(\w+)`", listed)
        (package,) = re.findall(r"`(zwanz_ssot[\w.]*)`", listed) or [""]
        if package == "zwanz_ssot.agents":
            names = list(importlib.import_module(package).__all__)
        for name in names if package else ():
            thing = getattr(importlib.import_module(package), name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                yield f"{package}.{name}", thing


def lacking(name: str, thing: Any) -> Iterator[str]:
    """What has no executed example: the thing itself, or a public method that neither its own
    example nor that of its class uses.
    """
    own = _examples(thing)
    if not own:
        yield name
    if inspect.isclass(thing):
        for member in _methods(thing):
            made = vars(thing)[member]
            used = _examples(getattr(made, "__func__", made)) + own
            if not re.search(rf"\.{member}\b", used):
                yield f"{name}.{member}"


def _examples(thing: object) -> str:
    """The code of the examples in a docstring."""
    examples = doctest.DocTestParser().get_examples(getattr(thing, "__doc__", "") or "")
    return "".join(example.source for example in examples)


def _is_active(thing: object) -> bool:
    """Whether this is a class with methods: a record is shown by the function that returns it."""
    return inspect.isclass(thing) and bool(_methods(thing))


def _methods(thing: type) -> list[str]:
    """The public methods and properties that a class itself defines."""
    return [
        name for name, made in vars(thing).items() if not name.startswith("_") and _is_method(made)
    ]


def _is_method(made: object) -> bool:
    return inspect.isfunction(made) or isinstance(made, property | classmethod | staticmethod)


def test_what_the_docs_call_public_has_an_executed_example() -> None:
    things = dict(documented())
    assert {"zwanz_ssot.Round", "zwanz_ssot.record.write", "zwanz_ssot.kernel.batch"} <= set(things)
    assert {f"zwanz_ssot.{name}" for name in zwanz_ssot.__all__} - {"zwanz_ssot.SEATS"} <= set(
        things
    )
    # What a section of the page shows is public, too.
    kernel = importlib.import_module("zwanz_ssot.kernel").__all__
    assert {f"zwanz_ssot.kernel.{name}" for name in kernel} <= set(things)
    assert [each for name, thing in things.items() for each in lacking(name, thing)] == []
    homes = {thing.__module__ for thing in things.values() if inspect.isclass(thing)}
    assert homes <= {*MODULES}


@pytest.mark.parametrize("package", ["examples", "library", "model", "prose", "vectors"])
def test_each_public_function_of_these_packages_has_an_executed_example(package: str) -> None:
    module = importlib.import_module(f"zwanz_ssot.{package}")
    public = {name: getattr(module, name) for name in module.__all__}
    functions = {name: made for name, made in public.items() if inspect.isfunction(made)}
    assert functions
    assert [each for name, made in functions.items() for each in lacking(name, made)] == []
    assert {made.__module__ for made in functions.values()} <= {*MODULES}


def test_each_public_class_of_the_judge_has_an_executed_example() -> None:
    module = importlib.import_module("zwanz_ssot.vectors")
    active = [thing for thing in map(module.__dict__.get, module.__all__) if _is_active(thing)]
    assert active
    assert [each for made in active for each in lacking(made.__name__, made)] == []


WITH_MATPLOTLIB = {f"zwanz_ssot.analysis.pictures.{name}" for name in ("find_matplotlib", "page")}
"""They have no example: Matplotlib need not be installed."""


@pytest.mark.parametrize("package", ["analysis", "explain"])
def test_each_public_name_in_the_files_of_these_packages_has_an_executed_example(
    package: str,
) -> None:
    files = [name for name in MODULES if name.startswith(f"zwanz_ssot.{package}.")]
    folder = importlib.import_module(f"zwanz_ssot.{package}")
    assert files == [
        f"{folder.__name__}.{each.name}" for each in pkgutil.iter_modules(folder.__path__)
    ]
    missing = set()
    for file in files:
        for name, thing in vars(importlib.import_module(file)).items():
            own = not name.startswith("_") and getattr(thing, "__module__", None) == file
            if own and (inspect.isfunction(thing) or _is_active(thing)):
                missing |= {*lacking(f"{file}.{name}", thing)}
    assert missing == {name for name in WITH_MATPLOTLIB if name.startswith(folder.__name__)}


class Bare:
    """Something.

    >>> Bare().shown()
    1
    """

    def shown(self) -> int:
        """Shown by the example of its class."""
        return 1

    def hidden(self) -> int:
        """Shown nowhere."""
        return 2

    @classmethod
    def made(cls) -> Bare:
        """Neither is this."""
        return cls()


def test_a_missing_example_is_noticed() -> None:
    assert list(lacking("Bare", Bare)) == ["Bare.hidden", "Bare.made"]
    assert list(lacking("documented", documented)) == ["documented"]
    without = type("Round", (), {"__doc__": "No example."})
    assert list(lacking("Round", without)) == ["Round"]


# values


def played(game: Game, seed: int) -> Iterator[Round]:
    """Every position of a round with random moves."""
    random = Random(seed)
    round = deal(game, seed=seed, stakes=1 + seed % 2)
    yield round
    while not round.over:
        round = round.after(random.choice(round.moves()))
        yield round


def as_json(data: Any) -> Any:
    """The data as a database gives them back, which may have sorted the keys."""
    return json.loads(json.dumps(data, sort_keys=True))


def shape_of(data: Any, schema: str) -> None:
    assert check(Document("value", data, {}, {}), schema) == []


@pytest.mark.parametrize(
    ("part", "name", "text"),
    [
        ("card", "H-k", "card: the pack has no card 'H-k'; did you mean 'H-K'?"),
        ("laid", "X", "laid: the pack has no card 'X'"),
        ("suit", "heart", "suit: there is no suit 'heart'; did you mean 'hearts'?"),
    ],
)
def test_a_move_of_another_pack_is_refused(part: str, name: str, text: str) -> None:
    with pytest.raises(WrongCall) as wrong:
        Move.from_dict({"text": "play", "kind": "play", part: name}, loaded("koenigrufen", "base"))
    assert str(wrong.value) == f"this is no move: {text}"


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_value_goes_to_json_and_back(game: str, variant: str) -> None:
    """In the shape of its published schema, in some positions of random rounds."""
    rules, random = loaded(game, variant), Random(5)
    for seed in range(4):
        for round in played(rules, seed):
            if not round.over and random.random() > 0.15:
                continue
            for seat in (None, *range(rules.table.players)):
                view = round.view(seat)
                data = as_json(view.as_dict())
                shape_of(data, "view")
                assert View.from_dict(data, rules) == view
            for move in round.table.moves.all:
                shape_of(as_json(move.as_dict()), "move")
                again = Move.from_dict(as_json(move.as_dict()), rules)
                assert (again, again.card, again.laid) == (move, move.card, move.laid)
                if (refusal := round.why_not(move)) is not None:
                    shape_of(as_json(refusal.as_dict()), "refusal")
                    assert Refusal.from_dict(as_json(refusal.as_dict()), rules) == refusal
            for hand in round.hands:
                shape_of(as_json(hand.as_dict()), "cards")
                assert CardSet.from_dict(as_json(hand.as_dict()), rules.deck) == hand
            shape_of(as_json(round.as_dict()), "record")
            assert Round.from_dict(as_json(round.as_dict()), rules) == round
        if not round.silent() and (ledger := round.ledger()) is not None:
            shape_of(as_json(ledger.as_dict()), "ledger")
            assert Ledger.from_dict(as_json(ledger.as_dict()), rules) == ledger


def test_a_move_is_made_as_its_repr_shows_it() -> None:
    for rules in (loaded("zwanzigerrufen", "directnet"), loaded("koenigrufen", "base")):
        for move in table(rules).moves.all:
            made = eval(repr(move), {"Move": Move})
            assert (made, str(made), made.kind) == (move, move.text, move.kind)
    begun = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    assert begun.after(Move("bid solo")) == begun.after("bid solo")


def test_a_view_that_comes_back_is_good_for_a_player() -> None:
    for game, variant in (("zwanzigerrufen", "rulebook"), ("koenigrufen-russbach", "base")):
        rules = loaded(game, variant)
        for round in played(rules, 3):
            if round.step == "play" and round.turn is not None:
                view = round.view(round.turn)
                again = View.from_dict(view.as_dict(), rules)
                assert again.rules is view.rules and view.rules is not None
                assert choose(rules, again) == choose(rules, view)


@pytest.mark.sample(6)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_values_are_pickled_and_copied(game: str, variant: str) -> None:
    """As small as their moves are, and equal to what they were."""
    rules = zwanz_ssot.load(game, variant)
    *_, round = played(rules, 1)
    text = pickle.dumps(round)
    assert len(text) < 600 + 40 * (len(round.history) + len(round.deal))
    assert pickle.loads(text) == round
    assert pickle.loads(text).as_dict() == round.as_dict()
    assert copy.deepcopy(round) is copy.copy(round) is round
    values = (round.view(0), round.view(None), round.hands, round.ledger(), round.why_not("pass"))
    for value in (*values, Match(rules), rules):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)


def test_the_same_files_are_the_same_rules_from_another_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their places are named from the folder of now."""
    folder = tmp_path / "club"
    folder.mkdir()
    text = "variant: house\nof: zwanzigerrufen:directnet\nname: {en: Ours}\n"
    change = "- {at: contracts.solo.value, set: 9, source: custom}"
    (folder / "house.yaml").write_text(f"{text}changes:\n  {change}\n", encoding="utf-8")
    (folder / "broken.yaml").write_text(f"{text}changes: 7\n", encoding="utf-8")
    houses, shipped = [], []
    for working, path in ((folder, Path()), (tmp_path, Path("club"))):
        monkeypatch.chdir(working)
        shipped.append(zwanz_ssot.load("zwanzigerrufen", "wikipedia"))
        houses.append(game := zwanz_ssot.load("zwanzigerrufen", path / "house.yaml"))
        where = game.where(("contracts", "solo", "value"))
        assert where is not None and Path(where.file) == folder / "house.yaml"
        assert where.mark == Mark((path / "house.yaml").as_posix(), 5, 10)
        assert rule_where(game, ("contracts", "solo", "value")) == f"{where.mark.file}:5"
        with pytest.raises(RulesFault) as fault:
            zwanz_ssot.load("zwanzigerrufen", path / "broken.yaml")
        assert [str(each.mark) for each in fault.value.problems] == [f"{path / 'broken.yaml'}:4:10"]
    for first, second in (houses, shipped):
        assert second == first == pickle.loads(pickle.dumps(first))


def test_a_round_is_pickled_to_another_process() -> None:
    """One that knows nothing of this one, as a worker of a pool."""
    round = deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7).after("bid solo")
    shown = "print(value, [str(move) for move in value.moves()], value.why_not('knock'))"
    moves = [str(move) for move in round.moves()]
    assert unpickled(pickle.dumps(round), shown) == f"{round} {moves} {round.why_not('knock')}"


def unpickled(text: bytes, code: str) -> str:
    """What another Python prints when it has unpickled a ``value``."""
    whole = f"import pickle, sys; value = pickle.load(sys.stdin.buffer); {code}"
    call = [sys.executable, "-c", whole]
    done = subprocess.run(call, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode().strip()


def test_rules_that_have_changed_since_are_not_unpickled(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    shutil.copytree(places.data("rules"), rules)
    text = pickle.dumps(deal(zwanz_ssot.load("rufmariasch", rules=rules), seed=1))
    assert pickle.loads(text).over is False
    file = rules / "rufmariasch" / "game.yaml"
    was = file.read_text("utf-8")
    file.write_text(was.replace("pays: 1}", "pays: 2}", 1), "utf-8")
    assert file.read_text("utf-8") != was
    done = unpickled(text, "")
    assert "WrongCall: the rules of rufmariasch:base are not those that were pickled" in done


def test_two_loads_of_one_game_are_equal() -> None:
    one, other = (zwanz_ssot.load("zwanzigerrufen", "directnet") for _ in range(2))
    assert one is not other and one == other and hash(one) == hash(other)
    assert deal(one, seed=3) == deal(other, seed=3)
    assert len({deal(one, seed=3), deal(other, seed=3)}) == 1
    assert one != loaded("zwanzigerrufen", "base")
    assert one != replace(one, contracts={})
    assert deal(one, seed=3) != deal(one, seed=4)
    assert deal(one, seed=3) != deal(one, seed=3, stakes=2)


def test_equal_games_are_compiled_apart() -> None:
    """A copy can be compiled with an ear at its conditions, and the other one is as it was."""
    one = loaded("zwanzigerrufen", "base")
    other = replace(one)
    assert one == other and table(one) is table(one) and table(one) is not table(other)


def test_a_changed_game_is_not_pickled_as_the_one_it_came_from() -> None:
    changed = replace(loaded("zwanzigerrufen", "base"), contracts={})
    assert pickle.loads(pickle.dumps(changed)).contracts == {}


def test_a_move_is_equal_to_its_text() -> None:
    moves = deal(loaded("zwanzigerrufen", "directnet"), seed=7).moves()
    assert "bid solo" in moves
    assert "pass" not in moves
    assert moves[0] != moves[1]
    assert len({*moves, *map(str, moves)}) == len(moves)


def test_cards_are_a_set() -> None:
    deck = loaded("zwanzigerrufen", "base").deck
    hand = CardSet.of(deck, "T-XX H-K S-10")
    assert (len(hand), bool(hand), bool(CardSet(deck))) == (3, True, False)
    assert "H-K" in hand and deck.by_id["H-K"] in hand and "H-Q" not in hand and 7 not in hand
    assert {card.id for card in hand} == {"T-XX", "H-K", "S-10"}
    assert hand | ["H-Q"] == CardSet.of(deck, "T-XX H-K S-10 H-Q")
    assert hand & "H-K H-Q" == CardSet.of(deck, ["H-K"])
    assert hand - [deck.by_id["H-K"]] == CardSet.of(deck, "T-XX S-10")
    assert hand ^ "H-K H-Q" == CardSet.of(deck, "T-XX S-10 H-Q")
    assert hand >= CardSet.of(deck, "H-K") and hand > CardSet.of(deck, "H-K")
    assert not hand < hand and hand <= hand
    assert hand.isdisjoint(CardSet.of(deck, "H-Q"))
    assert hand.points == 1 + 5 + 0
    assert hand != CardSet(loaded("rufmariasch", "base").deck, hand.mask)


@pytest.mark.parametrize(("card", "hint"), [("H-X", ""), ("h-k", "; did you mean 'H-K'?"), (7, "")])
def test_a_card_of_another_pack_is_refused_everywhere(card: Any, hint: str) -> None:
    """With one sentence; only ``in`` answers that it is not there."""
    deck = loaded("zwanzigerrufen", "base").deck
    hand = CardSet.of(deck, "T-XX H-K")
    assert card not in hand
    for call in (
        lambda: CardSet.of(deck, [card]),
        lambda: hand & [card],
        lambda: hand | [card],
        lambda: hand <= [card],
        lambda: deck.mask([card]),
        lambda: deck.card(card),
    ):
        with pytest.raises(WrongCall) as wrong:
            call()
        assert str(wrong.value) == f"the pack has no card {card!r}{hint}"


def test_refusals_speak_every_language() -> None:
    round = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    refusal = round.why_not("pass")
    assert refusal is not None
    sentences = {refusal.sentence(language) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES) > 2
    with pytest.raises(WrongCall, match="xx"):
        refusal.sentence("xx")
    with pytest.raises(IllegalMove) as raised:
        round.after("pass")
    assert str(raised.value) == str(refusal) == Prose(round.game, "en").refusal(refusal)


def test_every_value_can_be_read() -> None:
    round = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    *_, done = played(round.game, 7)
    for value in (round, done, round.view(1), round.view(None), round.hands, done.ledger()):
        assert " object at 0x" not in repr(value) and len(repr(value)) < 400


# data from outside


def readers(round: Round) -> Iterator[tuple[str, Any, Callable[[Any], Any]]]:
    """The values of a position: what each is, its data, and how they are read."""
    rules = round.game
    yield "record", round.as_dict(), lambda data: Round.from_dict(data, rules)
    for seat in (0, None):
        yield "view", round.view(seat).as_dict(), lambda data: View.from_dict(data, rules)
    yield "cards", round.hands[0].as_dict(), lambda data: CardSet.from_dict(data, rules.deck)
    for move in round.moves()[:1]:
        yield "move", move.as_dict(), lambda data: Move.from_dict(data, rules)
    for text in ("pass", "play H-K"):
        if (refusal := round.why_not(text)) is not None:
            yield "refusal", refusal.as_dict(), lambda data: Refusal.from_dict(data, rules)
    if not round.silent() and (ledger := round.ledger()) is not None:
        line = ledger.lines[0]
        yield "ledger", ledger.as_dict(), lambda data: Ledger.from_dict(data, rules)
        yield "line", line.as_dict(rules.deck), lambda data: Line.from_dict(data, rules)
        for factor in line.factors:
            yield "factor", factor.as_dict(), lambda data: Factor.from_dict(data, rules)


@cache
def values_of_rounds() -> list[tuple[Game, str, Any, Callable[[Any], Any]]]:
    found = []
    for game, variant in (
        ("zwanzigerrufen", "directnet"),
        ("koenigrufen", "wien"),
        ("slovenian-tarok", "base"),
    ):
        for seed in (1, 4):
            positions = list(played(loaded(game, variant), seed))
            for at in (0, len(positions) // 3, len(positions) - 2, len(positions) - 1):
                for what, data, read in readers(positions[at]):
                    found.append((positions[at].game, what, as_json(data), read))
    return found


def parts_of(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all parts of plain data."""
    yield path
    steps = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for step in steps:
        yield from parts_of(data[step], (*path, step))


OTHERS: list[Any] = [None, True, 0, -3, 5, 99, 1.5, [], {}, ["x"], {"x": 1}, "", "x", "H-K", "H-Z"]
OTHERS += [
    "second",
    "sixth",
    "pass",
    "play H-K",
    "bid solo",
    "declare x y",
    "discard X",
    "é ²",
    "play",
]
"""What stands in place of a part."""


@settings(max_examples=1500)
@given(draw=st.data())
def test_data_with_a_wrong_part_are_a_value_or_a_sentence(draw: st.DataObject) -> None:
    """A part is removed, or something else stands in its place: nothing but a `ZwanzError`, or a
    value that can be read, written and read again.
    """
    every = values_of_rounds()
    rules, what, data, read = every[draw.draw(st.integers(0, len(every) - 1))]
    data = copy.deepcopy(data)
    paths = list(parts_of(data))
    path = draw.draw(st.sampled_from(paths))
    other = draw.draw(st.sampled_from(OTHERS) | st.text(max_size=6))
    if path:
        around = value_at(data, path[:-1])
        if draw.draw(st.booleans()):
            del around[path[-1]]
        else:
            around[path[-1]] = other
    else:
        data = other
    try:
        value = read(data)
    except ZwanzError as error:
        assert str(error)
        return
    written = value.as_dict(rules.deck) if what == "line" else value.as_dict()
    assert read(as_json(written)) == value and repr(value) and isinstance(str(value), str)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({}, "'record' is missing"),
        ({"record": 5}, "record: a mapping is wanted, got the number 5"),
        ({"record": {"moves": 5}}, "record.moves: a list is wanted, got the number 5; write [5]"),
        (5, "a mapping is wanted, got the number 5"),
    ],
)
def test_a_record_of_another_shape_is_refused_with_its_path(data: Any, text: str) -> None:
    with pytest.raises(WrongCall, match=re.escape(f"this is no record of a round: {text}")):
        Round.from_dict(data, loaded("zwanzigerrufen", "directnet"))


# wrong calls


@pytest.mark.parametrize("seat", [-1, 4, 99, "fifth", "seven", "", 1.5, "Second"])
def test_there_is_no_such_seat(seat: Any) -> None:
    round = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    with pytest.raises(WrongCall, match="there is no seat") as raised:
        round.view(seat)
    assert "forehand, second, third, fourth" in str(raised.value)


def test_a_seat_goes_by_number_and_by_name() -> None:
    round = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    assert round.view(2) == round.view("third") == round.view(Seat.THIRD)
    assert round.view(2).seat is Seat.THIRD


PACK = ["H-K"]


@pytest.mark.parametrize(
    ("how", "text"),
    [
        (
            {"seed": 1, "pack": PACK},
            "not by seed and pack; leave seed or pack out",
        ),
        ({"seed": 0, "hands": []}, "dealt in one way, not by seed and hands"),
        ({"talon": ["H-K"]}, "a talon is given beside hands only"),
        ({"stakes": 0}, "stakes of a round are 1, or 2 in a double round, not 0"),
        ({"stakes": -3}, "not -3"),
        ({"stakes": 7}, "not 7"),
    ],
)
def test_a_deal_that_contradicts_itself_is_refused(how: dict[str, Any], text: str) -> None:
    with pytest.raises(WrongCall) as raised:
        deal(loaded("zwanzigerrufen", "directnet"), **how)
    assert text in str(raised.value)


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ({"seed": "a"}, "seed is a whole number from 0 on, not 'a'"),
        ({"seed": 1.5}, "not 1.5"),
        ({"seed": True}, "not True"),
        ({"seed": -1}, "not -1"),
        ({"number": 0}, "number is a whole number from 1 on, not 0"),
        ({"number": 1.5}, "not 1.5"),
        ({"number": "2"}, "not '2'"),
        ({"stakes": True}, "not True"),
        ({"stakes": 2.0}, "not 2.0"),
        ({"stakes": [2]}, "not [2]"),
        ({"restricted": "no"}, "restricted is True or False, not 'no'"),
        ({"doubled_for": 1}, "doubled_for is a list, not 1"),
        ({"doubled_for": "second"}, "doubled_for is a list, not 'second'"),
        ({"pack": "H-K H-Q"}, "pack is a list, not 'H-K H-Q'"),
        ({"pack": 5}, "pack is a list, not 5"),
        ({"pack": [5, ["H-K"]]}, "unknown: 5, ['H-K']"),
        ({"hands": 5}, "hands is a list, not 5"),
        ({"hands": [5]}, "hand is a list, not 5"),
        ({"hands": [], "talon": "H-K"}, "talon is a list, not 'H-K'"),
    ],
)
def test_a_deal_wants_whole_numbers_and_lists(how: dict[str, Any], text: str) -> None:
    """Whatever is dealt has a record that can be replayed."""
    with pytest.raises(WrongCall) as raised:
        deal(loaded("zwanzigerrufen", "directnet"), **how)
    assert text in str(raised.value)


def test_cards_are_dealt_as_they_come_from_a_round() -> None:
    round = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    assert deal(round.game, pack=round.deal).deal == round.deal
    assert deal(round.game, hands=round.hands).hands == round.hands


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ({"dealer": 4}, "dealer is a whole number from 0 to 3, not 4"),
        ({"dealer": -1}, "not -1"),
        ({"dealer": "second"}, "not 'second'"),
        ({"dealer": 1.0}, "not 1.0"),
        ({"target": 0}, "target is a whole number from 1 on, not 0"),
        ({"target": "50"}, "not '50'"),
        ({"rounds": -1}, "rounds is a whole number from 0 on, not -1"),
        ({"double_rounds": 1.5}, "not 1.5"),
        ({"scores": (1, 2)}, "scores are 4 whole numbers, not (1, 2)"),
        ({"scores": (1, 2, 3, "4")}, "not (1, 2, 3, '4')"),
        ({"scores": 5}, "not 5"),
        ({"paid": (1.5, 0, 0, 0)}, "paid are 4 whole numbers"),
        ({"restricted": "no"}, "restricted is True or False"),
    ],
)
def test_a_match_that_cannot_be_is_refused(how: dict[str, Any], text: str) -> None:
    with pytest.raises(WrongCall) as raised:
        Match(loaded("zwanzigerrufen", "directnet"), **how)
    assert text in str(raised.value)


def test_a_match_knows_seats_by_name() -> None:
    match = Match(loaded("zwanzigerrufen", "directnet"), dealer=2)
    assert match.player_at("second") == match.player_at(Seat.SECOND) == match.player_at(1) == 0
    for seat in (-1, 4, "fifth"):
        with pytest.raises(WrongCall, match="there is no seat"):
            match.player_at(seat)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda at: batch(at.game, [at], seed=1.5), "seed is a whole number from 0 to"),
        (lambda at: batch(at.game, [at], seed=True), "not True"),
        (lambda at: batch(at.game, [at], repeats=0), "repeats is a whole number from 1 on, not 0"),
        (lambda at: batch(at.game, [at], repeats="2"), "not '2'"),
        (lambda at: batch(at.game, [at], lines=2), "lines is True or False, not 2"),
        (lambda at: batch(at.game, [at], cards="no"), "cards is True or False, not 'no'"),
        (lambda at: batch(at.game, at), "positions is a list, not Round("),
        (lambda at: batch(at.game, ["x"]), "position 0 is no round but 'x'"),
        (lambda at: solve(at, nodes=0), "nodes is a whole number from 1 to"),
        (lambda at: solve(at, nodes=1e6), "not 1000000.0"),
        (lambda at: solve(at, nodes=1 << 63), "not 9223372036854775808"),
        (lambda at: solve(at, aim=5), "there is no aim 5"),
        (lambda at: solve(at, aim=["points"]), "there is no aim ['points']"),
        (lambda at: solve(at, cards="no"), "cards is True or False, not 'no'"),
        (lambda at: solve(at, compiled="no"), "compiled is True, False or None, not 'no'"),
        (lambda at: named("simple", seed="a"), "seed is a whole number from 0 on, not 'a'"),
        (lambda at: named("random", seed=-1), "not -1"),
        (lambda at: named(5), "there is no player 5"),
        (lambda at: named(["random"]), "there is no player ['random']"),
        (lambda at: seated(5, 4), "there is no player 5"),
        (lambda at: seated("simple", 0), "players is a whole number from 1 on, not 0"),
    ],
)
def test_what_has_no_such_argument_says_so(call: Callable[[Round], Any], text: str) -> None:
    at = deal(loaded("zwanzigerrufen", "directnet"), seed=7).after("bid solo")
    while at.step != "play":
        at = at.after("pass")
    with pytest.raises(WrongCall) as raised:
        call(at)
    assert text in str(raised.value)


def test_a_file_of_another_game_is_not_loaded(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    changes = "  - {at: contracts.solo.value, was: 4, set: 5, source: custom}"
    head = "variant: house\nof: zwanzigerrufen:directnet\nname: {en: House, de: Haus}"
    file.write_text(f"{head}\nchanges:\n{changes}\n", encoding="utf-8")
    assert zwanz_ssot.load("zwanzigerrufen", str(file)).variant == "house"
    with pytest.raises(WrongCall, match="is a variant of zwanzigerrufen, not of koenigrufen"):
        zwanz_ssot.load("koenigrufen", str(file))
    again = pickle.loads(pickle.dumps(deal(zwanz_ssot.load("zwanzigerrufen", str(file)), seed=1)))
    assert again.game.contracts["solo"].value == 5


def test_a_folder_of_rules_may_be_a_text() -> None:
    folder = places.data("rules")
    assert zwanz_ssot.load("rufmariasch", rules=str(folder)) == zwanz_ssot.load(
        "rufmariasch", rules=folder
    )
    with pytest.raises(WrongCall, match="there is no folder of rules 'nowhere'"):
        zwanz_ssot.load("rufmariasch", rules="nowhere")


def test_the_path_of_a_record_may_be_a_text(tmp_path: Path) -> None:
    game = loaded("zwanzigerrufen", "directnet")
    round, file = deal(game, seed=7), tmp_path / "round.yaml"
    file.write_text(write(round, seed=7), "utf-8")
    folder = str(places.data("rules"))
    assert replay(str(file)) == replay(str(file), folder) == replay(file) == round
    file.write_text(write(round).replace("directnet", "directnett"), "utf-8")
    with pytest.raises(RulesFault, match="did you mean 'directnet'"):
        replay(str(file), folder)
    with pytest.raises(ZwanzError, match=re.escape("nothing.yaml")):
        replay(str(tmp_path / "nothing.yaml"))


def test_the_folder_of_a_record_of_house_rules_may_be_a_text(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    head = "variant: house\nof: zwanzigerrufen:directnet\nname: {en: House, de: Haus}"
    house.write_text(
        f"{head}\nchanges:\n  - {{at: contracts.solo.value, was: 4, set: 5, source: custom}}\n",
        encoding="utf-8",
    )
    round = deal(zwanz_ssot.load("zwanzigerrufen", house), seed=7)
    assert write(round, beside=str(tmp_path)) == write(round, beside=tmp_path)
    assert "variant: house.yaml" in write(round, beside=str(tmp_path))


def test_a_record_with_a_wrong_seed_is_not_written() -> None:
    round = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    assert record(round, seed=7)["record"]["seed"] == 7
    with pytest.raises(WrongCall, match="not shuffled from seed 99"):
        record(round, seed=99)
    stated = deal(round.game, hands=[hand.ids for hand in round.hands])
    with pytest.raises(WrongCall, match="not shuffled from seed 7"):
        record(stated, seed=7)


def test_a_match_takes_finished_rounds_of_its_own_game_only() -> None:
    match = Match(loaded("zwanzigerrufen", "directnet"))
    round = match.deal(seed=7)
    with pytest.raises(WrongCall, match="not over: forehand is to move; play it to its end first"):
        match.after(round)
    *_, other = played(loaded("rufmariasch", "base"), 1)
    with pytest.raises(WrongCall, match="a round of rufmariasch:base, and the match is of"):
        match.after(other)


def test_a_record_of_another_game_is_not_played_again() -> None:
    data = deal(loaded("zwanzigerrufen", "directnet"), seed=7).after("bid solo").as_dict()
    with pytest.raises(WrongCall, match="a record of zwanzigerrufen:directnet, not of zwanzig"):
        Round.from_dict(data, loaded("zwanzigerrufen", "base"))
    data["record"]["moves"] = [{"third": "bid solo"}]
    with pytest.raises(WrongCall, match="move 1 is by third, but it is forehand's turn"):
        Round.from_dict(data, loaded("zwanzigerrufen", "directnet"))


@pytest.mark.parametrize("ways", [(), ("seed", "pack"), ("pack", "hands"), ("seed", "hands")])
def test_a_record_says_in_one_way_how_the_cards_were_dealt(ways: tuple[str, ...]) -> None:
    """None of them would be another deal each time."""
    game = loaded("zwanzigerrufen", "directnet")
    whole = deal(game, seed=7)
    hands = {str(Seat(at)): hand.ids for at, hand in enumerate(whole.hands)}
    every = {"seed": 7, "pack": whole.as_dict()["record"]["pack"], "hands": hands}
    entry = {"game": game.id, "variant": game.variant, **{way: every[way] for way in ways}}
    with pytest.raises(WrongCall, match="exactly one of seed, pack and hands says how the cards"):
        Round.from_dict({"record": {**entry, "moves": []}}, game)


def test_the_hands_of_a_record_are_by_name_in_any_order() -> None:
    """A database may have sorted the names."""
    game = loaded("zwanzigerrufen", "directnet")
    hands = [hand.ids for hand in deal(game, seed=7).hands]
    round = deal(game, hands=hands)
    data = as_json(round.as_dict())
    data["record"]["hands"] = dict(sorted(data["record"]["hands"].items(), reverse=True))
    assert Round.from_dict(data, game) == round


def test_nobody_chooses_for_an_onlooker() -> None:
    round = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    with pytest.raises(WrongCall, match="take the view of the seat whose turn it is"):
        choose(round.game, round.view(None))


def test_a_round_may_be_over_from_the_start() -> None:
    rules = loaded("zwanzigerrufen", "directnet")
    none = ["H-K", "H-Q", "H-C", "H-J", "H-1", "D-K", "D-Q", "D-C", "D-J", "D-1"]
    rest = [card.id for card in rules.deck.cards if card.id not in none]
    round = deal(rules, hands=[none, rest[:10], rest[10:20], rest[20:]])
    assert (round.over, round.step, round.turn, round.moves()) == (True, "over", None, ())
    assert round.thrown_in is not None and "thrown in" in repr(round)
    assert not deal(rules, seed=7).over


# the pages


def test_the_page_of_the_interface_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sessions give what they show, its programs run, and its table names what is public."""
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 20 and not failed
    for name in zwanz_ssot.__all__:
        assert f"`{name}`" in text, f"{name} is public, and the page does not say so"


def test_the_server_of_the_page_plays_a_round() -> None:
    """Four players that send their first legal move, and one that does not know the rules."""
    (server,) = re.findall(r"```python\n(# a server\n.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(server.splitlines()) <= 22
    sent: list[tuple[str | None, dict[str, Any]]] = []
    answers = [False]

    def send(seat: str | None, message: dict[str, Any]) -> None:
        sent.append((seat, as_json(message)))

    def receive(seat: str) -> str:
        answers.append(True)
        if len(answers) == 2:
            return "throw the cards on the floor"
        view = next(message for who, message in reversed(sent) if who == seat and "hand" in message)
        return str(view["moves"][0])

    names: dict[str, Any] = {}
    exec(server, names)
    done = names["serve"](loaded("zwanzigerrufen", "directnet"), 7, send, receive)
    assert done.over
    assert [seat for seat, message in sent if "refused" in message] == ["forehand"]
    assert sum(message["scores"]["forehand"] != 0 for _, message in sent if "scores" in message)
    for seat, message in sent:
        assert seat is not None or not message.get("hand")


def test_an_app_passes_the_strictest_type_check(tmp_path: Path) -> None:
    (server,) = re.findall(r"```python\n(# a server\n.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    app = tmp_path / "app.py"
    app.write_text(server + APP, encoding="utf-8")
    call = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, str(app)]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


APP = '''

import zwanz_ssot
from zwanz_ssot.players.simple import choose
from zwanz_ssot.record import record, replay, write


def scores(seed: int) -> tuple[int, ...]:
    """A match of one round, played by the simple players."""
    game: zwanz_ssot.Game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    match = zwanz_ssot.Match(game)
    round = match.deal(seed)
    while round.turn is not None:
        view = round.view(round.turn)
        hand: zwanz_ssot.CardSet = view.hand
        assert all(card.points >= 0 for card in hand)
        round = round.after(choose(game, view))
    seat: zwanz_ssot.Seat | None = round.declarer
    refusal: zwanz_ssot.Refusal | None = round.why_not("pass")
    sentence: str = refusal.sentence("de") if refusal else ""
    ledger = round.ledger()
    lines: list[str] = [line.item for line in ledger.lines] if ledger else []
    text: str = write(round, seed)
    print(seat, sentence, lines, text, record(round), replay)
    return match.after(round).scores
'''


def test_a_move_that_was_legal_is_refused_where_it_is_not() -> None:
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    bid = round.moves()[0]
    later = round.after(bid)
    assert bid not in later.moves() and later.moves() == later.moves()
    with pytest.raises(IllegalMove):
        later.after(bid)
    assert round.moves()[0] is bid
    assert round.after(bid) == later == round.after(str(bid))
    with pytest.raises(IllegalMove):
        round.after(bid, "second")


@pytest.mark.parametrize(
    ("game", "hint"),
    [
        ("house.yaml", "it is the second argument, after its game"),
        ("zwanzigerrufen:directnet", "write 'zwanzigerrufen', 'directnet'"),
        ("directnet", "write 'zwanzigerrufen', 'directnet'"),
        ("zwanzigerufen", "did you mean 'zwanzigerrufen'?"),
        (3, "known are anrufen, "),
        (None, "known are anrufen, "),
    ],
)
def test_what_is_no_game_has_a_hint(game: Any, hint: str) -> None:
    with pytest.raises(WrongCall) as wrong:
        zwanz_ssot.load(game)
    assert str(wrong.value).startswith(f"there is no game '{game}'; {hint}")
