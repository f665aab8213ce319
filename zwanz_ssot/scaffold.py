"""Writes a new repository for house rules (a variant, an example, and checks of both), or a folder
of rules with a new game.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from . import places
from .editor_schema import ID, examples_schema, overlay_schema
from .examples import Case, cases
from .files import whole_folder
from .library import BASE, library
from .model import Game, Path
from .problems import WrongCall
from .prose import Prose, languages
from .prose.phrases import Phrases
from .prose.template import FALLBACK
from .source import dotted

_SCP_ADDRESS = re.compile(r"([\w.-]+@[\w.-]+):(?!//)(.+)")
"""git's short form of an address, ``git@host:path``, which pip does not accept."""


@dataclass(frozen=True)
class PreCommitSource:
    """The repository and the revision from which pre-commit installs this project."""

    repository: str
    revision: str

    @property
    def is_local(self) -> bool:
        """Whether the repository is a folder of this machine, from which no other can install."""
        return FilePath(self.repository).is_dir()

    @property
    def requirement(self) -> str:
        """The requirement with which pip installs this revision.

        >>> PreCommitSource("git@example.org:club/zwanz", "v1").requirement
        'zwanz-ssot @ git+ssh://git@example.org/club/zwanz@v1'
        """
        short = _SCP_ADDRESS.fullmatch(self.repository)
        address = f"ssh://{short[1]}/{short[2]}" if short else self.repository
        return f"zwanz-ssot @ git+{address.removeprefix('git+')}@{self.revision}"


def scaffold(
    folder: FilePath,
    game: Game,
    lang: str,
    name: str | None = None,
    source: PreCommitSource | None = None,
) -> None:
    """Write a folder for a variant of a game. Without a ``name`` the variant is called as the
    folder; without a ``source``, pre-commit calls the installed ``zwanz``.

    Raises `WrongCall` for a folder that exists or whose name cannot be that of a variant, and for
    an unknown language.
    """
    phrases = Phrases(lang)
    variant = folder.absolute().name
    Prose(game, lang)  # raises for an unknown language
    if not re.fullmatch(ID, variant) or variant in (BASE, *library().variants(game.id)):
        raise WrongCall(phrases("scaffold_name", name=variant), phrases("scaffold_name_hint"))
    called = name or _called(variant)
    values = {
        "variant": variant,
        "of": game.id if game.variant == BASE else f"{game.id}:{game.variant}",
        "game": game.id,
        "name": called,
        "names": dict.fromkeys(languages(), called),
        "title": game.game_name.text(lang),
        "change": _change(game),
        "example": _example(game),
        "repository": _address(source) if source else None,
        "revision": source.revision if source else None,
        "install": shlex.quote(source.requirement) if source and not source.is_local else None,
        **_spoken(lang, phrases),
    }
    schemas = {"overlay": overlay_schema(game), "examples": examples_schema()}
    files = {
        f"{variant}.yaml": "variant.yaml.j2",
        "examples/ours.yaml": "examples.yaml.j2",
        "README.md": "README.{lang}.md.j2",
        ".pre-commit-config.yaml": "pre-commit-config.yaml.j2",
        ".github/workflows/rules.yml": "workflow.yml.j2",
        "check.sh": "check.sh.j2",
    }
    with _unfinished(folder, phrases) as made:
        _render(made, values, files)
        (made / "schema").mkdir()
        for which, schema in schemas.items():
            text = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
            (made / "schema" / f"{which}.schema.json").write_text(f"{text}\n", encoding="utf-8")


def _address(source: PreCommitSource) -> str:
    """The address for pre-commit, which reads it in a folder of its own."""
    return str(FilePath(source.repository).absolute()) if source.is_local else source.repository


_TAKEN = ("decks", "schema", "chapters")
"""The folders beside a new game."""
_SOURCE = re.compile("^source: .*$", re.MULTILINE)
"""The sources of a pack."""
_GAME_FILES = {
    "{game}/game.yaml": "game.yaml.j2",
    "{game}/variants/dear.yaml": "game_variant.yaml.j2",
    "{game}/examples/first.yaml": "game_examples.yaml.j2",
    "README.md": "game_readme.{lang}.md.j2",
    "check.sh": "game_check.sh.j2",
    "chapters/00-about-the-game.md": "chapters/{lang}.md",
    "sources.yaml": "game_sources.yaml.j2",
}


def new_game(folder: FilePath, game: str, lang: str, name: str | None = None) -> None:
    """Write a folder of rules with one small game: a variant, examples, chapters, packs, sources,
    the schemas for editors, a README and a script that checks all. Without a ``name`` the game is
    called as its id.

    Raises `WrongCall` for a folder that exists, an invalid or a taken id, and an unknown language.
    """
    phrases = Phrases(lang)
    taken = "scaffold_game_folder" if game in _TAKEN else "scaffold_game_base"
    if game in (*_TAKEN, BASE):
        raise WrongCall(phrases("scaffold_game_name", name=game), phrases(taken, name=game))
    if not re.fullmatch(ID, game):
        raise WrongCall(
            phrases("scaffold_game_name", name=game), phrases("scaffold_game_name_hint")
        )
    called = name or _called(game)
    values = {
        "game": game,
        "name": called,
        "names": dict.fromkeys(languages(), called),
        "title": phrases("scaffold_sheet", name=called),
        **_spoken(lang, phrases),
    }
    with _unfinished(folder, phrases) as made:
        shutil.copytree(places.data("rules") / "decks", made / "decks")
        shutil.copytree(places.data("schema"), made / "schema")
        chapters = _translated("book/{lang}/any", lang)
        shutil.copytree(places.data("templates") / chapters, made / "chapters")
        for path in made.rglob("*.yaml"):
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("$schema=../", "$schema=", 1), encoding="utf-8")
        _render(made, values, {path.format(game=game): it for path, it in _GAME_FILES.items()})
        for path in (made / "decks").glob("*.yaml"):
            _cite(path)


def _spoken(lang: str, phrases: Phrases) -> dict[str, Any]:
    """What templates need to speak a language; ``in_lang`` lets a command answer in it."""
    in_lang = "" if lang == FALLBACK else f" --lang {lang}"
    return {"lang": lang, "phrases": phrases, "in_lang": in_lang}


def _cite(pack: FilePath) -> None:
    """Let a pack name the sheet of its game, in which it is told now."""
    text = pack.read_text(encoding="utf-8")
    pack.write_text(_SOURCE.sub("source: [sheet]", text), encoding="utf-8")


def _called(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def _change(game: Game) -> Mapping[str, Any] | None:
    """A simple change: a point more for a bonus, else for a contract; None if there is neither."""
    bonuses, contracts = [], []
    for path, number in _numbers((), game.data):
        if path[0] == "bonuses" and path[-2:] == ("value", "silent"):
            bonuses.append((path, number))
        elif path[0] == "contracts" and path[-1] == "value":
            contracts.append((path, number))
    found = [*bonuses[-1:], *contracts[:1]]
    if not found:
        return None
    path, number = found[0]
    return {"at": dotted(path), "was": number, "set": number + 1}


def _numbers(path: Path, data: Mapping[str, Any]) -> Iterator[tuple[Path, int]]:
    """Every whole number in rules, with its path."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _numbers((*path, key), value)
        elif type(value) is int:
            yield (*path, key), value


def _example(game: Game) -> str:
    """The shortest example that holds in this variant, as an entry of a YAML list; from the first
    file that has one. Raises `WrongCall` if there is none.
    """
    for file in sorted((library().root / game.id / "examples").glob("*.yaml")):
        by_text = {_entry(case): case for case in cases(file) if case.game.variant == game.variant}
        for text in sorted(by_text, key=len):
            if by_text[text].run().ok:
                return "\n".join(f"  {line}" for line in text.splitlines())
    raise WrongCall(f"{game.id}, {game.variant}, has no examples to begin with")


def _entry(case: Case) -> str:
    """An example as YAML, without the variants that it is for."""
    entry = {key: value for key, value in case.entry.items() if key not in ("in", "not_in")}
    text: str = yaml.safe_dump(
        [entry], sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
    )
    return text


@contextmanager
def _unfinished(folder: FilePath, phrases: Phrases) -> Iterator[FilePath]:
    """As `whole_folder`; raises WrongCall for any folder that exists, also for an empty one."""
    taken = WrongCall(phrases("scaffold_exists", folder=folder), phrases("scaffold_exists_hint"))
    if folder.exists() or folder.is_symlink():
        raise taken
    with whole_folder(folder, taken) as made:
        yield made


def _render(made: FilePath, values: Mapping[str, Any], files: Mapping[str, str]) -> None:
    """Write files from their templates. Builds go to a folder that git leaves out."""
    templates = Environment(
        loader=FileSystemLoader(places.data("templates")),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    templates.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    for name, template in files.items():
        file = made / name
        file.parent.mkdir(parents=True, exist_ok=True)
        source = templates.get_template(_translated(f"scaffold/{template}", values["lang"]))
        file.write_text(source.render(values), encoding="utf-8")
    (made / "check.sh").chmod(0o755)
    (made / ".gitignore").write_text("/build/\n", encoding="utf-8")


def _translated(name: str, lang: str) -> str:
    """The path of a template in a language; in English where nobody has translated it."""
    path = name.format(lang=lang)
    return path if (places.data("templates") / path).exists() else name.format(lang="en")
