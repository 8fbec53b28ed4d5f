/** The buttons below the board. */

import { h } from "../dom";
import type { Context } from "../view";
import type { Game, Review } from "./game";
import { FORGET, type Play, isEngines, nearest, withPlace } from "./keys";

/** What is on the screen, as far as buttons go by it. */
export interface Shown {
  readonly play: Play;
  readonly game: Game;
  readonly review: Review | null;
  /** Why the engine has not moved, though it is its turn. */
  readonly failed: unknown;
}

/** Those that make sense now; `reply` lets the engine move. */
export function buttons(ctx: Context, { play, game, review, failed }: Shown, reply: () => void): (Node | null)[] {
  const { t } = ctx;
  const set = ctx.set.bind(ctx);
  const button = (key: string, text: string, use: boolean, action: () => void, main = false) =>
    h("button", { type: "button", class: main ? null : "quiet", "data-key": key, disabled: !use, onclick: action }, text);
  const [back, on] = [nearest(play, -1), nearest(play, 1)];
  const waits = isEngines(play, play.at) && play.at < play.played.length && !game.end;
  const next = review?.mistakes.find((one) => one.number > play.at + 1) ?? review?.mistakes[0];
  const again = () => set({ ...FORGET, from: play.mode === "puzzle" ? String(play.from) : null, played: play.mode === "puzzle" ? play.played.slice(0, play.from).join("|") : null });
  const explained = ctx.link({ view: "explain", position: game.position });
  return [
    game.end ? button("again", t("play.again"), true, again, true) : null,
    waits || failed !== null
      ? button("go-on", t(failed !== null ? "play.try-again" : "play.go-on"), true, () => reply(), true)
      : null,
    button("undo", t("play.undo"), back !== play.at, () => set(withPlace(play, back))),
    on === play.at ? null : button("redo", t("play.redo"), true, () => set(withPlace(play, on))),
    game.end || play.played.length <= play.from ? null : button("restart", t("play.restart"), true, again),
    play.played.length > 0 && play.mode !== "puzzle"
      ? button("winning", t(play.winning ? "play.hide-winning" : "play.show-winning"), true, () => set({ winning: play.winning ? null : "1" }, "replace"))
      : null,
    // Nothing is left to be explained at the end.
    game.end ? null : h("a", { class: "button", href: explained }, t("play.why")),
    play.winning && review
      ? button("mistake", t(next ? "play.next-mistake" : "play.no-mistake"), Boolean(next), () => next && set({ ...withPlace(play, next.number) }))
      : null,
  ];
}
