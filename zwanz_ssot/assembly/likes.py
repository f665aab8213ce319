"""Contracts that are played like another one, but for some rules: plain data to plain data without
``like``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..model import Path
from ..source import Document
from .site import Site

_MERGED = ("play", "talon")
"""Parts of a contract of which each rule is taken over on its own; every other one is taken over
whole.
"""
_WANTED = ("declarers", "value", "source")
_OF_TALON = ("takes", "seen_by", "counts_for")


def spelled_out(site: Site) -> Document:
    """The document with every contract in full; notes contracts that are like none, and what is
    missing in them.
    """
    doc = site.doc
    raw: Mapping[str, Any] = doc.data["contracts"]
    found = {key: _contract(site, ("contracts", key), value, raw) for key, value in raw.items()}
    return (
        replace(doc, data={**doc.data, "contracts": found})
        if any("like" in it for it in raw.values())
        else doc
    )


def _contract(
    site: Site, at: Path, own: Mapping[str, Any], raw: Mapping[str, Any]
) -> Mapping[str, Any]:
    other: Mapping[str, Any] = {}
    if "like" in own:
        here = (*at, "like")
        if not site.named(here, own["like"], tuple(raw), "contract"):
            return own
        other = raw[own["like"]]
        if "like" in other:
            site.fault(
                here, f"'{own['like']}' is like another contract itself", f"write {other['like']}"
            )
            return own
    full = {**other, **{key: value for key, value in own.items() if key != "like"}}
    full |= {key: {**other[key], **own[key]} for key in _MERGED if key in own and key in other}
    _complete(site, at, full, _WANTED)
    if "talon" in full:
        _complete(site, (*at, "talon") if "talon" in own else at, full["talon"], _OF_TALON)
    return full


def _complete(site: Site, at: Path, part: Mapping[str, Any], wanted: tuple[str, ...]) -> None:
    for key in wanted:
        if key not in part:
            site.fault(at, f"'{key}' is missing", code="shape.required")
