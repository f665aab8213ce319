"""The words of the field, each with what it means. ``rules/glossary.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from zwanz_renderer.shortcodes import Context, Named, Values, block
from zwanz_ssot.places import data
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.shape import check
from zwanz_ssot.source import read

from .alphabet import alphabetical


@dataclass(frozen=True, slots=True)
class Entry:
    """A word: its name and its meaning by language, the paths one of which the rules must have, and
    those of which they may have none.
    """

    id: str
    name: Mapping[str, str]
    text: Mapping[str, str]
    needs: tuple[str, ...]
    unless: tuple[str, ...]

    def said(self, lang: str) -> tuple[str, str]:
        """The word and its meaning; in English, as far as they are missing in the language."""
        name, text = (its.get(lang, its["en"]) for its in (self.name, self.text))
        return name, text


@cache
def entries() -> Mapping[str, Entry]:
    """The words by id; RulesFault with every problem of the file."""
    document = read(data("rules") / "glossary.yaml")
    if problems := check(document, "glossary"):
        raise RulesFault(problems)
    return {
        id: Entry(
            id,
            entry["name"],
            entry["text"],
            tuple(entry.get("needs", ())),
            tuple(entry.get("unless", ())),
        )
        for id, entry in document.data["terms"].items()
    }


def applies(ctx: Context, entry: Entry) -> bool:
    """Whether a word belongs to this game: it needs nothing, or a part of the rules that is there
    and not empty.
    """

    def there(path: str) -> bool:
        return ctx.has(path) and ctx.find(path) not in ({}, [])

    return (not entry.needs or any(map(there, entry.needs))) and not any(map(there, entry.unless))


TermRef = Annotated[Entry, Named("word of the glossary", lambda ctx: entries())]


@block("glossary", sample='[glossary terms="trick forehand kontra"]')
def glossary(ctx: Context, *, terms: list[TermRef] | None = None) -> Values:
    """What the words of the game mean, in the order of the alphabet; without terms, all that this
    game has.
    """
    for entry in terms or ():
        if not applies(ctx, entry):
            ctx.problem(
                f"this game has no use for '{entry.id}'",
                f"its rules lack {' and '.join(entry.needs)}",
            )
    shown = {entry.id: entry for entry in (terms or entries().values()) if applies(ctx, entry)}
    if lacking := [
        entry.id
        for entry in shown.values()
        if ctx.lang not in entry.name.keys() & entry.text.keys()
    ]:
        text = (
            f"rules/glossary.yaml does not say in '{ctx.lang}' what these are: {', '.join(lacking)}"
        )
        ctx.problem(text, "write their name and text in this language")
    rows = [
        (name, ctx.render_inline(text))
        for name, text in (entry.said(ctx.lang) for entry in shown.values())
    ]
    return {"rows": sorted(rows, key=lambda row: alphabetical(row[0], ctx.lang))}
