/** The matrix as a table of fields: names of strategies, two payoffs in each cell, and marks. */

import { h, refill } from "../dom";
import { edges } from "../edges";
import type { Context } from "../view";
import type { Answer } from "./answer";
import { type Pair, type Typed, payoff } from "./payoffs";

type Side = 0 | 1;

interface Field {
  readonly box: HTMLTableCellElement;
  readonly inputs: readonly [HTMLInputElement, HTMLInputElement];
  readonly marks: readonly [HTMLElement, HTMLElement];
  readonly note: HTMLElement;
  readonly fault: HTMLElement;
}

export class Grid {
  readonly element: HTMLElement;
  readonly #ctx: Context;
  readonly #typed: () => void;
  readonly #edges: ResizeObserver;
  #fields: Field[][] = [];
  #names: [HTMLInputElement[], HTMLInputElement[]] = [[], []];

  /** `typed` is called after every change. */
  constructor(ctx: Context, typed: () => void) {
    this.#ctx = ctx;
    this.#typed = typed;
    this.element = h("div", { class: "wide", onkeydown: (event: KeyboardEvent) => this.#key(event) });
    this.#edges = edges(this.element);
  }

  /** What stands in the fields. */
  get(): Typed {
    return {
      cells: this.#fields.map((row) => row.map(({ inputs }): Pair => [payoff(inputs[0].value), payoff(inputs[1].value)])),
      names: [this.#names[0].map((input) => input.value.trim()), this.#names[1].map((input) => input.value.trim())],
    };
  }

  /** The names, or numbers for those that have none. */
  shownNames(): readonly [readonly string[], readonly string[]] {
    const name = (side: Side) => this.#names[side].map((input) => input.value.trim() || input.placeholder);
    return [name(0), name(1)];
  }

  /** Shows a matrix. A field that says the same already is left alone, so that typing goes on. */
  set({ cells, names }: Typed): void {
    const [height, width] = [cells.length, cells[0]?.length ?? 0];
    if (height !== this.#fields.length || width !== this.#fields[0]?.length) this.#build(height, width);
    const put = (input: HTMLInputElement | undefined, text: string, same: string) => {
      if (input && same !== text) input.value = text;
    };
    cells.forEach((row, i) =>
      row.forEach((pair, j) => {
        const inputs = this.#fields[i]?.[j]?.inputs;
        for (const side of [0, 1] as const) put(inputs?.[side], pair[side], payoff(inputs?.[side].value ?? ""));
      }),
    );
    for (const side of [0, 1] as const) {
      names[side].forEach((name, at) => {
        const input = this.#names[side][at];
        put(input, name, input?.value.trim() ?? "");
      });
    }
  }

  /** Marks best replies and pure equilibria; takes marks away with null. */
  mark(answer: Answer | null): void {
    const { t } = this.#ctx;
    const pure = (i: number, j: number) =>
      answer?.equilibria.some((e) => e.pure && e.row[i] === "1" && e.column[j] === "1") ?? false;
    this.#fields.forEach((row, i) =>
      row.forEach(({ box, marks, note }, j) => {
        const best = [answer?.best_replies.row[j]?.includes(i), answer?.best_replies.column[i]?.includes(j)];
        refill(marks[0], best[0] && sign("▲", t("matrix.best-row")));
        refill(marks[1], best[1] && sign("◀", t("matrix.best-column")));
        box.classList.toggle("equilibrium", pure(i, j));
        refill(note, pure(i, j) && `★ ${t("matrix.equilibrium")}`);
      }),
    );
  }

  /** Says what is wrong with a payoff, at its place; takes it away with null. */
  fail(at: { readonly row: number; readonly column: number; readonly player: Side } | null, message = ""): void {
    for (const { inputs, fault } of this.#fields.flat()) {
      for (const input of inputs) input.removeAttribute("aria-invalid");
      refill(fault);
    }
    const field = at && this.#fields[at.row]?.[at.column];
    if (!field) return;
    field.inputs[at.player].setAttribute("aria-invalid", "true");
    refill(field.fault, message);
  }

  #build(height: number, width: number): void {
    const { t } = this.#ctx;
    const indices = (length: number) => Array.from({ length }, (_, at) => at);
    const plain = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    const name = (side: Side, at: number) => {
      const label = t(side === 0 ? "matrix.row-name" : "matrix.column-name", { number: at + 1 });
      const placeholder = `${side === 0 ? "R" : "C"}${at + 1}`;
      return h("input", { ...plain, class: "name", "aria-label": label, placeholder, maxlength: "24", oninput: this.#typed });
    };
    this.#names = [indices(height).map((at) => name(0, at)), indices(width).map((at) => name(1, at))];
    this.#fields = indices(height).map((row) => indices(width).map((column) => this.#field(row, column, plain)));
    const table = h(
      "table",
      { class: "matrix" },
      h("caption", { class: "unseen" }, t("matrix.caption")),
      h("thead", {}, h("tr", {}, h("td", {}), this.#names[1].map((input) => h("th", { scope: "col" }, input)))),
      h(
        "tbody",
        {},
        this.#fields.map((row, at) =>
          h("tr", {}, h("th", { scope: "row" }, this.#names[0][at]), row.map((field) => field.box)),
        ),
      ),
    );
    refill(this.element, table);
    this.#edges.observe(table);
  }

  #field(row: number, column: number, plain: Record<string, string>): Field {
    const id = `fault-${row}-${column}`;
    const input = (side: Side) =>
      h("input", {
        ...plain,
        class: side === 0 ? "of-row" : "of-column",
        "aria-label": this.#ctx.t(side === 0 ? "matrix.payoff-row" : "matrix.payoff-column", { row: row + 1, column: column + 1 }),
        "aria-describedby": id,
        "data-at": `${row} ${column} ${side}`,
        inputmode: "text",
        maxlength: "60",
        oninput: this.#typed,
        onfocus: (event: FocusEvent) => (event.target as HTMLInputElement).select(),
      });
    const inputs = [input(0), input(1)] as const;
    const mark = () => h("span", { class: "best" });
    const marks = [mark(), mark()] as const;
    const note = h("div", { class: "cell-note" });
    const fault = h("div", { class: "cell-fault", id, "aria-live": "polite" });
    const pair = (side: Side) => h("span", { class: "payoff" }, inputs[side], marks[side]);
    return { box: h("td", {}, h("div", { class: "pair" }, pair(0), pair(1)), note, fault), inputs, marks, note, fault };
  }

  /** Up, down and Enter go to the cells above and below; left and right leave a payoff at its ends. */
  #key(event: KeyboardEvent): void {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    const [row, column, side] = (input.dataset["at"] ?? "").split(" ").map(Number);
    if (side === undefined || row === undefined || column === undefined) return;
    const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const at = (end: number) => whole || (input.selectionStart === end && input.selectionEnd === end);
    let to: readonly [number, number] | null = null;
    const place = 2 * column + side;
    if (event.key === "ArrowUp") to = [row - 1, place];
    else if (event.key === "ArrowDown" || event.key === "Enter") to = [row + 1, place];
    else if (event.key === "ArrowLeft" && at(0)) to = [row, place - 1];
    else if (event.key === "ArrowRight" && at(input.value.length)) to = [row, place + 1];
    if (!to) return;
    const field = this.#fields[to[0]]?.[Math.floor(to[1] / 2)]?.inputs[(Math.abs(to[1]) % 2) as Side];
    if (!field) return;
    event.preventDefault();
    field.focus();
  }
}

function sign(shape: string, meaning: string): HTMLElement {
  return h("span", { title: meaning }, h("span", { "aria-hidden": "true" }, shape), h("span", { class: "unseen" }, meaning));
}
