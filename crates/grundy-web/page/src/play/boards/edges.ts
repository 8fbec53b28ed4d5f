/** Games on a graph without arrows: a token walks on it, or vertices and edges are taken away. */

import { h, svg } from "../../dom";
import type { Component, Doing, MoveRow } from "../game";
import { type BoardShown, drawable } from "./shown";
import { type Edge, edgesOf } from "./bush";
import { tappable } from "./drawn";

const MOST_VERTICES = 26;
const SIZE = 420;
const RADIUS = 22;
/** In a pair with it stands the vertex of the token. */
const TOKEN = 0;

/** Is the token of this game moved, or is something taken away? */
const isWalk = (game: string) => /^(geography|二分图博弈|无向点地理|walk)/.test(game);

/** Are edges taken away with their ends, or vertices with their neighbours? */
const takesEdges = (game: string) => /^(arckayles|边凯尔斯|remove an edge)/.test(game);

/** Is a component one of these games? */
export function isEdges({ kind, game }: Component): boolean {
  return kind === "edges" || (kind === "own" && isWalk(game));
}

const same = ([a, b]: Edge, [c, d]: Edge) => (a === c && b === d) || (a === d && b === c);
const names = (edges: readonly Edge[]) => edges.map(([a, b]) => (a < b ? `${a}-${b}` : `${b}-${a}`)).sort().join(" ");
const left = ({ to = [] }: Doing) => edgesOf(to.map(Number));

/** Where the token is. */
function token(edges: readonly Edge[]): number | null {
  const pair = edges.find((edge) => edge.includes(TOKEN));
  return pair ? pair[0] + pair[1] : null;
}

/** What is left when vertices go; one that loses its last edge stays, as an edge to itself. */
function without(edges: readonly Edge[], gone: ReadonlySet<number>, keeps: boolean): readonly Edge[] {
  const stay = edges.filter(([a, b]) => !gone.has(a) && !gone.has(b));
  const lone = [...new Set(edges.flat())].filter((one) => !gone.has(one) && !stay.some((edge) => edge.includes(one)));
  return keeps ? [...stay, ...lone.map((one) => [one, one] as const)] : stay;
}

/** The part of the graph that a move is: where the token goes, or the vertex or edge that is taken, as its place among all. */
export function touched({ component, start }: Pick<BoardShown, "component" | "start">, move: Doing): readonly number[] {
  const edges = edgesOf(component.heaps.map(Number));
  const all = edgesOf(start.heaps.map(Number));
  const vertices = verticesOf(all);
  if (isWalk(component.game)) return [vertices.indexOf(token(left(move)) ?? -1)].filter((at) => at >= 0);
  const after = names(left(move));
  if (takesEdges(component.game)) {
    const edge = edges.find(([a, b]) => names(without(edges, new Set([a, b]), false)) === after);
    return edge ? [all.findIndex((one) => same(one, edge))] : [];
  }
  const vertex = verticesOf(edges).find((one) => names(without(edges, around(edges, one), true)) === after);
  return vertex === undefined ? [] : [vertices.indexOf(vertex)];
}

/** A vertex and its neighbours. */
function around(edges: readonly Edge[], vertex: number): ReadonlySet<number> {
  return new Set([vertex, ...edges.filter((edge) => edge.includes(vertex)).flat()]);
}

function verticesOf(edges: readonly Edge[]): readonly number[] {
  return [...new Set(edges.flat())].filter((vertex) => vertex !== TOKEN).sort((a, b) => a - b);
}

export function edges(it: BoardShown): HTMLElement | null {
  const numbers = drawable(it);
  const all = edgesOf(it.start.heaps.map(Number));
  const vertices = verticesOf(all);
  if (!numbers || vertices.length === 0 || vertices.length > MOST_VERTICES) return null;
  const { t, component } = it;
  const now = edgesOf(numbers);
  const here = isWalk(component.game) ? token(now) : null;
  // Where the token has been there is no way back; what is taken stays out of sight, and the rest in its place.
  const present = new Set(verticesOf(now));
  const byPlace = new Map<number, MoveRow[]>();
  for (const move of it.moves) for (const at of touched(it, move)) byPlace.set(at, [...(byPlace.get(at) ?? []), move]);
  const hinted = it.hint ? touched(it, it.hint) : [];
  const place = (vertex: number): readonly [number, number] => {
    const angle = (2 * Math.PI * vertices.indexOf(vertex)) / vertices.length - Math.PI / 2;
    const far = vertices.length === 1 ? 0 : SIZE / 2 - 50;
    return [SIZE / 2 + far * Math.cos(angle), SIZE / 2 + far * Math.sin(angle)];
  };
  const drawing = svg("svg", { class: "graph", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group", "aria-label": t("play.graph") });
  const part = (at: number, kind: string, label: string, tapped: boolean, ...inside: SVGElement[]) => {
    const fitting = it.open && tapped ? (byPlace.get(at) ?? []) : [];
    const classes = [kind, tapped && fitting.length > 0 && "aim", tapped && it.marks[0] === at && "taken", tapped && hinted.includes(at) && "hinted"];
    return tappable(`${it.key}:${kind.split(" ")[0]}:${at}`, label, classes.filter(Boolean).join(" "), fitting.length > 0, () => it.mark([at], fitting), ...inside);
  };
  const cuts = takesEdges(component.game);
  all.forEach((edge, at) => {
    const [a, b] = edge;
    if (a === b || a === TOKEN || b === TOKEN || !now.some((one) => same(one, edge))) return;
    const [[x1, y1], [x2, y2]] = [place(a), place(b)];
    const line = (kind: string) => svg("line", { class: kind, x1, y1, x2, y2 });
    drawing.append(cuts ? part(at, "side", t("play.edge", { from: a, to: b }), true, line("reach"), line("rod")) : line("rod"));
  });
  vertices.forEach((vertex, at) => {
    if (!present.has(vertex)) return;
    const [x, y] = place(vertex);
    const label = t(vertex === here ? "play.vertex-token" : "play.vertex", { name: String(vertex) });
    const inside = [svg("circle", { cx: x, cy: y, r: RADIUS }), svg("text", { x, y: y + 5, "text-anchor": "middle" }, String(vertex))];
    drawing.append(cuts ? svg("g", { class: "vertex" }, inside) : part(at, `vertex${vertex === here ? " full" : ""}`, label, vertex !== here, ...inside));
  });
  const box = h("div", { class: "graph-box" });
  box.append(present.size > 0 ? drawing : h("span", { class: "none" }, "–"));
  return box;
}
