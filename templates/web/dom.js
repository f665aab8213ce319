// Small helpers of all pages.

export const setup = JSON.parse(document.body.dataset.setup);
export const words = setup.words;
export const byId = (id) => document.getElementById(id);

/* An element with properties, attributes (those with a hyphen, and role) and children. */
export function made(tag, given = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...inside.filter((each) => each !== null && each !== undefined));
  return element;
}

/* A text of the words with its places filled in; of one and many, n chooses. */
export function filled(text, values = {}) {
  const chosen = typeof text === "object" ? (values.n === 1 ? text.one : text.many) : text;
  return chosen.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

/* A place where the browser keeps something of ours; a browser may refuse. */
export const kept = {
  get(name) {
    try { return localStorage.getItem(`zwanz.${name}`) ?? ""; } catch { return ""; }
  },
  set(name, value) {
    try { localStorage.setItem(`zwanz.${name}`, value); } catch { /* then not */ }
  },
};

/* What the server answers to a post, as data; where nothing came of it, {failed} says why. */
export async function posted(address, body, type) {
  try {
    const response = await fetch(`${address}?lang=${setup.lang}`, { method: "POST", body, headers: { "Content-Type": type } });
    const answer = await response.json();
    return response.ok ? answer : { failed: answer.text ?? words.no_answer };
  } catch {
    return { failed: words.no_answer };
  }
}

/* What a player is called: by name, or by the place of the seat. */
export const playerName = ({ name, place }) => name || place;

/* A name where there may be little room: what does not fit is cut off at its end, never broken. */
export const nameTag = (name) => made("span", { className: "called", title: name }, name);

export function bookAddress(key, rule) {
  const at = rule ? `?at=${encodeURIComponent(rule)}` : "";
  return `/rules/${encodeURIComponent(key)}/${setup.lang}${at}`;
}
