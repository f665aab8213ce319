"""Words, numbers and sentences of the rules in the middle of a text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Literal

from zwanz_ssot.prose.template import Phrase, fallback_first

from ..shortcodes import Context, Html, block
from .cards import labelled
from .contracts import settings
from .kinds import NamedRef, PathRef, game_of, steps
from .wording import in_words, prose, typeset, words

_NO_RULES = ("deck.", "open.", "not_used.")
_PLAIN = "[rule at=…] makes a sentence of a rule"


@block(
    "value", inline=True, sample="The pack counts [value at=deck.checks.points as=words] points."
)
def value(
    ctx: Context,
    *,
    at: PathRef,
    as_: Literal["digits", "words", "factor"] = "digits",
    take: Literal["it", "sum", "count", "first", "last"] = "it",
    from_: PathRef | None = None,
    less: int = 0,
) -> Html:
    """A number or a name of the rules; of a list its sum, its count, its first or last; or what is
    left of another. `as=factor` writes "double" for a 2.
    """
    found = _taken(ctx.find(at), take)
    if found is None:
        ctx.problem(
            f"take={take} does not suit what stands at '{at}'",
            "sum takes numbers; the others take any list",
        )
        return Html("")
    whole = _number(ctx.find(from_)) if from_ else None
    number = _number(found)
    if number is not None and not (from_ and whole is None):
        number = (number if whole is None else whole - number) - less
        if as_ == "factor":
            return Html.escape(prose(ctx).factor(number))
        return Html.escape(in_words(ctx, number) if as_ == "words" else str(number))
    text = None if from_ or less else _text(ctx, found)
    if text is None:
        ctx.problem(f"no plain value stands at '{at if number is None else from_}'", _PLAIN)
    return Html.escape(text or "")


@block("name", inline=True, sample="It is called [name of=contracts.solo also=yes].")
def name(ctx: Context, *, of: NamedRef, also: bool = False) -> Html:
    """The name of something in the rules (or of the game, the variant, the deck), with other names
    if you like.
    """
    say, own = words(ctx).text, of.text(ctx.lang)
    others = say("join", "comma").join(of.also) if also else ""
    return Html.escape(say("names", "with_others", name=own, names=others) if others else own)


@block("rule", inline=True, sample="[rule at=table.direction]")
def rule_at(ctx: Context, *, at: PathRef, also: list[PathRef] | None = None) -> Html:
    """A rule as a whole sentence; the same of other contracts (`also`: their paths) is told in one
    sentence with it.
    """
    paths = [at, *(also or [])]
    places = [steps(path, ctx) for path in paths]
    ruled = all(game_of(ctx).at(place) is not None for place in places)
    if ruled and not any(path.startswith(_NO_RULES) for path in paths):
        with suppress(KeyError):
            sentences = settings(ctx, places)
            return labelled(ctx, typeset(ctx, " ".join(sentences)))
    hint = "[value at=…] and [name of=…] print plain values"
    ctx.problem(f"no sentence can be made of what stands at '{at}'", hint)
    return Html("")


def _taken(found: Any, take: str) -> Any:
    """A part or a figure of a list; None where there is none."""
    if take == "it":
        return found
    if not isinstance(found, Mapping | list | tuple) or not found:
        return None
    listed = list(found.values() if isinstance(found, Mapping) else found)
    if take == "count":
        return len(listed)
    if take == "sum":
        numbers = [number for number in map(_number, listed) if number is not None]
        return sum(numbers) if len(numbers) == len(listed) else None
    return listed[0 if take == "first" else -1]


def _number(found: Any) -> int | None:
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _text(ctx: Context, found: Any) -> str | None:
    """A text, an id by the name of its thing, or a list of them; None for anything else.

    A text that the language of the book lacks is in English, or in another one.
    """
    if isinstance(found, Mapping):
        spoken = (ctx.lang, *fallback_first())
        text = next((found[lang] for lang in spoken if lang in found), None)
        return text if isinstance(text, str) else None
    if isinstance(found, list | tuple) and found:
        parts = [_text(ctx, part) for part in found]
        if not all(parts):
            return None
        return words(ctx).joined(Phrase(part) for part in parts if part).text
    return _of_id(ctx, found) if isinstance(found, str) else None


def _of_id(ctx: Context, id: str) -> str | None:
    """The name of a card, a contract, a bonus, a word of doubling or a set of cards, by its id."""
    game, sentences = game_of(ctx), prose(ctx)
    if id in game.deck.by_id:
        return sentences.card(game.deck.by_id[id].index)
    if id in game.contracts:
        return sentences.contract(id)
    if id in game.bonuses:
        return sentences.bonus(id)
    if game.kontra and id in game.kontra.levels:
        return sentences.kontra_word(id)
    name = game.deck.set_names.get(id)
    return name.text(ctx.lang) if name else None
