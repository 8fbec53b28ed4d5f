/**
 * The page without a server: as one file with everything in it, or as a folder that installs as an app.
 *
 * In the one file the module stands in the page, packed and in base 64: a page from a disk may fetch nothing.
 */

import { language, translator } from "../i18n";
import { start } from "../start";
import { workers } from "./workers";

/** The worker's source, put here by build.mjs. */
declare const WORKER: string;

async function module(): Promise<WebAssembly.Module> {
  const inside = document.getElementById("module")?.textContent;
  if (!inside) return WebAssembly.compile(await (await fetch("grundy.wasm")).arrayBuffer());
  const packed = Uint8Array.from(atob(inside.trim()), (character) => character.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

const loaded = module();
// Told where it is first needed.
loaded.catch(() => undefined);
start(workers({ module: loaded, worker: WORKER, words: (key, lang) => translator(language(String(lang ?? "")))(key) }));
if (!document.getElementById("module") && "serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js");
