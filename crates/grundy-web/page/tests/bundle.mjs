// Bundles the browser tests for node, which reads no TypeScript by itself.

import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = fileURLToPath(new URL("../node_modules/.tests", import.meta.url));
rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: readdirSync(here).filter((name) => name.endsWith(".test.ts")).map((name) => here + name),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
});
