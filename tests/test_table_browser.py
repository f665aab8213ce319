"""Whole rounds at the table, clicked in a real browser; axe on every page; keys alone.

``--all`` plays three rule sets in two languages at two widths, instead of one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import sync_playwright
from table_process import Server
from test_judges_html import BROWSERS, MODULES, tool

from zwanz_ssot import deal, load
from zwanz_ssot.positions import played_out
from zwanz_ssot.record import write

ROUNDS = [
    ("zwanzigerrufen:directnet", "en", 1280, "light"),
    ("anrufen:three", "de", 390, "dark"),
    ("koenigrufen:wien", "ja", 1280, "dark"),
    ("koenigrufen:wien", "de", 390, "light"),
    ("zwanzigerrufen:wikipedia", "en", 390, "light"),
    ("rufmariasch:base", "ja", 390, "light"),
]
CHOICES = {"cut": ".cutting button", "say": ".choice", "play": ".in-hand.legal button"}
"""What is clicked, by what is to be done."""
PATIENCE = 120_000
"""Milliseconds to wait for a page, and for a round that is played."""
SOON = 2_000
"""Milliseconds to wait for what is on the page already."""
RULES_OF_AXE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "round_to_play" in metafunc.fixturenames:
        every = metafunc.config.getoption("--all")
        rounds = ROUNDS if every else ROUNDS[:2]
        metafunc.parametrize("round_to_play", rounds, ids=lambda it: f"{it[0]}-{it[1]}-{it[2]}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("tables"))
    made.start("--pace", "0.02")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tool(*BROWSERS), args=["--no-sandbox"])
        yield browser
        browser.close()


def a_page(chromium: Any, width: int, scheme: str, locale: str = "en") -> Any:
    """A page that fails the test if a script or a request of it fails."""
    context = chromium.new_context(
        viewport={"width": width, "height": 844 if width < 500 else 800},
        color_scheme=scheme,
        locale=locale,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda it: it.type == "error" and page.faults.append(it.text))
    page.on("response", lambda it: it.status >= 400 and page.faults.append(it.url))
    return page


def axe(page: Any, where: str) -> list[str]:
    """What axe finds on a page as it is."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate((MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate(
        """async (tags) => (await axe.run({runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]}))
            .violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.target.join(" ")).join(", ")}`)""",
        RULES_OF_AXE,
    )
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [
        f"{where}: {fault}" for fault in [*found, *([f"{wide} px too wide"] if wide > 0 else [])]
    ]


def is_clicked(page: Any, what: str) -> bool:
    """Whether the first of these is clicked. It may be gone: the table makes an only move itself."""
    try:
        page.locator(what).first.click(position={"x": 6, "y": 14}, timeout=SOON)
    except TooLate:
        return False
    return True


SEEN = "() => { window.seen = document.querySelector('#live').textContent; }"
ANSWERED = "() => !document.querySelector('.asked.mine') || document.querySelector('#live').textContent !== window.seen"
"""A move is made: it is another seat's turn, or already the own one again, as players are quick."""


def make_a_move(page: Any) -> None:
    """Make the first move there is, and wait a little."""
    for what in CHOICES.values():
        if page.locator(what).count():
            is_clicked(page, what)
            break
    page.wait_for_timeout(60)


def move_until(page: Any, wanted: str) -> None:
    """Make the first move there is until there is what is wanted; fail at the end of the round."""
    while True:
        page.wait_for_selector(".asked.mine, dialog[open]")
        if page.locator(wanted).count():
            return
        assert not page.locator("dialog[open]").count(), f"a round without {wanted}"
        make_a_move(page)


def wait_for_a_turn(page: Any) -> None:
    """Wait until the own seat is to move; deal anew what another seat threw in before."""
    page.wait_for_selector(".asked.mine, dialog[open]")
    while page.locator("dialog[open]").count():
        page.click("dialog .main")
        page.wait_for_selector(".asked.mine, dialog[open]")


def sit_down(page: Any, server: Server, rules: str, lang: str) -> None:
    page.goto(f"{server.address}?lang={lang}")
    page.locator(f"input[value='{rules}']").check()
    page.fill("input[name=name]", "Anna <i>")
    page.select_option("select[name=strength]", "random")


def open_table(page: Any, server: Server, rules: str, lang: str) -> None:
    sit_down(page, server, rules, lang)
    page.click("button[type=submit]")


def test_a_whole_round_is_played_by_clicks(
    server: Server, chromium: Any, round_to_play: tuple[str, str, int, str]
) -> None:
    rules, lang, width, scheme = round_to_play
    page = a_page(chromium, width, scheme)
    sit_down(page, server, rules, lang)
    faults = axe(page, "start")
    page.click("button[type=submit]")
    page.wait_for_selector(".seat", state="attached")
    seen: set[str] = set()
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        page.wait_for_selector(".asked.mine, dialog[open]")
        if page.locator("dialog[open]").count():
            break
        kind = next((kind for kind, what in CHOICES.items() if page.locator(what).count()), None)
        if kind is None:  # the only move there was has just been made
            page.wait_for_timeout(30)
            continue
        if kind not in seen:
            seen.add(kind)
            faults += axe(page, kind)
        barred = page.locator(".in-hand.barred button")
        if kind == "play" and barred.count() and "refused" not in seen:
            if not is_clicked(page, ".in-hand.barred button"):
                continue
            seen.add("refused")
            page.wait_for_selector("#told .no")
            assert len(page.inner_text("#told .no")) > 10
            faults += axe(page, "refused")
        page.evaluate(SEEN)
        if not is_clicked(page, CHOICES[kind]):
            continue
        page.wait_for_function(ANSWERED)
    assert {"play"} <= seen
    rows = page.locator("dialog .settlement tfoot tr").count()
    assert rows >= 2 or page.locator("dialog p").count()
    page.wait_for_timeout(300)
    faults += axe(page, "settlement")
    assert not faults and not page.faults, (faults, page.faults)
    page.context.close()


def test_a_round_is_played_with_keys_alone(server: Server, chromium: Any) -> None:
    page = a_page(chromium, 1280, "light")
    sit_down(page, server, "zwanzigerrufen:directnet", "en")
    page.keyboard.press("Enter") if page.evaluate(
        "document.activeElement.name === 'name'"
    ) else page.locator("input[name=name]").press("Enter")
    page.wait_for_selector(".seat", state="attached")
    played = 0
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        page.wait_for_selector(".asked.mine, dialog[open]")
        if played >= 2 or page.locator("dialog[open]").count():
            break
        hand = page.locator(".in-hand").count()
        if page.locator(".choice, .cutting button").count():
            page.locator(".choice, .cutting button").first.focus()
            page.keyboard.press("Enter")
        else:
            page.locator(".in-hand button").first.focus()
            for _ in range(hand):
                if page.evaluate("document.activeElement.parentElement.matches('.legal')"):
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.wait_for_function(
                f"() => document.querySelectorAll('.in-hand').length < {hand} || document.querySelector('dialog[open]')"
            )
            played += 1
        page.wait_for_timeout(60)
    assert played >= 1 and not page.faults, page.faults
    page.context.close()


def test_names_of_bids_are_not_squeezed_beside_their_worth(server: Server, chromium: Any) -> None:
    page = a_page(chromium, 1280, "light")
    open_table(page, server, "slovenian-tarok:three", "ja")
    move_until(page, ".choice")
    lines = page.locator(".choice-name").evaluate_all(
        "(all) => all.map((it) => Math.round(it.offsetHeight / parseFloat(getComputedStyle(it).fontSize)))"
    )
    assert len(lines) > 1 and max(lines) <= 2, lines
    page.context.close()


SCREENS = [(1280, 720), (1280, 757), (1440, 900), (1024, 768), (390, 844)]
FULL_TABLE = """() => {
  const said = "Bids the Normal Game and calls the XX";
  for (const seat of document.querySelectorAll(".seat")) {
    if (!seat.querySelector(".bubble")) seat.append(Object.assign(document.createElement("p"), {className: "bubble"}));
    seat.querySelector(".bubble").textContent = said;
    seat.querySelector(".plate").append(Object.assign(document.createElement("p"), {className: "badges", innerHTML: "<span class='badge'>Declarers</span>"}));
  }
  const [first, ...rest] = [...document.querySelectorAll(".choice:has(.means)")];
  rest.forEach((each) => each.remove());
  first.innerHTML = "<span class='choice-name'>Announce Absolut</span><span class='worth'>It counts 1 point unannounced. It counts 2 points announced.</span><span class='means'>It is won if one side takes at least 56 card points.</span>";
  first.after(first.cloneNode(true), first.cloneNode(true));
}"""
"""Everybody has said much, and there are three things to announce, besides passing."""
COVERED = """() => {
  const shown = [...document.querySelectorAll(".plate, .backs, .bubble, .laid, .won-by, .own")].filter((it) => it.getClientRects().length);
  const boxes = shown.map((it) => [it.className, it.getBoundingClientRect()]);
  const apart = (a, b) => !(/^(laid|won-by)/.test(a) && /^(laid|won-by)/.test(b));
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const pairs = boxes.flatMap(([name, a], at) => boxes.slice(at + 1).filter(([other, b]) => apart(name, other) && over(a, b)).map(([other]) => `${name} and ${other}`));
  const moves = document.querySelector("#moves");
  const hand = document.querySelector("#hand").getBoundingClientRect();
  if (moves.scrollHeight > moves.clientHeight + 1) pairs.push(`${moves.scrollHeight - moves.clientHeight} px of the moves are hidden`);
  if (hand.top > innerHeight - 60) pairs.push("the hand is below the screen");
  return pairs;
}"""


def test_nothing_at_the_table_covers_a_seat_or_cuts_a_button(server: Server, chromium: Any) -> None:
    page = a_page(chromium, 1280, "light")
    open_table(page, server, "zwanzigerrufen:directnet", "en")
    move_until(page, ".choice:has(.means)")
    page.evaluate(FULL_TABLE)
    faults = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        faults[width, height] = page.evaluate(COVERED)
    assert not any(faults.values()), faults
    page.context.close()


def asked_in(page: Any) -> str:
    """The link to a seat for a friend, as the page gives it; the dialog stays open."""
    page.click("#more")
    page.click("#dialog-body > button")
    page.locator(".guest button").first.click()
    return str(page.locator(".guest .address").first.input_value())


def sits(chromium: Any, link: str, name: str, width: int = 1280, locale: str = "en") -> Any:
    """The page of a friend who has sat down by a link."""
    friend = a_page(chromium, width, "light", locale)
    friend.goto(link)
    friend.fill("dialog input", name)
    friend.click("dialog .main")
    friend.wait_for_selector(".seat.you")
    return friend


def test_the_book_stands_beside_the_table_and_a_friend_takes_a_seat(
    server: Server, chromium: Any
) -> None:
    page = a_page(chromium, 1280, "light")
    open_table(page, server, "rufmariasch:base", "en")
    page.wait_for_selector(".seat", state="attached")
    page.click("#rules")
    book = page.frame_locator("#book-page")
    book.locator("main h2").first.wait_for()
    page.click("#book-close")
    page.click("#more")
    faults = axe(page, "more")
    page.click("#dialog-close")
    link = asked_in(page)
    assert "#" in link and not page.faults
    friend = a_page(chromium, 390, "dark")
    friend.goto(link)
    friend.wait_for_selector("dialog[open]")
    faults += axe(friend, "invited")
    friend.click("dialog .main")
    friend.wait_for_selector(".seat.you")
    assert friend.locator(".in-hand").count() or friend.inner_text("#asked")
    onlooker = a_page(chromium, 390, "dark")
    onlooker.goto(link.split("#")[0])
    onlooker.wait_for_selector(".seat", state="attached")
    assert onlooker.locator(".in-hand").count() == 0 and onlooker.locator(".seat.you").count() == 0
    faults += axe(onlooker, "onlooker")
    assert not faults and not friend.faults and not onlooker.faults, faults
    for each in (page, friend, onlooker):
        each.context.close()


def test_who_loses_the_seat_is_told_sees_no_hand_and_may_sit_down_again(
    server: Server, chromium: Any
) -> None:
    page = a_page(chromium, 390, "light")
    open_table(page, server, "zwanzigerrufen:directnet", "en")
    wait_for_a_turn(page)
    friend = sits(chromium, asked_in(page), "Otto <b>")
    friend.wait_for_selector(".in-hand")
    page.click("#dialog-close")
    page.wait_for_selector("#back", state="hidden")
    page.click("#more")
    page.click("#dialog-body > button")
    page.locator(".guest", has_text="Otto <b>").locator("button").nth(1).click()
    assert "Otto <b>" in page.inner_text("#dialog-body")  # what becomes of him, before it does
    faults = axe(page, "confirm")
    assert friend.locator(".in-hand").count()
    page.click("dialog .main")
    friend.wait_for_selector("dialog[open]")
    faults += axe(friend, "the seat is lost")
    assert not friend.locator(".in-hand, .seat.you, .choice").count()
    assert friend.locator("#back").is_hidden() and friend.locator("#hint").is_disabled()
    friend.reload()  # by the same link: the seat is offered, no more
    friend.wait_for_selector("dialog[open]")
    friend.click("#dialog-close")
    assert not friend.locator(".in-hand, .seat.you").count()
    page.wait_for_selector("#back")
    assert "Otto" not in page.inner_text(".seats")  # who plays there now is not he
    friend.click("#moves .main")
    friend.click("dialog .main")
    friend.wait_for_selector(".seat.you")
    page.wait_for_selector("#back", state="hidden")
    page.click("#more")
    page.click("#dialog-body > button")
    page.locator(".guest", has_text="Otto <b>").locator("button").nth(1).click()
    page.click("dialog .main")
    friend.click("dialog[open] .main")  # at once, without telling the name again
    friend.wait_for_selector(".seat.you")
    assert "Otto <b>" in friend.inner_text(".seat.you .name")
    assert not faults and not page.faults and not friend.faults, faults
    for each in (page, friend):
        each.context.close()


def test_a_name_that_is_taken_is_told_where_it_is_typed(server: Server, chromium: Any) -> None:
    page = a_page(chromium, 390, "light", "de")
    open_table(page, server, "zwanzigerrufen:directnet", "de")
    page.wait_for_selector(".seat")
    friend = a_page(chromium, 390, "light", "de")
    friend.goto(asked_in(page))
    friend.fill("dialog input", "anna <I>")
    friend.click("dialog .main")
    friend.wait_for_selector("#dialog-told:not(:empty)")
    faults = axe(friend, "the name is taken")
    assert friend.locator("dialog[open] input").input_value() == "anna <I>"
    friend.fill("dialog input", "Clara")
    friend.click("dialog .main")
    friend.wait_for_selector(".seat.you")
    names = friend.locator(".plate .called").all_inner_texts()
    assert "Clara" in friend.inner_text(".seat.you .name") and len(set(names)) == 4
    friend.click("#more")
    friend.fill("dialog input", "Anna <i>")
    friend.press("dialog input", "Enter")
    friend.wait_for_selector("#dialog-told:not(:empty)")
    assert "Clara" in friend.inner_text(".seat.you .name")
    assert not faults and not page.faults and not friend.faults, faults
    for each in (page, friend):
        each.context.close()


FOCUS = "document.activeElement.id || document.activeElement.closest('[id]')?.id || 'lost'"
"""The control that has the focus, or the part of the page that it is in."""


def test_the_focus_goes_back_to_what_opened_a_dialog(server: Server, chromium: Any) -> None:
    page = a_page(chromium, 1280, "light")
    open_table(page, server, "zwanzigerrufen:directnet", "en")
    move_until(page, ".in-hand.legal")
    for opener in ("score", "last", "more"):
        page.evaluate("document.querySelector('#last').disabled = false")
        page.focus(f"#{opener}")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        page.focus("#dialog-close")
        page.keyboard.press("Enter")
        assert page.evaluate(FOCUS) == opener
    page.focus("#hint")
    page.keyboard.press("Enter")
    page.wait_for_selector("#told .hinted")
    page.focus("#told .link:last-child")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) == "hint"
    page.click("#more")  # what opened it is gone when it closes
    page.evaluate("document.querySelector('#more').disabled = true")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="hidden")
    page.wait_for_timeout(50)
    assert page.evaluate(FOCUS) in ("moves", "hand")
    move_until(page, ".in-hand.barred")
    page.focus(".in-hand.barred button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#told .no")
    page.focus("#told .link:last-child")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('.in-hand.barred') !== null")
    page.focus("#rules")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) == "book-close"
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUS) == "rules"
    assert not page.faults, page.faults
    page.context.close()


MISPLACED = """() => {
  if (document.querySelector("dialog[open]") || !document.querySelector(".asked.mine")) return "";
  const wanted = ["#moves button", ".in-hand button"].find((what) => document.querySelector(what));
  const at = document.activeElement;
  return !wanted || at.matches(wanted) ? "" : `${document.querySelector("#asked").textContent} ${at.tagName} ${at.id}`;
}"""
"""Where the focus is, if it is not on what the player is asked for."""


def test_the_focus_is_never_lost_in_a_round_played_with_keys(server: Server, chromium: Any) -> None:
    page = a_page(chromium, 1280, "light")
    open_table(page, server, "koenigrufen:wien", "en")
    wait_for_a_turn(page)
    page.reload()
    page.wait_for_selector(".asked.mine")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the way past the head of the page
    rounds, lost = 0, []
    while rounds < 2:
        page.wait_for_selector(".asked.mine, dialog[open]")
        if page.locator("dialog[open]").count():
            rounds += 1
            page.focus("dialog .main" if rounds == 1 else "#dialog-close")
        elif where := page.evaluate(MISPLACED):
            lost.append(where)
            page.evaluate("document.querySelector('#moves button, .in-hand button')?.focus()")
        for step in ("Home", *["ArrowRight"] * 12):
            if not page.evaluate("Boolean(document.activeElement.closest('.in-hand:not(.legal)'))"):
                break
            page.keyboard.press(step)
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    assert not lost and not page.faults, (lost, page.faults)
    page.wait_for_timeout(60)
    assert page.evaluate(FOCUS) == "moves"
    page.context.close()


def test_what_helps_stands_where_a_friend_is_away(server: Server, chromium: Any) -> None:
    page = a_page(chromium, 390, "light", "de")
    open_table(page, server, "zwanzigerrufen:directnet", "de")
    page.wait_for_selector(".seat")
    friend = sits(chromium, asked_in(page), "Otto")
    assert not page.locator(".remedies").count()
    page.click("#dialog-close")
    friend.context.close()
    page.wait_for_selector(".plate:has(.away) .remedies")
    faults = [*axe(page, "away"), *page.evaluate(COVERED)]
    page.locator(".remedies button").nth(1).click()
    assert "#" in page.locator(".address").input_value()
    page.click("#dialog-close")
    page.locator(".remedies button").first.click()
    page.wait_for_selector("#told p")  # what becomes of the link
    page.wait_for_selector(".remedies", state="detached")
    assert not faults and not page.faults, faults
    page.context.close()


def test_a_link_follows_the_browser_and_the_language_can_be_changed(
    server: Server, chromium: Any
) -> None:
    page = a_page(chromium, 1280, "light")
    open_table(page, server, "zwanzigerrufen:directnet", "ja")
    page.wait_for_selector(".seat")
    link = asked_in(page)
    assert "lang" not in link
    friend = sits(chromium, link, "Otto", 390, "de-AT")
    assert friend.get_attribute("html", "lang") == "de"
    friend.click("#more")
    assert "lang" not in friend.locator("dialog .address").input_value()
    friend.click(".languages a[lang=ja]")
    friend.wait_for_selector("html[lang=ja] .seat.you")
    assert friend.inner_text(".seat.you .name").startswith("Otto")
    assert not page.faults and not friend.faults
    for each in (page, friend):
        each.context.close()


@pytest.mark.parametrize("lang", ["de", "en", "ja"])
def test_a_wrong_link_is_told_once_with_ways_on(server: Server, chromium: Any, lang: str) -> None:
    table, token = server.open_table()
    page = a_page(chromium, 390, "light", lang)
    page.goto(f"{server.address}t/{table}#{token[:-1]}")
    page.wait_for_selector(".farewell")
    page.wait_for_timeout(1000)  # longer than the first tries to connect again
    assert page.locator("button:visible, a:visible").count() == 2
    assert not page.inner_text("#network") and page.locator(".seat").count() == 0
    faults = axe(page, "wrong link")
    page.click(".farewell .main")
    page.wait_for_selector(".seat")
    assert "#" not in page.url and page.locator(".in-hand").count() == 0
    page.goto(f"{server.address}t/{table}#{token}")  # only the end of the address changes
    page.wait_for_selector(".seat.you")
    assert not faults and not page.faults, faults
    page.context.close()


UNSEEN = """() => {
  const [top, bottom] = [document.querySelector("#board"), document.querySelector("#moves")].map((it) => it.getBoundingClientRect());
  return [...document.querySelectorAll(".choice")].flatMap((it) => {
    const { top: from, bottom: to, height } = it.getBoundingClientRect();
    return from < top.top || to > Math.min(bottom.bottom, innerHeight) + 1 || height < 24 ? [it.innerText] : [];
  });
}"""
"""Choices that are not on the screen as a whole, or too low to be touched."""


@pytest.mark.parametrize("lang", ["de", "en", "ja"])
def test_all_that_may_be_bid_is_on_a_small_screen(server: Server, chromium: Any, lang: str) -> None:
    page = a_page(chromium, 1280, "light", lang)
    open_table(page, server, "koenigrufen:wien", lang)
    move_until(page, ".choice:nth-child(8)")
    hidden = {}
    for width, height in (*SCREENS, (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        hidden[width, height] = page.evaluate(UNSEEN)
    assert not any(hidden.values()), hidden
    assert not page.locator(".means").first.bounding_box()["width"] > 1
    names = page.locator(".choice").evaluate_all("(all) => all.map((it) => it.innerText)")
    assert len(set(names)) == len(names)
    faults = axe(page, "names alone")
    page.click("#means")  # what they mean, in a list of which more follows
    assert page.locator(".means").first.bounding_box()["width"] > 100
    assert page.locator("#moves.more").count() and page.evaluate(UNSEEN)
    faults += axe(page, "explained")
    page.click("#means")
    assert not page.evaluate(UNSEEN)
    page.evaluate(SEEN)
    page.locator(".explained .choice").first.click()
    page.wait_for_function(ANSWERED)
    assert not faults and not page.faults, (faults, page.faults)
    page.context.close()


NOT_WHOLE = """() => [...document.querySelectorAll("dialog .scroll, dialog .scroll *")]
  .filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).display !== "inline" && it.clientWidth)
  .map((it) => `${it.tagName} ${it.textContent.slice(0, 30)}: ${it.scrollWidth} in ${it.clientWidth}`)"""


@pytest.mark.parametrize(("lang", "width", "height"), [("de", 390, 844), ("ja", 360, 640)])
def test_a_telephone_shows_what_was_said_and_the_whole_settlement(
    server: Server, chromium: Any, lang: str, width: int, height: int
) -> None:
    page = a_page(chromium, width, "light", lang)
    page.set_viewport_size({"width": width, "height": height})
    open_table(page, server, "zwanzigerrufen:directnet", lang)
    faults: list[str] = []
    shown: set[str] = set()
    while not (shown and page.locator("dialog[open]").count()):
        wait_for_a_turn(page) if not shown else page.wait_for_selector(".asked.mine, dialog[open]")
        trick = next((it for it in (".now", ".gone") if page.locator(it).count()), None)
        if trick and trick not in shown:
            shown.add(trick)
            for part in (".seat.you .name", "#contract button", "#sides", "#talk li"):
                assert page.locator(part).first.is_visible(), part
            faults += page.evaluate(COVERED)
            said = page.locator("#talk li").all_inner_texts()
            assert all(line[-1] in ".。" and " は" not in line for line in said), said
        make_a_move(page)
    assert shown
    faults += page.evaluate(NOT_WHOLE)
    _, amount, *columns = page.locator("dialog .settlement thead th").all_inner_texts()
    assert amount == {"en": "Amount", "de": "Betrag", "ja": "点数"}[lang]  # of one item: no total
    page.click("#dialog-close")
    page.set_viewport_size({"width": width, "height": 300})
    page.evaluate("document.querySelectorAll('#moves button')[1].click()")  # the settlement again
    assert page.evaluate("document.querySelector('dialog').scrollTop") == 0  # it begins at its head
    page.click("#dialog-close")
    page.set_viewport_size({"width": width, "height": height})
    page.click("#score")
    assert page.locator("dialog thead th").all_inner_texts() == columns
    assert not faults and not page.faults, faults
    page.context.close()


BROKEN_NAMES = """(where) => [...document.querySelectorAll(where)].flatMap((name) => {
  const shown = document.createRange();
  shown.selectNodeContents(name);
  const lines = new Set([...shown.getClientRects()].map((it) => Math.round(it.top))).size;
  const [a, b] = [name, name.closest("th, .plate")].map((it) => it.getBoundingClientRect());
  const out = a.right > b.right + 1 || a.left < b.left - 1;
  return lines > name.textContent.split(" ").length || out ? [`${name.textContent}: ${lines} lines${out ? ", stands out" : ""}`] : [];
})"""
"""Names that are broken within a word, or stand out of the place for them."""
SETTLED = """async () => {
  const { settlement } = await import("/web/settlement.js");
  const zero = ["0", "0", "0", "0"];
  const over = { lines: [{ item: "Item", amount: "1", rule: "", reason: "", each: zero }], scores: zero, totals: zero };
  const names = [...document.querySelectorAll(".plate .called")].map((it) => it.textContent);
  document.querySelector("#dialog-body").replaceChildren(...settlement(over, names));
}"""


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_a_long_name_is_never_broken_and_covers_no_score(
    server: Server, chromium: Any, width: int
) -> None:
    page = a_page(chromium, width, "light")
    open_table(page, server, "zwanzigerrufen:directnet", "en")
    page.wait_for_selector(".seat")
    friend = sits(chromium, asked_in(page), "Maximilianalexandrin")
    page.click("#dialog-close")
    page.locator(".called", has_text="Maximilian").wait_for()
    faults = page.evaluate(BROKEN_NAMES, ".plate .called")
    totals = page.locator(".plate .total").evaluate_all(
        """(all) => all.map((it) => it.closest(".plate").getBoundingClientRect().right - it.getBoundingClientRect().right)"""
    )
    assert min(totals) > 0, totals
    page.click("#score")
    faults += page.evaluate(BROKEN_NAMES, "dialog .called")
    page.evaluate(SETTLED)
    assert page.locator("dialog .called").count() == 4
    faults += page.evaluate(BROKEN_NAMES, "dialog .called")
    faults += axe(page, "names")
    assert not faults and not page.faults, faults
    for each in (page, friend):
        each.context.close()


def test_a_refusal_leaves_the_hand_on_a_small_screen_and_can_be_closed(
    server: Server, chromium: Any
) -> None:
    page = a_page(chromium, 360, "light", "de")
    page.set_viewport_size({"width": 360, "height": 640})
    open_table(page, server, "koenigrufen:wien", "de")
    move_until(page, ".in-hand.barred")
    where = "document.querySelector('#hand').getBoundingClientRect().top"
    top = page.evaluate(where)
    page.locator(".in-hand.barred button").first.click(position={"x": 6, "y": 14})
    page.wait_for_selector("#told .no")
    assert page.evaluate(where) == top < 580
    faults = axe(page, "refused")
    page.click("#told .link:last-child")
    page.wait_for_selector("#told .no", state="detached")
    assert not faults and not page.faults, faults
    page.context.close()


def test_a_large_hand_lies_between_the_edges_of_a_telephone(server: Server, chromium: Any) -> None:
    page = a_page(chromium, 360, "light")
    open_table(page, server, "slovenian-tarok:three", "en")
    page.wait_for_selector(".in-hand:nth-child(16)")
    edges = """() => [...document.querySelectorAll(".in-hand")].map((it) => it.getBoundingClientRect())
        .filter((it) => it.left < 0 || it.right > innerWidth).map((it) => it.right - innerWidth)"""
    faults = {}
    for width in (320, 360, 390, 700):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_timeout(100)
        faults[width] = page.evaluate(edges)
    assert not any(faults.values()), faults
    page.context.close()


def test_a_choice_of_rules_stands_beside_its_button(server: Server, chromium: Any) -> None:
    for width, lang in ((390, "de"), (1280, "ja")):
        page = a_page(chromium, width, "light")
        page.goto(f"{server.address}?lang={lang}")
        gaps = page.locator(".rule").evaluate_all(
            """(all) => all.map((it) => {
                const [button, name] = ["input", ".rule-name"].map((what) => it.querySelector(what));
                const [a, b] = [button, name].map((each) => each.getBoundingClientRect());
                const line = parseFloat(getComputedStyle(name).lineHeight);
                return [b.left - a.right, Math.abs(b.top + line / 2 - (a.top + a.bottom) / 2)];
            })"""
        )
        assert min(gap for gap, _ in gaps) >= 8 and max(off for _, off in gaps) <= 2, gaps
        page.context.close()


def play_to_the_end(page: Any) -> None:
    """Make the first move there is until the round is settled."""
    page.wait_for_selector(".asked.mine, dialog[open]")
    while not page.locator("dialog[open]").count():
        make_a_move(page)
        page.wait_for_selector(".asked.mine, dialog[open]")


def test_a_table_goes_on_where_it_was_when_the_server_was_killed(
    server: Server, chromium: Any
) -> None:
    page = a_page(chromium, 1280, "light")
    open_table(page, server, "zwanzigerrufen:directnet", "en")
    move_until(page, ".in-hand.legal")
    hand = page.locator(".in-hand").evaluate_all("(all) => all.map((it) => it.dataset.card)")
    page.reload()
    page.wait_for_selector(".asked.mine")
    server.kill()
    page.wait_for_selector("#network:not(:empty)")
    page.locator(".in-hand.legal button").first.click(position={"x": 6, "y": 14})
    assert len(page.inner_text("#told .lost")) > 10
    page.faults.clear()  # nobody listens
    server.start("--pace", "0.02")
    page.wait_for_selector("#told .lost", state="detached")
    page.wait_for_selector(".asked.mine")
    assert hand == page.locator(".in-hand").evaluate_all(
        "(all) => all.map((it) => it.dataset.card)"
    )
    page.locator(".in-hand.legal button").first.click(position={"x": 6, "y": 14})
    page.wait_for_function(
        "(many) => document.querySelectorAll('.in-hand').length < many", arg=len(hand)
    )
    page.context.close()


def test_a_finished_round_is_stepped_through_and_left_for_the_table(
    server: Server, chromium: Any
) -> None:
    page = a_page(chromium, 1280, "light")
    open_table(page, server, "rufmariasch:base", "en")
    page.wait_for_selector(".seat")
    tab = page.context.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.goto(page.url)
    tab.wait_for_selector(".seat")
    players = [head.split("\n")[0] for head in tab.locator(".seat .name").all_inner_texts()]
    page.bring_to_front()  # a page behind another one is drawn once a second
    play_to_the_end(page)
    tab.wait_for_selector("dialog[open]")
    page.click("dialog .main")
    page.wait_for_selector("dialog", state="hidden")
    tab.wait_for_function("() => document.querySelector('#round').textContent.includes('2')")
    tab.locator("dialog button", has_text="Step").click()  # the round that the dialog is about
    tab.wait_for_selector("#steps:not([hidden])")
    assert tab.evaluate(FOCUS) == "next"
    tab.keyboard.press("Enter")
    step = tab.inner_text("#step-told")
    assert " " in step and step.endswith(".")
    heads = tab.locator(".seat .name").all_inner_texts()
    assert len(heads) == len(players) and all(
        any(head.startswith(name) for head in heads) for name in players
    )
    tab.click("#end")
    assert tab.evaluate(FOCUS) == "previous"
    tab.reload()
    tab.wait_for_selector("#steps:not([hidden])")
    faults = axe(tab, "replay")
    tab.click("#to-table")
    tab.wait_for_selector(".seat.you")
    tab.go_back()
    tab.wait_for_selector("#steps:not([hidden])")
    assert not faults and not page.faults, faults
    page.context.close()


def test_a_record_is_stepped_through(server: Server, chromium: Any, tmp_path: Path) -> None:
    page = a_page(chromium, 390, "light")
    page.goto(f"{server.address}replay?lang=de")
    faults = axe(page, "replay")
    played = played_out(deal(load("anrufen", "three"), seed=5))
    page.fill("#text", write(played, players=("Anna", "", "Clara")))
    page.click("button[type=submit]")
    page.wait_for_selector("#board .seat")
    heads = page.locator(".seat .name").all_inner_texts()
    assert sorted(re.split(r"\W", head)[0] for head in heads) == ["Anna", "Clara", "Zweite"]
    first = page.inner_text("#count")
    page.click("#next")
    assert page.inner_text("#count") != first
    faults += axe(page, "a step")
    page.click("#end")
    page.wait_for_selector("#result .settlement, #result p")
    faults += axe(page, "the end")
    assert not faults and not page.faults, (faults, page.faults)
    page.context.close()
