/** What every drawing of a board is given. */

import type { Translate } from "../../i18n";
import type { Component, MoveRow } from "../game";

export interface BoardShown {
  readonly component: Component;
  /** The same at the start: a board does not shrink. */
  readonly start: Component;
  /** The moves in this component. */
  readonly moves: readonly MoveRow[];
  /** Are these all of them? */
  readonly complete: boolean;
  /** Squares or coins that are marked. */
  readonly marks: readonly number[];
  /** The move that is about to be made. */
  readonly chosen: MoveRow | null;
  /** The move that a hint has told. */
  readonly hint: MoveRow | null;
  readonly open: boolean;
  readonly t: Translate;
  /** Told of new marks and the moves that fit them. */
  readonly mark: (marks: readonly number[], fitting: readonly MoveRow[]) => void;
  /** Told of a tap that is no part of a move, with the reason. */
  readonly refuse: (reason: string) => void;
  readonly key: string;
}

/** What is not drawn square by square. */
export const MOST_SQUARES = 400;

/** In one list and not in the other. */
export function differing(one: readonly number[], other: readonly number[]): readonly number[] {
  return [...one.filter((item) => !other.includes(item)), ...other.filter((item) => !one.includes(item))];
}

/** The numbers of a component, or null where they are too large to be drawn. */
export function drawable({ component, start }: BoardShown): readonly number[] | null {
  const fits = (heap: unknown) => Number.isSafeInteger(Number(heap)) && Number(heap) <= MOST_SQUARES;
  return [...component.heaps, ...start.heaps].every(fits) ? component.heaps.map(Number) : null;
}
