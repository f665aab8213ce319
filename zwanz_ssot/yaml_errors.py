"""What a YAML parser complains of, said in one sentence and at the place where a person would look."""

from __future__ import annotations

from typing import NamedTuple

import yaml

from zwanz_ssot.problems import Mark


class _Saying(NamedTuple):
    """`part` of the parser's message → our sentence and hint.

    {here} is the line where the parser gave up, {opener} the line where the thing it was reading
    began.
    """

    part: str
    sentence: str
    hint: str
    at_opener: bool = False


_QUOTE = "put the text in quotes"
_CLOSE = "write the same quote at its end"
_DASH = "begin each entry with '- ', indented alike"
_BACKSLASH = "use single quotes, in which a backslash is only itself"
_TAG = "'!' begins a tag, which rule files have not"
_TAB = "a tab stands where spaces belong"
_NO_KEY = "a key is missing before ':'"
_NO_DASH = "this does not continue the list that begins in line {opener}"
_SAYINGS = (
    _Saying(
        "expected ',' or ']'",
        "the list that opens here with '[' is not closed, and line {here} does not continue it",
        "write ',' between entries and ']' at the end",
        at_opener=True,
    ),
    _Saying(
        "expected ',' or '}'",
        "the mapping that opens here with '{{' is not closed, and line {here} does not continue it",
        "write ',' between entries and '}' at the end",
        at_opener=True,
    ),
    _Saying(
        "unexpected end of stream",
        "the quote that opens here is never closed",
        _CLOSE,
        at_opener=True,
    ),
    _Saying(
        "unexpected document",
        "the quote that opens here is not closed before line {here}",
        _CLOSE,
        at_opener=True,
    ),
    _Saying(
        "mapping values are not allowed",
        "a ':' stands where no value can begin",
        "put a text with ': ' in quotes, and indent the keys of one mapping alike",
    ),
    _Saying("unexpected ':'", "a ':' stands where no value can begin", _QUOTE),
    _Saying(
        "not find expected ':'",
        "this line has no ': ' after its key",
        "write 'key: value', with a space after the colon",
        at_opener=True,
    ),
    _Saying("tab character", _TAB, "use spaces"),
    _Saying("'\\t' that cannot start", _TAB, "use spaces"),
    _Saying("cannot start any token", "a value cannot begin with this character", _QUOTE),
    _Saying(
        "entries are not allowed",
        "a list with '- ' cannot begin in the middle of a line",
        "begin it on a line of its own",
    ),
    _Saying("mapping keys are not allowed", "a key cannot begin here", _QUOTE),
    _Saying(
        "expected '-' indicator",
        _NO_DASH,
        _DASH,
    ),
    _Saying(
        "expected key",
        "this does not continue the mapping that begins in line {opener}",
        "indent its keys alike; a text with quotes or brackets in it is put in quotes",
    ),
    _Saying(
        "<block end>",
        "this does not continue what begins in line {opener}",
        "indent what belongs together alike; a text with quotes or brackets in it is put in quotes",
    ),
    _Saying(
        "node content",
        "something is missing before this",
        "write one, or remove the bracket or the comma",
    ),
    _Saying(
        "document start>",
        "text stands after the end of the document",
        "keep one document in one file",
    ),
    _Saying(
        "alphabetic or numeric",
        "'*' and '&' begin aliases and anchors, which rule files have not",
        _QUOTE,
    ),
    _Saying("tag", _TAG, _QUOTE),
    _Saying("expected '>'", _TAG, _QUOTE, at_opener=True),
    _Saying("hex", "no character has this number after its backslash", _BACKSLASH),
    _Saying("escape", "no character is written like this after a backslash", _BACKSLASH),
    _Saying(
        "directive", "a line that begins with '%' speaks to the parser", "remove it", at_opener=True
    ),
    _Saying(
        "incompatible", "this version of YAML is not known", "remove the line that begins with '%'"
    ),
    _Saying(
        "comment or line break",
        "nothing may follow '|' or '>' in its line",
        "begin the text in the next line",
    ),
)


def explain(
    error: yaml.MarkedYAMLError, file: str, sign: str = "", in_list: int | None = None
) -> tuple[Mark, str, str]:
    """The parser's complaint as a place in `file`, a sentence and a hint.

    `sign` is the character that it stumbled over, `in_list` the line of the list that was being
    read.
    """
    problem = error.problem_mark or error.context_mark
    opener = error.context_mark or problem
    if problem is None or opener is None:
        return Mark(file, 1, 1), "this is not YAML", ""
    said = str(error.problem or "")
    for saying in _SAYINGS:
        if saying.part in said:
            at = opener if saying.at_opener else problem
            if sign == ":" and saying.part in ("expected key", "node content"):
                return Mark(file, at.line + 1, at.column + 1), _NO_KEY, "write one"
            if sign == "\t" and saying.part == "cannot start any token":
                return Mark(file, at.line + 1, at.column + 1), _TAB, "use spaces"
            if in_list is not None and saying.part == "not find expected ':'":
                return (
                    Mark(file, at.line + 1, at.column + 1),
                    _NO_DASH.format(opener=in_list),
                    _DASH,
                )
            sentence = saying.sentence.format(here=problem.line + 1, opener=opener.line + 1)
            return Mark(file, at.line + 1, at.column + 1), sentence, saying.hint
    return Mark(file, problem.line + 1, problem.column + 1), "this cannot be read as YAML", ""
