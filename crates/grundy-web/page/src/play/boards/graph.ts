/** A game that is a graph: tokens on its vertices, which move along the arrows. */

import { h, svg } from "../../dom";
import type { MoveRow } from "../game";
import type { BoardShown } from "./shown";
import { tappable } from "./drawn";

const MOST_VERTICES = 26;
const SIZE = 420;

/** The arrows of `graph("a: b c; b: c; c:")`; null where it is another game. */
export function arrowsOf(game: string): ReadonlyMap<string, readonly string[]> | null {
  const text = /^graph\("([^"]*)"\)$/.exec(game.trim())?.[1];
  if (text === undefined) return null;
  const found = new Map<string, readonly string[]>();
  for (const line of text.split(/[;\n]/)) {
    const [from = "", to = ""] = line.split(":");
    if (from.trim()) found.set(from.trim(), to.split(/[\s,]+/).filter(Boolean));
  }
  for (const target of [...found.values()].flat()) if (!found.has(target)) found.set(target, []);
  return found.size > 0 && found.size <= MOST_VERTICES ? found : null;
}

export function graph(it: BoardShown): HTMLElement | null {
  const arrows = arrowsOf(it.component.game);
  if (!arrows) return null;
  const vertices = [...arrows.keys()];
  const tokens = it.component.heaps.map(String);
  const middle = SIZE / 2;
  const place = new Map(
    vertices.map((vertex, index) => {
      const angle = (2 * Math.PI * index) / vertices.length - Math.PI / 2;
      return [vertex, [middle + (middle - 50) * Math.cos(angle), middle + (middle - 50) * Math.sin(angle)] as const];
    }),
  );
  const drawing = svg("svg", { class: "graph", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group", "aria-label": it.t("play.graph") });
  drawing.append(
    svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { d: "M0 0 L10 5 L0 10 z" }))),
  );
  for (const [from, targets] of arrows) {
    for (const to of targets) {
      const [[x1, y1], [x2, y2]] = [place.get(from) ?? [0, 0], place.get(to) ?? [0, 0]];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [((x2 - x1) / length) * 26, ((y2 - y1) / length) * 26];
      drawing.append(svg("line", { class: "arrow", x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy, "marker-end": "url(#arrow)" }));
    }
  }
  const reaches = (vertex: string): readonly MoveRow[] =>
    it.moves.filter((move) => move.changes?.some((change) => change.to.map(String).includes(vertex)) ?? false);
  vertices.forEach((vertex, index) => {
    const [x, y] = place.get(vertex) ?? [0, 0];
    const count = tokens.filter((token) => token === vertex).length;
    const fitting = it.open ? reaches(vertex) : [];
    const hinted = it.hint?.changes?.some((change) => change.to.map(String).includes(vertex)) ?? false;
    const kind = ["vertex", count > 0 && "full", fitting.length > 0 && "aim", it.marks[0] === index && "taken", hinted && "hinted"];
    drawing.append(
      tappable(`${it.key}:${vertex}`, it.t(count > 0 ? "play.vertex-token" : "play.vertex", { name: vertex }), kind.filter(Boolean).join(" "), fitting.length > 0, () => it.mark([index], fitting),
        svg("circle", { cx: x, cy: y, r: 22 }),
        svg("text", { x, y: y + 5, "text-anchor": "middle" }, count > 1 ? `${vertex} ×${count}` : vertex),
      ),
    );
  });
  const box = h("div", { class: "graph-box" });
  box.append(drawing);
  return box;
}
