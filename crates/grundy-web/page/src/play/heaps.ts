/**
 * Moves as what is done to heaps on the screen.
 *
 * The server sorts heaps where their order does not matter; on the screen a heap stays where it is. A pick is
 * "so many stones of the heap in that place"; a move fits some picks where it takes just these.
 */

import { type Whole, big, sorted, sum } from "../whole";
import type { Component, Doing, MoveRow } from "./game";

/** Stones picked, by the place of the heap on the screen. Nought stands for splitting it or opening it, less for putting back. */
export type Picks = ReadonlyMap<number, bigint>;

/** The places of the heaps that bear the mark of their rules. */
export function marked({ marks, state }: Component): readonly number[] {
  if (!marks) return [];
  const numbers = state[{ row: "rows", open: "opened", touched: "touched" }[marks]] as readonly number[] | undefined;
  return (numbers ?? []).map((number) => number - 1);
}

/** The places of the heaps that are still closed. */
export function closed(component: Component): readonly number[] {
  if (component.marks !== "open") return [];
  const open = marked(component);
  return component.heaps.flatMap((heap, place) => (big(heap) > 0n && !open.includes(place) ? [place] : []));
}

/** What one move does to one heap: so many stones fewer, or more where stones are put back. */
interface Effect {
  /** The heap as `naming` calls it. */
  readonly heap: string;
  readonly taken: bigint;
}

/** How often stones may still be put back; null where the rules have no putting back. */
export function putsLeft({ put_backs, state }: Component): bigint | null {
  return put_backs === undefined ? null : big(put_backs) - big((state["put"] as Whole | undefined) ?? 0);
}

/** The heaps of a component on the screen after a move, in the places they had. */
export function follow(shown: readonly Whole[], before: Component, row: Doing, after: Component): readonly Whole[] {
  // Where heaps bear marks, the server says which ones.
  if (after.ordered || after.marks || after.kind !== "heaps") return after.heaps;
  const next: (Whole[] | Whole)[] = [...shown];
  const put = (size: Whole, left: Whole[]) => {
    const place = next.findIndex((heap) => !Array.isArray(heap) && big(heap) === big(size));
    if (place >= 0) next[place] = left;
  };
  row.take?.forEach((taken, index) => {
    const size = before.heaps[index];
    if (size !== undefined && big(taken) > 0n) put(size, [String(big(size) - big(taken))]);
  });
  for (const change of row.changes ?? []) put(change.from, [...change.to]);
  const left = next.flat().filter((heap) => !after.drops || big(heap) > 0n);
  return sorted(left) === sorted(after.heaps) ? left : after.heaps;
}

/** Names of heaps in a component, by place and size: in an ordered game the place, else the size and whether it is marked. */
function naming(component: Component): (place: number, size: Whole) => string {
  const bearing = marked(component);
  return (place, size) => (component.ordered ? `#${place}` : `${size}${bearing.includes(place) ? "*" : ""}`);
}

/** What a move does to the heaps of this component; null where it plays elsewhere too. */
function effects(row: Doing, component: Component): readonly Effect[] | null {
  if (row.parts) return null;
  const name = naming(component);
  const found: Effect[] = [];
  row.take?.forEach((taken, index) => {
    found.push({ heap: name(index, component.heaps[index] ?? 0), taken: big(taken) });
  });
  for (const change of row.changes ?? []) {
    found.push({ heap: name(change.heap - 1, change.from), taken: big(change.from) - sum(change.to) });
  }
  // Stones that move to another heap leave the first; a split takes none, and neither does opening a heap.
  const taking = found.filter((effect) => effect.taken > 0n);
  if (taking.length > 0) return taking;
  if (component.put_backs !== undefined && found.some((effect) => effect.taken < 0n)) return found;
  return row.changes ? found.filter((effect) => effect.taken === 0n) : [];
}

/** Do these effects hold all the picks? With `whole`, nothing else either. */
function holds(list: readonly Effect[], picked: readonly Effect[], whole: boolean): boolean {
  if (whole && list.length !== picked.length) return false;
  const rest = [...list];
  return picked.every((pick) => {
    const place = rest.findIndex((effect) => effect.heap === pick.heap && effect.taken === pick.taken);
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}

/** The moves in one component, as what can be picked in it. */
export class HeapMoves {
  readonly #rows: readonly { row: MoveRow; effects: readonly Effect[] }[];

  constructor(
    readonly component: Component,
    /** The heaps in their places on the screen. */
    readonly shown: readonly Whole[],
    moves: readonly MoveRow[],
    index: number,
    /** Are these all the moves there are? */
    readonly complete: boolean,
  ) {
    const here = moves.filter((row) => (row.component ?? 0) === index);
    this.#rows = here.flatMap((row) =>
      [row, ...(row.also ?? [])].flatMap((way) => {
        const list = effects(way, component);
        return list && list.length > 0 ? [{ row, effects: list }] : [];
      }),
    );
  }

  #effects(picks: Picks): Effect[] {
    return [...picks].map(([place, taken]) => ({
      heap: this.#name(place),
      taken,
    }));
  }

  #name(place: number): string {
    return naming(this.component)(place, this.shown[place] ?? 0);
  }

  /** The moves that do just this. */
  fitting(picks: Picks): readonly MoveRow[] {
    if (picks.size === 0) return [];
    const picked = this.#effects(picks);
    return this.#rows.filter((one) => holds(one.effects, picked, true)).map((one) => one.row);
  }

  /** Can the picks be a part of a move? */
  begins(picks: Picks): boolean {
    if (!this.complete) return true;
    const picked = this.#effects(picks);
    return this.#rows.some((one) => holds(one.effects, picked, false));
  }

  /** For every place the amounts that can be picked there, alone or beside what is picked already. */
  offered(picks: Picks): (place: number, amount: bigint) => boolean {
    if (!this.complete) return () => true;
    const picked = this.#effects(picks);
    const known = new Set<string>();
    for (const one of this.#rows) {
      if (one.effects.length === 1 || holds(one.effects, picked, false) || picks.size === 0) {
        for (const effect of one.effects) known.add(`${effect.heap}:${effect.taken}`);
      }
    }
    return (place, amount) => {
      return known.has(`${this.#name(place)}:${amount}`);
    };
  }

  /** The numbers of stones that can be put back in this place, least first; null where they are not all known. */
  puts(place: number): readonly bigint[] | null {
    if ((putsLeft(this.component) ?? 0n) <= 0n) return [];
    if (!this.complete) return null;
    const heap = this.#name(place);
    const found = this.#rows.flatMap(({ effects }) => effects.flatMap((one) => (one.heap === heap && one.taken < 0n ? [-one.taken] : [])));
    return [...new Set(found)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  }

  /** Adds a pick to the others, or changes that of its heap; null where no move has both it and the others. */
  picked(picks: Picks, place: number, amount: bigint): Picks | null {
    const next = new Map(picks).set(place, amount);
    if (this.begins(next)) return next;
    return [...picks.keys()].every((other) => other === place) ? new Map([[place, amount]]) : null;
  }

  /** What a move picks; null where stones cannot say it. */
  picksOf(row: Doing): Picks | null {
    const found = new Map<number, bigint>();
    for (const { heap, taken } of effects(row, this.component) ?? []) {
      const place = this.shown.findIndex((_, at) => !found.has(at) && this.#name(at) === heap);
      if (place >= 0) found.set(place, taken);
    }
    const some = [...found].filter(([, amount]) => amount > 0n);
    return found.size > 0 ? new Map(some.length > 0 ? some : found) : null;
  }

  /** The heaps that plain taking leaves; null where a pick is a split. */
  left(picks: Picks): readonly bigint[] | null {
    if ([...picks.values()].some((amount) => amount === 0n)) return null;
    return this.shown.map((heap, place) => big(heap) - (picks.get(place) ?? 0n));
  }
}
