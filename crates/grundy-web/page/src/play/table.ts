/** The table: every component drawn, what is picked, and the move that comes of it. */

import { h, keepingFocus, refill } from "../dom";
import type { Context } from "../view";
import { short } from "../long";
import { type Whole, big } from "../whole";
import { type BoardShown, board, isStairs, marksOf } from "./boards/index";
import type { Component, Doing, Game, MoveRow } from "./game";
import { HeapMoves, type Picks, follow } from "./heaps";
import { pictureOf } from "./picture";
import { heaps, typedPick } from "./stones";
import { saidMove } from "./told";

/** What is picked, in one component. */
interface Chosen {
  readonly component: number;
  readonly picks: Picks;
  /** What stands in the fields, as `HeapsShown` has it. */
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
  /** Why what was tapped last is no part of a move. */
  readonly refused: string | null;
}

const NOTHING: Chosen = {
  component: -1,
  picks: new Map(),
  typed: new Map(),
  marks: [],
  fitting: [],
  words: null,
  never: false,
  unlisted: null,
  refused: null,
};

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
  #drawn = "";
  #shown: readonly (readonly Whole[])[] = [];
  /** The same before the latest move. */
  #before: readonly (readonly Whole[])[] = [];
  #chosen = NOTHING;

  constructor(ctx: Context, play: (text: string) => void) {
    this.#ctx = ctx;
    this.#play = play;
    this.element.append(this.#board, this.#confirm);
  }

  /** Shows a position with nothing picked; one that is there already stays as it is, so that stones go on moving. */
  show(state: TableState): void {
    const { game } = state;
    const line = game.line.slice(0, game.at).map((row) => row.text);
    const drawn = JSON.stringify([game.start, line, game.position, state.open]);
    const same = drawn === this.#drawn;
    if (same && this.#state?.hint === state.hint) return;
    this.#drawn = drawn;
    this.#state = state;
    this.#shown = places(game, game.at);
    this.#before = places(game, game.at - 1);
    if (!same) this.#chosen = NOTHING;
    this.#draw(!same);
  }

  /** Shows which stones or squares a move means, before it is made by another. */
  point(row: MoveRow): void {
    const { game } = this.#state ?? {};
    if (!game) return;
    // A move in several components is seen when it is made.
    const index = row.component ?? 0;
    const component = game.components[index];
    if (!component || row.parts) return;
    const picks = component.kind === "heaps" ? this.#moves(component, index, game).picksOf(row) : null;
    const marks = marksOf(component, game.start[index] ?? component, (this.#shown[index] ?? []).map(Number), row);
    this.#chosen = { ...NOTHING, component: index, picks: picks ?? new Map(), marks, fitting: [row] };
    this.#draw(false);
    refill(this.#confirm);
  }

  /** `fresh`: the position is a new one, and what has left it is seen leaving. */
  #draw(fresh: boolean): void {
    const state = this.#state;
    if (!state) return;
    const { t } = this.#ctx;
    const { game } = state;
    this.element.classList.toggle("fresh", fresh && game.at > 0);
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
    if (state.open && first && this.#chosen.fitting.length === 1) {
      this.#ctx.announce(t("play.picked", { move: this.#chosen.words ?? saidMove(first, game) }));
    }
  }

  #moves(component: Component, index: number, game: Game): HeapMoves {
    const shown = this.#shown[index] ?? component.heaps;
    return new HeapMoves(component, shown, game.moves, index, game.moves_complete);
  }

  #component(component: Component, index: number, state: TableState): HTMLElement {
    const { t } = this.#ctx;
    const here = this.#chosen.component === index ? this.#chosen : NOTHING;
    const key = `c${index}`;
    const start = state.game.start[index] ?? component;
    const shown = this.#shown[index] ?? component.heaps;
    const drawn: BoardShown = {
      component,
      start,
      moves: state.game.moves.filter((row) => (row.component ?? 0) === index && !row.parts),
      complete: state.game.moves_complete,
      marks: here.marks,
      chosen: here.fitting[0] ?? null,
      hint: state.hint && (state.hint.component ?? 0) === index ? state.hint : null,
      open: state.open,
      t,
      key,
      mark: (marks, fitting) => {
        const [only] = fitting;
        // The same again makes the move.
        if (only && fitting.length === 1 && only === here.fitting[0] && marks.join() === here.marks.join()) this.#play(only.text);
        else this.#choose({ ...NOTHING, component: marks.length ? index : -1, marks, fitting });
      },
      refuse: (refused) => this.#choose({ ...here, component: index, refused }),
    };
    const drawing = board(drawn, shown.map(Number));
    if (drawing) return drawing;
    const moves = this.#moves(component, index, state.game);
    return heaps({
      moves,
      picks: here.picks,
      // Heaps that bear marks are sorted anew: what has left them cannot be seen by place.
      gone: component.marks ? [] : gone(this.#before[index] ?? [], shown),
      hinted: hinted(state.hint, index, component, shown),
      stairs: isStairs(component.game),
      open: state.open,
      t,
      key,
      typed: here.typed,
      pick: (place, amount) => this.#tap(moves, index, here, place, amount),
      refuse: (refused) => this.#choose({ ...here, component: index, refused }),
      type: (field, text) => {
        const typed = new Map(here.typed).set(field, text);
        if (text.trim() === "") typed.delete(field);
        const amounts = [...typed].map(([at, said]) => typedPick(at, said, shown));
        const picks = amounts.flatMap(([at, amount]) => (amount === null ? [] : [[at, amount] as const]));
        this.#pick(moves, index, new Map(picks), typed);
      },
    });
  }

  /** A tap on stones. The same again makes the move; what no move has beside what is picked is refused. */
  #tap(moves: HeapMoves, index: number, here: Chosen, place: number, amount: bigint): void {
    const [only] = here.fitting;
    if (here.picks.get(place) === amount) {
      if (only && here.fitting.length === 1) this.#play(only.text);
      else if (here.unlisted) this.#play(here.unlisted);
      else this.#choose(NOTHING);
      return;
    }
    const next = moves.picked(here.picks, place, amount);
    if (next) this.#pick(moves, index, next);
    else this.#choose({ ...here, refused: this.#ctx.t("play.not-both") });
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
    const put = [...picks].find(([, amount]) => amount < 0n);
    const said = put ? `put back ${-put[1]} on ${moves.shown[put[0]] ?? 0}` : left?.join(" ");
    // Stones are put back on one heap, and nothing else is done.
    const unlisted = asks && (!put || picks.size === 1) ? (many ? `${index + 1}: ` : "") + said : null;
    const [only] = fitting;
    const taken = [...picks.values()];
    const amounts = taken.map((amount) => short(t, String(amount)));
    // What is taken says enough, unless stones go elsewhere.
    const plain = left !== null && !put && (unlisted !== null || (only && fitting.length === 1 && takes(moves, only, left)));
    const never = [...picks].some(([place, amount]) => !moves.begins(new Map([[place, amount]])));
    let words = plain ? t("play.take-so-many", { count: amounts.join(" + ") }) : null;
    if (put && picks.size === 1) words = t("play.put", { count: short(t, String(-put[1])), size: short(t, String(moves.shown[put[0]] ?? 0)) });
    this.#choose({ ...NOTHING, component: index, picks, typed, fitting, words, never, unlisted });
  }

  #choose(chosen: Chosen): void {
    this.#chosen = chosen;
    this.#draw(false);
  }

  /** Passing needs no stones. */
  #passes(): Node[] {
    const { game, open } = this.#state ?? {};
    if (!game || !open) return [];
    return game.components.flatMap((_, index) => {
      const pass = game.moves.find((row) => row.pass && (row.component ?? 0) === index);
      return pass ? [h("button", { type: "button", class: "quiet", "data-key": `pass${index}`, onclick: () => this.#play(pass.text) }, saidMove(pass, game))] : [];
    });
  }

  /** Buttons for the moves that fit. */
  #actions(): (Node | null)[] {
    const { t } = this.#ctx;
    const { component, fitting, words, never, unlisted, refused } = this.#chosen;
    const game = this.#state?.game;
    if (component < 0) return this.#passes();
    const go = (move: string, label: string, key: string, picture: Element | null = null) =>
      h(
        "button",
        { type: "button", class: `go${picture ? " pictured" : ""}`, "data-key": key, onclick: () => this.#play(move) },
        picture,
        h("span", {}, label),
      );
    const several = fitting.length > 1;
    const puts = [...this.#chosen.picks.values()].some((amount) => amount < 0n);
    const listed = fitting.map((row, index) =>
      go(row.text, words ?? (several || !game ? row.words : saidMove(row, game)), `go${index || ""}`, several ? pictureOf(row) : null),
    );
    const buttons = unlisted ? [go(unlisted, words ?? unlisted, "go")] : listed;
    const clear = () => this.#choose(NOTHING);
    return [
      refused === null ? null : h("p", { class: "refused", role: "status" }, refused),
      buttons.length === 0 && refused === null ? h("p", { class: "hint" }, t(never ? (puts ? "play.no-such-put" : "play.no-such") : "play.not-yet")) : null,
      several ? h("p", {}, t("play.which")) : null,
      ...buttons,
      h("button", { type: "button", class: "quiet", "data-key": "clear", onclick: clear }, t("play.clear")),
    ];
  }
}

/** Does this move leave just these heaps, whatever else it is called? */
function takes({ component }: HeapMoves, row: Doing, left: readonly bigint[]): boolean {
  if (!row.to) return true;
  const kept = (component.drops ? left.filter((heap) => heap > 0n) : [...left]).map(String);
  const to = row.to.map(String);
  if (!component.ordered) [kept, to].forEach((list) => list.sort());
  return kept.join(" ") === to.join(" ");
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
