import assert from "node:assert/strict";
import { test } from "node:test";
import { ALONE, held, screenshot, served, tooWide, visit } from "./harness";
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

test("nim arithmetic is worked out while it is typed", async () => {
  await visit("#explain?game=nim&heaps=3+4+5", async (page) => {
    await page.click(".nimbers summary");
    await page.locator(".nimbers output", { hasText: "= 12" }).waitFor();
    await page.fill("#nimbers", "sqrt(6)");
    await page.locator(".nimbers output", { hasText: "= 4" }).waitFor();
    await page.fill("#nimbers", "1 / 0");
    await page.locator(".nimbers .fault mark").waitFor();
  });
});

test("an error is shown under the character at fault", async () => {
  await visit(`#explain?game=${encodeURIComponent("尼姆[3, y]")}`, async (page) => {
    await page.locator(".fault mark").waitFor();
    assert.equal(await page.locator(".fault mark").textContent(), "y");
  });
});

test("while another position is asked about, the old answer is dim and the page says that it computes", { skip: Boolean(ALONE) }, async () => {
  await visit("#explain?game=nim&heaps=3+4+5&lang=en", async (page) => {
    await page.locator(".columns").waitFor();
    const go = await held(page, /explain/);
    await page.fill("#heaps", "1 1");
    await page.click('button[type="submit"]');
    const answer = page.locator('.answer[aria-busy="true"]');
    await answer.waitFor();
    assert.match(await answer.evaluate((element) => getComputedStyle(element, "::after").content), /Computing/);
    assert.equal(await page.locator(".verdict").evaluate((element) => getComputedStyle(element).opacity), "0.5");
    go();
    await page.locator("h1", { hasText: "The player to move loses" }).waitFor();
    assert.equal(await page.locator('[aria-busy="true"]').count(), 0);
    await page.fill("#heaps", "1 x");
    await page.click('button[type="submit"]');
    await page.locator(".fault mark").waitFor();
    assert.equal(await page.locator(".verdict").count() + (await page.locator('[aria-busy="true"]').count()), 0);
  });
});

test("a whole position that is pasted says its heaps itself", async () => {
  await visit("#explain?game=nim&heaps=3+4+5&lang=en", async (page) => {
    const ask = async (game: string, heaps: string | null, told: RegExp) => {
      await page.fill("#game", game);
      if (heaps !== null) await page.fill("#heaps", heaps);
      await page.click('button[type="submit"]');
      await page.locator(".steps li", { hasText: told }).first().waitFor();
      assert.equal(await page.locator(".fault").count(), 0);
    };
    await ask("wythoff[5,3]", null, /3, 5/);
    assert.equal(await page.locator("#heaps").inputValue(), "");
    await ask("wythoff", "[8, 13]", /8, 13/);
    assert.equal(await page.locator("#heaps").inputValue(), "8, 13");
    await ask("wythoff", "［6，10］", /6, 10/);
    await ask("fibonacci", "20; last 3", /20/);
    assert.equal(await page.locator("#heaps").inputValue(), "20; last 3");
    // What is wrong with the heaps is shown in the text that was asked about.
    await page.fill("#heaps", "20; lost 3");
    await page.click('button[type="submit"]');
    await page.locator(".fault mark").waitFor();
    assert.equal(await page.locator(".fault .at-fault").textContent(), "fibonacci[20; lost 3]");
  });
});

test("a position of a game in progress has its rules and its heaps each in their field", async () => {
  const shown = (position: string) => `#explain?game=nim&heaps=3+4+5&position=${encodeURIComponent(position)}&lang=en`;
  for (const [position, game, heaps] of [
    ["nim[0, 1, 1]", "nim", "0, 1, 1"],
    ["fibonacci[20; last 3]", "fibonacci", "20; last 3"],
    ["nim[3] + wythoff[2, 5]", "nim[3] + wythoff[2, 5]", ""],
  ] as const) {
    await visit(shown(position), async (page) => {
      await page.locator(".verdict").waitFor();
      assert.deepEqual([await page.inputValue("#game"), await page.inputValue("#heaps")], [game, heaps]);
    });
  }
});

test("very large numbers are shortened and wrapped", async () => {
  const digits = "1234567890".repeat(6);
  for (const [game, heaps] of [["nim", "10^100 3"], ["nim", `${digits} 3`], ["wythoff", `${digits} 3`], ["bash(3)", digits]] as const) {
    await visit(`#explain?game=${encodeURIComponent(game)}&heaps=${encodeURIComponent(heaps)}&lang=en`, async (page) => {
      await page.locator(".verdict").waitFor();
      assert.ok((await tooWide(page)) <= 0, `${game} ${heaps}`);
      if (heaps.startsWith("10^")) assert.match((await page.locator(".verdict").textContent()) ?? "", /\.\.\..*\(101 digits\)/);
    }, { viewport: { width: 390, height: 844 } });
  }
});
