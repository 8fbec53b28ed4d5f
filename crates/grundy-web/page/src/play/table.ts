/** The table: every component drawn, what is picked, and the move that comes of it. */

import { h, keepingFocus, refill } from "../dom";
import type { Context } from "../view";
import { short } from "../long";
import { type Whole, big } from "../whole";
import { board } from "./boards";
import type { Component, Game, MoveRow } from "./game";
import { HeapMoves, type Picks, follow } from "./heaps";
import { amountOf, heaps } from "./stones";

/** What is picked, in one component. */
interface Chosen {
  readonly component: number;
  readonly picks: Picks;
  /** What stands in the fields of large heaps, by place. */
  readonly typed: ReadonlyMap<number, string>;
  readonly marks: readonly number[];
  /** The moves that do just this. */
  readonly fitting: readonly MoveRow[];
  /** What was picked in words, where the moves that fit are told otherwise. */
  readonly words: string | null;
  /** Is there an amount that no move takes? */
  readonly never: boolean;
  /** A move that is not among those listed, for the server to judge. */
  readonly unlisted: string | null;
}

const NOTHING: Chosen = { component: -1, picks: new Map(), typed: new Map(), marks: [], fitting: [], words: null, never: false, unlisted: null };

/** How the table is to look. */
export interface TableState {
  readonly game: Game;
  /** May the person move? */
  readonly open: boolean;
  /** A move that a hint has told. */
  readonly hint: MoveRow | null;
}

/** The drawing of a position, on which a move is composed. */
export class Table {
  readonly element = h("div", { class: "table" });
  readonly #board = h("div", { class: "components" });
  readonly #confirm = h("div", { class: "confirm" });
  readonly #ctx: Context;
  readonly #play: (text: string) => void;
  #state: TableState | null = null;
  #shown: readonly (readonly Whole[])[] = [];
  /** The same before the latest move. */
  #before: readonly (readonly Whole[])[] = [];
  #chosen = NOTHING;

  constructor(ctx: Context, play: (text: string) => void) {
    this.#ctx = ctx;
    this.#play = play;
    this.element.append(this.#board, this.#confirm);
  }

  /** Shows a position with nothing picked. */
  show(state: TableState): void {
    const same = this.#state?.game.position === state.game.position && this.#state.open === state.open;
    this.#state = state;
    this.#shown = places(state.game, state.game.at);
    this.#before = places(state.game, state.game.at - 1);
    if (!same) this.#chosen = NOTHING;
    this.#draw();
  }

  #draw(): void {
    const state = this.#state;
    if (!state) return;
    const { t } = this.#ctx;
    const { game } = state;
    keepingFocus(this.element, () => {
      refill(
        this.#board,
        game.components.map((component, index) =>
          h(
            "section",
            { class: "component" },
            game.components.length > 1 && h("h3", {}, `${index + 1}: `, h("code", {}, component.game)),
            this.#component(component, index, state),
          ),
        ),
      );
      refill(this.#confirm, this.#actions());
    });
    const first = this.#chosen.fitting[0];
    if (first && this.#chosen.fitting.length === 1) this.#ctx.announce(t("play.picked", { move: this.#chosen.words ?? first.words }));
  }

  #component(component: Component, index: number, state: TableState): HTMLElement {
    const { t } = this.#ctx;
    const here = this.#chosen.component === index ? this.#chosen : NOTHING;
    const key = `c${index}`;
    if (component.kind !== "heaps") {
      const moves = state.game.moves.filter((row) => (row.component ?? 0) === index && !row.parts);
      return board({
        component,
        start: state.game.start[index] ?? component,
        moves,
        marks: here.marks,
        chosen: here.fitting[0] ?? null,
        open: state.open,
        t,
        key,
        mark: (marks, fitting) =>
          this.#choose({ ...NOTHING, component: marks.length ? index : -1, marks, fitting }),
      });
    }
    const shown = this.#shown[index] ?? component.heaps;
    const moves = new HeapMoves(component, shown, state.game.moves, index, state.game.moves_complete);
    return heaps({
      moves,
      picks: here.picks,
      gone: gone(this.#before[index] ?? [], shown),
      hinted: hinted(state.hint, index, component, shown),
      open: state.open,
      t,
      key,
      typed: here.typed,
      pick: (place, amount) => this.#pick(moves, index, moves.picked(here.picks, place, amount)),
      type: (place, text) => {
        const typed = new Map(here.typed).set(place, text);
        if (text.trim() === "") typed.delete(place);
        const amounts = [...typed].map(([at, said]) => [at, amountOf(said, shown[at] ?? 0)] as const);
        const picks = amounts.flatMap(([at, amount]) => (amount === null ? [] : [[at, amount] as const]));
        this.#pick(moves, index, new Map(picks), typed);
      },
    });
  }

  /** What is picked of the heaps of a component, and what move that is. With a field that says no amount it is none. */
  #pick(moves: HeapMoves, index: number, picks: Picks, typed: Chosen["typed"] = new Map()): void {
    const { t } = this.#ctx;
    if (picks.size === 0 || picks.size < typed.size) {
      this.#choose({ ...NOTHING, component: typed.size ? index : -1, picks, typed });
      return;
    }
    const fitting = moves.fitting(picks);
    const left = moves.left(picks);
    // Among very many moves the one that is meant may not be listed.
    const asks = fitting.length === 0 && !moves.complete && left !== null;
    const many = (this.#state?.game.components.length ?? 0) > 1;
    const unlisted = asks ? (many ? `${index + 1}: ` : "") + left.join(" ") : null;
    const [only] = fitting;
    const told = unlisted !== null || (only && left && !moves.isExact(only, picks));
    const never = [...picks].some(([place, amount]) => !moves.begins(new Map([[place, amount]])));
    const amounts = [...picks.values()].map((amount) => short(t, String(amount)));
    const words = told ? t("play.take-so-many", { count: amounts.join(" + ") }) : null;
    this.#choose({ ...NOTHING, component: index, picks, typed, fitting, words, never, unlisted });
  }

  #choose(chosen: Chosen): void {
    this.#chosen = chosen;
    this.#draw();
  }

  /** Buttons for the moves that fit. */
  #actions(): (Node | null)[] {
    const { t } = this.#ctx;
    const { component, fitting, words, never, unlisted } = this.#chosen;
    if (component < 0) return [];
    const go = (move: string, label: string, key: string) =>
      h("button", { type: "button", class: "go", "data-key": key, onclick: () => this.#play(move) }, label);
    const listed = fitting.map((row, index) => go(row.text, words ?? row.words, `go${index || ""}`));
    const buttons = unlisted ? [go(unlisted, words ?? unlisted, "go")] : listed;
    const clear = () => this.#choose(NOTHING);
    return [
      buttons.length === 0 ? h("p", { class: "hint" }, t(never ? "play.no-such" : "play.not-yet")) : null,
      buttons.length > 1 ? h("p", {}, t("play.which")) : null,
      ...buttons,
      h("button", { type: "button", class: "quiet", "data-key": "clear", onclick: clear }, t("play.clear")),
    ];
  }
}

/** Every component's heaps after so many moves, in the places they have had since the start. */
function places(game: Game, at: number): readonly (readonly Whole[])[] {
  let before = game.start;
  let shown = before.map((component): readonly Whole[] => component.heaps);
  for (const row of game.line.slice(0, Math.max(at, 0))) {
    shown = row.components.map((after, index) => {
      const doing = (row.parts ?? [row]).find((part) => (part.component ?? 0) === index);
      const [was, heaps] = [before[index], shown[index]];
      return doing && was && heaps ? follow(heaps, was, doing, after) : (heaps ?? after.heaps);
    });
    before = row.components;
  }
  return shown;
}

/** More stones than this are not shown when they are gone. */
const MOST_GONE = 30n;

/** How many stones the latest move took from each place; none where heaps have moved. */
function gone(before: readonly Whole[], shown: readonly Whole[]): readonly number[] {
  if (before.length !== shown.length) return [];
  return shown.map((heap, place) => {
    const fewer = big(before[place] ?? 0) - big(heap);
    return fewer > 0n && fewer <= MOST_GONE ? Number(fewer) : 0;
  });
}

/** The places of the heaps that a move touches. */
function hinted(
  row: MoveRow | null,
  index: number,
  component: Component,
  shown: readonly Whole[],
): readonly number[] {
  if (!row || (row.component ?? 0) !== index) return [];
  const sizes = [
    ...(row.take ?? []).flatMap((taken, at) => (big(taken) > 0n ? [component.heaps[at] ?? 0] : [])),
    ...(row.changes ?? []).map((change) => change.from),
  ];
  const found: number[] = [];
  for (const size of sizes) {
    const place = shown.findIndex((heap, at) => big(heap) === big(size) && !found.includes(at));
    if (place >= 0) found.push(place);
  }
  return found;
}
