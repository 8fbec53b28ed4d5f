/** Coins on a strip of squares: one is marked, then the square it slides to. On some strips squares hold several. */

import { h } from "../../dom";
import type { Doing, MoveRow } from "../game";
import { type BoardShown, MOST_SQUARES, drawable } from "./shown";

/** The strip, as the number of coins on each square; `result` says what a move leaves in the same way. */
interface Strip {
  readonly counts: readonly number[];
  readonly result: (move: Doing) => readonly number[];
  /** The number under the first square. */
  readonly first: number;
}

/** The strip of the silver dollar game: the numbers are the squares of the coins, one coin a square. */
export function dollars(it: BoardShown): HTMLElement | null {
  const taken = drawable(it);
  if (!taken) return null;
  const length = Math.max(0, ...taken, ...it.start.heaps.map(Number)) + 1;
  const counts = (coins: readonly number[]) => Array.from({ length }, (_, square) => coins.filter((coin) => coin === square).length);
  return strip(it, { counts: counts(taken), result: (move) => counts((move.to ?? []).map(Number)), first: 0 });
}

/** Nimble: the numbers are how many coins each square holds. */
export function nimble(it: BoardShown): HTMLElement | null {
  const counts = drawable(it);
  if (!counts || counts.length > MOST_SQUARES || counts.some((count) => count > 12)) return null;
  return strip(it, { counts, result: (move) => (move.to ?? []).map(Number), first: 1 });
}

/** From which square to which a move slides a coin. */
export function slid(counts: readonly number[], result: readonly number[]): readonly number[] {
  const from = counts.findIndex((count, square) => (result[square] ?? 0) < count);
  const to = counts.findIndex((count, square) => (result[square] ?? 0) > count);
  return [from, to];
}

function strip(it: BoardShown, { counts, result, first }: Strip): HTMLElement {
  const [from] = it.marks;
  const slides = it.moves.map((move) => [move, slid(counts, result(move))] as const);
  const fitting = (start: number, end: number): readonly MoveRow[] =>
    slides.filter(([, [a, b]]) => a === start && b === end).map(([move]) => move);
  const hint = it.hint ? slid(counts, result(it.hint)) : [];
  const squares = counts.map((count, square) => {
    const aims = from !== undefined && square !== from ? fitting(from, square) : [];
    const movable = slides.some(([, [a]]) => a === square);
    const tap = () => {
      if (aims.length > 0) it.mark([from ?? 0, square], aims);
      else if (movable) it.mark([square], []);
      else it.refuse(it.t(count > 0 ? "play.stuck" : "play.no-slide"));
    };
    const kind = [aims.length > 0 && "aim", it.marks.includes(square) && "taken", hint.includes(square) && "hinted"];
    return h(
      "button",
      {
        type: "button",
        class: ["place", count > 0 && "full", ...kind].filter(Boolean).join(" "),
        "data-key": `${it.key}:${square}`,
        "aria-pressed": it.marks.includes(square) ? "true" : "false",
        "aria-label": it.t(count === 0 ? "play.square" : count === 1 ? "play.coin-at" : "play.coins-at", { number: square + first, count }),
        disabled: !it.open,
        onclick: tap,
      },
      h("span", { class: "pile" }, Array.from({ length: count }, () => h("i", { class: "piece-coin" }))),
      h("small", {}, String(square + first)),
    );
  });
  return h("div", { class: "strip", role: "group", "aria-label": it.t("play.strip") }, squares);
}
