/** The moves made, and a line of who was winning after each. */

import { h, refill } from "../dom";
import type { Context } from "../view";
import type { Game, Review, Seat } from "./game";
import { seatAfter } from "./game";
import { type Play, ownSeat } from "./keys";
import { saidMove } from "./told";
import { steps } from "./walk";

export interface HistoryShown {
  readonly ctx: Context;
  readonly play: Play;
  readonly game: Game;
  /** Known once it was asked for. */
  readonly review: Review | null;
  readonly name: (seat: Seat) => string;
  readonly go: (at: number) => void;
}

/** Fills the list of moves; the start is its first entry. */
export function showHistory(into: HTMLElement, it: HistoryShown): void {
  const { ctx, play, game, name } = it;
  const { t } = ctx;
  const shown = play.winning ? it.review : null;
  const entry = (at: number) => {
    const row = at > 0 ? game.line[at - 1] : null;
    const mistake = shown?.mistakes.some((one) => one.number === at) ?? false;
    const words = row ? t("play.line", { who: name(seatAfter(at - 1)), move: saidMove(row, game) }) : t("play.start");
    return h(
      "li",
      { value: at },
      h(
        "button",
        {
          type: "button",
          class: "entry",
          "data-key": `at${at}`,
          "aria-current": at === play.at ? "step" : null,
          onclick: () => it.go(at),
        },
        words,
        mistake && h("strong", { class: "p" }, ` ${t("play.mistake-mark")}`),
      ),
    );
  };
  const entries = Array.from({ length: game.line.length + 1 }, (_, at) => entry(at));
  refill(into, steps(ctx, play), shown && winners(it, shown), h("ol", { class: "line" }, entries));
}

/** One cell for each position: who wins from there, as a shape and a colour. */
function winners(it: HistoryShown, review: Review): HTMLElement {
  const { t } = it.ctx;
  const you = ownSeat(it.play) ?? 1;
  const cells = review.standings.map((standing, at) => {
    const { winner } = standing;
    const mistake = review.mistakes.some((one) => one.number === at);
    const side = winner === null ? "draw" : winner === you ? "up" : "down";
    const who = winner === null ? t("play.nobody") : it.name(winner);
    const label = t(mistake ? "play.cell-mistake" : "play.cell", { number: at, who });
    return h(
      "button",
      {
        type: "button",
        class: `cell ${side}`,
        "data-key": `cell${at}`,
        "aria-label": label,
        title: label,
        "aria-current": at === it.play.at ? "step" : null,
        onclick: () => it.go(at),
      },
      side === "up" ? "▲" : side === "down" ? "▼" : "=",
      mistake && h("span", { class: "mark" }, "!"),
    );
  });
  const legend = t("play.legend", { up: it.name(you), down: it.name(you === 1 ? 2 : 1) });
  return h(
    "div",
    { class: "winners" },
    h("div", { class: "cells", role: "group", "aria-label": t("play.winners") }, cells),
    h("p", { class: "hint" }, legend),
  );
}
