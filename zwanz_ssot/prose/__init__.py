"""Rules as sentences, in every language there is a words file for.

No sentence stands in this package: all of them are in ``templates/words.<language>.yaml``.
``template`` is their small language, ``words`` reads them, ``nouns`` gives names their articles,
``things`` names what a game has, ``terms`` speaks the words of the rules. ``answers`` and
``accounts`` say what the engine answers; ``settings`` the rules one by one, with ``patterns``,
``shapes``, ``reading`` and ``values``; ``differences`` what changed between two.
"""

from .accounts import AccountRow
from .answers import Spoken
from .prose import Prose, sentence_of
from .template import languages

__all__ = ["AccountRow", "Prose", "Spoken", "languages", "sentence_of"]
