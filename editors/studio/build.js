// Bundles the editor and the licences of what is in it: node build.js [FOLDER], by default into the package's templates.

import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { licences } from "../licences.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "..", "..", "templates", "studio");

const made = await build({
  entryPoints: [join(here, "editor.js")],
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  write: false,
  banner: { js: "// Bundled by editors/studio/build.js; the licences stand in editor.licences.txt." },
});
writeFileSync(join(out, "editor.js"), made.outputFiles[0].contents);
writeFileSync(join(out, "editor.licences.txt"), licences(made.metafile, here));
