// The page of a table: shows what the server says, and sends what the player does.

import { draw, image, isAway, known, nameOf } from "./board.js";
import { connect } from "./connection.js";
import { bookAddress, byId, filled, kept, made, playerName, setup, words } from "./dom.js";
import { byPlayer, evening, settlement } from "./settlement.js";

const table = decodeURIComponent(location.pathname.split("/")[2]);
const token = location.hash.slice(1);
const [own, hand, moves, asked, told, live, dialog] = ["own", "hand", "moves", "asked", "told", "live", "dialog"].map(byId);
let state = null, pending = false, heard = null, shownOver = "", reason = "wrong_link", sitting = false;

const server = connect(table, token, setup.lang, {
  welcome(message) {
    known(message.cards);
    if (told.querySelector(".lost")) told.replaceChildren();
    if (byId("network").textContent) byId("network").textContent = words.connected;
    setTimeout(() => { byId("network").textContent = ""; }, 2000);
  },
  state(message) { take(message); },
  denied(message) { reason = message.code; told.textContent = message.text; },
  ended: finish,
  lost(elsewhere) { byId("network").textContent = elsewhere ? words.moved : words.connecting; },
});

/* The table is not, or no longer, for whoever has this link: nothing of it stays on the page. */
function finish() {
  dialog.close();
  document.body.classList.add("ended");
  for (const each of document.querySelectorAll(".skip, .tools, #side, #book, #network")) each.hidden = true;
  byId("round").textContent = "";
  const lookOn = made("button", { type: "button", className: "main" }, words.look_on);
  lookOn.addEventListener("click", () => { history.replaceState(null, "", location.pathname + location.search); location.reload(); });
  const another = made("a", { className: "another", href: `/?lang=${setup.lang}` }, words.leave);
  document.querySelector("main").replaceChildren(made("section", { className: "paper farewell", role: "alert" },
    made("p", { className: "lead" }, words.denied[reason] ?? words.denied.wrong_link),
    made("p", { className: "row" }, reason === "wrong_link" ? lookOn : null, another)));
}
addEventListener("hashchange", () => location.reload());

/* Asks the server; what it refuses is told with its rule. */
async function ask(type, data = {}) {
  if (pending) return null;
  pending = true;
  const answer = await server.ask(type, data);
  pending = false;
  if (answer.type === "denied") { refused(answer); return null; }
  return answer;
}

function refused(answer) {
  const parts = [made("p", { className: answer.code === "lost" ? "no lost" : "no" }, answer.text || words.connecting)];
  if (answer.says && answer.says !== answer.text) parts.push(made("p", { className: "says" }, filled(words.says, { sentence: answer.says })));
  if (answer.rule) parts.push(made("button", { type: "button", className: "link", onclick: () => openBook(answer.rule) }, words.in_the_book));
  tell(...parts);
}

/* Something that is told until the next move, or until it is closed; in a dialog, above all else. */
function tell(...parts) {
  if (dialog.open) return byId("dialog-told").replaceChildren(...parts);
  const opener = told.contains(document.activeElement) ? null : document.activeElement;
  const close = () => { told.replaceChildren(); focusBack(opener); };
  told.replaceChildren(...parts, " ", made("button", { type: "button", className: "link", onclick: close }, words.close));
}

/* The focus. It goes back to what opened something, or to what one does next; it is never lost. */
function focusBack(opener) {
  if (opener?.isConnected && opener !== document.body) opener.focus();
  if (isLost()) focusPlay();
}
const isLost = () => [null, document.body].includes(document.activeElement) || document.activeElement.checkVisibility?.() === false;
function focusPlay() {
  const legal = state?.turn === state?.seat ? hand.querySelector(".legal button") : null;
  (moves.querySelector("button") ?? legal ?? hand.querySelector("button") ?? asked).focus();
}
/* After a move one waits beside the hand, and goes on with the next question. */
let waiting = false;
function keepFocus(played) {
  if (dialog.open) return;
  const mine = state.seat !== null && state.turn === state.seat;
  const at = document.activeElement;
  const asks = mine && (at === asked || (waiting && own.contains(at) && !at.closest(".legal")));
  if ((played && isLost()) || asks) focusPlay();
  if (mine) waiting = false;
}
addEventListener("keydown", (event) => { if (!["Enter", " "].includes(event.key)) waiting = false; });
addEventListener("keydown", (event) => { if (event.repeat && event.key === "Enter") event.preventDefault(); }); // a held key asks once
addEventListener("pointerdown", () => { waiting = false; });
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // another end of the address would be another link
  if (state) focusPlay();
});
/* Draws a part of the page anew; the focus stays on the button at its place. */
function redrawn(part, does) {
  const at = [...part.querySelectorAll("button")].indexOf(document.activeElement);
  does();
  if (at >= 0) focusBack(part.querySelectorAll("button")[at]);
}

function move(text) {
  told.replaceChildren();
  waiting = true;
  return ask("move", { move: text, at: state.at });
}

function take(message) {
  const before = state;
  const played = own.contains(document.activeElement);
  state = message;
  if (!before || before.at !== state.at) told.replaceChildren();
  redrawn(byId("board"), () => draw(byId("board"), state, remedies));
  showHand();
  showMoves();
  redrawn(byId("contract"), showHeading);
  keepFocus(played);
  showTalk();
  speak(before);
  if (state.offered !== null && (!before || before.seat !== null)) showOffer(before?.players[before.seat].name);
  else if (state.seat !== null && sitting) { sitting = false; dialog.close(); }
  if (!state.over) shownOver = "";
  else if (!sitting) showOver();
}

/* The seat of the link, which the house plays: for a friend who comes, or who has lost it with this name. */
function showOffer(lost) {
  const name = playerName(state.players[state.offered]);
  const field = made("input", { maxLength: 24, value: lost ?? kept.get("name"), placeholder: name, autocomplete: "nickname", spellcheck: false });
  const form = made("form", {}, lost ? null : made("label", { className: "field" }, words.start.name, field),
    lost ? null : made("p", { className: "note" }, words.name_may_stay),
    made("p", { className: "row" }, made("button", { className: "main" }, lost ? words.sit_again : words.sit)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    seat(field.value);
  });
  show(lost ? words.seat_lost : words.invited, made("p", {}, lost ? words.seat_lost_lead : filled(words.invited_lead, { name })), form);
  byId("dialog-close").textContent = words.look_on;
  sitting = true;
}

/* Sits down, or tells why not; whose name is taken by now types another. */
async function seat(name) {
  const offered = state.players[state.offered];
  if (await ask("sit", { name })) { if (name.trim()) kept.set("name", name); return; }
  const field = dialog.querySelector("form input");
  if (field) field.focus();
  else if (offered) { const why = [...byId("dialog-told").childNodes]; showOffer(); tell(...why); }
}

/* For whoever opened the table: what to do about a friend who is away. */
function remedies(player) {
  if (!state.owner) return null;
  const house = made("button", { type: "button", title: words.free }, words.house_plays);
  house.addEventListener("click", async () => {
    if (await ask("free", { player: player.player })) tell(made("p", {}, filled(words.link_stays, { name: playerName(player) })));
  });
  const link = made("button", { type: "button", title: words.invite }, words.new_link);
  link.addEventListener("click", () => showLink(player));
  return made("p", { className: "remedies" }, house, link);
}

/* A new link for a seat. */
async function showLink(player) {
  const answer = await ask("invite", { player: player.player });
  if (answer) show(filled(words.labelled, { name: words.new_link, text: playerName(player) }), linkField(answer.token), made("p", { className: "note" }, words.invite_lead));
}

/* An address without a language: the page follows the browser of whoever opens it. */
const linkField = (token = "") => copyField(`${location.origin}/t/${table}${token && `#${token}`}`);

/* The hand: buttons by card, kept where they are so that the focus stays. */
function showHand() {
  const focused = [...hand.children].findIndex((item) => item.contains(document.activeElement));
  const there = new Map([...hand.children].map((item) => [item.dataset.card, item]));
  const mine = state.turn === state.seat && state.hand.some(([, legal]) => legal);
  const items = state.hand.map(([card, legal], at) => {
    const item = there.get(card) ?? cardItem(card);
    const button = item.firstChild;
    item.style.setProperty("--at", at);
    item.classList.toggle("legal", legal);
    item.classList.toggle("barred", mine && !legal);
    if (mine && !legal) button.setAttribute("aria-description", words.barred);
    else button.removeAttribute("aria-description");
    return item;
  });
  hand.replaceChildren(...items);
  hand.style.setProperty("--count", items.length);
  hand.classList.toggle("many", items.length > 8);
  hand.hidden = !items.length;
  if (focused >= 0 && items.length) items[Math.min(focused, items.length - 1)].firstChild.focus();
}

function cardItem(card) {
  const button = made("button", { type: "button", className: "held", "aria-label": nameOf(card), title: nameOf(card) }, image(card, { alt: "" }));
  button.addEventListener("click", () => move(`${state.verb} ${card}`));
  const item = made("li", { className: "in-hand" }, button);
  item.dataset.card = card;
  return item;
}

hand.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -99, End: 99 }[event.key];
  if (!step) return;
  const cards = [...hand.querySelectorAll("button")];
  const at = cards.indexOf(document.activeElement) + step;
  cards[Math.max(0, Math.min(cards.length - 1, at))]?.focus();
  event.preventDefault();
});

function showMoves() {
  const focused = moves.contains(document.activeElement);
  asked.textContent = state.over ? "" : state.asked || turnText();
  asked.classList.toggle("mine", state.turn === state.seat && state.seat !== null && !state.over);
  const parts = [];
  if (state.cut.length) parts.push(cutting(state.cut));
  const isBrief = (each) => !each.means && !each.worth;
  const brief = state.moves.filter(isBrief).map(choice);
  if (state.over && state.seat !== null) brief.push(...afterwards());
  if (state.offered !== null) brief.push(made("button", { type: "button", className: "main", onclick: () => showOffer() }, words.sit));
  const explained = state.moves.filter((each) => !isBrief(each)).map(choice);
  if (brief.length) parts.push(made("div", { className: "brief" }, ...brief));
  if (explained.length) parts.push(made("div", { className: "explained" }, ...explained));
  moves.replaceChildren(...parts);
  moves.hidden = !parts.length;
  fit();
  if (focused && parts.length) moves.querySelector("button")?.focus();
}

/* All that one may say is seen at once: where there is no room for what it means, its names alone. */
const FITS = ["whole", "worth", "names", "tight"];
let inFull = false;
function fit() {
  if (!moves.isConnected) return; // the table has ended for this link
  const toggle = byId("means");
  const scrolls = () => moves.scrollHeight > moves.clientHeight + 1;
  toggle.hidden = true;
  for (const each of FITS) {
    if (each === "worth" && !moves.querySelector(".worth")) continue;
    moves.dataset.fit = each;
    if (!scrolls() || !moves.querySelector(".explained")) break;
    toggle.hidden = false;
  }
  if (!toggle.hidden && inFull) moves.dataset.fit = "told";
  toggle.setAttribute("aria-pressed", inFull);
  moves.scrollTop = 0;
  showWhetherMore();
}
/* The last line fades where more follows below it. */
function showWhetherMore() {
  moves.classList.toggle("more", moves.scrollHeight - moves.clientHeight - moves.scrollTop > 4);
}
moves.addEventListener("scroll", showWhetherMore);
addEventListener("resize", () => { fit(); showLastTalk(); });
document.fonts?.ready.then(fit);
byId("means").addEventListener("click", () => { inFull = !inFull; fit(); });

/* A button with what the move means and what it is worth. */
function choice(each) {
  const button = made("button", { type: "button", className: "choice" },
    made("span", { className: "choice-name" }, made("span", { className: "title" }, each.title), made("span", { className: "short" }, each.short)));
  if (each.worth) button.append(made("span", { className: "worth" }, each.worth));
  if (each.means) button.append(made("span", { className: "means" }, each.means));
  button.addEventListener("click", () => move(each.move));
  return button;
}

function cutting(places) {
  const value = places[Math.floor(places.length / 2)];
  const range = made("input", { type: "range", min: places[0], max: places[places.length - 1], value, "aria-label": words.cut_how_many });
  const button = made("button", { type: "button", className: "main" }, filled(words.cut_here, { n: value }));
  range.addEventListener("input", () => { button.textContent = filled(words.cut_here, { n: range.value }); });
  button.addEventListener("click", () => move(`cut ${range.value}`));
  return made("div", { className: "cutting" }, range, button);
}

function turnText() {
  if (state.over || state.turn === null) return "";
  const player = state.players[state.turn];
  return filled(isAway(player) ? words.turn_absent : words.turn_of, { name: playerName(player) });
}

function showHeading() {
  const parts = [filled(words.round, { n: state.round })];
  if (state.stakes > 1) parts.push(filled(words.stakes, { n: state.stakes }));
  if (state.seat === null) parts.push(words.you_watch);
  byId("round").textContent = parts.join(" · ");
  byId("hint").disabled = state.turn !== state.seat || state.seat === null || Boolean(state.over);
  byId("back").hidden = !state.take_back;
  byId("back").disabled = Boolean(state.over) || state.seat === null;
  byId("last").disabled = !state.last;
  const contract = byId("contract");
  contract.replaceChildren();
  if (state.contract) {
    const { name, rule, called, trump, levels } = state.contract;
    contract.append(made("button", { type: "button", className: "link contract-name", onclick: () => openBook(rule) }, name));
    if (called) contract.append(made("span", {}, filled(words.called, { card: nameOf(called) })));
    if (trump) contract.append(made("span", {}, filled(words.trump, { suit: trump })));
    for (const level of levels) contract.append(made("span", { className: "level" }, level));
  }
  byId("sides").textContent = state.sides;
  byId("side").classList.toggle("silent", !state.contract && !state.talk.length);
}

function showTalk() {
  const lines = state.talk.map(([seat, text]) => {
    const player = state.players[seat];
    const [before, after] = words.said.split("{name}");
    return made("li", player.you ? { className: "you" } : {}, before, made("b", {}, playerName(player)), filled(after, { text }) + words.stop);
  });
  const list = byId("talk");
  list.replaceChildren(...(lines.length ? lines : [made("li", { className: "none" }, words.nothing_said)]));
  showLastTalk();
}
function showLastTalk() {
  const list = byId("talk");
  list.scrollTop = list.scrollHeight;
}

/* For who listens: what was said and played since the last state. */
function speak(before) {
  const name = (seat) => playerName(state.players[seat]);
  const lines = [];
  if (heard === state.round && before) {
    for (const [seat, text] of state.talk.slice(before.talk.length)) lines.push(filled(words.said, { name: name(seat), text }) + words.stop);
    const cards = played(state), old = played(before);
    for (const [seat, card] of cards.slice(old)) lines.push(filled(words.plays, { name: name(seat), card: nameOf(card) }) + words.stop);
    if (state.last && state.last.number !== before.last?.number) lines.push(filled(words.won_by, { ...state.last, name: name(state.last.winner) }) + words.stop);
  }
  heard = state.round;
  if (state.turn === state.seat && state.asked && (!before || before.turn !== state.turn)) lines.push(words.your_turn);
  if (lines.length) live.textContent = lines.join(" ");

  function played(each) {
    if (each === before) return before.last?.number === state.last?.number ? before.trick.length : before.trick.length;
    return state.last?.number === before.last?.number ? state.trick : [...(state.last?.cards ?? []), ...state.trick];
  }
}

/* dialogs */

function show(title, ...parts) {
  byId("dialog-title").textContent = title;
  byId("dialog-told").replaceChildren();
  byId("dialog-body").replaceChildren(...parts);
  byId("dialog-close").textContent = words.close;
  sitting = false;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0; // what takes the focus may stand below the head
}
byId("dialog-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.addEventListener("close", () => {
  sitting = false;
  const played = own.contains(document.activeElement) && !moves.contains(document.activeElement);
  if (isLost() || (state?.over && played)) focusPlay();
});

function showOver() {
  const key = `${state.round} ${state.at}`;
  if (shownOver === key) return;
  shownOver = key;
  const names = state.players.map(playerName);
  const first = state.seat === null ? [] : [made("p", { className: "row" }, ...afterwards(true))];
  show(words.settlement, ...settlement(state.over, names, setup.key, byPlayer(state)), ...first);
}

/* What one does when a round is over. */
function afterwards(shown = false) {
  const round = state.round; // the buttons may be pressed when the next one is played already
  const button = (text, does, className = "") => made("button", { type: "button", className, onclick: does }, text);
  const buttons = [];
  if (!state.over.match_over) {
    buttons.push(button(words.next_round, async () => {
      dialog.close();
      waiting = true;
      if (state.over) await ask("next", { at: state.at }); // somebody else may have dealt it meanwhile
    }, "main"));
  }
  if (!shown) buttons.push(button(words.settlement, () => { shownOver = ""; showOver(); }));
  buttons.push(button(words.replay, () => stepThrough(round)));
  if (byId("same-deal").content.querySelector("option")) buttons.push(button(words.same_deal, () => sameDeal(round)));
  return buttons;
}

async function stepThrough(round) {
  const answer = await ask("record", { round });
  if (!answer) return;
  sessionStorage.setItem("zwanz.record", JSON.stringify({ record: answer.record, table: location.pathname + location.search + location.hash }));
  location.assign(`/replay?lang=${setup.lang}`);
}

function sameDeal(round) {
  const select = made("select", { id: "other-rules" }, byId("same-deal").content.cloneNode(true));
  const go = made("button", { type: "button", className: "main" }, words.start.open);
  go.addEventListener("click", async () => {
    const answer = await ask("same_deal", { round, rules: select.value });
    if (answer) location.assign(`/t/${answer.table}?lang=${setup.lang}#${answer.token}`);
  });
  show(words.same_deal, made("label", { className: "field" }, words.start.rules, select), made("p", { className: "row" }, go));
}

byId("last").addEventListener("click", () => {
  if (!state?.last) return show(words.last_trick, made("p", {}, words.no_last));
  const { cards, winner, number, points } = state.last;
  const name = (seat) => playerName(state.players[seat]);
  const list = made("ol", { className: "last-cards" }, ...cards.map(([seat, card]) =>
    made("li", seat === winner ? { className: "won" } : {}, image(card), made("span", {}, name(seat)))));
  show(words.last_trick, list, made("p", {}, filled(words.won_by, { number, name: name(winner), points })));
});
byId("score").addEventListener("click", () => state && show(words.score, evening(state)));

byId("hint").addEventListener("click", async () => {
  const answer = await ask("hint", { at: state.at });
  if (!answer) return;
  tell(made("p", { className: "hinted" }, answer.hint.text));
  const item = [...hand.children].find((each) => each.dataset.card === answer.hint.card);
  item?.classList.add("hinted");
  setTimeout(() => item?.classList.remove("hinted"), 4000);
});
byId("back").addEventListener("click", () => ask("back", { at: state.at }));

byId("more").addEventListener("click", () => {
  const parts = [];
  if (state?.seat !== null && state) parts.push(nameField());
  if (state?.owner) parts.push(made("button", { type: "button", onclick: invite }, words.invite));
  parts.push(made("p", {}, filled(words.labelled, { name: words.onlooker_link, text: "" })), linkField());
  const another = made("a", { className: "quiet", href: `/?lang=${setup.lang}` }, words.leave);
  show(words.menu, ...parts, languageSwitch(), made("p", {}, another));
});

/* The same seat at the same table in another language. */
function languageSwitch() {
  const links = setup.languages.map(([code, name]) => {
    const current = code === setup.lang ? "true" : undefined;
    return made("a", { href: `/t/${encodeURIComponent(table)}?lang=${code}${location.hash}`, hreflang: code, lang: code, "aria-current": current }, name);
  });
  return made("nav", { className: "languages", "aria-label": words.language_label }, made("span", {}, words.language_label), ...links);
}

function nameField() {
  const field = made("input", { maxLength: 24, value: state.players[state.seat].name, autocomplete: "nickname" });
  field.addEventListener("change", async () => {
    byId("dialog-told").replaceChildren();
    if (await ask("name", { name: field.value })) kept.set("name", field.value);
  });
  return made("label", { className: "field" }, words.start.name, field);
}

function copyField(address) {
  const field = made("input", { value: address, readOnly: true, "aria-label": words.copy, className: "address" });
  const button = made("button", { type: "button" }, words.copy);
  button.addEventListener("click", async () => {
    field.select();
    try { await navigator.clipboard.writeText(address); button.textContent = words.copied; } catch { document.execCommand("copy"); }
  });
  return made("p", { className: "row copying" }, field, button);
}

function invite() {
  const rows = state.players.filter((player) => !player.you).map((player) => {
    const row = made("div", { className: "guest" });
    const name = made("b", {}, playerName(player));
    const about = made("span", { className: "about" }, ` ${player.person ? (player.here ? "" : words.away) : words.computer}`);
    const give = made("button", { type: "button" }, player.person ? words.new_link : words.invite);
    give.addEventListener("click", async () => {
      const answer = await ask("invite", { player: player.player });
      if (!answer) return;
      row.querySelector(".copying")?.remove();
      row.append(linkField(answer.token));
    });
    row.append(name, about, give);
    if (player.person) {
      const free = made("button", { type: "button" }, words.free);
      free.addEventListener("click", () => confirmFree(player));
      row.append(free);
    }
    return row;
  });
  show(words.invite, made("p", {}, words.invite_ask), ...rows, made("p", { className: "note" }, words.invite_lead));
}

/* Before the house plays where a friend does: what becomes of him and of his link. */
function confirmFree(player) {
  const name = playerName(player);
  const button = made("button", { type: "button", className: "main" }, words.free);
  button.addEventListener("click", async () => { if (await ask("free", { player: player.player })) dialog.close(); });
  show(words.free, made("p", {}, filled(isAway(player) ? words.absent : words.free_here, { name })),
    made("p", { className: "note" }, filled(words.link_stays, { name })), made("p", { className: "row" }, button));
}

/* the book beside the table */

const book = byId("book"), page = byId("book-page");
let bookOpener = null;
function openBook(rule = "") {
  bookOpener = document.activeElement;
  if (dialog.open) dialog.close();
  page.src = bookAddress(setup.key, rule);
  book.hidden = false;
  document.body.classList.add("with-book");
  byId("rules").setAttribute("aria-expanded", "true");
  byId("book-close").focus();
}
function closeBook() {
  book.hidden = true;
  document.body.classList.remove("with-book");
  byId("rules").setAttribute("aria-expanded", "false");
  focusBack(bookOpener?.isConnected ? bookOpener : byId("rules"));
}
const closeByKey = (event) => { if (event.key === "Escape" && !book.hidden && !dialog.open) closeBook(); };
byId("rules").addEventListener("click", () => (book.hidden ? openBook() : closeBook()));
byId("book-close").addEventListener("click", closeBook);
addEventListener("keydown", closeByKey);
page.addEventListener("load", () => page.contentWindow.addEventListener("keydown", closeByKey));
