/** What is said beside a picture of Explore, and the picture on a wall. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { screenshot, served, visit } from "./harness";

served();

const WYTHOFF = "#explore?game=wythoff&show=value&side=32&lang=en";

async function text(page: Page, selector: string, pattern: RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: pattern }).first().waitFor();
}

test("the law is told in the language of the page", async () => {
  await visit("#explore?game=octal(0.77)&picture=1&lang=zh", async (page) => {
    const law = page.locator("[data-rule] code").last();
    await law.waitFor();
    assert.match((await law.textContent()) ?? "", /^从 71 起周期 12：7 4 1 2 8/);
  });
});

test("a law says what it leaves out, and draws and leads have theirs", async () => {
  await visit("#explore?game=matches&picture=2&lang=en", async (page) => {
    await text(page, ".pattern", /For positions without empty heaps:.*P-positions: a mod 2 = 1 and b mod 2 = 1/);
  });
  await visit(`#explore?game=${encodeURIComponent("take 1, 2; win most")}&picture=1&lang=en`, async (page) => {
    await text(page, ".pattern", /P-positions: never.*D-positions: n mod 4 = 0.*Final lead of the player to move: period 4: 0 1 2 1/);
  });
});

test("the letters in a law of two heaps are explained", async () => {
  const names = /a and b are the heaps, the smaller one first/;
  await visit(WYTHOFF, (page) => text(page, ".pattern", names));
  await visit("#explore?game=kayles&picture=1&lang=en", async (page) => {
    await text(page, ".pattern", /n = 0/);
    assert.doesNotMatch((await page.locator(".pattern").textContent()) ?? "", names);
  });
});

test("a presented picture names its game and fills the wall, and what stands beside and over it is apart", async () => {
  const wall = { viewport: { width: 1920, height: 1080 } };
  const top = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
  const map = async (page: Page) => {
    await page.locator(".legend .item").first().waitFor();
    const button = await page.locator('[data-key="present"]').boundingBox();
    assert.ok(button && (await top(page, ".map-side .choices label >> nth=0")) >= button.y + button.height + 4);
    await page.click('[data-key="present"]');
    await text(page, ".presented", /^Wythoff's game wythoff/);
    const ends = await page.locator(".legend .range").evaluate((range) => {
      const text = document.createRange();
      return [range.firstChild, range.lastChild].map((end) => {
        text.selectNode(end!);
        return Math.round(text.getBoundingClientRect().top);
      });
    });
    assert.equal(ends[0], ends[1]);
    await screenshot(page, "explore-present-wall", false);
  };
  await visit("#explore?game=wythoff&show=value&lang=en", map, wall);
  const plot = async (page: Page) => {
    await page.locator(".plot svg").waitFor();
    await page.click('[data-key="present"]');
    const name = await page.locator(".presented").boundingBox();
    assert.ok(name && name.y + name.height <= (await top(page, ".plot")));
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector(".plot svg")!.getBoundingClientRect();
      return bottom <= innerHeight && bottom - top > innerHeight / 2;
    });
    // The mouse finds the heap that it is over.
    const box = await page.locator(".plot svg").boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 40, box.y + 100);
    await text(page, ".plot-panel .pointed", /A heap of 100:/);
    await screenshot(page, "explore-present-plot", false);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector(".plot svg")!.getBoundingClientRect().height <= 380);
  };
  await visit("#explore?game=kayles&picture=1&lang=en", plot, wall);
});

test("rules with a mistake leave nothing to turn or to present", async () => {
  for (const picture of ["1", "2"]) {
    await visit(`#explore?game=bash(3)&picture=${picture}&side=16&lang=en`, async (page) => {
      await page.locator(".slider").waitFor();
      const present = page.locator('[data-key="present"]');
      assert.ok(await present.isVisible());
      await page.fill("#game", "take 1..");
      await page.fill("#game", "take 3, x");
      await page.keyboard.press("Enter");
      await page.locator(".fault").first().waitFor();
      assert.equal(await page.locator(".slider:visible").count(), 0);
      assert.equal(await present.isVisible(), false);
      await page.fill("#game", "bash(4)");
      await page.keyboard.press("Enter");
      await page.locator(".slider:visible").waitFor();
      assert.ok(await present.isVisible());
    }, { viewport: { width: 1280, height: 800 } });
  }
});

test("no line of the plot crosses its words", async () => {
  for (const lang of ["en", "zh"]) {
    await visit(`#explore?game=kayles&picture=1&lang=${lang}`, async (page) => {
      const before = page.locator(".plot text", { hasText: /^(before the period|周期之前)$/ });
      await before.waitFor();
      const frame = await page.locator(".plot svg > rect").last().boundingBox();
      const words = await before.boundingBox();
      const others = await page.locator(".plot svg > text").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, right, bottom }) => ({ x, y, right, bottom })));
      assert.ok(frame && words && words.y + words.height <= frame.y);
      assert.ok(others.every((one) => one.right <= words.x || one.x >= words.x + words.width || one.y >= words.y + words.height));
    });
  }
});
