/** The rules in words under the field, their numbers, corrections and completion. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe";
import { served, settled, visit } from "./harness";
import { stated } from "./playing";

served();

const TAKE = `#explain?game=${encodeURIComponent("take 1, 3, 4")}&heaps=12`;

test("numbers in the sentence are changed in their places", async () => {
  await visit(`${TAKE}&lang=en`, async (page) => {
    const words = page.locator(".in-words");
    await words.filter({ hasText: "stones from one heap. Whoever cannot move loses." }).waitFor();
    const number = page.locator('[data-key="number-1"]');
    assert.equal(await number.inputValue(), "3");
    await number.fill("6");
    await number.press("Enter");
    await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("game") === "take 1, 6, 4");
    // Up and down count, and the focus stays.
    await number.press("ArrowUp");
    await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("game") === "take 1, 7, 4");
    assert.ok(await number.evaluate((input) => input === document.activeElement));
    const slider = page.locator('[data-key="slider-2"]');
    await page.locator('[data-key="number-2"]').focus();
    await slider.fill("9");
    await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("game") === "take 1, 7, 9");
    // What is no number is not taken.
    await number.fill("x");
    await number.press("Tab");
    assert.equal(await number.inputValue(), "7");
    assert.equal(stated(page).get("game"), "take 1, 7, 9");
    await settled(page);
    assert.deepEqual(await findings(page), []);
  });
  await visit("#explain?game=bash(3)&heaps=9&lang=zh", async (page) => {
    await page.locator(".in-words", { hasText: "每次从一堆中取 1 到" }).waitFor();
    const number = page.locator('[data-key="number-0"]');
    assert.equal(await number.inputValue(), "3");
    await number.press("ArrowDown");
    await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("game") === "bash(2)");
  });
});

test("a code of digits is told in words", async () => {
  await visit("#explore?game=octal(0.77)&picture=1&lang=en", async (page) => {
    await page.locator(".in-words", { hasText: "leave the rest as 0, 1 or 2 heaps" }).waitFor();
  });
});

test("corrections are right", async () => {
  for (const [typed, corrected] of [
    ["取 1, 3, 4", "take 1, 3, 4"],
    ["bash 7", "bash(7)"],
    ["wythof", "wythoff"],
    ["take oddd", "take odd"],
  ] as const) {
    await visit(`#explain?game=${encodeURIComponent(typed)}&heaps=5&lang=en`, async (page) => {
      await page.locator(".fault button", { hasText: corrected }).click();
      await page.waitForFunction((game) => new URLSearchParams(location.hash.split("?")[1]).get("game") === game, corrected);
      await page.locator(".answer ol.steps li").first().waitFor();
    });
  }
});

test("the field offers games and beginnings of rules", async () => {
  await visit(`${TAKE}&lang=zh`, async (page) => {
    await page.focus("#game");
    await page.locator("#known-games option").nth(30).waitFor({ state: "attached" });
    const offered = await page.locator("#known-games option").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    for (const one of ["wythoff", "take squares"]) assert.ok(offered.includes(one), one);
  });
});

test("on a phone the game is in a sheet over the picture", async () => {
  await visit("#explore?game=wythoff&side=16&lang=en", async (page) => {
    await page.locator(".legend .item").first().waitFor();
    const sheet = page.locator('[data-key="sheet"]');
    assert.equal(await page.locator("#game").isVisible(), false);
    assert.equal(await sheet.getAttribute("aria-expanded"), "false");
    await sheet.click();
    await page.fill("#game", "wythof");
    await page.click('.rail button[type="submit"]');
    // What is refused stays open, with the reason.
    await page.locator(".rail .fault mark").waitFor();
    assert.ok(await page.locator("#game").isVisible());
    await page.click(".rail .fault button");
    await page.waitForURL(/game=wythoff/);
    await sheet.click();
    await page.waitForFunction(() => getComputedStyle(document.querySelector("#rail")!).display === "none");
    assert.deepEqual(await findings(page), []);
  }, { viewport: { width: 390, height: 844 } });
});
