"""Rule sets that nobody wrote: parts of the shipped games put together at random.

Those that `check` accepts are played by the engine and by the second implementation. ``parts``
takes the shipped rules apart along their schema, ``grafting`` puts parts and settings into another
game, ``rule_set`` is the result: a variant, as a person would write its file. ``judging`` plays it,
``secrets`` looks for views that show hidden cards, ``report`` counts, and makes a failing rule set
as small as it can be. `scripts/transplants` runs many.
"""

from __future__ import annotations

from .grafting import grafted
from .judging import Fault, judge
from .report import Report, examine, smallest
from .rule_set import RuleSet

__all__ = ["Fault", "Report", "RuleSet", "examine", "grafted", "judge", "smallest"]
