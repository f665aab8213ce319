// The board: who sits where, the cards in the middle. It draws a state and knows nothing else.

import { filled, made, nameTag, playerName, setup, words } from "./dom.js";

let names = {};
export function known(cards) { names = cards; }
export const nameOf = (card) => names[card]?.name ?? card;
export const shortOf = (card) => names[card]?.short ?? card;

export function drawing(card, key = setup.key) {
  const id = card === "back" ? "back" : encodeURIComponent(card);
  return `/cards/${encodeURIComponent(key)}/${setup.lang}/book/${id}.svg`;
}

export function image(card, given = {}) {
  return made("img", { src: drawing(card), alt: given.alt ?? nameOf(card), className: given.className ?? "card", decoding: "async", draggable: false });
}

/* Where a seat is shown: the own one below, the others round the table in the order of play. */
const PLACES = {
  2: ["below", "above"],
  3: ["below", "right", "left"],
  4: ["below", "right", "above", "left"],
  5: ["below", "right", "above-right", "above-left", "left"],
  6: ["below", "right", "above-right", "above", "above-left", "left"],
};
export function placeOf(seat, state) {
  const count = state.players.length;
  const steps = (seat - (state.seat ?? 0) + count) % count;
  return PLACES[count][state.clockwise ? (count - steps) % count : steps];
}

function plate(player, seat, state, remedies) {
  const badges = [];
  if (player.dealer) badges.push(made("span", { className: "badge" }, words.dealer));
  if (player.declarer) badges.push(made("span", { className: "badge declarer" }, words.declarer));
  else if (player.side) badges.push(made("span", { className: `badge ${player.side}` }, words.side[player.side]));
  const about = player.name === player.place ? [] : [player.place];
  if (player.tricks) about.push(filled(words.tricks, { n: player.tricks }));
  const said = lastWord(seat, state);
  return made("li", { className: `seat ${placeOf(seat, state)}${state.turn === seat ? " to-move" : ""}${player.you ? " you" : ""}` },
    made("div", { className: "plate" },
      made("p", { className: "name" }, nameTag(playerName(player)),
        made("span", { className: "total", title: words.total }, player.total)),
      made("p", { className: "about" }, about.join(" · ")),
      badges.length ? made("p", { className: "badges" }, ...badges) : null,
      isAway(player) ? made("p", { className: "away" }, words.away) : null,
      isAway(player) ? remedies(player) : null),
    player.you ? null : held(player),
    said && state.step !== "play" && state.step !== "over" ? made("p", { className: "bubble" }, said) : null);
}

export const isAway = (player) => player.person && !player.here && !player.you;

function lastWord(seat, state) {
  const own = state.talk.filter((line) => line[0] === seat);
  const said = own.length ? own[own.length - 1][1] : "";
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}

/* The cards that another one holds: open ones with their faces, others as backs. */
function held(player) {
  if (player.open.length) return made("div", { className: "open-hand" }, ...player.open.map((card) => image(card)));
  if (!player.cards) return null;
  const backs = Array.from({ length: player.cards }, () => made("span", { className: "back" }));
  return made("div", { className: "backs", role: "img", "aria-label": filled(words.cards, { n: player.cards }) }, ...backs);
}

function laid(cards, state, className, winner = -1) {
  return made("ol", { className: `trick ${className}`, "aria-label": words.trick }, ...cards.map(([seat, card], at) => {
    const who = playerName(state.players[seat]);
    const item = made("li", { className: `laid ${placeOf(seat, state)}${seat === winner ? " won" : ""}` }, image(card, { alt: filled(words.plays, { name: who, card: nameOf(card) }) }));
    item.style.setProperty("--at", at);
    return item;
  }));
}

/* What one can do about who is away stands on the plate; the page knows what that is. */
export function draw(board, state, remedies = () => null) {
  const middle = made("div", { className: "middle" });
  if (state.trick.length) middle.append(laid(state.trick, state, "now"));
  else if (state.last && state.step === "play") {
    const { cards, winner, number, points } = state.last;
    middle.append(laid(cards, state, "gone", winner));
    const name = playerName(state.players[winner]);
    middle.append(made("p", { className: "won-by" }, filled(words.won_by, { number, name, points })));
  } else if (state.talon.length && state.step !== "over") {
    middle.append(talon(state));
  }
  const seats = made("ol", { className: `seats of-${state.players.length}` }, ...state.players.map((player, seat) => plate(player, seat, state, remedies)));
  board.replaceChildren(seats, middle);
  board.classList.toggle("with-trick", Boolean(state.trick.length || (state.last && state.step === "play")));
}

function talon(state) {
  const packets = state.talon.map((packet, at) => {
    const shown = packet === null ? [made("span", { className: "back wide" })] : packet.map((card) => image(card));
    return made("li", { className: "packet", "aria-label": `${words.talon} ${at + 1}` }, ...shown);
  });
  return made("ul", { className: "talon", "aria-label": words.talon }, ...packets);
}
