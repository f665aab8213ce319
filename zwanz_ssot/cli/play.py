"""``zwanz play`` and ``zwanz replay``: play rounds in the terminal, and show recorded ones."""

from __future__ import annotations

import atexit
import secrets
import shlex
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from ..console import print_json, show
from ..game_names import own_file, resolve_game
from ..model import SEATS
from ..problems import ProblemList, RulesFault, WrongCall
from .framework import (
    OUT,
    RECORD_TO_WRITE,
    CommandWithExamples,
    WholeNumber,
    echo_other_rules,
    ended_by_signals,
    game_argument,
    is_given,
    json_option,
    lang_option,
    players_option,
    refuse_others_than_records,
    rules_option,
    seed_type,
    variant_option,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..analysis.mistakes import JudgedPlay
    from ..engine import Round
    from ..model import Game
    from ..record import ReplayedRecord
    from ..terminal.dialogue import DealtRound, HelpSources, MatchOptions
    from ..terminal.transcript import Transcript


_SEEDS = 1_000_000
"""The number of seeds to choose from at random; as a number of rounds, more than anybody plays."""


@click.command("play", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--seed", type=seed_type, help="The seed of the first deal; each later deal takes the next one."
)
@click.option(
    "--seat",
    type=click.Choice(SEATS),
    default="forehand",
    show_default=True,
    help="Your seat in the first round.",
)
@click.option("--auto", is_flag=True, help="Let the players play alone, and print the rounds.")
@click.option(
    "--rounds",
    type=WholeNumber(min=1),
    help="How many rounds; by default no end, or one with --auto.",
)
@click.option("--target", type=WholeNumber(min=1), help="The score that ends the match.")
@click.option("--record", type=RECORD_TO_WRITE, help="Write the round to this file.")
@players_option
@lang_option
@rules_option
@json_option
def play_command(
    game: str | None,
    variant: str | None,
    seed: int | None,
    seat: str,
    auto: bool,
    rounds: int | None,
    target: int | None,
    record: Path | None,
    players: str | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> None:
    """Play in the terminal against players of the computer.

    They know only what a player may know. Without GAME you play the first game of the library. If
    the rules refuse your move, you see which rule; `?` explains what you may do. With --record,
    each round from the second on is written to a file with its number.
    """
    if as_json and not auto:
        raise click.UsageError("--json prints whole rounds: it goes with --auto")
    chosen_seat = is_given("seat")
    if auto and chosen_seat:
        raise click.UsageError("--seat goes without --auto: it is where a person sits")
    from ..players import NAMES, seated
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..terminal.dialogue import MatchOptions, later_records
    from ..terminal.transcript import Transcript

    chosen = resolve_game(game, variant, rules)
    transcript = Transcript(Prose(chosen, lang), Phrases(lang))
    first = secrets.SystemRandom().randrange(_SEEDS) if seed is None else seed
    most = rounds or (1 if auto and target is None else _SEEDS)
    if record is not None:
        refuse_others_than_records(later_records(record, most))
    _refuse_reached(chosen, target)
    options = MatchOptions(first, most, target, record)
    who = players or NAMES[0]
    seated(who, chosen.table.players)
    if auto:
        _play_alone(chosen, transcript, options, who, as_json)
        return
    place = SEATS.index(seat)
    if place >= chosen.table.players:
        raise WrongCall(f"nobody sits at {seat!r} in this game")
    from ..terminal import dialogue

    help_sources = _help_sources(chosen, lang, rules, game, variant)
    with ended_by_signals():  # closing the window of a terminal is one
        dialogue.play(chosen, transcript, options, place, help_sources, who)


def _refuse_reached(game: Game, target: int | None) -> None:
    """Raise `WrongCall` for a match that is over before its first round."""
    from ..engine import Match

    match = Match(game, target=target)
    if match.over:
        stock = game.match.stock
        text = f"everybody begins with {stock} here, so the match would be over at {match.target}"
        raise WrongCall(text, f"name a --target above {stock}")


def _help_sources(game: Game, lang: str, rules: Path | None, *named: str | None) -> HelpSources:
    """The glossary and the book of a game; the book where ``zwanz book`` writes it by default."""
    from ..terminal.dialogue import HelpSources

    def terms() -> Iterable[tuple[tuple[str, ...], str]]:
        from zwanz_renderer.blocks.index import plain_terms

        return ((term.names, term.text) for term in plain_terms(game, lang))

    @cache
    def built() -> Path:
        from zwanz_renderer.book import web_page

        folder = TemporaryDirectory(prefix="zwanz-", ignore_cleanup_errors=True)
        atexit.register(folder.cleanup)  # by then the browser has read it
        return web_page(game, lang, Path(folder.name))

    page = Path(OUT) / f"{game.id}.{game.variant}.{lang}.html"
    house = own_file(*named)
    words = ["zwanz", "book", str(house or f"{game.id}:{game.variant}"), "--lang", lang]
    if rules is not None:
        words += ["--rules", str(rules)]
    return HelpSources(terms, page, shlex.join([*words, "--format", "html"]), built)


def _play_alone(
    game: Game, transcript: Transcript, options: MatchOptions, players: str, as_json: bool
) -> None:
    """Let players play alone, and print every round."""
    from ..positions import played_out
    from ..terminal.dialogue import (
        by_seat,
        play_rounds,
        scores,
        scores_by_player,
        settlement,
        write_record,
    )
    from ..terminal.transcript import round_data

    def play(dealt: DealtRound) -> Round:
        return played_out(dealt.round, by_seat(dealt, players))

    played: list[DealtRound] = []
    for dealt in play_rounds(game, options, play):
        played.append(dealt)
        write_record(options.record, dealt)
        if not as_json:
            show(
                transcript.heading(dealt.number, dealt.round, dealt.seed),
                transcript.whole(dealt.round),
                settlement(transcript.prose, transcript.phrases, dealt),
            )
            click.echo()
    if as_json:
        rounds = [round_data(dealt.round, dealt.seed) for dealt in played]
        print_json({"rounds": rounds, "scores": scores_by_player(played[-1].after)})
    elif options.rounds > 1 or played[-1].round.thrown_in is not None:
        show(*scores(transcript.phrases, played[-1]))


@click.command("replay", cls=CommandWithExamples)
@click.argument(
    "records", metavar="RECORD...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--analyse", is_flag=True, help="Find mistakes, with all cards open.")
@click.option(
    "--nodes",
    type=WholeNumber(min=1),
    help="With --analyse: the most positions to search before each card.",
)
@variant_option
@lang_option
@rules_option
@json_option
def replay_command(
    records: tuple[Path, ...],
    analyse: bool,
    nodes: int | None,
    variant: str | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> None:
    """Show a recorded round again.

    It is printed with its settlement. A move that the rules refuse, a player out of turn and wrong
    scores are reported at their line. Several RECORDs are the rounds of one match, whose scores are
    printed, too; those that `zwanz play --rounds` has numbered are put in order. --analyse solves
    the positions before the cards of a round, from the last one back, and lists the cards that were
    mistakes, given that all cards lie open. A record of house rules names their file; --variant
    names another one, if the file has moved.
    """
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..terminal.dialogue import in_order, recorded_match, scores, scores_by_player, settlement
    from ..terminal.transcript import Transcript, round_data

    if nodes is not None and not analyse:
        raise click.UsageError("--nodes limits the search of --analyse: it goes with that")
    phrases, files, rows = Phrases(lang), in_order(records), []
    replayed = _replayed(files, rules, variant)
    for record in replayed:
        echo_other_rules(record, variant, phrases, err=as_json)
    match = list(recorded_match([record.round for record in replayed]))
    for record, dealt in zip(replayed, match, strict=True):
        played, names = dealt.round, record.players
        if as_json:
            mistakes = {"analysis": _judged_data(_judged(played, nodes))} if analyse else {}
            named = {"players": dict(names)} if names else {}
            rows.append({**round_data(played), **named, **mistakes})
            continue
        transcript = Transcript(Prose(played.game, lang), phrases)
        show(transcript.heading(dealt.number, played, None), *transcript.players(names))
        show(transcript.whole(played))
        if played.over and played.thrown_in is None:
            show(settlement(transcript.prose, phrases, dealt))
        if analyse:
            _show_judged(played, nodes, transcript)
        if len(files) > 1:
            click.echo()
    if as_json:
        report = {"rounds": rows, "scores": scores_by_player(match[-1].after)}
        print_json(report if len(files) > 1 else rows[0])
    elif len(files) > 1:
        show(*scores(phrases, match[-1]))


def _replayed(files: list[Path], rules: Path | None, variant: str | None) -> list[ReplayedRecord]:
    """The records, replayed. Raises `RulesFault` with the problems of all of them, and `WrongCall`
    for rounds of several games.
    """
    from ..positions import record_file, refuse_other_games
    from ..record import replay_file

    problems, replayed = ProblemList(), []
    for file in map(record_file, files):
        try:
            replayed.append(replay_file(file, rules, variant))
        except RulesFault as fault:
            problems.extend(fault.problems)
    problems.raise_if_any()
    refuse_other_games(files, [each.round for each in replayed], "a match is of one game")
    return replayed


def _judged(played: Round, nodes: int | None) -> JudgedPlay:
    """The cards of a round, judged with all cards open."""
    from ..analysis.mistakes import after_each, judge_play

    return judge_play(list(after_each(played, played.begun())), nodes=nodes)


def _judged_data(judged: JudgedPlay) -> dict[str, object]:
    """The judged cards as data."""
    cards = [
        {
            "move": card.number,
            "seat": SEATS[card.seat],
            "card": card.card.id,
            "value": card.value,
            "best": [each.id for each in card.best],
            "best_value": card.best_value,
        }
        for card in judged.cards
    ]
    aim, parts, left = judged.aim, judged.parts, judged.not_solved
    return {"aim": aim, "parts": parts, "not_solved": left, "cards": cards}


def _show_judged(played: Round, nodes: int | None, transcript: Transcript) -> None:
    """Print the mistakes of a round."""
    from ..console import plain_table
    from ..explain import card_text
    from ..kernel.solver import OBJECTIVE

    judged, prose, phrases = _judged(played, nodes), transcript.prose, transcript.phrases
    columns = ("move", "seat", "played", "best", "cost")
    table = plain_table(*(phrases(f"mistake_{key}") for key in columns), texts=4)
    mistakes = [card for card in judged.cards if card.lost]
    for each in mistakes:
        cost = phrases("mistake_cost_game")
        if judged.aim != OBJECTIVE:
            cost = card_text.amount(prose, phrases, judged.aim, each.lost)
        table.add_row(
            str(each.number),
            prose.seat(each.seat),
            card_text.card(prose, each.card.index),
            card_text.cards(prose, (best.index for best in each.best)),
            cost,
        )
    cards, left = phrases("mistakes_cards", n=len(judged.cards)), judged.not_solved
    key = "mistakes_of_some" if left else "mistakes"
    show("", phrases(key, cards=cards, left=left, mistakes=len(mistakes)))
    if mistakes:
        show(table)
