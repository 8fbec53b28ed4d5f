/** Games on boards: a bar of chocolate, coins in a row, coins on a strip; others as their numbers. */

import { h } from "../dom";
import type { Translate } from "../i18n";
import { short } from "../long";
import { sorted } from "../whole";
import type { Component, MoveRow } from "./game";

/** What is not drawn square by square. */
const MOST_SQUARES = 400;

export interface BoardShown {
  readonly component: Component;
  /** The same at the start: a board does not shrink. */
  readonly start: Component;
  /** The moves in this component. */
  readonly moves: readonly MoveRow[];
  /** Squares or coins that are marked. */
  readonly marks: readonly number[];
  /** The move that is about to be made. */
  readonly chosen: MoveRow | null;
  readonly open: boolean;
  readonly t: Translate;
  /** Told of new marks and the moves that fit them. */
  readonly mark: (marks: readonly number[], fitting: readonly MoveRow[]) => void;
  readonly key: string;
}

/** The drawing of a component that does not consist of heaps. */
export function board(it: BoardShown): HTMLElement {
  const numbers = it.component.heaps.map(Number);
  const most = Math.max(0, ...numbers, ...it.start.heaps.map(Number));
  const drawable = numbers.every((number) => Number.isSafeInteger(number)) && most <= MOST_SQUARES;
  switch (it.component.kind) {
    case "chomp":
      if (drawable && most * numbers.length <= MOST_SQUARES) return chomp(it, numbers);
      break;
    case "coins":
      if (drawable) return coins(it, numbers, most);
      break;
    case "strip":
      if (drawable) return strip(it, numbers, most);
      break;
    case "race":
      return h("div", { class: "total" }, race(it));
    default:
  }
  return h(
    "div",
    { class: "chips" },
    pairs(it.component).map((text) => h("span", { class: "chip" }, text)),
  );
}

/** The total and, as far as the rules tell it, where it is to end. */
function race({ component, t }: BoardShown): string {
  const total = component.heaps.map((heap) => short(t, String(heap))).join(" ");
  const target = /^race\((\d+),/.exec(component.game)?.[1];
  return target === undefined ? total : t("play.race", { total, target: short(t, target) });
}

/** Two numbers a coin or an edge, one a heap or a vertex. */
function pairs({ kind, heaps }: Component): string[] {
  const texts = heaps.map(String);
  if (kind !== "grid" && kind !== "hackenbush") return texts.length ? texts : ["–"];
  const found = [];
  for (let at = 0; at + 1 < texts.length; at += 2) found.push(`${texts[at]}–${texts[at + 1]}`);
  return found.length ? found : ["–"];
}

/** Each square is a bite: it goes with all to the right of it and below. */
function chomp(it: BoardShown, rows: readonly number[]): HTMLElement {
  const after = (row: number, column: number) =>
    rows.map((length, index) => (index < row ? length : Math.min(length, column))).filter((length) => length > 0);
  const chosen = it.chosen?.to?.map(Number);
  const squares = rows.map((length, row) =>
    h(
      "div",
      { class: "row" },
      Array.from({ length }, (_, column) => {
        const left = after(row, column).join(" ");
        const fitting = it.moves.filter((move) => move.to?.join(" ") === left);
        const bitten = chosen !== undefined && column >= (chosen[row] ?? 0);
        const poison = row === 0 && column === 0;
        return h(
          "button",
          {
            type: "button",
            class: `square${bitten ? " taken" : ""}${poison ? " poison" : ""}`,
            "data-key": `${it.key}:${row}:${column}`,
            "aria-label": it.t(poison ? "play.poison" : "play.bite", { row: row + 1, column: column + 1 }),
            disabled: !it.open || fitting.length === 0,
            onclick: () => it.mark([row, column], fitting),
          },
          poison ? "☠" : "",
        );
      }),
    ),
  );
  return h("div", { class: "bar", role: "group", "aria-label": it.t("play.bar") }, squares);
}

/** Coins to turn over are marked one after another, until they are a move. */
function coins(it: BoardShown, heads: readonly number[], most: number): HTMLElement {
  const turned = (marks: readonly number[]) => {
    const both = [...heads, ...marks];
    return both.filter((coin) => both.indexOf(coin) === both.lastIndexOf(coin));
  };
  const change = (coin: number) => {
    const marks = it.marks.includes(coin) ? it.marks.filter((mark) => mark !== coin) : [...it.marks, coin];
    const result = sorted(turned(marks));
    it.mark(marks, marks.length ? it.moves.filter((move) => sorted(move.to ?? []) === result) : []);
  };
  const row = Array.from({ length: most }, (_, index) => {
    const coin = index + 1;
    const head = heads.includes(coin);
    const marked = it.marks.includes(coin);
    return h(
      "button",
      {
        type: "button",
        class: `coin${head ? " head" : ""}${marked ? " taken" : ""}`,
        "data-key": `${it.key}:${coin}`,
        "aria-pressed": marked ? "true" : "false",
        "aria-label": it.t(head ? "play.head" : "play.tail", { number: coin }),
        disabled: !it.open,
        onclick: () => change(coin),
      },
      h("span", {}, head ? it.t("play.head-short") : it.t("play.tail-short")),
      h("small", {}, String(coin)),
    );
  });
  return h("div", { class: "coins", role: "group", "aria-label": it.t("play.coins") }, row);
}

/** A coin is marked, then the square it slides to. */
function strip(it: BoardShown, taken: readonly number[], most: number): HTMLElement {
  const [from] = it.marks;
  const to = (square: number) => {
    const result = sorted(taken.map((coin) => (coin === from ? square : coin)));
    return it.moves.filter((move) => sorted(move.to ?? []) === result);
  };
  const squares = Array.from({ length: most + 1 }, (_, square) => {
    const coin = taken.includes(square);
    const fitting = !coin && from !== undefined ? to(square) : [];
    const marked = it.marks.includes(square);
    return h(
      "button",
      {
        type: "button",
        class: `place${coin ? " coin head" : ""}${marked ? " taken" : ""}`,
        "data-key": `${it.key}:${square}`,
        "aria-pressed": marked ? "true" : "false",
        "aria-label": it.t(coin ? "play.coin-at" : "play.square", { number: square }),
        disabled: !it.open || (!coin && fitting.length === 0),
        onclick: () => (coin ? it.mark([square], []) : it.mark([from ?? 0, square], fitting)),
      },
      h("span", {}, coin ? "●" : ""),
      h("small", {}, String(square)),
    );
  });
  return h("div", { class: "coins", role: "group", "aria-label": it.t("play.strip") }, squares);
}
