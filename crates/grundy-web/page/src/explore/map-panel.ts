/** Two heaps: the map with its controls, what is pointed at, the moves of the chosen position, files. */

import { ApiError } from "../api";
import { busy, idle } from "../busy";
import { h, refill, svg } from "../dom";
import type { TextKey } from "../i18n";
import { fault } from "../position/fault";
import type { State } from "../state";
import type { Context } from "../view";
import { type Camera, type Cell, readCamera, readCell, written } from "./camera";
import { joined } from "./joined";
import { legend } from "./legend";
import { MapPicture } from "./map";
import { saysNone } from "./none";
import { type Moves, fetchMoves } from "./moves";
import { fileName, rastered, save } from "../share/save";
import { framed } from "./framed";
import { mapFile } from "./map-file";
import { isDrawn, isLost } from "./scale";
import { type Line, SHOWS } from "./table";
import { Tiles } from "./tiles";

/** Sizes to choose from. */
const SIDES = [16, 32, 64, 128, 256, 512, 1024];
const SIDE = 64;
/** The most cells of a side of a file. */
const MOST = 1024;
/** So many winning moves are told in words. */
const TOLD = 8;
/** One press of a button. */
const PRESS = 1.6;

export class MapPanel {
  readonly element: HTMLElement;
  /** The column of the picture. */
  readonly main: HTMLElement;
  readonly #ctx: Context;
  readonly #fail: (error: unknown) => void;
  readonly #pictured: (there: boolean) => void;
  readonly #rule: () => readonly string[];
  readonly #tiles: Tiles;
  readonly #map: MapPicture;
  readonly #show: HTMLSelectElement;
  readonly #side: HTMLSelectElement;
  readonly #pointed = h("p", { class: "pointed" });
  readonly #noted = h("p", { class: "hint", role: "status" });
  readonly #main: HTMLElement;
  readonly #legend = h("div", { class: "legend" });
  readonly #chosen = h("div", { class: "chosen", "aria-live": "polite" });
  #line: Line | null = null;
  #subject = "";
  #look: string | undefined = undefined;
  #cell: Cell | null = null;

  /**
   * `fail` shows what is wrong with the game, or takes that away with null; `pictured` is told whether there is a map;
   * `rule` gives the lines that files have below the picture.
   */
  constructor(ctx: Context, fail: (error: unknown) => void, pictured: (there: boolean) => void, rule: () => readonly string[]) {
    this.#ctx = ctx;
    this.#rule = rule;
    this.#fail = fail;
    this.#pictured = pictured;
    const { t } = ctx;
    this.#tiles = new Tiles(ctx.api, () => this.#arrived(), (error, first) => this.#refused(error, first));
    this.#map = new MapPicture(this.#tiles, t("explore.map"), "map-hint", { row: t("explore.row-axis"), column: t("explore.column-axis") }, {
      pointed: (cell) => this.#point(cell),
      chosen: (cell) => ctx.set({ at: `${cell.row} ${cell.column}` }),
      moved: (camera) => this.#moved(camera),
      marked: (marked) => this.#legend.classList.toggle("unmarked", !marked),
    });
    const option = (value: string, text: string) => h("option", { value }, text);
    this.#show = h(
      "select",
      { id: "show", onchange: () => ctx.set({ show: this.#show.value }) },
      SHOWS.map((show) => option(show, t(`explore.${show}`))),
    );
    this.#side = h(
      "select",
      { id: "side", onchange: () => ctx.set({ side: this.#side.value, look: null }) },
      SIDES.map((side) => option(String(side), `${side} × ${side}`)),
    );
    const press = (path: string, label: string, act: () => void) => {
      const icon = svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, svg("path", { d: path }));
      return h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon);
    };
    const zoom = (factor: number) => () => {
      this.#map.zoom(factor);
      this.#moved(this.#map.camera);
    };
    this.#main = h(
      "div",
      {},
      h(
        "div",
        { class: "over-map" },
        h("p", { class: "axes hint" }, t("explore.axes")),
        h(
          "div",
          { class: "zoom", role: "group", "aria-label": t("explore.zoom") },
          press("M4 10H16", t("explore.farther"), zoom(1 / PRESS)),
          press("M4 10H16M10 4V16", t("explore.closer"), zoom(PRESS)),
          press("M3 8V3H8M12 3H17V8M17 12V17H12M8 17H3V12", t("explore.whole"), () => this.#map.fit()),
        ),
      ),
      this.#map.element,
      h("p", { class: "hint", id: "map-hint" }, t("explore.hint")),
    );
    this.main = h("div", { class: "map-main" }, this.#noted, this.#main);
    this.element = h(
      "div",
      { class: "map-panel" },
      h(
        "div",
        { class: "map-side" },
        h(
          "div",
          { class: "choices" },
          h("div", { class: "field" }, h("label", { for: "show" }, t("explore.show")), this.#show),
          h("div", { class: "field" }, h("label", { for: "side" }, t("explore.side")), this.#side),
        ),
        this.#pointed,
        this.#chosen,
        this.#legend,
      ),
      this.main,
    );
  }

  update(state: State, line: Line): void {
    const show = SHOWS.find((one) => one === state["show"]) ?? "value";
    const side = Number(state["side"]) || SIDE;
    this.#line = line;
    this.#show.value = show;
    if (![...this.#side.options].some((option) => option.value === String(side))) {
      this.#side.append(h("option", { value: String(side) }, `${side} × ${side}`));
    }
    this.#side.value = String(side);
    const subject = JSON.stringify([line, show, side]);
    const changed = subject !== this.#subject;
    if (changed) {
      this.#subject = subject;
      this.#none(null);
      busy(this.#ctx.t, this.element, this.#map.element);
      this.#tiles.reset({ line, show, side });
    }
    if (changed || state["look"] !== this.#look) {
      this.#look = state["look"];
      this.#map.look(side, readCamera(state["look"]));
    }
    this.#choose(readCell(state["at"]), changed);
  }

  close(): void {
    this.#map.close();
  }

  /** The part of the table that is seen, as a file. */
  async save(format: "csv" | "svg" | "png"): Promise<void> {
    const line = this.#line;
    if (!line) return;
    const { from, end } = this.#map.seen();
    const size = [end.row - from.row, end.column - from.column].map((side) => Math.min(side, MOST));
    const [rows, columns] = size as [number, number];
    const name = fileName(`${line.game} ${this.#show.value}`, format);
    if (format === "csv") {
      const body = { ...line, show: this.#show.value, from: [from.row, from.column], size, format };
      const { csv } = await this.#ctx.api.ask<{ csv: string }>("table", body, "explore.save");
      save(name, csv, "text/csv");
      return;
    }
    const [first] = this.#tiles.all();
    if (!first) return;
    const { t } = this.#ctx;
    const { show, misere } = first.square;
    const content = (cell: Cell) => this.#tiles.content(cell);
    const { picture, width, height } = mapFile(
      { from, rows, columns, show, misere, greatest: this.#tiles.greatest(), content },
      {
        row: t("explore.row-axis"),
        column: t("explore.column-axis"),
        lost: t("explore.lost"),
        won: t("explore.won"),
        drawn: t("explore.drawn"),
        number: t(`explore.${show}`),
      },
    );
    const title = t("explore.map-title", { game: misere ? `misere ${line.game}` : line.game, what: t(`explore.${show}`) });
    const whole = framed(picture, width, height, { title, lines: this.#rule(), paper: "#ffffff", ink: "#1c2430" });
    if (format === "svg") save(name, whole.text, "image/svg+xml");
    else save(name, await rastered(whole.text, whole.width, whole.height), "image/png");
  }

  #arrived(): void {
    if (this.element.hasAttribute("aria-busy") && this.#tiles.fresh) {
      idle(this.element);
      this.#fail(null);
    }
    this.#map.refresh();
    const [first] = this.#tiles.all();
    if (!first) {
      refill(this.#legend);
      return;
    }
    const { show, misere } = first.square;
    const drawn = show === "outcome" && this.#tiles.greatest() === 2;
    refill(this.#legend, legend(this.#ctx, show, misere, this.#tiles.greatest(), drawn));
  }

  #refused(error: unknown, first: boolean): void {
    idle(this.element);
    const chosen = this.#ctx.get()["show"];
    // Values decide nothing under misère play or where stones are counted; who wins is always there to be shown.
    if (first && !chosen && error instanceof ApiError && error.code.startsWith("values-")) {
      this.#ctx.set({ show: "outcome" }, "replace");
      return;
    }
    if (first && saysNone(error)) {
      this.#fail(null);
      this.#none("explore.no-map");
      return;
    }
    // A limit that was met is no fault of the rules.
    const rules = first && error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (first) this.#fail(rules ? error : null);
    if (rules) this.#none("explore.refused");
    if (!rules) refill(this.#pointed, fault(this.#ctx, error));
  }

  /** A game without a map, or with a mistake in its rules, has words in its place. */
  #none(words: TextKey | null): void {
    this.#main.hidden = words !== null;
    this.#pictured(words === null);
    this.#pointed.hidden = words !== null;
    this.#noted.textContent = words ? this.#ctx.t(words) : "";
  }

  #point(cell: Cell | null): void {
    const text = cell ? this.#told(cell) : "";
    this.#pointed.textContent = text || this.#ctx.t("explore.pick");
    if (text && document.activeElement === this.#map.element) this.#ctx.announce(text);
  }

  /** A cell in words. */
  #told(cell: Cell): string {
    const { t } = this.#ctx;
    const content = this.#tiles.content(cell);
    const blanks = { row: cell.row, column: cell.column };
    const [first] = this.#tiles.all();
    if (content === null || !first) return t("explore.at", blanks);
    const { show, misere } = first.square;
    const outcome = isDrawn(show, content) ? "D" : isLost(show, misere, content) ? "P" : "N";
    const words = [t("explore.at", blanks), t(`explore.is-${outcome}`)];
    if (show !== "outcome") words.push(t(`explore.has-${show}`, { number: content }));
    return joined(this.#ctx, words);
  }

  #moved(camera: Camera): void {
    this.#look = this.#map.fits ? undefined : written(camera);
    this.#ctx.set({ look: this.#look ?? null }, "replace");
  }

  #choose(cell: Cell | null, again: boolean): void {
    const same = cell?.row === this.#cell?.row && cell?.column === this.#cell?.column;
    if (same && !again) return;
    this.#cell = cell;
    this.#map.choose(cell);
    this.#point(null);
    refill(this.#chosen);
    if (cell && this.#line) void this.#ask(cell, this.#line);
  }

  async #ask(cell: Cell, line: Line): Promise<void> {
    try {
      const moves = await fetchMoves(this.#ctx.api, line, cell);
      this.#map.draw(moves);
      refill(this.#chosen, this.#chosenWords(moves));
    } catch (error) {
      refill(this.#chosen, fault(this.#ctx, error));
    }
  }

  #chosenWords(moves: Moves): HTMLElement[] {
    const { t, link } = this.#ctx;
    const { from, wins, others, outcome } = moves;
    const heaps = `${from.row} ${from.column}`;
    const game = this.#line?.game ?? "";
    const list = wins.slice(0, TOLD).map(({ row, column }) => `(${row}, ${column})`);
    if (wins.length > TOLD) list.push("…");
    const blanks = { list: list.join(", "), count: wins.length, all: wins.length + others.length + moves.outside };
    const words = wins.length ? t(outcome === "D" ? "explore.draws" : "explore.wins", blanks) : t("explore.no-win", blanks);
    const go = (view: string, text: string) => h("a", { href: link({ view, game, heaps }), class: "go" }, text);
    return [
      h("h2", {}, joined(this.#ctx, [t("explore.at", { row: from.row, column: from.column }), t(`explore.is-${outcome}`)])),
      h("p", {}, words),
      h("p", { class: "links" }, go("play", t("explore.play")), " ", go("explain", t("explore.explain"))),
    ];
  }
}
