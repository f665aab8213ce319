"""What is told of the word under the cursor: of a rule its sentence, its value in every rule set,
its sources, what is open or disputed about it, and the examples that show it; of a name what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path as FilePath

from ..model import Game
from ..paths import dotted, meet, parse_path
from ..source import spell
from . import chapter_completion
from .completion import called
from .grammar import place
from .mentions import RULE, SECTIONS, SOURCE, Mention
from .navigation import at_cursor
from .rule_paths import sentence, steps
from .session import ENGLISH, Session

_LONG = 70
_MOST = 8
"""Examples that are named."""
_EXAMPLE = re.compile(r"^\s*- example: *([\w-]+)")
_SHOWS = re.compile(r"\bshows: *\[([^\]]*)\]")
_WORDS = {
    ENGLISH: ("open", "disputed", "examples", "rule set", "value", "source", "not here"),
    "de": ("offen", "umstritten", "Beispiele", "Regeln", "Wert", "Quelle", "nicht hier"),
    "ja": ("未定", "異説", "例", "ルール", "値", "出典", "なし"),
}
_OPEN, _DISPUTED, _EXAMPLES, _RULE_SET, _VALUE, _SOURCE, _NONE = range(7)


def hover(session: Session, path: FilePath, line: int, column: int) -> str:
    """Markdown about the word under the cursor; empty where there is nothing to say."""
    if path.suffix == ".md":
        return chapter_completion.hover(session, path, line, column)
    outline = session.outline(path)
    token = outline.at(line, column)
    if token is None or not outline.kind:
        return ""
    named = at_cursor(session, path, line, column)
    said = [told for each in named for told in _of(session, path, each) if told]
    here = place(outline, token.path)
    if token.is_key or not said:
        description = str(here.node.get("description", ""))
        words_of = here.node.get("properties", {}).get(token.text, {})
        description = str(words_of.get("description", "")) or description
        if description:
            said.append(f"*{description}*")
    if here.rule and not any(each.kind == RULE for each in named) and not said:
        said.append(rule(session, path, dotted(here.rule)))
    return "\n\n".join(dict.fromkeys(filter(None, said)))


def _of(session: Session, path: FilePath, named: Mention) -> Iterator[str]:
    game = session.own(path) or session.base_of(path)
    if named.kind == RULE:
        yield rule(session, path, named.name)
    elif game is None:
        return
    elif named.kind == SOURCE and named.name in game.sources:
        source = game.sources[named.name]
        yield f"**{named.name}** {source.title}"
    elif named.kind == "card" and named.name in game.deck.by_id:
        card = game.deck.by_id[named.name]
        yield f"**{named.name}** {called(session, game, named.name)} ({card.points})"
    elif named.kind == "cards" and named.name in game.deck.sets:
        shown = ", ".join(game.deck.shown(game.deck.sets[named.name]))
        yield f"**{named.name}** {shown}"
    elif named.kind in SECTIONS.values():
        section = next(it for it, kind in SECTIONS.items() if kind == named.kind)
        name = called(session, game, named.name)
        told = sentence(session.prose(game), (section, named.name))
        yield f"**{name or named.name}**\n\n{told}".strip()


def rule(session: Session, path: FilePath, text: str) -> str:
    """All that is told of a rule by its path."""
    words = _WORDS.get(session.language, _WORDS[ENGLISH])
    own = session.own(path)
    about = own if own is not None and steps(own, text) is not None else session.base_of(path)
    if about is None:
        return ""
    at = steps(about, text)
    if at is None:
        return f"`{text}` {words[_NONE]}"
    said = [f"`{text}`", sentence(session.prose(about), at)]
    said.append(_values(session, path, text, words))
    cites = [f"{cite} ({_title(about, cite)})" for cite in about.cites(at)]
    if cites:
        said.append(f"{words[_SOURCE]}: {'; '.join(cites)}")
    question = about.question(dotted(at))
    if question is not None:
        kept = question.kept.said(session.language)
        said.append(f"**{words[_OPEN]}**: {question.question.said(session.language)} → {kept}")
    for dispute in about.disputes:
        if any(meet(parse_path(each), at) for each in dispute.at):
            said.append(f"**{words[_DISPUTED]}** {dispute.id}: {_said(session, dispute)}")
    shown = list(examples_of(session, path, text))
    if shown:
        more = f" … ({len(shown)})" if len(shown) > _MOST else ""
        said.append(f"{words[_EXAMPLES]}: {', '.join(shown[:_MOST])}{more}")
    return "\n\n".join(filter(None, said))


def _said(session: Session, dispute: object) -> str:
    topic = getattr(dispute, "topic", None)
    said = getattr(dispute, "said", {})
    lines = [f"{source}: {name.said(session.language)}" for source, name in said.items()]
    return f"{topic.said(session.language) if topic else ''} ({'; '.join(lines)})"


def _title(game: Game, cite: str) -> str:
    found = game.sources.get(cite.partition(" ")[0])
    return found.title if found else ""


def _values(session: Session, path: FilePath, text: str, words: tuple[str, ...]) -> str:
    """The value in the base and in the variants, those that have the same together."""
    by_value: dict[str, list[str]] = {}
    sets = list(session.rule_sets(path))
    own = session.own(path)
    if own is not None and all(own is not each for each in sets):
        sets.append(own)
    for game in sets:
        at = steps(game, text)
        value = words[_NONE] if at is None else f"`{spell(game.at(at), _LONG)}`"
        by_value.setdefault(value, []).append(game.variant)
    rows = [f"| {', '.join(names)} | {value} |" for value, names in by_value.items()]
    return "\n".join([f"| {words[_RULE_SET]} | {words[_VALUE]} |", "|---|---|", *rows])


def examples_of(session: Session, path: FilePath, text: str) -> Iterator[str]:
    """The ids of the examples that show a rule or a part of it."""
    at = parse_path(text)
    for file in session.game_files(path):
        if session.kind(file) != "examples":
            continue
        name = ""
        for line in session.text(file).split("\n"):
            if begun := _EXAMPLE.match(line):
                name = begun[1]
            for shows in _SHOWS.finditer(line):
                paths = [parse_path(each.strip()) for each in shows[1].split(",") if each.strip()]
                if name and any(each[: len(at)] == at for each in paths):
                    yield name
