/** A move that leaves a heap in pieces, as a small picture: what is left, and where it was cut. */

import { h } from "../dom";
import { big } from "../whole";
import type { Doing } from "./game";

/** Larger heaps are told in words only. */
const MOST = 30n;

/** What becomes of the heaps that a move changes; null where stones cannot show it. */
export function pictureOf(row: Doing): HTMLElement | null {
  const { changes } = row;
  if (!changes || changes.length === 0 || changes.some((change) => typeof change.from === "string" || big(change.from) > MOST)) {
    return null;
  }
  const dots = (count: bigint, kind: string) => Array.from({ length: Number(count) }, () => h("i", { class: kind }));
  const piece = (count: bigint) => h("span", { class: "piece" }, count > 0n ? dots(count, "dot") : null);
  return h(
    "span",
    { class: "pieces", "aria-hidden": "true" },
    changes.map(({ from, to }) => {
      const kept = to.map(big);
      const taken = big(from) - kept.reduce((sum, heap) => sum + heap, 0n);
      const [first = 0n, ...rest] = kept;
      return h(
        "span",
        { class: "change" },
        piece(first),
        taken > 0n ? dots(taken, "dot out") : h("span", { class: "cut" }, "✂"),
        rest.map((heap) => piece(heap)),
      );
    }),
  );
}
