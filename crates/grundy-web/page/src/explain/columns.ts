/** Heaps in binary, one under the other, with what the columns add up to. */

import { h } from "../dom";
import { edges } from "../edges";
import type { Context } from "../view";
import type { Step } from "./explanation";

/** The names of the rows: the heaps and, where they differ, their values. */
export interface Rows {
  readonly heaps: readonly string[];
  readonly values: readonly string[];
}

/** For `nim.columns`: odd columns are marked, and give the nim-sum. */
export function nimColumns({ t }: Context, { values }: Step, names: Rows): HTMLElement {
  const rows = String(values["rows"]).split("\n");
  const sum = String(values["sum"]);
  const total = [t("explain.nim-sum"), `= ${String(values["value"])}`];
  return table(t("explain.columns"), heads(names), rows, [{ head: total, cells: [...sum], odd: [...sum].map((d) => d !== "0") }]);
}

/** For `moore.columns`: the ones of each column, and what is left of them by the modulus. */
export function mooreColumns({ t }: Context, { values }: Step, names: Rows): HTMLElement {
  const rows = String(values["rows"]).split("\n");
  const ones = values["ones"] as readonly number[];
  const rests = values["rests"] as readonly number[];
  const odd = rests.map((rest) => rest !== 0);
  return table(t("explain.columns"), heads(names), rows, [
    { head: [t("explain.ones"), ""], cells: ones.map(String), odd: [] },
    { head: [t("explain.rest", { modulus: String(values["modulus"]) }), ""], cells: rests.map(String), odd },
  ]);
}

interface Foot {
  readonly head: readonly string[];
  readonly cells: readonly string[];
  readonly odd: readonly boolean[];
}

function heads({ heaps, values }: Rows): readonly string[][] {
  const same = heaps.every((heap, index) => heap === values[index]);
  return heaps.map((heap, index) => [heap, same ? "" : `→ ${values[index] ?? ""}`]);
}

function table(caption: string, names: readonly (readonly string[])[], rows: readonly string[], feet: readonly Foot[]): HTMLElement {
  const marked = feet.at(-1)?.odd ?? [];
  const cell = (digit: string, column: number) =>
    h("td", { class: `${digit === "1" ? "one" : ""}${marked[column] ? " odd" : ""}` }, digit);
  const box = h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      { class: "columns" },
      h("caption", { class: "unseen" }, caption),
      h(
        "tbody",
        {},
        rows.map((row, index) => {
          const [heap, value] = names[index] ?? ["", ""];
          return h("tr", {}, h("th", { scope: "row" }, heap, " ", h("small", {}, value)), [...row].map(cell));
        }),
      ),
      h(
        "tfoot",
        {},
        feet.map(({ head, cells, odd }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, head[0], " ", h("small", {}, head[1])),
            cells.map((digit, column) => h("td", { class: odd[column] ? "odd" : "" }, digit)),
          ),
        ),
      ),
    ),
  );
  edges(box);
  return box;
}
