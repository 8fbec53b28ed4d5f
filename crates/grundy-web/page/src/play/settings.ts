/** Against whom, how strong, who begins, and what is told. */

import { h } from "../dom";
import type { State } from "../state";
import type { Context } from "../view";
import { readPlay } from "./keys";

/** The controls; each changes the state at once. */
export class Settings {
  readonly element: HTMLElement;
  readonly #mode: HTMLSelectElement;
  readonly #mistakes: HTMLInputElement;
  readonly #share = h("output", { for: "mistakes" });
  readonly #first: HTMLSelectElement;
  readonly #coach: HTMLInputElement;
  readonly #engine: HTMLElement;

  constructor(
    private readonly ctx: Context,
    /** Sets up a puzzle; the mode follows once there is one. */
    puzzle: () => void,
  ) {
    const { t } = ctx;
    const option = (value: string, text: string) => h("option", { value }, text);
    const restart = { played: null, at: null, from: null };
    this.#mode = h(
      "select",
      {
        id: "mode",
        onchange: () => {
          if (this.#mode.value === "puzzle") puzzle();
          else ctx.set({ mode: this.#mode.value === "engine" ? null : this.#mode.value, coach: null, ...restart });
        },
      },
      option("engine", t("play.mode-engine")),
      option("two", t("play.mode-two")),
      option("puzzle", t("play.mode-puzzle")),
    );
    this.#mistakes = h("input", {
      id: "mistakes",
      type: "range",
      min: 0,
      max: 100,
      step: 5,
      oninput: () => this.#tell(),
      onchange: () => ctx.set({ mistakes: this.#mistakes.value === "0" ? null : this.#mistakes.value }),
    });
    this.#first = h(
      "select",
      {
        id: "first",
        onchange: () => ctx.set({ first: this.#first.value === "you" ? null : "engine", ...restart }),
      },
      option("you", t("play.first-you")),
      option("engine", t("play.first-engine")),
    );
    this.#coach = h("input", {
      id: "coach",
      type: "checkbox",
      onchange: () => ctx.set({ coach: this.#coach.checked ? "1" : "0" }),
    });
    this.#engine = h(
      "div",
      { class: "engine" },
      h("div", { class: "field" }, h("label", { for: "mistakes" }, t("play.mistakes"), " ", this.#share), this.#mistakes),
      h("div", { class: "field" }, h("label", { for: "first" }, t("play.first")), this.#first),
    );
    this.element = h(
      "div",
      { class: "play-settings" },
      h("div", { class: "field" }, h("label", { for: "mode" }, t("play.mode")), this.#mode),
      this.#engine,
      h("label", { class: "check" }, this.#coach, " ", t("play.coach")),
    );
  }

  update(state: State): void {
    const play = readPlay(state);
    this.#mode.value = play.mode;
    this.#mistakes.value = String(play.mistakes);
    this.#first.value = play.you === 1 ? "you" : "engine";
    this.#coach.checked = play.coach;
    this.#engine.hidden = play.mode !== "engine";
    this.#tell();
  }

  #tell(): void {
    const share = this.#mistakes.value;
    this.#share.textContent = share === "0" ? this.ctx.t("play.perfect") : `${share} %`;
  }
}
