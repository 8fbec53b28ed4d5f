/** The page without a server: the folder as an app that works offline. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ALONE, served, visit } from "./harness";
import { sizes, turn } from "./playing";

served();

const KINDS: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  wasm: "application/wasm",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
};

/** A host of files, as any is. */
async function hosted(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").split("?")[0]?.replace(/^\//, "") || "index.html";
    try {
      const content = readFileSync(join(folder, name));
      response.writeHead(200, { "Content-Type": KINDS[name.split(".").at(-1) ?? ""] ?? "text/plain" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A test that fails does not wait for it.
  server.unref();
  return server;
}

test("the folder installs as an app, and goes on without its host", { skip: !ALONE }, async () => {
  const server = await hosted(join(dirname(ALONE ?? ""), "app"));
  const { port } = server.address() as AddressInfo;
  await visit("", async (page) => {
    await page.goto(`http://127.0.0.1:${port}/#play?game=nim&heaps=3+4+5&lang=en`);
    assert.match(await turn(page), /Your turn/);
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
      return (await (await fetch(link?.href ?? "")).json()) as { display: string; icons: unknown[] };
    });
    assert.deepEqual([manifest.display, manifest.icons.length], ["standalone", 2]);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await page.reload();
    assert.match(await turn(page), /Your turn/);
    assert.deepEqual(await sizes(page), [3, 4, 5]);
  });
});

test("a file is embedded as the view alone, and says who answers", { skip: !ALONE }, async () => {
  await visit("#explore?game=wythoff&side=16&lang=en", async (page) => {
    await page.locator(".legend .item").first().waitFor();
    assert.match((await page.locator("footer").textContent()) ?? "", /Computed in this page, without a server/);
    const code = await page.locator("#embed-code").inputValue();
    const address = /src="([^"]*)"/.exec(code)?.[1]?.replaceAll("&amp;", "&") ?? "";
    assert.match(address, /^file:\/\/\/.*\?embed#explore/);
    await page.goto(address);
    await page.locator(".legend .item").first().waitFor();
    assert.equal(await page.locator("header").isVisible(), false);
  });
});
