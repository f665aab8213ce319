// The page where one chooses the rules and opens a table.

import { byId, kept, posted, setup } from "./dom.js";

const form = byId("open"), told = byId("told"), book = byId("book-link");
form.elements.name.value = kept.get("name");

function chosen() { return form.elements.rules.value; }
form.addEventListener("change", () => { book.href = `/rules/${encodeURIComponent(chosen())}/${setup.lang}`; });

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = form.elements;
  kept.set("name", fields.name.value);
  const body = JSON.stringify({ rules: chosen(), lang: setup.lang, name: fields.name.value, strength: fields.strength.value, take_back: fields.take_back.checked });
  const answer = await posted("/tables", body, "application/json");
  told.textContent = answer.failed ?? "";
  if (answer.failed) return;
  location.assign(`/t/${answer.table}?lang=${setup.lang}#${answer.token}`);
});
