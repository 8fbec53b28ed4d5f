/** A heap in groups of the modulus, and the rest. */

import { h } from "../dom";
import type { Context } from "../view";
import { type Whole, big } from "../whole";

/** Larger heaps are told as a sum instead. */
const MOST_STONES = 60n;

/** One heap: its groups, and the rest marked. */
export function grouped({ t }: Context, heap: Whole, modulus: Whole): HTMLElement {
  const [n, m] = [big(heap), big(modulus)];
  const rest = n % m;
  const words = t("explain.groups", { n: String(n), groups: String(n / m), modulus: String(m), rest: String(rest) });
  const figure = h("figure", { class: "groups" }, h("figcaption", {}, words));
  if (n > MOST_STONES || m > 20n) return figure;
  const dots = (count: number, kind: string) =>
    h("span", { class: `group ${kind}` }, Array.from({ length: count }, () => h("i")));
  const groups = Array.from({ length: Number(n / m) }, () => dots(Number(m), "full"));
  figure.prepend(h("div", { class: "dots", "aria-hidden": "true" }, groups, rest > 0n && dots(Number(rest), "rest")));
  return figure;
}
