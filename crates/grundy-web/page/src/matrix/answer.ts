/** The answer of /api/v1/nash on the page: equilibria as a table, and every sentence of the report. */

import { h } from "../dom";
import { edges } from "../edges";
import type { Context } from "../view";

export interface Equilibrium {
  /** Probabilities as fractions. */
  readonly row: readonly string[];
  readonly column: readonly string[];
  readonly payoff: readonly [string, string];
  readonly pure: boolean;
}

export interface Answer {
  readonly equilibria: readonly Equilibrium[];
  readonly complete: boolean;
  readonly components: readonly (readonly number[])[];
  readonly value: string | null;
  /** For each strategy of the opponent, the best replies. */
  readonly best_replies: { readonly row: readonly (readonly number[])[]; readonly column: readonly (readonly number[])[] };
  readonly text: string;
}

/** No more equilibria are shown than this. */
const MOST = 40;

/** `names` are those that the matrix shows. */
export function answered(ctx: Context, answer: Answer, names: readonly [readonly string[], readonly string[]]): HTMLElement {
  const { t } = ctx;
  const head = ["matrix.number", "matrix.kind", "matrix.row-mix", "matrix.column-mix", "matrix.payoffs"] as const;
  const rows = answer.equilibria.slice(0, MOST).map((equilibrium, at) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(at + 1)),
      h("td", {}, equilibrium.pure ? `★ ${t("matrix.pure")}` : `◆ ${t("matrix.mixed")}`),
      h("td", {}, mixture(equilibrium.row, names[0])),
      h("td", {}, mixture(equilibrium.column, names[1])),
      h("td", {}, equilibrium.payoff.join(", ")),
    ),
  );
  const table = h("table", {}, h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col" }, t(key))))), h("tbody", {}, rows));
  const wide = h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("matrix.equilibria") }, table);
  edges(wide).observe(table);
  return h(
    "div",
    { class: "equilibria" },
    h("h2", {}, t("matrix.equilibria")),
    wide,
    answer.components.some((component) => component.length > 1) &&
      h(
        "p",
        {},
        t("matrix.components"),
        " ",
        answer.components.map((component) => `{${component.map((at) => at + 1).join(", ")}}`).join(", "),
      ),
    answer.value !== null && h("p", {}, t("matrix.value"), " ", h("strong", {}, answer.value)),
    h("h2", {}, t("matrix.words")),
    h("ul", { class: "words" }, sentences(answer.text).map((sentence) => h("li", {}, sentence))),
  );
}

/** The lines of the report; what is indented belongs to the line before. */
function sentences(text: string): string[] {
  const out: string[] = [];
  for (const line of text.split("\n").filter((line) => line.trim())) {
    if (line.startsWith(" ") && out.length) out.push(`${out.pop()}\n${line.trim()}`);
    else out.push(line.trim());
  }
  return out;
}

function mixture(probabilities: readonly string[], names: readonly string[]): string {
  const used = probabilities.map((share, at) => [share, names[at] ?? ""] as const).filter(([share]) => share !== "0");
  return used.map(([share, name]) => (used.length === 1 ? name : `${share} ${name}`)).join(" + ");
}
