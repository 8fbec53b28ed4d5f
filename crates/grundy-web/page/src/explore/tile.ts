/** A square with its picture: one pixel a cell, painted once and drawn larger or smaller. */

import { isLost, pixel, pixels } from "./scale";
import type { Square } from "./table";

/** Up to this number every colour is made once and kept in a table. */
const TABLED = 1 << 20;

/** With no more lost positions than one in so many, they are drawn larger than they are where cells are tiny. */
const SPARSE = 50;

export class Tile {
  readonly square: Square;
  readonly picture = document.createElement("canvas");
  /** The lost positions as places in the square, where they are few; else null. */
  readonly lost: Uint32Array | null;
  #greatest = -1;

  constructor(square: Square) {
    this.square = square;
    this.picture.width = square.columns;
    this.picture.height = square.rows;
    this.lost = few(square);
  }

  /** Paints it in the colours for numbers up to `greatest`, unless that is done. */
  paint(greatest: number): void {
    if (this.#greatest === greatest) return;
    this.#greatest = greatest;
    const { show, misere, cells, rows, columns } = this.square;
    const image = new ImageData(columns, rows);
    const out = new Uint32Array(image.data.buffer);
    if (greatest <= TABLED) {
      const table = pixels(show, misere, greatest);
      for (let at = 0; at < cells.length; at += 1) out[at] = table[cells[at]!]!;
    } else {
      for (let at = 0; at < cells.length; at += 1) out[at] = pixel(show, misere, cells[at]!, greatest);
    }
    this.picture.getContext("2d")?.putImageData(image, 0, 0);
  }
}

function few({ cells, show, misere }: Square): Uint32Array | null {
  const most = Math.floor(cells.length / SPARSE);
  const places: number[] = [];
  for (let at = 0; at < cells.length; at += 1) {
    if (!isLost(show, misere, cells[at]!)) continue;
    if (places.length === most) return null;
    places.push(at);
  }
  return Uint32Array.from(places);
}
