/** Playing on the page as a person does. */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { api } from "./harness";

/** The heaps in their places on the screen. */
export async function sizes(page: Page): Promise<readonly number[]> {
  return (await page.locator(".heap .size").allTextContents()).map(Number);
}

/** Waits until it is the person's turn, or the game is over. */
export async function turn(page: Page): Promise<string> {
  const status = page.locator(".status strong");
  await page.waitForFunction(() => {
    const text = document.querySelector(".status strong")?.textContent ?? "";
    return text !== "" && !/thinking|思考/.test(text);
  });
  return (await status.textContent()) ?? "";
}

/** Taps stones of the heap in this place, and confirms. */
export async function take(page: Page, place: number, amount: number): Promise<void> {
  const before = stated(page).get("played") ?? "";
  // On a busy machine a tap may fall between two drawings of the stones, and is no tap then.
  for (let tries = 0; tries < 3 && (await page.locator(".confirm .go").count()) === 0; tries++) {
    await page.click(`[data-key="c0:${place}:${amount}"]`);
    await page.locator(".confirm .go").waitFor({ timeout: 5000 }).catch(() => undefined);
  }
  await page.click(".confirm .go");
  // Until the move is both in the address and on the screen.
  await page.waitForFunction((played) => {
    const now = new URLSearchParams(location.hash.split("?")[1]).get("played") ?? "";
    const shown = document.querySelector('.entry[aria-current="step"]')?.getAttribute("data-key");
    return now !== played && shown === `at${now.split("|").length}`;
  }, before);
}

/** What the address says about the game. */
export function stated(page: Page): URLSearchParams {
  return new URLSearchParams(new URL(page.url()).hash.split("?")[1] ?? "");
}

/** Plays the move that the third hint tells, by tapping. */
export async function playBest(page: Page): Promise<void> {
  const state = stated(page);
  const request = {
    game: state.get("game"),
    heaps: state.get("heaps"),
    misere: Boolean(state.get("misere")),
    played: state.get("played")?.split("|") ?? [],
    step: 3,
  };
  const { move } = await api<{ move: { to: number[] } }>("play/hint", request);
  const before = await sizes(page);
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b).join(" ");
  for (const [place, size] of before.entries()) {
    for (let amount = 1; amount <= size; amount += 1) {
      if (sorted(before.with(place, size - amount)) === sorted(move.to)) return take(page, place, amount);
    }
  }
  assert.fail(`${before} to ${move.to}`);
}
