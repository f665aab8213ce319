"""All hands of a round, laid open; what is told of the round below, up to the next heading, is held
against them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from zwanz_ssot.model import Card
from zwanz_ssot.problems import did_you_mean

from ..shortcodes import BadValue, BodyLine, Context, Html, Raw, Values, block
from .cards import chips
from .kinds import game_of, seats_of
from .wording import words

_TALON, _CUT, _STAGE = "talon", "|", "dealt"
_SHAPE = "write seat: card card … on a line for each player"
_SAMPLE = """[deal]
forehand: T-XXI T-XIX T-XVII T-VIII T-IIII T-I C-K C-C H-C D-C
second: T-Sk T-XIV T-XIII T-XI H-K H-Q D-K D-1 C-J S-C
third: T-XVIII T-XVI T-XV T-IX T-VII T-V H-1 D-J C-Q S-J
fourth: T-XX T-XII T-X T-VI H-J D-Q C-10 S-K S-Q S-10
[/deal]"""


@dataclass(frozen=True)
class DealtHands:
    """The cards of a round by who got them, as sets, and the line where that is told."""

    line: int
    hands: Mapping[str, int]
    talon: int


@block("deal", body="raw", sample=_SAMPLE)
def deal(ctx: Context, *, body: Raw, caption: str = "") -> Values:
    """All cards as they were dealt, a hand a line (``seat: card card``; in packets with ``|``
    between them).

    Auctions, tricks and accounts below it, up to the next heading, are held against it.
    """
    game, said = game_of(ctx), words(ctx).text
    wanted = [*seats_of(ctx), *([_TALON] if game.talon else ())]
    given: dict[str, list[list[Card]]] = {}
    found = len(ctx.found)
    for line in (line for line in body if line.text.strip()):
        try:
            _read(ctx, line, wanted, given)
        except BadValue as bad:
            ctx.problem(bad.text, bad.hint, line=line.number)
    if len(ctx.found) == found and (missing := [name for name in wanted if name not in given]):
        ctx.problem(f"does not tell the cards of {', '.join(missing)}", _SHAPE)
    if len(ctx.found) == found:
        sets = {
            name: sum(card.bit for packet in packets for card in packet)
            for name, packets in given.items()
        }
        talon = sets.pop(_TALON, 0)
        ctx.stage[_STAGE] = DealtHands(ctx.line, sets, talon)
    packets = max((len(given[name]) for name in seats_of(ctx) if name in given), default=1)
    heads = ["hand"] if packets == 1 else [f"packet.{number}" for number in range(1, packets + 1)]
    return {
        "player": said("deal", "player"),
        "heads": [said("deal", head) for head in heads],
        "rows": [_row(ctx, name, given[name], packets) for name in wanted if name in given],
        "caption": ctx.written(caption) if caption else "",
    }


def _read(
    ctx: Context, line: BodyLine, wanted: Sequence[str], given: dict[str, list[list[Card]]]
) -> None:
    """One line, or BadValue."""
    game = game_of(ctx)
    name, colon, cards = (part.strip() for part in line.text.partition(":"))
    if not colon or name not in wanted:
        raise BadValue(
            f"'{name}' gets no cards here", did_you_mean(name, wanted) or f"{', '.join(wanted)} do"
        )
    if name in given:
        raise BadValue(f"{name} has cards already")
    packets = []
    seen = {card.id: other for other, its in given.items() for packet in its for card in packet}
    for packet in cards.split(_CUT):
        for id in packet.split():
            if id not in game.deck.by_id:
                raise BadValue(f"there is no card '{id}'", did_you_mean(id, game.deck.by_id))
            if seen.setdefault(id, name) != name or packet.split().count(id) > 1:
                raise BadValue(f"{id} is dealt twice")
        packets.append([game.deck.by_id[id] for id in packet.split()])
    count = sum(map(len, packets))
    due = sum(game.talon.packets) if name == _TALON and game.talon else game.hand_size
    if count != due:
        raise BadValue(f"{name} has {count} cards, and is dealt {due}")
    given[name] = packets


def _row(
    ctx: Context, name: str, packets: list[list[Card]], columns: int
) -> tuple[str, list[Html]]:
    shown = [chips(ctx, packet) for packet in packets]
    if name == _TALON:
        return words(ctx).text("deal", "talon"), [
            Markup(words(ctx).text("join", "and")).join(shown)
        ]
    return words(ctx).text("seats", name), [*shown, *[Html("")] * (columns - len(shown))]


def check_stated(ctx: Context, entry: Mapping[str, Any]) -> None:
    """Hold a situation that a chapter states against the deal above it: its hands and its talon."""
    dealt = ctx.stage.get(_STAGE)
    if not isinstance(dealt, DealtHands):
        return
    deck = game_of(ctx).deck
    told = {**entry.get("hands", {}), **({_TALON: entry[_TALON]} if _TALON in entry else {})}
    for name, cards in told.items():
        there = dealt.talon if name == _TALON else dealt.hands.get(name, 0)
        if strange := [
            card for card in cards if card in deck.by_id and not deck.by_id[card].bit & there
        ]:
            ctx.problem(f"{name} was not dealt {', '.join(strange)}", f"see line {dealt.line}")


def check_tricks(ctx: Context, plays: Sequence[tuple[int, Sequence[tuple[str, Card]]]]) -> None:
    """Hold tricks, each with its line, against the deal above: who plays a card has been dealt it,
    or may have taken it from the talon.
    """
    dealt = ctx.stage.get(_STAGE)
    if not isinstance(dealt, DealtHands):
        return
    for line, trick in plays:
        for seat, card in trick:
            if not card.bit & (dealt.hands[seat] | dealt.talon):
                owner = next(name for name, cards in dealt.hands.items() if cards & card.bit)
                ctx.problem(
                    f"{seat} plays {card.id}, which {owner} was dealt",
                    f"see line {dealt.line}",
                    line=line,
                )


def keep_tricks(ctx: Context, tricks: Sequence[Sequence[Card]]) -> None:
    """Remember the tricks of a table for the account below it."""
    if _STAGE in ctx.stage and tricks:
        ctx.stage["tricks"] = (ctx.line, [[card.id for card in trick] for trick in tricks])


def check_plays(ctx: Context, entry: Mapping[str, Any]) -> None:
    """Hold the tricks of an account against the table above it, which shows them all or some in a
    row.
    """
    line, shown = ctx.stage.get("tricks", (0, []))
    cards = game_of(ctx).deck.by_id
    played = [[card for card in trick if card in cards] for trick in entry.get("plays", ())]
    if shown and played and all(played[at : at + len(shown)] != shown for at in range(len(played))):
        ctx.problem("its tricks are not those of the table above", f"see line {line}")
