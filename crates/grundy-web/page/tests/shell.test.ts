import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { findings } from "./axe";
import { screenshot, served, visit } from "./harness";
import { stated, turn } from "./playing";

served();

test("a game in progress, with all that is told, is accessible", async () => {
  const link = "#play?game=nim&heaps=3+4+5&winning=1&played=take+2+from+4%7Ctake+4+from+5";
  for (const colorScheme of ["light", "dark"] as const) {
    const look = async (page: Page) => {
      await page.locator(".cell .mark").waitFor();
      await page.click(".setup summary");
      await page.click(".all-moves summary");
      await page.click('[data-key="hint"]');
      await page.locator(".hints li").waitFor();
      await page.click('[data-key="c0:0:1"]');
      assert.deepEqual(await findings(page), []);
      await screenshot(page, `play-everything-${colorScheme}`);
    };
    await visit(link, look, { colorScheme });
  }
});

test("the catalogue is accessible", async () => {
  await visit("#play?lang=zh", async (page) => {
    await turn(page);
    await page.click('[data-key="choose"]');
    await page.locator(".games button").first().waitFor();
    assert.deepEqual(await findings(page), []);
    await screenshot(page, "catalogue", false);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog"));
  });
});

test("the page speaks the language of the reader, and the other one when asked", async () => {
  const chinese = async (page: Page) => {
    await turn(page);
    assert.equal(await page.locator("html").getAttribute("lang"), "zh-Hans");
    assert.match((await page.locator("h1").textContent()) ?? "", /尼姆/);
    await page.click('[data-key="lang-en"]');
    await page.locator("h1", { hasText: "Nim" }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assert.equal(stated(page).get("lang"), "en");
    assert.equal(await page.locator("[data-key='lang-en.here']").evaluate((it) => it === document.activeElement), true);
  };
  await visit("#play", chinese, { locale: "zh-CN" });
});

test("dark and light are remembered", async () => {
  await visit("#play", async (page) => {
    await turn(page);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.click('[data-key="theme"]');
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    await turn(page);
    assert.equal(await ground(), dark);
  });
});

test("a whole move is made with the keyboard alone", async () => {
  await visit("#play?game=nim&heaps=3+4+5", async (page) => {
    await turn(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? "");
    const reach = async (key: string) => {
      for (let presses = 0; (await focused()) !== key; presses += 1) {
        assert.ok(presses < 40, `${key} is not reached`);
        await page.keyboard.press("Tab");
        const outlined = await page.evaluate(() => {
          const focused = document.activeElement;
          return !focused || focused === document.body || getComputedStyle(focused).outlineStyle !== "none";
        });
        assert.ok(outlined, `the focus cannot be seen on ${await focused()}`);
      }
    };
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
    await reach("c0:0:1");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focused(), "c0:0:2");
    await page.keyboard.press("Space");
    assert.equal(await focused(), "c0:0:2");
    await reach("go");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".line .entry").length === 3);
    assert.match(await turn(page), /Your turn/);
    // What the engine did is said aloud, and the focus is still on the table.
    assert.match((await page.locator("#voice").textContent()) ?? "", /The engine: take/);
    assert.ok(await page.evaluate(() => Boolean(document.activeElement?.closest(".game"))));
  });
});

test("on a phone a game is played with the thumb", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const play = async (page: Page) => {
    await turn(page);
    await screenshot(page, "phone-play", false);
    await page.tap('[data-key="c0:2:3"]');
    const box = await page.locator(".confirm .go").boundingBox();
    assert.ok(box && box.height >= 40 && box.x >= 0 && box.x + box.width <= 360);
    await page.tap(".confirm .go");
    await page.waitForFunction(() => document.querySelectorAll(".line .entry").length === 3);
    await turn(page);
    await screenshot(page, "phone-moved");
  };
  await visit("#play?game=nim&heaps=3+4+5", play, phone);
});

test("Chinese has one word for one thing in all views", async () => {
  for (const [hash, words, never] of [
    ["#matrix?classic=prisoners&lang=zh", /行玩家.*最优反应/s, /行方|列方|最佳应对/],
    ["#explore?game=wythoff&side=16&at=9+2&lang=zh", /从这里开始对弈/, /开始玩|颗/],
    ["#judge?problem=poj-1067&lang=zh", /从一堆任取若干枚，或从两堆取同样多枚/, /颗/],
    ["#play?game=nim&heaps=3+4&mode=two&played=take+1+from+3&lang=zh", /玩家 1：从.*反常规则：取走最后一枚者输/s, /颗|1: /],
  ] as const) {
    await visit(hash, async (page) => {
      await page.locator(".answer .words, .chosen a, .entry:nth-of-type(1), .ways a").first().waitFor();
      const text = (await page.locator("main").textContent()) ?? "";
      assert.match(text, words);
      assert.doesNotMatch(text, never);
    });
  }
});
