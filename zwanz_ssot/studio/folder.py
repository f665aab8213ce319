"""The folder of a studio, the only place that it reads and writes; and rules with the unsaved
texts of the browser.
"""

from __future__ import annotations

import errno
import hashlib
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path as FilePath
from pathlib import PurePosixPath

from ..files import write_file
from ..language_server.grammar import kind_of
from ..language_server.session import HIDDEN, SUFFIXES, Session, leads_into, texts_in
from ..library import BASE, load, load_variant_file
from ..model import Game
from ..problems import WrongCall, ZwanzError
from ..prose import languages
from ..source import MAX_BYTES

_HEAD = 4000
"""Characters of a file that are read to find its kind."""
_MOST = 2000
"""The most files that are listed."""
_LONGEST_NAME = 400
"""The most characters of a path."""


class Refused(ZwanzError):
    """Raised if a file is not read or written; ``code`` is the reason, a key of the studio's texts.

    >>> str(Refused("outside"))
    'outside'
    """

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file, and the ``stamp`` of its bytes: empty if there is no file."""

    text: str
    stamp: str


@dataclass(frozen=True, slots=True)
class ListedFile:
    """The path of a file from the folder, and the key of its kind."""

    path: str
    kind: str


class StudioFolder:
    """The texts of one folder, by their paths from it, with ``/`` between the parts.

    Paths that lead out of it (by dots or links), hidden files, and files other than rules and
    chapters are refused.

    >>> import tempfile
    >>> folder = StudioFolder(FilePath(tempfile.mkdtemp()))
    >>> stamp = folder.save("house.yaml", "variant: house\\n", "")
    >>> folder.read("house.yaml").text, folder.files()[0].kind
    ('variant: house\\n', 'variant')
    >>> folder.read("../house.yaml")
    Traceback (most recent call last):
    zwanz_ssot.studio.folder.Refused: outside
    """

    def __init__(self, root: FilePath) -> None:
        try:
            self.root = root.resolve(strict=True)
        except OSError as error:
            why = "" if error.errno == errno.ENOENT else f" ({(error.strerror or '').lower()})"
            raise WrongCall(f"there is no folder {str(root)!r}{why}") from None
        if not self.root.is_dir():
            hint = f"open the one that it lies in: zwanz studio {shlex.quote(str(root.parent))}"
            raise WrongCall(f"{str(root)!r} is no folder", hint)

    def path(self, name: str) -> FilePath:
        """The path of a file. Raises `Refused` if it is no text of this folder."""
        parts = PurePosixPath(name).parts
        odd = not name or len(name) > _LONGEST_NAME or "\\" in name or not name.isprintable()
        if odd or name != "/".join(parts) or any(part == ".." for part in parts):
            raise Refused("outside")
        if any(part.startswith(".") or part in HIDDEN for part in parts):
            raise Refused("outside")
        path = self.root / name
        if path.suffix not in SUFFIXES:
            raise Refused("kind")
        if not self.holds(path):
            raise Refused("outside")
        return path

    def holds(self, path: FilePath) -> bool:
        """Whether a path lies in this folder once links are followed."""
        return leads_into(self.root, path)

    def files(self) -> list[ListedFile]:
        """The texts of the folder, sorted, at most 2000."""
        served = islice(filter(self._is_text, texts_in(self.root)), _MOST)
        return [ListedFile(it.relative_to(self.root).as_posix(), _kind(it)) for it in served]

    def _is_text(self, path: FilePath) -> bool:
        return self.holds(path) and path.is_file()

    def read(self, name: str) -> FileText:
        r"""The text of a file, with ``\n`` at the end of lines. Raises `Refused`."""
        data = self._data(self.path(name))
        if data is None:
            raise Refused("missing")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("encoding") from None
        return FileText(text.replace("\r\n", "\n"), _stamp(data))

    def save(self, name: str, text: str, stamp: str) -> str:
        """Write a file atomically and return its new stamp.

        ``stamp`` is that of the text that was read. Raises `Refused` if the file has changed since.
        """
        path = self.path(name)
        there = self._data(path)
        if (_stamp(there) if there is not None else "") != stamp:
            raise Refused("changed")

        # Keep the line ends and the permissions of the file.
        data = encoded(text)
        if there is not None and b"\r\n" in there and b"\n" not in there.replace(b"\r\n", b""):
            data = data.replace(b"\n", b"\r\n")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            mode = path.stat().st_mode & 0o777 if there is not None else None
            write_file(path, [data])
            if mode is not None:
                path.resolve().chmod(mode)
        except OSError:
            raise Refused("unwritable") from None
        return _stamp(data)

    def _data(self, path: FilePath) -> bytes | None:
        """The bytes of a file; None if there is no file."""
        try:
            if not path.exists():
                return None
            if not path.is_file():
                raise Refused("kind")
            if path.stat().st_size > MAX_BYTES:
                raise Refused("long")
            return path.read_bytes()
        except OSError:
            raise Refused("unreadable") from None


def encoded(text: str) -> bytes:
    """The bytes of a text. Raises `Refused` if it is too long or cannot be encoded."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise Refused("encoding") from None
    if len(data) > MAX_BYTES:
        raise Refused("long")
    if "\0" in text:
        raise Refused("encoding")
    return data


def _stamp(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _kind(path: FilePath) -> str:
    if path.suffix == ".md":
        return "chapter"
    try:
        with path.open(encoding="utf-8", errors="replace") as text:
            return kind_of(text.read(_HEAD))
    except OSError:
        return ""


# -------------------------------------------------------------------------------------- open rules


@dataclass(frozen=True, slots=True)
class OpenRules:
    """A file of rules with unsaved texts: ``texts`` by absolute path replace the files on disk.

    ``rules`` is a folder of rules that replaces the shipped ones.
    """

    file: FilePath
    texts: Mapping[str, str] = field(default_factory=dict)
    rules: FilePath | None = None

    def load(self) -> Game:
        """Load the rules. Raises `RulesFault` with their problems, `WrongCall` if the file is
        neither a game nor a variant.

        >>> text = "variant: ours\\nof: anrufen:three\\nname: {en: Ours, de: Unsere}\\n"
        >>> ours = {"/none/ours.yaml": f"{text}changes: []\\n"}
        >>> OpenRules(FilePath("/none/ours.yaml"), ours).load()
        Game('anrufen:ours')
        """
        session = self._session()
        kind, root = session.kind(self.file), session.root(self.file)
        with session.reading():
            if kind == "variant":
                return load_variant_file(self.file, rules=root)
            if kind == "game":
                return load(self.file.parent.name, BASE, rules=root)
        raise WrongCall(f"{self.file.name} holds no rules that can be played")

    def parent(self) -> Game | None:
        """The game that the rules are a variant of; None for a whole game."""
        session = self._session()
        if session.kind(self.file) != "variant":
            return None
        with session.reading():
            return session.base_of(self.file)

    def saved(self) -> OpenRules:
        """The same rules as saved on disk."""
        return OpenRules(self.file, {}, self.rules)

    def root(self) -> FilePath:
        """The folder of rules that the file belongs to."""
        return self._session().root(self.file)

    def chapters(self, lang: str) -> FilePath | None:
        """The folder of the rules' own chapters in a language; None if there is none."""
        own = self.file.parent / "chapters"
        for folder in (own / lang, *([] if _has_languages(own) else [own])):
            if any(folder.glob("*.md")):
                return folder
        return None

    def _session(self) -> Session:
        return Session(rules=self.rules, texts=dict(self.texts))


def _has_languages(folder: FilePath) -> bool:
    return any((folder / lang).is_dir() for lang in languages())
