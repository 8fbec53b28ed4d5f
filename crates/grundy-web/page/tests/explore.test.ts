import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { findings } from "./axe";
import { ALONE, held, screenshot, served, settled, visit } from "./harness";

served();

/** Room for the axes of the map, as in explore/map.ts. */
const LEFT = 62;
const TOP = 44;

const WYTHOFF = "#explore?game=wythoff&show=value&side=32&lang=en";
const SMALL = WYTHOFF.replace("32", "16");

/** Where the middle of a cell is, with all of `side` cells in sight. */
async function place(page: Page, side: number, row: number, column: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(".map").boundingBox();
  assert.ok(box);
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
  await page.locator(selector).filter({ hasText: pattern }).first().waitFor();
}

/** The file that a button makes. */
async function saved(page: Page, format: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(`[data-share="${format}"]`)]);
  return readFile(await file.path());
}

test("a position under the mouse is told, and a chosen one shows its moves", async () => {
  await visit(WYTHOFF, async (page) => {
    await drawn(page);
    const lost = await place(page, 32, 3, 5);
    await page.mouse.move(lost.x, lost.y);
    await text(page, ".pointed", /\(3, 5\): P, the player to move loses\. Value 0\./);
    const won = await place(page, 32, 9, 2);
    await page.mouse.move(won.x, won.y);
    await text(page, ".pointed", /\(9, 2\): N, the player to move wins\. Value 11\./);
    await page.mouse.click(won.x, won.y);
    await text(page, ".chosen", /1 winning move of 13: to \(1, 2\)\./);
    await page.waitForURL(/at=9\+2/);
    const explain = await page.locator(".chosen a").nth(1).getAttribute("href");
    assert.match(explain ?? "", /^#explain\?game=wythoff&heaps=9\+2/);
  });
});

test("the map is dragged, zoomed and walked on, and goes on where it is dragged", async () => {
  await visit(SMALL, async (page) => {
    // Without a server there is no request to be seen.
    const beyond = ALONE ? null : page.waitForRequest((request) => /"from":\[\d+,16\]/.test(request.postData() ?? ""));
    const map = await drawn(page);
    const middle = await place(page, 16, 8, 8);
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -300);
    await page.waitForURL(/look=/);
    // What is under the mouse stays under it.
    await page.mouse.move(middle.x + 1, middle.y + 1);
    await text(page, ".pointed", /\(8, 8\)/);
    await page.mouse.down();
    await page.mouse.move(middle.x - 500, middle.y, { steps: 5 });
    await page.mouse.up();
    await beyond;
    await map.focus();
    await page.keyboard.press("0");
    await page.waitForURL((url) => !url.href.includes("look="));
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await text(page, "#voice", /\(\d+, \d+\):/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/at=/);
    await page.keyboard.press("+");
    await page.waitForURL(/look=/);
  });
});

test("a part of the map is saved as SVG, PNG and CSV", async () => {
  await visit(SMALL, async (page) => {
    await drawn(page);
    const csv = (await saved(page, "csv")).toString();
    assert.equal(csv.split("\n")[0], `,${Array.from({ length: 16 }, (_, at) => at).join()}`);
    assert.equal(csv.split("\n")[2], "1,1,2,0,4,5,3,7,8,6,10,11,9,13,14,12,16");
    const svg = (await saved(page, "svg")).toString();
    assert.ok(svg.startsWith("<svg") && svg.includes("wythoff") && svg.includes("<circle"), svg.slice(0, 200));
    assert.equal((await saved(page, "png")).subarray(1, 4).toString(), "PNG");
    await page.goto(`${page.url()}&look=12+12+80`);
    await page.reload();
    await drawn(page);
    const window = (await saved(page, "csv")).toString();
    assert.match(window, /^,(?:[5-9]|1\d),/);
  });
});

test("a link restores the map as it was", async () => {
  const link = "#explore?game=wythoff&lang=en&show=remoteness&side=32&look=9+10+33.5&at=9+2";
  const shots: Buffer[] = [];
  for (let round = 0; round < 2; round += 1) {
    await visit(link, async (page) => {
      await drawn(page);
      await text(page, ".chosen", /1 winning move of/);
      assert.equal(await page.locator("#show").inputValue(), "remoteness");
      assert.equal(await page.locator("#side").inputValue(), "32");
      await settled(page);
      assert.ok(page.url().includes("look=9+10+33.5"), page.url());
      shots.push(await page.locator(".map").screenshot());
    });
  }
  assert.ok(shots[0]!.equals(shots[1]!), "two visits of one link look different");
});

test("one heap shows its values, the period and files", async () => {
  await visit("#explore?game=kayles&picture=1&end=300&lang=en", async (page) => {
    await text(page, ".period", /Period 12 from heap 71 on/);
    const dashes = await page.locator('.plot path[stroke-dasharray]').count();
    assert.equal(dashes, Math.ceil((301 - 71) / 12));
    await text(page, ".pattern", /period 12 from 71 on/);
    await page.locator(".plot").focus();
    for (let step = 0; step < 9; step += 1) await page.keyboard.press("ArrowRight");
    await text(page, "#voice", /A heap of 9: N, the player to move wins\. Value 4\./);
    await page.keyboard.press("Enter");
    await page.waitForURL(/heap=9/);
    const csv = (await saved(page, "csv")).toString();
    assert.ok(csv.startsWith("0,0\n1,1\n2,2\n3,3\n4,1\n") && csv.trimEnd().split("\n").length === 301);
    const svg = (await saved(page, "svg")).toString();
    assert.ok(svg.startsWith("<svg") && svg.includes("kayles: Grundy values") && svg.includes("stroke-dasharray"));
    assert.equal((await saved(page, "png")).subarray(1, 4).toString(), "PNG");
  });
});

test("a slider turns a number in the rules", async () => {
  await visit("#explore?game=bash(7)&picture=1&end=30&lang=en", async (page) => {
    await text(page, ".period", /Period 8 from heap 0 on/);
    const slider = page.getByRole("slider");
    await slider.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/game=bash%284%29/);
    await text(page, ".period", /Period 5 from heap 0 on/);
    assert.equal(await slider.inputValue(), "4");
    assert.ok(await slider.evaluate((element) => element === document.activeElement));
    await page.locator("#game").fill("take 1, 3, 4");
    await page.keyboard.press("Enter");
    await text(page, ".period", /Period 7/);
    assert.equal(await page.getByRole("slider").count(), 3);
  });
});

test("wrong rules are shown at their place, and the picture goes on", async () => {
  await visit("#explore?game=wythof&lang=en", async (page) => {
    await text(page, ".fault mark", /wythof/);
    await page.locator(".fault button").click();
    await drawn(page);
    await page.waitForFunction(() => !document.querySelector(".form-fault .fault"));
  });
});

test("rules with a mistake leave no empty map, and words to type look typed", async () => {
  await visit("#explore?game=take+1%2C+2+or+5&picture=2&lang=en", async (page) => {
    await text(page, ".fault code", /^take$/);
    assert.doesNotMatch((await page.locator(".fault").textContent()) ?? "", /`/);
    await text(page, ".map-panel .hint", /the rules have a mistake/);
    assert.equal(await page.locator(".map").isVisible(), false);
    assert.equal(await page.locator('[data-share="csv"]').isVisible(), false);
    await page.locator(".fault button").click();
    await drawn(page);
    assert.ok(await page.locator(".map").isVisible());
  });
});

test("where values decide nothing, who wins is shown", async () => {
  await visit("#explore?game=misere+nim&side=16&lang=en", async (page) => {
    await drawn(page);
    await page.waitForURL(/show=outcome/);
    const lost = await place(page, 16, 1, 0);
    await page.mouse.move(lost.x, lost.y);
    await text(page, ".pointed", /\(1, 0\): P, the player to move loses\.$/);
    assert.equal(await page.locator(".fault").count(), 0);
  });
});

test("a game without a map or a plot says so calmly, and leaves no picture of something else", async () => {
  await visit(SMALL, async (page) => {
    await drawn(page);
    for (const game of ["turtles", "silverdollar", 'graph("a: b")']) {
      await page.fill("#game", game);
      await page.keyboard.press("Enter");
      await text(page, ".map-panel .hint", /There is no map for this game/);
      await page.waitForFunction(() => !document.querySelector(".legend .item"));
      assert.equal(await page.locator(".map").isVisible(), false);
      assert.equal(await page.locator(".fault").count(), 0);
      assert.equal(await page.locator('[data-share="csv"]').isVisible(), false);
      // And back again.
      await page.fill("#game", "wythoff");
      await page.keyboard.press("Enter");
      await drawn(page);
      assert.ok(await page.locator('[data-share="csv"]').isVisible());
    }
  });
  await visit("#explore?game=turtles&picture=1&lang=zh", async (page) => {
    await text(page, ".plot-panel .hint", /这个游戏画不出这种图/);
    assert.equal(await page.locator(".fault").count(), 0);
  });
});

test("a plot that fails leaves nothing of the game before", async () => {
  await visit("#explore?game=kayles&picture=1&lang=en", async (page) => {
    for (const [game, said] of [["turtles", /There is no plot/], ["kayle", /unknown game/]] as const) {
      await text(page, ".period", /Period 12/);
      await text(page, ".pattern", /period 12/);
      await page.fill("#game", game);
      await page.keyboard.press("Enter");
      await text(page, ".view-explore .hint, .fault", said);
      assert.equal(await page.locator(".plot svg").count(), 0);
      assert.equal(await page.locator(".period").textContent(), "");
      assert.equal(await page.locator(".pattern").textContent(), "");
      assert.equal(await page.locator('[data-share="csv"]').isVisible(), false);
      await page.fill("#game", "kayles");
      await page.keyboard.press("Enter");
    }
  });
});

test("while another game is asked about, nothing is told of the one before", { skip: Boolean(ALONE) }, async () => {
  await visit("#explore?game=kayles&picture=1&heap=9&lang=en", async (page) => {
    await text(page, ".period", /Period 12/);
    await text(page, ".pattern", /period 12/);
    const go = await held(page, /values|pattern/);
    await page.fill("#game", "dawson");
    await page.keyboard.press("Enter");
    await page.locator('.plot-panel[aria-busy="true"]').waitFor();
    for (const place of [".period", ".pattern", ".chosen"]) assert.equal(await page.locator(place).textContent(), "", place);
    assert.match(await page.locator(".plot").evaluate((plot) => getComputedStyle(plot, "::after").content), /Computing/);
    // Long after, the old picture is not to be seen.
    await page.waitForFunction(() => getComputedStyle(document.querySelector(".plot svg")!).opacity === "0");
    go();
    await text(page, ".period", /Period 34/);
    assert.equal(await page.locator('[aria-busy="true"]').count(), 0);
  });
});

test("where a period cannot be, that is a note under the picture", async () => {
  for (const game of ["fibonacci", "race(100, 1..10)"]) {
    await visit(`#explore?game=${encodeURIComponent(game)}&picture=1&lang=en`, async (page) => {
      await text(page, ".period .hint", /depend on each other/);
      assert.ok((await page.locator(".plot svg path").count()) > 0);
      assert.equal(await page.locator(".fault").count(), 0);
    });
  }
});

test("the legend has marks only where the cells have", async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const mark = (page: Page) =>
    page.locator(".swatch").first().evaluate((swatch) => getComputedStyle(swatch, "::after").display);
  await visit(WYTHOFF.replace("side=32", "side=64"), async (page) => {
    await drawn(page);
    await page.locator(".legend.unmarked").waitFor();
    assert.equal(await mark(page), "none");
    await page.getByLabel("Closer").click();
    await page.locator(".legend:not(.unmarked)").waitFor();
    assert.notEqual(await mark(page), "none");
  }, phone);
});

test("a whole position is explored by its rules, and its links name them", async () => {
  await visit(`#explore?game=${encodeURIComponent("wythoff[5,3]")}&heaps=3+4+5&at=9+2&side=16&lang=en`, async (page) => {
    await drawn(page);
    await page.locator(".chosen a").first().waitFor();
    assert.match((await page.locator(".chosen a").first().getAttribute("href")) ?? "", /^#play\?game=wythoff&heaps=9\+2/);
  });
});

test("the view to embed is the view alone, and another page shows it", { skip: Boolean(ALONE) }, async () => {
  await visit(`embed${WYTHOFF}`, async (page) => {
    await drawn(page);
    assert.equal(await page.locator("header").isVisible(), false);
    assert.equal(await page.locator("#game").isVisible(), false);
    const whole = page.locator(".share a");
    const [popup] = await Promise.all([page.waitForEvent("popup"), whole.click()]);
    await popup.waitForURL(/\/#explore\?game=wythoff/);
    await drawn(popup);
    await popup.locator("details:has(#embed-code) > summary").click();
    const code = await popup.locator("#embed-code").inputValue();
    assert.match(code, /^<iframe src="http:[^"]*\/embed#explore\?game=wythoff&amp;heaps=5\+8&amp;lang=en&amp;show=value/);
    await popup.close();
    // A course page of this machine, with this code in it.
    const course = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(`<!doctype html><title>Course</title><link rel="icon" href="data:,">${code}`);
    });
    await new Promise<void>((done) => course.listen(0, "127.0.0.1", done));
    try {
      await page.goto(`http://127.0.0.1:${(course.address() as AddressInfo).port}/`);
      await page.frameLocator("iframe").locator(".legend .item").first().waitFor();
      await screenshot(page, "embedded");
    } finally {
      course.close();
    }
  });
});

test("the pictures speak Chinese", async () => {
  await visit(WYTHOFF.replace("lang=en", "lang=zh"), async (page) => {
    await drawn(page);
    const lost = await place(page, 32, 1, 2);
    await page.mouse.move(lost.x, lost.y);
    await text(page, ".pointed", /\(1, 2\)：P，先手必败。/);
    await screenshot(page, "explore-zh");
  });
});

test("a map with all its marks and a plot are accessible, dark and light", async () => {
  const chosen = "#explore?game=wythoff&show=value&side=32&at=20+31&lang=en";
  for (const [colorScheme, width] of [["light", 1000], ["dark", 360], ["dark", 1000]] as const) {
    const look = (name: string, ready: string) => async (page: Page) => {
      await page.locator(ready).first().waitFor();
      await page.click("summary");
      await settled(page);
      assert.deepEqual(await findings(page), [], `${name} ${colorScheme} ${width}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name} is ${over} wider than ${width}`);
      await screenshot(page, `explore-${name}-${colorScheme}-${width}`);
    };
    const options = { colorScheme, viewport: { width, height: 740 } };
    await visit(chosen, look("map", ".chosen a"), options);
    await visit(chosen.replace("value", "outcome"), look("outcomes", ".chosen a"), options);
    await visit("#explore?game=kayles&picture=1&end=100&heap=20&lang=en", look("plot", ".period"), options);
    await visit("#explore?game=bash(7)&picture=1&end=30&lang=zh", look("slider", ".period"), options);
  }
});

test("two fingers zoom, and what is tapped is chosen", async () => {
  const touch = async (page: Page) => {
    await drawn(page);
    const { x, y } = await place(page, 16, 5, 3);
    await page.touchscreen.tap(x, y);
    await page.waitForURL(/at=5\+3/);
    const pinch = await page.context().newCDPSession(page);
    const fingers = (spread: number) => [{ x: x - spread, y, id: 1 }, { x: x + spread, y, id: 2 }];
    await pinch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(20) });
    for (const spread of [30, 40, 60]) {
      await pinch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(spread) });
    }
    await pinch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForURL(/look=/);
    const zoom = Number(new URLSearchParams(page.url().split("?")[1]).get("look")?.split(" ")[2]);
    const box = await page.locator(".map").boundingBox();
    assert.ok(box && zoom > (2 * (box.width - LEFT - 2)) / 16, String(zoom));
  };
  await visit(SMALL, touch, { hasTouch: true, viewport: { width: 360, height: 740 } });
});

test("the map fills the window, can be presented, and its law is written as a program", async () => {
  await visit(
    "#explore?game=wythoff&lang=en",
    async (page) => {
      const map = page.locator(".map canvas");
      await map.waitFor();
      const size = await map.boundingBox();
      assert.ok(size && size.height > 500, String(size?.height));
      await page.click('[data-key="present"]');
      assert.equal(await page.locator("header").isVisible(), false);
      assert.equal(await page.locator(".position").isVisible(), false);
      await screenshot(page, "explore-present", false);
      await page.click('[data-key="leave"]');
      assert.equal(await page.locator("header").isVisible(), true);
      await page.locator(".programs summary").click();
      for (const [language, words] of [["cpp", "#include"], ["python", "def "], ["rust", "fn main"], ["java", "class Main"]] as const) {
        await page.click(`[data-code="${language}"]`);
        await page.locator(".programs pre", { hasText: words }).waitFor();
      }
    },
    { viewport: { width: 1280, height: 800 } },
  );
});

test("under misère play one heap shows who wins", async () => {
  await visit("#explore?game=nim&picture=1&misere=1&lang=en", async (page) => {
    await page.locator(".plot svg").waitFor();
    await page.locator(".period", { hasText: "no Grundy values" }).waitFor();
    assert.equal(await page.locator(".form-fault .fault").count(), 0);
    await page.focus(".plot");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator(".plot-panel .pointed").textContent(), "A heap of 1: P, the player to move loses.");
  });
});
