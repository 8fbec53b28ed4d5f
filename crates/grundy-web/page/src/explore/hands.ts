/** Hands on a picture: one finger or the mouse drags, two fingers or the wheel zoom, keys step; a tap is no drag. */

import type { Point } from "./camera";

/** What hands do; places are in pixels from the element's upper left corner. */
export interface Gestures {
  drag(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  /** The mouse is here, or gone. */
  point(at: Point | null): void;
  tap(at: Point): void;
  step(rows: number, columns: number): void;
  enter(): void;
  home(): void;
  /** They have let go for a moment. */
  rest(): void;
}

/** A finger that moves less than this many pixels taps. */
const SLACK = 6;
/** Hands rest after so many milliseconds. */
const PAUSE = 250;
/** Cells that Page Up and Shift with an arrow go. */
const LEAP = 10;

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-LEAP, 0],
  PageDown: [LEAP, 0],
};

export class Hands {
  readonly #element: HTMLElement;
  readonly #gestures: Gestures;
  #fingers = new Map<number, Point>();
  #start: Point | null = null;
  #dragging = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, gestures: Gestures) {
    this.#element = element;
    this.#gestures = gestures;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#moved(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#gone(event));
    element.addEventListener("pointerleave", () => gestures.point(null));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Nothing is told any more. */
  close(): void {
    clearTimeout(this.#pause);
  }

  #at(event: MouseEvent): Point {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left - this.#element.clientLeft, y: event.clientY - box.top - this.#element.clientTop };
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.#element.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, this.#at(event));
    this.#dragging = this.#fingers.size > 1;
    this.#start = this.#at(event);
  }

  #moved(event: PointerEvent): void {
    const at = this.#at(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      this.#gestures.point(at);
      return;
    }
    const start = this.#start ?? at;
    if (!this.#dragging && Math.hypot(at.x - start.x, at.y - start.y) < SLACK) return;
    this.#dragging = true;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, at);
    if (other) {
      const spread = (point: Point) => Math.max(Math.hypot(point.x - other.x, point.y - other.y), 1);
      this.#gestures.zoom(spread(at) / spread(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
      this.#gestures.drag((at.x - before.x) / 2, (at.y - before.y) / 2);
    } else {
      this.#gestures.drag(at.x - before.x, at.y - before.y);
    }
    this.#resting();
  }

  #up(event: PointerEvent): void {
    const tapped = this.#fingers.size === 1 && this.#fingers.has(event.pointerId) && !this.#dragging;
    this.#gone(event);
    if (tapped) this.#gestures.tap(this.#at(event));
  }

  #gone(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.#dragging = false;
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    // Lines and pages in pixels.
    const delta = event.deltaY * (event.deltaMode === 0 ? 1 : 40);
    this.#gestures.zoom(Math.exp(-delta / 400), this.#at(event));
    this.#resting();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) {
      const by = event.shiftKey ? LEAP : 1;
      this.#gestures.step(step[0] * by, step[1] * by);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#gestures.enter();
    } else if (event.key === "+" || event.key === "=") {
      this.#middle(1.5);
    } else if (event.key === "-") {
      this.#middle(1 / 1.5);
    } else if (event.key === "Home" || event.key === "0") {
      this.#gestures.home();
    } else {
      return;
    }
    event.preventDefault();
    this.#resting();
  }

  #middle(factor: number): void {
    const { clientWidth, clientHeight } = this.#element;
    this.#gestures.zoom(factor, { x: clientWidth / 2, y: clientHeight / 2 });
  }

  #resting(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#gestures.rest(), PAUSE);
  }
}
