/** A number as its parts, each as long as it is large: Zeckendorf's, and those of other games of this kind. */

import { svg } from "../dom";
import type { Context } from "../view";
import type { Step } from "./explanation";

const WIDTH = 640;
const HEIGHT = 62;
/** The narrowest part that can hold its number. */
const NARROW = 16;

/** For `take-away.parts`: the smallest part, which is the one to take, is marked. */
export function partsDrawn({ t }: Context, { values }: Step): SVGElement | null {
  const parts = String(values["parts"]).split(" + ");
  if (parts.length > 24 || parts.some((part) => !/^\d+$/.test(part))) return null;
  // Widths are for the eye only.
  const sizes = parts.map(Number);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const room = WIDTH - NARROW * parts.length;
  if (total <= 0 || !Number.isFinite(total) || room <= 0) return null;
  const drawing = svg("svg", {
    class: "drawing",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": t("explain.parts", { n: String(values["n"]), parts: String(values["parts"]) }),
  });
  let x = 0;
  parts.forEach((part, index) => {
    const width = NARROW + (room * (sizes[index] ?? 0)) / total;
    const last = index === parts.length - 1;
    const place = { x: x + 1, y: 4, width: Math.max(1, width - 2), height: 30, rx: 4 };
    drawing.append(
      svg("rect", { ...place, class: last ? "part smallest" : "part" }),
      svg("text", { x: x + width / 2, y: 53, "text-anchor": "middle", class: last ? "strong" : "" }, part),
    );
    x += width;
  });
  return drawing;
}
