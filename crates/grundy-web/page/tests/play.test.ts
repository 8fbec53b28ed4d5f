import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot, served, visit } from "./harness";
import { playBest, sizes, stated, take, turn } from "./playing";

served();

test("a first visitor plays a game to a win by tapping", async () => {
  await visit("", async (page) => {
    let text = await turn(page);
    assert.match(text, /Your turn/);
    await screenshot(page, "play-first");
    while (/Your turn/.test(text)) {
      await playBest(page);
      text = await turn(page);
    }
    assert.equal(text, "You win!");
    assert.equal(await page.locator(".note.bad").count(), 0);
    await screenshot(page, "play-won");
    await page.click("text=Play again");
    await page.waitForFunction(() => !location.hash.includes("played"));
    // The address is new before the board is there.
    await page.locator("text=Your turn").first().waitFor();
    assert.deepEqual(await sizes(page), [3, 4, 5]);
  });
});

test("a lost game is lost, and the line of who was winning shows no mistake", async () => {
  await visit("#play?game=nim&heaps=1+2+3", async (page) => {
    let text = await turn(page);
    while (/Your turn/.test(text)) {
      const place = (await sizes(page)).findIndex((size) => size > 0);
      await take(page, place, 1);
      text = await turn(page);
    }
    assert.equal(text, "The engine wins.");
    await page.click("text=Show who was winning");
    await page.locator(".cell").first().waitFor();
    assert.equal(await page.locator(".cell.up").count(), 0);
    await page.locator("text=No mistakes").waitFor();
    await screenshot(page, "play-lost");
  });
});

test("a mistake is told with what was lost and the reply, can be taken back, and is found again", async () => {
  await visit("#play?game=nim&heaps=3+4+5", async (page) => {
    await turn(page);
    await take(page, 1, 2);
    await turn(page);
    const note = page.locator(".note.bad");
    await note.waitFor();
    assert.match((await note.textContent()) ?? "", /the win is gone.*take 4 from the heap of 5/s);
    // The heaps stay in their places while their sizes change.
    assert.deepEqual(await sizes(page), [3, 2, 1]);
    await page.click("text=Show who was winning");
    await page.locator(".cell .mark").waitFor();
    assert.equal(await page.locator(".cell .mark").count(), 1);
    await screenshot(page, "play-mistake");
    await page.click("text=Take it back");
    await page.waitForFunction(() => location.hash.includes("at=0"));
    await page.locator('.entry[aria-current="step"][data-key="at0"]').waitFor();
    assert.deepEqual(await sizes(page), [3, 4, 5]);
    await page.click("text=Next mistake");
    await note.waitFor();
    assert.equal(stated(page).get("at"), "1");
    assert.match(await turn(page), /engine's turn/);
    await page.click("text=Let the engine move here");
    await page.waitForFunction(() => !location.hash.includes("at="));
    // The address is new before the reply is there.
    await page.locator("text=Your turn").first().waitFor();
  });
});

test("undo, redo and jumps", async () => {
  await visit("#play?game=nim&heaps=3+4+5", async (page) => {
    await turn(page);
    await take(page, 0, 2);
    await turn(page);
    const later = await sizes(page);
    await page.click('[data-key="undo"]');
    await page.waitForFunction(() => location.hash.includes("at=0"));
    await page.locator('.entry[aria-current="step"][data-key="at0"]').waitFor();
    assert.deepEqual(await sizes(page), [3, 4, 5]);
    await page.click('[data-key="redo"]');
    await page.waitForFunction(() => !location.hash.includes("at="));
    await page.locator('.entry[aria-current="step"][data-key="at2"]').waitFor();
    assert.deepEqual(await sizes(page), later);
    await page.click('[data-key="at1"]');
    await page.locator('.entry[aria-current="step"][data-key="at1"]').waitFor();
    assert.deepEqual(await sizes(page), [1, 4, 5]);
    await page.goBack();
    await page.locator('.entry[aria-current="step"][data-key="at2"]').waitFor();
    assert.deepEqual(await sizes(page), later);
  });
});

test("hints come one step at a request, and another position takes them away", async () => {
  await visit("#play?game=nim&heaps=3+4+5", async (page) => {
    await turn(page);
    const given = page.locator(".hints li");
    assert.equal(await given.count(), 0);
    for (const [count, text] of [
      [1, /You can win from here; winning moves: 1/],
      [2, /Move in the heap of 3/],
      [3, /This wins: take 2 from the heap of 3/],
    ] as const) {
      await page.click('[data-key="hint"]');
      await given.nth(count - 1).waitFor();
      assert.equal(await given.count(), count);
      assert.match((await given.nth(count - 1).textContent()) ?? "", text);
    }
    assert.equal(await page.locator(".heap.hinted").count(), 1);
    await page.click('[data-key="hint"]');
    await given.nth(5).waitFor();
    assert.ok(await page.locator('[data-key="hint"]').isDisabled());
    await screenshot(page, "play-hints");
    await take(page, 0, 2);
    await turn(page);
    await page.waitForFunction(() => document.querySelectorAll(".hints li").length === 0);
  });
});

test("a link restores the game, its place and its settings", async () => {
  const link =
    "#play?game=wythoff&heaps=8+15&mode=two&winning=1&played=take+2+from+15|take+1+from+8|take+5+from+13&at=2&lang=zh";
  await visit("", async (page) => {
    await turn(page);
    await page.goto(page.url().split("#")[0] + link);
    await page.locator('.entry[aria-current="step"][data-key="at2"]').waitFor();
    assert.deepEqual(await sizes(page), [7, 13]);
    assert.equal(await page.locator("html").getAttribute("lang"), "zh-Hans");
    assert.equal(await page.locator("#mode").inputValue(), "two");
    await page.locator(".cell").nth(3).waitFor();
    assert.equal(await page.locator(".entry").count(), 4);
    const before = Object.fromEntries(stated(page));
    await page.reload();
    await page.locator('.entry[aria-current="step"][data-key="at2"]').waitFor();
    assert.deepEqual(Object.fromEntries(stated(page)), before);
    assert.deepEqual(await sizes(page), [7, 13]);
  });
});

test("a move of a link that is not legal is left out, and the reason is told", async () => {
  await visit("#play?game=nim&heaps=3+4&mode=two&played=take+1+from+3%7Ctake+9+from+4", async (page) => {
    await page.locator(".told .fault").waitFor();
    assert.match((await page.locator(".told .fault").textContent()) ?? "", /take 9 from 4/);
    assert.deepEqual(await sizes(page), [2, 4]);
  });
});

test("typed rules are played, and an error is shown under the character at fault", async () => {
  await visit("#play?game=nim&heaps=3+4+5", async (page) => {
    await turn(page);
    await page.click(".setup summary");
    await page.fill("#game", "take 1, 3, x");
    await page.fill("#heaps", "12");
    await page.click('.setup button[type="submit"]');
    const fault = page.locator(".form-fault .fault");
    await fault.waitFor();
    assert.equal(await fault.locator("mark").textContent(), "x");
    assert.equal(await page.locator("#game").getAttribute("aria-invalid"), "true");
    await screenshot(page, "play-error");
    await page.fill("#game", "take 1, 3, 4");
    await page.click('.setup button[type="submit"]');
    await page.waitForFunction(() => document.querySelectorAll(".heap .stone").length === 12);
    assert.equal(await fault.count(), 0);
    // Two may not be taken.
    assert.ok(await page.locator('[data-key="c0:0:2"]').isDisabled());
    assert.ok(await page.locator('[data-key="c0:0:3"]').isEnabled());
    await page.fill("#heaps", "12 z");
    await page.click('.setup button[type="submit"]');
    await fault.waitFor();
    assert.equal(await page.locator("#heaps").getAttribute("aria-invalid"), "true");
    await page.fill("#heaps", "");
    await page.fill("#game", "wythof[3, 5]");
    await page.click('.setup button[type="submit"]');
    await page.click("text=Did you mean wythoff[3, 5]?");
    await page.waitForFunction(() => document.querySelectorAll(".heap .stone").length === 8);
  });
});

test("a game of the catalogue is found by its name in either language", async () => {
  await visit("#play?lang=en&game=nim&heaps=3+4+5", async (page) => {
    await turn(page);
    await page.click('[data-key="choose"]');
    await page.fill("#search", "斐波那契");
    await page.locator(".games button").first().waitFor();
    assert.equal(await page.locator(".games button").count(), 1);
    await page.fill("#search", "kayles");
    await page.keyboard.press("Enter");
    await page.locator("h1", { hasText: "Kayles" }).waitFor();
    assert.equal(stated(page).get("game"), "kayles");
    assert.equal(await page.locator("dialog").count(), 0);
  });
});

test("a puzzle: a wrong move is answered, the right one solves it", async () => {
  await visit("#play?game=nim&heaps=3+4+5&mode=puzzle", async (page) => {
    assert.match(await turn(page), /Find the move/);
    await take(page, 2, 1);
    await page.locator(".note.bad").waitFor();
    await page.click("text=Take it back");
    await page.waitForFunction(() => location.hash.includes("at=0"));
    await take(page, 0, 2);
    await page.locator(".note.good").waitFor();
    await screenshot(page, "play-puzzle");
    await page.click("text=Next puzzle");
    await page.waitForFunction(() => !location.hash.includes("played=take+2+from+3"));
    await page.locator(".status", { hasText: "Find the move" }).waitFor();
  });
});

test("large heaps are numbers, and what is taken is typed", async () => {
  await visit("#play?game=nim&heaps=100000000000000000000+7", async (page) => {
    await turn(page);
    const field = page.locator('[data-key="c0:1:field"]');
    await field.pressSequentially("99999999999999999993");
    assert.equal(await field.inputValue(), "99999999999999999993");
    await page.locator(".left").waitFor();
    assert.match((await page.locator(".left").textContent()) ?? "", /7$/);
    await page.click(".confirm .go");
    await turn(page);
    assert.equal(await page.locator(".note.bad").count(), 0);
    await screenshot(page, "play-large");
  });
});

test("splits, sums, boards, races, what the past has left and misère can all be played", async () => {
  // Kayles: the pin in the middle of five falls, and what is left stands in two rows.
  await visit("#play?game=kayles&heaps=5&mode=two", async (page) => {
    await turn(page);
    assert.equal(await page.locator(".pin").count(), 5);
    await page.click('[data-key="c0:0:2"]');
    await screenshot(page, "play-kayles");
    await page.locator(".confirm .go", { hasText: "2, 2" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".pins").length === 2);
    assert.equal(await page.locator(".pin").count(), 4);
    // Pins that do not stand side by side are no move.
    await page.click('[data-key="c0:0:0"]');
    await page.click('[data-key="c0:1:1"]');
    assert.equal(await page.locator(".pin.taken").count(), 1);
  });
  // Two heaps at once.
  await visit("#play?game=wythoff&heaps=3+5&mode=two", async (page) => {
    await turn(page);
    await page.click('[data-key="c0:0:2"]');
    await page.click('[data-key="c0:1:2"]');
    // Another move has the same result, and is the one that is listed.
    assert.equal(await page.locator(".confirm .go").textContent(), "Take 2 + 2");
    await page.click(".confirm .go");
    await page.waitForFunction(() => document.querySelectorAll(".heap .stone").length === 4);
  });
  await visit(`#play?game=${encodeURIComponent("nim[3, 4] + kayles[5]")}&mode=two`, async (page) => {
    await turn(page);
    assert.equal(await page.locator(".component").count(), 2);
    await page.click('[data-key="c1:0:2"]');
    await page.click(".confirm .go");
    await page.locator(".entry").nth(1).waitFor();
    await screenshot(page, "play-sum");
  });
  await visit("#play?game=grundy&heaps=5&mode=two", async (page) => {
    await turn(page);
    await page.click('[data-key="c0:0:split"]');
    await page.locator(".confirm .go", { hasText: "2, 3" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".heap").length === 2);
  });
  await visit("#play?game=chomp&heaps=3+3&mode=two", async (page) => {
    await turn(page);
    await page.click('[data-key="c0:1:1"]');
    await page.click(".confirm .go");
    await page.waitForFunction(() => document.querySelectorAll(".square").length === 4);
    await screenshot(page, "play-chomp");
  });
  await visit("#play?game=turtles&heaps=2+4&mode=two", async (page) => {
    await turn(page);
    await page.click('[data-key="c0:4"]');
    await page.click('[data-key="c0:1"]');
    await page.click(".confirm .go");
    await page.waitForFunction(() => document.querySelectorAll(".coin.head").length === 2);
    assert.equal(await page.locator(".coin").count(), 4);
    await screenshot(page, "play-coins");
  });
  await visit("#play?game=silverdollar&heaps=1+4&mode=two", async (page) => {
    await turn(page);
    await page.click('[data-key="c0:4"]');
    await page.click('[data-key="c0:2"]');
    await page.click(".confirm .go");
    await page.waitForFunction(() => location.hash.includes("played"));
    await page.locator(".entry").nth(1).waitFor();
  });
  await visit(`#play?game=${encodeURIComponent("race(10, 1..3)")}&mode=two`, async (page) => {
    await turn(page);
    assert.equal(await page.locator(".track").count(), 11);
    assert.ok(await page.locator('[data-key="c0:4"]').isDisabled());
    await page.click('[data-key="c0:2"]');
    await page.click(".confirm .go");
    await page.locator(".total", { hasText: "2" }).waitFor();
    await screenshot(page, "play-race");
  });
  await visit("#play?game=fibonacci&heaps=8&mode=two", async (page) => {
    await turn(page);
    assert.ok(await page.locator('[data-key="c0:0:8"]').isDisabled());
    await take(page, 0, 2);
    await page.locator(".status", { hasText: "Taken last: 2" }).waitFor();
    assert.ok(await page.locator('[data-key="c0:0:5"]').isDisabled());
    assert.ok(await page.locator('[data-key="c0:0:4"]').isEnabled());
  });
  await visit("#play?game=nim&heaps=1&misere=1&mode=two", async (page) => {
    await turn(page);
    await take(page, 0, 1);
    assert.equal(await turn(page), "Player 2 wins.");
  });
  await visit(`#play?game=${encodeURIComponent('graph("a: b c; b: c; c:")[a]')}&mode=two`, async (page) => {
    await turn(page);
    await page.click('[data-key="c0:b"]');
    await page.click(".confirm .go");
    await page.locator('[data-key="c0:b"].full').waitFor();
  });
});

test("an engine that errs can be beaten from a lost position", async () => {
  await visit("#play?game=nim&heaps=1+2+3&mistakes=100", async (page) => {
    let text = await turn(page);
    while (/Your turn/.test(text)) {
      await playBest(page);
      text = await turn(page);
    }
    assert.equal(text, "You win!");
  });
});

test("the engine begins where it is asked to", async () => {
  await visit("#play?game=nim&heaps=3+4+5&first=engine", async (page) => {
    await page.locator(".entry").nth(1).waitFor();
    assert.match(await turn(page), /Your turn/);
    assert.match((await page.locator(".status .moved").textContent()) ?? "", /take 2 from the heap of 3/);
  });
});

test("the catalogue comes in groups with pictures, and its games begin at sizes made for playing", async () => {
  await visit("#play?lang=en&game=nim&heaps=3+4+5", async (page) => {
    await turn(page);
    await page.click('[data-key="choose"]');
    await page.locator(".games h2").nth(3).waitFor();
    assert.equal(await page.locator(".games .thumb").count(), await page.locator(".games button").count());
    await screenshot(page, "play-catalogue", false);
    await page.fill("#search", "Wythoff's");
    await page.keyboard.press("Enter");
    await page.locator("h1", { hasText: "Wythoff" }).waitFor();
    assert.deepEqual(await sizes(page), [5, 8]);
    await page.click(".setup summary");
    await page.click(".example >> nth=0");
    await page.waitForFunction(() => document.querySelectorAll(".heap .stone").length === 12);
  });
});

test("a correction of what was typed is one that reads", async () => {
  await visit(`#play?lang=zh&game=${encodeURIComponent("取 1, 3, 4")}&heaps=12`, async (page) => {
    await page.locator(".form-fault .fault button").click();
    await page.waitForFunction(() => document.querySelectorAll(".heap .stone").length === 12);
    assert.equal(stated(page).get("game"), "take 1, 3, 4");
  });
});
