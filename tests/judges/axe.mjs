// axe-core on pages as a browser shows them: bright on a wide screen, dark on a telephone.
// usage: node axe.mjs BROWSER PAGE.html ...   prints a JSON list of faults, each a line of text
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

// Width and colours do not change what most rules look at, so these are asked once and the others twice.
const ALL = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
const SEEN = { type: "rule", values: ["color-contrast", "scrollable-region-focusable", "target-size"] };
const SHOWN = [
  { name: "wide and bright", width: 1280, scheme: "light", runOnly: ALL },
  { name: "narrow and dark", width: 360, scheme: "dark", runOnly: SEEN },
];
const AT_ONCE = 2;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [executablePath, ...files] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
const faults = [];

async function judge(file) {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.evaluate(axe);
  for (const { name, width, scheme, runOnly } of SHOWN) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    const { violations } = await page.evaluate(
      (options) => window.axe.run(options), { runOnly, resultTypes: ["violations"] });
    for (const { id, help, nodes } of violations)
      faults.push(`${basename(file)}, ${name}: ${id}: ${help}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) faults.push(`${basename(file)}, ${name}: the page is ${over} px wider than the screen`);
    if (runOnly === ALL) await withSearch(page, basename(file));
    for (const fault of width < 500 ? await page.evaluate(tooWide) : []) faults.push(`${basename(file)}, ${name}: ${fault}`);
  }
  await page.close();
}

// The search of a book, open and with hits.
async function withSearch(page, name) {
  if (!(await page.$(".search-open"))) return;
  await page.keyboard.press("/");
  await page.keyboard.type("1");
  const { violations } = await page.evaluate(
    (options) => window.axe.run("dialog[open]", options), { runOnly: ALL, resultTypes: ["violations"] });
  for (const { id, help, nodes } of violations)
    faults.push(`${name}, search: ${id}: ${help}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  await page.keyboard.press("Escape");
}

// On a telephone: tables that one must push aside, and cards whose told name reaches over the edge.
function tooWide() {
  const root = document.documentElement;
  const tables = [...document.querySelectorAll(".table")].filter((box) => box.scrollWidth > box.clientWidth + 1);
  const cards = [...document.querySelectorAll(".named")].filter((card) => {
    card.focus({ preventScroll: true });
    return root.scrollWidth > window.innerWidth + 2;
  });
  return [
    ...tables.map((box) => `a table is too wide: ${box.className}: ${box.innerText.slice(0, 40)}`),
    ...cards.map((card) => `the name of a card reaches over the edge: ${card.dataset.told}`),
  ];
}

const waiting = [...files];
await Promise.all(Array.from({ length: AT_ONCE }, async () => {
  while (waiting.length) await judge(waiting.shift());
}));
await browser.close();
console.log(JSON.stringify(faults.sort()));
