/** Where a game and its heaps are typed or chosen: the shared keys `game`, `heaps` and `misere`. */

import { ApiError } from "../api";
import { h, refill } from "../dom";
import { type Game, beginning, games } from "../games";
import { called, ofCode, problems } from "../problems";
import type { RulesEditor } from "../rules/editor";
import type { State } from "../state";
import type { Context } from "../view";
import { fault } from "./fault";
import { type Asked, asked, bare, isWhole } from "./position";

/** Rules to begin from, each with heaps. */
const EXAMPLES = [
  ["take 1, 3, 4", "12"],
  ["take 1..n/2", "20"],
  ["take any or split into 2 heaps", "3 5"],
  ["wythoff", "5 8"],
] as const;

/** What the field offers beside names. */
const BEGINNINGS = [
  "take 1..3",
  "take any",
  "take odd",
  "take squares",
  "take primes",
  "take 1..n/2",
  "take 1..2*last; first 1..n-1",
  "take any or take any from 2 heaps",
  "take any from up to 2 heaps freely",
  "take 1, 2 leaving 0, 1, 2 heaps",
  "take 1..3; win most",
  "split into 2 unequal heaps",
  "octal(0.77)",
] as const;

/** What a view asks of the form. */
export interface FormOptions {
  /** Are there heaps, or is the view about a game as such? */
  readonly heaps: boolean;
}

/** The form; it changes the state, and the view that owns it shows what comes of that. */
export class PositionForm {
  readonly element: HTMLFormElement;
  readonly #ctx: Context;
  readonly #options: FormOptions;
  readonly #game: HTMLInputElement;
  readonly #heaps: HTMLInputElement;
  readonly #misere: HTMLInputElement;
  readonly #fault = h("div", { class: "form-fault" });
  /** The rules in words; loaded when they are first shown. */
  readonly #words = h("div");
  #editor: RulesEditor | null = null;
  readonly #names = h("datalist", { id: "known-games" });
  /** What was asked: errors count in its texts. */
  #asked: Asked = { game: "" };

  constructor(ctx: Context, options: FormOptions) {
    this.#ctx = ctx;
    this.#options = options;
    const { t } = ctx;
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    const complete = () => void this.#complete();
    this.#game = h("input", { id: "game", name: "game", required: true, list: "known-games", onfocus: complete, ...plain });
    this.#heaps = h("input", { id: "heaps", name: "heaps", inputmode: "text", ...plain });
    this.#misere = h("input", { id: "misere", type: "checkbox", onchange: () => this.#submit() });
    this.element = h(
      "form",
      { class: "position", onsubmit: (event: Event) => this.#submit(event) },
      h(
        "div",
        { class: "field grow" },
        h("label", { for: "game" }, t("position.game")),
        h(
          "div",
          { class: "joined" },
          this.#game,
          h("button", { type: "button", class: "quiet choose", onclick: () => this.choose() }, t("position.choose")),
        ),
      ),
      options.heaps &&
        h("div", { class: "field" }, h("label", { for: "heaps" }, t("position.heaps")), this.#heaps),
      h("button", { type: "submit" }, t("position.go")),
      h("label", { class: "check" }, this.#misere, " ", t("position.misere")),
      h(
        "div",
        { class: "examples", role: "group", "aria-label": t("position.examples") },
        h("span", { class: "hint" }, t("position.examples")),
        EXAMPLES.map(([game, heaps]) =>
          h("button", { type: "button", class: "quiet example", onclick: () => ctx.set({ game, heaps, misere: null }) }, h("code", {}, game)),
        ),
      ),
      this.#names,
      this.#fault,
      this.#words,
    );
  }

  /** What the field offers while one types: names of games, and beginnings of rules. */
  async #complete(): Promise<void> {
    if (this.#names.hasChildNodes()) return;
    const known = await games(this.#ctx).catch(() => []);
    if (this.#names.hasChildNodes()) return;
    this.#names.append(
      ...known.map(({ example, title }) => h("option", { value: example }, title)),
      ...BEGINNINGS.map((value) => h("option", { value })),
    );
  }

  async #say(game: string): Promise<void> {
    // Without the server there is no part that was not loaded before, and the rules are not told in words.
    const loaded = await import("../rules/editor").catch(() => null);
    if (!loaded) return;
    if (!this.#editor) {
      this.#editor = new loaded.RulesEditor(this.#ctx);
      refill(this.#words, this.#editor.element);
    }
    await this.#editor.update(this.#ctx.get()["game"] ?? game);
  }

  /** Shows what the state says. */
  update(state: State): void {
    this.#asked = asked(state);
    this.#game.value = state["game"] ?? "";
    this.#heaps.value = state["heaps"] ?? "";
    this.#misere.checked = Boolean(state["misere"]);
    // What is folded away is told when it is opened.
    const folded = this.element.closest("details");
    if (!folded || folded.open) void this.#say(this.#game.value);
    else folded.addEventListener("toggle", () => void this.#say(this.#game.value), { once: true });
  }

  /** Shows an error under the text it is about, or takes the last one away with `null`. */
  fail(error: unknown): void {
    for (const input of [this.#game, this.#heaps]) input.removeAttribute("aria-invalid");
    if (error === null) {
      refill(this.#fault);
      return;
    }
    const at = this.#atFault(error);
    const said = at === this.#heaps ? (this.#asked.heaps ?? "") : this.#asked.game;
    const box = fault(this.#ctx, error, said, (text) => {
      at.value = text;
      this.#submit();
    });
    if (!box) return;
    at.setAttribute("aria-invalid", "true");
    refill(this.#fault, box);
    if (at === this.#game) void this.#point(box, said);
  }

  /** Where the text at fault is the code of a contest problem, a link below says where problems are. */
  async #point(box: HTMLElement, text: string): Promise<void> {
    const problem = ofCode(await problems(this.#ctx).catch(() => []), text);
    if (!problem) return;
    const href = this.#ctx.link({ view: "judge", problem: problem.name });
    box.append(h("p", {}, h("a", { href, "data-problem": problem.name }, this.#ctx.t("position.problem", { problem: called(problem) }))));
  }

  /** Opens the catalogue. */
  choose(): void {
    const choose = (game: Game) => this.#ctx.set({ game: game.example, heaps: beginning(game), misere: null });
    import("./picker").then(
      ({ pickGame }) => pickGame(this.#ctx, choose),
      // The server is gone: the question says so.
      () => void this.#ctx.api.ask("games", {}, "choose").catch(() => undefined),
    );
  }

  /** What is not said to be wrong with the heaps is wrong with the game. */
  #atFault(error: unknown): HTMLInputElement {
    return error instanceof ApiError && error.field === "heaps" ? this.#heaps : this.#game;
  }

  #submit(event?: Event): void {
    event?.preventDefault();
    const game = this.#game.value.trim();
    // A whole position, pasted, says its heaps itself: those of the game before are none of it. Nor are they of another
    // game where no heaps are asked for.
    const other = !this.#options.heaps && game !== this.#ctx.get()["game"];
    const heaps = other || isWhole(game) ? "" : bare(this.#heaps.value);
    if (game) this.#ctx.set({ game, heaps, misere: this.#misere.checked ? "1" : null });
  }
}
