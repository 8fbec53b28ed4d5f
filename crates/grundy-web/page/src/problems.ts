/** The contest problems that the server knows, fetched once for each language. */

import type { Context } from "./view";

/** A problem, as /api/v1/judge lists it. */
export interface Problem {
  readonly name: string;
  /** The judge and its number there, such as "HDU 2147". */
  readonly source: string;
  readonly title: string;
  /** What its sample asks first; null where the problem is no position of a game. */
  readonly question: Question | null;
}

/** A question of a contest problem, as a position. */
export interface Question {
  readonly position: string;
  readonly misere: boolean;
  /** Where it is a single game. */
  readonly game: string | null;
}

/** The keys of state for the position of a question, with its game as rules of their own where it is a single one. */
export function stateOf({ position, misere, game }: Question): { game: string; heaps: string | null; misere: string | null } {
  const plain = misere ? position.replace(/^misere /, "") : position;
  const state = { game: plain, heaps: null, misere: misere ? "1" : null };
  return game === null ? state : { ...state, game, heaps: plain.slice(game.length).replace(/^\[(.*)\]$/s, "$1") };
}

const known = new Map<string, Promise<readonly Problem[]>>();

/** All problems, by source, and numbers in it by size. */
export function problems(ctx: Context): Promise<readonly Problem[]> {
  let list = known.get(ctx.lang);
  if (!list) {
    list = ctx.api.ask<{ profiles: Problem[] }>("judge", {}, "problems").then(({ profiles }) =>
      [...profiles].sort((a, b) => a.source.localeCompare(b.source, "en", { numeric: true })),
    );
    known.set(ctx.lang, list);
    // What failed or was given up is asked again next time.
    list.catch(() => known.delete(ctx.lang));
  }
  return list;
}

/** How a problem is called where one is chosen. */
export function called({ source, title }: Problem): string {
  return title ? `${source} · ${title}` : source;
}

/** The problems that `words` may mean, those with exactly this code first: "hdu 2147", "HDU2147", "2147" or a title. */
export function meant(all: readonly Problem[], words: string): readonly Problem[] {
  const plain = bare(words);
  if (!plain) return [];
  const codes = all.filter((one) => isCode(one, plain));
  const others = all.filter((one) => !codes.includes(one) && bare(called(one)).includes(plain));
  return [...codes, ...others];
}

/** The problem with exactly this code. */
export function ofCode(all: readonly Problem[], code: string): Problem | undefined {
  const plain = bare(code);
  return all.find(({ source }) => bare(source) === plain);
}

/** Is `plain` the code of a problem, with its judge or without? */
function isCode({ source }: Problem, plain: string): boolean {
  return bare(source) === plain || bare(source.slice(source.indexOf(" ") + 1)) === plain;
}

/** Letters and digits only: people write codes with spaces, dashes or neither. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
