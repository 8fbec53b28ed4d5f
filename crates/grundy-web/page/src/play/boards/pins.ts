/** Rows of pins: one pin or neighbours are knocked over, and what is left stands in two rows. */

import { h } from "../../dom";
import { sorted } from "../../whole";
import type { MoveRow } from "../game";
import type { BoardShown } from "./shown";

const MOST_PINS = 24;

/** The games that are played so: the place of what is taken is a choice in them. */
export function isPins(game: string): boolean {
  return /^(kayles|dawson|dawsonkayles)$/.test(game);
}

/** Marks are the row and then the pins, which stand side by side. */
export function pins(it: BoardShown, rows: readonly number[]): HTMLElement | null {
  if (rows.some((size) => size > MOST_PINS)) return null;
  const [marked, ...down] = it.marks;
  const hint = it.hint?.changes?.[0];
  const shown = rows.map((size, row) => {
    const here = row === marked ? down : [];
    const hinted = hint !== undefined && Number(hint.from) === size && rows.indexOf(size) === row;
    const buttons = Array.from({ length: size }, (_, pin) => {
      const next = toggled(here, pin);
      const tap = () => {
        if (!it.open) return;
        // The same pins again make the move.
        const fitting = fits(it.moves, rows, row, next);
        if (here.includes(pin) && it.chosen) it.mark(it.marks, [it.chosen]);
        else if (fitting.length === 0 && !begins(it.moves, rows, row, next)) it.refuse(it.t("play.no-pins"));
        else it.mark([row, ...next], fitting);
      };
      return h(
        "button",
        {
          type: "button",
          class: `pin${here.includes(pin) ? " taken" : ""}`,
          "data-key": `${it.key}:${row}:${pin}`,
          "aria-pressed": here.includes(pin) ? "true" : "false",
          "aria-label": it.t("play.pin", { number: pin + 1, size }),
          disabled: !it.open,
          onclick: tap,
        },
        h("i", {}),
      );
    });
    const label = it.t("play.row", { number: row + 1, count: size });
    const lane = h("div", { class: `pins${hinted ? " hinted" : ""}`, role: "group", "aria-label": label }, buttons);
    lane.style.setProperty("--pins", String(size));
    return lane;
  });
  return h("div", { class: "lanes" }, shown.length > 0 ? shown : h("span", { class: "none" }, "–"));
}

/** A neighbour is added, one at an end is taken away, and any other begins anew. */
function toggled(down: readonly number[], pin: number): readonly number[] {
  if (down.includes(pin)) return down;
  const all = [...down, pin].sort((a, b) => a - b);
  const joined = all.every((one, index) => index === 0 || one - (all[index - 1] ?? 0) === 1);
  return joined ? all : [pin];
}

/** The moves that knock just these pins of a row over; what is left of it stands in one row or two. */
function fits(moves: readonly MoveRow[], rows: readonly number[], row: number, down: readonly number[]): readonly MoveRow[] {
  const [first = 0] = down;
  const parts = [first, (rows[row] ?? 0) - first - down.length];
  const wanted = sorted([...rows.filter((_, at) => at !== row), ...parts].filter((part) => part > 0));
  return moves.filter(({ to }) => to && sorted(to.filter((heap) => Number(heap) > 0)) === wanted);
}

/** Can further pins make it a move? */
function begins(moves: readonly MoveRow[], rows: readonly number[], row: number, down: readonly number[]): boolean {
  const [first = 0] = down;
  const last = down.at(-1) ?? 0;
  for (let from = first; from >= 0; from -= 1) {
    for (let to = last; to < (rows[row] ?? 0); to += 1) {
      const wider = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      if (fits(moves, rows, row, wider).length > 0) return true;
    }
  }
  return false;
}

/** The marks of a move: the row and the pins that it knocks over. */
export function knocked(rows: readonly number[], move: MoveRow): readonly number[] {
  for (const [row, size] of rows.entries()) {
    for (let count = 1; count <= size; count += 1) {
      for (let first = 0; first + count <= size; first += 1) {
        const down = Array.from({ length: count }, (_, index) => first + index);
        if (fits([move], rows, row, down).length > 0) return [row, ...down];
      }
    }
  }
  return [];
}
