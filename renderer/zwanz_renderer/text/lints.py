"""Refuses what a chapter types although the rules know it; and HTML, images, titles of links.

`install` and `check_typed` refuse typed numbers, Roman numerals of cards, raw HTML, images and
titles of links. `check_claims` refuses false numbers, directions and names in words.

``templates/claims.<language>.yaml`` has the patterns of a language. They find the usual wordings;
another wording passes.

`false_of_cards` refuses false sentences about cards: which card beats another, which is the
strongest or the weakest of its suit, how many points it counts. A sentence passes if it is true in
any contract, with any called card, or by a way to win a trick that names the card: a text may mean
just that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any, TypeVar

from markdown_it import MarkdownIt
from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.image import image as plain_image
from markdown_it.rules_inline.text import text as plain_text
from markdown_it.token import Token

from zwanz_ssot.library import same_game
from zwanz_ssot.model import Card, Deck, Game, Name
from zwanz_ssot.model.play import Play
from zwanz_ssot.places import data, table
from zwanz_ssot.problems import ROMAN, roman
from zwanz_ssot.prose import Prose
from zwanz_ssot.words.ladders import trump_varies, trumps_win

from ..building import language_files
from ..shortcodes.plugin import CARD
from ..shortcodes.run import ParseRun, run_of

_BOOKS = 8
_Thing = TypeVar("_Thing")
WORD = re.compile(r"[^\W\d_]+")
_SMALL, _LARGEST, _TENS = 10, 100, 10
"""Up to ten, a number in words is a way of speaking, and not compared with the rules."""
_FOREIGN = 3
"""How many common words of another language, with none of the book's own, make a text foreign."""
_PLAY = "play"
_GAP = "\ufffc"


@dataclass(frozen=True)
class ClaimPatterns:
    """The patterns of a language for what the rules know.

    numbers   words of numbers, with the number
    signs     words of numbers (or single signs, where words have no blanks between them): a text
              without any of them has no number
    counts    by what is counted (players, cards): a number with the noun
    large     a number above ten
    as_card   a number that names a card
    words     by a path of the rules: the values that may be there, with blanks between them, in
              words
    """

    numbers: Mapping[str, int]
    signs: frozenset[str]
    counts: Mapping[str, re.Pattern[str]]
    large: re.Pattern[str]
    as_card: re.Pattern[str] | None
    words: Mapping[str, Mapping[str, re.Pattern[str]]]


@dataclass(frozen=True)
class Claim:
    """A false or foreign text: the offset where it begins, what is wrong, and what to write."""

    at: int
    text: str
    hint: str


def check_claims(run: ParseRun, token: Token, *, native: bool) -> None:
    """Compare the text of a paragraph, a heading or a cell with the rules; report each false claim
    at its line and column.

    With `native`, report a text in another language than the book's, too.
    """
    text, offsets = _plain(token)
    lang, game = run.ctx.lang, run.ctx.game
    found = list(_claims(game, lang, text))
    if native and (other := foreign(lang, text)):
        problem = f"this is written in '{other}', and the book is in '{lang}'"
        found.append(Claim(0, problem, "translate it"))
    _report(run, token, found, offsets)

    # Claims about cards are found by names, so shown cards are named here.
    text, offsets = _plain(token, lambda card: _card_name(game, lang, card))
    _report(run, token, false_of_cards(game, lang, text, patterns(lang).numbers), offsets)


def _report(run: ParseRun, token: Token, claims: Iterable[Claim], offsets: Sequence[int]) -> None:
    """Report claims at their line and column."""
    for claim in claims:
        at = offsets[claim.at] if offsets else 0
        line, shift = run.origins.place(token.content, at)
        run.ctx.at(line, at - shift, "").problem(claim.text, claim.hint)


def _card_name(game: Game, lang: str, card: str) -> str:
    found = game.deck.by_id.get(card)
    return Prose(game, lang).card(found) if found else _GAP


def _plain(token: Token, shown: Callable[[str], str] = lambda card: _GAP) -> tuple[str, list[int]]:
    """The text of a token without Markdown's marks, and the offset of each letter in its source.

    `shown` makes text of a card that stands in it, by the card's id.
    """
    content = token.content
    text: list[str] = []
    offsets: list[int] = []
    cursor = 0
    for child in token.children or ():
        if child.type == "text":
            found = content.find(child.content, cursor)
            cursor = found if found >= 0 else cursor
            text += child.content
            offsets += range(cursor, cursor + len(child.content))
            cursor += len(child.content)
        elif child.nesting == 0:
            is_break = child.type.endswith("break")
            if is_break:
                cursor = max(content.find("\n", cursor), cursor)
            gap = " " if is_break else shown(_card_of(child))
            text.append(gap)
            offsets += [cursor] * len(gap)
    last = max(len(content) - 1, 0)
    return "".join(text), [min(offset, last) for offset in offsets]


def _card_of(token: Token) -> str:
    """The id of the card that a token shows; empty for anything else."""
    call = token.meta.get("call")
    if call is None or call.block.name != CARD or not call.tag.attributes:
        return ""
    return str(call.tag.attributes[0].value)


def _claims(game: Game, lang: str, text: str) -> Iterator[Claim]:
    """The claims of a text that contradict the rules."""
    yield from _numbers_claimed(game, lang, text)
    for path, values in patterns(lang).words.items():
        right = _values_at(game, path)
        wrong = [each for words, each in values.items() if right.isdisjoint(words.split())]
        for pattern in wrong if right else ():
            for found in pattern.finditer(text):
                problem = f"'{found.group()}' is said, and the rules give '{min(right)}'"
                yield Claim(found.start(), problem, f"write [rule at={path}]")
    for name, pattern in _unknown_names(game, lang).items():
        for found in pattern.finditer(text):
            problem = f"there is no '{name}' in the rule set '{game.variant}'"
            hint = "put what others play into [if has=…], and say its name with [name of=…]"
            yield Claim(found.start(), problem, hint)


def _values_at(game: Game, path: str) -> frozenset[str]:
    """The words at a path: those of the game and, in rules of play, of its contracts."""
    steps = tuple(path.split("."))
    inside = [each.at for each in game.contracts.values()] if steps[0] == _PLAY else []
    found = (game.at((*around, *steps)) for around in ((), *inside))
    return frozenset(str(word) for word in found if word is not None)


# languages


def foreign(lang: str, text: str) -> str | None:
    """The language of a text that is certainly not in the book's; else None."""
    spoken = WORD.findall(text.lower())
    counts = {other: sum(map(common(other).__contains__, spoken)) for other in languages()}
    own_letters = not common(lang) and not text.isascii() and _has_own_letters(text)
    if counts[lang] or own_letters:
        return None
    most = max(counts, key=lambda other: counts[other])
    return most if counts[most] >= _FOREIGN else None


def _has_own_letters(text: str) -> bool:
    """True if a text has letters of a script without blanks between words."""
    return any("\u3040" <= sign <= "\u9fff" for sign in text)


@cache
def languages() -> tuple[str, ...]:
    """The languages with patterns."""
    return tuple(language_files("claims"))


@cache
def common(lang: str) -> frozenset[str]:
    """The common words of a language; none where there are no blanks between words."""
    return frozenset(_file(lang)["common"].split())


@cache
def _file(lang: str) -> Mapping[str, Any]:
    claims: Mapping[str, Any] = table(data("templates") / f"claims.{lang}.yaml")["claims"]
    return claims


@cache
def patterns(lang: str) -> ClaimPatterns:
    """The patterns of a language."""
    file = _file(lang)
    numbers = _numbers(table(data("templates") / f"book.{lang}.yaml")["book"]["numbers"])
    has_blanks = bool(common(lang))
    bound = r"\b(?:{})\b" if has_blanks else "(?:{})"
    every = _any_of(numbers)
    large = _any_of(name for name, number in numbers.items() if number > _SMALL)
    capital = _any_of(name.capitalize() for name in numbers)

    counts = {}
    for what, ways in file["counts"].items():
        bounded = (bound.format(way.replace("{n}", f"({every})")) for way in ways)
        counts[what] = re.compile("|".join(bounded), re.IGNORECASE)
    words: dict[str, dict[str, re.Pattern[str]]] = {}
    for path, values in file["words"].items():
        compiled = {}
        for value, ways in values.items():
            compiled[value] = re.compile("|".join(ways), re.IGNORECASE)
        words[path] = compiled
    card = file["as_card"].replace("{n:^}", f"(?:{capital})").replace("{n}", f"(?:{every})")
    return ClaimPatterns(
        numbers,
        frozenset(numbers) if has_blanks else frozenset("".join(numbers)),
        counts,
        re.compile(bound.format(large), re.IGNORECASE),
        re.compile(card) if card else None,
        words,
    )


def _any_of(texts: Iterable[str]) -> str:
    """A pattern of several texts, the longest first."""
    return "|".join(sorted(map(re.escape, texts), key=len, reverse=True))


def _known(names: Mapping[str, _Thing], written: str) -> _Thing:
    """What has a name, which is in small letters, as a pattern without regard to capitals finds it:
    ſ is one of the ways to write s, and ı to write i.
    """
    name = written.lower()
    if name not in names:
        pattern = re.compile(re.escape(written), re.IGNORECASE)
        name = next(filter(pattern.fullmatch, names))
    return names[name]


def _numbers(words: Mapping[str, str]) -> Mapping[str, int]:
    """The numbers below a hundred in words."""
    numbers = {}
    for number in range(_LARGEST):
        tens, ones = number // _TENS * _TENS, number % _TENS
        word = words.get(str(number))
        if word is None:
            one = words.get(f"{ones}.compound", words[str(ones)])
            word = words["compound"].format(tens=words[str(tens)], ones=one)
        numbers[word.lower()] = number
    return numbers


# numbers in words


def _numbers_claimed(game: Game, lang: str, text: str) -> Iterator[Claim]:
    """Wrong numbers of what the rules count, and numbers that are in no rule."""
    known = patterns(lang)
    signs = WORD.findall(text.lower()) if common(lang) else text
    if known.signs.isdisjoint(signs):
        return

    # A number with what it counts.
    counted: set[int] = set()
    for what, pattern in known.counts.items():
        path, right = _COUNTS[what]
        for found in pattern.finditer(text):
            counted.update(range(found.start(), found.end()))
            number = next(group for group in found.groups() if group)
            if _known(known.numbers, number) != right(game):
                problem = f"'{found.group()}' is said, and the rules give {right(game)}"
                yield Claim(found.start(), problem, f"write [value at={path} as=words]")

    # A larger number alone: a card's rank if it names a card, else any number of the rules.
    names = {card.name.text(lang) for card in game.deck.cards if card.name}
    for found in known.large.finditer(text):
        if found.start() in counted or found.group() in names:
            continue
        allowed = _ranks(game) if _names_card(known, text, found) else _known_numbers(game)
        if _known(known.numbers, found.group()) not in allowed:
            problem = f"'{found.group()}' is no number of these rules"
            yield Claim(found.start(), problem, "write [value at=… as=words]")


def _names_card(known: ClaimPatterns, text: str, found: re.Match[str]) -> bool:
    """True if the number ends the name of a card, or is the beginning of one."""
    if known.as_card is None:
        return False
    ends = {match.end() for match in known.as_card.finditer(text)}
    return found.end() in ends or known.as_card.match(text, found.start()) is not None


_COUNTS: Mapping[str, tuple[str, Callable[[Game], int]]] = {
    "players": ("table.players", lambda game: game.table.players),
    "cards": ("deck.checks.cards", lambda game: len(game.deck.cards)),
    "points": ("deck.checks.points", lambda game: game.worth_of_all // game.unit),
    "hand": ("deal", lambda game: game.hand_size),
    "tricks": ("deal", lambda game: game.hand_size),
    "suits": ("deck.suits take=count", lambda game: len(game.deck.suits)),
}
"""What is counted: what to write after ``value at=`` in place of a number, and the number."""


@lru_cache(_BOOKS)
def _known_numbers(game: Game) -> frozenset[int]:
    """Every number in the rules and the pack, and what follows from them."""
    numbers = {right(game) for _, right in _COUNTS.values()}
    numbers |= {suit.mask.bit_count() for suit in game.deck.suits.values()}
    inside: list[Any] = [game.data, game.deck.data]
    while inside:
        found = inside.pop()
        if isinstance(found, Mapping):
            inside += found.values()
        elif isinstance(found, list | tuple):
            inside += found
        elif isinstance(found, int):
            numbers.add(found)
    return frozenset(numbers)


@lru_cache(_BOOKS)
def _ranks(game: Game) -> frozenset[int]:
    """The numbers of cards whose rank is a Roman numeral."""
    ranks = {card.rank for card in game.deck.cards}
    return frozenset(roman(rank) for rank in ranks if set(rank) <= ROMAN.keys())


# names


@lru_cache(_BOOKS)
def _unknown_names(game: Game, lang: str) -> Mapping[str, re.Pattern[str]]:
    """Names of contracts and bonuses that only other rule sets of the game have."""
    own: list[str] = []
    for name in (*_named(game), *game.deck.set_names.values()):
        own += [*name.texts.values(), *name.also]
    own_texts = " ".join(own)
    names = {name.text(lang) for other in same_game(game) for name in _named(other)}
    letter = "[A-Za-zÄÖÜäöüß]"
    return {
        name: re.compile(rf"(?<!{letter}){re.escape(name)}(?!{letter})")
        for name in sorted(names)
        if name not in own_texts
    }


def _named(game: Game) -> Iterator[Name]:
    """The names of contracts and bonuses."""
    yield from (contract.name for contract in game.contracts.values())
    yield from (bonus.name for bonus in game.bonuses.values())


# ------------------------------------------------------------------------- what may not be typed

_NUMBER = re.compile(r"(?<!\d[.,:/–-])\d+(?:[.,:/–-]\d+)*|[²³¹¼-¾⁰-₉⅐-↋①-⓿]+")
_IN_CODE = ("code_inline", "code_block", "fence")
_TAG = re.compile(HTML_TAG_RE.pattern.removeprefix("^"))
"""A tag of HTML anywhere; older versions of markdown-it-py look for it at the beginning alone."""
_ROMAN_CARD = re.compile(r"\b(?=[XVI]{2})X{0,3}(?:IX|IV|V?I{0,3})\b")


def install(md: MarkdownIt) -> None:
    """Put the lints in the place of Markdown's own rules for text, HTML and images."""
    md.inline.ruler.at("text", _text_rule)
    md.inline.ruler.at("html_inline", _html_rule)
    md.inline.ruler.at("image", _image_rule)


def check_typed(run: ParseRun, token: Token) -> None:
    """Refuse titles of links, and numbers in code and in entities, which the rule for text does not
    see.
    """
    # A block of code: the text of a fence begins a line below it.
    if token.type in _IN_CODE:
        begin = (token.map[0] if token.map else 0) + run.first_line + (token.type == "fence")
        for nth, text in enumerate(token.content.split("\n"), begin):
            for found in _NUMBER.finditer(text):
                run.ctx.at(nth, 1, "").problem(*_typed(found.group()))

    # The parts of a paragraph, each found in its source behind the one before.
    cursor = 0
    for child in token.children or ():
        written = child.markup if child.info == "entity" else child.content
        cursor = max(token.content.find(written, cursor), cursor)
        line, shift = run.origins.place(token.content, cursor)
        ctx = run.ctx.at(line, cursor - shift, "")
        if child.type in _IN_CODE:
            for found in _NUMBER.finditer(child.content):
                ctx.at(line, cursor - shift + found.start(), "").problem(*_typed(found.group()))
        elif "title" in child.attrs:
            ctx.problem("a link has no title", "say it in the text")
        elif child.info == "entity" and child.content.isnumeric():
            ctx.problem(f"'{child.content}' is typed, as '{child.markup}'", "use [value at=…]")
        cursor += len(written)


def _text_rule(state: StateInline, silent: bool) -> bool:
    start = state.pos
    matched = plain_text(state, silent)
    if matched and not silent and run_of(state.env).lint:
        begun = _NUMBER.search(state.src, start, state.pos)  # the number may end behind the text
        for number in _NUMBER.finditer(state.src, start) if begun else ():
            if number.start() >= state.pos:
                break
            _refuse(state, number.start(), *_typed(number.group()))
        for numeral in _ROMAN_CARD.finditer(state.src, start, state.pos):
            _refuse(
                state,
                numeral.start(),
                f"'{numeral.group()}' is typed",
                f"show the card, [[…-{numeral.group()}]]",
            )
    return matched


def _typed(number: str) -> tuple[str, str]:
    """The message on a number, and the hint."""
    text = f"'{number}' is typed: a chapter types no number the data know"
    return text, "use [value at=…], or say it in words"


def _html_rule(state: StateInline, silent: bool) -> bool:
    match = _TAG.match(state.src, state.pos) if state.src[state.pos] == "<" else None
    if match is None or not run_of(state.env).lint:
        return False
    if not silent:
        tag = match.group() if len(match.group()) <= 30 else match.group()[:29] + "…"
        _refuse(
            state, state.pos, f"a chapter has no HTML; got {tag}", "use Markdown or a shortcode"
        )
        state.pending += match.group()
    state.pos = match.end()
    return True


def _image_rule(state: StateInline, silent: bool) -> bool:
    start = state.pos
    matched = plain_image(state, silent)
    if matched and not silent:
        _refuse(
            state, start, "a chapter has no images of its own", "show cards with [[…]] or a block"
        )
        state.tokens[-1] = Token("shortcode_problem", "", 0)
    return matched


def _refuse(state: StateInline, at: int, text: str, hint: str) -> None:
    run = run_of(state.env)
    line, shift = run.origins.place(state.src, at)
    run.ctx.at(line, at - shift, "").problem(text, hint)


_PLACEHOLDER = re.compile(r"\{(?:card|other|n)\}")
_LOOKING_ON = re.compile(r"\(\?[=!]")
_ANYTHING = ".{0,40}?"
"""Stands for any name or number in the quick pattern."""
_SHOW_ORDER = "[deck-overview] shows their order"
_SHOW_POINTS = "[deck-overview show=points] shows what cards count"


@dataclass(frozen=True)
class _Way:
    """A way to say something about cards.

    kind     what is said: beats, loses, worth, strongest, weakest
    quick    the pattern without names; a text without it is not looked at further
    pattern  the whole pattern, with the groups card, other and n
    """

    kind: str
    quick: re.Pattern[str]
    pattern: re.Pattern[str]


def false_of_cards(game: Game, lang: str, text: str, numbers: Mapping[str, int]) -> Iterator[Claim]:
    """The false claims of a text about cards; `numbers` are the language's words of numbers."""
    file = _file(lang)["cards"]
    after = re.compile(file["unless"] + "$", re.IGNORECASE) if file["unless"] else None
    names = _names(game, lang)
    for way in _ways(game, lang, tuple(numbers)):
        if not way.quick.search(text):
            continue
        for found in way.pattern.finditer(text):
            if after and after.search(text, 0, found.start()):
                continue
            statement = _Statement(game, lang, found.groupdict(), names, numbers)
            wrong = _WRONG[way.kind](statement)
            if wrong:
                problem = f"'{found.group()}' is said, and the rules {wrong[0]}"
                yield Claim(found.start(), problem, wrong[1])


_Wrong = tuple[str, str] | None
_Names = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True)
class _Statement:
    """What a text says about cards.

    found    its words for the groups card, other and n of the pattern
    names    the cards by their names
    numbers  the language's words of numbers
    """

    game: Game
    lang: str
    found: Mapping[str, str]
    names: _Names
    numbers: Mapping[str, int]

    def cards(self, group: str = "card") -> tuple[Card, ...]:
        """The cards that a group names."""
        return _known(self.names, self.found[group])


_Test = Callable[[_Statement], _Wrong]


def _never_wins(winner: str, loser: str) -> _Test:
    """The test of a claim that one of its cards wins against the other (``card``, ``other``)."""

    def wrong(said: _Statement) -> _Wrong:
        pairs = product(said.cards(winner), said.cards(loser))
        if any(_may_beat(said.game, card, other) for card, other in pairs):
            return None
        text = f"never let '{said.found[winner]}' win against '{said.found[loser]}'"
        return text, _SHOW_ORDER

    return wrong


def _not_worth(said: _Statement) -> _Wrong:
    counted = {card.points for card in said.cards()}
    if _known(said.numbers, said.found["n"]) in counted:
        return None
    return f"give {' or '.join(map(str, sorted(counted)))}", _SHOW_POINTS


def _not_at_end(end: int) -> _Test:
    """The test of a claim that a card is the strongest (0) or the weakest (-1) of its suit."""

    def wrong(said: _Statement) -> _Wrong:
        game, cards = said.game, said.cards()
        orders = {card.suit: tuple(_orders(game.deck, card.suit)) for card in cards}
        ends = {order[end] for found in orders.values() for order in found}
        named = {rule.card for play in _plays(game) for rule in play.wins}
        if any(card.index in ends | named for card in cards):
            return None
        right = orders[cards[0].suit][0][end]
        return f"give '{Prose(game, said.lang).card(right)}'", _SHOW_ORDER

    return wrong


_WRONG: Mapping[str, _Test] = {
    "beats": _never_wins("card", "other"),
    "loses": _never_wins("other", "card"),
    "worth": _not_worth,
    "strongest": _not_at_end(0),
    "weakest": _not_at_end(-1),
}


def _may_beat(game: Game, card: Card, other: Card) -> bool:
    """True if a card can win against another in some trick of some contract."""
    plays = list(_plays(game))
    if any(rule.card == card.index for play in plays for rule in play.wins):
        return True
    if card.suit == other.suit:
        orders = _orders(game.deck, card.suit)
        return any(order.index(card.index) < order.index(other.index) for order in orders)
    return not all(_trumps_over(game.deck, play, other, card) for play in plays)


def _trumps_over(deck: Deck, play: Play, card: Card, other: Card) -> bool:
    """True if `card` is always a trump, `other` never is, and trumps win tricks."""
    win = trumps_win(play)
    trumps = 0 if trump_varies(play.trump) or not win else play.trump.mask(deck)
    return bool(trumps & card.bit) and not trumps & other.bit


def _orders(deck: Deck, suit: str) -> Iterator[tuple[int, ...]]:
    """The orders of a suit: as the pack lists it, and as each of its rankings does."""
    yield deck.order(suit)
    for ranking in deck.rankings:
        yield deck.order(suit, ranking)


def _plays(game: Game) -> Iterator[Play]:
    """How the game is played, and how each contract is."""
    yield game.play
    for contract in game.contracts.values():
        yield contract.play


@lru_cache(_BOOKS)
def _names(game: Game, lang: str) -> _Names:
    """The cards by their names in small letters: one card, or all of a rank."""
    prose, deck = Prose(game, lang), game.deck
    found: dict[str, list[Card]] = {}
    for card in deck.cards:
        names = [prose.card(card), *(card.name.also if card.name else ())]
        if card.rank in deck.rank_names:
            names.append(deck.rank_names[card.rank].text(lang))
        for name in dict.fromkeys(name.lower() for name in names):
            found.setdefault(name, []).append(card)
    return {name: tuple(cards) for name, cards in found.items()}


@lru_cache(_BOOKS)
def _ways(game: Game, lang: str, numbers: tuple[str, ...]) -> tuple[_Way, ...]:
    """The patterns of a language, with the names of the pack in them."""
    file, spoken = _file(lang)["cards"], _any_of(_names(game, lang))
    edge = r"\b" if file["articles"] else ""
    article = rf"(?:\b(?:{file['articles']}) )?" if file["articles"] else ""
    filled = {
        "{card}": rf"{article}{edge}(?P<card>{spoken}){edge}",
        "{other}": rf"{article}{edge}(?P<other>{spoken}){edge}",
        "{n}": rf"{edge}(?P<n>{_any_of(numbers)}){edge}",
    }
    compiled = partial(re.compile, flags=re.IGNORECASE)
    ways = []
    for kind, patterns in file["ways"].items():
        for pattern in patterns:
            quick = _PLACEHOLDER.sub(_ANYTHING, _LOOKING_ON.split(pattern)[0])
            whole = _PLACEHOLDER.sub(lambda name: filled[name[0]], pattern)
            ways.append(_Way(kind, compiled(quick), compiled(whole)))
    return tuple(ways)
