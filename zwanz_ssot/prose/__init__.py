"""Rules as sentences, in every language that has a words file.

All sentences are in ``templates/words.<language>.yaml``, none in this package. ``template`` reads
them and fills them in, ``nouns`` makes phrases of names, ``terms`` of the words of the rules.
``accounts`` speaks for the engine, ``settings`` about single rules, ``differences`` about changes
of rules, ``prose`` about all of a game. ``phrases`` are those of the program itself.
"""

from .accounts import AccountRow
from .phrases import Spoken
from .prose import Prose, sentence_of
from .template import languages

__all__ = ["AccountRow", "Prose", "Spoken", "languages", "sentence_of"]
