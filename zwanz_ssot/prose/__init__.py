"""Rules as sentences, in every language that has a words file.

All sentences are in ``templates/words.<language>.yaml``. ``template`` reads and fills them,
``nouns`` makes phrases of names, ``terms`` of the words of the rules. ``settings`` makes sentences
of single rules, ``differences`` of changes of rules, ``accounts`` of a settlement; ``prose`` has
all sentences about a game. ``phrases`` has the texts of the program itself, and sentences about
moves.
"""

from .accounts import AccountRow
from .phrases import Spoken
from .prose import Prose, sentence_of
from .template import languages

__all__ = ["AccountRow", "Prose", "Spoken", "languages", "sentence_of"]
