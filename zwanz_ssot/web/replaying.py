"""A recorded round as steps that a page shows one after the other, with all cards open."""

from __future__ import annotations

from typing import Any

from ..engine import Round
from ..explain import card_text
from ..positions import start_of
from ..problems import RulesFault, WrongCall
from ..record import replay_data
from ..schema import check
from ..source import parse
from .rule_sets import RuleSets
from .seat_message import PublicTable, SeatInfo, over_message, state_message
from .texts import TableTexts, texts_of

LONGEST_RECORD = 200_000
"""Bytes of a record that are read."""
_NAME = "record.yaml"


def steps_of(text: str, rules: RuleSets, lang: str) -> dict[str, Any]:
    """A record as its rules, the names of its cards and its steps. `RulesFault` with every problem
    of the record; WrongCall where its rules are not among those of this server: no file that it
    names is read.
    """
    document = parse(text, _NAME)
    if faults := check(document, "record"):
        raise RulesFault(faults)
    entry = document.data["record"]
    found = rules.of_record(str(entry["game"]), str(entry["variant"]))
    if found.game.id != entry["game"]:
        raise WrongCall(f"this is a record of {entry['game']}, not of {found.game.id}")
    played = replay_data(document.data, found.game)
    texts = texts_of(found.game, lang)
    return {
        "rules": found.key,
        "title": title_of(found.game.game_name.said(lang), found.game.name.said(lang)),
        "cards": texts.cards,
        "steps": _steps(played, texts),
    }


def title_of(game: str, variant: str) -> str:
    """A game with the name of its variant, where that does not name it.

    >>> title_of("Tarok", "For three"), title_of("Anrufen", "Anrufen for Three")
    ('Tarok: For three', 'Anrufen for Three')
    """
    return variant if game in variant else f"{game}: {variant}"


def _steps(played: Round, texts: TableTexts) -> list[dict[str, Any]]:
    current = start_of(played)
    steps = [_step(current, texts, "")]
    for seat, move in played.history:
        before = current.view(seat)
        current = current.after(move, seat)
        told = card_text.spoken(texts.prose, move, before)
        steps.append(_step(current, texts, f"{card_text.seat(texts.prose, seat)}: {told}"))
    if played.over:
        ledger = None if played.silent() else played.ledger()
        scores = ledger.scores if ledger is not None else (0,) * played.game.table.players
        steps[-1]["state"]["over"] = over_message(played, scores, texts)
    return steps


def _step(current: Round, texts: TableTexts, told: str) -> dict[str, Any]:
    """A position with all hands, and what was just done."""
    game = current.game
    names = tuple(card_text.seat(texts.prose, seat) for seat in range(game.table.players))
    seats = tuple(SeatInfo(seat, name, False, False, 0) for seat, name in enumerate(names))
    public = PublicTable(len(current.history), current.number, current.stakes, -1, seats)
    state = state_message(current.view(None), public, texts)
    for player, hand in zip(state["players"], current.hands, strict=True):
        player["open"] = list(game.deck.shown(hand.mask))
        player["cards"] = len(hand)
    return {"told": told, "state": state | {"over": None}}
