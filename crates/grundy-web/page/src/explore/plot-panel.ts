/** One heap: its values against its size, the period in words and as bands, what a single heap is worth. */

import { ApiError, isAbort } from "../api";
import { busy, idle } from "../busy";
import { h, refill } from "../dom";
import type { Whole } from "../whole";
import { theme } from "../shell/theme";
import type { State } from "../state";
import type { Context } from "../view";
import { Certificate } from "./certificate";
import { framed } from "./framed";
import { joined } from "./joined";
import { saysNone } from "./none";
import { DARK, LIGHT, Layout, type PlotWords, type Plotted, plot } from "./plot";
import { fileName, rastered, save } from "../share/save";
import type { Line } from "./table";

/** The last heaps to choose from. */
const ENDS = [30, 100, 300, 1000, 3000, 10_000, 100_000];
const END = 100;
/** A period is looked for so long, in milliseconds, and so far beyond the picture. */
const TIME = 4000;
const HEIGHT = 380;
/** So much larger it is on a wall, and so many pixels are left below it there. */
const WALL = 2;
const MARGIN = 16;
const FILE_WIDTH = 960;
/** Beside a certificate on a wall. */
const WALL_WIDTH = 900;
const WALL_HEIGHT = 340;
/** Outcomes are asked for as a table of one row, which has so many cells at most. */
const MOST_OUTCOMES = 10_000;
/** A race goes no further than its goal. */
const GOAL = /(?:^(?:race|报数|抢数|抢报)[(（]\s*|; *to +)(\d+)/u;

interface Values {
  readonly values: readonly Whole[];
}

interface Period {
  readonly period: Whole | null;
  readonly preperiod: Whole | null;
  readonly saltus: Whole | null;
  readonly proof: string | null;
  readonly checked_to: Whole | null;
  readonly reason?: string;
}

export class PlotPanel {
  readonly element: HTMLElement;
  /** The column of the picture: the whole of it. */
  readonly main: HTMLElement;
  readonly #ctx: Context;
  readonly #fail: (error: unknown) => void;
  readonly #pictured: (there: boolean) => void;
  readonly #rule: () => readonly string[];
  readonly #end: HTMLSelectElement;
  readonly #place: HTMLElement;
  readonly #period = h("p", { class: "period", "aria-live": "polite" });
  readonly #certificate: Certificate;
  readonly #noted = h("p", { class: "hint", role: "status" });
  readonly #picture: HTMLElement;
  readonly #pointed = h("p", { class: "pointed" });
  readonly #chosen = h("div", { class: "chosen" });
  readonly #resized: ResizeObserver;
  readonly #repaint = () => this.#draw();
  #line: Line | null = null;
  #asked = "";
  #plotted: Plotted | null = null;
  #layout: Layout | null = null;
  /** Pixels of the window in one of the layout. */
  #scale = 1;
  #cursor: number | null = null;
  #heap: number | null = null;

  /** `fail`, `pictured` and `rule` as for the map. */
  constructor(ctx: Context, fail: (error: unknown) => void, pictured: (there: boolean) => void, rule: () => readonly string[]) {
    this.#ctx = ctx;
    this.#rule = rule;
    this.#fail = fail;
    this.#pictured = pictured;
    const { t } = ctx;
    this.#end = h(
      "select",
      { id: "end", onchange: () => ctx.set({ end: this.#end.value }) },
      ENDS.map((end) => h("option", { value: String(end) }, String(end))),
    );
    this.#certificate = new Certificate(ctx, () => this.#drawn(WALL_WIDTH, WALL_HEIGHT));
    this.#place = h("div", {
      class: "plot",
      role: "application",
      tabindex: "0",
      "aria-label": t("explore.plot"),
      "aria-describedby": "plot-hint",
      onpointermove: (event: PointerEvent) => this.#point(this.#heapAt(event)),
      onpointerleave: () => this.#point(null),
      onclick: (event: MouseEvent) => ctx.set({ heap: String(this.#heapAt(event) ?? "") }),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    const hint = h("p", { class: "hint", id: "plot-hint" }, t("explore.plot-hint"));
    this.#picture = h("div", {}, this.#place, this.#pointed, hint);
    this.element = this.main = h(
      "div",
      { class: "plot-panel" },
      h(
        "div",
        { class: "choices" },
        h("div", { class: "field" }, h("label", { for: "end" }, t("explore.end")), this.#end),
      ),
      this.#period,
      this.#certificate.element,
      this.#noted,
      this.#picture,
      this.#chosen,
    );
    this.#resized = new ResizeObserver(() => this.#draw());
    this.#resized.observe(this.#place);
    addEventListener("themechange", this.#repaint);
  }

  update(state: State, line: Line): void {
    const end = Math.min(Math.max(Math.floor(Number(state["end"])) || END, 1), ENDS.at(-1)!);
    if (![...this.#end.options].some((option) => option.value === String(end))) {
      this.#end.append(h("option", { value: String(end) }, String(end)));
    }
    this.#end.value = String(end);
    const asked = JSON.stringify([line, end]);
    this.#line = line;
    if (asked !== this.#asked) {
      this.#asked = asked;
      busy(this.#ctx.t, this.element, this.#place);
      this.#forget();
      void this.#ask(line, end, asked);
    }
    const heap = /^\d+$/.test(state["heap"] ?? "") ? Number(state["heap"]) : null;
    if (heap !== this.#heap) {
      this.#heap = heap;
      this.#tell();
    }
  }

  close(): void {
    this.#resized.disconnect();
    removeEventListener("themechange", this.#repaint);
  }

  /** Nothing of the question before is told or saved any more; its picture is dim until the new one is there. */
  #forget(): void {
    this.#plotted = null;
    this.#layout = null;
    refill(this.#period);
    this.#certificate.offer(null);
    refill(this.#noted);
    this.#picture.hidden = false;
    this.#pictured(true);
    this.#point(null);
    this.#tell();
  }

  async save(format: "csv" | "svg" | "png"): Promise<void> {
    const [plotted, line] = [this.#plotted, this.#line];
    if (!plotted || !line) return;
    const name = fileName(line.game, format);
    if (format === "csv") {
      save(name, plotted.values.map((value, heap) => `${heap},${value}\n`).join(""), "text/csv");
      return;
    }
    const layout = new Layout(FILE_WIDTH, HEIGHT, plotted);
    const words = this.#words(line);
    const picture = plot(plotted, layout, words, LIGHT);
    const lines = [this.#period.textContent ?? "", ...this.#rule()].filter(Boolean);
    const whole = framed(picture, FILE_WIDTH, HEIGHT, { title: words.title, lines, paper: LIGHT.paper, ink: LIGHT.ink });
    if (format === "svg") save(name, whole.text, "image/svg+xml");
    else save(name, await rastered(whole.text, whole.width, whole.height), "image/png");
  }

  async #ask(line: Line, end: number, asked: string): Promise<void> {
    const { api } = this.#ctx;
    let drawn = false;
    try {
      const values = line.misere ? await this.#outcomes(line, end) : await this.#values(line, end);
      drawn = true;
      this.#fail(null);
      idle(this.element);
      this.#plotted = { values: values.map(Number), period: null };
      this.#draw();
      this.#tell();
      if (line.misere) {
        const cut = end > MOST_OUTCOMES ? this.#ctx.t("explore.misere-cut", { to: MOST_OUTCOMES }) : "";
        refill(this.#period, h("span", { class: "hint" }, joined(this.#ctx, [this.#ctx.t("explore.misere-plot"), cut])));
        return;
      }
      const period = await api.ask<Period>("period", { game: line.game, time_ms: TIME }, "explore.period");
      if (asked !== this.#asked) return;
      if (period.period !== null && period.preperiod !== null) {
        const found = { preperiod: Number(period.preperiod), period: Number(period.period) };
        this.#plotted = { values: values.map(Number), period: found };
        this.#certificate.offer(line, this.#periodTold(period));
      }
      this.#periodWords(period);
      this.#draw();
    } catch (error) {
      if (isAbort(error) || asked !== this.#asked) return;
      // Where the picture is there, only what is said about its period is missing.
      if (drawn) {
        if (!(error instanceof ApiError)) throw error;
        refill(this.#period, h("span", { class: "hint" }, error.message));
        return;
      }
      idle(this.element);
      refill(this.#place);
      this.#picture.hidden = true;
      this.#pictured(false);
      const none = saysNone(error);
      this.#noted.textContent = none ? this.#ctx.t("explore.no-plot") : "";
      this.#fail(none ? null : error);
    }
  }

  async #values(line: Line, end: number): Promise<readonly Whole[]> {
    const to = Math.min(end, Number(GOAL.exec(line.game)?.[1] ?? end));
    return (await this.#ctx.api.ask<Values>("values", { ...line, from: 0, to }, "explore.values")).values;
  }

  /** Who wins from each heap, as 0 for lost and 1 for won: a second heap that is empty changes nothing. */
  async #outcomes(line: Line, end: number): Promise<readonly Whole[]> {
    const body = { ...line, size: [1, Math.min(end, MOST_OUTCOMES) + 1], show: "outcome" };
    const { rows } = await this.#ctx.api.ask<{ rows: readonly (readonly string[])[] }>("table", body, "explore.values");
    return (rows[0] ?? []).map((outcome) => (outcome === "P" ? 0 : 1));
  }

  #periodWords(period: Period): void {
    const { t } = this.#ctx;
    refill(this.#period, period.period === null ? t("explore.no-period", { to: String(period.checked_to) }) : this.#periodTold(period));
  }

  /** A period that was proved. */
  #periodTold({ period, preperiod, saltus, proof }: Period): string {
    const blanks = { period: String(period), preperiod: String(preperiod), saltus: String(saltus) };
    const grows = blanks.saltus !== "0";
    return joined(this.#ctx, [this.#ctx.t(grows ? "explore.period-grows" : "explore.period", blanks), proof ?? ""]);
  }

  #words(line: Line): PlotWords {
    const { t } = this.#ctx;
    return {
      title: t(line.misere ? "explore.misere-title" : "explore.plot-title", { game: line.game }),
      across: t("explore.heap"),
      up: t(line.misere ? "explore.outcome" : "explore.value"),
      before: t("explore.before"),
    };
  }

  #draw(): void {
    const width = this.#place.clientWidth;
    if (!this.#plotted || !this.#line || width < 50) return;
    const wall = "present" in document.documentElement.dataset;
    // On a wall the picture is drawn larger, and down to the lower edge.
    this.#scale = wall ? WALL : 1;
    const rest = innerHeight - this.#place.getBoundingClientRect().top - scrollY - MARGIN;
    const height = wall ? Math.max(rest / WALL, HEIGHT / WALL) : Math.min(HEIGHT, Math.max(width * 0.75, 240));
    this.#layout = new Layout(width / this.#scale, height, this.#plotted);
    const picture = plot(this.#plotted, this.#layout, this.#words(this.#line), theme() === "dark" ? DARK : LIGHT);
    // The element around it has the name.
    picture.setAttribute("aria-hidden", "true");
    picture.setAttribute("width", String(width));
    picture.setAttribute("height", String(height * this.#scale));
    this.#place.style.setProperty("--scale", String(this.#scale));
    refill(this.#place, picture, h("div", { class: "here" }));
    this.#mark();
  }

  /** The picture, in units of its own; null where there is none. */
  #drawn(width: number, height: number): Element | null {
    if (!this.#plotted || !this.#line) return null;
    return plot(this.#plotted, new Layout(width, height, this.#plotted), this.#words(this.#line), theme() === "dark" ? DARK : LIGHT);
  }

  #heapAt(event: MouseEvent): number | null {
    const box = this.#place.getBoundingClientRect();
    return this.#layout?.heapAt((event.clientX - box.left) / this.#scale) ?? null;
  }

  #point(heap: number | null): void {
    if (heap === this.#cursor) return;
    this.#cursor = heap;
    this.#mark();
    const value = heap === null ? undefined : this.#plotted?.values[heap];
    const text = heap === null || value === undefined ? "" : this.#told(heap, value);
    this.#pointed.textContent = text;
    if (text && document.activeElement === this.#place) this.#ctx.announce(text);
  }

  #told(heap: number, value: number): string {
    const { t } = this.#ctx;
    const outcome = t(value === 0 ? "explore.is-P" : "explore.is-N");
    const worth = this.#line?.misere ? [] : [t("explore.has-value", { number: value })];
    return joined(this.#ctx, [t("explore.at-heap", { heap }), outcome, ...worth]);
  }

  /** A line where the cursor is, else at the chosen heap. */
  #mark(): void {
    const line = this.#place.querySelector<HTMLElement>(".here");
    const heap = this.#cursor ?? this.#heap;
    if (!line) return;
    line.hidden = heap === null || !this.#layout || heap > this.#layout.last;
    if (!line.hidden) line.style.left = `${this.#layout!.x(heap!) * this.#scale}px`;
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageDown: 10, PageUp: -10 };
    const last = this.#layout?.last ?? 0;
    const now = this.#cursor ?? this.#heap ?? 0;
    const step = steps[event.key];
    if (step !== undefined) this.#point(Math.min(Math.max(now + step, 0), last));
    else if (event.key === "Home") this.#point(0);
    else if (event.key === "End") this.#point(last);
    else if (event.key === "Enter") this.#ctx.set({ heap: String(now) });
    else return;
    event.preventDefault();
  }

  #tell(): void {
    this.#mark();
    const value = this.#heap === null ? undefined : this.#plotted?.values[this.#heap];
    if (this.#heap === null || value === undefined) {
      refill(this.#chosen);
      return;
    }
    const { t, link } = this.#ctx;
    const heaps = String(this.#heap);
    const game = this.#line?.game ?? "";
    const go = (view: string, text: string) => h("a", { href: link({ view, game, heaps }), class: "go" }, text);
    refill(
      this.#chosen,
      h("h2", {}, this.#told(this.#heap, value)),
      h("p", { class: "links" }, go("play", t("explore.play")), " ", go("explain", t("explore.explain"))),
    );
  }
}
