"""The pages of the table in the browser."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from table_browser import RULES

from zwanz_ssot.web.app import application
from zwanz_ssot.web.store import Store
from zwanz_ssot.web.texts import languages, words


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("address", ["/t/", "/nix", "/t/none/at/all", "/rules/nix/en", "/tables"])
def test_an_unknown_address_is_a_page_with_a_way_back(lang: str, address: str) -> None:
    store = Store("sqlite://")
    with TestClient(application(RULES, store), base_url="http://127.0.0.1:8020") as client:
        answer = client.get(address, headers={"Accept-Language": f"{lang}-XX,fr;q=0.5"})
    store.close()
    assert answer.status_code in (404, 405)
    assert words(lang)["denied"]["no_page"] in answer.text
    assert f'href="/?lang={lang}"' in answer.text and "/web/table.css" in answer.text
