// The licences of the packages whose code esbuild has put into a bundle.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The text of the licences; `metafile` is that of a build, `folder` where its node_modules lie. */
export function licences(metafile, folder) {
  const folders = new Map(); // by name and folder, as a package may bring its own version of another
  for (const output of Object.values(metafile.outputs)) {
    for (const input of Object.keys(output.inputs)) {
      const found = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/.exec(input);
      if (found) folders.set(`${found[1]} ${found[0]}`, [found[1], join(folder, found[0])]);
    }
  }
  const parts = [...folders.keys()].sort().map((key) => {
    const [name, place] = folders.get(key);
    const { version, license } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
    const file = readdirSync(place).find((each) => /^licen[cs]e/i.test(each));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(place, file), "utf8").replace(/\r/g, "").trim() : ""}\n`;
  });
  return parts.join(`\n${"-".repeat(72)}\n\n`);
}
