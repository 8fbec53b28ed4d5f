/** The map on a canvas: pictures of squares, axes, marks, numbers, moves; and the hands on it. */

import { h } from "../dom";
import { type Axes, Brush, type Drawn, MARKED } from "./brush";
import * as camera from "./camera";
import type { Camera, Cell, Point } from "./camera";
import { Hands } from "./hands";
import type { Tiles } from "./tiles";

/** Room for the axes, in pixels. */
const LEFT = 62;
const TOP = 44;

/** What the map tells. */
export interface Told {
  /** A cell is pointed at or stepped on; null when none is. */
  pointed(cell: Cell | null): void;
  chosen(cell: Cell): void;
  /** The hands let go; the camera is where they left it. */
  moved(camera: Camera): void;
  /** Cells are now large enough for marks, or too small. */
  marked(marked: boolean): void;
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
  #marked = true;
  readonly #repaint = () => this.draw();

  constructor(
    tiles: Tiles,
    label: string,
    hint: string,
    private readonly axes: Axes,
    told: Told,
  ) {
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
    // Hidden for a while: nothing has changed.
    if (width === 0) return;
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
    const [width, height] = [this.#frame + LEFT + 2, this.#frame + TOP + 2];
    const ratio = this.#canvas.width / width;
    const style = getComputedStyle(this.element);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.translate(LEFT, TOP);
    const marked = this.#camera.zoom >= MARKED;
    if (marked !== this.#marked) this.#told.marked(marked);
    this.#marked = marked;
    const brush = new Brush(ctx, this.#camera, this.#frame);
    brush.axes(style.color, this.axes, { x: LEFT, y: TOP });
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, 0, this.#frame, this.#frame);
    ctx.clip();
    ctx.fillStyle = style.getPropertyValue("--raised");
    ctx.fillRect(0, 0, this.#frame, this.#frame);
    const greatest = this.#tiles.greatest();
    for (const tile of this.#tiles.all()) brush.tile(tile, greatest);
    if (this.#drawn) brush.moves(this.#drawn);
    if (this.#chosen) brush.cell(this.#chosen, "#d0006f", 3);
    if (this.#cursor) brush.cell(this.#cursor, style.getPropertyValue("--accent"), 2);
    ctx.restore();
    ctx.strokeStyle = style.color;
    ctx.lineWidth = 1;
    ctx.strokeRect(-0.5, -0.5, this.#frame + 1, this.#frame + 1);
  }
}

function same(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.row === b.row && a.column === b.column);
}
