"""Every rule as a sentence, and its values as phrases."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from ..model import Bonus, Game, Name, Path
from ..paths import dotted
from ..words import reading
from . import shapes
from .accounts import signed, times
from .nouns import spelled
from .shapes import ANYWHERE, Found, Patterns, Shape, item_shape
from .template import Phrase, Value, WordsFile, fill, sentence
from .terms import Terms

_ORDER: Path = ("order",)
_GROUP = "contract_group"
"""The ``x-of`` in a schema of a name that may be that of a group of contracts."""
_SUIT = "suit"
"""That of a suit, whose id a contract may have, too."""


class ValuePhrases:
    """Makes phrases of single values."""

    def __init__(self, words: WordsFile, terms: Terms, language: str, game: Game) -> None:
        self._words = words
        self._terms = terms
        self._language = language
        self._game = game
        self.game_names = reading.GameNames(game)
        self._numbers: dict[int, Phrase] = {}
        self._kinds: Mapping[str, Callable[[Any, Path], Phrase]] = {
            "role": lambda value, at: terms.only_role(reading.role(self.game_names, at, value)),
            "condition": self._condition,
            "cards": self._cards,
            "trick": lambda value, at: terms.tricks(reading.tricks(self.game_names, at, value)),
            "card": lambda value, at: terms.names.card(value),
            "text": lambda value, at: self.name(value),
            "open": lambda value, at: Phrase(" ".join(map(self._first_text, value))),
        }
        self._lists: Mapping[str, tuple[Callable[..., Any], Callable[[Sequence[Any]], str]]] = {
            "rung": (reading.rung, terms.ladder),
            "discard": (reading.discard, terms.discards),
            "all_pass": (reading.all_pass, terms.all_pass),
            "win": (reading.win, terms.wins),
        }
        """The lists that are read and made a text as a whole."""

    def phrase(self, shape: Shape, value: Any, at: Path) -> Phrase:
        """A value as a phrase. ``at`` is its path in the rules."""
        if shape.kind in self._kinds:
            return self._kinds[shape.kind](value, at)
        if isinstance(value, bool):
            return Phrase(str(value).lower())
        if isinstance(value, int):
            return self.number(value)
        if isinstance(value, str) and shape.node.get("x-of") == _GROUP:
            return self._terms.names.group(value)
        suits = self._game.deck.suits
        if isinstance(value, str) and shape.node.get("x-of") == _SUIT and value in suits:
            return self._terms.names.suit([*suits].index(value))
        if isinstance(value, str):
            return Phrase(value) if shape.kind == "cite" else self._terms.names.thing(value)
        return self._list(item_shape(shape), value, at)

    def _condition(self, value: Any, at: Path) -> Phrase:
        return self._terms.condition(reading.condition(self.game_names, at, value))

    def _cards(self, value: Any, at: Path) -> Phrase:
        """A group by its name; a list of cards one by one, in its order."""
        kinds = self._game.deck.kinds
        if isinstance(value, list) and all(isinstance(c, str) and c in kinds for c in value):
            return self._words.joined(self._terms.names.card(card) for card in value)
        return self._terms.nouns.cards(reading.cards(self.game_names, at, value))

    def number(self, number: int) -> Phrase:
        """A number, with the forms of a multiplier, ``game`` (so many times the game) and ``units``
        (of the settlement).
        """
        if number not in self._numbers:
            self._numbers[number] = self._number(number)
        return self._numbers[number]

    def _number(self, number: int) -> Phrase:
        numeral, multiple = self._words.numeral(number), times(self._words, number)
        forms = {
            **numeral.forms,
            **multiple.forms,
            "game": self._words.text("amounts", f"game.{number}", "game", times=multiple),
            "units": self._terms.names.amount(number),
            "units.dat": self._terms.names.amount(number, "dat"),
        }
        return Phrase(numeral.text, forms, numeral.number)

    def also(self, value: Mapping[str, Any]) -> Phrase | None:
        """The other names (``also``) in a mapping of names; None if there are none."""
        names = value.get("also")
        return self._words.joined((Phrase(name) for name in names), "or") if names else None

    def name(self, value: Mapping[str, Any]) -> Phrase:
        """A name from a mapping by language."""
        return self._terms.nouns.named(self._in_language(value))

    def _in_language(self, value: Mapping[str, Any]) -> str:
        return str(Name.of(value).text(self._language))

    def _first_text(self, value: Mapping[str, Any]) -> str:
        """The first text of an open question, or of a rule that is played elsewhere; its id in
        words where it has none.
        """
        first = next((part for part in value.values() if isinstance(part, Mapping)), {})
        return self._in_language(first) or spelled(str(value.get("id", "")))

    def _list(self, item: Shape, value: Sequence[Any], at: Path) -> Phrase:
        if item.kind == "object":
            return Phrase(" ".join(map(self._first_text, value)))
        if item.kind in self._lists:
            read, say = self._lists[item.kind]
            return Phrase(
                say([read(self.game_names, (*at, n), part) for n, part in enumerate(value)])
            )
        if at == _NUMBERS:
            return self._words.joined(Phrase(str(part)) for part in value)
        if any(isinstance(part, int) and part < 0 for part in value):
            return self._words.joined(Phrase(signed(part)) for part in value)
        if any(isinstance(part, int) for part in value):
            return self._around_talon(value)
        there = [part for part in value if not self._nothing(part, at)]
        return self._listed(
            [self._step(item, there[:number], part, at) for number, part in enumerate(there)]
        )

    def _step(self, item: Shape, before: Sequence[Any], part: Any, at: Path) -> Phrase:
        """One entry of a list. Of the steps of a round, one without rules has the form ``bare``,
        and one whose kind is in ``before``, such as the second part of a deal, ``again``.
        """
        kind, *_ = str(part).split(".")
        bare = at == _ORDER and self._game.at((kind,)) is None
        if bare and self._words.has("things", f"{kind}.bare"):
            return self._words.phrase("things", f"{kind}.bare")
        again = at == _ORDER and kind in (str(step).split(".")[0] for step in before)
        if again and self._words.has("things", f"{kind}.again"):
            return self._words.phrase("things", f"{kind}.again")
        return self.phrase(item, part, at)

    def _listed(self, parts: Sequence[Phrase]) -> Phrase:
        """Several phrases as one, joined by and; in the forms ``or``, ``or.dat``… by or."""
        all_, either = self._words.joined(parts), self._words.joined(parts, "or")
        forms = {"or": either.text} | {f"or.{form}": text for form, text in either.forms.items()}
        return replace(all_, forms={**all_.forms, **forms})

    def _nothing(self, step: Any, at: Path) -> bool:
        """Whether nothing can happen in a step of a round, as its rules are empty, or a word is
        about doubles where there are none.
        """
        if at != _ORDER:
            return shapes.is_moot_word(self._game, at, step)
        found = self._game.at((step,))
        return isinstance(found, Mapping) and not any(found.values())

    def _around_talon(self, sizes: Sequence[int | str]) -> Phrase:
        """The packets of a deal by their sizes. A word among the sizes is the talon, laid then."""
        place = next((n for n, size in enumerate(sizes) if isinstance(size, str)), None)
        if place is None:
            return self._packets([int(size) for size in sizes])
        parts = {"before": sizes[:place], "after": sizes[place + 1 :]}
        phrases = {name: self._around_talon(part) for name, part in parts.items() if part}
        entry = "packets.talon" if place else "packets.talon.first"
        return self._words.phrase("amounts", entry, **phrases)

    def _packets(self, sizes: Sequence[int]) -> Phrase:
        if len(set(sizes)) > 1:
            numerals = map(self._words.numeral, sizes)
            listed = self._words.joined(replace(n, text=n.inflected("word")) for n in numerals)
            in_digits = self._words.joined(Phrase(str(size)) for size in sizes)
            words = listed if 0 not in sizes else in_digits
            phrase, last = self._words.phrase, sizes[-1]
            laid = phrase("amounts", "packets.laid", sizes=in_digits, words=words, last=last)
            packets = phrase("amounts", "packets", sizes=listed, last=last)
            return replace(packets, forms={**packets.forms, "laid": laid.text})
        if len(sizes) == 1:
            return self._words.phrase("amounts", "packets.one", size=sizes[0])
        same = f"packets.same.{sizes[0]}"
        return self._words.phrase("amounts", same, "packets.same", times=len(sizes), size=sizes[0])


_DEAL = "deal"
"""The step that may come again: a deal in two goes. Templates ask for ``again`` then."""
_NUMBERS: Path = ("auction", "numbers")
_OUT_OF_TURN: Path = ("play", "says", "any_time")
"""The mapping whose keys with equal values share one sentence."""
_SENTENCE = re.compile(r"(?<=[.。]) ?(?=[^.\s\d)])")
"""The places between two sentences."""
_NAME = "name"
_AFTER_NAME = ".:。： "
"""What stands between the name of a contract and its rules."""
_APART = ("talon", "play", "value_times")
"""Parts of a contract that `_divided` divides into their own parts."""
_TOLD_ALONG = ("takes", "seen_by", "counts_for")
"""The parts of a talon that stay in one text."""
_TAKES_ALL, _FOR_NOBODY = ("all", "shared"), ("counts_for", "nobody")
"""Ways to take a talon that leave nothing, and the rule on the rest that is left out then."""
_BONUS_FACTOR = "bonus_factor"
"""The rule that spares bonuses which are a multiple of the game; templates name them as
``times_game``.
"""
_SAID_IF_MISSING = ("when", "declarer", "after_trick", "contracts", "base")
"""Parts whose absence means something: any other case, a contract that nobody bids, hands laid open
from the start, a rule of every contract, a value that has only steps. Templates ask for them as
``no_when`` and so on.
"""


_BESIDE: ContextVar[Mapping[str, tuple[str, ...]]] = ContextVar(
    "beside", default=MappingProxyType({})
)
_BY_PRONOUN: ContextVar[bool] = ContextVar("by_pronoun", default=False)
"""What the contexts below set: for their thread alone, as threads share the sentences of a game."""


@contextmanager
def together(beside: Mapping[str, tuple[str, ...]]) -> Iterator[None]:
    """A context in which a sentence about a name is also about the names ``beside`` it."""
    before = _BESIDE.set(beside)
    try:
        yield
    finally:
        _BESIDE.reset(before)


@contextmanager
def pronouns() -> Iterator[None]:
    """A context in which sentences have pronouns instead of contracts and bonuses."""
    before = _BY_PRONOUN.set(True)
    try:
        yield
    finally:
        _BY_PRONOUN.reset(before)


class RuleSentences:
    """Makes sentences of the rules of one game."""

    def __init__(self, words: WordsFile, terms: Terms, language: str, game: Game) -> None:
        self.patterns = Patterns(words.settings)
        self.values = ValuePhrases(words, terms, language, game)
        self.terms = terms
        self.game = game

    def sentence(self, path: Path, value: Any) -> str:
        """The sentence on the rule at ``path`` with this value. Raises `NoRule` for a path that no
        rule file has.
        """
        owner = self.patterns.owner(path)
        return self.rule_text(owner, changed(self.game.at(owner), path[len(owner) :], value), owner)

    def says(self, path: Path) -> bool:
        """Whether there is a sentence for the whole rule at ``path``, not only for its parts."""
        rest = self.patterns.rest(path)
        found = self.patterns.find(rest) if shapes.shape(rest) else None
        entry = found.pattern.entry if found else {}
        value = self.game.at(path)
        bare = value in ({}, []) and "empty" in entry
        return bare or "text" in entry or key_of(value) in entry.get("is", {})

    def contract_in_units(self, key: str) -> tuple[str, dict[str, str]]:
        """The name of a whole contract, and its rules by key as texts that can stand in any order.

        If they cannot be divided, all are one text with an empty key.
        """
        path = ("contracts", key)
        value = {name: _without_rest(part) for name, part in self.game.at(path).items()}
        name = {_NAME: value[_NAME]}
        title = self.rule_text(path, name, path).rstrip(_AFTER_NAME)

        def rest(parts: Mapping[str, Any]) -> str:
            return self.rule_text(path, {**name, **parts}, path)[len(title) :].lstrip(_AFTER_NAME)

        whole, found = rest(value), dict[str, str]()
        for part, rule in value.items():
            if part not in shapes.UNSAID:
                found |= _divided(part, rule, rest)
        found = dict(sorted(found.items(), key=lambda unit: whole.find(unit[1])))
        return title, found if _same(found, whole) else {"": whole}

    def within(self, around: Found, rest: str) -> str:
        """A text on a part as a sentence about the whole ``around`` it."""
        return sentence(
            fill(around.pattern.entry["within"], {**self.named(around.names), "rest": rest})
        )

    def rule_text(self, path: Path, value: Any, at: Path) -> str:
        """The text on a value by the pattern of ``path``; ``at`` is its path in the rules."""
        value = _without_rest(value)
        if around := self.patterns.around(path):
            return self.within(around, self.rule_text(path[around.length - 1 :], value, at))
        found = self.patterns.find(path)
        if found is None:
            return " ".join(_without_repeats([*self._parts(path, value, at)]))
        entry, names = found.pattern.entry, found.names
        if value in ({}, []) and "empty" in entry:
            return sentence(fill(entry["empty"], self.named(names)))
        special = entry.get("is", {}).get(key_of(value))
        if special is None and is_one(path, value):
            special = entry.get("one")
        template = special if special is not None else entry.get("text")
        if template is None:
            return " ".join(_without_repeats([*self._parts(path, value, at)]))
        return sentence(fill(template, self.filling(path, names, value, at)))

    def _parts(self, path: Path, value: Any, at: Path) -> Iterator[str]:
        """The sentences on the parts of a mapping, in their order, without those on sources."""
        if not isinstance(value, Mapping):
            raise shapes.NoRule(path)
        done: list[str] = []
        for key in value:
            found = self.patterns.find((*path, key))
            if key in done or (found is not None and found.pattern.steps[0] == ANYWHERE):
                continue
            alike = [each for each in value if path == _OUT_OF_TURN and value[each] == value[key]]
            done += alike
            with together({**_BESIDE.get(), key: tuple(alike[1:])}):
                yield self.rule_text((*path, key), value[key], (*at, key))

    def filling(
        self, path: Path, names: Mapping[str, str], value: Any, at: Path
    ) -> dict[str, Value]:
        """The values for the template of a path: its wildcards, and ``value`` or the parts of a
        mapping.
        """
        values = self.named(names)
        shape = shapes.shape(path)
        if shape is None:
            raise shapes.NoRule(path)
        dealt = [step for step in self.game.order if step.split(".")[0] == _DEAL]
        if path[:1] == (_DEAL,) and dotted(path[:2]) in dealt[1:]:
            values["again"] = ""
        if not shape.has_parts or not isinstance(value, Mapping):
            values["value"] = self.values.phrase(shape, value, at)
        if at[-1] == _BONUS_FACTOR and (spared := self.terms.times_game(str(at[1]))):
            values["times_game"] = spared
        if isinstance(value, Mapping):
            with pronouns() if names and "name" in value else nullcontext():
                values |= self._inside(path, shape, value, at)
            if "base" in values and not values.keys() & {"pays", "per_top"}:
                values["value"] = values["base"]  # it grows by ``value_adds`` alone
            if {"pays", "per_top"} <= values.keys():
                values["top_adds"] = values.pop("per_top")  # told beside what the difference pays
            if "no_when" in values and at[-1] == next(iter(self.game.at(at[:-1]) or at[-1:])):
                values["first_case"] = values.pop("no_when")  # no other case stands before it
            who = values.get("who")
            if "say" in value and isinstance(who, Phrase) and who.number == "many":
                values["each_of"] = values.pop("who")
            if "while_holding" in values:
                inner, cards = (*at, "while_holding"), value["while_holding"]
                cards = reading.cards(self.values.game_names, inner, cards)
                del values["while_holding"]
                values |= self.terms.held_with(cards, value["card"])
            if {"cards", "at_least"} <= value.keys():
                cards = reading.cards(self.values.game_names, (*at, "cards"), value["cards"])
                values |= self.terms.nouns.kept(value["at_least"], cards)
            if {"won", "goes_to"} <= value.keys():
                known = self.values.game_names
                values["goes_to"] = self.terms.payee(
                    reading.role(known, (*at, "goes_to"), value["goes_to"]),
                    reading.condition(known, (*at, "won"), value["won"]),
                )
            if {"when", "from", "to"} <= value.keys():
                known = self.values.game_names
                when = reading.condition(known, (*at, "when"), value["when"])
                for key in ("from", "to"):
                    role = reading.role(known, (*at, key), value[key])
                    values[key] = self.terms.counted(role, when)
        return {**self.terms.additions, **values}

    def paid(self, bonus: Bonus) -> str:
        """Who is paid for a bonus, as a sentence beside its name and its condition."""
        found = self.patterns.find((*bonus.at, "goes_to"))
        assert found is not None
        with pronouns():
            named = self.named(found.names)
        values = {**named, "value": self.terms.payee(bonus.goes_to, bonus.won)}
        return sentence(fill(found.pattern.entry["text"], values))

    def _inside(
        self, path: Path, shape: Shape, value: Mapping[str, Any], at: Path
    ) -> dict[str, Value]:
        """The values for a template that come from the parts of a mapping, by their keys.

        A mapping within it gives its own parts, and, if it has a text of its own, that.
        ``no_<key>`` is there for an empty part, and for some that are missing.
        """
        if shape.kind == "text":
            also = self.values.also(value)
            return {"also": also} if also else {}
        inside: dict[str, Value] = {}
        for key in _SAID_IF_MISSING:
            if key in shape.node.get("properties", {}) and key not in value:
                inside[f"no_{key}"] = ""
        for key, part in value.items():
            part = _without_rest(part)
            below = shapes.shape((*path, key))
            if below is None:
                continue
            inner = (*at, key)
            if shapes.moot(self.values.game_names.game, inner):
                continue
            if part in ([], {}):
                inside[f"no_{key}"] = self.rule_text((*path, key), part, inner)
                continue
            if below.kind == "text":
                inside |= self._inside((*path, key), below, part, inner)
            if not below.has_parts or not isinstance(part, Mapping):
                phrase = self.values.phrase(below, part, inner)
                says = (
                    {"says": self.rule_text((*path, key), part, inner)}
                    if self.patterns.find((*path, key))
                    else {}
                )
                inside[key] = replace(phrase, forms={**phrase.forms, **says})
            elif self.patterns.around((*path, key)):
                inside[key] = self.rule_text((key,), part, inner)
            elif below.kind == "map":
                inside[key] = " ".join(self._parts((*path, key), part, inner))
            else:
                inside = {**self._inside((*path, key), below, part, inner), **inside}
                number_or_more = "integer" in below.node.get("type", ())
                if self.patterns.speaks_whole((*path, key)) and not number_or_more:
                    inside[key] = self.rule_text((*path, key), part, inner)
        return inside

    def named(self, names: Mapping[str, str], whole: Any = None) -> dict[str, Value]:
        """The values of the wildcards. A ``whole`` contract or bonus has its own name in it."""
        speak = {
            "contract": self.terms.names.contract,
            "bonus": self.terms.names.bonus,
            "level": self.terms.names.level,
        }
        speak["declaration"] = self.terms.names.item
        found: dict[str, Value] = {}
        for name, key in names.items():
            name_of = speak.get(name, self.terms.names.thing)
            own = isinstance(whole, Mapping) and "name" in whole
            first = self.values.name(whole["name"]) if own else name_of(key)
            beside = [name_of(each) for each in _BESIDE.get().get(key, ())]
            found[name] = self.terms.words.joined([first, *beside]) if beside else first
        if isinstance(whole, Mapping) and "name" in whole:
            return found
        if _BY_PRONOUN.get():
            for name in filter(self._has_pronoun, names):
                meant = found[name]
                number = meant.number if isinstance(meant, Phrase) else ""
                found[name] = self.terms.words.phrase("pronouns", f"{name}.{number}", name)
        return found | {"unnamed" if _BY_PRONOUN.get() else "named": ""}

    def _has_pronoun(self, name: str) -> bool:
        return self.terms.words.has("pronouns", name)


def _divided(
    key: str, value: Any, sentence_of: Callable[[Mapping[str, Any]], str]
) -> dict[str, str]:
    """A part of a contract as independent texts by key; as one text if it cannot be divided."""
    whole = sentence_of({key: value})
    if not whole:
        return {}
    if key == "value":
        first, end, rest = whole.partition(". " if ". " in whole else "。")
        return {key: first + end.strip(), f"{key}.more": rest} if rest else {key: whole}
    if key in _APART and isinstance(value, Mapping):
        along = [part for part in value if part in _TOLD_ALONG]
        groups = {key: along, **{f"{key}.{part}": [part] for part in value if part not in along}}
        parts = {
            name: sentence_of({key: {part: value[part] for part in group}})
            for name, group in groups.items()
        }
        parts = dict(sorted(parts.items(), key=lambda unit: whole.find(unit[1])))
        if _same(parts, whole):
            return {name: part for name, part in parts.items() if part}
    return {key: whole}


def _without_rest(value: Any) -> Any:
    """A value. If nothing is left of a talon, the rule on the rest is left out."""
    if isinstance(value, Mapping) and value.get("takes") in _TAKES_ALL:
        return {key: part for key, part in value.items() if (key, part) != _FOR_NOBODY}
    return value


def _without_repeats(parts: list[str]) -> list[str]:
    """Texts without the sentences at their end with which the next one ends too."""
    split = [_SENTENCE.split(part) for part in parts]
    for one, following in pairwise(split):
        ends = following[:]
        while len(one) > 1 and len(ends) > 1 and one[-1] == ends[-1]:
            del one[-1], ends[-1]
    return [" ".join(sentences) for sentences in split]


def _same(parts: Mapping[str, str], whole: str) -> bool:
    """Whether the parts make the whole, apart from blanks."""
    return "".join("".join(parts.values()).split()) == "".join(whole.split())


def is_one(path: Path, value: Any) -> bool:
    """Whether a value is a list with one entry, or one name of a group of contracts."""
    if isinstance(value, list):
        return len(value) == 1
    shape = shapes.shape(path)
    return isinstance(value, str) and shape is not None and shape.node.get("x-of") == _GROUP


def key_of(value: Any) -> str:
    """A single value as it is written as a key in the words file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def changed(whole: Any, path: Path, value: Any) -> Any:
    """A copy of a rule with another value at a path in it. None removes what is there."""
    if not path:
        return value
    copied = copy.deepcopy(whole) if whole is not None else {}
    here: Any = copied
    for step in path[:-1]:
        here = here.setdefault(step, {}) if isinstance(here, dict) else here[step]
    if isinstance(here, list):
        at = int(path[-1])
        here[at : at + 1] = [] if value is None else [value]
    elif value is None:
        here.pop(path[-1], None)
    else:
        here[path[-1]] = value
    return copied
