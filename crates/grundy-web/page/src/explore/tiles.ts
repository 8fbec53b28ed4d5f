/** The squares of a map: which are needed, asked for one after the other, and which may be forgotten. */

import { type Api, isAbort } from "../api";
import { type Camera, type Cell, FARTHEST, seen } from "./camera";
import { type Line, type Show, contentOf, fetchSquare } from "./table";
import { Tile } from "./tile";

/** So many are kept. */
const KEPT = 24;

/** What a map is of. */
export interface Subject {
  readonly line: Line;
  readonly show: Show;
  /** Cells of a side of a square. */
  readonly side: number;
}

export class Tiles {
  readonly #api: Api;
  readonly #changed: () => void;
  readonly #failed: (error: unknown, first: boolean) => void;
  #subject: Subject | null = null;
  /** What the squares are of. */
  #shown: Subject | null = null;
  /** By place; the ones looked at last come last. `null` where the server said no. */
  #tiles = new Map<string, Tile | null>();
  #asked: string | null = null;
  #wanted: readonly Cell[] = [];

  /** `failed` is told of a first square that did not come, and of later ones. */
  constructor(api: Api, changed: () => void, failed: (error: unknown, first: boolean) => void) {
    this.#api = api;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** Another subject. What is drawn of the old one stays until the first square of the new one is there. */
  reset(subject: Subject): void {
    this.#subject = subject;
    this.#wanted = [];
    void this.#load({ row: 0, column: 0 }, new Map());
  }

  /** Asks for the squares that are seen and not there yet. */
  want(camera: Camera, frame: number): void {
    const side = this.#subject?.side;
    if (!side || !this.fresh) return;
    const { from, end } = seen(camera, frame);
    const wanted: Cell[] = [];
    for (let row = from.row - (from.row % side); row < Math.min(end.row, FARTHEST); row += side) {
      for (let column = from.column - (from.column % side); column < Math.min(end.column, FARTHEST); column += side) {
        const cell = { row, column };
        const tile = this.#tiles.get(key(cell));
        if (tile === undefined) wanted.push(cell);
        else this.#touch(key(cell), tile);
      }
    }
    const far = (cell: Cell) => Math.hypot(cell.row + side / 2 - camera.row, cell.column + side / 2 - camera.column);
    this.#wanted = wanted.sort((a, b) => far(a) - far(b));
    if (this.#asked === null) this.#next();
  }

  /** All that are there. */
  all(): readonly Tile[] {
    return [...this.#tiles.values()].filter((tile) => tile !== null);
  }

  /** Are the squares those of the present subject? */
  get fresh(): boolean {
    return this.#shown === this.#subject;
  }

  /** The greatest number anywhere, at least 1. */
  greatest(): number {
    return this.all().reduce((most, tile) => Math.max(most, tile.square.greatest), 1);
  }

  /** What stands in a cell; null where that is not known here. */
  content(cell: Cell): number | null {
    for (const tile of this.all()) {
      const content = contentOf(tile.square, cell);
      if (content !== null) return content;
    }
    return null;
  }

  #next(): void {
    const [cell] = this.#wanted;
    if (cell) void this.#load(cell, this.#tiles);
  }

  async #load(cell: Cell, into: Map<string, Tile | null>): Promise<void> {
    const subject = this.#subject;
    if (!subject) return;
    const first = into !== this.#tiles;
    this.#asked = key(cell);
    let tile: Tile | null = null;
    let error: unknown = null;
    try {
      tile = new Tile(await fetchSquare(this.#api, subject.line, subject.show, cell, subject.side));
    } catch (reason) {
      if (isAbort(reason)) return;
      error = reason;
    }
    // An answer to what is no longer asked.
    if (this.#subject !== subject || this.#asked !== key(cell)) return;
    this.#asked = null;
    this.#wanted = this.#wanted.filter((other) => key(other) !== key(cell));
    into.set(key(cell), tile);
    if (first) {
      this.#tiles = into;
      this.#shown = subject;
    }
    this.#forget();
    if (error !== null) this.#failed(error, first);
    this.#changed();
    this.#next();
  }

  #touch(name: string, tile: Tile | null): void {
    this.#tiles.delete(name);
    this.#tiles.set(name, tile);
  }

  #forget(): void {
    for (const name of this.#tiles.keys()) {
      if (this.#tiles.size <= KEPT) return;
      this.#tiles.delete(name);
    }
  }
}

function key(cell: Cell): string {
  return `${cell.row} ${cell.column}`;
}
