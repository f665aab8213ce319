"""Rule sets that nobody wrote: parts of the shipped games put together by chance, and whatever
`check` accepts of them played by the engine and by the second implementation.

``parts`` takes the shipped rules apart along their schema, ``grafting`` puts parts and settings into
another game, ``rule_set`` is what comes of it: a variant, as a person would write it to a file.
``judging`` plays an accepted one, ``secrets`` looks for views that tell hidden cards, ``report``
counts, and makes a rule set that fails as small as it can be. `scripts/transplants` runs many.
"""

from __future__ import annotations

from .grafting import grafted
from .judging import Fault, judge
from .report import Report, examine, smallest
from .rule_set import RuleSet

__all__ = ["Fault", "Report", "RuleSet", "examine", "grafted", "judge", "smallest"]
