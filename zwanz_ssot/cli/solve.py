"""``zwanz solve``: the value of a position with all cards open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import plain_table, print_json, show
from ..game_names import resolve_game
from ..model import SEATS, seat_names, seats_in
from ..problems import WrongCall
from .framework import (
    FINE,
    CommandWithExamples,
    WholeNumber,
    json_option,
    lang_option,
    means_record,
    rules_option,
    seed_type,
    the_one,
    variant_option,
)

if TYPE_CHECKING:
    from ..engine import Round
    from ..kernel import NotSolved, Solution

_NODES = 5_000_000
"""The positions that are searched by default."""


@click.command("solve", cls=CommandWithExamples)
@click.argument("where", required=False, metavar="[RECORD|GAME]")
@click.option(
    "--after", type=WholeNumber(min=0), help="The position after this many moves of the round."
)
@click.option("--seed", type=seed_type, help="The deal of a seed, played by the simple players.")
@click.option("--contract", help="With --seed or --hands: the first lead of this contract.")
@click.option(
    "--hands",
    multiple=True,
    metavar="CARDS",
    help="The hand of a seat; once for each seat, from forehand on.",
)
@click.option(
    "--played", metavar="CARDS", default="", help="With --contract: the cards played from there."
)
@click.option("--aim", help="points, tricks or objective; by default what the contract asks for.")
@click.option(
    "--nodes",
    type=WholeNumber(min=1),
    default=_NODES,
    show_default=True,
    help="The most positions to search.",
)
@variant_option
@lang_option
@rules_option
@json_option
def command(
    where: str | None,
    after: int | None,
    seed: int | None,
    contract: str | None,
    hands: tuple[str, ...],
    played: str,
    aim: str | None,
    nodes: int,
    variant: str | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Solve a position with all cards open.

    Prints the result of the declarers' side if nobody makes a mistake, the value of each legal card
    to it, and a line of play. The position is that of a RECORD, of a seed, or of stated hands. It
    says nothing about play with hidden cards.
    """
    from ..analysis.mistakes import solve_soon
    from ..positions import from_record

    stated = seed is not None or bool(hands)
    record = Path(where) if where is not None and means_record(where, stated) else None
    the_one({"a RECORD": record, "--seed": seed, "--hands": hands or None})
    if hands and contract is None:
        raise click.UsageError("--contract goes with --hands")
    if played and contract is None:
        raise click.UsageError("--played goes with --contract")
    if after is not None and contract is not None:
        raise click.UsageError("--after goes without --contract: --played has the cards since")
    if record is not None:
        at = from_record(record, after, rules, variant)
    else:
        at = _dealt(where, variant, rules, seed, contract, hands, after, played, lang)
    if at.step != "play":
        hint = "--after with a larger N comes to the play" if after is not None else ""
        raise WrongCall(f"the position is not in the play but in {at.step}", hint)
    found = solve_soon(at, aim=aim, nodes=nodes)
    if as_json:
        print_json(_data(at, found))
    else:
        _show_answer(at, found, lang)
    return FINE


def _dealt(
    game: str | None,
    variant: str | None,
    rules: Path | None,
    seed: int | None,
    contract: str | None,
    hands: tuple[str, ...],
    after: int | None,
    played: str,
    lang: str,
) -> Round:
    """The position of a seed or of stated hands."""
    from ..engine import deal
    from ..move_parser import read_cards
    from ..positions import after_moves, from_seed, under_contract
    from ..prose import Prose

    chosen = resolve_game(game, variant, rules)
    prose, cards = Prose(chosen, lang), chosen.deck.cards
    if contract is None:
        if after is None:
            raise click.UsageError("--after N or --contract says how far the round is")
        return from_seed(chosen, seed or 0, after)
    if hands:
        stated = [[cards[card].id for card in read_cards(prose, hand)] for hand in hands]
        start = deal(chosen, hands=stated)
    else:
        start = deal(chosen, seed=seed)
    at = under_contract(start, contract, "play", False)
    return after_moves(at, (f"play {cards[card].id}" for card in read_cards(prose, played)))


def _data(at: Round, found: Solution | NotSolved) -> dict[str, Any]:
    """The answer as data."""
    from ..kernel import NotSolved

    head = {
        "game": at.game.id,
        "variant": at.game.variant,
        "contract": at.contract.id if at.contract else None,
        "declarers": seat_names(seats_in(at.state.declarers)),
        "to_move": SEATS[at.turn] if at.turn is not None else None,
        "aim": found.aim,
        "nodes": found.nodes,
        "solved": not isinstance(found, NotSolved),
    }
    if isinstance(found, NotSolved):
        return head
    cards = [{"card": card, "value": value} for card, value in _ranked(at, found)]
    return {**head, "value": found.value, "parts": found.parts, "cards": cards, "line": found.line}


def _ranked(at: Round, found: Solution) -> list[tuple[str, int]]:
    """The legal cards with their values, first the best for the seat that is to move."""
    ours = bool(at.turn is not None and at.state.declarers >> at.turn & 1)
    return sorted(found.cards.items(), key=lambda each: -each[1] if ours else each[1])


def _show_answer(at: Round, found: Solution | NotSolved, lang: str) -> None:
    """Print the answer."""
    from ..explain import card_text
    from ..kernel import NotSolved
    from ..kernel.solver import OBJECTIVE
    from ..prose import Prose
    from ..prose.phrases import Phrases

    prose, phrases, deck, state = Prose(at.game, lang), Phrases(lang), at.game.deck, at.state
    table = plain_table("", "", texts=2)
    for seat, hand in enumerate(state.hands):
        side = phrases("declarers" if state.declarers >> seat & 1 else "defenders")
        name = phrases("noted", text=card_text.seat(prose, seat), note=side)
        table.add_row(name, card_text.hand_row(prose, hand))
    if state.trick:
        lying = state.played[-state.in_trick :]
        table.add_row(phrases("on_table"), card_text.cards(prose, lying))
    assert at.contract is not None and at.turn is not None
    contract, seat_name = prose.contract(at.contract.id), prose.seat(at.turn)
    show(phrases("solve_position", contract=contract, seat=seat_name), table)
    nodes = f"{found.nodes:,}".replace(",", phrases("thousands"))
    if isinstance(found, NotSolved):
        show("", phrases("solve_not", nodes=nodes))
        return

    def value_text(value: int) -> str:
        if found.aim == OBJECTIVE:
            return phrases("solve_won" if value else "solve_lost")
        return card_text.amount(prose, phrases, found.aim, value)

    values = plain_table(phrases("solve_card"), phrases("solve_comes_to"))
    for card, value in _ranked(at, found):
        values.add_row(card_text.card(prose, deck.by_id[card].index), value_text(value))
    line = card_text.cards(prose, (deck.by_id[card].index for card in found.line))
    told = phrases("solve_value", value=value_text(found.value), nodes=nodes)
    show("", told, "", values, "", phrases("solve_line"), line)
