"""The words of the rule language: one entry for each, in the file of its subject.

``registry`` what an entry holds, and all entries; ``limits`` when a word may be asked, and what
never or always holds; ``joints`` lists, any and not; ``cards`` words about hands, tricks and groups
of cards; ``ladders`` rungs and trumps; ``roles`` who is meant; ``outcome`` words about a round said
or played; ``premises`` and ``settings`` what words need of one another; ``facts`` what may be asked
of a round; ``reading`` plain data to words; ``compiling`` words to functions that an observer may
watch.
"""

from . import cards, joints, ladders, outcome, roles

__all__ = ["cards", "joints", "ladders", "outcome", "roles"]
