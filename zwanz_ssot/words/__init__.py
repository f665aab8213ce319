"""The words of the rule language: one entry for each, in the module of its subject.

``registry`` all entries and what they hold; ``limits`` when a word may be asked, and what never or
always holds; ``joints`` lists, any and not; ``cards`` hands, tricks and groups of cards;
``ladders`` rungs and trumps; ``roles`` players and sides; ``outcome`` what was said and played;
``premises`` and ``settings`` what parts of the rules need of one another; ``facts`` what words ask
of a round; ``reading`` plain data to words; ``compiling`` words to functions.
"""

from . import cards, joints, ladders, outcome, roles

__all__ = ["cards", "joints", "ladders", "outcome", "roles"]
