/** Tables of two heaps as the server packs them. */

import type { Api } from "../api";
import type { Asked } from "../position/position";
import type { Cell } from "./camera";

/** What a cell shows. */
export type Show = "outcome" | "value" | "remoteness";

export const SHOWS: readonly Show[] = ["outcome", "value", "remoteness"];

/** A game without heaps, as a request has it. */
export type Line = Pick<Asked, "game" | "misere">;

/** A square of a table: positions with both heaps from `from`, row by row. */
export interface Square {
  readonly from: Cell;
  readonly rows: number;
  readonly columns: number;
  readonly show: Show;
  readonly misere: boolean;
  readonly greatest: number;
  /** Numbers or, where outcomes are shown, 0 for P, 1 for N, 2 for D. */
  readonly cells: Uint8Array | Uint16Array | Uint32Array;
}

interface Packed {
  readonly convention: string;
  readonly size: readonly [number, number];
  readonly show: Show;
  readonly bits: 8 | 16 | 32;
  readonly greatest: number;
  readonly packed: string;
}

/** Asks for the square of `side` cells each way from `from`. A later request gives up this one. */
export async function fetchSquare(api: Api, line: Line, show: Show, from: Cell, side: number): Promise<Square> {
  const body = { ...line, show, size: [side, side], from: [from.row, from.column], format: "packed" };
  const { convention, size, bits, greatest, packed } = await api.ask<Packed>("table", body, "explore.square");
  const [rows, columns] = size;
  return { from, rows, columns, show, misere: convention === "misere", greatest, cells: unpacked(packed, bits) };
}

/** Numbers of `bits` bits, little-endian, from base 64. */
export function unpacked(text: string, bits: 8 | 16 | 32): Uint8Array | Uint16Array | Uint32Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  if (bits === 8) return bytes;
  const length = bytes.length / (bits / 8);
  const numbers = bits === 16 ? new Uint16Array(length) : new Uint32Array(length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < length; at += 1) {
    numbers[at] = bits === 16 ? view.getUint16(2 * at, true) : view.getUint32(4 * at, true);
  }
  return numbers;
}

/** What stands in a cell of a square; null outside of it. */
export function contentOf(square: Square, cell: Cell): number | null {
  const [row, column] = [cell.row - square.from.row, cell.column - square.from.column];
  if (row < 0 || column < 0 || row >= square.rows || column >= square.columns) return null;
  return square.cells[row * square.columns + column] ?? null;
}
