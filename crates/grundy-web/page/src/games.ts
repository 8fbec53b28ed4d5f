/** The catalogue, fetched once for each language, and the heaps to begin a game with. */

import { ApiError, isLost } from "./api";
import { isWhole } from "./position/position";
import type { State } from "./state";
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
const PLAYED: Readonly<Record<string, readonly number[]>> = {
  wythoff: [5, 8],
  euclid: [5, 13],
  "bash(3)": [15],
  kayles: [9],
  dawsonkayles: [12],
};

/** The heaps to begin a game with. */
export function beginning(game: Game): string {
  return (PLAYED[game.example] ?? game.heaps).join(" ");
}

/** Heaps for rules about one heap, two or three. */
const OPENINGS = ["12", "5 8", "3 4 5"];
/** How many heaps rules are about is told without looking far. */
const FEW = 7;
const MOMENT = 1000;

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

const openings = new Map<string, string>();

/** The heaps to begin with where nobody has said any: those of the catalogue, else as many as the rules are about. */
async function opening(ctx: Context, game: string): Promise<string> {
  const all = await games(ctx);
  const called = (name: string) =>
    all.find((one) => one.example === name) ?? all.find((one) => [one.name, ...one.aliases].includes(name.split(/[(（]/u)[0]!));
  const entry = called(game.replace(/^misere\s+/, "").trim());
  if (entry) return beginning(entry);
  try {
    const asked = { game, to: FEW, time_ms: MOMENT };
    const { name, heaps } = await ctx.api.ask<{ name: string | null; heaps: number }>("pattern", asked, "opening");
    const same = name === null ? undefined : called(name);
    return same ? beginning(same) : (OPENINGS[heaps - 1] ?? Array.from({ length: heaps }, (_, at) => at + 3).join(" "));
  } catch (error) {
    // What is wrong with the game is told where it is asked about.
    if (error instanceof ApiError && !isLost(error)) return "";
    throw error;
  }
}

/** Gives the state heaps to begin with where it has a game and none. Did it? Then the view is updated again. */
export async function opened(ctx: Context, state: State): Promise<boolean> {
  const { game = "", heaps = "" } = state;
  if (heaps || !game || isWhole(game)) return false;
  // What was given up is not remembered.
  const begun = openings.get(game) ?? (await opening(ctx, game).catch(() => null));
  if (begun !== null) openings.set(game, begun);
  const now = ctx.get();
  if (!begun || now["game"] !== game || now["heaps"]) return false;
  // All of the state is named: nothing in it was about other heaps.
  ctx.set({ ...now, heaps: begun }, "replace");
  return true;
}
