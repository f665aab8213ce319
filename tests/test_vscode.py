"""The extension for VS Code: what it says when ``zwanz lsp`` cannot be started, and how it starts
again and plays.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")
EXTENSION = Path(__file__).parents[1] / "editors" / "vscode" / "extension.js"
WANTED = "zwanz lsp needs pygls; install it with: pip install pygls"


def script(path: Path, lines: str) -> str:
    path.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.skipif(NODE is None, reason="the extension wants node")
def test_the_server_is_started_again_once_the_command_is_right(tmp_path: Path) -> None:
    works = script(tmp_path / "zwanz", "exit 0")
    refuses = script(tmp_path / "bare", f"[ $1 = lsp ] || exit 0; echo '{WANTED}' >&2; exit 3")
    session = Path(__file__).with_name("vscode_session.js")
    ran = subprocess.run(
        [str(NODE), str(session), str(EXTENSION), works, refuses],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    missing, page, refusal, *later = found["said"]
    for text in (missing, page, *later):
        assert "no command /no/such/zwanz" in text and "setting zwanz.command" in text
    assert WANTED in refusal and "undefined" not in refusal
    assert not found["tried"] and found["started"] and found["again"] and not found["left"]
    # A task: its terminal stays when the game is over, so that the result can be read.
    play = ["play", "--variant", "/our club/house.yaml", "--lang", "de"]
    assert ["task", works, play, {"focus": True}] in found["done"]
    assert ["workbench.action.openSettings", "zwanz.command"] in found["done"]
