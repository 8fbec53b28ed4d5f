/** A game that comes without heaps gets heaps to play with, and the picture that fits them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { served, visit } from "./harness";
import { sizes, stated, turn } from "./playing";

served();

/** The picture that is shown, once there is one. */
async function picture(page: Page): Promise<string> {
  return page.waitForFunction(() => {
    const shown = document.querySelector(".legend .item, .plot svg");
    return shown && (shown.closest(".map-panel") ? "map" : "plot");
  }).then((found) => found.jsonValue() as Promise<string>);
}

test("rules about one heap are opened as the values of one heap, rules about two as a map", async () => {
  for (const [game, fits] of [
    ["take 1, 3, 4", "plot"],
    ["fibonacci", "plot"],
    ["race(30, 1..3)", "plot"],
    ["kayles", "plot"],
    ["wythoff", "map"],
    ["take any or take 2 from 2 heaps", "map"],
  ] as const) {
    await visit(`#explore?game=${encodeURIComponent(game)}&lang=en`, async (page) => {
      assert.equal(await picture(page), fits, game);
      assert.equal(await page.locator(".fault").count(), 0);
    });
  }
});

test("another game in Explore has its own picture and heaps, and is played at once", async () => {
  await visit("#explore?game=nim&heaps=3+4+5&lang=en", async (page) => {
    assert.equal(await picture(page), "map");
    await page.fill("#game", "take 1, 2, 5");
    await page.keyboard.press("Enter");
    await page.locator(".plot svg").waitFor();
    await page.click('[data-key="view-play"]');
    assert.match(await turn(page), /Your turn/);
    assert.deepEqual(await sizes(page), [12]);
    await page.click('[data-key="view-explore"]');
    await page.click(".choose");
    await page.fill("#search", "wythoff");
    await page.keyboard.press("Enter");
    await page.locator(".legend .item").first().waitFor();
    await page.click('[data-key="view-play"]');
    assert.match(await turn(page), /Your turn/);
    assert.deepEqual(await sizes(page), [5, 8]);
  });
});

test("a link with a game alone is played and explained, and one with a wrong game says what is wrong", async () => {
  await visit("#play?game=wythoff&lang=en", async (page) => {
    assert.match(await turn(page), /Your turn/);
    assert.equal(stated(page).get("heaps"), "5 8");
  });
  await visit("#explain?game=take+1%2C+3%2C+4&lang=zh", async (page) => {
    await page.locator(".answer h1").waitFor();
    assert.equal(stated(page).get("heaps"), "12");
  });
  await visit("#play?game=nimm&lang=en", async (page) => {
    await page.locator(".fault mark", { hasText: "nimm" }).waitFor();
  });
});
