// The studio: files, the text, and what becomes of it. Only the owner's token opens it.

import { byId, filled, kept, made, setup, words } from "/web/dom.js";
import { Server, goTo, replace } from "./editor.js";
import { Results } from "./results.js";

const KINDS = ["variant", "game", "examples", "chapter", "record", "deck", "sources", "disputes", "glossary", ""]; // the order of the list
const SOON = 700; // milliseconds without a keystroke before what becomes of the text is made anew
const token = /^#[\w-]{20,}$/.test(location.hash) ? location.hash.slice(1) : sessionToken(); // "#text" is none
const body = document.body, live = byId("live"), dialog = byId("dialog");
const buffers = new Map(); // by path: what is open, as { path, uri, view, stamp, saved }
let folder = null, server = null, current = null, later = 0;

/* The token stays in this window, and out of its address and history. */
function sessionToken() { try { return sessionStorage.getItem("zwanz.studio") ?? ""; } catch { return ""; } }
try { sessionStorage.setItem("zwanz.studio", token); } catch { /* then the address has it alone */ }
history.replaceState(null, "", location.pathname + location.search);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address stays without a hash
  byId("text").focus();
});
for (const link of document.querySelectorAll("a.language")) {
  link.addEventListener("click", (event) => {
    if (!unsaved().length || confirm(words.leave)) { leaving = true; return; }
    event.preventDefault();
  });
}

export function say(text) { live.textContent = ""; setTimeout(() => { live.textContent = text; }, 30); }

/* Ask the server: what it answers, or { text } where it refuses. */
export async function ask(what, given = {}) {
  try {
    const response = await fetch(`/studio/${what}?lang=${setup.lang}`, {
      method: "POST", body: JSON.stringify(given), headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    });
    return { ok: response.ok, ...(await response.json()) };
  } catch { return { ok: false, code: "network", text: words.denied.network }; }
}

function show(title, ...inside) {
  byId("dialog-title").textContent = title;
  byId("dialog-body").replaceChildren(...inside);
  dialog.showModal();
}
const close = () => dialog.close();
const tell = (title, text) => show(title, made("p", { textContent: text }), made("p", { className: "row" }, made("button", { type: "button", className: "main", textContent: words.close, onclick: close })));

// the folder

const uriOf = (path) => `${folder.uri}/${path.split("/").map(encoded).join("/")}`;
/* As the server writes it: the five signs, too, that encodeURIComponent leaves. */
const encoded = (part) => encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
function pathOf(uri) {
  const start = `${folder.uri}/`;
  return decodeURI(uri).startsWith(decodeURI(start)) ? decodeURIComponent(uri.slice(start.length)) : null;
}
const textOf = (buffer) => buffer.view.state.doc.toString();
const keptAt = () => `studio.unsaved:${folder.uri}`; // where the browser keeps what is not saved
const isChanged = (buffer) => textOf(buffer) !== buffer.saved;
const unsaved = () => [...buffers.values()].filter(isChanged);
const playable = (kind) => kind === "variant" || kind === "game";

/* The file of rules that everything at the right is about: the one that is open, else the last one, else the first. */
function rules() {
  const here = folder.files.find((each) => each.path === current?.path);
  if (here && playable(here.kind)) kept.set("studio.rules", here.path);
  const last = folder.files.find((each) => each.path === kept.get("studio.rules") && playable(each.kind));
  return (last ?? folder.files.find((each) => playable(each.kind)))?.path ?? null;
}
/* The rules with all texts that are not saved, as the server takes them; null without rules. */
function draft() {
  const file = rules();
  return file && { rules: file, texts: Object.fromEntries(unsaved().map((each) => [each.path, textOf(each)])) };
}

/* Put parts in a place anew; the keyboard stays at the button of the same number. */
function refill(place, ...parts) {
  const at = [...place.querySelectorAll("button")].indexOf(document.activeElement);
  place.replaceChildren(...parts);
  if (at >= 0) place.querySelectorAll("button")[at]?.focus();
}
function list() {
  const groups = new Map();
  for (const file of folder.files) {
    const kind = file.kind in words.kinds ? file.kind : "";
    groups.set(kind, [...(groups.get(kind) ?? []), file]);
  }
  const parts = [];
  for (const kind of KINDS) {
    if (!groups.has(kind)) continue;
    const id = `kind-${kind || "other"}`;
    parts.push(made("h2", { id, textContent: words.kinds[kind] }));
    parts.push(made("ul", { "aria-labelledby": id }, ...groups.get(kind).map(entry)));
  }
  refill(byId("files"), ...(parts.length ? parts : [made("p", { textContent: words.empty })]));
}
function entry({ path }) {
  const buffer = buffers.get(path), count = errors(path).length;
  const button = made("button", { type: "button", onclick: () => open(path).then((it) => it?.view.focus()) }, made("span", { textContent: path }));
  if (current?.path === path) button.setAttribute("aria-current", "true");
  if (buffer && isChanged(buffer)) button.append(made("span", { className: "dot", textContent: "●", role: "img", "aria-label": words.unsaved }));
  if (count) button.append(made("span", { className: "count", textContent: count, "aria-label": filled(words.problems, { n: count }), role: "img" }));
  return made("li", {}, button);
}
const told = (path) => (server && server.known.get(uriOf(path))) ?? [];
const errors = (path) => told(path).filter((each) => each.severity === 1);

/* An editor for a file, without showing it. A file that there is not yet begins with this text. */
async function load(path, text = null) {
  if (buffers.has(path)) return buffers.get(path);
  let answer = text === null ? await ask("read", { path }) : { ok: true, text: "", stamp: "" };
  if (!answer.ok) { tell(path, answer.text); return null; }
  if (buffers.has(path)) return buffers.get(path);
  const buffer = { path, uri: uriOf(path), stamp: answer.stamp, saved: answer.text };
  buffers.set(path, buffer);
  buffer.view = server.editor({ uri: buffer.uri, name: path, text: text ?? answer.text, nonce: setup.nonce, phrases: words.phrases, changed: () => changed(buffer) });
  buffer.view.contentDOM.setAttribute("aria-describedby", "keys");
  if (text !== null && !folder.files.some((each) => each.path === path)) {
    const kind = /^(\w+):/m.exec(text)?.[1] ?? "";
    folder.files.push({ path, kind: path.endsWith(".md") ? "chapter" : kind === "game" && /^examples:/m.test(text) ? "examples" : kind });
  }
  return buffer;
}
async function open(path, text = null) {
  const buffer = await load(path, text);
  if (!buffer) return null;
  current = buffer;
  kept.set("studio.file", path);
  byId("editor").replaceChildren(buffer.view.dom);
  byId("open-file").textContent = path;
  buffer.view.requestMeasure();
  look("text");
  refresh();
  return buffer;
}

/* A keystroke: what is shown of it at once, and the rest when the hands rest. */
function changed(buffer) {
  buffer.note = "";
  if (buffer === current) state();
  results.changed();
  clearTimeout(later);
  later = setTimeout(refresh, SOON);
}
function state() {
  byId("state").textContent = current && isChanged(current) ? words.unsaved : current?.note || "";
  document.title = `${unsaved().length ? "● " : ""}${folder.name} – ${words.title}`;
}
function refresh() { state(); list(); problems(); keep(); results.refresh(); }

/* The browser keeps what is not saved, for a window that is closed and a server that is started anew. What another window
   has kept, or cannot be read now, stays there. */
const ours = new Set(); // the paths that this window has kept
function keep() {
  const texts = keptTexts();
  for (const buffer of buffers.values()) {
    if (isChanged(buffer)) { texts[buffer.path] = { text: textOf(buffer), stamp: buffer.stamp }; ours.add(buffer.path); }
    else if (ours.delete(buffer.path)) delete texts[buffer.path];
    else continue;
    kept.set(keptAt(), JSON.stringify(texts));
  }
}
function keptTexts() { try { return JSON.parse(kept.get(keptAt()) || "{}"); } catch { return {}; } }
/* Bring back what was not saved; what the disk has by now is told when it is saved. */
async function bringBack(texts) {
  const back = [];
  for (const [path, { text, stamp }] of texts) {
    const listed = folder.files.some((each) => each.path === path), buffer = await load(path, listed ? null : text);
    if (!buffer) continue;
    ours.add(path);
    if (textOf(buffer) === text && listed) continue;
    const disk = { stamp: buffer.stamp, text: buffer.saved };
    buffer.stamp = stamp;
    if (listed) replace(buffer.view, text);
    back.push({ buffer, disk, listed });
  }
  keep();
  if (!back.length) return;
  const forget = () => {
    close();
    for (const { buffer, disk, listed } of back) { buffer.stamp = disk.stamp; if (listed) { buffer.saved = disk.text; replace(buffer.view, disk.text); } }
    refresh();
  };
  const names = made("ul", {}, ...back.map(({ buffer }) => made("li", { textContent: buffer.path })));
  show(words.back_title, made("p", { textContent: words.back }), names, made("p", { className: "row" },
    made("button", { type: "button", className: "main", textContent: words.go_on, onclick: close }),
    back.every((each) => each.listed) ? made("button", { type: "button", textContent: words.take_theirs, onclick: forget }) : null));
}
/* The files of the folder as they are; one that is not saved yet stays. Of several answers on the way the newest counts. */
let listing = 0;
async function relist() {
  const number = ++listing, listed = await ask("files");
  if (number !== listing) return;
  const there = (path) => listed.files.some((each) => each.path === path);
  if (listed.ok) folder.files = [...listed.files, ...folder.files.filter(({ path }) => buffers.get(path)?.stamp === "" && !there(path))];
  list();
}
/* What another program has written meanwhile, where nothing of ours stands against it. */
async function reread() {
  await relist();
  for (const buffer of [...buffers.values()].filter((each) => each.stamp && !isChanged(each))) {
    const theirs = await ask("read", { path: buffer.path });
    if (!theirs.ok || theirs.stamp === buffer.stamp || isChanged(buffer)) continue;
    Object.assign(buffer, { stamp: theirs.stamp, saved: theirs.text });
    replace(buffer.view, theirs.text);
  }
}

/* Save a text, after what is being saved of it; whether it is saved. */
async function save(buffer = current) {
  if (!buffer) return false;
  const write = () => written(buffer);
  buffer.saving = buffer.saving ? buffer.saving.then(write, write) : write();
  return buffer.saving;
}
async function written(buffer) {
  const text = textOf(buffer), answer = await ask("save", { path: buffer.path, text, stamp: buffer.stamp });
  if (answer.ok) {
    Object.assign(buffer, { stamp: answer.stamp, saved: text });
    say(filled(words.saved, { file: buffer.path }));
    buffer.note = filled(words.saved, { file: buffer.path });
    state();
    server.client.notification("textDocument/didSave", { textDocument: { uri: buffer.uri } });
    await relist();
    keep();
    results.saved();
    return true;
  }
  if (answer.code === "changed") {
    const theirs = await ask("read", { path: buffer.path });
    const choose = (take) => () => { close(); buffer.stamp = theirs.ok ? theirs.stamp : ""; if (take) { buffer.saved = theirs.text; replace(buffer.view, theirs.text); refresh(); } else save(buffer); };
    show(words.changed_title, made("p", { textContent: filled(words.changed, { file: buffer.path }) }),
      made("p", { className: "row" }, made("button", { type: "button", className: "main", textContent: words.keep_mine, onclick: choose(false) }),
        theirs.ok ? made("button", { type: "button", textContent: words.take_theirs, onclick: choose(true) }) : null, made("button", { type: "button", textContent: words.cancel, onclick: close })));
  } else tell(buffer.path, answer.text);
  return false;
}
async function saveAll() {
  close();
  for (const buffer of unsaved()) if (!await save(buffer)) return;
  refresh();
}

// problems

let counted = "";
function problems() {
  const all = current ? told(current.path) : [], wrong = current ? errors(current.path).length : 0;
  const text = [wrong ? filled(words.problems, { n: wrong }) : words.problems.none, ...(all.length > wrong ? [filled(words.questions, { n: all.length - wrong })] : [])].join(" · ");
  const count = byId("problem-count");
  count.textContent = text;
  count.classList.toggle("some", wrong > 0);
  refill(byId("problem-list"), ...all.map((each) => made("li", { className: each.severity === 1 ? "" : "asks" },
    made("button", { type: "button", onclick: () => goTo(current.view, each.range.start.line, each.range.start.character) },
      made("b", { textContent: filled(words.line, { n: each.range.start.line + 1 }) }), each.message))));
  if (wrong && !counted.startsWith(`${current.path}:`)) byId("problems").open = true;
  const now = current ? `${wrong ? current.path : ""}:${text}` : "";
  if (now !== counted && counted) say(text);
  counted = now;
}

// what can be done

async function carryOut(edit) {
  let places = 0;
  const changes = Object.entries(edit.changes ?? {});
  for (const part of edit.documentChanges ?? []) if (part.textDocument) changes.push([part.textDocument.uri, part.edits]);
  const away = changes.find(([uri]) => pathOf(uri) === null);
  if (away) { elsewhere(away[0]); return 0; }
  const fresh = (edit.documentChanges ?? []).filter((part) => part.kind === "create").map((part) => part.uri);
  for (const [uri, edits] of changes) {
    places += edits.length;
    if (fresh.includes(uri)) { const it = await open(pathOf(uri), edits.map((each) => each.newText).join("")); it?.view.focus(); continue; }
    const buffer = await load(pathOf(uri));
    if (buffer) server.apply(buffer.view, edits);
  }
  return places;
}
function elsewhere(uri) { tell(words.files, filled(words.elsewhere, { file: decodeURIComponent(uri).split("/").slice(-3).join("/") })); }

async function actions() {
  if (!current) return;
  const found = await server.actions(current.view);
  if (!found.length) { tell(words.actions, words.no_actions); return; }
  show(words.actions, made("ul", { className: "choices" }, ...found.map((each) => made("li", {}, made("button", { type: "button", textContent: each.title, onclick: () => { close(); carryOut(each.edit); current.view.focus(); } })))),
    made("p", { className: "row" }, made("button", { type: "button", textContent: words.cancel, onclick: close })));
}
async function rename() {
  if (!current) return;
  const view = current.view, name = await server.named(view);
  if (!name) { tell(words.rename, words.nothing_to_rename); return; }
  const input = made("input", { value: name, spellcheck: false, autocomplete: "off" });
  const form = made("form", {}, made("label", { className: "field" }, words.new_name, input),
    made("p", { className: "row" }, made("button", { className: "main", textContent: words.rename }), made("button", { type: "button", textContent: words.cancel, onclick: close })));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    close();
    try {
      const edit = await server.rename(view, input.value);
      const places = edit ? await carryOut(edit) : 0, text = filled(words.renamed, { n: places }), waiting = unsaved();
      if (edit) say(text);
      refresh();
      view.focus();
      if (waiting.length > 1) {
        show(text, made("p", { textContent: words.leave }), made("ul", {}, ...waiting.map((each) => made("li", { textContent: each.path }))),
          made("p", { className: "row" }, made("button", { type: "button", className: "main", textContent: words.save_all, onclick: saveAll }),
            made("button", { type: "button", textContent: words.close, onclick: close })));
      }
    } catch (error) { tell(words.rename, error.message); }
  });
  show(words.rename, form);
  input.select();
}

// the whole

const narrow = matchMedia("(max-width: 61.99rem)");
function look(view) {
  body.dataset.view = view;
  if (["page", "differences", "play"].includes(view)) body.dataset.result = view;
  for (const button of document.querySelectorAll("#views button")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === (narrow.matches ? view : body.dataset.result)));
  }
  results.refresh();
}

/* Bring the line of a change before the writer: the one that names this rule, or what it is a part of. */
function toRule(path) {
  const buffer = buffers.get(rules());
  const lines = buffer ? textOf(buffer).split("\n") : [];
  for (let parts = path.split("."); parts.length; parts.pop()) {
    const name = parts.join(".").replace(/[^\w]/g, "\\$&"), found = lines.findIndex((line) => new RegExp(`\\bat:\\s*['"]?${name}(?![\\w])`).test(line));
    if (found >= 0) { open(buffer.path).then(() => goTo(buffer.view, found)); return; }
  }
}

const results = new Results({ ask, say, draft, toRule, look, looked: () => (narrow.matches ? body.dataset.view : body.dataset.result) });
let leaving = false;
addEventListener("pagehide", () => { if (folder) keep(); });
addEventListener("focus", () => { if (folder) reread(); });
addEventListener("beforeunload", (event) => { if (!leaving && folder && unsaved().length) event.preventDefault(); });
for (const button of document.querySelectorAll("#views button")) button.addEventListener("click", () => look(button.dataset.view));
narrow.addEventListener("change", () => look(body.dataset.view));
byId("save").addEventListener("click", () => save());
byId("actions").addEventListener("click", actions);
byId("rename").addEventListener("click", rename);
addEventListener("keydown", (event) => {
  const key = event.ctrlKey || event.metaKey ? event.key : event.key === "F2" ? "F2" : "";
  const act = { s: save, ".": actions, F2: rename }[key];
  if (!act || dialog.open) return;
  event.preventDefault();
  act();
});

/* The language server is there, or away; a server that was started anew has another token. */
let lost = false;
async function connected(there) {
  const network = byId("network");
  if (there) { network.textContent = ""; if (lost) say(words.connected); lost = false; return; }
  if (!lost) network.textContent = words.connecting;
  lost = true;
  const answer = await ask("files");
  if (lost && answer.code === "owner") network.textContent = words.restarted;
}

async function begin() {
  const answer = await ask("files");
  if (!answer.ok) { byId("editor").replaceChildren(made("p", { className: "lead", textContent: answer.code === "owner" ? words.owner : answer.text })); say(answer.text); return; }
  folder = answer;
  byId("folder").textContent = folder.name;
  server = new Server({
    address: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/studio/language`, hello: { token, lang: setup.lang }, root: folder.uri,
    page: {
      open: async (uri) => { const path = pathOf(uri); return path === null ? null : load(path); },
      show: async (uri) => { const path = pathOf(uri); if (path === null) { elsewhere(uri); return null; } return (await open(path))?.view ?? null; },
      problems: () => { if (folder) { list(); problems(); } },
      connection: connected,
    },
  });
  list();
  const first = folder.files.find((each) => each.path === kept.get("studio.file")) ?? folder.files.find((each) => each.kind === "variant") ?? folder.files[0];
  if (first) await open(first.path);
  else byId("editor").replaceChildren(made("p", { className: "lead", textContent: words.empty }));
  look("text");
  await bringBack(Object.entries(keptTexts()));
}
begin();
