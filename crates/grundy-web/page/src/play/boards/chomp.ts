/** A bar of chocolate: a bite takes its square with all to the right of it and below. */

import { h } from "../../dom";
import type { Doing } from "../game";
import { type BoardShown, MOST_SQUARES, drawable } from "./shown";

export function chomp(it: BoardShown): HTMLElement | null {
  const rows = drawable(it);
  const columns = Math.max(1, ...it.start.heaps.map(Number));
  if (!rows || columns * it.start.heaps.length > MOST_SQUARES) return null;
  const after = (row: number, column: number) =>
    rows.map((length, index) => (index < row ? length : Math.min(length, column))).filter((length) => length > 0);
  const cut = it.chosen?.to?.map(Number);
  const hint = it.hint?.to?.map(Number);
  const squares = rows.map((length, row) =>
    Array.from({ length }, (_, column) => {
      const left = after(row, column).join(" ");
      const fitting = it.moves.filter((move) => move.to?.join(" ") === left);
      const poison = row === 0 && column === 0;
      const beyond = (list: readonly number[] | undefined) => list !== undefined && column >= (list[row] ?? 0);
      const button = h(
        "button",
        {
          type: "button",
          class: `square${beyond(cut) ? " taken" : ""}${beyond(hint) ? " hinted" : ""}${poison ? " poison" : ""}`,
          "data-key": `${it.key}:${row}:${column}`,
          "data-row": String(row),
          "data-column": String(column),
          "aria-label": it.t(poison ? "play.poison" : "play.bite", { row: row + 1, column: column + 1 }),
          disabled: !it.open || fitting.length === 0,
          onclick: () => it.mark([row, column], fitting),
        },
        poison ? "☠" : "",
      );
      button.style.gridArea = `${row + 1} / ${column + 1}`;
      return button;
    }),
  );
  const bar = h("div", { class: "bar", role: "group", "aria-label": it.t("play.bar") }, squares);
  bar.style.setProperty("--columns", String(columns));
  // What a bite would take is marked while one points at its square.
  const aim = (event: Event) => {
    const square = event.type === "pointerout" || event.type === "focusout" ? null : (event.target as HTMLElement).closest<HTMLElement>(".square:not(:disabled)");
    const at = (one: HTMLElement, name: string) => Number(one.dataset[name]);
    for (const one of bar.querySelectorAll<HTMLElement>(".square")) {
      const aimed = square !== null && at(one, "row") >= at(square, "row") && at(one, "column") >= at(square, "column");
      one.classList.toggle("aimed", aimed);
    }
  };
  for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) bar.addEventListener(name, aim);
  return bar;
}

/** The square that a move bites. */
export function bitten(rows: readonly number[], { to = [] }: Doing): readonly number[] {
  const row = rows.findIndex((length, index) => Number(to[index] ?? 0) < length);
  return [row, Number(to[row] ?? 0)];
}
