"""Files are written whole or not at all, and what killed processes leave is removed."""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from zwanz_ssot.files import whole_folder, write_file, write_files
from zwanz_ssot.problems import WrongCall


def test_two_threads_that_write_one_file_leave_it_whole(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"

    def slowly() -> Iterator[bytes]:
        yield b"one,"
        other = threading.Thread(target=write_file, args=(file, [b"other"]))
        other.start()
        other.join()
        assert file.read_bytes() == b"other"
        yield b"two"

    write_file(file, slowly())
    assert file.read_bytes() == b"one,two"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_finished_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(b"old")

    def broken() -> Iterator[bytes]:
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_file(file, broken())
    assert file.read_bytes() == b"old" and list(tmp_path.iterdir()) == [file]


def test_leftovers_are_removed_after_an_hour(tmp_path: Path) -> None:
    old, young = (tmp_path / f".zwanz-{name}" for name in ("old", "young"))
    folder = tmp_path / ".zwanz-folder"
    old.write_bytes(b"half a file")
    young.write_bytes(b"half a file")
    folder.mkdir()
    (folder / "page.html").write_bytes(b"half a page")
    for left in (old, folder):
        os.utime(left, (0, 0))
    write_files({"a.txt": b"a"}, tmp_path)
    assert sorted(tmp_path.iterdir()) == [young, tmp_path / "a.txt"]


def test_a_closed_folder_is_told_by_the_name_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of the temporary file tells a reader nothing."""

    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    file = tmp_path / "round.yaml"
    with monkeypatch.context() as closed:
        closed.setattr(Path, "open", refuse)
        with pytest.raises(PermissionError) as told:
            write_file(file, [b"record"])
    assert told.value.filename == str(file)

    def refuse_folder(prefix: str, dir: Path) -> None:
        refuse(dir / prefix)

    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse_folder)
    club = tmp_path / "club"
    with (
        pytest.raises(WrongCall, match=f"nothing can be written to {club}; permission denied"),
        whole_folder(club, WrongCall("taken")),
    ):
        pass
