"""The page of a game's trace: source, rule, sentence, example, code; one file without scripts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path as FilePath
from typing import Any

from markupsafe import Markup

from zwanz_ssot import places
from zwanz_ssot.problems import WrongCall, did_you_mean
from zwanz_ssot.source import dotted
from zwanz_ssot.trace.rules import Rule
from zwanz_ssot.trace.tracing import Example, Proof

from .. import styles
from ..building import templates
from .places import BookPlace, GameTrace, TraceEntry, lacking

_STYLE = "/* the style stands here */"
_LANG = Markup(' lang="{}"')
_NAMED = ("contracts", "bonuses")
_PLACES = 2
_ONLY = (
    "{0}:target ~ main .rule:not(.{1}) {{ display: none; }}\n"
    "{0}:target ~ nav .to-{2} a {{ font-weight: 700; color: var(--red); }}\n"
)


@cache
def words(lang: str) -> Mapping[str, Any]:
    """The words of the page in a language. `WrongCall` where there are none."""
    folder = places.data("templates")
    file = folder / f"trace.{lang}.yaml"
    if not file.is_file():
        known = sorted(other.name.split(".")[1] for other in folder.glob("trace.*.yaml"))
        hint = did_you_mean(lang, known) or f"known are {', '.join(known)}"
        raise WrongCall(f"a trace has no words in {lang!r}", hint)
    words: Mapping[str, Any] = places.table(file)
    return words


def page(trace: GameTrace, lang: str) -> str:
    """The whole page in a language; the rules are said in every language that was traced."""
    return _Page(trace, lang).html()


class _Page:
    def __init__(self, trace: GameTrace, lang: str) -> None:
        self.trace, self.lang, self.words = trace, lang, words(lang)
        self.ids: Counter[str] = Counter()
        self.cited: Counter[str] = Counter()
        self.used: set[tuple[str, str]] = set()

    def html(self) -> str:
        # Sections first: they count the sources and the examples that they show.
        sections = list(self._sections())
        filters = list(self._filters())
        missing = len(self.trace.problems)
        counted = self.words["counted"].format(
            rules=len(self.trace.entries),
            sentences=self.trace.sentences,
            examples=len(self.used),
            sources=len(self.cited),
        )
        template = templates(places.data("templates")).get_template("trace.html.j2")
        page = template.render(
            lang=self.lang,
            words=self.words,
            title=self.words["title"].format(game=self.trace.name.said(self.lang)),
            counted=counted,
            lacking=missing,
            verdict=self._many("lacking", missing) if missing else self.words["whole"],
            filters=filters,
            sections=sections,
            sources=list(self._sources()),
            style=Markup(_STYLE),
        )
        return page.replace(_STYLE, self._style(page, filters), 1)

    def _style(self, page: str, filters: list[Mapping[str, Any]]) -> str:
        """The style sheet, with the rules that show what a filter leaves."""
        langs = {self.lang}
        for entry in self.trace.entries:
            langs |= entry.traced.rule.said.keys()
        only = ""
        for each in filters:
            id = each["id"]
            if id != "all":
                only += _ONLY.format(f"#{id}", id.replace("only-", "in-"), id)
        return styles.for_trace(sorted(langs), page) + only

    # what can be shown alone

    def _filters(self) -> Iterator[Mapping[str, Any]]:
        rules = [entry.traced.rule for entry in self.trace.entries]
        yield _filter("all", self.words["all"], len(rules))
        if len(self.trace.names) > 1:
            for variant in self.trace.names:
                count = sum(variant in rule.sets for rule in rules)
                yield _filter(f"only-set-{variant}", self._set(variant), count)
        faulty = sum(any(lacking(entry)) for entry in self.trace.entries)
        if faulty:
            yield _filter("only-faulty", self.words["only_lacking"], faulty)
        for source, count in self.cited.items():
            yield _filter(f"only-source-{source}", source, count, listed=False)

    def _sources(self) -> Iterator[Mapping[str, Any]]:
        for key, source in self.trace.sources.items():
            if key in self.cited:
                yield {
                    "id": key,
                    "title": source.title,
                    "url": source.url,
                    "of_title": self._of(source.language),
                    "about": source.about.said(self.lang),
                    "of_about": "",
                    "count": self._many("rules", self.cited[key]),
                }

    # the rules

    def _sections(self) -> Iterator[Mapping[str, Any]]:
        by_section: dict[str, list[TraceEntry]] = {}
        for entry in self.trace.entries:
            by_section.setdefault(str(entry.traced.rule.path[0]), []).append(entry)
        for key, entries in by_section.items():
            # Contracts and bonuses are grouped by their names.
            groups: dict[str, list[TraceEntry]] = {}
            for entry in entries:
                name = str(entry.traced.rule.path[1]) if key in _NAMED else ""
                groups.setdefault(name, []).append(entry)
            yield {
                "id": f"part-{key}",
                "title": self.words["sections"].get(key, key),
                "groups": [self._group(key, name, inside) for name, inside in groups.items()],
            }

    def _group(self, section: str, name: str, entries: Iterable[TraceEntry]) -> Mapping[str, Any]:
        title = self.trace.titles.get((section, name))
        return {
            "id": f"part-{section}-{name}",
            "title": title.said(self.lang) if title else name,
            "rules": [self._rule(entry) for entry in entries],
        }

    def _rule(self, entry: TraceEntry) -> Mapping[str, Any]:
        rule = entry.traced.rule
        cites = [self._cite(cite) for cite in rule.sources]
        self.cited.update({str(cite["id"]): 1 for cite in cites})
        everywhere = len(rule.sets) == len(self.trace.names)
        where = f"{self._short(rule.where.file)}:{rule.where.line}" if rule.where else ""
        return {
            "id": self._id(rule.dotted),
            "classes": self._classes(entry, cites),
            "path": rule.dotted,
            "only": "" if everywhere else self.words["only_in"].format(sets=self._sets(rule.sets)),
            "sayings": self._sayings(rule),
            "cites": cites,
            "where": where,
            "proofs": [self._proof(proof) for proof in entry.traced.proofs],
            "code": [str(code) for code in entry.traced.code],
            "books": list(self._books(entry)),
        }

    def _classes(self, entry: TraceEntry, cites: list[Mapping[str, Any]]) -> str:
        """The classes of a rule, by which filters find it."""
        classes = [f"in-set-{variant}" for variant in entry.traced.rule.sets]
        classes += dict.fromkeys(f"in-source-{cite['id']}" for cite in cites)
        if any(lacking(entry)):
            classes += ["faulty", "in-faulty"]
        return " ".join(classes)

    def _sayings(self, rule: Rule) -> list[Mapping[str, Any]]:
        """The sentences of a rule; with the rule sets, where these have several."""
        several = len(rule.sayings) > 1
        found: list[Mapping[str, Any]] = []
        for saying in rule.sayings:
            sets = self._sets(saying.sets) if several else ""
            found.append({"sets": sets, "lines": self._lines(saying.said)})
        return found

    def _id(self, path: str) -> str:
        """An anchor of a path; of several rules at one path the later ones are numbered."""
        self.ids[path] += 1
        name = re.sub(r"[^\w-]+", "-", path)
        return f"rule-{name}" + (f"-{self.ids[path]}" if self.ids[path] > 1 else "")

    def _lines(self, texts: Mapping[str, str]) -> list[Mapping[str, Any]]:
        """A sentence in each language, that of the page first."""
        order = sorted(texts, key=lambda lang: lang != self.lang)
        return [{"of": self._of(lang), "text": texts[lang]} for lang in order if texts[lang]]

    def _cite(self, cite: str) -> Mapping[str, Any]:
        key, mark, rest = cite.partition(" ")
        source = self.trace.sources.get(key)
        return {
            "id": key,
            "rest": f"{mark}{rest}",
            "of": self._of(source.language if source else self.lang),
        }

    def _proof(self, proof: Proof) -> Mapping[str, Any]:
        """The examples on both sides of a rule, or of a condition in it."""
        witnesses, part = proof.witnesses, proof.part
        met, missed = ("met", "missed") if part else ("shown", "not_shown")
        return {
            "word": f"{dotted(part.condition.at)}.{part.condition.word}" if part else "",
            "clause": part.said.get(self.lang, "") if part else "",
            "settled": witnesses.settled,
            "sides": [
                self._side("met", self.words[met], witnesses.positive),
                self._side("missed", self.words[missed], witnesses.near_miss),
            ],
            "code": [str(code) for code in proof.code],
        }

    def _side(self, kind: str, name: str, example: Example | None) -> Mapping[str, Any]:
        if example is None:
            return {"kind": kind, "name": name, "title": ""}
        self.used.add((example.mark.file, example.name))
        lang = self.lang if self.lang in example.title else next(iter(example.title))
        return {
            "kind": kind,
            "name": name,
            "title": example.title[lang],
            "of": self._of(lang),
            "sets": self._set(example.variant),
            "where": f"{self._short(example.mark.file)}:{example.mark.line}",
        }

    def _books(self, entry: TraceEntry) -> Iterator[Mapping[str, Any]]:
        """The places of a rule in the books of each language, and the books that lack it."""
        for lang in dict.fromkeys(lang for _, lang in entry.books):
            by_variant = {
                variant: found for (variant, other), found in entry.books.items() if other == lang
            }
            shown = list(dict.fromkeys(chain.from_iterable(by_variant.values())))
            without = [variant for variant, found in by_variant.items() if not found]
            nowhere = self.words["nowhere"].format(sets=self._sets(without)) if without else ""
            yield {
                "lang": lang,
                "of": self._of(lang),
                "places": [self._place(place) for place in shown[:_PLACES]],
                "nowhere": nowhere,
            }

    def _place(self, place: BookPlace) -> Mapping[str, Any]:
        file = place.file.rpartition("book/")[2]
        title = place.chapter
        if place.section != place.chapter:
            title = f"{place.chapter} › {place.section}"
        return {"title": title, "where": f"[{place.block}] {file}:{place.line}"}

    # small words

    def _set(self, variant: str) -> str:
        return str(self.words["base"]) if variant == "base" else variant

    def _sets(self, variants: Iterable[str]) -> str:
        return ", ".join(map(self._set, variants))

    def _of(self, lang: str) -> Markup | str:
        return _LANG.format(lang) if lang != self.lang else ""

    def _many(self, key: str, number: int) -> str:
        return str(self.words[key]["one" if number == 1 else "many"].format(n=number))

    def _short(self, file: str) -> str:
        """A file below the root of the trace, without the path to it."""
        path = FilePath(file).resolve()
        if not path.is_relative_to(self.trace.root):
            return file
        return path.relative_to(self.trace.root).as_posix()


def _filter(id: str, title: str, count: int, *, listed: bool = True) -> Mapping[str, Any]:
    """A part of the page that can be shown alone; `listed` in the navigation."""
    return {"id": id, "title": title, "count": count, "listed": listed}
