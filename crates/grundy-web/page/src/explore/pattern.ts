/** The rule behind the picture, as `pattern` finds it. */

import { ApiError, isAbort } from "../api";
import { h, refill } from "../dom";
import type { Context } from "../view";
import { type Asked, code } from "./code";
import { law } from "./law";
import { lawWords } from "./law-words";
import type { Line } from "./table";

interface Answer {
  readonly status: "theorem" | "proved" | "conjecture" | "none";
  readonly p_positions: string | null;
  /** Only for games with draws that a rule tells. */
  readonly d_positions?: string | null;
  /** Does the rule leave out positions with empty heaps? */
  readonly none_empty?: boolean;
  /** In games where most stones win, instead of `value`. */
  readonly margin?: string | null;
  readonly value: string | null;
  readonly value_status: Answer["status"];
  readonly checked_to: number | string | null;
  readonly method: { readonly reference: string | null } | null;
}

/** How far to look: a picture should not wait for its rule long. */
const TO = { 1: 5000, 2: 200 } as const;
const TIME = 3000;

export class Pattern {
  readonly element = h("div", { class: "pattern", "aria-live": "polite" });
  readonly #ctx: Context;
  #asked = "";
  #lines: readonly string[] = [];

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Finds the rule of a game for one heap or two. */
  async update(line: Line, heaps: 1 | 2): Promise<void> {
    const asked = JSON.stringify([line, heaps]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    // The rule of another game is none of this one; its room stays, so that the picture below does not jump.
    this.element.style.minHeight = `${this.element.offsetHeight}px`;
    refill(this.element);
    this.#lines = [];
    const body = { ...line, number_of_heaps: heaps, to: TO[heaps], time_ms: TIME };
    try {
      const answer = await this.#ctx.api.ask<Answer>("pattern", body, "explore.pattern");
      const words = this.#words(answer, { line, number_of_heaps: heaps, to: TO[heaps] });
      this.#lines = [...words.querySelectorAll("p[data-rule]")].map((one) => one.textContent ?? "");
      this.#fill(h("div", {}, words, law(this.#ctx, line, heaps, () => this.#lines)));
    } catch (error) {
      if (isAbort(error)) return;
      // What is wrong with the game is said by the picture; a rule that takes long is none to be seen here.
      const late = error instanceof ApiError && error.status >= 500;
      this.#fill(late && h("p", { class: "hint" }, this.#ctx.t("explore.rule-late")));
    }
  }

  /** What was found, for files: a sentence a line. */
  lines(): readonly string[] {
    return this.#lines;
  }

  #fill(content: HTMLElement | false): void {
    this.element.style.minHeight = "";
    refill(this.element, content);
  }

  #words(answer: Answer, asked: Asked): HTMLElement {
    const { t } = this.#ctx;
    const { p_positions, value, d_positions = null, margin = null } = answer;
    const rules = [p_positions, value, d_positions, margin];
    if (rules.every((rule) => rule === null)) {
      return h("p", { class: "hint" }, t("explore.rule-none", { to: String(answer.checked_to) }));
    }
    const line = (name: "explore.rule-p" | "explore.rule-d" | "explore.rule-value" | "explore.rule-margin", rule: string | null, status: Answer["status"]) =>
      rule !== null &&
      h(
        "p",
        { "data-rule": true },
        t(name),
        this.#ctx.lang === "en" && " ",
        h("code", {}, lawWords(t, rule)),
        this.#ctx.lang === "en" && " ",
        status !== "none" && h("span", { class: "hint" }, t(`explore.${status}`, { to: String(answer.checked_to) })),
      );
    const reference = answer.method?.reference;
    return h(
      "div",
      {},
      answer.none_empty && h("p", { class: "hint", "data-rule": true }, t("explore.rule-full")),
      line("explore.rule-p", p_positions, answer.status),
      line("explore.rule-d", d_positions, answer.status),
      line("explore.rule-value", value, answer.value_status),
      line("explore.rule-margin", margin, answer.value_status),
      asked.number_of_heaps === 2 && rules.some((rule) => /\b[ab]\b/.test(rule ?? "")) && h("p", { class: "hint" }, t("explore.rule-names")),
      reference && h("p", { class: "hint" }, reference),
      code(this.#ctx, asked),
    );
  }
}
