/** Explore: certificates and automata, files with title and rule, few values, links that others can follow. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { findings } from "./axe";
import { ALONE, address, screenshot, served, settled, visit } from "./harness";

served();

/** The file that a button makes. */
async function saved(page: Page, selector: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return readFile(await file.path());
}

/** The size that a PNG file says it has. */
const size = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)] as const;

test("the certificate of a proved period is opened and saved", async () => {
  await visit("#explore?game=kayles&picture=1&end=100&lang=en", async (page) => {
    await page.locator(".certificate summary", { hasText: "Certificate" }).click();
    await page.locator(".certificate pre", { hasText: '"period":12,"preperiod":71' }).waitFor();
    const file = JSON.parse((await saved(page, '[data-proof="certificate"]')).toString()) as { claim: { period: number } };
    assert.equal(file.claim.period, 12);
    // Another game has another one, or none.
    await page.fill("#game", "dawson");
    await page.keyboard.press("Enter");
    await page.locator(".period", { hasText: "Period 34" }).waitFor();
    assert.equal(await page.locator(".certificate pre").count(), 0);
    await page.fill("#game", "bash(100000000)");
    await page.keyboard.press("Enter");
    await page.locator(".certificate summary").click();
    await page.locator(".certificate .hint", { hasText: "closed form" }).waitFor();
  });
});

test("the automaton of a proved law is drawn and saved", async () => {
  await visit("#explore?game=wythoff&side=32&lang=en", async (page) => {
    await page.locator(".law-of > summary").click();
    await page.locator(".law-of", { hasText: "an automaton with 7 states that reads the heaps as sums of Fibonacci numbers" }).waitFor();
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>(".automaton img")?.naturalWidth ?? 0) > 100);
    assert.ok((await saved(page, '[data-proof="svg"]')).toString().startsWith("<svg"));
    assert.ok((await saved(page, '[data-proof="dot"]')).toString().startsWith("digraph"));
    assert.ok((await saved(page, '[data-proof="walnut"]')).toString().startsWith("msd_fib msd_fib"));
    await page.locator(".certified summary").click();
    const law = JSON.parse((await saved(page, '.certified [data-proof="certificate"]')).toString()) as { kind: string; sha256: string };
    assert.deepEqual([law.kind, law.sha256.length], ["law", 64]);
    assert.deepEqual(await findings(page), []);
  });
  await visit("#explore?game=fibonacci&picture=1&lang=zh", async (page) => {
    await page.locator(".law-of > summary").click();
    await page.locator(".law-of .hint", { hasText: "依赖上一步" }).waitFor();
  });
});

test("of a large automaton the first state is seen at first", async () => {
  await visit("#explore?game=take+2%2C+5%2C+7&picture=1&lang=en", async (page) => {
    await page.locator(".law-of > summary").click();
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>(".automaton img")?.height ?? 0) > 700);
    // It is half way down the picture.
    await page.waitForFunction(() => {
      const box = document.querySelector(".automaton")!;
      return box.scrollTop > 50 && Math.abs(2 * box.scrollTop + box.clientHeight - box.scrollHeight) < 4;
    });
  });
});

test("the positions of each value have automata, and a certificate with all of them", async () => {
  const rules = encodeURIComponent("take 1..3 or take 3 from 2 heaps");
  await visit(`#explore?game=${rules}&picture=2&side=16&lang=en`, async (page) => {
    await page.locator(".law-of > summary").click();
    await page.locator(".law-of .law-of > summary", { hasText: "The positions of each Grundy value" }).click();
    const values = page.locator(".law-of .law-of");
    await values.locator(".hint", { hasText: "no position has a larger value" }).waitFor();
    await values.locator("summary", { hasText: "Value 1: an automaton with" }).click();
    const shown = values.locator(".automaton img").first();
    await page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 100, await shown.elementHandle());
    await values.locator(".certified summary").click();
    const law = JSON.parse((await saved(page, '.law-of .law-of [data-proof="certificate"]')).toString()) as { kind: string };
    assert.equal(law.kind, "law");
    assert.deepEqual(await findings(page), []);
  });
  // Under misère play positions have no values.
  await visit("#explore?game=take+1..2&misere=1&picture=2&side=16&lang=en", async (page) => {
    await page.locator(".law-of > summary").click();
    await page.locator(".automaton, .law-of .hint:not(:has-text('Looking'))").first().waitFor();
    assert.equal(await page.locator(".law-of .law-of").count(), 0);
  });
});

test("on a wide window the law stands right below the picture, as wide as it, on others below the controls", async () => {
  const box = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!;
  const wide = { viewport: { width: 1280, height: 800 } };
  for (const [game, column, last] of [["wythoff&side=16", ".map-main", "#map-hint"], ["kayles&picture=1", ".plot-panel", "#plot-hint"]] as const) {
    await visit(`#explore?game=${game}&lang=en`, async (page) => {
      await page.locator(".pattern p").first().waitFor();
      await settled(page);
      const [whole, hint, law] = [await box(page, column), await box(page, last), await box(page, ".pattern")];
      assert.ok(Math.abs(law.width - whole.width) < 2 && law.x === whole.x);
      const gap = law.y - hint.y - hint.height;
      assert.ok(gap >= 0 && gap < 40, String(gap));
      await page.setViewportSize({ width: 900, height: 800 });
      await page.waitForFunction(() => {
        const [law, sliders] = [".pattern", ".which"].map((one) => document.querySelector(one)!.getBoundingClientRect());
        return law!.top >= sliders!.bottom;
      });
    }, wide);
  }
});

test("a proof is presented large, and certificates have names of their own", async () => {
  const wall = { viewport: { width: 1920, height: 1080 } };
  await visit("#explore?game=wythoff&side=32&lang=en", async (page) => {
    await page.locator(".law-of > summary").click();
    await page.locator(".law-of > div .certified summary", { hasText: "Certificate of this law" }).waitFor();
    await page.click('[data-proof="present"]');
    const dialog = page.locator("dialog.wall");
    await dialog.locator("h2", { hasText: /^Wythoff's game wythoff$/ }).waitFor();
    await dialog.locator("p", { hasText: /P-positions: a = floor/ }).waitFor();
    await dialog.locator("p", { hasText: /accepts exactly the P-positions/ }).waitFor();
    // The automaton is seen as a whole, and fills the wall.
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>("dialog.wall img")!;
      const { top, bottom, width } = image.getBoundingClientRect();
      return image.naturalWidth > 100 && top > 0 && bottom <= innerHeight && bottom - top > innerHeight / 2 && width > innerWidth * 0.9;
    });
    assert.deepEqual(await findings(page), []);
    await screenshot(page, "proof-wall", false);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog.wall"));
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-proof")), "present");
  }, wall);
  await visit("#explore?game=kayles&picture=1&lang=zh", async (page) => {
    await page.locator(".certificate summary", { hasText: "周期的证书" }).click();
    await page.click('.certificate [data-proof="present"]');
    const dialog = page.locator("dialog.wall");
    await dialog.locator("p", { hasText: "从 71 起周期为 12" }).waitFor();
    await dialog.locator("pre", { hasText: '"period":12' }).waitFor();
    await screenshot(page, "certificate-wall-zh", false);
    // Another game has another proof.
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector("dialog.wall"));
  }, wall);
});

test("files have a title and the rule, and PNG twice the pixels", async () => {
  await visit("#explore?game=wythoff&side=16&show=value&lang=en", async (page) => {
    await page.locator(".pattern p").first().waitFor();
    await page.locator(".legend .item").first().waitFor();
    const svg = (await saved(page, '[data-share="svg"]')).toString();
    assert.match(svg, /<title>wythoff: Grundy value<\/title>/);
    assert.match(svg, /P-positions: a = floor/);
    assert.match(svg, /first heap/);
    assert.match(svg, /second heap/);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    assert.deepEqual(size(await saved(page, '[data-share="png"]')), [2 * Number(width), 2 * Number(height)]);
  });
  await visit("#explore?game=kayles&picture=1&lang=zh", async (page) => {
    await page.locator(".period", { hasText: "周期为 12" }).waitFor();
    await page.locator(".pattern p").first().waitFor();
    const svg = (await saved(page, '[data-share="svg"]')).toString();
    assert.match(svg, /<title>kayles：一堆的 SG 值<\/title>/);
    assert.match(svg, /从 71 起周期为 12/);
    assert.ok(size(await saved(page, '[data-share="png"]'))[0] === 1920);
  });
});

test("few values have a legend of separate colours", async () => {
  await visit(`#explore?game=${encodeURIComponent("take 1, 3, 4")}&picture=2&side=16&show=value&lang=en`, async (page) => {
    await page.locator(".legend .one").nth(2).waitFor();
    assert.deepEqual(await page.locator(".legend .one").allTextContents(), ["1", "2", "3"]);
    assert.equal(await page.locator(".legend .ramp").count(), 0);
    const colors = await page.locator(".legend .one .swatch").evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    assert.equal(new Set(colors).size, 3);
    const svg = (await saved(page, '[data-share="svg"]')).toString();
    for (const color of colors) assert.ok(svg.includes(color.replaceAll(",", "")), color);
    await page.fill("#game", "nim");
    await page.keyboard.press("Enter");
    await page.locator(".legend .ramp").waitFor();
  });
});

test("a winning move out of sight has an arrow at the edge", async () => {
  // From (9, 2) the winning move leads to (1, 2): with this look the rows begin below it.
  await visit("#explore?game=wythoff&side=32&show=outcome&look=8+4+70&at=9+2&lang=en", async (page) => {
    await page.locator(".legend .item").first().waitFor();
    await page.locator(".chosen h2").waitFor();
    await settled(page);
    // The widest run of the colour of moves in the rows below the upper edge of the frame: a line is 3 pixels wide.
    const widest = await page.locator(".map canvas").evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const ratio = canvas.width / canvas.clientWidth;
      let widest = 0;
      for (let y = 46; y < 58; y += 1) {
        const { data } = canvas.getContext("2d")!.getImageData(0, y * ratio, canvas.width, 1);
        let run = 0;
        for (let at = 0; at < data.length; at += 4) {
          run = data[at]! > 180 && data[at + 1]! < 60 && data[at + 2]! > 80 ? run + 1 : 0;
          widest = Math.max(widest, run / ratio);
        }
      }
      return widest;
    });
    assert.ok(widest >= 6 && widest < 20, String(widest));
  });
});

test("links to this machine say so, and a page that is hosted has a QR code", { skip: Boolean(ALONE) }, async () => {
  await visit("#explore?game=wythoff&side=16&lang=en", async (page) => {
    await page.click('[data-share="link"]');
    await page.locator(".share", { hasText: /The link leads to this machine|Copy this/ }).waitFor();
    assert.equal(await page.locator(".share summary", { hasText: "QR code" }).count(), 0);
    // The same page at an address that others can reach.
    await page.route("http://grundy.example/**", async (route) => {
      const url = new URL(route.request().url());
      const response = await route.fetch({ url: `${address()}${url.pathname.slice(1)}${url.search}`, headers: { "content-type": "application/json" } });
      await route.fulfill({ response });
    });
    await page.goto("http://grundy.example/#explore?game=wythoff&side=16&lang=en");
    await page.locator(".share summary", { hasText: "QR code" }).click();
    const code = page.locator(".qr svg");
    await code.waitFor();
    const before = await code.locator("path").getAttribute("d");
    await page.selectOption("#show", "outcome");
    await page.waitForFunction((old) => document.querySelector(".qr svg path")?.getAttribute("d") !== old, before);
    await screenshot(page, "qr");
  }, {}, /status of 4\d\d|Cross-Origin-Opener-Policy/, /^http:\/\/grundy\.example/);
});
