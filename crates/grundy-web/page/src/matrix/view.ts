/** Matrix: a game of two players who choose at once, typed or chosen, with all its equilibria. */

import { ApiError, isAbort } from "../api";
import { h, refill } from "../dom";
import { fault } from "../position/fault";
import { save } from "../share/save";
import { Share } from "../share/share";
import type { State } from "../state";
import type { Body, Context } from "../view";
import { type Answer, answered } from "./answer";
import { latex, picture } from "./files";
import { Grid } from "./grid";
import { LEAST, MOST, type Pair, type Typed, readTyped, request, resized, writtenCells, writtenNames } from "./payoffs";

/** The game that is there at first. */
const FIRST = "prisoners";
/** A request follows typing after so many milliseconds. */
const DELAY = 120;

/** A well-known game, as /api/v1/nash lists it. */
interface Classic {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly game: {
    readonly players?: readonly [string, string];
    readonly strategies?: readonly [readonly string[], readonly string[]];
    readonly row: readonly (readonly string[])[];
    readonly column: readonly (readonly string[])[];
  };
}

class Matrix {
  readonly #ctx: Context;
  readonly #grid: Grid;
  readonly #share: Share;
  readonly #classic: HTMLSelectElement;
  readonly #sizes: readonly [HTMLSelectElement, HTMLSelectElement];
  readonly #about = h("p", { class: "about" });
  readonly #fault = h("div");
  readonly #answer = h("section", { class: "answer", "aria-live": "polite" });
  readonly #classics: Promise<readonly Classic[]>;
  #asked = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, ctx: Context) {
    this.#ctx = ctx;
    const { t } = ctx;
    this.#classics = ctx.api.ask<{ classics: Classic[] }>("nash", {}, "matrix.classics").then(({ classics }) => classics);
    this.#grid = new Grid(ctx, () => this.#typed(this.#grid.get()));
    this.#share = new Share(ctx, t("matrix.title"));
    this.#classic = h("select", { id: "classic", onchange: () => this.#choose() });
    const size = (side: 0 | 1) => {
      const counts = Array.from({ length: MOST - LEAST + 1 }, (_, at) => String(LEAST + at));
      const id = side === 0 ? "rows" : "columns";
      return h("select", { id, onchange: () => this.#resize() }, counts.map((count) => h("option", {}, count)));
    };
    this.#sizes = [size(0), size(1)];
    const field = (id: string, text: string, control: HTMLElement) =>
      h("div", { class: "field" }, h("label", { for: id }, text), control);
    root.append(
      h("h1", { class: "unseen" }, t("matrix.title")),
      h(
        "div",
        { class: "choices position" },
        field("classic", t("matrix.classic"), this.#classic),
        field("rows", t("matrix.rows"), this.#sizes[0]),
        field("columns", t("matrix.columns"), this.#sizes[1]),
      ),
      this.#about,
      this.#grid.element,
      h("p", { class: "hint" }, t("matrix.legend")),
      this.#fault,
      this.#answer,
      h(
        "div",
        { class: "buttons files" },
        h("button", { type: "button", class: "quiet", "data-file": "svg", onclick: () => save("matrix.svg", picture(this.#grid.get()), "image/svg+xml") }, t("share.svg")),
        h("button", { type: "button", class: "quiet", "data-file": "tex", onclick: () => save("matrix.tex", latex(this.#grid.get()), "text/x-tex") }, t("matrix.latex")),
      ),
      this.#share.element,
    );
    void this.#list();
  }

  async update(state: State): Promise<void> {
    this.#share.update();
    const cells = state["matrix"];
    if (cells) {
      refill(this.#about);
      this.#classic.value = "";
      this.#show(readTyped(cells, state["names"] ?? ""));
      return;
    }
    try {
      const classics = await this.#classics;
      // Something was typed while the list came.
      if (this.#ctx.get()["matrix"]) return;
      const name = this.#ctx.get()["classic"] || FIRST;
      const classic = classics.find((one) => one.name === name) ?? classics[0];
      if (!classic) return;
      this.#classic.value = classic.name;
      const players = classic.game.players;
      refill(this.#about, classic.about, players && ` ${this.#ctx.t("matrix.players", { row: players[0], column: players[1] })}`);
      this.#show(typedOf(classic));
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #list(): Promise<void> {
    const option = (value: string, text: string) => h("option", { value }, text);
    const chosen = this.#classic.value;
    refill(this.#classic, option("", this.#ctx.t("matrix.own")));
    try {
      const classics = await this.#classics;
      this.#classic.append(...classics.map(({ name, title }) => option(name, title)));
      if (chosen) this.#classic.value = chosen;
    } catch {
      // Told by `update`.
    }
  }

  #choose(): void {
    const name = this.#classic.value;
    if (name) this.#ctx.set({ classic: name, matrix: null, names: null });
    // The payoffs stay to begin with; the names were those of another story.
    else this.#typed({ cells: this.#grid.get().cells, names: [[], []] }, "push");
  }

  #resize(): void {
    const [rows, columns] = this.#sizes.map((select) => Number(select.value)) as [number, number];
    this.#typed(resized(this.#grid.get(), rows, columns), "push");
  }

  #typed(typed: Typed, how: "push" | "replace" = "replace"): void {
    this.#ctx.set({ matrix: writtenCells(typed), names: writtenNames(typed), classic: null }, how);
  }

  #show(typed: Typed): void {
    this.#grid.set(typed);
    this.#sizes[0].value = String(typed.cells.length);
    this.#sizes[1].value = String(typed.cells[0]?.length ?? LEAST);
    const { text } = request(typed);
    if (text === this.#asked) return;
    const waits = this.#asked !== "";
    this.#asked = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(typed), waits ? DELAY : 0);
  }

  async #ask(typed: Typed): Promise<void> {
    const { text, places } = request(typed);
    try {
      const answer = await this.#ctx.api.ask<Answer>("nash", { matrix: text }, "matrix.nash");
      this.#grid.fail(null);
      refill(this.#fault);
      this.#grid.mark(answer);
      refill(this.#answer, answered(this.#ctx, answer, this.#grid.shownNames()));
    } catch (error) {
      if (isAbort(error)) return;
      this.#grid.mark(null);
      this.#grid.fail(null);
      refill(this.#answer);
      const span = error instanceof ApiError ? error.span : null;
      const at = span && places.find(({ start, end }) => start < Math.max(span[1], span[0] + 1) && span[0] < end);
      if (at && error instanceof Error) {
        refill(this.#fault);
        this.#grid.fail(at, error.message);
      } else {
        this.#fail(error);
      }
    }
  }

  #fail(error: unknown): void {
    refill(this.#fault, fault(this.#ctx, error));
  }
}

function typedOf({ game }: Classic): Typed {
  const cells = game.row.map((row, i) => row.map((value, j): Pair => [value, game.column[i]?.[j] ?? "0"]));
  return resized({ cells, names: game.strategies ?? [[], []] }, cells.length, cells[0]?.length ?? LEAST);
}

let mounted: Matrix | null = null;

export const view: Body = {
  mount(root, ctx) {
    mounted = new Matrix(root, ctx);
  },
  update(state) {
    void mounted?.update(state);
  },
  unmount() {
    mounted?.close();
    mounted = null;
  },
};
