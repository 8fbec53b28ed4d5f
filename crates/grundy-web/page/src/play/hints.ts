/** Hints, one step at each request: who is winning, which heap, which move, why. */

import { h, refill } from "../dom";
import { fault } from "../position/fault";
import type { Context } from "../view";
import type { Game, Hint, MoveRow, Sentence } from "./game";
import { saidMove } from "./told";

/** The hints for one position; another position takes them away. */
export class Hints {
  readonly element = h("div", { class: "hints" });
  readonly #list = h("ol", { class: "steps", "aria-live": "polite" });
  readonly button: HTMLButtonElement;
  #asked: object = {};
  #game: Game | null = null;
  #place = "";
  #step = 0;
  #last: string = "";

  constructor(
    private readonly ctx: Context,
    /** Told of the move, once a hint tells it, and of its end. */
    private readonly told: (move: MoveRow | null) => void,
  ) {
    this.button = h("button", { type: "button", class: "quiet", "data-key": "hint", onclick: () => void this.#ask() });
    this.element.append(this.#list);
  }

  /** The request for the present position; `open` says whether a person is to move. */
  show(asked: object, open: boolean, game: Game): void {
    this.#game = game;
    this.element.hidden = !open;
    this.button.hidden = !open;
    const place = JSON.stringify(asked);
    if (place === this.#place) return;
    this.#place = place;
    this.#asked = asked;
    this.#step = 0;
    this.#last = "";
    refill(this.#list);
    this.#label(true);
    this.told(null);
  }

  #label(more: boolean): void {
    this.button.textContent = this.ctx.t(this.#step === 0 ? "play.hint" : "play.more-hint");
    this.button.disabled = !more;
  }

  async #ask(): Promise<void> {
    const place = this.#place;
    const step = this.#step + 1;
    try {
      const hint = await this.ctx.api.ask<Hint>("play/hint", { ...this.#asked, step });
      if (place !== this.#place) return;
      this.#step = step;
      const words = hint.steps.map((sentence) => this.#words(sentence, hint.move));
      // Where "which heap" is no question the same hint comes twice.
      const same = words.join("\n") === this.#last;
      this.#last = words.join("\n");
      if (same && hint.more) {
        await this.#ask();
        return;
      }
      this.#list.append(...words.map((text) => h("li", {}, text)));
      this.#label(hint.more);
      if (hint.move) this.told(hint.move);
    } catch (error) {
      const box = fault(this.ctx, error);
      if (box) refill(this.#list, h("li", {}, box));
    }
  }

  /** The library says what to type; here the move is tapped. */
  #words({ id, values, text }: Sentence, row: MoveRow | null): string {
    const move = row && this.#game ? saidMove(row, this.#game) : String(values["move"] ?? "");
    switch (id) {
      case "play.hint-wins":
        return this.ctx.t("play.hint-wins", { move });
      case "play.hint-keeps":
        return this.ctx.t("play.hint-keeps", { move });
      case "play.hint-best":
        return this.ctx.t("play.hint-best", { move });
      case "play.hint-resists":
        return this.ctx.t("play.hint-resists", { move });
      default:
        return text;
    }
  }
}
