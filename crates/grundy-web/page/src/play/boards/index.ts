/** Games on boards, each drawn as its board; what none of the drawings takes is shown as its numbers. */

import { h } from "../../dom";
import type { Component, MoveRow } from "../game";
import { bush, edgesOf, fallen } from "./bush";
import { bitten, chomp } from "./chomp";
import { columnsOf, packed, rectangle, row } from "./coins";
import { edges, isEdges, touched } from "./edges";
import { arrowsOf, graph } from "./graph";
import { isPins, knocked, pins } from "./pins";
import { race } from "./race";
import { covers, squares } from "./squares";
import { dollars, nimble, slid } from "./strip";
import { type BoardShown, differing } from "./shown";

export type { BoardShown } from "./shown";

/** Are the heaps steps of a stair, from which stones move to the next one below? */
export const isStairs = (game: string) => /^staircase\b/.test(game);

const isNimble = (game: string) => /^nimble\b/.test(game);

/** Is a component drawn as a board on which its moves are tapped? Heaps are drawn as heaps. */
export function isBoard({ kind, game, put_backs }: Component): boolean {
  // No pin stands where stones could be put back.
  return kind !== "heaps" || (put_backs === undefined && (isPins(game) || isNimble(game)));
}

/** Is nothing of a component drawn that could be tapped? Its moves are a list. */
export function isListed(component: Component): boolean {
  return component.kind === "own" && arrowsOf(component.game) === null && !isEdges(component);
}

/** The drawing of a component, `rows` as they stand on the screen; null where it consists of heaps. */
export function board(it: BoardShown, rows: readonly number[]): HTMLElement | null {
  const { kind, game } = it.component;
  const drawn = () => {
    switch (kind) {
      case "heaps":
        if (!isBoard(it.component)) return null;
        return isPins(game) && it.complete ? pins(it, rows) : isNimble(game) ? nimble(it) : null;
      case "chomp":
        return chomp(it);
      case "coins":
        return row(it);
      case "grid":
        return rectangle(it);
      case "strip":
        return dollars(it);
      case "hackenbush":
        return bush(it);
      case "squares":
        return squares(it);
      case "race":
        return race(it);
      default:
        return isEdges(it.component) ? edges(it) : graph(it);
    }
  };
  return drawn() ?? (kind === "heaps" ? null : numbers(it.component));
}

/** Two numbers a coin or an edge, one a heap or a vertex. */
function numbers({ kind, heaps }: Component): HTMLElement {
  const texts = heaps.map(String);
  const pairs = ["grid", "hackenbush", "squares", "edges"].includes(kind);
  const found = pairs ? texts.flatMap((text, at) => (at % 2 === 0 ? [`${text}–${texts[at + 1] ?? ""}`] : [])) : texts;
  return h("div", { class: "chips" }, (found.length ? found : ["–"]).map((text) => h("span", { class: "chip" }, text)));
}

/** The marks that a move would have on its board, `rows` as they stand on the screen. */
export function marksOf(component: Component, start: Component, rows: readonly number[], move: MoveRow): readonly number[] {
  const { kind, game } = component;
  if (isEdges(component)) return touched({ component, start }, move);
  const [from, to] = [component.heaps.map(Number), (move.to ?? []).map(Number)];
  switch (kind) {
    case "chomp":
      return bitten(from, move);
    case "coins":
      return differing(from, to);
    case "grid": {
      const columns = columnsOf(start.heaps);
      return differing(packed(from, columns), packed(to, columns));
    }
    case "strip":
      return differing(from, to);
    case "hackenbush":
      return fallen(edgesOf(from), move).slice(0, 1);
    case "squares": {
      const columns = component.squares?.[1] ?? 1;
      return covers(packed(from, columns), move, columns);
    }
    case "race":
      return to;
    case "own": {
      const target = move.changes?.[0]?.to.map(String)[0];
      const at = [...(arrowsOf(game)?.keys() ?? [])].findIndex((vertex) => vertex === target);
      return at < 0 ? [] : [at];
    }
    default:
      return isNimble(game) ? slid(from, to) : isPins(game) ? knocked(rows, move) : [];
  }
}
