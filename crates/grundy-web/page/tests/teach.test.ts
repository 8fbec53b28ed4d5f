/** Play teaches: rules and goal, what a tap would take, why not, the engine's moves, what lost a game, puzzles in levels. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ALONE, screenshot, served, tooWide, visit } from "./harness";
import { sizes, stated, take, turn } from "./playing";

served();

test("the first screen says the rules and the goal, in both languages, on boards as well", async () => {
  for (const [hash, words] of [
    ["#play?lang=en", /one heap\. Whoever takes the last stone wins\.$/],
    ["#play?lang=zh", /取走最后一枚石子者胜。$/],
    ["#play?game=nim&heaps=1+2&misere=1&lang=en", /Whoever takes the last stone loses\.$/],
    ["#play?game=chomp&heaps=3+3&lang=en", /poisoned square loses\.$/],
    ["#play?game=race(20,1..3)&lang=en", /first wins\.$/],
    ["#play?game=staircase&heaps=2+1&lang=en", /last move wins\.$/],
  ] as const) {
    await visit(hash, async (page) => {
      await turn(page);
      await page.locator(".title .goal").waitFor();
      assert.match((await page.locator(".title .about").textContent()) ?? "", words);
    });
  }
});

test("stones are large, in the middle, and those that a tap would take are marked", async () => {
  await visit("#play?lang=en", async (page) => {
    await turn(page);
    const [stone, table, board] = await Promise.all([".stone", ".table", ".heaps"].map((name) => page.locator(name).first().boundingBox()));
    assert.ok(stone && table && board);
    assert.ok(stone.width >= 52, String(stone.width));
    const off = Math.abs(table.x + table.width / 2 - (board.x + board.width / 2));
    assert.ok(off < 4, String(off));
    await page.hover('[data-key="c0:2:3"]');
    const marked = () =>
      page.locator(".stone").evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one, "::before").outlineStyle === "solid").map((one) => one.getAttribute("data-key")),
      );
    assert.deepEqual(await marked(), ["c0:2:3", "c0:2:2", "c0:2:1"]);
    // The same with the keyboard.
    await page.mouse.move(0, 0);
    await page.focus('[data-key="c0:0:2"]');
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await marked(), ["c0:0:1"]);
  });
  await visit(
    "#play?lang=en",
    async (page) => {
      await turn(page);
      const stone = await page.locator(".stone").first().boundingBox();
      assert.ok(stone && stone.width >= 52, String(stone?.width));
      assert.ok((await tooWide(page)) <= 0);
      await screenshot(page, "teach-phone");
    },
    { viewport: { width: 390, height: 844 } },
  );
});

test("a second tap takes, stones that no move takes say why, and a second heap is not mixed in", async () => {
  await visit("#play?game=take+1,+3,+4&heaps=9&mode=two&lang=en", async (page) => {
    await turn(page);
    assert.equal(await page.locator(".stone.never").count(), 6);
    await page.click('[data-key="c0:0:2"]', { force: true });
    assert.equal(await page.locator(".refused").textContent(), "2 cannot be taken here. You may take 1, 3, 4.");
    assert.equal(await page.locator(".confirm .go").count(), 0);
    await page.click('[data-key="c0:0:3"]');
    await page.locator(".confirm .go").waitFor();
    await page.click('[data-key="c0:0:3"]');
    await page.locator(".entry").nth(1).waitFor();
    assert.deepEqual(await sizes(page), [6]);
    assert.equal(await page.locator(".ghost").count(), 3);
  });
  await visit("#play?game=nim&heaps=3+4&mode=two&lang=en", async (page) => {
    await turn(page);
    await page.click('[data-key="c0:0:2"]');
    await page.click('[data-key="c0:1:2"]');
    assert.match((await page.locator(".refused").textContent()) ?? "", /cannot take both/);
    assert.equal(await page.locator(".stone.taken").count(), 2);
    assert.equal(await page.locator(".confirm .go").textContent(), "Take 2");
  });
});

test("a heap that is too large for stones is a bar, and the others keep their stones", async () => {
  await visit("#play?game=nim&heaps=100+4&mode=two&lang=en", async (page) => {
    await turn(page);
    assert.equal(await page.locator(".stone").count(), 4);
    assert.equal(await page.locator(".bar-heap").count(), 1);
    await page.locator('[data-key="c0:1:field"]').fill("96");
    await page.click(".confirm .go");
    await page.waitForFunction(() => document.querySelectorAll(".stone").length === 8);
  });
});

test("the engine's stones are marked before they leave", async () => {
  await visit("#play?game=nim&heaps=3+4+5&first=engine&lang=en", async (page) => {
    await page.locator(".stone.taken").first().waitFor();
    assert.equal(stated(page).get("played"), null);
    assert.equal(await page.locator(".stone.taken").count(), 2);
    await page.locator(".entry").nth(1).waitFor();
    assert.equal(await page.locator(".fresh .ghost").count(), 2);
  });
});

test("nothing moves for those who asked for that", async () => {
  await visit(
    "#play?game=nim&heaps=3+4&mode=two&lang=en",
    async (page) => {
      await turn(page);
      await take(page, 0, 2);
      assert.equal(await page.locator(".ghost").first().evaluate((one) => getComputedStyle(one, "::after").animationName), "none");
    },
    { reducedMotion: "reduce" },
  );
});

test("after a loss one card shows the move that lost it, what would have won, and why", async () => {
  await visit("#play?game=nim&heaps=1+2&lang=en", async (page) => {
    await turn(page);
    await take(page, 0, 1);
    await page.locator(".lesson .mini").nth(1).waitFor();
    const card = page.locator(".lesson");
    assert.equal(await card.locator("h2").textContent(), "Move 1 lost it: you took 1 from 1.");
    assert.match((await card.locator(".mini.good").textContent()) ?? "", /take 1 from the heap of 2/);
    assert.equal(await card.locator(".mini.good .dot.out").count(), 1);
    assert.equal(await card.locator(".columns").count(), 1);
    // An empty board is not explained.
    assert.equal(await page.locator(".actions a", { hasText: "Why?" }).count(), 0);
    assert.equal(await page.locator(".note.bad").count(), 0);
    await screenshot(page, "teach-lesson");
    await page.click('[data-key="try-here"]');
    await page.waitForFunction(() => !location.hash.includes("played"));
    await page.waitForFunction(() => document.querySelectorAll(".heap .stone").length === 3);
    assert.equal(await card.isVisible(), false);
  });
  await visit("#play?game=nim&heaps=1+1&lang=zh", async (page) => {
    await turn(page);
    await take(page, 0, 1);
    await page.locator('[data-key="engine-begins"]').click();
    await page.waitForFunction(() => location.hash.includes("first=engine"));
  });
});

test("puzzles come in levels, and three in a row open the next", async () => {
  await visit("#play?game=nim&heaps=3+4+5&mode=puzzle&level=1&lang=en", async (page) => {
    await turn(page);
    assert.match((await page.locator(".level").textContent()) ?? "", /Level 1 of/);
    // Three positions that are solved by the same move.
    for (const [count, heaps] of ["3 4 5", "3 4 5 1 1", "3 4 5 2 2"].entries()) {
      await page.goto(`${page.url().split("#")[0]}#play?game=nim&heaps=${heaps.replaceAll(" ", "+")}&mode=puzzle&level=1&lang=en`);
      await page.waitForFunction((stones) => document.querySelectorAll(".heap .stone").length === stones, heaps.split(" ").reduce((sum, one) => sum + Number(one), 0));
      const place = (await sizes(page)).indexOf(3);
      await take(page, place, 2);
      await page.locator(".note.good").waitFor();
      assert.match((await page.locator(".level").textContent()) ?? "", new RegExp(`${count + 1} in a row`));
    }
    await page.locator(".note.good", { hasText: "level 2 is open" }).waitFor();
    await screenshot(page, "teach-puzzle");
    await page.click("text=Next puzzle");
    await page.waitForFunction(() => location.hash.includes("level=2"));
    await page.reload();
    await page.locator(".level", { hasText: "Level 2" }).waitFor();
  });
  await visit("#play?game=nim&heaps=3+4+5&mode=puzzle&level=1&lang=en", async (page) => {
    await turn(page);
    await take(page, 2, 1);
    await page.locator(".note.bad").waitFor();
    assert.doesNotMatch((await page.locator(".level").textContent()) ?? "", /in a row/);
  });
});

test("boards are drawn as boards, and their moves are tapped", async () => {
  const made = async (hash: string, shape: string, count: number, taps: readonly string[], after: string, left: number) => {
    await visit(`${hash}&mode=two&lang=en`, async (page) => {
      await turn(page);
      assert.equal(await page.locator(shape).count(), count, hash);
      for (const tap of taps) await page.locator(`[data-key="c0:${tap}"]`).click();
      await page.locator(".confirm .go").first().click();
      await page.locator(".entry").nth(1).waitFor();
      await page.waitForFunction(([name, number]) => document.querySelectorAll(name).length === number, [after, left] as const);
      await screenshot(page, `board-${hash.slice(11).split("&")[0]}`, false);
    });
  };
  await made("#play?game=staircase&heaps=2+0+3", ".stairs .heap", 3, ["2:1"], ".stairs .stone", 5);
  await made("#play?game=nimble&heaps=0+1+2", ".piece-coin", 3, ["2", "0"], ".piece-coin", 3);
  await made("#play?game=silverdollar&heaps=1+4", ".piece-coin", 2, ["4", "2"], ".piece-coin", 2);
  await made("#play?game=corners&heaps=2+2", ".coins.rectangle .coin", 4, ["2, 2", "1, 1", "1, 2", "2, 1"], ".coin.head", 3);
  await made("#play?game=hackenbush&heaps=0+1+1+2+1+3", ".bush .edge", 3, ["1"], ".bush .edge", 2);
  // Two moves cover the first square, and a tap on a second one says which is meant.
  await made("#play?game=cram(2,3)&heaps=1+1+1+2", ".square:not(.covered)", 4, ["1:1", "1:0"], ".square:not(.covered)", 2);
  await made("#play?game=chomp&heaps=3+3", ".square", 6, ["1:1"], ".square", 4);
});

test("a server that is gone leaves the board, is asked again, and the game goes on", { skip: Boolean(ALONE) }, async () => {
  await visit("#play?game=nim&heaps=3+4+5&mode=two&lang=en", async (page) => {
    await turn(page);
    await page.route(/\/api\/v1\//, (route) => route.abort());
    await page.click('[data-key="c0:0:2"]');
    await page.click(".confirm .go");
    await page.locator(".notice", { hasText: "connection" }).waitFor();
    assert.equal(await page.locator(".heap .stone").count(), 12);
    await screenshot(page, "teach-gone");
    await page.unroute(/\/api\/v1\//);
    await page.waitForFunction(() => document.querySelectorAll(".heap .stone").length === 10);
    assert.equal(await page.locator(".notice").isVisible(), false);
  }, {}, /ERR_FAILED/);
});

test("who answers is said, and links to this machine say that they are", async () => {
  await visit("#explore?game=nim&heaps=3+4&lang=en", async (page) => {
    await page.locator("footer", { hasText: ALONE ? "without a server" : "by the server at 127.0.0.1" }).waitFor();
    await page.click('[data-share="link"]');
    await page.locator(".share", { hasText: /leads to this machine|Copy this/ }).waitFor();
  });
});
