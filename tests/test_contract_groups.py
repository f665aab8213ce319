"""Groups of contracts: named where contracts are listed, and held by what each contract says."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed import changed, played_by_both

from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose

GROUP = "at: contract_groups, add: {trump_games: {name: {en: trump games, de: Trumpfspiele}}}"
MEMBERS = (
    "at: contracts.rufer.groups, add: [trump_games]",
    "at: contracts.solo.groups, add: [trump_games]",
)
NAMED = (
    "at: bonuses.trull.contracts, set: trump_games",
    "at: bonuses.pagat_ultimo.contracts, set: trump_games",
)
HOUSE = "at: contracts.uhu, add: {like: solo, name: {en: Uhu, de: Uhu}, value: 8, source: [custom]}"
BID = "at: auction.ladder, set: [rufer, farbensolo, solo, uhu]"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game with a group, and a house contract that is like one of it."""
    folder = tmp_path_factory.mktemp("groups")
    return changed(folder, "zwanzigerrufen", GROUP, *MEMBERS, *NAMED, HOUSE, BID)


def test_a_house_contract_is_covered_wherever_its_group_is(house: Game) -> None:
    for bonus in ("trull", "pagat_ultimo"):
        assert house.bonuses[bonus].contracts == ("rufer", "solo", "uhu")
        counts = {
            id for id, each in house.contracts.items() if house.bonuses[bonus].counts_in(each)
        }
        assert counts == {"rufer", "solo", "uhu"}


def test_a_contract_by_contract_list_leaves_it_out(tmp_path: Path) -> None:
    without = changed(tmp_path, "zwanzigerrufen", HOUSE, BID)
    assert "uhu" not in without.bonuses["trull"].contracts


def test_both_implementations_settle_a_group_alike(house: Game) -> None:
    for seed in range(8):
        played_by_both(house, seed, towards="uhu")


def test_sentences_name_the_group(house: Game) -> None:
    path, value = ("bonuses", "trull", "contracts"), "trump_games"
    english, german = Prose(house, "en"), Prose(house, "de")
    assert english.setting(path, value).endswith("in the trump games alone.")
    assert german.setting(path, value).endswith("nur in den Trumpfspielen.")
    assert english.setting(("contracts", "solo", "groups"), ["trump_games"]) == (
        "The Solo belongs to the trump games."
    )


def test_a_group_among_contracts_is_told_to_stand_alone(tmp_path: Path) -> None:
    listed = "at: bonuses.trull.contracts, set: [trump_games, farbensolo]"
    with pytest.raises(
        RulesFault, match="it is a group, and stands alone, as in contracts: trump_"
    ):
        changed(tmp_path, "zwanzigerrufen", GROUP, *MEMBERS, listed)
