// Bundles the extension and the licences of what is in it into dist/.

import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { licences } from "../licences.mjs";

const here = dirname(fileURLToPath(import.meta.url));

const made = await build({
  entryPoints: [join(here, "extension.js")],
  absWorkingDir: here,
  bundle: true,
  platform: "node",
  target: ["node18"],
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  outfile: join(here, "dist", "extension.js"),
  banner: { js: "// Bundled by editors/vscode/build.mjs; the licences stand in licences.txt." },
});
writeFileSync(join(here, "dist", "licences.txt"), licences(made.metafile, here));
