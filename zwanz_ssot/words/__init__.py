"""The words of the rule language: one entry for each, in the file of what it is about.

``registry`` what an entry holds, and all entries; ``moments`` when a word may be asked; ``limits``
what never or always holds; ``joints`` lists, any and not; ``hands`` words about one hand;
``tricks`` about one trick, and names of tricks; ``cards`` groups of cards; ``roles`` who is meant;
``outcome`` words about a round said or played; ``facts`` what may be asked of a round; ``reading``
plain data to words; ``compiling`` words to functions; ``observer`` sees what came out.
"""

from . import cards, joints, outcome, roles

__all__ = ["cards", "hands", "joints", "outcome", "roles", "tricks"]
