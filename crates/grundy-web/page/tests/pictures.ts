/** Explore, Matrix and what is taken away from them, in a real browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "playwright-core";

/** Opens the page at an address from `#`, or at a path. */
export type Open = (address: string) => Promise<Page>;
export type Case = readonly [name: string, run: (open: Open) => Promise<void>];

/** Room for the axes of the map, as in explore/map.ts. */
const LEFT = 46;
const TOP = 26;

/** Where the middle of a cell is, with all of `side` cells in sight. */
async function place(page: Page, side: number, row: number, column: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(".map").boundingBox();
  assert(box);
  const zoom = (box.width - LEFT - 2) / side;
  return { x: box.x + LEFT + (column + 0.5) * zoom, y: box.y + TOP + (row + 0.5) * zoom };
}

/** The map with its first square drawn. */
async function drawn(page: Page): Promise<Locator> {
  await page.locator(".legend .item").first().waitFor();
  const map = page.locator(".map");
  await map.scrollIntoViewIfNeeded();
  return map;
}

async function text(page: Page, selector: string, pattern: RegExp): Promise<void> {
  const found = page.locator(selector).filter({ hasText: pattern });
  await found.first().waitFor({ timeout: 15_000 });
}

async function saved(page: Page, format: string): Promise<Buffer> {
  const [file]: [Download, void] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`[data-share="${format}"]`).click(),
  ]);
  return readFile(await file.path());
}

/** Waits until the address fulfils something. */
async function address(page: Page, pattern: RegExp): Promise<string> {
  await page.waitForURL(pattern);
  return page.url();
}

const WYTHOFF = "#explore?game=wythoff&show=value&side=32&lang=en";

export const cases: readonly Case[] = [
  [
    "a position under the mouse is told, and a chosen one shows its moves",
    async (open) => {
      const page = await open(WYTHOFF);
      await drawn(page);
      const lost = await place(page, 32, 3, 5);
      await page.mouse.move(lost.x, lost.y);
      await text(page, ".pointed", /\(3, 5\): P, the player to move loses\. Value 0\./);
      const won = await place(page, 32, 9, 2);
      await page.mouse.move(won.x, won.y);
      await text(page, ".pointed", /\(9, 2\): N, the player to move wins\. Value 11\./);
      await page.mouse.click(won.x, won.y);
      await text(page, ".chosen", /1 winning move of 13: to \(1, 2\)\./);
      await address(page, /at=9\+2/);
      const explain = await page.locator(".chosen a").nth(1).getAttribute("href");
      assert.match(explain ?? "", /^#explain\?game=wythoff&heaps=9\+2/);
    },
  ],
  [
    "the map is dragged, zoomed and walked on, and goes on where it is dragged",
    async (open) => {
      const page = await open(WYTHOFF.replace("32", "16"));
      const asked: string[] = [];
      page.on("request", (request) => request.url().endsWith("/table") && asked.push(request.postData() ?? ""));
      const map = await drawn(page);
      const middle = await place(page, 16, 8, 8);
      await page.mouse.move(middle.x, middle.y);
      await page.mouse.wheel(0, -300);
      await address(page, /look=/);
      // What is under the mouse stays under it.
      await page.mouse.move(middle.x + 1, middle.y + 1);
      await text(page, ".pointed", /\(8, 8\)/);
      await page.mouse.down();
      await page.mouse.move(middle.x - 500, middle.y, { steps: 5 });
      await page.mouse.up();
      for (let tries = 0; tries < 100 && !asked.some((body) => /"from":\[\d+,16\]/.test(body)); tries += 1) {
        await page.waitForTimeout(50);
      }
      assert(asked.some((body) => /"from":\[\d+,16\]/.test(body)), asked.join());
      await map.focus();
      await page.keyboard.press("0");
      await page.waitForURL((url) => !url.href.includes("look="));
      for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
      await text(page, "#voice", /\(\d+, \d+\):/);
      await page.keyboard.press("Enter");
      await address(page, /at=/);
      await page.keyboard.press("+");
      await address(page, /look=/);
    },
  ],
  [
    "a part of the map is saved as SVG, PNG and CSV",
    async (open) => {
      const page = await open(WYTHOFF.replace("32", "16"));
      await drawn(page);
      const csv = (await saved(page, "csv")).toString();
      assert.equal(csv.split("\n")[0], `,${Array.from({ length: 16 }, (_, at) => at).join()}`);
      assert.equal(csv.split("\n")[2], "1,1,2,0,4,5,3,7,8,6,10,11,9,13,14,12,16");
      const svg = (await saved(page, "svg")).toString();
      assert(svg.startsWith("<svg") && svg.includes("wythoff") && svg.includes("<circle"), svg.slice(0, 200));
      const png = await saved(page, "png");
      assert.deepEqual([...png.subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
      await page.goto(`${page.url()}&look=12+12+80`);
      await page.reload();
      await drawn(page);
      const window = (await saved(page, "csv")).toString();
      assert.match(window, /^,(?:[5-9]|1\d),/);
    },
  ],
  [
    "a link restores the map as it was",
    async (open) => {
      const link = "#explore?game=wythoff&lang=en&show=remoteness&side=32&look=9+10+33.5&at=9+2";
      const shots: Buffer[] = [];
      for (let round = 0; round < 2; round += 1) {
        const page = await open(link);
        await drawn(page);
        await text(page, ".chosen", /1 winning move of/);
        await page.mouse.move(0, 0);
        assert.equal(await page.locator("#show").inputValue(), "remoteness");
        assert.equal(await page.locator("#side").inputValue(), "32");
        assert(page.url().includes("look=9+10+33.5"), page.url());
        await page.waitForTimeout(200);
        shots.push(await page.locator(".map").screenshot());
      }
      assert(shots[0]!.equals(shots[1]!), "two visits of one link look different");
    },
  ],
  [
    "one heap shows its values, the period and files",
    async (open) => {
      const page = await open("#explore?game=kayles&picture=1&end=300&lang=en");
      await text(page, ".period", /Period 12 from heap 71 on/);
      const dashes = await page.locator('.plot path[stroke-dasharray]').count();
      assert.equal(dashes, Math.ceil((301 - 71) / 12));
      await text(page, ".pattern", /period 12 from 71 on/);
      await page.locator(".plot").focus();
      for (let step = 0; step < 9; step += 1) await page.keyboard.press("ArrowRight");
      await text(page, "#voice", /A heap of 9: N, the player to move wins\. Value 4\./);
      await page.keyboard.press("Enter");
      await address(page, /heap=9/);
      const csv = (await saved(page, "csv")).toString();
      assert(csv.startsWith("0,0\n1,1\n2,2\n3,3\n4,1\n") && csv.trimEnd().split("\n").length === 301);
      const svg = (await saved(page, "svg")).toString();
      assert(svg.startsWith("<svg") && svg.includes("kayles: Grundy values") && svg.includes("stroke-dasharray"));
      const png = await saved(page, "png");
      assert.equal(png.subarray(1, 4).toString(), "PNG");
    },
  ],
  [
    "a slider turns a number in the rules",
    async (open) => {
      const page = await open("#explore?game=bash(7)&picture=1&end=30&lang=en");
      await text(page, ".period", /Period 8 from heap 0 on/);
      const slider = page.getByRole("slider");
      await slider.focus();
      for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
      await address(page, /game=bash%284%29/);
      await text(page, ".period", /Period 5 from heap 0 on/);
      assert.equal(await slider.inputValue(), "4");
      assert(await slider.evaluate((element) => element === document.activeElement));
      await page.locator("#game").fill("take 1, 3, 4");
      await page.keyboard.press("Enter");
      await text(page, ".period", /Period 7/);
      assert.equal(await page.getByRole("slider").count(), 3);
    },
  ],
  [
    "wrong rules are shown at their place, and the picture goes on",
    async (open) => {
      const page = await open("#explore?game=wythof&lang=en");
      await text(page, ".fault mark", /wythof/);
      await page.locator(".fault button").click();
      await drawn(page);
      await page.waitForFunction(() => !document.querySelector(".form-fault .fault"));
    },
  ],
  [
    "a classic is solved, edited, and a bad payoff is shown in its cell",
    async (open) => {
      const page = await open("#matrix?lang=en");
      await text(page, ".equilibrium .note", /equilibrium/);
      await text(page, ".words", /confess/);
      await page.locator("#classic").selectOption("pennies");
      await text(page, ".equilibria tbody", /1\/2 heads \+ 1\/2 tails/);
      await text(page, ".equilibria", /Value for the row player: 0/);
      const cell = page.getByLabel("Payoff of the row player in row 1, column 1");
      await cell.fill("1/0");
      await text(page, ".cell-fault", /.+/);
      assert.equal(await cell.getAttribute("aria-invalid"), "true");
      await cell.fill("3/2");
      await text(page, ".equilibria tbody", /pure|mixed/);
      assert.equal(await cell.getAttribute("aria-invalid"), null);
      const link = await address(page, /matrix=3%2F2%2C1/);
      await page.locator("#rows").selectOption("3");
      assert.equal(await page.locator(".matrix tbody tr").count(), 3);
      const again = await open(link.slice(link.indexOf("#")));
      await text(again, ".equilibria tbody", /pure|mixed/);
      assert.equal(await again.getByLabel("Payoff of the row player in row 1, column 1").inputValue(), "3/2");
      assert.equal(await again.getByLabel("Name of row 1").inputValue(), "heads");
    },
  ],
  [
    "a matrix is filled with the keyboard alone",
    async (open) => {
      const page = await open("#matrix?matrix=0,0+0,0;0,0+0,0&lang=en");
      const first = page.getByLabel("Payoff of the row player in row 1, column 1");
      await first.focus();
      for (const payoff of ["3", "3", "0", "5"]) {
        await page.keyboard.type(payoff);
        await page.keyboard.press("Tab");
      }
      // Tab went by the name of the second row.
      await page.keyboard.press("Tab");
      await page.keyboard.type("5");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.type("0");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowDown");
      await address(page, /matrix=3%2C3\+0%2C5%3B5%2C0\+0%2C0/);
      await text(page, ".equilibria tbody", /mixed|pure/);
    },
  ],
  [
    "the view to embed is the view alone, and only that may be embedded",
    async (open) => {
      const page = await open(`/embed${WYTHOFF}`);
      await drawn(page);
      assert.equal(await page.locator("header").isVisible(), false);
      assert.equal(await page.locator("#game").isVisible(), false);
      const whole = page.locator(".share a");
      const [popup] = await Promise.all([page.waitForEvent("popup"), whole.click()]);
      await popup.waitForURL(/\/#explore\?game=wythoff/);
      await drawn(popup);
      await popup.locator("summary").click();
      const code = await popup.locator("#embed-code").inputValue();
      assert.match(code, /^<iframe src="http:[^"]*\/embed#explore\?game=wythoff&amp;lang=en&amp;show=value/);
      await popup.close();
    },
  ],
  [
    "the pictures speak Chinese",
    async (open) => {
      const page = await open(WYTHOFF.replace("lang=en", "lang=zh"));
      await drawn(page);
      const lost = await place(page, 32, 1, 2);
      await page.mouse.move(lost.x, lost.y);
      await text(page, ".pointed", /\(1, 2\)：P，先手必败。/);
      await page.getByRole("link", { name: "矩阵" }).click();
      await text(page, ".words", /坦白/);
    },
  ],
];
