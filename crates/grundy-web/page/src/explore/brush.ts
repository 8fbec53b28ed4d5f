/** What is drawn on a map: squares, axes, marks and numbers on cells, moves. */

import { type Camera, type Cell, type Point, corner, seen } from "./camera";
import { css, isDrawn, isLight, isLost } from "./scale";
import type { Tile } from "./tile";

/** Cells of so many pixels have marks, and of so many their numbers too. */
export const MARKED = 7;
const NUMBERED = 26;
/** Lost positions of tiny cells are so many pixels wide. */
const DOT = 2;
/** A map of so many pixels has larger words. */
const LARGE = 760;
/** Lines to no more winning moves than this are drawn. */
const LINES = 200;

/** Moves from a position, drawn over the map. */
export interface Drawn {
  readonly from: Cell;
  readonly wins: readonly Cell[];
  readonly others: readonly Cell[];
}

/** What the axes are called. */
export interface Axes {
  readonly row: string;
  readonly column: string;
}

/** Draws one picture, with the upper left corner of the frame at 0, 0. */
export class Brush {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #frame: number;

  constructor(ctx: CanvasRenderingContext2D, camera: Camera, frame: number) {
    this.#ctx = ctx;
    this.#camera = camera;
    this.#frame = frame;
  }

  #corner(cell: Cell): Point {
    return corner(this.#camera, this.#frame, cell);
  }

  #middle(cell: Cell): Point {
    const { x, y } = this.#corner(cell);
    return { x: x + this.#camera.zoom / 2, y: y + this.#camera.zoom / 2 };
  }

  /** A square, in the colours for numbers up to `greatest`. */
  tile(tile: Tile, greatest: number): void {
    const { zoom } = this.#camera;
    const { square } = tile;
    const at = this.#corner(square.from);
    const [width, height] = [square.columns * zoom, square.rows * zoom];
    if (at.x >= this.#frame || at.y >= this.#frame || at.x + width <= 0 || at.y + height <= 0) return;
    tile.paint(greatest);
    // Many cells in a pixel are mixed; larger ones keep their edges.
    this.#ctx.imageSmoothingEnabled = zoom < 1;
    this.#ctx.drawImage(tile.picture, at.x, at.y, width, height);
    if (zoom >= MARKED) this.#marks(tile, greatest);
    else if (tile.lost && zoom < DOT + 1) this.#dots(tile, greatest);
  }

  /** Lost positions that would be too small to be seen. */
  #dots({ lost, square }: Tile, greatest: number): void {
    const { show, misere, from, columns } = square;
    const { zoom } = this.#camera;
    const at = this.#corner(from);
    const size = Math.max(zoom, DOT);
    this.#ctx.fillStyle = css(show, misere, show === "remoteness" && misere ? 1 : 0, greatest);
    for (const place of lost ?? []) {
      const [row, column] = [Math.floor(place / columns), place % columns];
      this.#ctx.fillRect(at.x + column * zoom, at.y + row * zoom, size, size);
    }
  }

  /** A disc on each lost position and a bar on each draw; numbers where there is room. */
  #marks(tile: Tile, greatest: number): void {
    const { show, misere, from, rows, columns, cells } = tile.square;
    const { zoom } = this.#camera;
    const sight = seen(this.#camera, this.#frame);
    const [top, bottom] = [Math.max(sight.from.row, from.row), Math.min(sight.end.row, from.row + rows)];
    const [left, right] = [Math.max(sight.from.column, from.column), Math.min(sight.end.column, from.column + columns)];
    const numbers = show !== "outcome" && zoom >= NUMBERED;
    this.#ctx.font = `${Math.min(zoom * 0.42, 18)}px system-ui, sans-serif`;
    this.#ctx.textAlign = "center";
    this.#ctx.textBaseline = "middle";
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const content = cells[(row - from.row) * columns + column - from.column]!;
        const { x, y } = this.#middle({ row, column });
        const ink = isLight(show, misere, content, greatest) ? "#000" : "#fff";
        this.#ctx.fillStyle = ink;
        if (isDrawn(show, content)) {
          this.#ctx.fillRect(x - zoom * 0.3, y - zoom * 0.08, zoom * 0.6, zoom * 0.16);
        } else if (isLost(show, misere, content)) {
          this.#ctx.beginPath();
          this.#ctx.arc(x, y, zoom * (numbers ? 0.4 : 0.26), 0, 2 * Math.PI);
          if (numbers) {
            this.#ctx.strokeStyle = ink;
            this.#ctx.lineWidth = Math.max(zoom * 0.06, 1.5);
            this.#ctx.stroke();
          } else {
            this.#ctx.fill();
          }
        }
        if (numbers) this.#ctx.fillText(String(content), x, y + 1);
      }
    }
  }

  /** Lines to the winning moves, a small cross on every other position that can be reached. */
  moves(drawn: Drawn): void {
    const start = this.#middle(drawn.from);
    const arm = Math.min(Math.max(this.#camera.zoom / 5, 1), 5);
    const crosses = new Path2D();
    // Beside a number, not over it.
    const aside = this.#camera.zoom >= NUMBERED ? this.#camera.zoom * 0.33 : 0;
    for (const cell of drawn.others) {
      const middle = this.#middle(cell);
      const [x, y] = [middle.x + aside, middle.y + aside];
      if (x < -arm || y < -arm || x > this.#frame + arm || y > this.#frame + arm) continue;
      crosses.moveTo(x - arm, y - arm);
      crosses.lineTo(x + arm, y + arm);
      crosses.moveTo(x - arm, y + arm);
      crosses.lineTo(x + arm, y - arm);
    }
    outlined(this.#ctx, crosses, 1.2);
    const lines = new Path2D();
    const arrows = new Path2D();
    for (const cell of drawn.wins.slice(0, LINES)) {
      const end = this.#middle(cell);
      const radius = Math.max(this.#camera.zoom * 0.45, 5);
      const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
      const rest = Math.max(length - radius, 0) / length;
      lines.moveTo(start.x, start.y);
      lines.lineTo(start.x + (end.x - start.x) * rest, start.y + (end.y - start.y) * rest);
      lines.moveTo(end.x + radius, end.y);
      if (!this.#away(end, arrows)) lines.arc(end.x, end.y, radius, 0, 2 * Math.PI);
    }
    outlined(this.#ctx, lines, 2.5);
    outlined(this.#ctx, arrows, 2);
    this.#ctx.fillStyle = "#d0006f";
    this.#ctx.fill(arrows);
  }

  /** A border around a cell. */
  cell(cell: Cell, color: string, width: number): void {
    const { x, y } = this.#corner(cell);
    const size = Math.max(this.#camera.zoom, 7);
    const shift = (size - this.#camera.zoom) / 2;
    this.#ctx.lineWidth = width + 2;
    this.#ctx.strokeStyle = "#fff";
    this.#ctx.strokeRect(x - shift, y - shift, size, size);
    this.#ctx.lineWidth = width;
    this.#ctx.strokeStyle = color;
    this.#ctx.strokeRect(x - shift, y - shift, size, size);
  }

  /** Sizes of the second heap above the cells, of the first beside them, and which heap is which. */
  axes(ink: string, names: Axes, room: Point): void {
    const { zoom } = this.#camera;
    this.#ctx.fillStyle = ink;
    this.#ctx.strokeStyle = ink;
    this.#ctx.lineWidth = 1;
    // Read from the back of a room where the map is as large as a wall.
    const size = this.#frame >= LARGE ? 16 : 12;
    this.#ctx.font = `${size}px system-ui, sans-serif`;
    const { from, end } = seen(this.#camera, this.#frame);
    const across = step(56 / zoom);
    this.#ctx.textAlign = "center";
    this.#ctx.textBaseline = "alphabetic";
    this.#ctx.beginPath();
    for (let size = Math.ceil(from.column / across) * across; size < end.column; size += across) {
      const x = this.#middle({ row: 0, column: size }).x;
      if (x < 0 || x > this.#frame) continue;
      this.#ctx.moveTo(x, -6);
      this.#ctx.lineTo(x, -1);
      this.#ctx.fillText(String(size), x, -10);
    }
    const down = step(34 / zoom);
    this.#ctx.textAlign = "right";
    this.#ctx.textBaseline = "middle";
    for (let size = Math.ceil(from.row / down) * down; size < end.row; size += down) {
      const y = this.#middle({ row: size, column: 0 }).y;
      if (y < 0 || y > this.#frame) continue;
      this.#ctx.moveTo(-6, y);
      this.#ctx.lineTo(-1, y);
      this.#ctx.fillText(String(size), -9, y);
    }
    this.#ctx.stroke();
    this.#ctx.font = `600 ${size + 1}px system-ui, sans-serif`;
    this.#ctx.textAlign = "right";
    this.#ctx.textBaseline = "top";
    this.#ctx.fillText(`${names.column} \u2192`, this.#frame, -room.y + 2);
    this.#ctx.save();
    this.#ctx.translate(-room.x + 2, 0);
    this.#ctx.rotate(-Math.PI / 2);
    this.#ctx.fillText(`\u2190 ${names.row}`, 0, 0);
    this.#ctx.restore();
  }

  /** A winning move that leads out of sight: an arrow at the edge says where. */
  #away(end: Point, arrows: Path2D): boolean {
    const inside = (at: number) => Math.min(Math.max(at, 8), this.#frame - 8);
    const [x, y] = [inside(end.x), inside(end.y)];
    if (Math.abs(x - end.x) < 8 && Math.abs(y - end.y) < 8) return false;
    const angle = Math.atan2(end.y - y, end.x - x);
    const tip = (turn: number, length: number) => [x + length * Math.cos(angle + turn), y + length * Math.sin(angle + turn)] as const;
    arrows.moveTo(...tip(0, 7));
    arrows.lineTo(...tip(2.5, 7));
    arrows.lineTo(...tip(-2.5, 7));
    arrows.closePath();
    return true;
  }
}

/** A line that is seen on every ground: dark with a light border. */
function outlined(ctx: CanvasRenderingContext2D, path: Path2D, width: number): void {
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = width + 2;
  ctx.stroke(path);
  ctx.strokeStyle = "#d0006f";
  ctx.lineWidth = width;
  ctx.stroke(path);
}

/** A round distance of marks, at least `least`. */
export function step(least: number): number {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 5]) if (power * factor >= least) return power * factor;
  }
}
