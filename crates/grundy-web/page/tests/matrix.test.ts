import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { findings } from "./axe";
import { screenshot, served, tooWide, visit } from "./harness";

served();

async function text(page: Page, selector: string, pattern: RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: pattern }).first().waitFor();
}

test("a classic is solved, edited, and a bad payoff is shown in its cell", async () => {
  await visit("#matrix?lang=en", async (page) => {
    await text(page, ".equilibrium .cell-note", /equilibrium/);
    await text(page, ".words", /confess/);
    await screenshot(page, "matrix-prisoners");
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
    await page.waitForURL(/matrix=3%2F2%2C1/);
    const link = page.url();
    await page.locator("#rows").selectOption("3");
    assert.equal(await page.locator(".matrix tbody tr").count(), 3);
    await visit(link.slice(link.indexOf("#")), async (again) => {
      await text(again, ".equilibria tbody", /pure|mixed/);
      assert.equal(await again.getByLabel("Payoff of the row player in row 1, column 1").inputValue(), "3/2");
      assert.equal(await again.getByLabel("Name of row 1").inputValue(), "heads");
    });
  });
});

test("a matrix of one's own has the payoffs to begin with, and no names of another story", async () => {
  await visit("#matrix?classic=prisoners&lang=en", async (page) => {
    await text(page, ".words", /confess/);
    const [name, payoff] = [page.getByLabel("Name of row 1"), page.getByLabel("Payoff of the row player in row 1, column 1")];
    const before = await payoff.inputValue();
    await page.locator("#classic").selectOption({ label: "My own" });
    await text(page, ".words", /R1/);
    assert.deepEqual([await name.inputValue(), await payoff.inputValue()], ["", before]);
    assert.doesNotMatch((await page.locator(".answer").textContent()) ?? "", /confess/);
    await page.goBack();
    await text(page, ".words", /confess/);
    assert.notEqual(await name.inputValue(), "");
  });
});

test("on a phone the equilibria of two by two are seen whole", async () => {
  await visit("#matrix?lang=en", async (page) => {
    await text(page, ".equilibria tbody", /pure/);
    const over = await page.locator(".equilibria .wide").evaluate((box) => box.scrollWidth - box.clientWidth);
    assert.ok(over <= 0, String(over));
  }, { viewport: { width: 390, height: 844 } });
});

test("a payoff that is none is not read as another one, and a link keeps it", async () => {
  await visit("#matrix?matrix=0,0+0,0;0,0+0,0&lang=en", async (page) => {
    const cell = page.getByLabel("Payoff of the row player in row 1, column 1");
    for (const wrong of ["0,5", "3，2", "1;2", "1 2", "50%", "abc"]) {
      await cell.fill(wrong);
      await page.locator(".cell-fault").filter({ hasText: `\`${wrong}\` is not a number` }).waitFor();
      assert.equal(await cell.inputValue(), wrong);
      assert.equal(await cell.getAttribute("aria-invalid"), "true");
      await page.reload();
      await page.locator(".cell-fault").filter({ hasText: `\`${wrong}\` is not a number` }).waitFor();
      assert.equal(await cell.inputValue(), wrong);
      await cell.fill(" 7 ");
      await text(page, ".equilibria tbody", /pure|mixed/);
    }
  });
});

test("on a phone, no name of a strategy is cut off", async () => {
  const cut = async (page: Page) => {
    await text(page, ".words", /./);
    const names = await page.locator(".matrix input.name").evaluateAll((inputs) => (inputs as HTMLInputElement[]).map((input) => [input.value, input.scrollWidth - input.clientWidth] as const));
    assert.deepEqual(names.filter(([, over]) => over > 0), []);
  };
  for (const lang of ["en", "zh"]) {
    await visit(`#matrix?classic=rock-paper-scissors&lang=${lang}`, cut, { viewport: { width: 390, height: 844 } });
  }
});

test("on a phone, what is cut off fades at its edge", async () => {
  await visit("#matrix?classic=prisoners&lang=en", async (page) => {
    await text(page, ".words", /./);
    assert.ok((await tooWide(page)) <= 0);
    let cut = 0;
    for (const box of await page.locator(".wide").all()) {
      if (await box.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)) continue;
      cut += 1;
      await box.and(page.locator('[data-more="right"]')).waitFor();
      const faded = () => box.evaluate((element) => [element.dataset["more"], getComputedStyle(element).maskImage] as const);
      const [more, mask] = await faded();
      assert.equal(more, "right");
      assert.match(mask, /gradient/);
      await box.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
      await box.and(page.locator('[data-more="left"]')).waitFor();
    }
    assert.ok(cut > 0);
  }, { viewport: { width: 320, height: 844 } });
});

test("a matrix is filled with the keyboard alone", async () => {
  await visit("#matrix?matrix=0,0+0,0;0,0+0,0&lang=en", async (page) => {
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
    await page.waitForURL(/matrix=3%2C3\+0%2C5%3B5%2C0\+0%2C0/);
    await text(page, ".equilibria tbody", /mixed|pure/);
  });
});

test("the matrix is accessible, dark and light, also where a payoff is wrong", async () => {
  const wrong = "#matrix?matrix=1%2F0,2+x,;0,0+1,1&lang=en";
  for (const [colorScheme, width] of [["light", 1000], ["dark", 360]] as const) {
    const look = (name: string, ready: string, pattern: RegExp) => async (page: Page) => {
      await text(page, ready, pattern);
      assert.deepEqual(await findings(page), [], `${name} ${colorScheme} ${width}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name} is ${over} wider than ${width}`);
      await screenshot(page, `matrix-${name}-${colorScheme}-${width}`);
    };
    const options = { colorScheme, viewport: { width, height: 740 } };
    await visit(wrong, look("wrong", ".cell-fault", /./), options);
    await visit("#matrix?classic=rock-paper-scissors&lang=zh", look("zh", ".words", /石头/), options);
  }
});
