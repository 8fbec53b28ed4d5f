/** Coins in a row or in a rectangle: those to turn over are marked one after another, until they are a move. */

import { h } from "../../dom";
import type { MoveRow } from "../game";
import { type BoardShown, MOST_SQUARES, differing, drawable } from "./shown";

/** A coin is a button that shows heads or tails, and turns when it is marked. */
function coin(it: BoardShown, number: number, head: boolean, name: string, fitting: (marks: readonly number[]) => readonly MoveRow[]): HTMLElement {
  const marked = it.marks.includes(number);
  const marks = marked ? it.marks.filter((mark) => mark !== number) : [...it.marks, number];
  return h(
    "button",
    {
      type: "button",
      class: `coin${head !== marked ? " head" : ""}${marked ? " taken" : ""}`,
      "data-key": `${it.key}:${name}`,
      "aria-pressed": marked ? "true" : "false",
      "aria-label": it.t(head ? "play.head" : "play.tail", { number: name }),
      disabled: !it.open,
      onclick: () => it.mark(marks, marks.length ? fitting(marks) : []),
    },
    h("span", {}, it.t(head !== marked ? "play.head-short" : "play.tail-short")),
    h("small", {}, name),
  );
}

function sorted(list: readonly number[]): string {
  return [...list].sort((a, b) => a - b).join(" ");
}

/** In a row; the numbers are the coins that show heads, from 1. */
export function row(it: BoardShown): HTMLElement | null {
  const heads = drawable(it);
  if (!heads) return null;
  const most = Math.max(0, ...heads, ...it.start.heaps.map(Number));
  const fitting = (marks: readonly number[]) => {
    const result = sorted(differing(heads, marks));
    return it.moves.filter((move) => sorted((move.to ?? []).map(Number)) === result);
  };
  const hinted = it.hint ? differing(heads, (it.hint.to ?? []).map(Number)) : [];
  const coins = Array.from({ length: most }, (_, index) => {
    const made = coin(it, index + 1, heads.includes(index + 1), String(index + 1), fitting);
    made.classList.toggle("hinted", hinted.includes(index + 1));
    return made;
  });
  return h("div", { class: "coins", role: "group", "aria-label": it.t("play.coins") }, coins);
}

/** Two numbers a coin, its row and its column, as one number. */
export function packed(numbers: readonly number[], columns: number): readonly number[] {
  const found = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) found.push((numbers[at] ?? 0) * (columns + 1) + (numbers[at + 1] ?? 0));
  return found;
}

/** The columns of the rectangle, which the start fills. */
export function columnsOf(start: readonly unknown[]): number {
  return Math.max(1, ...start.filter((_, index) => index % 2 === 1).map(Number));
}

/** In a rectangle. */
export function rectangle(it: BoardShown): HTMLElement | null {
  const numbers = drawable(it);
  const columns = columnsOf(it.start.heaps);
  const rows = Math.max(1, ...it.start.heaps.filter((_, index) => index % 2 === 0).map(Number));
  if (!numbers || rows * columns > MOST_SQUARES) return null;
  const heads = packed(numbers, columns);
  const fitting = (marks: readonly number[]) => {
    const result = sorted(differing(heads, marks));
    return it.moves.filter((move) => sorted(packed((move.to ?? []).map(Number), columns)) === result);
  };
  const hinted = it.hint ? differing(heads, packed((it.hint.to ?? []).map(Number), columns)) : [];
  const coins = Array.from({ length: rows }, (_, above) =>
    Array.from({ length: columns }, (_, before) => {
      const number = (above + 1) * (columns + 1) + before + 1;
      const made = coin(it, number, heads.includes(number), `${above + 1}, ${before + 1}`, fitting);
      made.style.gridArea = `${above + 1} / ${before + 1}`;
      made.classList.toggle("hinted", hinted.includes(number));
      return made;
    }),
  );
  return h("div", { class: "coins rectangle", role: "group", "aria-label": it.t("play.coins") }, coins);
}
