"""The documentation site behind ``scripts/site``: pages written from the code, then Sphinx.

The guides of ``docs`` are copied as they are. Pages of words, commands, modules and books are
written anew from the registry, the command line, the packages and the library, so none of them can
be out of date. A link to a file of the project that is no page leads to a copy of it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

import yaml
from click.testing import CliRunner

from zwanz_ssot.cli.framework import COMMANDS, zwanz
from zwanz_ssot.library import BASE, library, load
from zwanz_ssot.model import Condition, Game
from zwanz_ssot.mutation.bench import Bench, RuleSet
from zwanz_ssot.prose import Prose, languages
from zwanz_ssot.trace.tracing import Example, ExamplePool
from zwanz_ssot.words import registry

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "docs" / "site"
"""Sphinx's settings, the front page and the look."""
TOP_PAGES = ("CHANGELOG", "CONTRIBUTING", "SECURITY")
FONTS = {
    "vollkorn": ("Vollkorn-Regular.ttf", "Vollkorn-Italic.ttf", "Vollkorn-Bold.ttf", "OFL.txt"),
    "notoserifjp": ("BookMincho-Regular.otf", "BookMincho-Bold.otf", "OFL.txt"),
}
"""The fonts of the pages: folders of ``templates/fonts``, and the files in them."""
LIBRARIES = (None, ROOT / "docs" / "games")
"""The folders of rules whose games show words: what is shipped, and games from outside."""
MODULES = {
    "zwanz_ssot": "Loading, dealing, rounds, views, ledgers, matches.",
    "zwanz_ssot.library": "Rules read from files and checked.",
    "zwanz_ssot.model": "What a rule set is made of.",
    "zwanz_ssot.prose": "Rules as sentences, in every language.",
    "zwanz_ssot.explain": "Why a move is legal or not.",
    "zwanz_ssot.examples": "Examples, stated and worked out.",
    "zwanz_ssot.record": "Rounds written to files and read again.",
    "zwanz_ssot.vectors": "Rounds to test another engine with, and its judge.",
    "zwanz_ssot.players": "Players that choose by what a seat may know.",
    "zwanz_ssot.kernel": "Many rounds at once, and positions solved with all cards open.",
    "zwanz_ssot.agents": "Rule sets for those who train agents.",
    "zwanz_ssot.analysis": "Many rounds at once; positions solved; what a rule does.",
    "zwanz_ssot.problems": "Errors as an interface.",
}
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s:]+)(#[^)\s]*)?\)")
"""A Markdown link to a file, not to another host."""
ENDS_EMPTY = re.compile(r"^(```\w+\n(?:(?!```).*\n)*?)\n+(?=```$)", re.MULTILINE)
"""A block of code up to the empty lines at its end; doctest needs one before the fence."""


def main(arguments: list[str]) -> int:
    """Build the site; return the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/site")
    parser.add_argument("--books", choices=("none", "one", "all"), default="one")
    parser.add_argument("--version", default=version("zwanz-ssot"))
    parser.add_argument("--tags", action="store_true")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    given = parser.parse_args(arguments)
    if given.tags and not build_tags(given.out.absolute()):
        return 1

    # Everything is written into folders aside, so the old site stays if a step fails.
    pages, html = given.out / ".pages", given.out / ".html"
    for folder in (pages, html):
        shutil.rmtree(folder, ignore_errors=True)
    copy_guides(pages)
    write_words(pages / "words")
    write_commands(pages / "commands")
    write_modules(pages / "modules")
    write_gallery(pages / "gallery", given.books)
    resolve_links(pages)
    called = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-n", "-b", "html"]
    settings = ["-D", f"release={given.version}", "-D", f"version={given.version}"]
    status = subprocess.run([*called, *settings, str(pages), str(html)], check=False).returncode
    if status:
        return 1

    done = given.out / given.version
    shutil.rmtree(done, ignore_errors=True)
    shutil.rmtree(html / ".doctrees", ignore_errors=True)
    html.rename(done)
    shutil.rmtree(pages)
    write_versions(given.out, given.version)
    print(f"The site lies at {done / 'index.html'}")
    return 0


# Guides
# ------------------------------------------------------------------------------------


def copy_guides(pages: Path) -> None:
    """Copy the Markdown of ``docs``, the pages of the top, and Sphinx's settings."""
    shutil.copytree(ROOT / "docs", pages, ignore=shutil.ignore_patterns("site", "words.md"))
    shutil.copytree(SOURCE, pages, dirs_exist_ok=True)
    for family, names in FONTS.items():
        folder = pages / "_static" / "fonts" / family
        folder.mkdir(parents=True)
        for name in names:
            shutil.copy(ROOT / "templates" / "fonts" / family / name, folder)
    for name in TOP_PAGES:
        shutil.copy(ROOT / f"{name}.md", pages / f"{name.lower()}.md")
    games = pages / "games" / "README.md"
    text = games.read_text(encoding="utf-8")
    hidden = ["", "```{toctree}", ":hidden:", ":glob:", "", "*", "```", ""]
    games.write_text(text + "\n".join(hidden), encoding="utf-8")


def resolve_links(pages: Path) -> None:
    """Point each link of a guide to the page, or to a copy of the file in ``files``; drop empty
    lines at the end of blocks of code.
    """
    moved = {ROOT / f"{name}.md": pages / f"{name.lower()}.md" for name in TOP_PAGES}
    moved[ROOT / "README.md"] = pages / "index.md"
    moved[ROOT / "docs" / "words.md"] = pages / "words" / "index.md"
    for page in sorted(pages.rglob("*.md")):
        stood = next((file for file, copy in moved.items() if copy == page), None)
        stood = stood or ROOT / "docs" / page.relative_to(pages)

        def resolved(found: re.Match[str], page: Path = page, stood: Path = stood) -> str:
            text, link, part = found[1], found[2], found[3] or ""
            if (page.parent / link).is_file():
                return found[0]
            file = (stood.parent / link).resolve()
            copy = moved.get(file, pages / os.path.relpath(file, ROOT / "docs"))
            if copy.suffix == ".md" and copy.is_file():
                return f"[{text}]({os.path.relpath(copy, page.parent)}{part})"
            if file.is_dir():
                return text
            if not file.is_file():
                return found[0]
            kept = pages / "_extra" / "files" / file.relative_to(ROOT)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, kept)
            up = os.path.relpath(pages, page.parent)
            return f'<a href="{up}/files/{file.relative_to(ROOT)}">{text}</a>'

        text = ENDS_EMPTY.sub(r"\1", page.read_text(encoding="utf-8"))
        page.write_text(LINK.sub(resolved, text), encoding="utf-8")


# Words
# ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Use:
    """A rule with a word: as written, and as said in each language."""

    rules: str
    written: str
    sentences: Mapping[str, str]


class WordUses:
    """The rule sets in which words are shown, and their examples."""

    def __init__(self) -> None:
        self.benches = [Bench(root) for root in LIBRARIES]
        self._pools: dict[str, ExamplePool] = {}

    @cached_property
    def sets(self) -> list[tuple[Bench, RuleSet]]:
        """Every rule set; games of the library first."""
        return [(bench, each) for bench in self.benches for each in bench.sets]

    def pool(self, bench: Bench, rules: RuleSet) -> ExamplePool:
        """The examples of a rule set, run once."""
        if rules.name not in self._pools:
            self._pools[rules.name] = ExamplePool(rules, bench.cases(rules))
        return self._pools[rules.name]

    @cached_property
    def _uses(self) -> Mapping[tuple[type, str], list[tuple[Bench, RuleSet, Any]]]:
        found: dict[tuple[type, str], list[tuple[Bench, RuleSet, Any]]] = {}
        for bench, rules in self.sets:
            for part, word in registry.words_of(rules.game):
                found.setdefault((type(part), word), []).append((bench, rules, part))
        return found

    def uses(self, kind: type, word: str) -> list[tuple[Bench, RuleSet, Any]]:
        """The places where a word stands: conditions, players, tricks, or groups of cards."""
        return self._uses.get((kind, word), [])

    def use(self, kind: type, word: str) -> Use | None:
        """The first rule with a word that has a sentence of its own; None without any."""
        for _, rules, part in self.uses(kind, word):
            proses = [Prose(rules.game, lang) for lang in languages()]
            path = next((at for at in _above(part.at) if proses[0].says(at)), ())
            if not path:
                continue
            value = _value(rules.game.data, path)
            dotted = ".".join(map(str, path))
            sentences = {each.language: each.setting(path, value) for each in proses}
            return Use(f"{rules.name}, {dotted}", _as_yaml({path[-1]: value}), sentences)
        return None

    def examples(self, word: str) -> tuple[Example | None, Example | None]:
        """An example in which a condition holds, and a similar one in which it does not."""
        best: tuple[Example | None, Example | None] = (None, None)
        for bench, rules, part in self.uses(Condition, word):
            found = self.pool(bench, rules).of_condition(part)
            if found.positive and found.near_miss:
                return found.positive, found.near_miss
            if not any(best):
                best = found.positive, found.near_miss
        return best


def _above(path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """A path and the paths that hold it, without the empty one."""
    for length in range(len(path), 0, -1):
        yield path[:length]


def _value(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


class _Compact(yaml.SafeDumper):
    """Writes YAML without anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _as_yaml(value: Any) -> str:
    text: str = yaml.dump(
        value, Dumper=_Compact, allow_unicode=True, sort_keys=False, default_flow_style=None
    )
    return text.rstrip()


def write_words(folder: Path) -> None:
    """A page for each kind of word, with a section for each word."""
    folder.mkdir(parents=True)
    schema = json.loads((ROOT / "schema" / "terms.schema.json").read_text(encoding="utf-8"))
    shapes = schema["$defs"]["condition"]["properties"]
    uses = WordUses()
    kinds = {kind.title.lower(): kind for kind in registry.word_kinds()}
    count = sum(len(kind.words) for kind in kinds.values())
    index = [
        "# The words of the rule language",
        "",
        f"{count} words. A word has one meaning in all games. Below it stand a rule that uses it",
        "and the sentences that are made of this rule; below a condition also an example in which",
        "it holds, and one in which it does not. Settings and steps are in the schemas, where",
        "editors show them.",
        "",
        *_contents(kinds),
    ]
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")
    for file, kind in kinds.items():
        lines = [f"# {kind.title}: {kind.about}", ""]
        for name, meaning in kind.words.items():
            shape = shapes.get(name) if kind.part is Condition else None
            lines += _word(uses, kind.part, name, meaning.__doc__ or "", shape)
        (folder / f"{file}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _word(
    uses: WordUses, kind: type, name: str, doc: str, shape: Mapping[str, Any] | None
) -> Iterator[str]:
    """The section of a word."""
    yield from (f"## `{name}`", "", " ".join(doc.split("\n\n")[0].split()), "")
    if shape and shape.get("properties"):
        required = shape.get("required", ())
        yield from ("| Argument | What it is | Needed |", "| --- | --- | --- |")
        for key, node in shape["properties"].items():
            needed = "yes" if key in required else "no"
            yield f"| `{key}` | {_argument(node)} | {needed} |"
        yield ""
    use = uses.use(kind, name)
    if use:
        yield from ("```yaml", f"# {use.rules}", use.written, "```", "")
        yield from ('<dl class="said">',)
        for language, sentence in use.sentences.items():
            yield f'<dt>{language}</dt><dd lang="{language}">{escape(sentence)}</dd>'
        yield from ("</dl>", "")
    if kind is Condition:
        titles = ("It holds", "It does not")
        for title, example in zip(titles, uses.examples(name), strict=True):
            if example:
                file = Path(example.mark.file).resolve().relative_to(ROOT)
                link = f"[{file}]({os.path.relpath(ROOT / file, ROOT / 'docs' / 'words')})"
                yield f"* {title}: {example.title['en']} ({link}, line {example.mark.line})"
        yield ""


def _argument(node: Mapping[str, Any]) -> str:
    """The values of an argument, in the words of the schema."""
    if "description" in node:
        return str(node["description"])
    if "$ref" in node:
        return f"`{node['$ref'].rpartition('/')[2]}`"
    if "enum" in node:
        return ", ".join(f"`{each}`" for each in node["enum"])
    if "anyOf" in node or "oneOf" in node:
        return " or ".join(_argument(each) for each in node.get("anyOf") or node["oneOf"])
    if node.get("type") == "array":
        return f"a list of {_argument(node.get('items', {}))}"
    at_least = f", at least {node['minimum']}" if "minimum" in node else ""
    return f"{node.get('type', 'anything')}{at_least}"


def _contents(pages: Mapping[str, Any]) -> list[str]:
    return ["```{toctree}", ":maxdepth: 2", "", *pages, "```"]


# Commands and modules
# ------------------------------------------------------------------------------------


def write_commands(folder: Path) -> None:
    """A page for each command, as its own help has it."""
    folder.mkdir(parents=True)
    for name in COMMANDS:
        done = CliRunner(env={"COLUMNS": "88"}).invoke(
            zwanz, [name, "--help"], prog_name="zwanz", terminal_width=88
        )
        page = [f"# zwanz {name}", "", "```text", done.output.rstrip(), "```", ""]
        (folder / f"{name}.md").write_text("\n".join(page), encoding="utf-8")
    index = ["# All commands", "", "What each says of itself (`zwanz COMMAND --help`).", ""]
    (folder / "index.md").write_text(
        "\n".join([*index, *_contents(COMMANDS)]) + "\n", encoding="utf-8"
    )


def write_modules(folder: Path) -> None:
    """A page for each public module, from its docstrings."""
    folder.mkdir(parents=True)
    names = [name for name in MODULES if any(_public(name))]
    seen: set[object] = set()
    for name in names:
        page = [f"# {name}", "", MODULES[name], "", "```{eval-rst}"]
        page += [f".. automodule:: {name}", f".. currentmodule:: {name}", ""]
        for public, thing in _public(name):
            kind = "class" if isinstance(thing, type) else "function"
            page += [f".. auto{kind}:: {public}", *["   :members:"] * (kind == "class")]
            page += [*["   :no-index:"] * (thing in seen), ""]
            seen.add(thing)
        (folder / f"{name}.md").write_text("\n".join([*page, "```", ""]), encoding="utf-8")
    index = ["# Modules", "", "The public names, each with its docstring; the samples are run.", ""]
    (folder / "index.md").write_text(
        "\n".join([*index, *_contents(dict.fromkeys(names))]) + "\n", encoding="utf-8"
    )


def _public(module: str) -> Iterator[tuple[str, object]]:
    """The public classes and functions of a module."""
    found = import_module(module)
    for name in getattr(found, "__all__", ()):
        thing = getattr(found, name)
        if isinstance(thing, type | FunctionType) and thing.__module__.startswith("zwanz_ssot"):
            yield name, thing


# Gallery
# ------------------------------------------------------------------------------------

PAPERS = {"summary": "summary", "score-sheet": "score sheet", "sources": "sources"}
"""The papers beside each book that readers want, and the texts of links to them."""
LANGUAGE_NAMES = {"de": "Deutsch", "en": "English", "ja": "日本語"}
"""The names of languages in themselves; another language is named by its code."""


@dataclass(frozen=True)
class Book:
    """A rule set in a language; ``rules`` is the folder of a game that is not shipped."""

    rules: Path | None
    game: str
    variant: str
    lang: str

    @property
    def name(self) -> str:
        """The beginning of the names of its files."""
        return f"{self.game}.{self.variant}.{self.lang}"

    @cached_property
    def loaded(self) -> Game:
        """The rules."""
        return load(self.game, self.variant, rules=self.rules)


def write_gallery(folder: Path, books: str) -> None:
    """Write the gallery: the books, to read and to print, with their covers, papers and packs of
    cards.
    """
    folder.mkdir(parents=True)
    extra = folder.parent / "_extra"
    wanted = list(_books(books))
    packs = {(book.rules, book.loaded.deck.id): None for book in wanted}
    with ProcessPoolExecutor() as pool:
        for _ in pool.map(_build, wanted, [extra / "books"] * len(wanted)):
            pass
        for _ in pool.map(_draw, packs, [extra / "decks"] * len(packs)):
            pass
    lines = ["# Books, papers and cards", ""]
    lines += ["Everything here is made from the rules alone: each book as a web page and to print,"]
    lines += ["beside it a summary for the table, a score sheet, and what the sources say; and the"]
    lines += ["packs of cards, to look at and to print, cut and play with.", ""]
    for rules, game in dict.fromkeys((book.rules, book.game) for book in wanted):
        lines += [f"## {load(game, rules=rules).game_name.text('en')}", ""]
        shown = [book for book in wanted if (book.rules, book.game) == (rules, game)]
        lines += [*(_shown(book) for book in shown), ""]
        for deck in {book.loaded.deck.id: book.loaded.deck for book in shown}.values():
            there, name = f"../decks/{deck.id}", escape(deck.name.text("en"))
            lines += [
                f'<p class="pack">The {name}: <a href="{there}/index.html">all cards</a> · '
                f'<a href="{there}.pdf">to print, with a box (PDF)</a></p>',
                "",
            ]
    (folder / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _books(which: str) -> Iterator[Book]:
    """The books wanted; games of the library first."""
    for rules in LIBRARIES if which != "none" else ():
        known = library(rules)
        for game in known.games():
            variants = (BASE, *known.variants(game))
            # One book of a game is of its first variant, if any: a base is only what all share.
            chosen = variants if which == "all" else variants[:2][-1:]
            # No chapters speak of a game from outside in other languages than its names.
            spoken = languages() if which == "all" and rules is None else ("en",)
            yield from (Book(rules, game, variant, lang) for variant in chosen for lang in spoken)


def _zwanz(rules: Path | None, *arguments: str | Path) -> None:
    """Call the command line; RuntimeError with its output if it fails."""
    where: list[str | Path] = [] if rules is None else ["--rules", rules]
    called = [sys.executable, "-m", "zwanz_ssot", *arguments, *where]
    done = subprocess.run(called, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, called))}:\n{done.stdout}{done.stderr}")


def _build(book: Book, out: Path) -> None:
    """Print a book and its papers, and draw its cover."""
    options: list[str | Path] = ["--variant", book.variant, "--lang", book.lang, "--out", out]
    _zwanz(book.rules, "book", book.game, *options)
    for paper in PAPERS:
        _zwanz(book.rules, "leaflet", paper, book.game, *options)
    cover = out / book.name
    picture = ["pdftoppm", "-r", "50", "-png", "-singlefile", f"{cover}.pdf", str(cover)]
    subprocess.run(picture, check=True)


def _draw(pack: tuple[Path | None, str], out: Path) -> None:
    """Draw a pack of cards, as a page and as sheets to print."""
    rules, deck = pack
    _zwanz(rules, "deck", deck, "--out", out)
    _zwanz(rules, "deck", deck, "--print", "--box", "--out", out)


def _shown(book: Book) -> str:
    title = escape(book.loaded.name.text(book.lang))
    language = LANGUAGE_NAMES.get(book.lang, book.lang)
    there = f"../books/{book.name}"
    papers = " · ".join(
        f'<a href="{there}.{paper}.pdf">{called}</a>' for paper, called in PAPERS.items()
    )
    return (
        f'<figure class="book"><a href="{there}.html"><img src="{there}.png" '
        f'alt="Cover: {title} ({language})" loading="lazy"></a><figcaption>'
        f'<span lang="{book.lang}">{title}</span> (<span lang="{book.lang}">{language}</span>)<br>'
        f'<a href="{there}.html">read</a> · <a href="{there}.pdf">PDF</a><br>{papers}'
        "</figcaption></figure>"
    )


# Versions
# ------------------------------------------------------------------------------------


def build_tags(out: Path) -> bool:
    """Build the site of each tagged version, by that version itself; False if one fails.

    Its gallery has one book of each game.
    """
    git = ["git", "-C", str(ROOT)]
    found = subprocess.run(
        [*git, "tag", "--list", "v*"], capture_output=True, text=True, check=True
    )
    for tag in found.stdout.split():
        with TemporaryDirectory(prefix="zwanz-site-") as folder:
            tree = Path(folder) / tag
            add = [*git, "worktree", "add", "--quiet", "--detach", str(tree), tag]
            subprocess.run(add, check=True)
            own = {key: value for key, value in os.environ.items() if key != "ZWANZ_VENV"}
            try:
                script = tree / "scripts" / "site"
                if not script.exists():
                    print(f"{tag} has no site")
                    continue
                called = [script, "--version", tag.removeprefix("v"), "--out", out]
                if subprocess.run([*map(str, called)], env=own, check=False).returncode:
                    print(f"the site of {tag} cannot be built")
                    return False
            finally:
                remove = [*git, "worktree", "remove", "--force", str(tree)]
                subprocess.run(remove, check=True)
    return True


def write_versions(out: Path, built: str) -> None:
    """Write the list of the versions in a folder, and a page that leads to the newest with a
    number; without any, to the one that was built.
    """
    names = (each.name for each in out.iterdir() if (each / "index.html").is_file())
    there = sorted(names, key=_in_order, reverse=True)
    newest = there[0] if there and there[0][:1].isdigit() else built
    (out / "versions.json").write_text(json.dumps(there) + "\n", encoding="utf-8")
    (out / "index.html").write_text(
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>zwanz_ssot</title>'
        f'<meta http-equiv="refresh" content="0; url={newest}/index.html">'
        f'<p><a href="{newest}/index.html">The documentation of zwanz_ssot</a></p></html>\n',
        encoding="utf-8",
    )


def _in_order(name: str) -> list[tuple[bool, int, str]]:
    """A sort key: 0.10 comes after 0.9, and a name such as ``main`` before all numbers.

    >>> sorted(["0.10", "main", "0.9", "0.10.1"], key=_in_order)
    ['main', '0.9', '0.10', '0.10.1']
    """
    parts = re.split(r"[.-]", name)
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
