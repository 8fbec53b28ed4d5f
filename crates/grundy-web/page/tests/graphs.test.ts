/** Games on graphs are drawn and tapped, pins stand in one row, and words do not repeat what a board shows. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { findings } from "./axe";
import { served, visit } from "./harness";
import { turn } from "./playing";

served();

/** Makes the picked move, and waits for the engine's. */
async function made(page: Page): Promise<string> {
  const before = await page.locator(".entry").count();
  await page.click(".confirm .go");
  await page.waitForFunction((had) => document.querySelectorAll(".entry").length > had, before);
  return turn(page);
}

const two = "&mode=two&lang=en";

test("a token is walked along the edges of a graph", async () => {
  await visit(`#play?game=geography&heaps=0+1+1+2+2+3+1+4${two}`, async (page) => {
    assert.match(await turn(page), /your turn/);
    assert.equal(await page.locator(".vertex.full text").textContent(), "1");
    assert.deepEqual(await page.locator(".vertex.aim text").allTextContents(), ["2", "4"]);
    assert.deepEqual(await findings(page), []);
    await page.getByLabel("Vertex 2", { exact: true }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".confirm .go").textContent(), "go from 1 to 2");
    await made(page);
    assert.equal(await page.locator(".vertex.full text").textContent(), "2");
    assert.deepEqual(await page.locator(".vertex.aim text").allTextContents(), ["3"]);
  });
});

test("vertices with their neighbours, or edges with their ends, are taken away", async () => {
  await visit(`#play?game=nodekayles&heaps=1+2+2+3+3+4${two}`, async (page) => {
    await turn(page);
    await page.getByLabel("Vertex 1", { exact: true }).click();
    await made(page);
    assert.deepEqual(await page.locator(".vertex text").allTextContents(), ["3", "4"]);
    await page.getByLabel("Vertex 3", { exact: true }).click();
    await made(page);
    await page.locator(".status strong", { hasText: "Player 2 wins" }).waitFor();
  });
  await visit(`#play?game=arckayles&heaps=1+2+2+3+3+4${two.replace("en", "zh")}`, async (page) => {
    await turn(page);
    await page.getByLabel("边 1—2").press("Enter");
    assert.equal(await page.locator(".confirm .go").textContent(), "去掉 1 与 2 之间的边和它的端点");
    await made(page);
    assert.equal(await page.locator(".side").count(), 1);
    assert.match((await page.locator(".entry").last().textContent()) ?? "", /端点$/);
  });
});

test("on a phone the pins of a row stand in one row", async () => {
  await visit("#play?game=kayles&heaps=10&lang=zh", async (page) => {
    assert.match(await turn(page), /点一下/);
    const tops = await page.locator(".pin").evaluateAll((pins) => pins.map((pin) => pin.getBoundingClientRect().top));
    assert.equal(tops.length, 10);
    assert.equal(new Set(tops).size, 1);
    const narrowest = await page.locator(".pin").evaluateAll((pins) => Math.min(...pins.map((pin) => pin.getBoundingClientRect().width)));
    assert.ok(narrowest >= 24, String(narrowest));
  }, { viewport: { width: 390, height: 844 } });
});

test("no English stands in a Chinese sentence about what was taken last", async () => {
  await visit("#play?game=fibonacci&heaps=20&mode=two&lang=zh", async (page) => {
    await turn(page);
    await page.click('[data-key="c0:0:2"]');
    await made(page);
    const told = (await page.locator(".status, .entry").allTextContents()).join(" ");
    assert.match(told, /上一步取了 2 枚/);
    assert.doesNotMatch(told, /last/);
  });
});

test("games on graphs and boards stand with the boards in the catalogue", async () => {
  await visit("#play?lang=en", async (page) => {
    await turn(page);
    await page.click('[data-key="choose"]');
    await page.locator(".games ul").nth(2).waitFor();
    const boards = await page.locator(".games h2", { hasText: "On boards" }).locator("+ ul code").allTextContents();
    for (const game of ["geography", "cram(3, 4)", "nodekayles", "arckayles"]) assert.ok(boards.includes(game), game);
    // None is an empty picture.
    assert.equal(await page.locator(".thumb:not(:has(*))").count(), 0);
  });
});
