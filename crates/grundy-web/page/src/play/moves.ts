/** All legal moves as a list, and a field for one that is typed: for what tapping cannot say. */

import { h, refill } from "../dom";
import type { Context } from "../view";
import { isListed } from "./boards/index";
import type { Game } from "./game";
import { saidMove } from "./told";

export class MoveList {
  readonly element: HTMLDetailsElement;
  readonly #summary = h("summary");
  readonly #list = h("ul", { class: "moves" });
  readonly #typed: HTMLInputElement;
  readonly #asked = h("label", { for: "typed" });
  #opened = "";

  constructor(
    private readonly ctx: Context,
    private readonly play: (text: string) => void,
  ) {
    const { t } = ctx;
    this.#typed = h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const submit = (event: Event) => {
      event.preventDefault();
      const text = this.#typed.value.trim();
      if (text) play(text);
    };
    this.element = h(
      "details",
      { class: "all-moves" },
      this.#summary,
      this.#list,
      h(
        "form",
        { onsubmit: submit },
        this.#asked,
        h("div", { class: "joined" }, this.#typed, h("button", { type: "submit", class: "quiet" }, t("play.play-typed"))),
      ),
    );
  }

  /** The moves of this position. */
  show(game: Game, open: boolean): void {
    const { t } = this.ctx;
    this.element.hidden = !open;
    this.#typed.value = "";
    const taken = game.components.every((component) => component.kind === "heaps");
    const example = game.moves[0]?.text ?? "";
    this.#asked.textContent = taken ? t("play.type") : t("play.type-as", { example });
    const count = game.moves.length;
    this.#summary.textContent = t(game.moves_complete ? "play.all-moves" : "play.some-moves", { count });
    refill(
      this.#list,
      game.moves.map((row) =>
        h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.play(row.text) }, saidMove(row, game))),
      ),
    );
    // Where nothing can be tapped the list is the way to play; opened once for each game.
    const kinds = game.components.map((component) => component.kind).join(" ");
    if (kinds !== this.#opened) {
      this.#opened = kinds;
      this.element.open = game.components.some(isListed);
    }
  }
}
