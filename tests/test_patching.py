"""Patches of WeasyPrint: where they fit, what they leave behind, what is printed without them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pydyf
import pytest
import weasyprint
from conftest import loaded
from weasyprint.css import StyleFor
from weasyprint.layout import block, inline
from weasyprint.text import line_break
from weasyprint.text.line_break import Layout

from zwanz_renderer import book, press
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.press import patched_printer, patching, pdf

ROOT = Path(__file__).resolve().parents[1]
CHAPTER = '# Cards {#cards}\n\nThe [[T-I]] and *[the rest](#cards)*.\n\n[card-row cards="T-I"]\n'


def test_copies_are_of_the_weasyprint_that_is_installed() -> None:
    """If this fails: compare copied functions with those of the new WeasyPrint, then name it in
    `patching.COMPARED`.
    """
    assert weasyprint.__version__ == patching.COMPARED


def test_the_lower_bound_of_the_package_is_the_oldest_version_that_prints() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (bound,) = re.findall(r'"weasyprint~=(\d+)\.\d+"', text)
    assert int(bound) == press.OLDEST == int(patching.SERIES)


@pytest.mark.parametrize(
    ("game", "variant", "lang", "paper"),
    [("rufmariasch", "named-trump", "de", "a5"), ("rufmariasch", "base", "ja", "letter")],
)
def test_a_whole_book_is_the_same_to_the_byte_without_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, variant: str, lang: str, paper: str
) -> None:
    rules = loaded(game, variant)
    quick = book.build(rules, lang=lang, out=tmp_path / "quick", formats=["pdf"], paper=paper)  # type: ignore[arg-type]
    monkeypatch.setattr(patching, "COMPARED", "none")
    slow = book.build(rules, lang=lang, out=tmp_path / "slow", formats=["pdf"], paper=paper)  # type: ignore[arg-type]
    assert quick.files["pdf"].read_bytes() == slow.files["pdf"].read_bytes()


def test_patches_are_gone_afterwards() -> None:
    def now() -> list[object]:
        return [
            StyleFor.__init__,
            Layout.setup,
            line_break.split_first_line,
            block._in_flow_layout,
            inline.split_first_line,
            pydyf.Stream.data,
        ]

    before = now()
    patches = patching.applied(patched_printer.PATCHES)
    with pytest.raises(ValueError, match="broken"), patches:
        assert not any(one is other for one, other in zip(now(), before, strict=True))
        raise ValueError("broken")
    assert now() == before


def target(patch: patching.Patch) -> str:
    """The full name of a function that is replaced."""
    module = f"{patch.owner.__module__}." if isinstance(patch.owner, type) else ""
    return f"{module}{patch.owner.__name__}.{patch.name}"


def test_each_patch_is_in_a_report() -> None:
    text = (ROOT / "docs" / "weasyprint.md").read_text(encoding="utf-8")
    sections = {part.partition("\n")[0]: part for part in text.split("\n## ")}
    for patch in patched_printer.PATCHES:
        section = sections[patch.report]
        assert f"`{target(patch)}`" in section
        assert all(f"{part}: " in section for part in ("Worth", "* What", "* Proposal"))


def test_functions_and_tests_that_the_reports_name_exist() -> None:
    text = (ROOT / "docs" / "weasyprint.md").read_text(encoding="utf-8")
    press_code = ROOT / "renderer" / "zwanz_renderer"
    functions = re.findall(r"\(`(press/\w+\.py)`, `(\w+)`\)", text)
    named = re.findall(r"`(?:tests/\w+\.py::)?(test_\w+)`", text)
    assert functions and named
    for file, name in functions:
        assert f"def {name}(" in (press_code / file).read_text(encoding="utf-8")
    tests = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").glob("test_*.py"))
    for name in named:
        assert f"def {name}(" in tests


# ------------------------------------------------------------------------------- the plain way

PRINT = """
import sys
{before}
import weasyprint
weasyprint.__version__ = {version!r}
{after}
from zwanz_ssot.cli import main
sys.argv = ["zwanz", *sys.argv[1:]]
main()
"""


def call(
    *args: str, version: str = "70.0", before: str = "", after: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `zwanz` with a WeasyPrint that says another version, or misses something."""
    code = PRINT.format(version=version, before=before, after=after)
    alone = {**os.environ, "ZWANZ_ONE_PROCESS": "1"}
    return subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, env=alone, cwd=ROOT
    )


@pytest.fixture
def chapters(tmp_path: Path) -> Path:
    folder = tmp_path / "chapters"
    folder.mkdir()
    (folder / "01.md").write_text(CHAPTER, encoding="utf-8")
    return folder


def printed(folder: Path, **how: str) -> tuple[str, Path]:
    """What a call that prints a small book says on standard error, and the PDF."""
    out = folder.parent / "out"
    done = call(
        *("book", "zwanzigerrufen", "--variant", "wikipedia", "--format", "pdf"),
        *("--chapters", str(folder), "--out", str(out)),
        **how,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr, out / "zwanzigerrufen.wikipedia.en.pdf"


def drawings(file: Path) -> list[int]:
    """How often each form of a PDF is drawn."""
    with pikepdf.open(file) as book:
        return [len(page.get("/Resources", {}).get("/XObject", {})) for page in book.pages]


def test_a_known_weasyprint_says_nothing(chapters: Path) -> None:
    printed_lines, file = printed(chapters)
    assert printed_lines == "" and any(drawings(file))


@pytest.mark.parametrize("version", ["71.0", "99.1b1"])
def test_an_unknown_weasyprint_prints_the_plain_way_and_says_so(
    chapters: Path, version: str
) -> None:
    printed_lines, file = printed(chapters, version=version)
    assert printed_lines.count("\n") == 1
    assert (
        f"WeasyPrint {version}" in printed_lines
        and "plain way" in printed_lines
        and "larger" in printed_lines
    )
    with pikepdf.open(file) as made, made.open_metadata() as data:
        assert data["pdfuaid:part"] == "1"
        assert len(made.pages) >= 4


RENAMED = """
from importlib.machinery import SourceFileLoader as Loader
real = Loader.get_code
def get_code(self, name):
    path = self.get_filename(name)
    if "/site-packages/weasyprint/" in path:
        text = open(path, encoding="utf-8").read()
        if {0!r} in text:
            return compile(text.replace({0!r}, "renamed_since"), path, "exec")
    return real(self, name)
Loader.get_code = get_code
"""


@pytest.mark.parametrize(
    "name",
    [
        "_linebox_layout",  # a patched function
        "COMPUTER_FUNCTIONS",  # nothing that is used here
        "find_style_attributes",  # called by a copied function
        "element_tag",  # an attribute of boxes, asked for while pages are laid out
    ],
)
def test_a_renamed_internal_leads_to_the_plain_way(chapters: Path, name: str) -> None:
    printed_lines, file = printed(chapters, version="70.3", before=RENAMED.format(name))
    if name == "COMPUTER_FUNCTIONS":
        assert printed_lines == ""
    else:
        assert printed_lines.count("\n") == 1 and name in printed_lines
        assert "WeasyPrint 70.3 differs from 70.0" in printed_lines and "plain way" in printed_lines
    assert file.exists()


def test_leaflets_are_printed_the_plain_way_too(tmp_path: Path) -> None:
    args = ("leaflet", "score-sheet", "zwanzigerrufen", "--out", str(tmp_path))
    done = call(*args, version="71.0")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("\n") == 1 and "plain way" in done.stderr
    assert list(tmp_path.glob("*.pdf"))


def test_sheets_of_cards_are_printed_the_plain_way_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pdf, "misfit", lambda: "WeasyPrint 98.0 has not been tried, only 70")
    page = '<html lang="en"><title>T</title><p><img alt="x" src="card:T-I@book">'
    pictures = Pictures(loaded("zwanzigerrufen", "base").deck.cards)
    made = pdf.write_sheets(page, pictures, {"PrintScaling": "/None"})
    assert made.pages == 1 and "WeasyPrint 98.0" in caplog.text
    with pikepdf.open(io.BytesIO(made.data)) as file:
        assert file.Root.ViewerPreferences.PrintScaling == "/None"


@pytest.mark.parametrize(
    "args",
    [
        ("book", "zwanzigerrufen", "--variant", "wikipedia", "--format", "pdf"),
        ("leaflet", "score-sheet", "zwanzigerrufen"),
        ("deck", "tarock-40", "--print"),
    ],
)
@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"version": "69.0"}, "WeasyPrint 69.0 is too old"),
        (
            {
                "before": "class Finder:\n"
                "    def find_spec(self, name, *_):\n"
                "        if name.startswith('weasyprint.text'):\n"
                "            raise OSError('cannot load library libpango')\n"
                "sys.meta_path.insert(0, Finder())\n"
                "import types; sys.modules['weasyprint'] = types.ModuleType('weasyprint')",
                "after": "del sys.modules['weasyprint']",
            },
            "The Pango libraries are missing",
        ),
    ],
)
def test_what_has_to_be_installed_is_said_in_a_sentence(
    tmp_path: Path, args: tuple[str, ...], how: dict[str, str], sentence: str
) -> None:
    done = call(*args, "--out", str(tmp_path), **how)
    assert done.returncode == 3, done.stderr
    assert done.stderr.count("\n") == 1 and sentence in done.stderr


def test_nothing_of_the_press_is_loaded_for_a_web_page(tmp_path: Path, chapters: Path) -> None:
    code = (
        "import sys; from zwanz_ssot import load; from zwanz_renderer import book\n"
        "from pathlib import Path\n"
        "book.build(load('zwanzigerrufen', 'wikipedia'), lang='en', out=Path(sys.argv[1]),\n"
        "           chapters=Path(sys.argv[2]), formats=['html'])\n"
        "print([name for name in sys.modules if name.startswith(('weasyprint', 'pydyf'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), str(chapters)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout.strip() == "[]"
