/** What the table tells: typed amounts, whose turn it is, an engine that gives up, puzzles, errors, large numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { ALONE, served, tooWide, visit } from "./harness";
import { stated, take, turn } from "./playing";

served();

const field = (page: Page, place: number) => page.locator(`[data-key="c0:${place}:field"]`);

test("amounts that are typed stay as they are, also while they are no move yet", async () => {
  await visit("#play?game=wythoff&heaps=40+60&mode=two&lang=en", async (page) => {
    await turn(page);
    await field(page, 0).pressSequentially("12");
    await page.locator(".confirm .go").waitFor();
    await field(page, 1).pressSequentially("1");
    await page.locator(".confirm .hint", { hasText: "Not a whole move yet." }).waitFor();
    assert.equal(await field(page, 0).inputValue(), "12");
    await field(page, 1).pressSequentially("2");
    await page.locator(".confirm .go").waitFor();
    assert.deepEqual([await field(page, 0).inputValue(), await field(page, 1).inputValue()], ["12", "12"]);
    await field(page, 1).fill("");
    for (const wrong of ["100", "abc", "0", "-1"]) {
      await field(page, 0).fill(wrong);
      await page.locator(".wrong", { hasText: wrong }).waitFor();
      assert.equal(await field(page, 0).inputValue(), wrong);
      assert.equal(await field(page, 0).getAttribute("aria-invalid"), "true");
      assert.equal(await page.locator(".confirm .go").count(), 0);
    }
    await page.click('[data-key="clear"]');
    assert.equal(await field(page, 0).inputValue(), "");
    await field(page, 1).fill("２");
    await page.locator(".left", { hasText: "58" }).waitFor();
    assert.equal(await field(page, 1).inputValue(), "２");
    await page.click(".confirm .go");
    await page.locator(".entry", { hasText: "take 2 from the heap of 60" }).waitFor();
  });
  await visit(`#play?game=${encodeURIComponent("take 1, 3, 4")}&heaps=40&mode=two&lang=en`, async (page) => {
    await turn(page);
    await field(page, 0).fill("2");
    await page.locator(".confirm .hint", { hasText: "No move takes so many." }).waitFor();
    assert.equal(await field(page, 0).inputValue(), "2");
  });
});

test("an engine that gives up says so, and tries again when asked", { skip: Boolean(ALONE) }, async () => {
  await visit("#play?game=nim&heaps=3+4+5&lang=en", async (page) => {
    await turn(page);
    const error = { code: "limit", message: "more than may be computed", span: null, suggestion: null };
    await page.route("**/api/v1/play/reply", (route) => route.fulfill({ status: 422, json: { error } }));
    await take(page, 0, 2);
    await page.locator(".status strong", { hasText: "The engine could not move." }).waitFor();
    await page.locator(".told .fault", { hasText: error.message }).waitFor();
    await page.unroute("**/api/v1/play/reply");
    await page.click("text=Let it try again");
    await page.locator(".entry").nth(2).waitFor();
    assert.match(await turn(page), /Your turn/);
    assert.equal(await page.locator(".told .fault").count(), 0);
  });
});

test("an error leaves nothing of the game before", async () => {
  await visit("#play?game=nim&heaps=3+4+5&lang=en", async (page) => {
    await page.locator(".title h1", { hasText: "Nim" }).waitFor();
    await page.click(".setup summary");
    await page.fill("#game", "wythof");
    await page.click('.setup button[type="submit"]');
    await page.locator(".fault mark").waitFor();
    assert.equal(await page.locator(".title").textContent(), "");
    assert.equal(await page.title(), "Play - Grundy");
    await page.click(".fault button");
    await page.locator(".title h1", { hasText: "Wythoff" }).waitFor();
  });
});

test("stones are spoken of only where there are some, and a race tells its target", async () => {
  for (const [game, heaps, text] of [
    ["nim", "3 4", "Your turn: tap the stones to take."],
    ["nim", "40 3", "Your turn: tap the stones to take."],
    ["nim", "40 50", "Your turn."],
    ["chomp", "3 3", "Your turn: tap where you want to move."],
    ["turtles", "2 4", "Your turn: tap where you want to move."],
    ["hackenbush", "0 1 1 2", "Your turn: tap where you want to move."],
    ["race(10, 1..3)", "2", "Your turn: tap where you want to move."],
  ] as const) {
    await visit(`#play?game=${encodeURIComponent(game)}&heaps=${heaps}&lang=en`, async (page) => {
      assert.equal(await turn(page), text, game);
      const typed = await page.locator("label[for=typed]").textContent();
      assert.equal(typed?.includes("take 2 from 7"), game.startsWith("nim"), game);
      if (!game.startsWith("race")) return;
      assert.equal(await page.locator(".total").textContent(), "2 of 10");
      assert.equal(typed, "Or type a move, such as +1");
    });
  }
});

test("a puzzle has a verdict for its headline, and calls the one who solves it you", async () => {
  await visit("#play?game=nim&heaps=3+4+5&mode=puzzle&lang=en", async (page) => {
    await turn(page);
    await take(page, 2, 1);
    await page.locator(".status strong", { hasText: "This is not the move." }).waitFor();
    await page.locator(".entry", { hasText: "You: take 1 from the heap of 5" }).waitFor();
    await page.click("text=Take it back");
    await page.waitForFunction(() => location.hash.includes("at=0"));
    await take(page, 0, 2);
    await page.locator(".status strong", { hasText: "Solved!" }).waitFor();
  });
  // After one move of the other side it is the second player who solves it.
  await visit("#play?game=nim&heaps=3+4+5&mode=puzzle&from=1&played=take+1+from+5&lang=zh", async (page) => {
    await page.locator(".entry", { hasText: /^对方：从/ }).waitFor();
    assert.equal(stated(page).get("from"), "1");
  });
});

test("numbers of very many digits do not break the table", async () => {
  const digits = "1234567890".repeat(6);
  for (const [game, heaps] of [["nim", `${digits.slice(0, 25)} 3`], ["nim", "10^100 3"], ["bash(3)", digits]] as const) {
    const look = async (page: Page) => {
      await turn(page);
      assert.ok((await tooWide(page)) <= 0, heaps);
      await page.locator('[data-key$=":field"]').first().fill("2");
      await page.click(".confirm .go");
      await page.locator(".entry").nth(1).waitFor();
      assert.ok((await tooWide(page)) <= 0, heaps);
    };
    const address = `#play?game=${encodeURIComponent(game)}&heaps=${encodeURIComponent(heaps)}&mode=two&lang=en`;
    await visit(address, look, { viewport: { width: 390, height: 844 } });
  }
});
