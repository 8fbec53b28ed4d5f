/** The map on a canvas: pictures of squares, axes, marks, numbers, moves; and the hands on it. */

import { h } from "../dom";
import { theme } from "../shell/theme";
import * as camera from "./camera";
import type { Camera, Cell, Point } from "./camera";
import { Hands } from "./hands";
import { css, isDrawn, isLight, isLost } from "./scale";
import type { Tile } from "./tile";
import type { Tiles } from "./tiles";

/** Room for the axes, in pixels. */
const LEFT = 46;
const TOP = 26;
/** Cells of so many pixels have marks, and of so many their numbers too. */
const MARKED = 7;
const NUMBERED = 26;
/** Lost positions of tiny cells are so many pixels wide. */
const DOT = 2;
/** Lines to no more winning moves than this are drawn. */
const LINES = 200;

/** Moves from a position, drawn over the map. */
export interface Drawn {
  readonly from: Cell;
  readonly wins: readonly Cell[];
  readonly others: readonly Cell[];
}

/** What the map tells. */
export interface Told {
  /** A cell is pointed at or stepped on; null when none is. */
  pointed(cell: Cell | null): void;
  chosen(cell: Cell): void;
  /** The hands let go; the camera is where they left it. */
  moved(camera: Camera): void;
}

export class MapPicture {
  readonly element: HTMLElement;
  readonly #canvas = h("canvas", { "aria-hidden": "true" });
  readonly #tiles: Tiles;
  readonly #told: Told;
  readonly #resized: ResizeObserver;
  readonly #hands: Hands;
  #side = 1;
  #camera: Camera = { row: 0, column: 0, zoom: 1 };
  #fits = true;
  #frame = 0;
  #cursor: Cell | null = null;
  #chosen: Cell | null = null;
  #drawn: Drawn | null = null;
  #due = 0;
  readonly #repaint = () => this.draw();

  constructor(tiles: Tiles, label: string, hint: string, told: Told) {
    this.#tiles = tiles;
    this.#told = told;
    this.element = h(
      "div",
      { class: "map", role: "application", tabindex: "0", "aria-label": label, "aria-describedby": hint },
      this.#canvas,
    );
    this.#hands = new Hands(this.element, {
      drag: (dx, dy) => this.#go(camera.moved(this.#camera, dx, dy)),
      zoom: (factor, at) => this.zoom(factor, { x: at.x - LEFT, y: at.y - TOP }),
      point: (at) => this.#point(at),
      tap: (at) => this.#tap(at),
      step: (rows, columns) => this.#step(rows, columns),
      enter: () => this.#cursor && told.chosen(this.#cursor),
      home: () => this.fit(),
      rest: () => told.moved(this.#camera),
    });
    this.#resized = new ResizeObserver(() => this.#resize());
    this.#resized.observe(this.element);
    addEventListener("themechange", this.#repaint);
  }

  /** Stops listening. */
  close(): void {
    this.#hands.close();
    this.#resized.disconnect();
    removeEventListener("themechange", this.#repaint);
    cancelAnimationFrame(this.#due);
  }

  /** A table of `side` cells each way, looked at as `view` says or whole. */
  look(side: number, view: Camera | null): void {
    this.#side = side;
    this.#fits = view === null;
    this.#camera = view ?? camera.fitted(this.#frame, side);
    this.#move(this.#camera);
  }

  /** The position whose moves are shown. */
  choose(cell: Cell | null): void {
    this.#chosen = cell;
    if (this.#drawn && !same(this.#drawn.from, cell)) this.#drawn = null;
    this.draw();
  }

  /** Its moves. */
  draw(moves?: Drawn): void {
    if (moves) this.#drawn = moves;
    this.#due ||= requestAnimationFrame(() => this.#paint());
  }

  /** Larger or smaller around a place, or around the middle. */
  zoom(factor: number, at: Point = { x: this.#frame / 2, y: this.#frame / 2 }): void {
    this.#go(camera.zoomed(this.#camera, this.#frame, factor, at));
  }

  /** Where it is looked at. */
  get camera(): Camera {
    return this.#camera;
  }

  /** Squares have come: more may be needed, and it is drawn anew. */
  refresh(): void {
    this.#move(this.#camera);
  }

  /** All of the table. */
  fit(): void {
    this.look(this.#side, null);
    this.#told.moved(this.#camera);
  }

  /** Is it seen whole, as at first? */
  get fits(): boolean {
    return this.#fits;
  }

  /** The cells that are seen. */
  seen(): { readonly from: Cell; readonly end: Cell } {
    return camera.seen(this.#camera, this.#frame);
  }

  /** Moved by hand. */
  #go(view: Camera): void {
    this.#fits = false;
    this.#move(view);
  }

  #move(view: Camera): void {
    if (this.#frame === 0) return;
    this.#camera = camera.clamped(view, this.#frame, this.#side);
    this.#tiles.want(this.#camera, this.#frame);
    this.draw();
  }

  #resize(): void {
    const width = this.element.clientWidth;
    const ratio = devicePixelRatio || 1;
    const frame = Math.max(width - LEFT - 2, 50);
    if (frame === this.#frame && this.#canvas.width === Math.round(width * ratio)) return;
    const height = frame + TOP + 2;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#canvas.style.height = `${height}px`;
    // The same cells stay in sight.
    const scale = this.#frame ? frame / this.#frame : 1;
    this.#frame = frame;
    if (this.#fits) this.look(this.#side, null);
    else this.#move({ ...this.#camera, zoom: this.#camera.zoom * scale });
    // A changed size empties a canvas; it is not to be seen empty.
    this.#paint();
  }

  /** A place of the element as a place of the frame; null beside it. */
  #inFrame(at: Point): Point | null {
    const place = { x: at.x - LEFT, y: at.y - TOP };
    const inside = place.x >= 0 && place.y >= 0 && place.x < this.#frame && place.y < this.#frame;
    return inside ? place : null;
  }

  #point(at: Point | null): void {
    const place = at && this.#inFrame(at);
    const cell = place && camera.cellAt(this.#camera, this.#frame, place);
    if (same(cell, this.#cursor)) return;
    this.#cursor = cell;
    this.#told.pointed(cell);
    this.draw();
  }

  #tap(at: Point): void {
    const place = this.#inFrame(at);
    if (place) this.#told.chosen(camera.cellAt(this.#camera, this.#frame, place));
  }

  #step(rows: number, columns: number): void {
    const { from } = this.seen();
    const now = this.#cursor ?? this.#chosen;
    const to = (at: number, by: number) => Math.min(Math.max(at + by, 0), camera.FARTHEST - 1);
    const cell = now ? { row: to(now.row, rows), column: to(now.column, columns) } : from;
    this.#cursor = cell;
    const view = camera.showing(this.#camera, this.#frame, cell);
    if (view.row !== this.#camera.row || view.column !== this.#camera.column) this.#go(view);
    this.#told.pointed(cell);
    this.draw();
  }

  #paint(): void {
    this.#due = 0;
    const ctx = this.#canvas.getContext("2d");
    if (!ctx || this.#frame === 0) return;
    const ratio = this.#canvas.width / (this.#frame + LEFT + 2);
    const style = getComputedStyle(this.element);
    const [ink, ground] = [style.color, style.getPropertyValue("--raised") || "#eee"];
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, this.#frame + LEFT + 2, this.#frame + TOP + 2);
    this.#axes(ctx, ink);
    ctx.save();
    ctx.translate(LEFT, TOP);
    ctx.beginPath();
    ctx.rect(0, 0, this.#frame, this.#frame);
    ctx.clip();
    ctx.fillStyle = ground;
    ctx.fillRect(0, 0, this.#frame, this.#frame);
    const greatest = this.#tiles.greatest();
    for (const tile of this.#tiles.all()) this.#tile(ctx, tile, greatest);
    this.#moves(ctx);
    this.#cell(ctx, this.#chosen, "#d0006f", 3);
    this.#cell(ctx, this.#cursor, theme() === "dark" ? "#7db8f5" : "#0b5cad", 2);
    ctx.restore();
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1;
    ctx.strokeRect(LEFT - 0.5, TOP - 0.5, this.#frame + 1, this.#frame + 1);
  }

  #corner(cell: Cell): Point {
    return camera.corner(this.#camera, this.#frame, cell);
  }

  #middle(cell: Cell): Point {
    const { x, y } = this.#corner(cell);
    return { x: x + this.#camera.zoom / 2, y: y + this.#camera.zoom / 2 };
  }

  #tile(ctx: CanvasRenderingContext2D, tile: Tile, greatest: number): void {
    const { zoom } = this.#camera;
    const { square } = tile;
    const at = this.#corner(square.from);
    const [width, height] = [square.columns * zoom, square.rows * zoom];
    if (at.x >= this.#frame || at.y >= this.#frame || at.x + width <= 0 || at.y + height <= 0) return;
    tile.paint(greatest);
    // Many cells in a pixel are mixed; larger ones keep their edges.
    ctx.imageSmoothingEnabled = zoom < 1;
    ctx.drawImage(tile.picture, at.x, at.y, width, height);
    if (zoom >= MARKED) this.#marks(ctx, tile, greatest);
    else if (tile.lost && zoom < DOT + 1) this.#dots(ctx, tile, greatest);
  }

  /** Lost positions that would be too small to be seen. */
  #dots(ctx: CanvasRenderingContext2D, { lost, square }: Tile, greatest: number): void {
    const { show, misere, from, columns } = square;
    const { zoom } = this.#camera;
    const at = this.#corner(from);
    const size = Math.max(zoom, DOT);
    ctx.fillStyle = css(show, misere, show === "remoteness" && misere ? 1 : 0, greatest);
    for (const place of lost ?? []) {
      const [row, column] = [Math.floor(place / columns), place % columns];
      ctx.fillRect(at.x + column * zoom, at.y + row * zoom, size, size);
    }
  }

  /** A disc on each lost position and a bar on each draw; numbers where there is room. */
  #marks(ctx: CanvasRenderingContext2D, tile: Tile, greatest: number): void {
    const { show, misere, from, rows, columns, cells } = tile.square;
    const { zoom } = this.#camera;
    const sight = this.seen();
    const [top, bottom] = [Math.max(sight.from.row, from.row), Math.min(sight.end.row, from.row + rows)];
    const [left, right] = [Math.max(sight.from.column, from.column), Math.min(sight.end.column, from.column + columns)];
    const numbers = show !== "outcome" && zoom >= NUMBERED;
    ctx.font = `${Math.min(zoom * 0.42, 18)}px system-ui, sans-serif`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const content = cells[(row - from.row) * columns + column - from.column]!;
        const { x, y } = this.#middle({ row, column });
        const ink = isLight(show, misere, content, greatest) ? "#000" : "#fff";
        ctx.fillStyle = ink;
        if (isDrawn(show, content)) {
          ctx.fillRect(x - zoom * 0.3, y - zoom * 0.08, zoom * 0.6, zoom * 0.16);
        } else if (isLost(show, misere, content)) {
          ctx.beginPath();
          ctx.arc(x, y, zoom * (numbers ? 0.4 : 0.26), 0, 2 * Math.PI);
          if (numbers) {
            ctx.strokeStyle = ink;
            ctx.lineWidth = Math.max(zoom * 0.06, 1.5);
            ctx.stroke();
          } else {
            ctx.fill();
          }
        }
        if (numbers) ctx.fillText(String(content), x, y + 1);
      }
    }
  }

  /** Lines to the winning moves, a small cross on every other position that can be reached. */
  #moves(ctx: CanvasRenderingContext2D): void {
    if (!this.#drawn) return;
    const start = this.#middle(this.#drawn.from);
    const arm = Math.min(Math.max(this.#camera.zoom / 5, 1), 5);
    const crosses = new Path2D();
    for (const cell of this.#drawn.others) {
      const { x, y } = this.#middle(cell);
      if (x < -arm || y < -arm || x > this.#frame + arm || y > this.#frame + arm) continue;
      crosses.moveTo(x - arm, y - arm);
      crosses.lineTo(x + arm, y + arm);
      crosses.moveTo(x - arm, y + arm);
      crosses.lineTo(x + arm, y - arm);
    }
    outlined(ctx, crosses, 1.2);
    const lines = new Path2D();
    for (const cell of this.#drawn.wins.slice(0, LINES)) {
      const end = this.#middle(cell);
      const radius = Math.max(this.#camera.zoom * 0.45, 5);
      const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
      const rest = Math.max(length - radius, 0) / length;
      lines.moveTo(start.x, start.y);
      lines.lineTo(start.x + (end.x - start.x) * rest, start.y + (end.y - start.y) * rest);
      lines.moveTo(end.x + radius, end.y);
      lines.arc(end.x, end.y, radius, 0, 2 * Math.PI);
    }
    outlined(ctx, lines, 2.5);
  }

  #cell(ctx: CanvasRenderingContext2D, cell: Cell | null, color: string, width: number): void {
    if (!cell) return;
    const { x, y } = this.#corner(cell);
    const size = Math.max(this.#camera.zoom, 7);
    const shift = (size - this.#camera.zoom) / 2;
    ctx.lineWidth = width + 2;
    ctx.strokeStyle = "#fff";
    ctx.strokeRect(x - shift, y - shift, size, size);
    ctx.lineWidth = width;
    ctx.strokeStyle = color;
    ctx.strokeRect(x - shift, y - shift, size, size);
  }

  /** Sizes of the second heap above the cells, of the first beside them. */
  #axes(ctx: CanvasRenderingContext2D, ink: string): void {
    const { zoom } = this.#camera;
    ctx.fillStyle = ink;
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1;
    ctx.font = "12px system-ui, sans-serif";
    const { from, end } = this.seen();
    const across = step(56 / zoom);
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    ctx.beginPath();
    for (let size = Math.ceil(from.column / across) * across; size < end.column; size += across) {
      const x = LEFT + this.#middle({ row: 0, column: size }).x;
      if (x < LEFT || x > LEFT + this.#frame) continue;
      ctx.moveTo(x, TOP - 6);
      ctx.lineTo(x, TOP - 1);
      ctx.fillText(String(size), x, TOP - 10);
    }
    const down = step(34 / zoom);
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    for (let size = Math.ceil(from.row / down) * down; size < end.row; size += down) {
      const y = TOP + this.#middle({ row: size, column: 0 }).y;
      if (y < TOP || y > TOP + this.#frame) continue;
      ctx.moveTo(LEFT - 6, y);
      ctx.lineTo(LEFT - 1, y);
      ctx.fillText(String(size), LEFT - 9, y);
    }
    ctx.stroke();
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
function step(least: number): number {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 5]) if (power * factor >= least) return power * factor;
  }
}

function same(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.row === b.row && a.column === b.column);
}
