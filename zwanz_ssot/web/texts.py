"""The texts of a table in one language: words of the pages, and moves and rules as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any

from ..engine import Move, View
from ..explain import card_text
from ..model import Game, Ledger, Refusal, Seat
from ..move_parser import MoveParser
from ..paths import dotted
from ..places import data, table
from ..prose import Prose
from ..prose.accounts import signed, standing
from ..prose.phrases import Phrases
from ..prose.template import capital

_MEANS = ("declarers", "objective", "losers")
"""The rules of a contract that its button shows, besides its value."""


@cache
def words_of(folder: str, lang: str) -> Mapping[str, Any]:
    """The words that a folder of templates has for its pages in a language."""
    found: Mapping[str, Any] = table(data("templates") / folder / f"words.{lang}.yaml")
    return found


@cache
def words(lang: str) -> Mapping[str, Any]:
    """The words of the table in a language. The names of the sides and the signs between parts of a
    line are those of everything else.
    """
    phrases = Phrases(lang)
    return {
        **words_of("web", lang),
        "side": {side: phrases(side) for side in ("declarers", "defenders")},
        "labelled": phrases("labelled", name="{name}", text="{text}"),
        "semicolon": phrases("semicolon"),
    }


@cache
def languages() -> tuple[str, ...]:
    """The languages that pages are shown in."""
    return tuple(sorted(file.name.split(".")[1] for file in _words_files()))


def _words_files() -> Sequence[Any]:
    return list((data("templates") / "web").glob("words.*.yaml"))


@cache
def chapters_of_rules() -> Mapping[str, Sequence[str]]:
    """For each part of the rules: words in the names of chapters about it."""
    found: Mapping[str, Sequence[str]] = table(data("templates") / "web" / "places.yaml")
    return found


@lru_cache(maxsize=64)
def texts_of(game: Game, lang: str) -> TableTexts:
    """The texts of a game in a language, made once."""
    return TableTexts(game, lang)


@dataclass(frozen=True)
class SpokenMove:
    """Something said at the table, and the seat that said it."""

    seat: int
    text: str


class TableTexts:
    """The texts of a game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self.prose, self.phrases = Prose(game, lang), Phrases(lang)
        self.words = words(lang)
        self._parser = MoveParser(self.prose)
        self._buttons: dict[str, dict[str, str]] = {}
        self._said: dict[str, str] = {}

    def denied(self, code: str) -> str:
        """Why a request is refused, for a reason other than the rules."""
        return str(self.words["denied"].get(code, self.words["denied"]["malformed"]))

    def refused(self, refusal: Refusal) -> dict[str, Any]:
        """Why the rules refuse a move, with the rule, its sentence and its sources."""
        rule = refusal.cited
        return {
            "text": self.prose.refusal(refusal),
            "rule": dotted(rule) if rule else "",
            "says": self._sentence(rule),
            "sources": list(dict.fromkeys(self.game.cites(rule))) if rule else [],
        }

    def _sentence(self, rule: Sequence[str | int]) -> str:
        value = self.game.at(tuple(rule)) if len(rule) > 1 else None
        if value is None:
            return ""
        try:
            return self.prose.setting(tuple(rule), value)
        except KeyError:
            return ""

    @cached_property
    def cards(self) -> dict[str, dict[str, str]]:
        """The name of each card, in full and short, by its id in the order of a hand."""
        deck = self.game.deck
        shown = (deck.by_id[id] for id in deck.shown(deck.all))
        return {
            card.id: {"name": self.prose.card(card), "short": self.prose.card_short(card)}
            for card in shown
        }

    def button(self, move: Move, view: View) -> dict[str, str]:
        """A move as a button: its title, in short where there are many, its meaning, its worth, and
        its rule.
        """
        if move.kind == "double":
            level = card_text.level_word(self.game, move, view)
            word = self.prose.kontra_word(level) if level else self._parser.forms(move)[0]
            spoken = card_text.spoken(self.prose, move, view)
            return {
                "move": move.text,
                "title": capital(word),
                "short": capital(f"{word} {self._parser.objects(move)}".strip()),
                "means": capital(spoken),
                "worth": "",
                "rule": "kontra",
            }
        found = self._buttons.get(move.text)
        if found is None:
            found = self._buttons[move.text] = self._button(move)
        return found

    def _button(self, move: Move) -> dict[str, str]:
        means, worth, rule = "", "", ""
        if move.contract is not None:
            _, rules = self.prose.contract_in_units(move.contract)
            told = (rules[part] for part in _MEANS if part in rules)
            means = self.phrases.listed(told, "sentences")
            worth, rule = rules.get("value", ""), f"contracts.{move.contract}"
        elif move.item in self.game.bonuses:
            at = self.game.bonuses[str(move.item)].at
            means = self._rule_text((*at, "won"))
            worth, rule = self._rule_text((*at, "value")), dotted(at)
        elif move.item in self.game.declarations:
            at = self.game.declarations[str(move.item)].at
            means, rule = self._rule_text(at), dotted(at)
        elif move.card is not None:
            means = self.prose.card(move.card)
        title = capital(self._parser.forms(move)[0])
        short = capital(self._parser.objects(move)) or title
        return {
            "move": move.text,
            "title": title,
            "short": short,
            "means": means,
            "worth": worth,
            "rule": rule,
        }

    def _rule_text(self, path: tuple[str | int, ...]) -> str:
        """A rule as a sentence without its name; empty where it has none."""
        value = self.game.at(path)
        try:
            return "" if value is None else self.prose.setting(path, value, named=False)
        except KeyError:
            return ""

    def talk(self, view: View) -> list[SpokenMove]:
        """All that was said, as this seat heard it, without passes that only close a turn."""
        levels: dict[str, int] = {}
        moves: list[SpokenMove] = []
        speaker, spoke = -1, False
        for seat, move in view.said:
            if seat != speaker:
                speaker, spoke = int(seat), False
            closes = move.kind == "pass" and spoke
            spoke = True
            if closes:
                continue
            before = view
            if move.kind == "double":
                before = replace(view, levels=dict(levels), turn=Seat(seat))
                item = card_text.doubled_item(self.game, move, before)
                levels[item] = levels.get(item, 0) + 1
            moves.append(SpokenMove(int(seat), self.spoken(move, before)))
        return moves

    def spoken(self, move: Move, before: View) -> str:
        """A move in words, as what follows the name of its player in a sentence. ``before`` is a
        view just before it.
        """
        if move.kind == "double":
            return card_text.spoken(self.prose, move, before)
        found = self._said.get(move.text)
        if found is None:
            text = card_text.spoken(self.prose, move, before, in_full=True)
            found = self._said[move.text] = text
        return found

    def told(self, name: str, move: Move, before: View) -> str:
        """A move of a player, as a sentence."""
        text = str(self.words["said"]).format(name=name, text=self.spoken(move, before))
        return text + str(self.words["stop"])

    def settlement(self, ledger: Ledger, declarers: Sequence[int]) -> dict[str, Any]:
        """A settlement as data: its lines with their reasons, notes, scores and payments."""
        prose, game = self.prose, self.game
        rows = prose.ledger(ledger, declarers)
        paid = [prose.setting(line.case, game.at(line.case)) for line in ledger.lines if line.case]
        replaced = []
        for item, rule in ledger.replaced:
            sentence = prose.setting(rule, game.at(rule))
            name = prose.item(item)
            replaced.append(self.phrases("replaced", items=name, sentence=sentence))
        void = [self.phrases("void", sentence=prose.setting(at, game.at(at))) for at in ledger.void]
        return {
            "lines": [
                {
                    "item": row.item,
                    "value": row.value,
                    "factors": row.factors,
                    "amount": row.amount,
                    "reason": capital(row.reason),
                    "each": list(row.each),
                    "rule": dotted(line.rule),
                }
                for row, line in zip(rows, ledger.lines, strict=True)
            ],
            "notes": list(dict.fromkeys([*paid, *replaced, *void])),
            "scores": [signed(score) for score in ledger.scores],
            "paid": [signed(paid) for paid in ledger.paid] if ledger.paid else [],
            "none": "" if rows else self.phrases("no_lines"),
        }

    def silence(self, path: str) -> str:
        """A sentence for a round whose result the rules leave open."""
        return card_text.silence(self.prose, self.phrases, path)

    def standing(self, score: int) -> str:
        """A score of the match."""
        return standing(self.game, score)
