// Bundles the page into ../assets. `--check` compares with what is there instead of writing it. With `--alone MODULE OUT`
// it makes the page without a server instead: OUT/grundy.html, one file, and OUT/app, a folder for any host of files.
//
// The bundle begins with the hash of its sources. The tests of Cargo compute the same hash, so a bundle that
// was forgotten is found without node; keep `sources` in step with `tests/bundle.rs`.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
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

const bundled = async (options) => {
  const { outputFiles } = await build({ ...common, ...options });
  return Buffer.from(outputFiles[0].contents);
};
const style = await bundled({ entryPoints: [join(here, "style/page.css")] });
const alone = process.argv.indexOf("--alone");
if (alone < 0) await forServer();
else await withoutServer(process.argv[alone + 1], process.argv[alone + 2]);

/** The page in parts: page.js with the first view and what it needs, and a file for each part that is loaded later. */
async function forServer() {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { page: join(here, "src/main.ts") },
    format: "esm",
    splitting: true,
    outdir: assets,
    chunkNames: "part-[hash]",
    metafile: true,
  });
  const outputs = { "page.css": style };
  for (const { path, contents } of outputFiles) outputs[basename(path)] = Buffer.from(contents);
  outputs["page.js"] = Buffer.concat([Buffer.from(`// sources ${fingerprint()}\n`), outputs["page.js"]]);
  // What page.js begins with is fetched together with it.
  const [, page] = Object.entries(metafile.outputs).find(([path]) => basename(path) === "page.js");
  const first = page.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
  const links = first.map((name) => `<link rel="modulepreload" href="/${name}">\n`).join("");
  outputs["index.html"] = Buffer.from(readFileSync(join(here, "index.html"), "utf8").replace("<script", () => `${links}<script`));

  const checks = process.argv.includes("--check");
  const old = readdirSync(assets).filter((name) => !(name in outputs));
  const stale = [...old];
  if (!checks) for (const name of old) rmSync(join(assets, name));
  for (const [name, content] of Object.entries(outputs)) {
    const path = join(assets, name);
    if (!checks) writeFileSync(path, content);
    else if (!readdirSync(assets).includes(name) || !content.equals(readFileSync(path))) stale.push(name);
  }
  if (!checks) stale.length = 0;
  if (stale.length > 0) {
    console.error(`assets/${stale.join(", ")}: not the bundle of the sources; run \`cargo xtask page\``);
    process.exitCode = 1;
  }
}

async function withoutServer(path, out) {
  const module = readFileSync(path);
  const worker = await bundled({ entryPoints: [join(here, "src/alone/worker.ts")], format: "iife" });
  const define = { WORKER: JSON.stringify(worker.toString()) };
  const script = await bundled({ entryPoints: [join(here, "src/alone/main.ts")], format: "iife", define });
  const files = join(here, "alone");
  const page = readFileSync(join(files, "index.html"), "utf8");
  const folder = join(out, "app");
  mkdirSync(folder, { recursive: true });

  // What would end the element stands in texts only.
  const safe = script.toString().replaceAll("</script", "<\\/script");
  const packed = gzipSync(module, { level: 9 }).toString("base64");
  const filled = (head, tail) => page.replace("<!-- head -->", () => head).replace("<!-- tail -->", () => tail);
  writeFileSync(
    join(out, "grundy.html"),
    filled(
      `<link rel="icon" href="data:,">\n<style>${style}</style>`,
      `<script type="text/plain" id="module">${packed}</script>\n<script>${safe}</script>`,
    ),
  );

  const head = ["manifest.webmanifest", "icon.svg", "page.css"].map((name, index) =>
    `<link rel="${["manifest", "icon", "stylesheet"][index]}" href="${name}">`).join("\n");
  const written = {
    "index.html": Buffer.from(filled(head, `<script src="page.js"></script>`)),
    "page.js": script,
    "page.css": style,
    "grundy.wasm": module,
  };
  for (const name of ["manifest.webmanifest", "icon.svg", "icon.png"]) written[name] = readFileSync(join(files, name));
  // The app is renewed as a whole when any of its files changes.
  const hash = createHash("sha256");
  for (const content of Object.values(written)) hash.update(content);
  const version = hash.digest("hex").slice(0, 16);
  const keeper = readFileSync(join(files, "sw.js"), "utf8")
    .replace("VERSION", version)
    .replace("FILES", JSON.stringify(["./", ...Object.keys(written)]));
  for (const [name, content] of Object.entries({ ...written, "sw.js": keeper })) writeFileSync(join(folder, name), content);
  const sizes = [join(out, "grundy.html"), join(folder, "grundy.wasm")].map((file) => `${file}: ${readFileSync(file).length} bytes`);
  console.log(`${sizes.join("\n")}\n${folder}: a folder for any host of files`);
}
