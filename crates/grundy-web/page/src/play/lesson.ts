/** After a loss: the move that lost it, what would have won, and the reason, drawn. */

import { isAbort } from "../api";
import { h, refill } from "../dom";
import type { Explanation } from "../explain/explanation";
import { fault } from "../position/fault";
import type { Context } from "../view";
import type { Game, MoveRow, Review } from "./game";
import { seatAfter } from "./game";
import { HeapMoves } from "./heaps";
import { type Play, ownSeat } from "./keys";
import { isSmall } from "./stones";
import { saidMove } from "./told";

/** What the card can be told to do. */
export interface Ways {
  /** Goes back to before this move, which is forgotten. */
  readonly again: (number: number) => void;
  readonly engineBegins: () => void;
}

export class Lesson {
  readonly element = h("section", { class: "lesson", hidden: true });
  #shown = "";

  constructor(
    private readonly ctx: Context,
    private readonly ways: Ways,
  ) {}

  hide(): void {
    this.#shown = "";
    this.element.hidden = true;
    refill(this.element);
  }

  /** The lesson of a game that was lost; `asked` is a request about its line. */
  async show(play: Play, game: Game, review: Review, asked: object): Promise<void> {
    const shown = JSON.stringify(asked);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { t } = this.ctx;
    const own = ownSeat(play);
    const mistake = review.mistakes.filter((one) => seatAfter(one.number - 1) === own).at(-1);
    const move = mistake && game.line[mistake.number - 1];
    this.element.hidden = false;
    if (!mistake || !move) {
      const begin = h("button", { type: "button", "data-key": "engine-begins", onclick: this.ways.engineBegins }, t("play.engine-begins"));
      refill(this.element, h("p", {}, t("play.no-chance")), begin);
      return;
    }
    const own_moves = Math.ceil(mistake.number / 2);
    const pictures = h("div", { class: "pair-of-boards" });
    const why = h("ol", { class: "steps" });
    refill(
      this.element,
      h("h2", {}, t("play.lost-at", { number: own_moves, move: said(this.ctx, game, mistake.number) })),
      pictures,
      why,
      h("button", { type: "button", "data-key": "try-here", onclick: () => this.ways.again(mistake.number) }, t("play.try-here")),
    );
    try {
      const before = await this.ctx.api.ask<Game>("play", { ...asked, at: mistake.number - 1, moves: 0 }, "lesson");
      const explanation = await this.ctx.api.ask<Explanation>("explain", { game: before.position, moves: 1 }, "lesson");
      const loaded = await import("../explain/shown").catch(() => null);
      if (this.#shown !== shown) return;
      const best = explanation.moves[0] as MoveRow | undefined;
      const words = explanation.steps.find((step) => step.id === "explain.winning-move")?.values["move"];
      refill(
        pictures,
        this.#picture(before, move, t("play.you-played"), "bad"),
        best && words ? this.#picture(before, best, t("play.would-win", { move: String(words) }), "good") : null,
      );
      // Without the server the reason is missing; the boards are there.
      if (loaded) refill(why, loaded.reasons(this.ctx, explanation));
    } catch (error) {
      if (!isAbort(error)) refill(why, fault(this.ctx, error));
    }
  }

  /** A position with the stones marked that a move takes; in words alone where there are no stones. */
  #picture({ components }: Game, move: MoveRow, words: string, kind: string): HTMLElement {
    const [component] = components;
    const drawn =
      component && components.length === 1 && component.kind === "heaps" && component.heaps.every(isSmall)
        ? component.heaps.map((heap, place) => {
            const picks = new HeapMoves(component, component.heaps, [], 0, true).picksOf(move);
            const taken = Number(picks?.get(place) ?? 0n);
            const stones = Array.from({ length: Number(heap) }, (_, stone) =>
              h("i", { class: stone >= Number(heap) - taken ? "dot out" : "dot" }),
            );
            return h("div", { class: "mini-heap" }, stones);
          })
        : [];
    return h("figure", { class: `mini ${kind}` }, h("div", { class: "mini-board", "aria-hidden": "true" }, drawn), h("figcaption", {}, words));
  }
}

/** A move that was made, from the person's side: so much from a heap, where it is that, else as the library says it. */
function said({ t }: Context, game: Game, number: number): string {
  const row = game.line[number - 1];
  const before = number === 1 ? game.start : game.line[number - 2]?.components;
  const taken = (row?.take ?? []).flatMap((amount, place) => (String(amount) === "0" ? [] : [[amount, before?.[0]?.heaps[place]] as const]));
  const [only] = taken;
  if (!only || taken.length > 1 || before?.length !== 1 || only[1] === undefined) return row ? saidMove(row, game) : "";
  return t("play.you-took", { count: String(only[0]), size: String(only[1]) });
}
