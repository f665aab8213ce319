// A recorded round, step by step.

import { draw, known } from "./board.js";
import { byId, filled, posted, setup, words } from "./dom.js";
import { settlement } from "./settlement.js";

const board = byId("board"), at = byId("at"), steps = byId("steps"), result = byId("result"), told = byId("told");
let round = null;

byId("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) byId("text").value = await file.text();
});

byId("given").addEventListener("submit", (event) => {
  event.preventDefault();
  load(byId("text").value);
});

/* A round that was handed on stays with this entry of the history: reloaded, or come back to. */
async function load(text) {
  const answer = await posted("/replay/steps", text, "text/plain");
  told.textContent = answer.failed ?? "";
  if (answer.failed) return;
  round = answer;
  setup.key = round.rules;
  known(round.cards);
  byId("heading").textContent = round.title;
  byId("given").hidden = true;
  board.hidden = steps.hidden = false;
  at.max = round.steps.length - 1;
  show(0);
  byId("next").focus();
}

function show(number) {
  const place = Math.max(0, Math.min(number, round.steps.length - 1));
  const step = round.steps[place];
  const focused = document.activeElement;
  at.value = place;
  draw(board, step.state);
  byId("count").textContent = filled(words.replaying.step, { n: place + 1, of: round.steps.length });
  byId("step-told").textContent = step.told || words.replaying.dealt;
  const over = step.state.over;
  result.hidden = !over;
  if (over) byId("result-body").replaceChildren(...settlement(over, step.state.players.map((player) => player.name), round.rules));
  byId("first").disabled = byId("previous").disabled = place === 0;
  byId("next").disabled = byId("end").disabled = place === round.steps.length - 1;
  if (focused.disabled) byId(place ? "previous" : "next").focus();
}

at.addEventListener("input", () => show(Number(at.value)));
byId("first").addEventListener("click", () => show(0));
byId("previous").addEventListener("click", () => show(Number(at.value) - 1));
byId("next").addEventListener("click", () => show(Number(at.value) + 1));
byId("end").addEventListener("click", () => show(round.steps.length - 1));

try {
  const handed = sessionStorage.getItem("zwanz.record");
  sessionStorage.removeItem("zwanz.record");
  if (handed) history.replaceState(JSON.parse(handed), "");
} catch { /* a browser without a memory: one pastes the text */ }
if (history.state?.record) {
  byId("to-table").href = history.state.table;
  byId("to-table").hidden = false;
  load(history.state.record);
}
