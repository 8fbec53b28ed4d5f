/** The position that the shared keys of the state name. */

import type { State } from "../state";

/** The position of a page that was opened without one: a small game that is won in a few moves. */
const DEFAULT = { game: "nim", heaps: "3 4 5" } as const;

/** The fields of a request about the position. */
export interface Asked {
  readonly game: string;
  readonly heaps?: string;
  readonly misere?: true;
}

/** The fields for `game`, `heaps` and `misere` of the state. */
export function asked(state: State): Asked {
  const { game, heaps } = state["game"] ? { game: state["game"], heaps: state["heaps"] } : DEFAULT;
  return { game, ...(heaps ? { heaps } : {}), ...(state["misere"] ? { misere: true as const } : {}) };
}
