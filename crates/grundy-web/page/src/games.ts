/** The catalogue, fetched once for each language. */

import type { Context } from "./view";

/** A named game, as /api/v1/games lists it. */
export interface Game {
  readonly name: string;
  readonly signature: string;
  readonly aliases: readonly string[];
  readonly rules: string;
  /** What to type for it. */
  readonly example: string;
  /** Heaps to begin with. */
  readonly heaps: readonly (number | string)[];
  readonly title: string;
  readonly about: string;
}

/** Sizes made for playing, where those of the catalogue are there for their arithmetic. */
const PLAYED: Readonly<Record<string, readonly number[]>> = { wythoff: [5, 8], euclid: [5, 13], "bash(3)": [15] };

/** The heaps to begin a game with. */
export function beginning(game: Game): string {
  return (PLAYED[game.example] ?? game.heaps).join(" ");
}

const known = new Map<string, Promise<readonly Game[]>>();

/** All named games. */
export function games(ctx: Context): Promise<readonly Game[]> {
  let list = known.get(ctx.lang);
  if (!list) {
    list = ctx.api.ask<{ games: Game[] }>("games", {}).then((answer) => answer.games);
    known.set(ctx.lang, list);
    // What failed or was given up is asked again next time.
    list.catch(() => known.delete(ctx.lang));
  }
  return list;
}
