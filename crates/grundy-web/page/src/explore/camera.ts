/**
 * Where a map is looked at: the heaps in the middle of the frame, and how many pixels a cell has. Arithmetic only.
 *
 * The first heap goes down and the second across, both from 0; cell (r, c) fills the square from r to r + 1 and
 * from c to c + 1. The frame is a square of `frame` pixels.
 */

export interface Camera {
  readonly row: number;
  readonly column: number;
  /** Pixels a cell. */
  readonly zoom: number;
}

/** A position of two heaps. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A place in the frame, in pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The largest heaps that a map shows. */
export const FARTHEST = 1 << 20;
/** The most pixels of a cell. */
const CLOSEST = 64;
/** So many sides of a tile are seen at once, at most. */
const WIDEST = 2;

/** All of a table of `side` by `side` cells. */
export function fitted(frame: number, side: number): Camera {
  return { row: side / 2, column: side / 2, zoom: frame / side };
}

/** The same or, where it looks beside the map or from too far, the nearest that does not. */
export function clamped(camera: Camera, frame: number, side: number): Camera {
  const zoom = between(camera.zoom, frame / (WIDEST * side), Math.max(CLOSEST, frame / side));
  const half = frame / (2 * zoom);
  const place = (at: number) => between(at, half, FARTHEST - half);
  return { row: place(camera.row), column: place(camera.column), zoom };
}

/** Moved by so many pixels of the frame. */
export function moved(camera: Camera, dx: number, dy: number): Camera {
  const { row, column, zoom } = camera;
  return { row: row - dy / zoom, column: column - dx / zoom, zoom };
}

/** Larger by `factor`, with what is at `point` left where it is. */
export function zoomed(camera: Camera, frame: number, factor: number, point: Point): Camera {
  const zoom = camera.zoom * factor;
  const keep = (at: number, pixel: number) => at + (pixel - frame / 2) * (1 / camera.zoom - 1 / zoom);
  return { row: keep(camera.row, point.y), column: keep(camera.column, point.x), zoom };
}

/** Moved as little as needed for a cell to be seen. */
export function showing(camera: Camera, frame: number, cell: Cell): Camera {
  const half = frame / (2 * camera.zoom);
  const near = (at: number, place: number) => between(at, place + 1 - half, place + half);
  return { ...camera, row: near(camera.row, cell.row), column: near(camera.column, cell.column) };
}

/** The upper left corner of a cell in the frame. */
export function corner(camera: Camera, frame: number, cell: Cell): Point {
  return {
    x: (cell.column - camera.column) * camera.zoom + frame / 2,
    y: (cell.row - camera.row) * camera.zoom + frame / 2,
  };
}

/** The cell at a place of the frame. */
export function cellAt(camera: Camera, frame: number, point: Point): Cell {
  const at = (middle: number, pixel: number) => Math.max(0, Math.floor(middle + (pixel - frame / 2) / camera.zoom));
  return { row: at(camera.row, point.y), column: at(camera.column, point.x) };
}

/** The cells that are seen: from the first to the one behind the last. */
export function seen(camera: Camera, frame: number): { readonly from: Cell; readonly end: Cell } {
  const half = frame / (2 * camera.zoom);
  // A hair's breadth of a cell is none.
  const low = (at: number) => Math.max(0, Math.floor(at - half + 1e-6));
  const high = (at: number) => Math.ceil(at + half - 1e-6);
  return {
    from: { row: low(camera.row), column: low(camera.column) },
    end: { row: high(camera.row), column: high(camera.column) },
  };
}

/** A camera as text for the address. */
export function written(camera: Camera): string {
  return [camera.row, camera.column, camera.zoom].map((number) => String(Number(number.toFixed(3)))).join(" ");
}

/** A camera from the address; null where it says nothing of use. */
export function readCamera(text: string | undefined): Camera | null {
  const [row, column, zoom, ...more] = (text ?? "").split(" ").map(Number);
  const good = [row, column, zoom].every((number) => Number.isFinite(number)) && more.length === 0;
  return good && row! >= 0 && column! >= 0 && zoom! > 0 ? { row: row!, column: column!, zoom: zoom! } : null;
}

/** A position from the address, such as "3 5". */
export function readCell(text: string | undefined): Cell | null {
  const match = /^(\d{1,7}) (\d{1,7})$/.exec(text ?? "");
  if (!match) return null;
  const [row, column] = [Number(match[1]), Number(match[2])];
  return row < FARTHEST && column < FARTHEST ? { row, column } : null;
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
