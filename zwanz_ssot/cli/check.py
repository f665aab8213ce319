"""``zwanz check``, ``games`` and ``examples``: find problems, list games, run examples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import print_json, print_problems, show
from ..game_names import no_games
from ..places import short_path
from ..problems import Problem, WrongCall, in_order
from .framework import (
    FILE,
    FINE,
    PROBLEMS,
    CommandWithExamples,
    json_option,
    lang_option,
    rules_option,
)

if TYPE_CHECKING:
    from ..model import Game
    from ..prose.phrases import Phrases


@click.command("check", cls=CommandWithExamples)
@click.argument("files", nargs=-1, type=FILE, metavar="[FILES]...")
@rules_option
@json_option
def check_command(files: tuple[Path, ...], rules: Path | None, as_json: bool) -> int:
    """List all problems of rules, each at its line.

    Without FILES all shipped rules are checked, with --rules those of the folder and their
    examples. A FILE may be a game, a variant, a pack, sources,
    disputes, examples or the record of a round; a folder stands for every .yaml file in it. A file
    in a folder of rules, as `zwanz rules` writes one, is checked with those rules. For a game or a
    variant given as a FILE, this also lists what its rules leave to the table, and how a variant
    would decide it; that is no problem.
    """
    from ..file_checks import examples_in, problems_in, rules_around, yaml_files
    from ..library import library, questions

    rules = rules or rules_around(files)
    looked_at = yaml_files(files) or [*library(rules).files()]
    if not looked_at:
        raise no_games(library(rules))
    if rules is not None and not files:
        looked_at += examples_in(rules)
    problems = in_order(problems_in(looked_at, rules))
    asked = questions(looked_at, rules=rules) if files else []
    if as_json:
        print_json(
            {
                "files": [short_path(file) for file in looked_at],
                "problems": [each.as_dict() for each in problems],
                "questions": [each.as_dict() for each in asked],
            }
        )
    else:
        print_problems(problems)
        print_problems(asked)
        click.echo(_summary(len(looked_at), problems), err=bool(problems))
    return PROBLEMS if problems else FINE


def _summary(count: int, problems: tuple[Problem, ...]) -> str:
    if not problems:
        return click.style(f"{_counted(count, 'file')}, no problems", fg="green")
    faulty = len({problem.mark.file if problem.mark else problem.path for problem in problems})
    found = f"{_counted(len(problems), 'problem')} in {_counted(faulty, 'file')}"
    return click.style(found, fg="red")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@click.command("games", cls=CommandWithExamples)
@lang_option
@rules_option
@json_option
def games_command(lang: str, rules: Path | None, as_json: bool) -> None:
    """List the games, their variants, and the languages."""
    from ..library import BASE, library, load
    from ..prose import Prose, languages

    known = library(rules)
    if not known.games():
        raise no_games(known)
    every: dict[str, dict[str, Game]] = {}
    for game in known.games():
        names = (BASE, *known.variants(game))
        every[game] = {name: load(game, name, rules=rules) for name in names}
    for variants in every.values():
        Prose(variants[BASE], lang)  # refuses an unknown language
    if as_json:
        games = [_game_data(variants) for variants in every.values()]
        print_json({"games": games, "languages": list(languages())})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("Game", style="bold")
    table.add_column("Variant", style="cyan")
    table.add_column("Name", overflow="fold")
    for game, variants in every.items():
        for number, (key, each) in enumerate(variants.items()):
            table.add_row(game if number == 0 else "", key, each.name.text(lang))
    show(table, f"\nLanguages: {', '.join(languages())}")


def _game_data(variants: dict[str, Game]) -> dict[str, Any]:
    rows = [{"variant": key, "name": dict(each.name.texts)} for key, each in variants.items()]
    first = next(iter(variants.values()))
    return {"game": first.id, "name": dict(first.game_name.texts), "variants": rows}


@click.command("examples", cls=CommandWithExamples)
@click.argument("files", nargs=-1, type=FILE, metavar="[FILES]...")
@lang_option
@rules_option
@json_option
def examples_command(files: tuple[Path, ...], lang: str, rules: Path | None, as_json: bool) -> int:
    """Run examples, and compare them with the rules.

    Without FILES all shipped examples are run; a folder stands for every .yaml file in it. Each
    difference is shown with the expected value, the value by the rules, and the rule that decided.
    --json prints answers with a published schema, answers.schema.json. For a file of house rules,
    the examples of its base are run by its rules, and those that come out otherwise are listed.
    """
    from ..examples import as_text, collect, report, run_files
    from ..file_checks import rules_around, yaml_files
    from ..library import refuse_other_kind, written
    from ..prose.phrases import Phrases

    rules = rules or rules_around(files)
    found = yaml_files(files)
    documents = {file: written(file) for file in found}
    house = [file for file in found if "variant" in documents[file].data]
    for document in documents.values():
        if not {"variant", "game"} & document.data.keys() or "deck" in document.data:
            refuse_other_kind(document, "examples")
    if house and not as_json:
        for file in house:
            _inherited(file, lang, rules)
    elif house:
        raise WrongCall("--json is for files of examples", "leave out the house rules")
    if house and len(house) == len(found):
        return FINE
    answers = run_files([file for file in found if file not in house] or collect(rules), rules)
    failing = [answer for answer in answers if not answer.ok]
    if as_json:
        print_json(report(answers))
    else:
        for answer in failing:
            click.echo(as_text(answer, lang))
        summary = _examples_summary(Phrases(lang), len(answers), len(failing))
        click.echo(summary, err=bool(failing))
    return PROBLEMS if failing else FINE


def _inherited(file: Path, lang: str, rules: Path | None) -> None:
    """Print which examples of its base come out otherwise by house rules, or do not fit them."""
    from ..examples import as_text, run_inherited
    from ..model import Name
    from ..prose.phrases import Phrases

    base, answers, foreign = run_inherited(file, rules)
    other = [answer for answer in answers if not answer.ok]
    for answer in other:
        click.echo(as_text(answer, lang))
    for case, fault in foreign:
        title = Name.of(case.entry["title"]).text(lang)
        click.echo(f"{case.entry['example']} [{case.game.variant}] does not fit: {title}")
        for problem in fault.problems:
            click.echo(f"  {problem}")
    say = Phrases(lang)
    held = say("inherited_hold", n=len(answers) - len(other), base=base, file=file)
    otherwise = say("inherited_otherwise", n=len(other))
    click.echo(say.listed([held, otherwise, say("inherited_unfit", n=len(foreign))]))
    if (other or foreign) and file.resolve().parent.name == "variants":
        click.echo(f"all examples have to hold: write not_in: [{file.stem}] beside each of these")


def _examples_summary(say: Phrases, count: int, failing: int) -> str:
    if failing:
        failed = say("examples_fail", n=failing, all=say("examples_tried", n=count))
        return click.style(failed, fg="red")
    return click.style(say("examples_hold", n=count), fg="green")
