import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot, served, visit } from "./harness";
import { take, turn } from "./playing";

served();

test("binary columns have the nim-sum below them", async () => {
  await visit("#explain?game=nim&heaps=3+4+5", async (page) => {
    await page.locator(".columns").waitFor();
    assert.deepEqual(await page.locator(".columns tfoot td").allTextContents(), ["0", "1", "0"]);
    assert.equal(await page.locator(".columns tfoot td.odd").count(), 1);
    await page.locator("h1", { hasText: "The player to move wins" }).waitFor();
    await screenshot(page, "explain-nim");
  });
});

test("golden pairs, parts, groups and columns by three are drawn", async () => {
  for (const [game, heaps, drawing, name] of [
    ["wythoff", "8 15", "svg.grid circle.target", "wythoff"],
    ["wythoff(2)", "8 15", "svg.grid circle.target", "wythoff-2"],
    ["fibonacci", "20", "svg rect.smallest", "fibonacci"],
    ["bash(3)", "23", ".group.rest", "bash"],
    ["moore(2)", "3 4 5 6", ".columns tfoot td.odd", "moore"],
    ["race(100, 1..10)", "0", ".groups figcaption", "race"],
  ] as const) {
    await visit(`#explain?game=${encodeURIComponent(game)}&heaps=${heaps}`, async (page) => {
      await page.locator(drawing).first().waitFor();
      await screenshot(page, `explain-${name}`);
    });
  }
});

test("every step is told in words of the language", async () => {
  await visit("#explain?game=kayles&heaps=40+7&lang=zh", async (page) => {
    await page.locator(".steps li").nth(3).waitFor();
    for (const text of await page.locator(".steps li > p").allTextContents()) {
      assert.match(text, /[\u4e00-\u9fff]/);
    }
    await screenshot(page, "explain-zh");
  });
});

test("a position of a game in progress is explained, and the game goes on", async () => {
  await visit("#play?game=nim&heaps=3+4+5&mode=two", async (page) => {
    await turn(page);
    await take(page, 0, 2);
    await page.click("text=Why?");
    await page.locator("h1", { hasText: "The player to move loses" }).waitFor();
    await page.click('[data-key="view-play"]');
    await page.locator(".entry").nth(1).waitFor();
    await page.click('[data-key="view-explain"]');
    await page.locator(".steps").waitFor();
    await page.click("text=Play from here");
    await page.waitForFunction(() => document.querySelectorAll(".heap .stone").length === 10);
  });
});

test("an error is shown under the character at fault", async () => {
  await visit(`#explain?game=${encodeURIComponent("尼姆[3, y]")}`, async (page) => {
    await page.locator(".fault mark").waitFor();
    assert.equal(await page.locator(".fault mark").textContent(), "y");
  });
});
