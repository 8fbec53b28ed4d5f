/** The moves from a position of two heaps, as places on the map. */

import type { Api } from "../api";
import type { Whole } from "../whole";
import type { Cell } from "./camera";
import type { Line } from "./table";

interface Move {
  readonly to: readonly Whole[];
  readonly take?: readonly Whole[];
  readonly outcome: "N" | "P" | "D";
}

interface Answer {
  readonly position: string;
  readonly moves: readonly Move[];
  readonly moves_total: Whole | null;
}

/** What can be reached from a position. */
export interface Moves {
  readonly from: Cell;
  readonly outcome: "N" | "P" | "D";
  /** The moves that win or, from a drawn position, keep the draw. */
  readonly wins: readonly Cell[];
  readonly others: readonly Cell[];
  /** Moves that leave more heaps than a map has. */
  readonly outside: number;
}

/** So many moves are asked for: a queen's from any corner of the largest square, and more. */
const MOST = 5000;

/** Asks for them; a later request gives up this one. */
export async function fetchMoves(api: Api, line: Line, from: Cell): Promise<Moves> {
  const body = { ...line, heaps: [from.row, from.column], moves: MOST };
  return placed(await api.ask<Answer>("moves", body, "explore.moves"), from);
}

/** The answer as places. Heaps come sorted where their order does not matter: they are put back as they lie. */
export function placed(answer: Answer, from: Cell): Moves {
  const shown = /\[([^\]]*)\]\s*$/.exec(answer.position)?.[1]?.split(",").map(Number) ?? [];
  const turned = shown[0] !== from.row || shown[1] !== from.column;
  const outcome = best(answer.moves);
  const target = outcome === "D" ? "D" : "P";
  const [wins, others]: [Cell[], Cell[]] = [[], []];
  let outside = 0;
  for (const move of answer.moves) {
    const cell = place(move, from, turned);
    if (!cell) outside += 1;
    else (move.outcome === target && outcome !== "P" ? wins : others).push(cell);
  }
  return { from, outcome, wins, others, outside };
}

function best(moves: readonly Move[]): "N" | "P" | "D" {
  if (moves.some((move) => move.outcome === "P")) return "N";
  return moves.some((move) => move.outcome === "D") ? "D" : "P";
}

function place(move: Move, from: Cell, turned: boolean): Cell | null {
  if (move.take?.length === 2) {
    const [a, b] = move.take.map(Number) as [number, number];
    return { row: from.row - (turned ? b : a), column: from.column - (turned ? a : b) };
  }
  if (move.to.length > 2) return null;
  const [a = 0, b = 0] = move.to.map(Number);
  // A heap that was not touched stays where it is.
  if (a === from.row || b === from.column) return { row: a, column: b };
  if (b === from.row || a === from.column) return { row: b, column: a };
  return turned ? { row: b, column: a } : { row: a, column: b };
}
