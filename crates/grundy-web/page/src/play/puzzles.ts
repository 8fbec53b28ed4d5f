/** Puzzles in levels: three solved in a row open the next. How far one is, is kept in this browser. */

import type { Patch } from "../state";

/** What each level's puzzles are made from, the easier first. */
export const LEVELS: readonly { readonly game: string; readonly heaps: string; readonly misere?: "1" }[] = [
  { game: "nim", heaps: "2 3" },
  { game: "bash(3)", heaps: "12" },
  { game: "nim", heaps: "2 3 4" },
  { game: "take 1, 3, 4", heaps: "13" },
  { game: "kayles", heaps: "6" },
  { game: "wythoff", heaps: "3 6" },
  { game: "nim", heaps: "2 3 4", misere: "1" },
  { game: "fibonacci", heaps: "16" },
  { game: "chomp", heaps: "4 4" },
  { game: "lasker", heaps: "3 5 7" },
  { game: "nim", heaps: "7 9 12 14" },
];

/** So many solved in a row open the next level. */
const ENOUGH = 3;
const KEY = "grundy.puzzles";

/** How far somebody is. */
export interface Progress {
  /** From 1. */
  readonly level: number;
  readonly streak: number;
  /** The puzzle that was counted last, so that none is counted twice. */
  readonly counted: string;
}

const BEGINNING: Progress = { level: 1, streak: 0, counted: "" };

let now: Progress | null = null;

/** What this browser remembers. */
export function progress(): Progress {
  if (now) return now;
  try {
    const { level, streak, counted } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>;
    const within = (value: unknown, least: number, most: number) =>
      Number.isInteger(value) ? Math.min(Math.max(value as number, least), most) : least;
    now = { level: within(level, 1, LEVELS.length), streak: within(streak, 0, 1e6), counted: String(counted ?? "") };
  } catch {
    // Browsers may forbid it, and somebody may have written something else there.
    now = BEGINNING;
  }
  return now;
}

/** Counts the first answer to a puzzle of a level. */
export function settle(puzzle: string, level: number, right: boolean): Progress {
  const before = progress();
  if (before.counted === puzzle) return before;
  const streak = right ? before.streak + 1 : 0;
  const up = right && streak % ENOUGH === 0 && level === before.level && level < LEVELS.length;
  now = { level: up ? level + 1 : before.level, streak, counted: puzzle };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Remembered while the page is open.
  }
  return now;
}

/** The position that puzzles of a level are made near to. */
export function near(level: number): { readonly game: string; readonly heaps: string; readonly misere?: "1" } {
  return LEVELS[Math.min(Math.max(level, 1), LEVELS.length) - 1] ?? { game: "nim", heaps: "3 4 5" };
}

/** The state without a puzzle. */
export const NO_PUZZLE: Patch = { mode: null, level: null, from: null };
