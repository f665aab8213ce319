// What a page does for a reader: presses keys, asks, looks.
// usage: node drive.mjs BROWSER JOBS   prints the answers of all jobs as JSON
// A job: {file, width, scheme?, hash?, steps, shot?, paper?, scrollbars?}; a step: {key}, {type: into a field}, {ask: an expression}
// or {until: an expression}, which waits until it is true.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const [executablePath, jobs] = process.argv.slice(2);
const browser = await puppeteer.launch({
  executablePath,
  args: ["--no-sandbox"],
  ignoreDefaultArgs: ["--hide-scrollbars"],
});
const answers = [];
for (const { file, width, height = 900, scheme = "light", hash = "", steps = [], shot, paper, scrollbars } of JSON.parse(jobs)) {
  const page = await browser.newPage();
  const said = [];
  page.on("pageerror", (error) => said.push(`error: ${error.message}`));
  await page.setViewport({ width, height });
  const session = await page.createCDPSession();
  await session.send("Emulation.setScrollbarsHidden", { hidden: !scrollbars });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(pathToFileURL(resolve(file)).href + hash);
  for (const { key, type, ask, until } of steps) {
    if (key) await page.keyboard.press(key);
    if (type) {
      await page.keyboard.type(type);
      await page.waitForFunction((text) => document.activeElement.value?.endsWith(text), { timeout: 120_000 }, type);
    }
    if (until) await page.waitForFunction(until, { timeout: 120_000 });
    if (ask) said.push(await page.evaluate(ask));
  }
  if (shot) await page.screenshot({ path: shot });
  if (paper) await page.pdf({ path: paper, preferCSSPageSize: true });
  answers.push(said);
  await page.close();
}
await browser.close();
console.log(JSON.stringify(answers));
