"""Rules as sentences, in every language there is a words file for.

No sentence stands in this package: all of them are in ``templates/words.<language>.yaml``. ``template`` is
their small language, ``words`` reads them, ``nouns`` gives names their articles, ``terms`` speaks the words
of the rules, ``answers`` and ``accounts`` what the engine says, ``settings`` the rules one by one.
"""

from .accounts import Row
from .answers import Spoken
from .prose import Prose
from .words import languages

__all__ = ["Prose", "Row", "Spoken", "languages"]
