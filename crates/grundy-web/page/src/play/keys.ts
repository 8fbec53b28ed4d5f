/** The keys of state that are Play's own, read and written in one place. */

import type { Patch, State } from "../state";
import type { Seat } from "./game";
import { seatAfter } from "./game";

/** In links the moves stand in one text. */
const BETWEEN = "|";

export const KEYS = ["mode", "mistakes", "first", "coach", "winning", "from", "played", "at", "level"] as const;

/** Keys that hold for one position only. */
export const BOUND = ["from", "played", "at", "level"] as const;

/** Takes the line of play away. */
export const FORGET = { played: null, at: null, from: null } as const;

export type Mode = "engine" | "two" | "puzzle";

/** How a game is played, and how far it is. */
export interface Play {
  readonly mode: Mode;
  /** Of a hundred moves of the engine. */
  readonly mistakes: number;
  /** The seat of the person against the engine. */
  readonly you: Seat;
  /** Are mistakes told at once? */
  readonly coach: boolean;
  /** Is it shown who was winning? */
  readonly winning: boolean;
  /** A puzzle begins after so many of the moves. */
  readonly from: number;
  /** The level that a puzzle is of; 0 for one near a position of the reader's. */
  readonly level: number;
  readonly played: readonly string[];
  readonly at: number;
}

export function readPlay(state: State): Play {
  const mode: Mode = state["mode"] === "two" ? "two" : state["mode"] === "puzzle" ? "puzzle" : "engine";
  const played = state["played"] ? state["played"].split(BETWEEN) : [];
  const number = (key: string, most: number, otherwise: number) => {
    const value = Number(state[key] ?? "");
    return state[key] && Number.isInteger(value) && value >= 0 ? Math.min(value, most) : otherwise;
  };
  const from = number("from", played.length, 0);
  return {
    mode,
    mistakes: number("mistakes", 100, 0),
    you: state["first"] === "engine" ? 2 : 1,
    coach: state["coach"] ? state["coach"] === "1" : mode === "engine",
    winning: state["winning"] === "1",
    from,
    level: mode === "puzzle" ? number("level", 99, 0) : 0,
    played,
    at: number("at", played.length, played.length),
  };
}

/** The seat of the one person who plays: against the engine, or in a puzzle; null where two people do. */
export function ownSeat(play: Play): Seat | null {
  if (play.mode === "two") return null;
  return play.mode === "engine" ? play.you : seatAfter(play.from);
}

/** Is the engine to move after so many moves? */
export function isEngines(play: Play, at: number): boolean {
  return play.mode === "engine" && seatAfter(at) !== play.you;
}

/** A move played at the present place; those behind it are forgotten. */
export function withMove(play: Play, text: string): Patch {
  return { played: [...play.played.slice(0, play.at), text].join(BETWEEN), at: null };
}

/** Going to another place of the line. */
export function withPlace(play: Play, at: number): Patch {
  return { at: at === play.played.length ? null : String(at) };
}

/** The nearest place, in this direction, where a person is to move; the present one where there is none. */
export function nearest(play: Play, by: 1 | -1): number {
  const least = play.mode === "puzzle" ? play.from : 0;
  for (let at = play.at + by; at >= least && at <= play.played.length; at += by) {
    if (!isEngines(play, at) || (by === 1 && at === play.played.length)) return at;
  }
  return play.at;
}
