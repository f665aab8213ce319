// What becomes of the text: the page of the book, what differs, and a table.

import { byId, filled, kept, made, words } from "/web/dom.js";

const MOST = 30; // letters of a heading that name a place

export class Results {
  constructor(studio) {
    this.studio = studio;
    this.shown = { page: "", differences: "" }; // what was made, as a text that tells whether it is still so
    this.wanted = 0;
    for (const input of document.querySelectorAll("input[name=against]")) input.addEventListener("change", () => this.refresh());
    byId("player").value = kept.get("name");
    byId("play").addEventListener("click", () => this.play());
  }

  /* The text is another one: say so where a table was opened by the former one. */
  changed() {
    if (this.played && !byId("table").hidden) this.tellPlay();
  }
  saved() { this.shown.differences = ""; this.refresh(); }

  /* Make anew what is looked at, where the text has changed. */
  refresh() {
    const what = this.studio.looked();
    if (what === "page") this.page();
    else if (what === "differences") this.differences();
    else if (what === "play") this.tellPlay();
    else return;
  }

  async page() {
    const draft = this.studio.draft(), told = byId("page-told");
    if (!draft) { told.textContent = words.no_rules; return; }
    const state = JSON.stringify(draft);
    if (this.shown.page === state) return;
    this.shown.page = state;
    this.making = true;
    told.className = "told";
    told.textContent = words.page_making;
    const made_ = await this.studio.ask("page", draft);
    if (this.shown.page !== state) return;
    if (!made_.address && !made_.problems) this.shown.page = ""; // not made: it is asked for again
    if (!made_.address) this.making = false;
    if (made_.overtaken) return;
    if (!made_.address) {
      told.className = "told wrong";
      told.textContent = made_.problems ? [words.page_old, ...made_.problems].join("\n") : made_.text;
      return;
    }
    told.textContent = filled(words.page_made, { file: draft.rules });
    this.turn(made_.address);
  }

  /* Show another page at the place where the former one was read. */
  turn(address) {
    const frames = byId("page-frames"), before = frames.querySelector("iframe:not(.coming)");
    for (const late of frames.querySelectorAll("iframe.coming")) late.remove();
    const frame = made("iframe", { src: address, title: words.page, className: "coming" });
    frame.addEventListener("load", () => {
      const was = before?.contentWindow;
      try { if (was) frame.contentWindow.scrollTo(0, was.scrollY); } catch { /* a page that went elsewhere */ }
      frame.classList.remove("coming");
      before?.remove();
      this.making = false;
      if (this.place) { this.goInPage(this.place); this.place = ""; }
    }, { once: true });
    frames.append(frame);
  }

  async differences() {
    const draft = this.studio.draft(), place = byId("differences");
    if (!draft) { place.replaceChildren(made("p", { textContent: words.no_rules })); return; }
    const against = document.querySelector("input[name=against]:checked").value, state = JSON.stringify([draft, against]);
    if (this.shown.differences === state) return;
    this.shown.differences = state;
    place.classList.add("old");
    place.setAttribute("aria-busy", "true");
    const found = await this.studio.ask("differences", { ...draft, against });
    if (this.shown.differences !== state) return;
    if (!found.sections && !found.problems) this.shown.differences = "";
    if (found.overtaken) return;
    place.classList.remove("old");
    place.removeAttribute("aria-busy");
    if (!found.sections) {
      place.replaceChildren(...(found.problems ?? [found.text]).map((text) => made("p", { className: "problem-text", textContent: text })));
      return;
    }
    const parts = found.missing ? [made("p", { textContent: words.not_saved_yet })] : found.sections.flatMap((each) => this.section(each));
    place.replaceChildren(...parts);
    const count = found.sections.reduce((sum, each) => sum + (each.rules?.length ?? 0), 0);
    this.studio.say(filled(words.differences_made, { n: count }));
  }

  section({ heading, rules, rows, table }) {
    const title = made("h2", { textContent: heading });
    if (rules) return [title, ...rules.map((each) => this.rule(each))];
    if (rows) return [title, made("ul", {}, ...rows.map((row) => made("li", { textContent: row })))];
    const first = table.columns.length - table.numbers;
    const cell = (tag) => (text, at) => made(tag, { textContent: text, className: at >= first ? "number" : "" });
    const head = made("tr", {}, ...table.columns.map(cell("th")));
    return [title, made("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": heading.slice(0, MOST) },
      made("table", {}, made("thead", {}, head), made("tbody", {}, ...table.cells.map((row) => made("tr", {}, ...row.map(cell("td")))))))];
  }

  rule({ sentence, path, sources }) {
    const go = made("button", { type: "button", className: "link", onclick: () => this.studio.toRule(path) }, made("code", { textContent: path }));
    go.setAttribute("aria-label", `${words.go}: ${path}`);
    const see = made("button", { type: "button", className: "link", textContent: words.in_page, onclick: () => this.see(path) });
    const from = sources.length ? made("span", { textContent: filled(words.sources, { sources: sources.join(", ") }) }) : null;
    return made("div", { className: "rule-change" }, made("p", { className: "sentence", textContent: sentence }), made("p", { className: "from" }, go, from, see));
  }

  /* Open the page at the place that tells of a rule. */
  see(path) {
    this.place = path;
    this.studio.look("page");
    if (!this.shown.page || !byId("page-frames").querySelector("iframe:not(.coming)")) return;
    this.goInPage(path);
    if (!this.making) this.place = ""; // else a later page would go there again
  }
  goInPage(path) {
    const page = byId("page-frames").querySelector("iframe:not(.coming)")?.contentDocument;
    for (let parts = path.split("."); page && parts.length > 1; parts.pop()) {
      const found = page.getElementById(parts.join("."));
      if (found) { found.scrollIntoView(); return; }
    }
  }

  tellPlay() {
    const draft = this.studio.draft();
    byId("play").disabled = !draft;
    const old = this.played && this.played !== JSON.stringify(draft);
    byId("play").textContent = this.played ? words.play_again : words.play_this;
    byId("play-told").textContent = !draft ? words.no_rules : old ? words.play_old : this.played ? "" : words.play_lead;
  }

  async play() {
    const draft = this.studio.draft(), name = byId("player").value;
    if (!draft) return;
    kept.set("name", name);
    const answer = await this.studio.ask("play", { ...draft, name });
    if (!answer.address) {
      const text = (answer.problems ?? [answer.text]).join("\n");
      byId("play-told").textContent = text;
      this.studio.say(text);
      return;
    }
    this.played = JSON.stringify(draft);
    byId("player").parentElement.hidden = true;
    this.tellPlay();
    const link = byId("play-window");
    link.href = answer.address;
    link.hidden = false;
    byId("table").replaceChildren(made("iframe", { src: answer.address, title: words.play }));
  }
}
