"""Reads YAML as plain data, with the place of each value.

A file has to be UTF-8 with ordinary characters, indented with spaces, and to hold one mapping.
`yaml_reader` decides which parts of YAML are allowed.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from .files import status
from .paths import Path, dotted
from .places import short_path
from .problems import Mark, Problem, ProblemList, RulesFault, did_you_mean
from .yaml_reader import MAX_DEPTH, UNWRITABLE, EventReader, plain

__all__ = [
    "MAX_DEPTH",
    "Document",
    "DocumentProblems",
    "Path",
    "Stamp",
    "WordFault",
    "abridged",
    "content",
    "dotted",
    "exists",
    "parse",
    "read",
    "reading_unsaved",
    "spell",
    "stamp",
    "stay",
]

MAX_BYTES = 2_000_000
_OF_WORDS = ("source.boolean", "source.number")
"""The codes of problems with words that readers of YAML do not agree on."""
_PLAIN = re.compile(r"[^\W\d][\w -]*")
"""A text that needs no quotes within brackets."""
_FEW = 9
"""A hint lists names only if there are fewer than this."""

_ODD_INDENT = re.compile(
    "^ *([\t\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000])[^\\S\n]*\\S", re.MULTILINE
)


@dataclass(frozen=True)
class Document:
    """One file as data, with the place of each part.

    `file` is its name as shown to people; `data` is plain (dict, list, str, int, float, bool,
    None); `marks` are the places of values, `keys` those of the keys of mappings.
    """

    file: str
    data: Any
    marks: Mapping[Path, Mark]
    keys: Mapping[Path, Mark]

    def mark(self, path: Path) -> Mark:
        """The place of the value at `path`, or of the nearest value around it."""
        for length in range(len(path), -1, -1):
            if (found := self.marks.get(path[:length])) is not None:
                return found
        return Mark(self.file, 1, 1)

    def value(self, path: Path) -> Any:
        """The value at `path`. Raises KeyError, IndexError or TypeError where there is none."""
        found = self.data
        for step in path:
            found = found[step]
        return found


class WordFault(RulesFault):
    """A text whose only problems are words that readers of YAML do not agree on. In its
    ``document`` they are texts.
    """

    def __init__(self, problems: Iterable[Problem], document: Document) -> None:
        super().__init__(problems)
        self.document = document


class DocumentProblems:
    """Collects problems of one document, each at the path of a value.

    Paths are relative to ``at``. ``code`` is the default code of a problem, ``name_code`` that of
    an unknown name.
    """

    def __init__(
        self,
        document: Document,
        problems: ProblemList | None = None,
        *,
        at: Path = (),
        code: str,
        name_code: str = "",
    ) -> None:
        self.document = document
        self.problems = ProblemList() if problems is None else problems
        self.at = at
        self.code = code
        self.name_code = name_code or code
        self.faulty: set[Path] = set()
        """The paths at which problems have been noted."""

    def error(
        self, path: Path, text: str, hint: str = "", *, key: bool = False, code: str = ""
    ) -> None:
        """Note a problem at a value or, with ``key``, at the key before it."""
        self.faulty.add(path)
        self.problems.add(
            self.mark(path, key=key), dotted((*self.at, *path)), text, hint, code or self.code
        )

    def missing(self, path: Path, key: str) -> None:
        """Note a key that the mapping at a path lacks."""
        self.faulty.add(path)
        text, code = f"'{key}' is missing", "shape.required"
        self.problems.add(self.mark(path), dotted((*self.at, *path)), text, "", code, key=key)

    def named(
        self,
        path: Path,
        value: str,
        known: Iterable[str],
        kind: str,
        *,
        key: bool = False,
        where: str = "there is",
        hint: str = "",
    ) -> bool:
        """True if ``value`` is one of the known names of a kind. If not, note a problem that begins
        with ``where``; its hint is ``hint``, or the nearest name.
        """
        names = tuple(known)
        if value in names:
            return True
        hint = hint or did_you_mean(value, names)
        if not hint and 0 < len(names) < _FEW:
            hint = f"known are {', '.join(names)}"
        self.error(path, f"{where} no {kind} '{value}'", hint, key=key, code=self.name_code)
        return False

    def mark(self, path: Path, *, key: bool = False) -> Mark:
        """The place of the value at a path or, with ``key``, of its key."""
        whole = (*self.at, *path)
        found = self.document.keys.get(whole) if key else None
        return found or self.document.mark(whole)

    def done(self) -> None:
        """Raise `RulesFault` with all problems noted, if there are any."""
        self.problems.raise_if_any()


def spell(value: Any, limit: int = 60) -> str:
    """A value as it would be written on one line, shortened to about `limit` characters."""
    text = _flow(value, limit)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def abridged(value: Any, limit: int = 60) -> str:
    """A value on one line as YAML has it. Of a list or a mapping that is longer than about
    ``limit`` characters, the first entries.

    >>> abridged(["rufer", "solo", {"raised_to": 7}], 9)
    '[rufer, solo, …]'
    >>> abridged(True), abridged("solo")
    ('true', "'solo'")
    """
    return spell(value, limit) if isinstance(value, str) else _abridged(value, limit)


def _abridged(value: Any, limit: int) -> str:
    if isinstance(value, str):
        needs_none = (
            len(value) <= limit and _PLAIN.fullmatch(value) and plain(value) == (value, None)
        )
        return value if needs_none else spell(value, limit)
    if not isinstance(value, dict | list):
        return spell(value, limit)
    entries = value.items() if isinstance(value, dict) else [("", entry) for entry in value]
    parts: list[str] = []
    for key, entry in entries:
        left = limit - sum(map(len, parts))
        if left <= 0 or (isinstance(entry, str) and parts and len(entry) > left):
            parts.append("…")
            break
        before = f"{key}: " if isinstance(value, dict) else ""
        parts.append(f"{before}{_abridged(entry, left)}")
    inside = ", ".join(parts)
    return f"{{{inside}}}" if isinstance(value, dict) else f"[{inside}]"


_UNSAVED: ContextVar[Mapping[str, str] | None] = ContextVar("unsaved", default=None)
"""Texts that are read instead of files, by absolute path."""


@contextmanager
def reading_unsaved(texts: Mapping[str, str]) -> Iterator[None]:
    """Within this context, read these texts, by absolute and normal path, instead of files: what an
    editor has not saved. The files need not exist.

    >>> with reading_unsaved({"/none/house.yaml": "variant: house"}):
    ...     read(FilePath("/none/house.yaml")).data
    {'variant': 'house'}
    """
    token = _UNSAVED.set(texts)
    try:
        yield
    finally:
        _UNSAVED.reset(token)


def _unsaved(path: FilePath) -> str | None:
    """The text that is read instead of a file; None: the file is read."""
    texts = _UNSAVED.get()
    return texts.get(os.path.abspath(path)) if texts else None  # noqa: PTH100


def exists(path: FilePath) -> bool:
    """Whether there is a file, or an unsaved text in its place. False for too long a name."""
    try:
        return _unsaved(path) is not None or path.exists()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False


def content(path: FilePath) -> bytes:
    """The bytes of a file, or of the unsaved text in its place. Raises OSError."""
    text = _unsaved(path)
    return path.read_bytes() if text is None else text.encode(errors="replace")


Stamp = tuple[int, ...] | str
"""What `stamp` tells of a file."""


def stamp(path: FilePath) -> Stamp:
    """A value that changes with a file: its time of change, its size and its number on the disk;
    or the unsaved text in its place. Empty for a file that cannot be accessed.

    The time alone is not enough: files of an archive, and quick writes, have the same one.
    """
    text = _unsaved(path)
    if text is not None:
        return text
    try:
        found = path.stat()
    except (OSError, ValueError):
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def read(path: FilePath, shown: str | None = None) -> Document:
    """Read one file. `shown` is its name in messages, by default relative to the working folder.

    Raises RulesFault with every problem of the file.
    """
    name = shown if shown is not None else short_path(path)
    text = _unsaved(path)
    if text is not None:
        return parse(text.encode(errors="replace"), name)
    problems = ProblemList()
    content = b""
    try:
        found = status(path)
        if found is None:
            problems.add(None, name, "there is no such file", code="source.missing")
        elif stat.S_ISDIR(found.st_mode):
            problems.add(None, name, "this is a folder; a file is wanted", code="source.folder")
        elif not stat.S_ISREG(found.st_mode):
            problems.add(None, name, "this is not an ordinary file", code="source.unreadable")
        elif (size := found.st_size) > MAX_BYTES:
            problems.add(
                None,
                name,
                f"the file has {size} bytes; at most {MAX_BYTES} are read",
                "divide it into several files",
                "source.large",
            )
        else:
            content = path.read_bytes()
    except OSError as error:
        reason = f"the file cannot be read: {error.strerror or error}"
        problems.add(None, name, reason, code="source.unreadable")
    problems.raise_if_any()
    return parse(content, name)


def stay(path: FilePath, folder: FilePath) -> None:
    """Raise RulesFault if a file in a folder is a link that leads out of it."""
    whole, around = path.absolute(), folder.absolute()
    if not whole.is_relative_to(around) or ".." in whole.relative_to(around).parts:
        return  # not in the folder
    leads, home = (FilePath(os.path.realpath(each)) for each in (path, folder))
    if not leads.is_relative_to(home):
        problems = ProblemList()
        problems.add(
            None,
            short_path(path),
            "this is a link that leads out of its folder",
            code="source.unreadable",
        )
        problems.raise_if_any()


def parse(text: str | bytes, shown: str) -> Document:
    """Parse the text of one file; `shown` is the file's name in messages.

    Raises RulesFault with every problem of the text.
    """
    problems = ProblemList()
    decoded = (_decode(text, shown, problems) if isinstance(text, bytes) else text).removeprefix(
        "\ufeff"
    )
    _check_characters(decoded, shown, problems)
    problems.raise_if_any()  # such characters make indentation and columns meaningless
    reader = EventReader(shown, problems)
    reader.follow(decoded)
    if not problems and reader.root is None:
        problems.add(
            Mark(shown, 1, 1),
            "",
            "the file is empty",
            "write at least one 'key: value'",
            "source.empty",
        )
    elif not problems and not isinstance(reader.root, dict):
        kind = "a list" if isinstance(reader.root, list) else "a single value"
        problems.add(
            reader.marks[()],
            "",
            f"{kind} stands at the top of the file; a mapping is wanted",
            "write 'key: value' lines",
            "source.top",
        )
    document = Document(shown, reader.root, reader.marks, reader.keys)
    if problems and all(each.code in _OF_WORDS for each in problems.problems):
        raise WordFault(problems.problems, document)
    problems.raise_if_any()
    return document


def _decode(content: bytes, shown: str, problems: ProblemList) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or content[:2].count(0) == 1:
        problems.add(
            Mark(shown, 1, 1),
            "",
            "the file is written in UTF-16",
            "save it as UTF-8",
            "source.encoding",
        )
        return ""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8").removeprefix("\ufeff")
        problems.add(
            _place(before, len(before), shown),
            "",
            f"byte 0x{content[error.start]:02X} is not UTF-8",
            "save the file as UTF-8",
            "source.encoding",
        )
        return ""


def _check_characters(text: str, shown: str, problems: ProblemList) -> None:
    seen: dict[str, int] = {}
    for match in UNWRITABLE.finditer(text):
        seen.setdefault(match[0], match.start())
    for character, offset in seen.items():
        more = text.count(character) - 1 if character != "\r" else 0
        problems.add(
            _place(text, offset, shown),
            "",
            f"the invisible character U+{ord(character):04X} stands here{_and_more(more)}",
            "remove it",
            "source.character",
        )
    if odd := list(_ODD_INDENT.finditer(text)):
        what = "a tab" if odd[0][1] == "\t" else f"the space-like character U+{ord(odd[0][1]):04X}"
        problems.add(
            _place(text, odd[0].start(1), shown),
            "",
            f"{what} indents this line{_and_more(len(odd) - 1)}",
            "indent with spaces",
            "source.tab",
        )


def _and_more(count: int) -> str:
    return f", and {count} more" if count else ""


def _place(text: str, offset: int, shown: str) -> Mark:
    return Mark(shown, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _flow(value: Any, limit: int) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{value}'"
    if not isinstance(value, dict | list):
        return str(value)
    parts: list[str] = []
    pairs = value.items() if isinstance(value, dict) else ((None, entry) for entry in value)
    for key, entry in pairs:
        parts.append(_flow(entry, limit) if key is None else f"{key}: {_flow(entry, limit)}")
        if sum(map(len, parts)) > limit:  # the rest would be cut off anyway
            break
    inside = ", ".join(parts)
    return f"{{{inside}}}" if isinstance(value, dict) else f"[{inside}]"
