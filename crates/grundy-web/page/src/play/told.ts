/** Sentences of the table: how it ended, what the past has left, what a mistake lost. */

import { h } from "../dom";
import type { TextKey } from "../i18n";
import type { Context } from "../view";
import { isBoard, isListed } from "./boards/index";
import type { Game, MoveRow, Review, Seat } from "./game";
import { type Play, isEngines, ownSeat } from "./keys";
import { closed, marked, putsLeft } from "./heaps";
import { isSmall } from "./stones";
import { type Whole, big } from "../whole";

/** How the game ended. */
export function tellEnd(ctx: Context, play: Play, end: NonNullable<Game["end"]>): string {
  const { t } = ctx;
  if (end.repeated) return t("play.end-repeated");
  if (end.winner === null) return t("play.end-drawn");
  const won = wins(ctx, play, end.winner);
  return end.by === null ? won : `${won} ${t("play.end-by", { count: String(end.by) })}`;
}

function wins({ t }: Context, play: Play, winner: Seat): string {
  const own = ownSeat(play);
  if (own === null) return t("play.end-player", { number: winner });
  if (winner === own) return t("play.end-you");
  return t(play.mode === "engine" ? "play.end-engine" : "play.end-lost");
}

/** What the past has left of consequence for the next move; "" where it has left nothing. */
export function tellPast({ t }: Context, game: Game): string {
  const several = game.components.length > 1;
  const sentences = game.components.flatMap((component, index) => {
    const { state, seats, passes } = component;
    const found: string[] = [];
    const { last, open, opened_at, closed_at, lead } = state;
    if (last !== undefined) found.push(t("play.past-last", { count: String(last) }));
    if (open !== undefined) found.push(t("play.past-open", { number: String(open), count: String(opened_at) }));
    if (closed_at !== undefined) found.push(t("play.past-closed", { count: String(closed_at) }));
    if (lead !== undefined) found.push(t("play.past-lead", { count: String(lead) }));
    const seat = Number(state["seat"] ?? 1);
    if (seats && !game.end) found.push(t("play.seat", { number: seat, of: seats.length, count: String(seats[seat - 1]) }));
    if (passes !== undefined) found.push(t("play.passes-left", { count: String(big(passes) - big((state["passed"] as Whole | undefined) ?? 0)) }));
    const puts = putsLeft(component);
    if (puts !== null) found.push(t("play.puts-left", { count: String(puts) }));
    const numbers = (places: readonly number[]) => places.map((place) => place + 1).join(t("play.comma"));
    const shut = closed(component);
    if (shut.length > 0) found.push(t("play.past-shut", { list: numbers(shut) }));
    const bearing = marked(component).filter((place) => big(component.heaps[place] ?? 0) > 0n);
    if (component.marks === "touched" && bearing.length > 0) found.push(t("play.past-touched", { list: numbers(bearing) }));
    if (component.marks === "row") {
      const rings = component.heaps.flatMap((heap, place) => (big(heap) > 0n && !bearing.includes(place) ? [place] : []));
      if (rings.length > 0) found.push(t("play.past-rings", { list: numbers(rings) }));
    }
    return found.map((move) => (several ? t("play.line", { who: index + 1, move }) : move));
  });
  return sentences.join(" ");
}

/** Was the move of a puzzle the right one? Null before there is one, and before that is known. */
export function isSolved(play: Play, review: Review | null): boolean | null {
  if (play.mode !== "puzzle" || play.at <= play.from || !review) return null;
  return !review.mistakes.some((one) => one.number === play.from + 1);
}

/** The latest mistake that led here: the last move or, where the engine has answered it, the one before. */
export function tellMistake(ctx: Context, play: Play, game: Game, review: Review, back: () => void): HTMLElement[] {
  const { t } = ctx;
  const told = play.coach || play.winning || play.mode === "puzzle";
  const latest = play.at - (isEngines(play, play.at - 1) ? 1 : 0);
  const mistake = review.mistakes.find((one) => one.number === latest && one.number > play.from);
  if (!told || !mistake) return [];
  const { reply } = mistake;
  const words = (text: string) => (reply ? text.replace(reply.words, () => saidMove(reply, game)) : text);
  return [
    h(
      "div",
      { class: "note bad", role: "status" },
      mistake.steps.map((step, index) => h("p", {}, index === 0 ? h("strong", { class: "p" }, `✗ ${step.text}`) : words(step.text))),
      h("button", { type: "button", class: "quiet", "data-key": "take-back", onclick: back }, t("play.take-back")),
    ),
  ];
}

/**
 * A move in words, without what can be seen: what it leaves on a board or where nothing changes, and what the past leaves
 * beside heaps.
 */
export function saidMove({ words, pass }: MoveRow, { components }: Game): string {
  if (pass || components.every((component) => isBoard(component) && !isListed(component))) return words.replace(/(?:, leaving |，留下 )\[[^\]]*\]$/u, "");
  return words.replace(/;[^\]]*\]$/u, "]");
}

/** Whose turn it is, and how one moves, before anybody has. */
export function firstTurn({ components }: Game): TextKey {
  if (components.some((component) => !isBoard(component) && component.heaps.some(isSmall))) return "play.your-turn-first";
  return components.every((component) => isBoard(component) && !isListed(component)) ? "play.your-turn-board" : "play.your-turn";
}
