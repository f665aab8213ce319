// How a round came out, line by line as it is reckoned; and the score of the evening.

import { bookAddress, filled, made, nameTag, playerName, setup, words } from "./dom.js";

const sign = (text) => (text.startsWith("+") ? "gain" : text === "0" ? "" : "loss");
const cell = (text) => made("td", { className: `number ${sign(text)}` }, text);

/* The columns stand in the order of the seats, or in that given. */
export function settlement(over, names, key = setup.key, order = [...names.keys()]) {
  const parts = [];
  if (over.sentence) parts.push(made("p", {}, over.sentence));
  for (const line of over.taken ?? []) parts.push(made("p", { className: "taken" }, line));
  if (over.none) parts.push(made("p", {}, over.none));
  if (over.scores) parts.push(made("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": words.settlement }, table(over, names, key, order)));
  for (const note of over.notes ?? []) parts.push(made("p", { className: "note" }, note));
  if (over.match_over) parts.push(made("p", { className: "lead" }, words.match_over));
  return parts;
}

function table(over, names, key, order) {
  const cells = (amounts) => order.map((seat) => cell(amounts[seat]));
  const heads = order.map((seat) => made("th", { scope: "col", className: "number" }, nameTag(names[seat])));
  const rows = over.lines.map((line, at) => {
    const reckoned = line.factors ? filled(words.reckoned, { value: line.value, factors: line.factors }) : "";
    const link = made("a", { href: bookAddress(key, line.rule), target: "_blank", rel: "noopener", title: words.in_the_book }, line.item);
    const row = made("tr", {}, made("th", { scope: "row" }, link), made("td", { className: "number" }, String(line.amount)), ...cells(line.each));
    const why = made("td", { colSpan: names.length + 2, className: "why" }, [line.reason, reckoned].filter(Boolean).join(words.semicolon));
    const lines = made("tbody", { className: "reckoned" }, row, made("tr", {}, why));
    lines.style.setProperty("--at", at);
    return lines;
  });
  const sums = [[words.this_round, over.scores]];
  if (over.paid?.length && over.paid.join() !== over.scores.join()) sums.push([words.paid, over.paid]);
  sums.push([words.so_far, over.totals]);
  const feet = sums.map(([name, amounts], at) => {
    const row = made("tr", { className: "reckoned" }, made("th", { scope: "row" }, name), made("td"), ...cells(amounts));
    row.style.setProperty("--at", over.lines.length + at);
    return row;
  });
  const whole = made("table", { className: "settlement" },
    made("thead", {}, made("tr", {}, made("th", { scope: "col" }, words.item), made("th", { scope: "col", className: "number" }, words.amount), ...heads)),
    ...rows, made("tfoot", {}, ...feet));
  whole.style.setProperty("--columns", names.length + 1);
  return whole;
}

/* The seats in the order in which players are listed all evening, wherever they sit in a round. */
export function byPlayer(state) {
  return [...state.players.keys()].sort((a, b) => state.players[a].player - state.players[b].player);
}

/* What each round of the evening brought: a column for each player. */
export function evening(state) {
  const players = byPlayer(state).map((seat) => state.players[seat]);
  const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
  const heads = players.map((player) => made("th", { scope: "col", className: "number" }, nameTag(playerName(player))));
  const rows = state.evening.map((scores, at) =>
    made("tr", {}, made("th", { scope: "row" }, filled(words.round, { n: at + 1 })), ...scores.map((score) => cell(signed(score)))));
  const total = made("tr", {}, made("th", { scope: "row" }, words.total), ...players.map((player) => cell(player.total)));
  return made("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": words.score }, made("table", { className: "evening" },
    made("thead", {}, made("tr", {}, made("td"), ...heads)), made("tbody", {}, ...rows), made("tfoot", {}, total)));
}
