/** The answers of /api/v1/play and its relatives. */

import type { Whole } from "../whole";

/** One part of a position. */
export interface Component {
  readonly game: string;
  /** How it is drawn. */
  readonly kind: "heaps" | "race" | "own" | "coins" | "grid" | "chomp" | "strip" | "hackenbush" | "squares" | "edges";
  readonly heaps: readonly Whole[];
  /** Rows and columns of a board whose squares are covered. */
  readonly squares?: readonly [number, number];
  readonly state: Readonly<Record<string, unknown>>;
  /** Do heaps keep their places? Else they are sorted. */
  readonly ordered: boolean;
  /** Do empty heaps vanish? */
  readonly drops: boolean;
  /** The mark that heaps of these rules bear: rows that were rings, opened ones, those of the latest move. */
  readonly marks?: "row" | "open" | "touched";
  /** The numbers of the seats, which the moves use in turn. */
  readonly seats?: readonly Whole[];
  /** How often players may pass in all. */
  readonly passes?: Whole;
  /** How often they may put stones back in all. */
  readonly put_backs?: Whole;
}

/** What a move does, as in `solve`. */
export interface Doing {
  readonly component?: number;
  readonly to?: readonly Whole[];
  readonly take?: readonly Whole[];
  readonly add?: Whole;
  readonly changes?: readonly { readonly heap: number; readonly from: Whole; readonly to: readonly Whole[] }[];
  readonly pass?: true;
  /** In compounds, where a move plays in several components. */
  readonly parts?: readonly Doing[];
}

export interface MoveRow extends Doing {
  /** Other ways to the same result, in a list of moves, which has each result once. */
  readonly also?: readonly Doing[];
  /** What to send as a move played. */
  readonly text: string;
  readonly words: string;
}

export interface Played extends MoveRow {
  readonly components: readonly Component[];
}

export type Seat = 1 | 2;

export interface Game {
  readonly position: string;
  readonly misere: boolean;
  readonly scoring: boolean;
  readonly at: number;
  readonly to_move: Seat;
  readonly start: readonly Component[];
  readonly components: readonly Component[];
  readonly line: readonly Played[];
  readonly moves: readonly MoveRow[];
  readonly moves_complete: boolean;
  readonly end: { readonly winner: Seat | null; readonly by: Whole | null; readonly repeated: boolean } | null;
}

export interface Sentence {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Review {
  readonly standings: readonly { readonly winner: Seat | null; readonly margin: Whole | null }[];
  readonly mistakes: readonly { readonly number: number; readonly steps: readonly Sentence[]; readonly reply: MoveRow | null }[];
}

export interface Hint {
  readonly steps: readonly Sentence[];
  readonly move: MoveRow | null;
  readonly more: boolean;
}

/** A position with its moves left out: the parts of a sum in one text. */
export function seatAfter(moves: number): Seat {
  return moves % 2 === 0 ? 1 : 2;
}
