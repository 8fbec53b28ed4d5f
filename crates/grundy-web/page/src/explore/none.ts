/** Games that have no picture of this kind: that is nobody's mistake, and is said calmly. */

import { ApiError } from "../api";

/** What the server says where heaps from 0 up, so many of them, are no positions of a game. */
const CODES: readonly string[] = [
  "table-coins",
  "coin-zero",
  "coin-twice",
  "pairs-odd",
  "not-two-heaps",
  "too-few-heaps",
  "graph-unknown-vertex",
];

/** Does this error say that a game has no picture? */
export function saysNone(error: unknown): boolean {
  return error instanceof ApiError && CODES.includes(error.code);
}
