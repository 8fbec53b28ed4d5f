/** Nim arithmetic: an expression over the nimbers and its value, folded away until it is wanted. */

import { isAbort, isLost } from "../api";
import { h, refill } from "../dom";
import { fault } from "../position/fault";
import type { Context } from "../view";

/** A request follows typing after so many milliseconds. */
const DELAY = 150;
/** What is there at first. */
const FIRST = "3 * 5 + 2^-1";

export class Nimbers {
  readonly element: HTMLElement;
  readonly #ctx: Context;
  readonly #input: HTMLInputElement;
  readonly #value = h("output", { for: "nimbers" });
  readonly #fault = h("div");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    const { t } = ctx;
    const later = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(), DELAY);
    };
    this.#input = h("input", { id: "nimbers", type: "text", value: FIRST, spellcheck: "false", autocomplete: "off", oninput: later });
    this.element = h(
      "details",
      { class: "nimbers", ontoggle: later },
      h("summary", {}, t("explain.nimbers")),
      h("div", { class: "field" }, h("label", { for: "nimbers" }, t("explain.expression")), this.#input),
      h("p", { class: "nimber", "aria-live": "polite" }, this.#value),
      this.#fault,
      h("p", { class: "hint" }, t("explain.nimbers-hint")),
    );
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    const expression = this.#input.value;
    refill(this.#fault);
    if (!expression.trim()) return refill(this.#value);
    try {
      const { value } = await this.#ctx.api.ask<{ value: number | string }>("nim", { expression }, "nimbers");
      refill(this.#value, `= ${value}`);
    } catch (error) {
      if (isAbort(error) || isLost(error)) return;
      refill(this.#value);
      refill(this.#fault, fault(this.#ctx, error, expression));
    }
  }
}
