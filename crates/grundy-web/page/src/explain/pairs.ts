/** Wythoff's game on a grid: the cold pairs along their two rays, the position, and the winning moves. */

import { svg } from "../dom";
import type { Context } from "../view";
import { type Whole, sorted } from "../whole";

const SIZE = 320;
const EDGE = 34;
/** Beyond this the pairs lie too close to be told apart; the rays are drawn. */
const MOST = 200;

/** `t` is the slack of the game, 1 for Wythoff's own; `to` the results of the winning moves. */
export function pairsDrawn(
  ctx: Context,
  heaps: readonly Whole[],
  slack: number,
  to: readonly (readonly Whole[])[],
): SVGElement | null {
  const [a, b] = heaps.map(Number);
  if (heaps.length !== 2 || a === undefined || b === undefined) return null;
  const most = Math.max(a, b, 4);
  if (!Number.isFinite(most)) return null;
  const scale = (SIZE - 2 * EDGE) / (most * 1.08);
  const x = (n: number) => EDGE + n * scale;
  const y = (n: number) => SIZE - EDGE - n * scale;
  const label = ctx.t("explain.grid", { position: heaps.join(", ") });
  const drawing = svg("svg", { class: "drawing grid", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": label });
  const line = (x1: number, y1: number, x2: number, y2: number, kind: string) =>
    svg("line", { x1: x(x1), y1: y(y1), x2: x(x2), y2: y(y2), class: kind });
  drawing.append(line(0, 0, most * 1.08, 0, "axis"), line(0, 0, 0, most * 1.08, "axis"));
  // The rays have the slopes of the limits of the pairs: (2 - t + sqrt(t^2 + 4)) / 2, and t more.
  const alpha = (2 - slack + Math.sqrt(slack * slack + 4)) / 2;
  const slope = (alpha + slack) / alpha;
  const end = most * 1.08;
  drawing.append(line(0, 0, end / slope, end, "ray"), line(0, 0, end, end / slope, "ray"));
  const dot = (p: number, q: number, kind: string, r: number) => svg("circle", { cx: x(p), cy: y(q), r, class: kind });
  if (most <= MOST) {
    for (const [p, q] of pairs(slack, most)) drawing.append(dot(p, q, "cold", 3), dot(q, p, "cold", 3));
  }
  for (const target of to) {
    const [p, q] = aimed([a, b], target.map(Number), slack);
    drawing.append(line(a, b, p, q, "move"), dot(p, q, "target", 6));
  }
  const cold = to.length === 0 && sorted(heaps) !== "";
  drawing.append(dot(a, b, cold ? "here lost" : "here", 6));
  // Above: moves lead left, down and both, and end in rings there.
  const [anchor, dx] = a > most / 2 ? ["end", 6] : ["start", -6];
  const place = { x: x(a), y: y(b), dx, dy: -12, "text-anchor": anchor };
  drawing.append(svg("text", place, `${heaps[0]}, ${heaps[1]}`));
  return drawing;
}

/** The cold pairs up to a size: the least number not used so far, and so many times the slack more. */
function pairs(slack: number, most: number): readonly (readonly [number, number])[] {
  const used = new Set<number>();
  const found: [number, number][] = [];
  for (let number = 0, least = 0; least <= most; number += 1) {
    while (used.has(least)) least += 1;
    const other = least + slack * number;
    used.add(least).add(other);
    if (other <= most) found.push([least, other]);
  }
  return found;
}

/** The result in the order in which one move reaches it: heaps only shrink, and by about the same or one only. */
function aimed([a, b]: readonly [number, number], [p = 0, q = 0]: readonly number[], slack: number): readonly [number, number] {
  const legal = (c: number, d: number) =>
    c <= a && d <= b && (c === a || d === b || Math.abs(a - c - (b - d)) < slack);
  return legal(p, q) ? [p, q] : [q, p];
}
