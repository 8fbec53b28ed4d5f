/** Hackenbush: a graph that stands on the ground; an edge is cut, and what no longer stands falls. */

import { h, svg } from "../../dom";
import type { Doing } from "../game";
import { type BoardShown, drawable } from "./shown";
import { tappable } from "./drawn";

/** Larger graphs are lists of edges. */
const MOST_EDGES = 60;
const SIZE = 64;

export type Edge = readonly [number, number];

export function edgesOf(numbers: readonly number[]): readonly Edge[] {
  const found: Edge[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) found.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  return found;
}

/** What still stands after an edge is cut: everything that hangs together with the ground, 0. */
function standing(edges: readonly Edge[], cut: number): readonly Edge[] {
  const left = edges.filter((_, index) => index !== cut);
  const reached = new Set([0]);
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const [a, b] of left) {
      if (reached.has(a)) reached.add(b);
      if (reached.has(b)) reached.add(a);
    }
  }
  return left.filter(([a]) => reached.has(a));
}

const name = ([a, b]: Edge) => (a < b ? `${a}-${b}` : `${b}-${a}`);
const names = (edges: readonly Edge[]) => edges.map(name).sort().join(" ");

/** Which of the edges are gone after a move, by their place. */
export function fallen(edges: readonly Edge[], { to = [] }: Doing): readonly number[] {
  const left = edgesOf(to.map(Number)).map(name);
  return edges.flatMap((edge, index) => {
    const at = left.indexOf(name(edge));
    if (at < 0) return [index];
    left.splice(at, 1);
    return [];
  });
}

/** Where the vertices stand: as high as they are far from the ground, and side by side by the branch they grow on. */
function places(edges: readonly Edge[]): ReadonlyMap<number, readonly [number, number]> {
  const found = new Map<number, readonly [number, number]>();
  const seen = new Set([0]);
  let next = 0;
  const grow = (vertex: number, height: number): number => {
    const children = edges.flatMap(([a, b]) => (a === vertex ? [b] : b === vertex ? [a] : [])).filter((one) => {
      const fresh = !seen.has(one);
      seen.add(one);
      return fresh;
    });
    const across = children.map((child) => grow(child, height + 1));
    const x = across.length > 0 ? across.reduce((sum, one) => sum + one, 0) / across.length : next++;
    if (vertex !== 0) found.set(vertex, [x, height]);
    return x;
  };
  grow(0, 0);
  return found;
}

export function bush(it: BoardShown): HTMLElement | null {
  const numbers = drawable(it);
  const start = edgesOf(it.start.heaps.map(Number));
  if (!numbers || start.length > MOST_EDGES) return null;
  const edges = edgesOf(numbers);
  const where = places(start);
  const columns = Math.max(1, ...[...where.values()].map(([x]) => x + 1));
  const rows = Math.max(1, ...[...where.values()].map(([, y]) => y));
  const [width, height] = [columns * SIZE, rows * SIZE + 24];
  const place = (vertex: number, other: number): readonly [number, number] => {
    const [x, y] = where.get(vertex) ?? [where.get(other)?.[0] ?? 0, 0];
    return [(x + 0.5) * SIZE, rows * SIZE + 8 - y * SIZE];
  };
  const label = it.t("play.bush", { count: edges.length });
  const drawing = svg("svg", { class: "bush", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label });
  drawing.append(svg("line", { class: "ground", x1: 0, x2: width, y1: rows * SIZE + 10, y2: rows * SIZE + 10 }));
  const marked = it.marks[0];
  const falls = marked === undefined ? [] : fallen(edges, { to: standing(edges, marked).flat() });
  const hinted = it.hint ? fallen(edges, it.hint) : [];
  edges.forEach((edge, index) => {
    const [a, b] = edge;
    const [[x1, y1], [x2, y2]] = [place(a, b), place(b, a)];
    const left = names(standing(edges, index));
    const fitting = it.moves.filter((move) => names(edgesOf((move.to ?? []).map(Number))) === left);
    // Edges between the same vertices bow to different sides.
    const twins = edges.slice(0, index).filter((other) => name(other) === name(edge)).length;
    const bow = a === b ? 40 : twins === 0 ? 0 : (twins % 2 === 1 ? 1 : -1) * (18 + 8 * twins);
    const path = a === b ? `M${x1} ${y1} c-${bow} -${bow} ${bow} -${bow} 0 0` : `M${x1} ${y1} Q${(x1 + x2) / 2 + bow} ${(y1 + y2) / 2} ${x2} ${y2}`;
    const kind = [falls.includes(index) && "taken", hinted.includes(index) && "hinted"].filter(Boolean).join(" ");
    drawing.append(
      tappable(`${it.key}:${index}`, it.t("play.edge", { from: a, to: b }), `edge ${kind}`, it.open, () => it.mark([index], fitting),
        svg("path", { class: "reach", d: path }),
        svg("path", { class: "wood", d: path }),
      ),
    );
  });
  const present = new Set(edges.flat());
  for (const vertex of where.keys()) {
    if (!present.has(vertex)) continue;
    const [x, y] = place(vertex, vertex);
    drawing.append(svg("circle", { class: "knot", cx: x, cy: y, r: 6 }));
  }
  const box = h("div", { class: "bush-box" });
  box.append(drawing);
  box.style.setProperty("--across", String(width));
  return box;
}
