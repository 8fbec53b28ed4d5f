/** Walking through a game that was played, and games in which more counts than the heaps. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { findings } from "./axe";
import { screenshot, served, tooWide, visit } from "./harness";
import { sizes, stated, turn } from "./playing";

served();

const game = (rules: string, rest: string) => `#play?game=${encodeURIComponent(rules)}&${rest}`;

/** Waits until the game is at this place. */
async function at(page: Page, place: number): Promise<void> {
  await page.locator(`.entry[data-key="at${place}"][aria-current="step"]`).waitFor();
}

test("arrow keys and buttons walk through a game, and leave fields and boards their own", async () => {
  const line = "take+1+from+3%7Ctake+1+from+5%7Ctake+2+from+4";
  await visit(`#play?game=nim&heaps=3+4+5&mode=two&played=${line}&lang=en`, async (page) => {
    await at(page, 3);
    for (const [key, place] of [["ArrowLeft", 2], ["ArrowLeft", 1], ["ArrowRight", 2], ["ArrowUp", 0], ["ArrowDown", 3], ["Home", 0], ["End", 3]] as const) {
      await page.keyboard.press(key);
      await at(page, place);
    }
    assert.deepEqual(await sizes(page), [2, 2, 4]);
    // Beyond the end is nothing, and a field keeps its keys.
    await page.keyboard.press("ArrowRight");
    await page.click(".all-moves summary");
    await page.fill("#typed", "take");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator("#typed").evaluate((field) => (field as HTMLInputElement).selectionStart), 3);
    await at(page, 3);
    for (const [button, place] of [["first", 0], ["next", 1], ["last", 3], ["previous", 2]] as const) {
      await page.click(`.walk [data-key="${button}"]`);
      await at(page, place);
    }
    // After a tap on stones the keys go on walking; what Tab has reached moves from stone to stone.
    await page.click('[data-key="c0:2:2"]');
    await page.keyboard.press("ArrowLeft");
    await at(page, 1);
    assert.equal(stated(page).get("played")?.split("|").length, 3);
    await page.click(".status");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? "");
    for (let presses = 0; (await focused()) !== "c0:2:1"; presses += 1) {
      assert.ok(presses < 40);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focused(), "c0:2:2");
    await at(page, 1);
    assert.deepEqual(await findings(page), []);
    await screenshot(page, "play-walk");
  });
  // A puzzle begins after the moves that led to it.
  await visit("#play?game=nim&heaps=3+4+5&mode=puzzle&played=take+1+from+3%7Ctake+1+from+5&from=1&lang=zh", async (page) => {
    await at(page, 2);
    await page.keyboard.press("Home");
    await at(page, 1);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator('.walk [data-key="previous"]').isDisabled(), true);
    await at(page, 1);
  });
});

test("on a phone stones that have left make the page no wider", async () => {
  await visit("#play?game=nim&heaps=7+7&mode=two&played=take+3+from+7&lang=en", async (page) => {
    await at(page, 1);
    await page.locator(".ghost").first().waitFor();
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState === "finished"));
    assert.ok((await tooWide(page)) <= 0);
  }, { viewport: { width: 390, height: 844 } });
});

test("closed heaps are seen and opened, several at once", async () => {
  await visit(game("nim; heaps closed", "heaps=2+2+3&mode=two&lang=en"), async (page) => {
    await page.locator(".status", { hasText: "Closed: 1, 2, 3." }).waitFor();
    assert.equal(await page.locator(".heap.closed").count(), 3);
    // A tap anywhere on a closed heap opens it, and two of one size are not the same.
    await page.click('[data-key="c0:1:1"]');
    await page.click('[data-key="c0:2:split"]');
    await page.click(".confirm .go");
    await page.locator(".status", { hasText: "Closed: 1." }).waitFor();
    assert.equal(await page.locator(".heap.closed").count(), 1);
    const open = page.locator(".heap:not(.closed)").first();
    await open.locator(".stone").last().click();
    await page.click(".confirm .go");
    await page.locator(".entry", { hasText: "take 1 from" }).waitFor();
    assert.deepEqual(await findings(page), []);
    await screenshot(page, "play-closed");
  });
});

test("the heap of the latest move is left alone, seats and passes are told", async () => {
  await visit(game("nim; heaps alternating", "heaps=2+3&mode=two&lang=en"), async (page) => {
    await turn(page);
    await page.click('[data-key="c0:1:1"]');
    await page.click(".confirm .go");
    await page.locator(".status", { hasText: "The latest move was in heap" }).waitFor();
    const touched = page.locator(".heap.touched");
    assert.equal(await touched.count(), 1);
    assert.deepEqual(await findings(page), []);
    await touched.locator(".stone").first().click({ force: true });
    await page.locator(".refused", { hasText: "must be elsewhere" }).waitFor();
    await page.locator(".heap:not(.touched) .stone").last().click();
    await page.click(".confirm .go");
    await at(page, 2);
  });
  await visit(game("take 1..seat; seats 2, 3", "heaps=9&mode=two&lang=en"), async (page) => {
    await page.locator(".status", { hasText: "seat 1 of 2, whose number is 2" }).waitFor();
    await page.click('[data-key="c0:0:2"]');
    await page.click(".confirm .go");
    await page.locator(".status", { hasText: "seat 2 of 2, whose number is 3" }).waitFor();
    await page.click('[data-key="c0:0:3"]');
    await page.locator(".confirm .go").waitFor();
  });
  await visit(game("nim; pass 2 times", "heaps=1+2&mode=two&lang=zh"), async (page) => {
    await page.locator(".status", { hasText: "还可以过 2 次" }).waitFor();
    await page.click('[data-key="pass0"]');
    await page.locator(".status", { hasText: "还可以过 1 次" }).waitFor();
    await page.click('[data-key="pass0"]');
    await page.locator(".status", { hasText: "还可以过 0 次" }).waitFor();
    assert.equal(await page.locator('[data-key="pass0"]').count(), 0);
    assert.deepEqual(await sizes(page), [1, 2]);
  });
});

test("stones are put back by taps, by keys and by a typed number, as often as the rules allow", async () => {
  const rules = "take any; put back 1..3 up to 2 times";
  const touch = { viewport: { width: 390, height: 844 }, hasTouch: true };
  await visit(game(rules, "heaps=2+5&mode=two&lang=en"), async (page) => {
    await page.locator(".status", { hasText: "2 put-backs left." }).waitFor();
    // Only what is legal is offered.
    assert.deepEqual(await page.locator(".heap").first().locator(".put").allTextContents(), ["+1", "+2", "+3"]);
    assert.ok((await tooWide(page)) <= 0);
    await page.tap('[data-key="c0:1:+2"]');
    await page.locator(".confirm .go", { hasText: "Put back 2 on the heap of 5" }).waitFor();
    assert.equal(await page.locator('[data-key="c0:1:+2"]').getAttribute("aria-pressed"), "true");
    assert.deepEqual(await findings(page), []);
    await screenshot(page, "play-put-narrow");
    await page.tap(".confirm .go");
    await page.locator(".status", { hasText: "1 put-back left." }).waitFor();
    assert.deepEqual(await sizes(page), [2, 7]);
    assert.equal(stated(page).get("played"), "put back 2 on 5");
    // From the stones the arrow keys lead on to the buttons.
    await page.locator('[data-key="c0:0:1"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator(".confirm .go", { hasText: "Put back 1 on the heap of 2" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".status", { hasText: "0 put-backs left." }).waitFor();
    assert.deepEqual(await sizes(page), [3, 7]);
    assert.equal(await page.locator(".put").count(), 0);
  }, touch);
  // Many numbers are a field.
  await visit(game("take any; put back 1..100 up to 2 times", "heaps=5&mode=two&lang=zh"), async (page) => {
    await page.locator(".status", { hasText: "还可以放回 2 次" }).waitFor();
    const field = page.locator('[data-key="c0:0:put"]');
    await field.pressSequentially("101");
    await page.locator(".confirm .hint", { hasText: "不能放回这么多枚" }).waitFor();
    await field.fill("40");
    assert.deepEqual(await findings(page), []);
    await page.locator(".confirm .go", { hasText: "往 5 枚的堆放回 40 枚" }).click();
    await page.locator(".status", { hasText: "还可以放回 1 次" }).waitFor();
    assert.deepEqual(await sizes(page), [45]);
  }, { colorScheme: "dark" });
  // More moves than are listed: the server judges what is typed.
  await visit(game("take any; put back 1..10^9 up to 2 times", "heaps=10^20&mode=two&lang=en"), async (page) => {
    await page.locator('[data-key="c0:0:put"]').fill("5000");
    await page.locator(".confirm .go", { hasText: "Put back 5000" }).click();
    await page.locator(".status", { hasText: "1 put-back left." }).waitFor();
  });
});

test("on boards no word says what is left, which is seen", async () => {
  await visit("#play?game=twins&heaps=3+5&mode=two&lang=en", async (page) => {
    await turn(page);
    await page.click(".all-moves summary");
    for (let hints = 0; hints < 3; hints += 1) {
      await page.click('[data-key="hint"]');
      await page.locator(".hints li").nth(hints).waitFor();
    }
    await page.locator(".moves button", { hasText: "turn over coins 3, 5" }).waitFor();
    assert.doesNotMatch((await page.locator("main").textContent()) ?? "", /leaving|\[\]/);
  });
});
