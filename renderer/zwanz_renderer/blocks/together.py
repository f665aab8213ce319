"""What is the same of several contracts, told once of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zwanz_renderer.shortcodes import Context
from zwanz_ssot.model import Path
from zwanz_ssot.prose.template import Phrase, capital

from .kinds import game_of
from .speech import prose
from .words import words

_GAP = "\0{}\0"


def settings(ctx: Context, paths: Iterable[Path]) -> Iterator[str]:
    """The rules at some paths as sentences, those of several contracts that say the same as one."""
    told: dict[str, list[str]] = {}
    for path in paths:
        about = str(path[1]) if path[0] == "contracts" and path[1:] else ""
        sentence = prose(ctx).setting(path, game_of(ctx).at(path))
        told.setdefault(open_to(ctx, sentence, about), []).append(about)
    return (closed(ctx, sentence, contracts) for sentence, contracts in told.items())


def forms(ctx: Context, contract: str) -> Iterator[tuple[str, str]]:
    """The name of a contract in each form in which a sentence may have it, the longest first."""
    named = {form: prose(ctx).contract(contract, form) for form in ("in", "", "acc", "dat", "bare")}
    both = [
        pair for form, name in named.items() for pair in ((f"{form}^", capital(name)), (form, name))
    ]
    yield from sorted(both, key=lambda pair: -len(pair[1]))


def open_to(ctx: Context, sentence: str, contract: str) -> str:
    """A sentence with a gap in place of the contract's name, so that those of several contracts can
    be compared.
    """
    for form, name in forms(ctx, contract) if contract else ():
        sentence = sentence.replace(name, _GAP.format(form))
    return sentence


def closed(ctx: Context, sentence: str, contracts: list[str]) -> str:
    """A sentence with the names of these contracts in its gaps."""
    for form in {form for contract in contracts if contract for form, _ in forms(ctx, contract)}:
        names = [dict(forms(ctx, contract))[form.rstrip("^")] for contract in contracts]
        listed = words(ctx).joined(map(Phrase, names)).text
        sentence = sentence.replace(
            _GAP.format(form), capital(listed) if form.endswith("^") else listed
        )
    return sentence
