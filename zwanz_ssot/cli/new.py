"""``zwanz new``: a folder for house rules of one's own, with what checks them in any repository."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from ..problems import WrongCall
from .group import CommandWithExamples
from .options import RULE_SET, lang_option

if TYPE_CHECKING:
    from ..model import Game, Path


_ID = re.compile(r"[a-z][a-z0-9_-]*")
_INSTALL = "zwanz-ssot"


@click.command("new", cls=CommandWithExamples)
@click.argument("folder", type=click.Path(path_type=FilePath))
@click.option(
    "--from", "origin", type=RULE_SET, required=True, help="The rules that yours are a variant of."
)
@click.option("--name", help="What your rules are called; otherwise as the folder.")
@click.option(
    "--repository",
    metavar="URL",
    help="Where pre-commit finds this project; otherwise the installed zwanz.",
)
@click.option(
    "--revision",
    metavar="TAG",
    help="Which version of it pre-commit takes; goes with --repository.",
)
@lang_option
def command(
    folder: FilePath,
    origin: str,
    name: str | None,
    repository: str | None,
    revision: str | None,
    lang: str,
) -> None:
    """Begin house rules of your own in a new folder.

    It holds a variant with an example of a change, examples, a README, a hook for pre-commit, a
    script that checks everything, and a workflow that runs it on GitHub. What exists already is
    never written over.
    """
    from ..library import BASE, is_rule_file, library
    from ..prose import Prose, languages
    from ..prose.phrases import Phrases
    from .options import pick

    phrases = Phrases(lang)
    variant = folder.absolute().name
    if is_rule_file(origin):
        raise WrongCall(phrases("scaffold_file", origin=origin), phrases("scaffold_file_hint"))
    if (repository is None) != (revision is None):
        raise click.UsageError("--repository and --revision go together")
    if name is not None and not name.strip():
        raise click.UsageError("--name is empty")
    game = pick(origin)
    Prose(game, lang)  # refuses a language that there is not
    if not _ID.fullmatch(variant) or variant in (BASE, *library().variants(game.id)):
        raise WrongCall(phrases("scaffold_name", name=variant), phrases("scaffold_name_hint"))
    if folder.exists() or folder.is_symlink():
        raise WrongCall(phrases("scaffold_exists", folder=folder), phrases("scaffold_exists_hint"))
    called = name.strip() if name else variant.replace("-", " ").replace("_", " ").capitalize()
    values = {
        "variant": variant,
        "of": game.id if game.variant == BASE else f"{game.id}:{game.variant}",
        "game": game.id,
        "name": called,
        "names": dict.fromkeys(languages(), called),
        "title": game.game_name.said(lang),
        "change": _change(game),
        "example": _example(game),
        "repository": repository,
        "revision": revision,
        "install": _INSTALL,
        "lang": lang,
        "phrases": phrases,
    }
    _write(folder, values)
    click.echo(phrases("scaffold_made", folder=folder))
    click.echo(phrases("scaffold_next", folder=folder))


def _change(game: Game) -> Mapping[str, Any] | None:
    """A change that anybody understands: one point more, for the last bonus or else for the first
    contract.
    """
    from ..source import dotted

    numbers = list(_numbers((), game.data))
    bonuses = [
        each for each in numbers if each[0][0] == "bonuses" and each[0][-2:] == ("value", "silent")
    ]
    contracts = [each for each in numbers if each[0][0] == "contracts" and each[0][-1] == "value"]
    found = [*bonuses[-1:], *contracts[:1]]
    return (
        {"at": dotted(found[0][0]), "was": found[0][1], "set": found[0][1] + 1} if found else None
    )


def _numbers(path: Path, data: Mapping[str, Any]) -> Iterator[tuple[Path, int]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _numbers((*path, key), value)
        elif type(value) is int:
            yield (*path, key), value


def _example(game: Game) -> str:
    """The shortest example that holds in this variant, of the first file that has one, as the entry
    of a list.
    """
    import yaml

    from ..examples import cases
    from ..library import library

    for file in sorted((library().root / game.id / "examples").glob("*.yaml")):
        holding = {}
        for case in cases(file):
            if case.game.variant == game.variant:
                entry = [{key: value for key, value in case.entry.items() if key != "in"}]
                text = yaml.safe_dump(
                    entry, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
                )
                holding[text] = case
        for text in sorted(holding, key=len):
            if holding[text].run().ok:
                return "\n".join(f"  {line}" for line in text.splitlines())
    raise WrongCall(f"{game.id}, {game.variant}, has no examples to begin with")


def _write(folder: FilePath, values: Mapping[str, Any]) -> None:
    """All files, written aside and moved into place together."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from ..places import data

    where = data("templates") / "scaffold"
    templates = Environment(
        loader=FileSystemLoader(where),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    templates.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    readme = f"README.{values['lang']}.md.j2"
    files = {
        f"{values['variant']}.yaml": "variant.yaml.j2",
        "examples/ours.yaml": "examples.yaml.j2",
        "README.md": readme if (where / readme).is_file() else "README.en.md.j2",
        ".pre-commit-config.yaml": "pre-commit-config.yaml.j2",
        ".github/workflows/rules.yml": "workflow.yml.j2",
        "check.sh": "check.sh.j2",
        ".gitignore": None,
    }
    folder.absolute().parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".zwanz-", dir=folder.absolute().parent) as aside:
        made = FilePath(aside) / "made"
        for name, template in files.items():
            file = made / name
            file.parent.mkdir(parents=True, exist_ok=True)
            text = templates.get_template(template).render(values) if template else "/build/\n"
            file.write_text(text, encoding="utf-8")
        (made / "check.sh").chmod(0o755)
        made.rename(folder)
