"""Rounds as test vectors: lines of JSON with the shape of ``schema/vectors.schema.json``.

A round is random, or comes from an example or a record. It is whole: dealt from a pack and played
to its end. An engine plays all of it, or goes on from the position in which the play begins.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from ..engine import Round, deal, table
from ..engine.in_play_calls import IN_PLAY_WORDS
from ..engine.moves import out_of_turn
from ..engine.random_play import PASSING, random_round
from ..examples import Case
from ..model import SEATS, SIDES, CardSet, Carried, Game, Ledger, Seat, by_seat
from ..model.identifiers import item_of
from ..paths import dotted
from ..problems import IllegalMove, Mark, Problem, RulesFault, WrongCall
from ..schema import check
from ..source import Document

Stated = TypeVar("Stated")
Data = dict[str, Any]
"""An object of JSON."""
FORMAT = 1
"""The version of the format, which each head names."""
DOUBLE = 4
"""Where the rules have double rounds, each round with a number divisible by this is one."""
_WRONG_STEP = "wrong_step"
"""The code of the refusal of a kind of move that does not belong to the step."""
_NO_PLACE = ("not_now", "not_your_turn")
"""The codes of the refusals of a kind of word that may not be said out of turn now."""


def changed(now: Data, before: Mapping[str, Any]) -> Data:
    """The parts of a view that differ from an earlier one."""
    return {
        name: value for name, value in now.items() if name not in before or before[name] != value
    }


def outcome(played: Round) -> Data:
    """The outcome of a round that is over: thrown in, silent, or the settlement.

    ``silent`` is the path of the rule that leaves the result open; then there is no settlement.
    """
    silent = played.silent()
    ledger = None if silent else played.ledger()
    end = {"thrown_in": played.thrown_in, "silent": silent.path if silent else None}
    return {**end, **(ledger_data(ledger) if ledger else {})}


def ledger_data(ledger: Ledger) -> Data:
    """The published form of a ledger, without the parts that an engine need not know."""
    plain = ledger.as_dict()
    for line in plain["lines"]:
        del line["measured"]
        line.pop("item_rule", None)
    return plain


def vectors(game: Game, rounds: int, seed: int = 0) -> Iterator[Data]:
    """The head and ``rounds`` random rounds. A ``seed`` gives the same ones on every platform.

    >>> import zwanz_ssot
    >>> head, first = vectors(zwanz_ssot.load("rufmariasch"), 1, seed=1)
    >>> head["vectors"]["rounds"], sum(first["round"]["end"]["scores"].values())
    (1, 0)
    """
    yield {"vectors": {**head(game), "seed": seed, "rounds": rounds}}
    compiled, random = table(game), Random(seed)
    for number in range(1, rounds + 1):
        carried = carried_into(game, number)
        log: list[tuple[int, int]] = []
        state = random_round(compiled, random, carried, log)
        assert state.pack is not None
        yield round_line(game, number, state.pack, carried, log)


def carried_into(game: Game, number: int) -> Carried:
    """What the round of this number carries over from earlier ones, so that double rounds and
    rounds with restricted bids occur among many.
    """
    rules, doubled = game.match, number % DOUBLE == 0
    everybody = tuple(Seat)[: game.table.players]
    return Carried(
        stakes=2 if doubled and rules.double_rounds == "queue" else 1,
        doubled_for=everybody if doubled and rules.double_rounds == "each_declarer" else (),
        restricted=rules.restricted_rounds is not None and number % DOUBLE == 1,
    )


def carried_of(data: Data) -> Carried:
    """What a round of vectors carries over; ``number`` in its data is that of the line."""
    return Carried.of({key: value for key, value in data.items() if key != "number"})


def round_line(
    game: Game, number: int, order: Sequence[int], carried: Carried, log: Iterable[tuple[int, int]]
) -> Data:
    """A round as a line: its pack, as the indices of cards, and its moves by seat and number."""
    pack = [game.deck.cards[card].id for card in order]
    return {"round": _round(number, pack, deal(game, pack=pack, **carried.as_dict()), log)}


def vectors_of(game: Game, rounds: Sequence[tuple[str, Round]], first: int = 1) -> Iterator[Data]:
    """The head and these rounds, numbered from ``first`` on. Each comes with the name of the
    example that it was made from, or an empty one.

    The rounds have to be over, and dealt from a pack (`whole`).

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> played = whole(zwanz_ssot.deal(game, seed=1))
    >>> head, line = vectors_of(game, [("an-example", played)], first=7)
    >>> line["round"]["number"], line["round"]["example"]
    (7, 'an-example')
    """
    yield {"vectors": {**head(game), "rounds": len(rounds)}}
    for number, (example, played) in enumerate(rounds, first):
        yield _line_of(number, example, played)


def _line_of(number: int, example: str, played: Round) -> Data:
    """A whole round as a line, with the name of its example if there is one."""
    game = played.game
    numbers = table(game).moves.number
    order = [card.index for card in played.deal]
    log = [(int(seat), numbers[str(move)]) for seat, move in played.history]
    line = round_line(game, number, order, played.carried, log)
    return {"round": {**line["round"], "example": example}} if example else line


def head(game: Game) -> Data:
    """What holds for all rounds: the game, its seats, its rules and its pack as plain data."""
    data = {
        "format": FORMAT,
        "game": game.id,
        "variant": game.variant,
        "seats": list(SEATS[: game.table.players]),
        "rules": game.data,
        "deck": game.deck.data,
    }
    # Through JSON, so that keys that are numbers become texts as in every line.
    plain: Data = json.loads(json.dumps(data))
    return plain


def text(line: Data) -> str:
    """A line as compact JSON, without the newline.

    >>> text({"hello": "König"})
    '{"hello":"König"}'
    """
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _round(number: int, pack: list[str], played: Round, log: Iterable[tuple[int, int]]) -> Data:
    """A round as data: its deal, each step with what is legal, refused and seen, and its end."""
    game, seen = played.game, _Seen(played.game)
    steps = []
    for seat, made in log:
        assert played.turn is not None
        move = str(played.table.moves.all[made])
        if seat != played.turn:
            move = out_of_turn(seat, move)
        steps.append(
            {
                "step": played.step,
                "seat": SEATS[played.turn],
                "legal": list(played.texts()),
                "refused": _refused(played),
                **seen.since(played),
                "move": move,
            }
        )
        played = played.after(move)
    state = played.state
    hands = by_seat([CardSet(game.deck, hand).ids for hand in state.dealt])
    talon = [CardSet(game.deck, packet).ids for packet in state.talon]
    dealt: Data = {"pack": pack, "hands": hands}
    if talon:
        dealt["talon"] = talon
    end = {**seen.since(played), **outcome(played)}
    carried = {"stakes": 1, **played.carried.as_dict()}
    return {**carried, "number": number, "deal": dealt, "steps": steps, "end": end}


class _Seen:
    """The views of all seats so far, so that a step holds only what has changed in them."""

    def __init__(self, game: Game) -> None:
        self._common: Data = {}
        self._own: list[Data] = [{} for _ in range(game.table.players)]

    def since(self, played: Round) -> Data:
        """What has changed since the last call, for all (``known``) and for each seat (``own``)."""
        each: Data = {}
        for seat, before in enumerate(self._own):
            view = played.view(seat)
            if seat == 0:
                common = view.known()
                known = changed(common, self._common)
                self._common = common
            own = view.own()
            if news := changed(own, before):
                each[SEATS[seat]] = news
            self._own[seat] = own
        return {"known": known, "own": each}


def _refused(played: Round) -> list[Data]:
    """The moves that are not legal, by the code and the rule of their refusal.

    Of a kind that does not belong to this step, only the first move is listed.
    """
    found: dict[tuple[str, str], list[str]] = {}
    done_kinds: set[str] = set()
    for move in played.table.moves.all:
        if move.kind in done_kinds:
            continue
        refusal = played.why_not(str(move))
        if refusal is not None:
            found.setdefault((refusal.code, dotted(refusal.rule)), []).append(str(move))
            if refusal.code == _WRONG_STEP:
                done_kinds.add(move.kind)
    for code, rule, text in _refused_out_of_turn(played):
        found.setdefault((code, rule), []).append(text)
    return [{"code": code, "rule": rule, "moves": moves} for (code, rule), moves in found.items()]


def _refused_out_of_turn(played: Round) -> Iterator[tuple[str, str, str]]:
    """Code, rule and text of each word that another seat may not say now, in games where words are
    said out of turn. Of a kind that nobody may say now, only the first word is listed.
    """
    if not played.table.speaks_out_of_turn or played.step != "play":
        return
    words = [move for move in played.table.moves.all if move.kind in IN_PLAY_WORDS]
    for seat in range(played.game.table.players):
        done_kinds: set[str] = set()
        for move in words if seat != played.turn else ():
            refusal = None if move.kind in done_kinds else played.why_not(str(move), seat)
            if refusal is not None:
                yield refusal.code, dotted(refusal.rule), out_of_turn(seat, move)
                if refusal.code in _NO_PLACE:
                    done_kinds.add(move.kind)


def read(path: Path) -> Iterator[Data]:
    """The lines of a file, each checked by the schema.

    Raises `RulesFault` at the first line that is no vector and where there are fewer rounds than
    the head says, `OSError` where the file cannot be read.

    >>> import tempfile, zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "rounds.jsonl")
    ...     _ = file.write_text("".join(text(line) + "\\n" for line in vectors(game, 2)), "utf-8")
    ...     kinds = [kind for line in read(file) for kind in line]
    >>> kinds
    ['vectors', 'round', 'round']
    """
    with path.open("rb") as lines:
        number = promised = 0
        for number, line in enumerate(lines, 1):
            data = _checked_line(str(path), number, line)
            if number == 1:
                promised = data["vectors"]["rounds"]
            yield data
        again = "write one with `zwanz vectors`"
        if number == 0:
            raise _fault(str(path), 1, "the file is empty", again)
        if number <= promised:
            text = f"the file has {number - 1} of the {promised} rounds that its head says"
            raise _fault(str(path), number, text, again)


def _checked_line(file: str, number: int, line: bytes) -> Data:
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise _fault(file, number, "this line is not JSON") from None
    kind = "vectors" if number == 1 else "round"
    if not isinstance(data, dict) or list(data) != [kind]:
        raise _fault(file, number, f"this line has to be an object with the one key '{kind}'")
    if faults := check(Document(file, data, {}, {}), "vectors"):
        at = Mark(file, number, 1)
        raise RulesFault(
            Problem(at, fault.path, fault.text, fault.hint, fault.code) for fault in faults
        )
    return data


def _fault(file: str, line: int, text: str, hint: str = "") -> RulesFault:
    return RulesFault([Problem(Mark(file, line, 1), "", text, hint, "vectors")])


def checked(game: Game, lines: Iterable[Data]) -> Iterator[Data]:
    """The lines of vectors, as they are. Raises `WrongCall` at the first round that says anything
    else than the rules of the game do.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> head, first = vectors(game, 1)
    >>> del first["round"]["steps"][0]["legal"][0]
    >>> list(checked(game, [head, first]))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: round 1 of the vectors contradicts the rules at ...
    """
    for line in lines:
        if "round" in line:
            _refuse_other_rules(game, line["round"])
        yield line


def _refuse_other_rules(game: Game, data: Data) -> None:
    """Play a round of vectors again, and raise `WrongCall` where it contradicts the rules."""
    number, again = data["number"], "write them again with `zwanz vectors`"
    played = deal(game, pack=data["deal"]["pack"], **carried_of(data).as_dict())
    for step in data["steps"]:
        try:
            played = played.after(step["move"])
        except IllegalMove:
            raise WrongCall(
                f"round {number} of the vectors has a move that is not legal: {step['move']}", again
            ) from None
    if not played.over:
        raise WrongCall(f"round {number} of the vectors breaks off before its end", again)
    right = json.loads(text(_line_of(number, data.get("example", ""), played)))["round"]
    if right != data:
        place = dotted(_place_of_difference(right, data))
        raise WrongCall(f"round {number} of the vectors contradicts the rules at '{place}'", again)


def _place_of_difference(one: Any, other: Any) -> tuple[str | int, ...]:
    """Where two values of JSON that differ do so first; empty where they do as a whole."""
    parts: Iterable[str | int] = ()
    if isinstance(one, dict) and isinstance(other, dict):
        parts = one | other
    elif isinstance(one, list) and isinstance(other, list):
        parts = range(max(len(one), len(other)))
    for part in parts:
        try:
            inner = one[part], other[part]
        except LookupError:
            return (part,)
        if inner[0] != inner[1]:
            return (part, *_place_of_difference(*inner))
    return ()


def places_of_hands(game: Game) -> tuple[list[list[int]], list[int]]:
    """The places of the pack that each hand is dealt from, by seat, and those of the talon; for a
    pack that is not cut.
    """
    compiled = table(game)
    players, at = game.table.players, 0
    hands: list[list[int]] = [[] for _ in range(players)]
    talon: list[int] = []
    for step in game.deals.values():
        first = compiled.seats(step.first)(compiled.begin(), 0).bit_length() - 1
        for packet in step.packets:
            if packet == 0:
                talon += range(at, at + sum(compiled.talon))
                at += sum(compiled.talon)
                continue
            for seat in range(players):
                hands[(first + seat) % players] += range(at, at + packet)
                at += packet
    return hands, talon


def whole(played: Round, seed: int = 0) -> Round:
    """The round dealt from a pack, and played to its end. Where it was stated by its hands, a pack
    that deals them is made; where it is not over, moves are chosen by chance, from the ``seed``.

    >>> import zwanz_ssot
    >>> dealt = zwanz_ssot.deal(zwanz_ssot.load("rufmariasch"), seed=1)
    >>> whole(dealt).over, whole(dealt).deal == dealt.deal
    (True, True)
    """
    if played.state.pack is None:
        played = _dealt_from_a_pack(played)
    random = Random(seed)
    while not played.over:
        moves = played.moves()
        quiet = moves[-1].kind in ("pass", "open") and random.random() < PASSING
        played = played.after(moves[-1] if quiet else moves[int(random.random() * len(moves))])
    return played


def _dealt_from_a_pack(played: Round) -> Round:
    """The round dealt from a pack that gives its hands, cut in the middle if there is a cut."""
    game = played.game
    hands, talon = places_of_hands(game)
    cards = [card.id for card in played.deal]
    order = [""] * len(cards)
    for place, card in zip(
        [*(place for hand in hands for place in hand), *talon], cards, strict=True
    ):
        order[place] = card
    begun = deal(game, pack=order, **played.carried.as_dict())
    cuts = [move for move in begun.moves() if move.kind == "cut"] if begun.step == "deal" else []
    if cuts:
        cut = cuts[len(cuts) // 2]
        lifted = len(order) - (cut.count or 0)
        begun = deal(game, pack=[*order[lifted:], *order[:lifted]], **played.carried.as_dict())
        begun = begun.after(cut)
    for seat, move in played.history:
        begun = begun.after(move, seat)
    return begun


class ExampleRound(NamedTuple):
    """A whole round made from an example."""

    example: str
    """The name of the example."""
    played: Round
    as_stated: bool
    """Whether a hand speaks first, as its example states; not where somebody has to bid before."""


def example_rounds(game: Game, cases: Iterable[Case]) -> Iterator[ExampleRound]:
    """The rounds that the examples of this rule set state, played to their end by chance where they
    break off (`whole`). Raises `RulesFault` as `stated` does.

    >>> import zwanz_ssot
    >>> from zwanz_ssot import examples
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> first = next(example_rounds(game, examples.about(game)))
    >>> first.played.over
    True
    """
    for case, found in stated(game, cases, Case.rounds):
        for played in found[:1]:
            behind = case.kind == "hand" and played.contract is not None
            yield ExampleRound(case.id, whole(played), not behind)


def stated(
    game: Game, cases: Iterable[Case], part: Callable[[Case], Stated]
) -> Iterator[tuple[Case, Stated]]:
    """The examples of this rule set, each with the ``part`` of it.

    Raises `RulesFault` for an example that does not fit the rules. Where the variant comes from a
    file of the user, such examples are left out: it inherits some about rules that it drops.
    """
    for case in cases:
        if (case.game.id, case.game.variant) == (game.id, game.variant):
            try:
                found = part(case)
            except RulesFault:
                if game.own_file is None:
                    raise
                continue
            yield case, found


# The position in which the play begins, for engines that play cards only.


def play_position(at: Round) -> Data:
    """What an engine needs to play from here: the cards, the contract, who plays with whom, and
    what was announced and doubled.

    ``at`` is a round at its first lead. The data contain all, also what some seats may not see.
    """
    state, game = at.state, at.game
    assert at.turn is not None
    return {
        "hands": {SEATS[seat]: list(hand.ids) for seat, hand in enumerate(at.hands)},
        "talon": [list(CardSet(game.deck, packet).ids) for packet in state.talon],
        "discards": list(CardSet(game.deck, state.discarded).ids),
        **agreed(at),
        "said": [[SEATS[seat], str(move)] for seat, move in at.history],
        "leads": SEATS[at.turn],
    }


def agreed(at: Round) -> Data:
    """What was agreed before the play: the contract, the sides, what was announced and doubled."""
    state, game = at.state, at.game
    assert at.contract is not None
    sides = {SEATS[seat]: SIDES[not state.declarers >> seat & 1] for seat in range(state.players)}
    trump = state.trump
    return {
        "contract": at.contract.id,
        "declarer": None if at.declarer is None else SEATS[at.declarer],
        "called_card": None if at.called_card is None else at.called_card.id,
        "trump": None if trump < 0 else tuple(game.deck.suits)[trump],
        "sides": sides,
        "announced": _announced(at),
        "levels": dict(at.view(None).levels),
    }


def _announced(at: Round) -> list[list[str]]:
    """Each announced bonus with its side and the seat that announced it."""
    state = at.state
    found = []
    for number, bonus in enumerate(at.table.bonus_ids):
        for side, name in enumerate(SIDES):
            announcer = state.announcers[item_of(number, side)]
            if announcer >= 0:
                found.append([bonus, name, SEATS[announcer]])
    return found
