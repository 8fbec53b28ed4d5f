/** Walking through a game that was played, by keys and by buttons. */

import { h, svg } from "../dom";
import type { Context } from "../view";
import { type Play, withPlace } from "./keys";

type Step = "first" | "previous" | "next" | "last";

const KEYS: Readonly<Record<string, Step>> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "first",
  ArrowDown: "last",
  Home: "first",
  End: "last",
};

/** The steps with the key of each and its picture. */
const STEPS: readonly (readonly [Step, string, string])[] = [
  ["first", "ArrowUp", "M4 3V17M16 3L7 10L16 17Z"],
  ["previous", "ArrowLeft", "M14 3L5 10L14 17Z"],
  ["next", "ArrowRight", "M6 3L15 10L6 17Z"],
  ["last", "ArrowDown", "M16 3V17M4 3L13 10L4 17Z"],
];

/** The place that a step leads to; a puzzle begins after the moves that led to it. */
export function stepped(play: Play, step: Step): number {
  const [first, last] = [play.mode === "puzzle" ? play.from : 0, play.played.length];
  const to = { first, previous: play.at - 1, next: play.at + 1, last }[step];
  return Math.min(Math.max(to, first), last);
}

/** Buttons for the steps. */
export function steps(ctx: Context, play: Play): HTMLElement {
  const button = ([step, key, path]: (typeof STEPS)[number]) => {
    const label = ctx.t(`walk.${step}`);
    const icon = svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, svg("path", { d: path }));
    const to = stepped(play, step);
    const go = () => ctx.set(withPlace(play, to));
    return h("button", { type: "button", class: "quiet", "data-key": step, "aria-label": label, title: label, "aria-keyshortcuts": key, disabled: to === play.at, onclick: go }, icon);
  };
  return h("div", { class: "walk", role: "group", "aria-label": ctx.t("walk.title") }, STEPS.map(button));
}

/**
 * Listens to the arrow keys; `play` is the game on the screen. They belong to a field that has the focus, and to a board
 * that was reached by the keyboard.
 */
export class WalkKeys {
  /** Was what has the focus reached by the keyboard? */
  #reached = false;

  constructor(
    private readonly ctx: Context,
    private readonly play: () => Play | null,
  ) {
    // Before the board hears of them.
    addEventListener("keydown", this.#key, true);
    addEventListener("pointerdown", this.#pointed, true);
  }

  close(): void {
    removeEventListener("keydown", this.#key, true);
    removeEventListener("pointerdown", this.#pointed, true);
  }

  readonly #pointed = () => {
    this.#reached = false;
  };

  readonly #key = (event: KeyboardEvent) => {
    if (event.key === "Tab") this.#reached = true;
    const step = KEYS[event.key];
    const play = this.play();
    if (!step || !play || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest("input, select, textarea, dialog") || (this.#reached && at.closest(".table"))) return;
    const to = stepped(play, step);
    if (to === play.at) return;
    event.preventDefault();
    event.stopPropagation();
    this.ctx.set(withPlace(play, to));
  };
}
