/**
 * A page and a browser for the tests of one file.
 *
 * CHROMIUM is the browser, SCREENSHOTS a folder for what the pages look like. GRUNDY is the program whose server is
 * asked; where ALONE is set it is the page without a server instead, one file, with its module beside it in `app`.
 */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { WASI } from "node:wasi";
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

let server: ChildProcess | undefined;
let browser: Browser;
let origin = "";

/** The page without a server, where that is what is tested. */
export const ALONE = process.env["ALONE"];

function variable(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set; run \`cargo xtask page --browser\``);
  return value;
}

/** Call once at the top of a test file. */
export function served(): void {
  before(async () => {
    origin = ALONE ? pathToFileURL(ALONE).href : `${await started()}/`;
    browser = await chromium.launch({ executablePath: variable("CHROMIUM"), args: ARGUMENTS });
  });
  after(async () => {
    await browser?.close();
    server?.kill();
  });
}

/** Starts a server; its address. */
async function started(): Promise<string> {
  const started = spawn(variable("GRUNDY"), ["serve", "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  server = started;
  const { stderr } = started;
  return await new Promise<string>((resolve, reject) => {
    started.once("exit", () => reject(new Error("the server ended")));
    createInterface(stderr).on("line", (line) => {
      if (!line.startsWith("{")) return;
      const entry = JSON.parse(line) as { event: string; address?: string };
      if (entry.event === "listening") resolve(`http://${entry.address}`);
    });
  });
}

/** The address of a state, such as `#play?game=nim&heaps=3+4+5`. */
export function address(hash = ""): string {
  return `${origin}${hash}`;
}

/** The answer of the API. */
export async function api<T>(name: string, body: object): Promise<T> {
  if (ALONE) return await answered<T>(ALONE, name, body);
  const response = await fetch(`${origin}api/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as T;
}

/** The answer of the module beside the page. */
async function answered<T>(page: string, name: string, body: object): Promise<T> {
  const module = await WebAssembly.compile(readFileSync(join(dirname(page), "app/grundy.wasm")));
  const folder = mkdtempSync(join(tmpdir(), "grundy-page-"));
  writeFileSync(join(folder, "in"), JSON.stringify({ name, body }));
  const [stdin, stdout] = [openSync(join(folder, "in"), "r"), openSync(join(folder, "out"), "w")];
  const system = new WASI({ version: "preview1", stdin, stdout });
  system.start(await WebAssembly.instantiate(module, system.getImportObject() as WebAssembly.Imports));
  [stdin, stdout].forEach(closeSync);
  const { status, answer } = JSON.parse(readFileSync(join(folder, "out"), "utf8")) as { status: number; answer: T };
  rmSync(folder, { recursive: true });
  assert.equal(status, 200, JSON.stringify(answer));
  return answer;
}

/**
 * Runs `use` on a new page at a state. Errors of the page fail the test, and so does anything that the
 * content security policy refused; answers of the API that are errors by design do not, nor does what `expected` names.
 * Requests go to this machine, or to addresses that `reached` names.
 */
export async function visit(
  hash: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
  expected = /status of 4\d\d/,
  reached = /^never:/,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error.stack)));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) wrong.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(http:\/\/127\.0\.0\.1|file:|data:|blob:)/.test(url) && !reached.test(url)) wrong.push(`asked for ${url}`);
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

/** Waits until the view has its heading, and nothing more is fetched and drawn. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1:visible").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
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
