// Bundles the page into ../assets. `--check` compares with what is there instead of writing it.
//
// The bundle begins with the hash of its sources. The tests of Cargo compute the same hash, so a bundle that
// was forgotten is found without node; keep `sources` in step with `tests/bundle.rs`.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const assets = join(here, "../assets");

/** Every file that goes into the bundle, by its path from here, sorted by bytes. */
function sources() {
  const found = ["build.mjs", "index.html", "package-lock.json"];
  const walk = (folder) => {
    for (const entry of readdirSync(join(here, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else found.push(path);
    }
  };
  walk("src");
  walk("style");
  return found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const path of sources()) {
    const content = readFileSync(join(here, path));
    hash.update(`${path}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest("hex");
}

const common = { bundle: true, minify: true, write: false, target: ["es2022"], charset: "utf8", legalComments: "none" };

const banner = { js: `// sources ${fingerprint()}` };
const [script, style] = await Promise.all([
  build({ ...common, entryPoints: [join(here, "src/main.ts")], format: "esm", banner }),
  build({ ...common, entryPoints: [join(here, "style/page.css")] }),
]);
const outputs = {
  "index.html": readFileSync(join(here, "index.html")),
  "page.js": Buffer.from(script.outputFiles[0].contents),
  "page.css": Buffer.from(style.outputFiles[0].contents),
};
const checks = process.argv.includes("--check");
const stale = [];
for (const [name, content] of Object.entries(outputs)) {
  const path = join(assets, name);
  if (!checks) writeFileSync(path, content);
  else if (!content.equals(readFileSync(path))) stale.push(name);
}
if (stale.length > 0) {
  console.error(`assets/${stale.join(", ")}: not the bundle of the sources; run \`cargo xtask page\``);
  process.exitCode = 1;
}
