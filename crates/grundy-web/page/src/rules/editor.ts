/** The rules in words under the field: every number can be changed in its place, by typing, by its arrows or by a slider. */

import { h, keepingFocus, refill } from "../dom";
import { games } from "../games";
import type { Context } from "../view";
import { sentence } from "./sentence";

/** A slider goes at least this far, and at least twice as far as its number. */
const LEAST_END = 16;
/** The largest number that has a slider. */
const MOST = 10_000;
/** The picture follows a slider after so many milliseconds. */
const DELAY = 60;

/** A number on the page. */
interface Shown {
  readonly input: HTMLInputElement;
  readonly slider: HTMLInputElement;
  /** Its place in the text. */
  at: readonly [number, number];
}

export class RulesEditor {
  readonly element: HTMLElement;
  readonly #ctx: Context;
  #game = "";
  #shape = "";
  #numbers: Shown[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.element = h("div", { class: "in-words", role: "group", "aria-label": ctx.t("position.in-words") });
  }

  /** Shows the rules of a game; nothing where they cannot be told. A slider that is being moved stays the same element. */
  async update(game: string): Promise<void> {
    this.#game = game;
    const known = await games(this.#ctx).catch(() => []);
    if (this.#game !== game) return;
    const pieces = sentence(game, known, this.#ctx.lang);
    const shape = JSON.stringify(pieces?.map((piece) => (typeof piece === "string" ? piece : 0)) ?? null);
    const numbers = pieces?.filter((piece) => typeof piece !== "string") ?? [];
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.element.hidden = pieces === null;
      const made = numbers.map(({ value, at }, place) => this.#number(place, value, at));
      let place = 0;
      const drawn = (shown: Shown) => h("span", { class: "number" }, shown.input, h("span", { class: "under" }, shown.slider));
      keepingFocus(this.element, () => {
        refill(this.element, pieces && h("p", {}, pieces.map((piece) => (typeof piece === "string" ? piece : drawn(made[place++]!)))));
      });
      this.#numbers = made;
    }
    numbers.forEach(({ value, at }, place) => {
      const shown = this.#numbers[place]!;
      shown.at = at;
      shown.input.value = value;
      shown.input.style.width = `calc(${value.length + 1}ch + 0.7rem)`;
      shown.slider.hidden = Number(value) > MOST;
      if (Number(shown.slider.max) < Number(value)) shown.slider.max = String(2 * Number(value));
      shown.slider.value = value;
    });
  }

  /** A number, with a slider that is seen while it is used. */
  #number(place: number, value: string, at: readonly [number, number]): Shown {
    const label = this.#ctx.t("position.number", { number: place + 1 });
    const input = h("input", {
      type: "text",
      inputmode: "numeric",
      maxlength: 30,
      autocomplete: "off",
      "aria-label": label,
      "data-key": `number-${place}`,
      onchange: () => this.#turn(shown, input.value),
      onkeydown: (event: KeyboardEvent) => this.#step(event, shown),
    });
    const slider = h("input", {
      type: "range",
      min: 1,
      max: Math.max(LEAST_END, 2 * Number(value)),
      "aria-label": label,
      "data-key": `slider-${place}`,
      oninput: () => {
        input.value = slider.value;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#turn(shown, slider.value), DELAY);
      },
    });
    const shown: Shown = { input, slider, at };
    return shown;
  }

  /** Up and down count. */
  #step(event: KeyboardEvent, shown: Shown): void {
    const by = event.key === "ArrowUp" ? 1n : event.key === "ArrowDown" ? -1n : 0n;
    if (by === 0n || !/^\d+$/.test(shown.input.value)) return;
    event.preventDefault();
    const next = BigInt(shown.input.value) + by;
    if (next >= 0n) this.#turn(shown, String(next));
  }

  /** The same rules with another number; what is none is not taken. */
  #turn({ at: [start, end], input }: Shown, text: string): void {
    const digits = text.normalize("NFKC").trim();
    const game = this.#game;
    if (!/^\d+$/.test(digits) || (this.#ctx.get()["game"] ?? "") !== game) {
      input.value = game.slice(start, end);
      return;
    }
    this.#ctx.set({ game: game.slice(0, start) + digits + game.slice(end) }, "replace");
  }
}
