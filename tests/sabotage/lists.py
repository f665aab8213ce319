"""The mistakes that are tried, by rule set."""

from __future__ import annotations

from .mistakes import Mistake
from .of_anrufen import ANRUFEN
from .of_slovenian_tarok import SLOVENIAN
from .of_wien import WIEN
from .of_wikipedia import WIKIPEDIA

LISTS: dict[tuple[str, str], list[Mistake]] = {
    ("zwanzigerrufen", "wikipedia"): WIKIPEDIA,
    ("koenigrufen", "wien"): WIEN,
    ("anrufen", "base"): ANRUFEN,
    ("slovenian-tarok", "base"): SLOVENIAN,
}
"""The mistakes by the rule set in which they are tried."""
