"""All hands of a round, laid open.

What the chapter shows of the round below, up to the next chapter or section (``#``, ``##``), is
checked against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zwanz_ssot.model import Card
from zwanz_ssot.problems import did_you_mean, joined_hints

from ..shortcodes import BadValue, BodyLine, Context, Html, Raw, Values, block
from .cards import alt
from .kinds import game_of, seats_of
from .wording import words

_TALON, _CUT, _STAGE, _TRICKS = "talon", "|", "dealt", "tricks"
_SHAPE = "write seat: card card … on a line for each player"
_SAMPLE = """[deal]
forehand: T-XXI T-XIX T-XVII T-VIII T-IIII T-I C-K C-C H-C D-C
second: T-Sk T-XIV T-XIII T-XI H-K H-Q D-K D-1 C-J S-C
third: T-XVIII T-XVI T-XV T-IX T-VII T-V H-1 D-J C-Q S-J
fourth: T-XX T-XII T-X T-VI H-J D-Q C-10 S-K S-Q S-10
[/deal]"""

Packets = list[list[Card]]
"""The cards of a hand in the packets in which they are dealt."""


@dataclass(frozen=True)
class DealtHands:
    """The cards of a round as sets: the hands by seat, and the talon. `line` is that of the
    block.
    """

    line: int
    hands: Mapping[str, int]
    talon: int


@block("deal", body="raw", sample=_SAMPLE)
def deal(ctx: Context, *, body: Raw, caption: str = "") -> Values:
    """All cards as they were dealt, a hand a line (``seat: card card``; in packets with ``|``
    between them).

    Auctions, tricks and accounts below it, up to the heading of the next section (``##``), are
    checked against it.
    """
    say = words(ctx).text
    receivers = [*seats_of(ctx), *([_TALON] if game_of(ctx).talon else ())]
    problems = len(ctx.found)
    dealt = _read_all(ctx, body, receivers)
    if len(ctx.found) == problems:
        _keep(ctx, dealt)

    longest = max((len(packet) for seat in dealt for packet in dealt[seat]), default=1)
    most_packets = max((len(dealt[seat]) for seat in seats_of(ctx) if seat in dealt), default=1)
    numbers = range(1, most_packets + 1)
    heads = [say("deal", f"packet.{number}", "packet", number=str(number)) for number in numbers]
    shown = [name for name in receivers if name in dealt]
    return {
        "player": say("deal", "player"),
        "heads": [say("deal", "hand")] if most_packets == 1 else heads,
        "rows": [_row(ctx, name, dealt[name], most_packets, longest) for name in shown],
        "caption": ctx.written(caption) if caption else "",
    }


def _read_all(ctx: Context, body: Raw, receivers: Sequence[str]) -> dict[str, Packets]:
    """The packets of each line by who gets them; bad lines are reported, or else missing ones."""
    dealt: dict[str, Packets] = {}
    problems = len(ctx.found)
    for line in body:
        if not line.text.strip():
            continue
        try:
            name, packets = _read(ctx, line, receivers, dealt)
        except BadValue as bad:
            ctx.problem(bad.text, bad.hint, line=line.number)
        else:
            dealt[name] = packets
    missing = [name for name in receivers if name not in dealt]
    if missing and len(ctx.found) == problems:
        ctx.problem(f"does not tell the cards of {', '.join(missing)}", _SHAPE)
    return dealt


def _read(
    ctx: Context, line: BodyLine, receivers: Sequence[str], dealt: Mapping[str, Packets]
) -> tuple[str, Packets]:
    """Who gets cards on a line, and their packets; BadValue with what is wrong with it."""
    name, colon, cards = (part.strip() for part in line.text.partition(":"))
    if not colon or name not in receivers:
        hint = did_you_mean(name, receivers) or f"{', '.join(receivers)} do"
        raise BadValue(f"'{name}' gets no cards here", hint)
    if name in dealt:
        raise BadValue(f"{name} has cards already")

    # Every card exists, and is dealt once.
    by_id = game_of(ctx).deck.by_id
    taken, written = set(_ids(dealt.values())), cards.replace(_CUT, " ").split()
    if unknown := [id for id in written if id not in by_id]:
        listed = ", ".join(f"'{id}'" for id in unknown)
        hint = joined_hints(did_you_mean(id, by_id) for id in unknown)
        raise BadValue(f"there is no card {listed}", hint)
    if twice := [id for id in written if id in taken or written.count(id) > 1]:
        listed = ", ".join(dict.fromkeys(twice))
        raise BadValue(f"{listed} {'is' if len(set(twice)) == 1 else 'are'} dealt twice")

    packets: Packets = []
    for packet in cards.split(_CUT):
        packets.append([by_id[id] for id in packet.split()])
    count, due = sum(map(len, packets)), _due(ctx, name)
    if count != due:
        raise BadValue(f"{name} has {count} cards, and is dealt {due}")
    return name, packets


def _ids(hands: Iterable[Packets]) -> Iterator[str]:
    """The ids of all cards of some hands."""
    for packets in hands:
        for packet in packets:
            yield from (card.id for card in packet)


def _due(ctx: Context, name: str) -> int:
    """The number of cards that a player or the talon gets."""
    game = game_of(ctx)
    return sum(game.talon.packets) if name == _TALON and game.talon else game.hand_size


def _row(
    ctx: Context, name: str, packets: Packets, columns: int, longest: int
) -> tuple[str, list[list[LaidCard]]]:
    """The head and the cells of a row; the talon is in one cell, with a gap between its packets.

    All cards of a table are as wide as the longest packet lets them be.
    """
    step = overlap_step(longest, columns)
    if name == _TALON:
        laid = [_laid(ctx, packet, step / columns) for packet in packets]
        return words(ctx).text("deal", "talon"), [[card for packet in laid for card in packet]]
    shown = [_laid(ctx, packet, step) for packet in packets]
    return words(ctx).text("seats", name), [*shown, *([[]] * (columns - len(shown)))]


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a row, in which each card covers the one before it.

    `step` is the distance to the next card, in percent of the row. `last` ends a packet.
    """

    image: Html
    step: float
    last: bool


WIDER_THAN_STEP = 5 / 3
"""The width of a card in steps of a row; so its corner stays visible (see the styles of
`.laid`).
"""
_WIDEST_STEP = 9.0
"""The widest step, in percent of all columns together."""


def overlap_step(count: int, columns: int = 1) -> float:
    """The step of a row of `count` cards, in percent of its width, that of one of `columns`."""
    return min(_WIDEST_STEP * columns, round(100 / (count - 1 + WIDER_THAN_STEP), 2))


def _laid(ctx: Context, packet: Sequence[Card], step: float) -> list[LaidCard]:
    images = [ctx.card_image(card.id, alt(ctx, card), detail="head") for card in packet]
    return [
        LaidCard(image, round(step, 2), number == len(images))
        for number, image in enumerate(images, 1)
    ]


# checking what stands below a deal


def _keep(ctx: Context, dealt: Mapping[str, Packets]) -> None:
    """Remember a complete deal for the blocks below it."""
    sets = {}
    for name, packets in dealt.items():
        sets[name] = sum(card.bit for packet in packets for card in packet)
    talon = sets.pop(_TALON, 0)
    ctx.stage.pop(_TRICKS, None)
    ctx.stage[_STAGE] = DealtHands(ctx.line, sets, talon)


def check_stated(ctx: Context, entry: Mapping[str, Any]) -> None:
    """Check the hands and the talon that a situation states against the deal above it."""
    dealt = ctx.stage.get(_STAGE)
    if not isinstance(dealt, DealtHands):
        return
    by_id = game_of(ctx).deck.by_id
    claimed = dict(entry.get("hands", {}))
    if _TALON in entry:
        claimed[_TALON] = entry[_TALON]
    for name, cards in claimed.items():
        there = dealt.talon if name == _TALON else dealt.hands.get(name, 0)
        strange = [card for card in cards if card in by_id and not by_id[card].bit & there]
        if strange:
            ctx.problem(f"{name} was not dealt {', '.join(strange)}", f"see line {dealt.line}")


def check_tricks(ctx: Context, plays: Sequence[tuple[int, Sequence[tuple[str, Card]]]]) -> None:
    """Check tricks, each with its line, against the deal above them.

    A player has been dealt the card, or may have taken it from the talon.
    """
    dealt = ctx.stage.get(_STAGE)
    if not isinstance(dealt, DealtHands):
        return
    hint = f"see line {dealt.line}"
    for line, trick in plays:
        for seat, card in trick:
            if not card.bit & (dealt.hands[seat] | dealt.talon):
                owner = next(name for name, cards in dealt.hands.items() if cards & card.bit)
                text = f"{seat} plays {card.id}, which {owner} was dealt"
                ctx.problem(text, hint, line=line)


def keep_tricks(ctx: Context, tricks: Sequence[Sequence[Card]]) -> None:
    """Remember the tricks of a table for the account below it."""
    if _STAGE in ctx.stage and tricks:
        ids = [[card.id for card in trick] for trick in tricks]
        ctx.stage[_TRICKS] = (ctx.line, ids)


def check_plays(ctx: Context, entry: Mapping[str, Any]) -> None:
    """Check the tricks of an account against the table above it.

    The table shows all tricks, or some in a row.
    """
    line, shown = ctx.stage.get(_TRICKS, (0, []))
    by_id = game_of(ctx).deck.by_id
    played = [[card for card in trick if card in by_id] for trick in entry.get("plays", ())]
    if not shown or not played:
        return
    starts = range(len(played))
    if all(played[start : start + len(shown)] != shown for start in starts):
        ctx.problem("its tricks are not those of the table above", f"see line {line}")
