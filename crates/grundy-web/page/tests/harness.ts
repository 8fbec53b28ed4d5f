/**
 * A server and a browser for the tests of one file.
 *
 * GRUNDY is the program, CHROMIUM the browser, SCREENSHOTS a folder for what the pages look like.
 */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The longest that anything on the page may take, in milliseconds; machines that build are slow at times. */
const PATIENCE = 15_000;

let server: ChildProcess;
let browser: Browser;
let origin = "";

function variable(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set; run \`cargo xtask page --browser\``);
  return value;
}

/** Call once at the top of a test file. */
export function served(): void {
  before(async () => {
    server = spawn(variable("GRUNDY"), ["serve", "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
    const { stderr } = server;
    assert.ok(stderr);
    origin = await new Promise<string>((resolve, reject) => {
      server.once("exit", () => reject(new Error("the server ended")));
      createInterface(stderr).on("line", (line) => {
        if (!line.startsWith("{")) return;
        const entry = JSON.parse(line) as { event: string; address?: string };
        if (entry.event === "listening") resolve(`http://${entry.address}`);
      });
    });
    browser = await chromium.launch({ executablePath: variable("CHROMIUM"), args: ARGUMENTS });
  });
  after(async () => {
    await browser?.close();
    server?.kill();
  });
}

/** The address of a state, such as `#play?game=nim&heaps=3+4+5`. */
export function address(hash = ""): string {
  return `${origin}/${hash}`;
}

/** The answer of the API. */
export async function api<T>(name: string, body: object): Promise<T> {
  const response = await fetch(`${origin}/api/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as T;
}

/**
 * Runs `use` on a new page at a state. Errors of the page fail the test, and so does anything that the
 * content security policy refused; answers of the API that are errors by design do not.
 */
export async function visit(
  hash: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error.stack)));
  page.on("console", (message) => {
    const refused = /status of 4\d\d/.test(message.text());
    if (message.type() === "error" && !refused) wrong.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url())) wrong.push(`asked for ${request.url()}`);
  });
  try {
    await page.goto(address(hash));
    await use(page);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
  }
}

/** Holds back questions to the API whose names match, until what it gives is called. */
export async function held(page: Page, names: RegExp): Promise<() => void> {
  let go = () => {};
  const gone = new Promise<void>((resolve) => (go = resolve));
  await page.route(/\/api\/v1\//, async (route) => {
    if (names.test(new URL(route.request().url()).pathname)) await gone;
    // The page may have given it up meanwhile.
    await route.continue().catch(() => {});
  });
  return go;
}

/** How much wider than the window the page is, in pixels. */
export async function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Keeps what the page looks like. */
export async function screenshot(page: Page, name: string, whole = true): Promise<void> {
  await page.screenshot({ path: join(variable("SCREENSHOTS"), `${name}.png`), fullPage: whole });
}

/** The views, as the tabs of the page name them. */
export async function views(page: Page): Promise<readonly string[]> {
  const tabs = page.locator("nav.tabs a");
  await tabs.first().waitFor();
  const keys = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute("data-key") ?? ""));
  return keys.map((key) => key.replace(/^view-/, "").replace(/\.here$/, ""));
}
