"""Rules as sentences, in every language there is a words file for.

No sentence stands in this package: all of them are in ``templates/words.<language>.yaml``.
``template`` is their small language and reads them, ``nouns`` gives names their articles,
``terms`` speaks the words of the rules. ``answers`` and ``accounts`` say what the engine answers;
``settings`` the rules one by one, as values that `zwanz_ssot.words.reading` reads, with ``shapes``;
``differences`` what changed between two.
"""

from .accounts import AccountRow
from .answers import Spoken
from .prose import Prose
from .template import languages

__all__ = ["AccountRow", "Prose", "Spoken", "languages"]
