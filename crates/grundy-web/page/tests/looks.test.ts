/** What the page looks like: every view in both languages, light and dark, on a phone, a desktop and a wall. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe";
import { screenshot, served, settled, tooWide, views, visit } from "./harness";

served();

/** The views by what is seen in them, and what is there when all is. */
const LOOKS: readonly (readonly [name: string, hash: string, ready: string])[] = [
  ["play", "#play?game=nim&heaps=3+4+5", ".heap"],
  ["explore", "#explore?game=wythoff", ".legend .item"],
  ["plot", "#explore?game=kayles&picture=1", ".period:not(:empty)"],
  ["explain", "#explain?game=nim&heaps=3+4+5", ".answer .verdict, .answer h1"],
  ["matrix", "#matrix", ".answer .words"],
  ["judge", "#judge", "option"],
];
const WIDTHS = [
  [390, 844],
  [1280, 800],
  [1920, 1080],
] as const;

test("every view is among the looks", async () => {
  await visit("", async (page) => {
    const seen = new Set(LOOKS.map(([, hash]) => /^#(\w+)/.exec(hash)?.[1]));
    for (const id of await views(page)) assert.ok(seen.has(id), id);
  });
});

for (const [name, hash, ready] of LOOKS) {
  test(`${name} is accessible and fits, in both languages, dark and light, at every width`, async () => {
    for (const lang of ["en", "zh"]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await visit(
          `${hash}${hash.includes("?") ? "&" : "?"}lang=${lang}`,
          async (page) => {
            await page.locator(ready).first().waitFor({ state: "attached" });
            for (const [width, height] of WIDTHS) {
              await page.setViewportSize({ width, height });
              await settled(page);
              const look = `${name}-${lang}-${colorScheme}-${width}`;
              assert.deepEqual(await findings(page), [], look);
              assert.ok((await tooWide(page)) <= 0, look);
              await screenshot(page, `look-${look}`);
            }
          },
          { colorScheme },
        );
      }
    }
  });
}
