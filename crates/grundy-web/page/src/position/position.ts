/** The position that the shared keys of the state name. */

import type { State } from "../state";

/** The fields of a request about the position. */
export interface Asked {
  readonly game: string;
  readonly heaps?: string;
  readonly misere?: true;
}

/** Rules and then heaps in brackets, which may be full-width; what is quoted in rules may hold brackets too. */
const WHOLE = /^((?:[^"[［【]|"[^"]*")*)[[［【](.*)[\]］】]\s*$/su;

/** A position in one text, cut into rules and heaps; null where there are no brackets. A sum is cut at its first. */
function cut(text: string): { readonly rules: string; readonly heaps: string } | null {
  const found = WHOLE.exec(text);
  return found && { rules: found[1]!.trim(), heaps: found[2]!.trim() };
}

/** Does a game come with its heaps, so that there are none beside it? */
export function isWhole(game: string): boolean {
  return cut(game) !== null;
}

/** Heaps without the brackets around them. */
export function bare(heaps: string): string {
  const found = cut(heaps);
  return found?.rules === "" ? found.heaps : heaps.trim();
}

/** The fields for `game`, `heaps` and `misere` of the state. */
export function asked(state: State): Asked {
  const { game = "" } = state;
  const heaps = isWhole(game) ? "" : bare(state["heaps"] ?? "");
  const misere = state["misere"] ? { misere: true as const } : {};
  // What the past has left stands among the heaps, and only in the text of a position.
  if (/[;；]/u.test(heaps)) return { game: `${game}[${heaps}]`, ...misere };
  return { game, ...(heaps ? { heaps } : {}), ...misere };
}

/** The same for a view of the game as such: rules, and the heaps beside them. */
export function askedRules(state: State): Asked {
  const { game, heaps = "", ...misere } = asked(state);
  const whole = cut(game);
  // Of a sum there are no rules in one piece; the server says so.
  const single = whole && !/[\]］】]/u.test(whole.heaps) ? whole : { rules: game, heaps };
  return { game: single.rules, ...(single.heaps ? { heaps: single.heaps } : {}), ...misere };
}
