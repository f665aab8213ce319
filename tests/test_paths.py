"""Paths of rules: written with dots and read back, one inside another."""

from __future__ import annotations

import doctest

from zwanz_ssot import paths, places
from zwanz_ssot.model import identifiers
from zwanz_ssot.paths import dotted, is_within, meet, parse_path


def test_the_examples_of_the_docstrings_hold() -> None:
    for module, least in ((paths, 4), (places, 1), (identifiers, 1)):
        tried = doctest.testmod(module)
        assert tried.attempted >= least and not tried.failed, module


def test_a_path_is_written_and_read_back() -> None:
    path = ("contracts", "solo", "declarers", 0)
    assert dotted(path) == "contracts.solo.declarers.0"
    assert parse_path("contracts.solo.declarers.0") == path
    assert dotted(()) == ""


def test_inside_means_by_whole_steps() -> None:
    assert is_within("play.lead", "play")
    assert is_within("play", "play")
    assert not is_within("playing", "play")
    assert not is_within("play", "play.lead")


def test_two_paths_meet_where_one_leads_to_the_other() -> None:
    assert meet(("play",), ("play", "lead"))
    assert meet(("play", "lead"), ("play",))
    assert meet((), ("play",))
    assert not meet(("play", "lead", 0), ("play", "lead", 1))
