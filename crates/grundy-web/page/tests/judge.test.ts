/** Judge: problems by their samples, what a program prints, and mistakes in the input. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { findings } from "./axe";
import { api, screenshot, served, tooWide, visit } from "./harness";
import { sizes, turn } from "./playing";

served();

const answers = async (page: Page, text: string) => {
  await page.waitForFunction((wanted) => document.querySelector<HTMLTextAreaElement>("#judge-answers")?.value === wanted, text);
};

test("a problem comes with its sample, and the answers follow the input", async () => {
  await visit("#judge?lang=en", async (page) => {
    await answers(page, "0\n1\n0\n");
    assert.equal(await page.locator("#problem").inputValue(), "poj-1067");
    await page.fill("#judge-input", "1 2\n3 4\n");
    await answers(page, "0\n1\n");
    await page.selectOption("#problem", "hdu-1846");
    await page.waitForURL(/problem=hdu-1846/);
    await page.waitForFunction(() => /first|second/.test(document.querySelector<HTMLTextAreaElement>("#judge-answers")?.value ?? ""));
    await page.click('[data-key="sample"]');
    await page.goBack();
    await answers(page, "0\n1\n0\n");
  });
});

test("a problem is found by its number or title, here and where games are chosen", async () => {
  await visit("#judge?lang=en", async (page) => {
    await answers(page, "0\n1\n0\n");
    await page.fill("#find-problem", "1067");
    // POJ 1067 is shown already and stays; 51Nod has this number too.
    await page.locator(".hint", { hasText: "Found: 2. Enter takes 51Nod 1067" }).waitFor();
    assert.equal(await page.locator("#problem").inputValue(), "poj-1067");
    await page.fill("#find-problem", "no such");
    await page.locator(".hint", { hasText: "No problem" }).waitFor();
    assert.deepEqual(await page.locator("#problem option").allTextContents(), ["POJ 1067 · A game of taking stones"]);
    await page.fill("#find-problem", "hdu2147");
    await page.locator(".hint", { hasText: "Found: 1. Enter takes HDU 2147 · kiki's game." }).waitFor();
    await page.keyboard.press("Enter");
    await answers(page, "What a pity!\nWonderful!\nWonderful!\n");
    assert.equal(await page.locator("#problem").inputValue(), "hdu-2147");
    await page.fill("#find-problem", "");
    await page.waitForFunction(() => document.querySelectorAll("#problem option").length > 100);
    assert.equal(await page.locator("#problem").inputValue(), "hdu-2147");
  });
  await visit("#explore?game=nim&lang=en", async (page) => {
    await page.click(".choose");
    await page.fill("#search", "2147");
    await page.locator('[data-problem="hdu-2147"]').waitFor();
    await page.keyboard.press("Enter");
    await answers(page, "What a pity!\nWonderful!\nWonderful!\n");
  });
  await visit("#explore?game=HDU+2147&lang=zh", async (page) => {
    await page.locator(".fault a", { hasText: "竞赛题目" }).click();
    await answers(page, "What a pity!\nWonderful!\nWonderful!\n");
  });
});

test("a problem leads to its board, its law, its reasons and its program", async () => {
  const way = (page: Page, view: string) => page.locator(`[data-way="${view}"]`);
  await visit("#judge?problem=hdu-1846&lang=en", async (page) => {
    await page.locator(".ways code", { hasText: "bash(2)[23]" }).waitFor();
    // The position is that of the input.
    await page.fill("#judge-input", "1\n12 4\n");
    await page.locator(".ways code", { hasText: "bash(4)[12]" }).waitFor();
    await page.click(".programs summary");
    await page.click('[data-code="python"]');
    await page.locator(".programs pre", { hasText: "second" }).waitFor();
    assert.match((await page.locator(".programs pre").textContent()) ?? "", /% \(m \+ 1\)/);
    await way(page, "explore").click();
    await page.locator(".pattern", { hasText: "n mod 5 = 0" }).waitFor();
    assert.equal(await page.locator("#game").inputValue(), "bash(4)");
    await page.goBack();
    await way(page, "explain").click();
    await page.locator(".verdict", { hasText: "The player to move wins" }).waitFor();
    await page.goBack();
    await way(page, "play").click();
    await turn(page);
    assert.deepEqual(await sizes(page), [23]);
  });
  // Under misère play, and a compound of two games, which has no picture.
  await visit("#judge?problem=poj-3480&lang=en", async (page) => {
    await way(page, "play").click();
    await page.locator(".goal", { hasText: "takes the last stone loses" }).waitFor();
  });
  await visit("#judge?problem=hdu-2147&lang=zh", async (page) => {
    await page.locator(".ways code", { hasText: "some(bash(1)[4], bash(1)[2])" }).waitFor();
    assert.equal(await way(page, "explore").count(), 0);
    await way(page, "play").click();
    await page.locator(".component").nth(1).waitFor();
  });
  // The winner of this one is computed from the date: no position is played. What has no program says why.
  await visit("#judge?problem=hdu-1079&lang=en", async (page) => {
    await answers(page, (await api<{ sample: { output: string } }>("judge", { profile: "hdu-1079" })).sample.output);
    assert.equal(await page.locator(".ways a").count(), 0);
    await page.selectOption("#problem", "hdu-2177");
    await page.click(".programs summary");
    await page.click('[data-code="cpp"]');
    await page.locator(".programs .fault").waitFor();
  });
});

test("the problems and their rules are told in the language of the page", async () => {
  await visit("#judge?problem=hdu-2188&lang=en", async (page) => {
    await page.locator(".rules", { hasText: "whoever takes the last stone wins" }).waitFor();
    const titles = (await page.locator("#problem option").allTextContents()).join("\n");
    assert.match(titles, /HDU 2188 · Choosing volunteers/);
    assert.doesNotMatch(titles, /[\u4e00-\u9fff]/);
    await page.click('[data-key="lang-zh"]');
    await page.locator(".rules", { hasText: "取走最后一枚者胜" }).waitFor();
    assert.match((await page.locator("#problem option").allTextContents()).join("\n"), /选拔志愿者/);
  });
});

test("the first wrong line of an output is shown", async () => {
  await visit("#judge?problem=poj-1067&lang=en", async (page) => {
    await answers(page, "0\n1\n0\n");
    await page.fill("#judge-output", "0\n1\n0");
    await page.locator(".judged-verdict .n", { hasText: "Every line is right." }).waitFor();
    await page.fill("#judge-output", "0\n7\n0");
    await page.locator(".judged-verdict .p", { hasText: "Line 2 is wrong." }).waitFor();
    assert.deepEqual(await page.locator(".judged-verdict code").allTextContents(), ["1", "7"]);
    await page.fill("#judge-output", "0\n1");
    await page.locator(".judged-verdict em").waitFor();
    await page.locator("#problem").focus();
    await page.fill("#judge-input", "2 1\nx\n");
    await page.locator(".fault", { hasText: "x" }).waitFor();
    assert.equal(await page.locator("#judge-input").getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("#judge-answers").inputValue(), "");
  });
});

test("it is read on a phone, in Chinese and in the dark", async () => {
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
  await visit("#judge?problem=poj-1067&lang=zh", async (page) => {
    await answers(page, "0\n1\n0\n");
    await page.fill("#judge-output", "1");
    await page.locator(".judged-verdict .p", { hasText: "第 1 行有误。" }).waitFor();
    assert.ok((await tooWide(page)) <= 0);
    assert.deepEqual(await findings(page), []);
    await screenshot(page, "judge-zh-dark-390");
  }, phone);
});
