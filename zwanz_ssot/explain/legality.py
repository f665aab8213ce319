"""The rules that allow or refuse a move: where they are written, what they say, their sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..engine import Move, Round
from ..engine.exchange import ExchangeStep
from ..model import Game, Path
from ..problems import repeated
from ..prose import Prose
from ..prose.phrases import Phrases
from ..source import dotted
from . import card_text

_LONGEST = 200
"""The most characters of the sentence of a whole part of the rules."""


def where(game: Game, path: Path) -> str:
    """``file:line`` of a rule, or of the nearest part around it; empty for rules without a file.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> where(game, ("play", "follow")).partition(":")[0].endswith("game.yaml")
    True
    """
    found = game.where(path)
    return f"{found.mark.file}:{found.line}" if found else ""


def place(game: Game, path: Path) -> dict[str, Any]:
    """The path of a rule, and the file, line and column where it is written (`Game.where`); these
    are None for rules without a file.

    >>> import zwanz_ssot
    >>> place(zwanz_ssot.load("rufmariasch"), ("play", "follow", 0))["path"]
    'play.follow.0'
    """
    found = game.where(path)
    return {
        "path": dotted(path),
        "file": found.mark.file if found else None,
        "line": found.line if found else None,
        "column": found.column if found else None,
    }


@dataclass(frozen=True)
class DecidingRule:
    """A rule that decides whether a move is legal, and a sentence on why it does so here."""

    rule: Path
    """Empty where no rule tells it, as for a card that is not held."""
    text: str


@dataclass(frozen=True)
class Verdict:
    """Whether a move is legal, and the rules that decide it. ``code`` is that of the refusal, empty
    for a legal move.

    >>> Verdict("pass", "", ()).legal, Verdict("pass", "not_your_turn", ()).legal
    (True, False)
    """

    move: str
    code: str
    rules: tuple[DecidingRule, ...]

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
        return not self.code


def judge(
    at: Round, move: Move | str, prose: Prose, phrases: Phrases, seat: int | None = None
) -> Verdict:
    """Whether a move is legal in a position, and the rules that decide it. ``seat`` is the one that
    moves, by default the one whose turn it is.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> at = zwanz_ssot.deal(prose.game, seed=1)
    >>> judge(at, "play H-A", prose, Phrases("en")).code  # the pack has not been cut yet
    'wrong_step'
    >>> judge(at, "cut 5", prose, Phrases("en")).legal
    True
    """
    refusal = at.why_not(move, seat)
    if refusal is not None:
        rule = DecidingRule(refusal.cited, prose.refusal(refusal))
        return Verdict(str(move), refusal.code, (rule,))
    if not isinstance(move, Move):  # a text may name its seat, and leave out a side
        seat, move = at.after(move, seat).history[-1]
    rules = tuple(_RULES_THAT_ALLOW[move.kind](at, move, prose, phrases))
    if seat not in (None, at.turn):
        rules = (_out_of_turn(at, move, phrases), *(r for r in rules if r.rule != _speaking(at)))
    return Verdict(str(move), "", rules)


def verdict_text(verdict: Verdict, prose: Prose, phrases: Phrases) -> RenderableType:
    """A verdict for people: each rule with why it decides, its place, its sentence, its sources.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> at = zwanz_ssot.deal(prose.game, seed=1)
    >>> verdict = judge(at, "cut 5", prose, Phrases("en"))
    >>> verdict_text(verdict, prose, Phrases("en")).renderables[0].plain
    'Yes: cut 5 is legal.'
    """
    head = phrases("allowed" if verdict.legal else "refused", move=repeated(verdict.move))
    parts: list[RenderableType] = [Text(head, style="bold green" if verdict.legal else "bold red")]
    for each in verdict.rules:
        parts.append(Text(each.text))
        if each.rule:
            parts.append(rule_text(each.rule, prose, phrases))
    return Group(*parts)


def rule_text(rule: Path, prose: Prose, phrases: Phrases) -> RenderableType:
    """A rule as indented lines: its path with file and line, which is not broken, its sentence, its
    sources.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> head, _ = rule_text(("play", "follow", 0), prose, Phrases("en")).renderables
    >>> head.plain.partition("  (")[0]
    '  Rule: play.follow.0'
    """
    lines = []
    if sentence := _sentence(rule, prose):
        lines.append(phrases("says", sentence=sentence))
    if cited := _cited(rule, prose):
        lines.append(phrases("cited", sources=phrases.listed(cited)))
    said = Padding(Text("\n".join(lines), style="dim"), (0, 0, 0, 2))
    place = phrases("rule", path=f"{dotted(rule)}  ({where(prose.game, rule)})")
    head = Text(f"  {place}", style="dim", no_wrap=True, overflow="ignore")
    return Group(head, said) if lines else head


def _cited(rule: Path, prose: Prose) -> list[str]:
    """The sources of a rule, each once."""
    return list(dict.fromkeys(prose.game.cites(rule))) if rule else []


def _sentence(rule: Path, prose: Prose) -> str:
    """The sentence of a rule; empty for a whole part of the rules where it would be too long."""
    value = prose.game.at(rule) if rule else None
    if value is None:
        return ""
    try:
        sentence = prose.setting(rule, value)
    except KeyError:
        return ""
    return sentence if len(rule) > 1 or len(sentence) <= _LONGEST else ""


def verdict_data(verdict: Verdict, prose: Prose) -> dict[str, Any]:
    """A verdict for programs.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> at = zwanz_ssot.deal(prose.game, seed=1)
    >>> verdict_data(judge(at, "cut 5", prose, Phrases("en")), prose)["legal"]
    True
    """
    because = [
        {
            "sentence": each.text,
            "rule": place(prose.game, each.rule) if each.rule else None,
            "says": _sentence(each.rule, prose) or None,
            "sources": _cited(each.rule, prose),
        }
        for each in verdict.rules
    ]
    return {
        "move": verdict.move,
        "legal": verdict.legal,
        "code": verdict.code or None,
        "because": because,
    }


# The rules that allow a legal move, by its kind.


def _of_play(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    """The rung of the ladder that allows a card; or what else binds the hand to it."""
    assert move.card is not None
    state, card = at.state, move.card.index
    tricks = at.table.play_step.tricks(state)
    led = state.played[-state.in_trick] if state.trick else 0
    hand, bit = state.hands[state.turn], 1 << card
    number, _ = tricks.rung(hand, state.trick, led)
    rungs = tricks.play.follow if state.trick else tricks.play.lead
    rung = rungs[number]
    key = "ground_follow" if state.trick else "ground_lead"
    short = prose.card_short(card)
    if at.table.play_step.tied_to(state):
        tied = "ground_laid" if state.laid[state.turn] == card else "ground_declared"
        yield DecidingRule(at.table.play_step.tied_by(state), phrases(tied, card=short))
        return
    yield DecidingRule(rung.at, phrases(key, card=short, rung=prose.ladder([rung])))
    if tricks.beat and state.trick:
        wins = tricks.winner(state.trick | bit, led, state.played) == card
        yield DecidingRule(
            tricks.play.beat_at,
            phrases("ground_beat" if wins else "ground_cannot_beat", card=short),
        )
    if rule := tricks.keeps(card, hand, state.held_back[state.turn]):
        yield DecidingRule(rule.at, phrases("ground_held", card=short))


def _of_bid(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    game = at.game
    contract = game.contracts[str(move.contract)]
    ladder = (*game.auction.at, "ladder")
    if at.contract is None:
        yield DecidingRule(ladder, phrases("ground_first_bid"))
    elif at.contract is contract:
        joined = contract.joined
        rule = joined.at if joined else (*game.auction.at, "suit_order")
        yield DecidingRule(rule, phrases("ground_join" if joined else "ground_name"))
    else:
        names = {"contract": prose.contract(contract.id), "highest": prose.contract(at.contract.id)}
        yield DecidingRule(ladder, phrases("ground_higher", **names))
    if contract.by is not None:
        yield DecidingRule((*contract.at, "by"), phrases("ground_by"))
    if contract.requires is not None:
        yield DecidingRule((*contract.at, "requires"), phrases("ground_requires"))
    if contract.calls and move.card is not None:
        yield _called(at, move, prose, phrases)


def _called(at: Round, move: Move, prose: Prose, phrases: Phrases) -> DecidingRule:
    """The rule that lets the hand call a card."""
    call = at.game.call
    assert call is not None and move.card is not None
    if move.card.index in call.own and at.state.hands[at.state.turn] & move.card.bit:
        return DecidingRule((*call.at, "own"), phrases("ground_calls"))
    key = {"first_not_held": "ground_call_first", "not_held": "ground_call_not_held"}
    text = phrases(key.get(call.choose, "ground_calls"), card=prose.card_short(move.card.index))
    return DecidingRule((*call.at, "choose"), text)


def _speaking(at: Round) -> Path:
    """The rule that says what may be said now."""
    if at.step == "play" and at.contract is not None:
        return at.contract.play.says.at
    if at.step == "announcements":
        return ("announcements", "in_one_turn")
    return (*at.game.auction.at, "in_one_turn")


def _out_of_turn(at: Round, move: Move, phrases: Phrases) -> DecidingRule:
    """The rule that lets a seat speak whose turn it is not."""
    assert at.contract is not None
    says = at.contract.play.says
    rule = next((each.at for each in says.any_time if each.id == move.kind), says.at)
    return DecidingRule(rule, phrases("ground_any_time"))


def _of_declare(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    yield DecidingRule(_speaking(at), phrases("ground_turn"))
    yield DecidingRule(
        (*at.game.declarations[str(move.item)].at, "ranks"), phrases("ground_declare")
    )


def _of_raise(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    rules = at.contract
    assert rules is not None
    if at.step != "announcements":
        yield DecidingRule(_speaking(at), phrases("ground_turn"))
        yield DecidingRule((*rules.play.at, "raised_to"), phrases("ground_raise"))
    elif rules.becomes:
        yield DecidingRule((*rules.at, "becomes"), phrases("ground_becomes"))
    else:
        yield DecidingRule((*rules.at, "raised_after_exchange"), phrases("ground_raise_own"))


def _of_call(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    yield _called(at, move, prose, phrases)


def _of_trump(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    if at.game.naming is not None and at.step == "naming":
        yield DecidingRule((*at.game.naming.at, "suits"), phrases("ground_trump"))
        return
    assert at.contract is not None
    own = (*at.contract.play.at, "trump")
    yield DecidingRule(
        own if at.game.at(own) is not None else ("play", "trump"), phrases("ground_trump")
    )


def _of_exchange(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    if at.step == "deal":  # a stack of a knocked pack is taken
        yield from _of_deal(at, move, prose, phrases)
        return
    step = at.table.steps[at.state.step]
    assert isinstance(step, ExchangeStep) and at.contract is not None
    if move.kind == "take":
        yield DecidingRule((*at.contract.at, "talon", "takes"), phrases("ground_packet"))
    elif move.kind == "discard":
        rungs = step.ladder(at.state.contract)
        yield DecidingRule(rungs[0].at[:-1], phrases("ground_discard"))
    else:
        yield DecidingRule((*step.rules.at, "called_card_in_talon"), phrases("ground_concede"))


def _of_passing(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    yield DecidingRule(("passing", "cards"), phrases("ground_give"))


def _of_announce(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    bonus = at.game.bonuses[str(move.item)]
    yield DecidingRule(_speaking(at), phrases("ground_turn"))
    if bonus.contracts:
        yield DecidingRule((*bonus.at, "contracts"), phrases("ground_contract"))
    if bonus.announced_by is not None:
        yield DecidingRule((*bonus.at, "announced_by"), phrases("ground_announcer"))
    if bonus.announce_if is not None:
        yield DecidingRule((*bonus.at, "announce_if"), phrases("ground_announce_if"))


def _of_double(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    kontra = at.game.kontra
    assert kontra is not None and at.turn is not None
    word = prose.kontra_word(
        card_text.level_word(at.game, move, at.view(at.turn)) or kontra.levels[-1]
    )
    yield DecidingRule((*kontra.at, "doubles"), phrases("ground_double", word=word))
    yield DecidingRule((*kontra.at, "begins"), phrases("ground_side"))


def _of_pass(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    if at.contract is None:
        yield DecidingRule((*at.game.auction.at, "opening"), phrases("ground_pass_opening"))
    else:
        yield DecidingRule(_speaking(at), phrases("ground_pass"))


def _of_auction(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    auction = at.game.auction
    key, word = auction.rule_of(move.kind), move.kind
    if word == "hold":
        word = "hold_number" if key == "numbers" else _HOLDS[auction.next_bid]
    yield DecidingRule((*auction.at, key), phrases(f"ground_{word}"))


_HOLDS = {
    "higher_or_held": "hold",
    "higher_or_held_once": "hold_once",
    "higher_or_senior": "hold_senior",
}
"""The end of the key for a bid that is held, by ``next_bid``."""


def _of_deal(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    step = at.game.deals[at.game.order[at.state.step].partition(".")[2]]
    key = {"cut": "leaves"}.get(move.kind, "knock")
    yield DecidingRule((*step.at, "cut", key), phrases(f"ground_{move.kind}"))


def _of_misdeal(at: Round, move: Move, prose: Prose, phrases: Phrases) -> Iterator[DecidingRule]:
    if move.kind == "keep":
        yield DecidingRule(("misdeal", "reasons"), phrases("ground_keep"))
        return
    reason_id = at.after(move).thrown_in
    reason = next(reason for reason in at.game.misdeal if reason.id == reason_id)
    yield DecidingRule(reason.at, phrases("ground_throw_in"))


_RULES_THAT_ALLOW = {
    "play": _of_play,
    "bid": _of_bid,
    "announce": _of_announce,
    "double": _of_double,
    "declare": _of_declare,
    "raise": _of_raise,
    "call": _of_call,
    "trump": _of_trump,
    "pass": _of_pass,
    "open": _of_auction,
    "hold": _of_auction,
    "number": _of_auction,
    "name": _of_auction,
    "cut": _of_deal,
    "knock": _of_deal,
    "take": _of_exchange,
    "discard": _of_exchange,
    "give": _of_passing,
    "concede": _of_exchange,
    "keep": _of_misdeal,
    "throw-in": _of_misdeal,
}
