/** The position that the shared keys of the state name. */

import type { State } from "../state";

/** The fields of a request about the position. */
export interface Asked {
  readonly game: string;
  readonly heaps?: string;
  readonly misere?: true;
}

/** The fields for `game`, `heaps` and `misere` of the state. */
export function asked(state: State): Asked {
  const { game = "", heaps } = state;
  return { game, ...(heaps ? { heaps } : {}), ...(state["misere"] ? { misere: true as const } : {}) };
}
