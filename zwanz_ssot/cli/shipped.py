"""``zwanz docs`` and ``zwanz rules``: read or copy what is shipped with the program."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from ..console import harmless
from ..files import whole_folder
from ..places import Kind, data
from ..problems import WrongCall, nearest
from .framework import CommandWithExamples

_PAGE = ".md"
_FOLDER = click.Path(path_type=Path)
_DEEPER = "$schema=../"
"""How shipped rules name their schemas, which lie beside them; in a copy they lie inside."""


@click.command("docs", cls=CommandWithExamples)
@click.argument("page", required=False)
@click.option(
    "--open", "opened", is_flag=True, help="Open the page with the usual program of this system."
)
@click.option(
    "--out",
    type=_FOLDER,
    metavar="DIR",
    help="Copy all pages and the sample engine to a new folder.",
)
def docs_command(page: str | None, opened: bool, out: Path | None) -> None:
    """Read the documentation that belongs to this version.

    Without PAGE the pages are listed; a PAGE is printed, or opened. --out copies all pages, the
    games besides the shipped ones, and the sample engine for `zwanz judge`.
    """
    if out is not None:
        if page is not None or opened:
            raise click.UsageError("--out copies all pages: it goes without a PAGE and --open")
        with _copied("docs", out):
            pass
        click.echo(harmless(str(out)))
        return
    pages = _pages()
    if page is None:
        if opened:
            raise click.UsageError("--open goes with a PAGE")
        width = max(map(len, pages))
        for name, path in pages.items():
            click.echo(f"{name:{width}}  {_title(path)}")
        return
    found = pages.get(page.removeprefix("docs/").removesuffix(_PAGE))
    if found is None:
        by_end = {name.rpartition("/")[2]: name for name in pages}
        near = by_end.get(page) or nearest(page, pages)
        hint = f"did you mean {near!r}?" if near else "zwanz docs lists them"
        raise WrongCall(f"there is no page {page!r}", hint)
    if opened:
        click.launch(str(found))
    elif sys.stdout.isatty():
        click.echo_via_pager(found.read_text(encoding="utf-8"))
    else:
        click.echo(found.read_text(encoding="utf-8"), nl=False)


@click.command("rules", cls=CommandWithExamples)
@click.option("--out", type=_FOLDER, metavar="DIR", required=True, help="The new folder.")
def rules_command(out: Path) -> None:
    """Copy all rules, with their schemas, to a new folder.

    `--rules DIR` then makes any command use them. The first line of each file names its schema in
    DIR/schema, by which editors complete and explain.
    """
    with _copied("rules", out) as made:
        shutil.copytree(data("schema"), made / "schema")
        for path in made.rglob("*.yaml"):
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(_DEEPER, "$schema=", 1), encoding="utf-8")
    click.echo(harmless(str(out)))


@contextmanager
def _copied(kind: Kind, folder: Path) -> Iterator[Path]:
    """Gives a copy of a folder of shipped data, and moves it to ``folder`` at the end. Raises
    `WrongCall` where something is there already.
    """
    hidden = shutil.ignore_patterns(".*", "__pycache__")
    with whole_folder(
        folder, WrongCall(f"'{folder}' is there already", "name a new folder")
    ) as made:
        shutil.copytree(data(kind), made, ignore=hidden, dirs_exist_ok=True)
        yield made


def _pages() -> Mapping[str, Path]:
    """The pages by their names, without those that are for the site only."""
    folder = data("docs")
    found = {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in sorted(folder.rglob(f"*{_PAGE}"))
    }
    return {name: path for name, path in found.items() if not name.startswith("site/")}


def _title(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
