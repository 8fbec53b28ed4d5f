/** Sentences of the table: how it ended, what the past has left, what a mistake lost. */

import { h } from "../dom";
import type { Context } from "../view";
import type { Game, Review, Seat } from "./game";
import { type Play, isEngines } from "./keys";

/** How the game ended. */
export function tellEnd(ctx: Context, play: Play, end: NonNullable<Game["end"]>): string {
  const { t } = ctx;
  if (end.repeated) return t("play.end-repeated");
  if (end.winner === null) return t("play.end-drawn");
  const won = wins(ctx, play, end.winner);
  return end.by === null ? won : `${won} ${t("play.end-by", { count: String(end.by) })}`;
}

function wins({ t }: Context, play: Play, winner: Seat): string {
  if (play.mode !== "engine") return t("play.end-player", { number: winner });
  return t(winner === play.you ? "play.end-you" : "play.end-engine");
}

/** What the past has left of consequence for the next move; "" where it has left nothing. */
export function tellPast({ t }: Context, game: Game): string {
  const several = game.components.length > 1;
  const sentences = game.components.flatMap(({ state }, index) => {
    const found: string[] = [];
    const { last, open, opened_at, closed_at, lead } = state;
    if (last !== undefined) found.push(t("play.past-last", { count: String(last) }));
    if (open !== undefined) found.push(t("play.past-open", { number: String(open), count: String(opened_at) }));
    if (closed_at !== undefined) found.push(t("play.past-closed", { count: String(closed_at) }));
    if (lead !== undefined) found.push(t("play.past-lead", { count: String(lead) }));
    return found.map((text) => (several ? `${index + 1}: ${text}` : text));
  });
  return sentences.join(" ");
}

/** The latest mistake that led here: the last move or, where the engine has answered it, the one before. */
export function tellMistake(ctx: Context, play: Play, review: Review, back: () => void): HTMLElement[] {
  const { t } = ctx;
  const told = play.coach || play.winning || play.mode === "puzzle";
  const latest = play.at - (isEngines(play, play.at - 1) ? 1 : 0);
  const mistake = review.mistakes.find((one) => one.number === latest && one.number > play.from);
  if (!told || !mistake) return [];
  return [
    h(
      "div",
      { class: "note bad", role: "status" },
      mistake.steps.map((step, index) => h("p", {}, index === 0 ? h("strong", { class: "p" }, `✗ ${step.text}`) : step.text)),
      h("button", { type: "button", class: "quiet", "data-key": "take-back", onclick: back }, t("play.take-back")),
    ),
  ];
}
