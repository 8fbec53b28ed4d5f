/** Squares that pieces cover: the squares of a piece are marked one after another, until only one move fits. */

import { h } from "../../dom";
import type { MoveRow } from "../game";
import { packed } from "./coins";
import { type BoardShown, MOST_SQUARES, drawable } from "./shown";

export function squares(it: BoardShown): HTMLElement | null {
  const numbers = drawable(it);
  const [rows, columns] = it.component.squares ?? [0, 0];
  if (!numbers || rows * columns === 0 || rows * columns > MOST_SQUARES) return null;
  const covered = packed(numbers, columns);
  const added = (move: MoveRow) => covers(covered, move, columns);
  const fitting = (marks: readonly number[]) => it.moves.filter((move) => marks.every((mark) => added(move).includes(mark)));
  const hinted = it.hint ? added(it.hint) : [];
  // As long as several moves fit, only the marked squares are shown, and a tap beside them says which.
  const only = it.chosen !== null && fitting(it.marks).length === 1 ? it.chosen : null;
  const chosen = only ? added(only) : it.marks;
  const made = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const number = (row + 1) * (columns + 1) + column + 1;
      const free = !covered.includes(number);
      // A tap beside the marked squares, where no piece fits over all of them, begins anew.
      const joined = [...it.marks.filter((mark) => mark !== number), number];
      const marks = fitting(joined).length > 0 ? joined : [number];
      const again = only !== null && chosen.includes(number);
      const button = h("button", {
        type: "button",
        class: `square${free ? "" : " covered"}${chosen.includes(number) ? " taken" : ""}${hinted.includes(number) ? " hinted" : ""}`,
        "data-key": `${it.key}:${row}:${column}`,
        "aria-pressed": chosen.includes(number) ? "true" : "false",
        "aria-label": it.t(free ? "play.free-square" : "play.covered-square", { row: row + 1, column: column + 1 }),
        disabled: !it.open || !free || fitting([number]).length === 0,
        onclick: () => (again ? it.mark(it.marks, fitting(it.marks)) : it.mark(marks, fitting(marks))),
      });
      button.style.gridArea = `${row + 1} / ${column + 1}`;
      return button;
    }),
  );
  const board = h("div", { class: "bar squares", role: "group", "aria-label": it.t("play.squares") }, made);
  board.style.setProperty("--columns", String(columns));
  return board;
}

/** The squares that a move covers. */
export function covers(covered: readonly number[], move: MoveRow, columns: number): readonly number[] {
  return packed((move.to ?? []).map(Number), columns).filter((square) => !covered.includes(square));
}
