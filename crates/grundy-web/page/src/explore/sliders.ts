/** The numbers in a game's rules, each with a slider that turns it. */

import { h, refill } from "../dom";
import type { Context } from "../view";

/** A number in a text. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** No more sliders than this. */
const MOST = 4;
/** A slider goes at least this far, and at least twice as far as its number. */
const LEAST_END = 16;
/** So much of the rules is shown around a number, in characters. */
const AROUND = 24;
/** The picture follows after so many milliseconds. */
const DELAY = 40;

/** Small whole numbers that stand alone: no digits of an octal code, no power, no part of a name. */
export function places(game: string): Place[] {
  const found: Place[] = [];
  for (const match of game.matchAll(/(?<![\p{L}\p{N}_^"]|\d\.)\d{1,4}(?![\p{L}\p{N}_^"]|\.\d)/gu)) {
    found.push({ start: match.index, end: match.index + match[0].length, value: Number(match[0]) });
  }
  // Positions and texts of graphs and scripts are not rules.
  return /[["]/.test(game) ? [] : found.slice(0, MOST);
}

/** The game with another number in a place. */
export function turned(game: string, place: Place, value: number): string {
  return game.slice(0, place.start) + String(value) + game.slice(place.end);
}

export class Sliders {
  readonly element = h("div", { class: "sliders" });
  readonly #ctx: Context;
  #shape = "";
  #rows: { input: HTMLInputElement; label: HTMLElement }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Shows the numbers of a game. A slider that is being moved stays the same element. */
  update(game: string): void {
    const found = places(game);
    const shape = `${found.length} ${game.replace(/\d+/g, "#")}`;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#rows = found.map((_, at) => this.#row(at));
      refill(this.element, this.#rows.map(({ input, label }) => h("div", { class: "slider" }, label, input)));
      found.forEach(({ value }, at) => {
        const input = this.#rows[at]!.input;
        input.max = String(Math.max(LEAST_END, 2 * value));
      });
    }
    found.forEach((place, at) => {
      const { input, label } = this.#rows[at]!;
      if (Number(input.max) < place.value) input.max = String(2 * place.value);
      input.value = String(place.value);
      const before = game.slice(0, place.start);
      const after = game.slice(place.end);
      refill(
        label,
        before.length > AROUND ? `…${before.slice(-AROUND)}` : before,
        h("mark", {}, String(place.value)),
        after.length > AROUND ? `${after.slice(0, AROUND)}…` : after,
      );
    });
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #row(at: number): { input: HTMLInputElement; label: HTMLElement } {
    const id = `turn-${at}`;
    const input = h("input", { id, type: "range", min: "1", step: "1", oninput: () => this.#turn(at, input) });
    return { input, label: h("label", { for: id, class: "rules" }) };
  }

  #turn(at: number, input: HTMLInputElement): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const game = this.#ctx.get()["game"] ?? "";
      const place = places(game)[at];
      // Many steps of one slider are one step of the history.
      if (place) this.#ctx.set({ game: turned(game, place, Number(input.value)) }, "replace");
    }, DELAY);
  }
}
