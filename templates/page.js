// What a book's page does in a browser. Without it the page is whole, but for the search.

const main = document.querySelector("main");
const contents = document.querySelector(".contents");

function made(tag, given = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), given);
  element.append(...inside);
  return element;
}

/* The search: paragraphs, items, rows and headings are read when it is opened for the first time. */
{
  const MOST = 60; // hits that are listed; the number of all is told
  const BEFORE = 30; // letters of a hit's text in front of what was sought
  const AFTER = 110;
  const UNITS = "h2, h3, h4, h5, p, li, dt, dd, tr, caption, figcaption";
  const UNSEEN = "\u00ad\u2060\u200b"; // soft hyphens and joints

  const parts = document.getElementById("search").content;
  const dialog = parts.querySelector("dialog");
  const [field, list, told] = ["input", "ul", ".search-told"].map((each) => dialog.querySelector(each));
  const telling = {};
  for (const span of dialog.querySelectorAll("[data-hits]")) {
    telling[span.dataset.hits] = span.textContent;
    span.remove();
  }
  // These roles would say of the template what is only true of a page with a script.
  const roles = [[field, "combobox"], [list, "listbox"], [told, "status"]];
  for (const [element, role] of roles) element.setAttribute("role", role);
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-autocomplete", "list");
  list.setAttribute("aria-labelledby", "search-label");
  document.body.append(dialog);

  const opener = parts.querySelector(".search-open");
  for (const place of document.querySelectorAll(".contents > h2, .bar")) {
    const button = opener.cloneNode(true);
    button.addEventListener("click", open);
    place.classList.contains("bar") ? place.append(button) : place.after(button);
  }

  /* A letter as it is compared: no capitals, no accents, one width; hiragana as katakana. */
  const folds = new Map();
  function folded(letter) {
    let fold = folds.get(letter);
    if (fold === undefined) {
      fold = letter.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase();
      fold = fold.replace(/ß/g, "ss");
      fold = fold.replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
      folds.set(letter, fold);
    }
    return fold;
  }
  const foldedText = (text) => Array.from(text, folded).join("");

  /* What an element says, drawings by their names. */
  function said(element) {
    let text = "";
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.data;
      else if (child.getAttribute("role") === "img") text += ` ${drawn(child)} `;
      else if (child.getAttribute("aria-hidden") !== "true") {
        text += /^(td|th|li|p|br)$/.test(child.localName) ? ` ${said(child)} ` : said(child);
      }
    }
    return text;
  }
  /* The name of a drawing; of a card without its points, which are told behind the name. */
  function drawn(element) {
    const name = element.getAttribute("aria-label");
    return element.matches(".named") ? name.replace(/(, |：)[^,：]*$/, "") : name;
  }
  function plain(element) {
    const shown = Array.from(said(element)).filter((letter) => !UNSEEN.includes(letter));
    return shown.join("").replace(/\s+/g, " ").trim();
  }

  let units;
  function read() {
    units = [];
    let chapter = "", section = "";
    for (const element of main.querySelectorAll(UNITS)) {
      const row = element.closest("tr");
      if ((row && row !== element) || element.closest(".index, .deed")) continue;
      if (!row && element.querySelector("p, li, tr")) continue;
      const text = plain(element);
      if (!text) continue;
      const heading = /^h\d$/.test(element.localName);
      if (element.localName === "h2") [chapter, section] = [text, ""];
      else if (element.localName === "h3") section = text;
      const name = heading ? element : element.querySelector("dfn, th[scope=row]");
      const where = heading ? (element.localName === "h2" ? "" : chapter) : section ? `${chapter} › ${section}` : chapter;
      units.push({ element, text, where, heading, fold: foldedText(text), name: name ? foldedText(plain(name)) : "" });
    }
  }

  /* Headings and words before sentences, what begins with it before what has it inside. */
  function rank(unit, words) {
    if (!unit.name || !words.every((word) => unit.name.includes(word))) return 4;
    return (unit.heading ? 0 : 1) + (unit.name.startsWith(words[0]) ? 0 : 2);
  }

  function sought(words) {
    const hits = units.filter((unit) => words.every((word) => unit.fold.includes(word)));
    return hits.map((unit) => [rank(unit, words), unit]).sort((a, b) => a[0] - b[0]).map((hit) => hit[1]);
  }

  /* The part of a text round the first of the words, with all of them marked. */
  function excerpt(text, words) {
    const letters = Array.from(text);
    const at = letters.flatMap((letter, place) => Array.from({ length: folded(letter).length }, () => place));
    const fold = letters.map(folded).join("");
    const marked = new Set();
    let first = letters.length;
    for (const word of words) {
      for (let found = fold.indexOf(word); found >= 0; found = fold.indexOf(word, found + word.length)) {
        first = Math.min(first, at[found]);
        for (let i = found; i < found + word.length; i++) marked.add(at[i]);
      }
    }
    let from = Math.max(0, first - BEFORE);
    if (from) from = Math.max(from, letters.indexOf(" ", from) + 1 || from);
    if (from > first) from = Math.max(0, first - BEFORE);
    const to = Math.min(letters.length, first + AFTER);
    const out = [from ? "… " : ""];
    for (let i = from; i < to; ) {
      const on = marked.has(i);
      let end = i;
      while (end < to && marked.has(end) === on) end++;
      const piece = letters.slice(i, end).join("");
      out.push(on ? made("mark", {}, piece) : piece);
      i = end;
    }
    return [...out, to < letters.length ? " …" : ""];
  }

  let hits = [], chosen = -1;
  function show() {
    const words = foldedText(field.value).split(/\s+/).filter(Boolean);
    hits = words.length ? sought(words) : [];
    const lines = hits.slice(0, MOST).map((unit, number) => {
      const line = made("li", { id: `hit-${number}` }, made("span", { className: "hit" }, ...excerpt(unit.text, words)));
      if (unit.heading) line.className = "of-heading";
      if (unit.where) line.append(" ", made("span", { className: "hit-where" }, unit.where));
      line.setAttribute("role", "option");
      line.addEventListener("click", () => go(number));
      return line;
    });
    list.replaceChildren(...lines);
    list.hidden = !lines.length;
    list.scrollTop = 0;
    field.setAttribute("aria-expanded", String(lines.length > 0));
    const sentence = telling[hits.length === 0 ? "none" : hits.length === 1 ? "one" : "other"];
    told.textContent = words.length ? sentence.replace("{count}", hits.length) : "";
    choose(lines.length ? 0 : -1);
  }

  function choose(number) {
    chosen = number;
    Array.from(list.children).forEach((line, at) => line.setAttribute("aria-selected", String(at === number)));
    if (number < 0) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", `hit-${number}`);
    list.children[number].scrollIntoView({ block: "nearest" });
  }

  function go(number) {
    const { element } = hits[number];
    dialog.close();
    for (let around = element.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    const before = document.querySelector(".sought");
    if (before) before.classList.remove("sought");
    element.classList.add("sought");
    const id = element.id || (element.closest("tbody[id]") ?? element.closest(".alike tr")?.querySelector("th > [id]") ?? heading(element))?.id;
    if (id) history.pushState(null, "", `#${encodeURIComponent(id)}`);
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
    element.scrollIntoView({ block: "center" });
  }

  function heading(element) {
    const above = (each) => each.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    return Array.from(main.querySelectorAll(":is(h2, h3, h4)[id]")).findLast(above);
  }

  function open() {
    if (!units) read();
    dialog.showModal();
    field.select();
    show();
  }

  document.addEventListener("keydown", (event) => {
    const plainKey = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plainKey || dialog.open || event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    open();
  });
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const many = list.children.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && many) choose((chosen + step + many) % many);
    else if (event.key === "Enter" && chosen >= 0) go(chosen);
    else return;
    event.preventDefault();
  });
  dialog.querySelector(".search-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

/* The place one is at: the last heading of the contents above the middle of the screen's upper half. */
{
  const WIDE = matchMedia("(min-width: 68rem)"); // as in web.css: contents beside the text
  const links = new Map();
  for (const link of contents.querySelectorAll("ol a")) {
    links.set(document.getElementById(decodeURIComponent(link.hash.slice(1))), link);
  }
  const headings = Array.from(links.keys()).filter(Boolean);
  const chapter = made("a", { className: "here", hidden: true });
  document.querySelector(".bar > a").after(chapter);

  let current = null, unfolded = null;
  function mark(heading) {
    if (heading === current) return;
    current = heading;
    for (const link of contents.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const link = heading && links.get(heading);
    const entry = link?.closest(".entries > li");
    const top = entry?.querySelector("a");
    chapter.hidden = !link;
    if (!link) return;
    link.setAttribute("aria-current", "location");
    if (top !== link) top.setAttribute("aria-current", "true");
    chapter.textContent = top.textContent;
    chapter.setAttribute("href", top.getAttribute("href"));
    if (WIDE.matches) unfold(entry.querySelector("details"), link);
  }

  /* Sections of the current chapter are shown, unless they were folded by hand; so are others that a hand unfolded. */
  function unfold(details, link) {
    if (details !== unfolded) {
      if (unfolded) unfolded.open = false;
      unfolded = details && !details.open ? details : null;
      if (details) details.open = true;
    }
    const room = contents.getBoundingClientRect(), line = link.getBoundingClientRect();
    if (line.top < room.top + 40) contents.scrollTop += line.top - room.top - 40;
    else if (line.bottom > room.bottom - 40) contents.scrollTop += line.bottom - room.bottom + 40;
  }

  // The field that is watched begins far above the page, so every heading that was passed is in it.
  const passed = new Set();
  const watcher = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) isIntersecting ? passed.add(target) : passed.delete(target);
    mark(headings.findLast((heading) => passed.has(heading)) ?? null);
  }, { rootMargin: "10000000px 0px -75% 0px" });
  headings.forEach((heading) => watcher.observe(heading));
}

/* On paper nothing is folded. */
{
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("details:not([open])"));
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => { for (const details of opened) details.open = false; });
}

/* A link to each heading and to each thing whose id stays. */
{
  const sign = document.getElementById("search").content.querySelector(".permalink");
  const KEPT = "tbody[id] > tr:first-child > th, .alike th > [id], .glossary > li[id] > dfn";
  for (const named of main.querySelectorAll(`:is(h2, h3, h4)[id], ${KEPT}`)) {
    const whole = named.closest(named.matches("h2") ? ".chapter[id]" : "[id]:not(th, dfn)") ?? named;
    const link = sign.cloneNode();
    link.setAttribute("href", `#${whole.id}`);
    const title = named.textContent.replace(/\u00ad/g, "").trim();
    link.setAttribute("aria-label", sign.getAttribute("aria-label").replace("{title}", title));
    named.insertBefore(link, named.querySelector(".also"));
  }
}
