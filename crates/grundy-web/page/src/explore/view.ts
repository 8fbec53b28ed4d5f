/** Explore: a game seen as a whole, as a map of two heaps or as the values of one. */

import { h, refill } from "../dom";
import { opened } from "../games";
import { PositionForm } from "../position/form";
import { askedRules } from "../position/position";
import { embedded } from "../share/embed";
import { Share } from "../share/share";
import type { State } from "../state";
import type { Body, Context } from "../view";
import { MapPanel } from "./map-panel";
import { Pattern } from "./pattern";
import { PlotPanel } from "./plot-panel";
import { Sliders } from "./sliders";
import type { Line } from "./table";
import { named } from "./wall";

type Heaps = 1 | 2;

/** The view while it is on the page. */
class Explore {
  readonly #ctx: Context;
  readonly #form: PositionForm;
  readonly #sliders: Sliders;
  readonly #pattern: Pattern;
  readonly #share: Share;
  /** Inside another page the game has no other place. */
  readonly #heading = h("h1", { class: embedded() ? "" : "unseen" });
  /** The game, on a wall where nothing else names it. */
  readonly #presented = h("p", { class: "presented" });
  #named = "";
  readonly #place = h("div", { class: "picture" });
  readonly #root: HTMLElement;
  readonly #present: HTMLButtonElement;
  /** Where the window is wide, the law stands right below the picture; else below the controls. */
  readonly #wide = matchMedia("(min-width: 64rem)");
  readonly #radios: readonly HTMLInputElement[];
  /** The game and how it is looked at: beside the picture or, on a phone, in a sheet over it. */
  readonly #rail = h("div", { class: "rail", id: "rail" });
  readonly #sheet: HTMLButtonElement;
  #panel: MapPanel | PlotPanel | null = null;
  #heaps: Heaps | null = null;
  #closed = false;

  constructor(root: HTMLElement, ctx: Context) {
    this.#ctx = ctx;
    this.#root = root;
    const { t } = ctx;
    this.#form = new PositionForm(ctx, { heaps: false });
    this.#sliders = new Sliders(ctx);
    this.#pattern = new Pattern(ctx);
    this.#share = new Share(ctx, t("explore.title"), async (format) => this.#panel?.save(format));
    const radio = (heaps: Heaps) =>
      h("input", { type: "radio", name: "picture", value: String(heaps), onchange: () => ctx.set({ picture: String(heaps) }) });
    this.#radios = [radio(2), radio(1)];
    const [map, plot] = this.#radios;
    this.#present = h("button", { type: "button", class: "quiet present", "data-key": "present", onclick: () => this.#wall(true) }, t("explore.present"));
    const leave = h("button", { type: "button", class: "quiet leave", "data-key": "leave", onclick: () => this.#wall(false) }, t("explore.leave"));
    this.#sheet = h("button", { type: "button", class: "sheet", "data-key": "sheet", "aria-controls": "rail", onclick: () => this.#open(!this.#rail.classList.contains("open")) });
    // What was asked for is seen, unless it is refused.
    this.#rail.addEventListener("submit", () => this.#open(false));
    this.#open(false);
    addEventListener("keydown", this.#escape);
    document.addEventListener("fullscreenchange", this.#left);
    this.#rail.append(
      this.#form.element,
      h(
        "fieldset",
        { class: "which" },
        h("legend", { class: "unseen" }, t("explore.picture")),
        h("label", { class: "check" }, map, " ", t("explore.two")),
        h("label", { class: "check" }, plot, " ", t("explore.one")),
      ),
      this.#sliders.element,
    );
    root.append(
      leave,
      this.#presented,
      this.#heading,
      this.#rail,
      this.#sheet,
      this.#present,
      this.#place,
      this.#pattern.element,
      this.#share.element,
    );
    this.#wide.addEventListener("change", this.#settle);
  }

  readonly #settle = () => {
    if (this.#wide.matches && this.#panel) this.#panel.main.append(this.#pattern.element);
    else this.#root.insertBefore(this.#pattern.element, this.#share.element);
  };

  readonly #escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    this.#wall(false);
    this.#open(false);
  };

  /** Opens and closes the sheet of a phone; elsewhere the rail is always there. */
  #open(open: boolean): void {
    this.#rail.classList.toggle("open", open);
    this.#sheet.setAttribute("aria-expanded", String(open));
  }

  readonly #left = () => {
    if (!document.fullscreenElement) this.#wall(false);
  };

  /** The picture alone, as large as the wall: all else is out of sight until Escape. */
  #wall(on: boolean): void {
    const { dataset } = document.documentElement;
    if (on === ("present" in dataset)) return;
    if (on) {
      dataset["present"] = "";
      // Browsers may forbid it; the picture fills the window then.
      document.documentElement.requestFullscreen?.().catch(() => undefined);
    } else {
      delete dataset["present"];
      if (document.fullscreenElement) void document.exitFullscreen();
    }
  }

  async update(state: State): Promise<void> {
    this.#form.update(state);
    // Which picture fits is known by the heaps.
    if (!isChosen(state["picture"]) && (await opened(this.#ctx, state))) return;
    if (!this.#closed) this.#draw(this.#ctx.get());
  }

  #draw(state: State): void {
    const { game, heaps: list, misere } = askedRules(state);
    const line: Line = { game, ...(misere ? { misere } : {}) };
    const heaps = whichPicture(state["picture"], list);
    for (const radio of this.#radios) radio.checked = radio.value === String(heaps);
    if (heaps !== this.#heaps) {
      this.#heaps = heaps;
      this.#panel?.close();
      const fail = (error: unknown) => {
        this.#form.fail(error);
        this.#sliders.element.hidden = error !== null;
        if (error !== null) this.#open(true);
      };
      const pictured = (there: boolean) => {
        this.#share.offer(there);
        this.#present.hidden = !there;
      };
      const rule = () => this.#pattern.lines();
      const Panel = heaps === 2 ? MapPanel : PlotPanel;
      this.#panel = new Panel(this.#ctx, fail, pictured, rule);
      refill(this.#place, this.#panel.element);
      this.#settle();
    }
    this.#heading.textContent = embedded() ? game : this.#ctx.t("explore.title");
    void this.#name(line);
    refill(this.#sheet, this.#ctx.t("explore.sheet"), this.#ctx.lang === "en" && " ", h("code", {}, game));
    this.#sliders.update(state["game"] ?? "");
    this.#panel?.update(state, line);
    this.#share.update();
    void this.#pattern.update(line, heaps);
  }

  /** Names the game on the wall. */
  async #name(line: Line): Promise<void> {
    const { game, misere = false } = line;
    const asked = `${game} ${misere}`;
    if (asked === this.#named) return;
    this.#named = asked;
    refill(this.#presented, h("code", {}, game));
    const name = await named(this.#ctx, line);
    // Another game may be there by now.
    if (asked === this.#named) refill(this.#presented, name);
  }

  close(): void {
    this.#closed = true;
    this.#wide.removeEventListener("change", this.#settle);
    this.#wall(false);
    removeEventListener("keydown", this.#escape);
    document.removeEventListener("fullscreenchange", this.#left);
    this.#sliders.close();
    this.#panel?.close();
  }
}

function isChosen(picture: string | undefined): boolean {
  return picture === "1" || picture === "2";
}

/** What was chosen; else one heap where the position has one. */
function whichPicture(chosen: string | undefined, heaps: string | undefined): Heaps {
  if (isChosen(chosen)) return Number(chosen) as Heaps;
  return /^\s*\d+\s*$/.test(heaps ?? "") ? 1 : 2;
}

let mounted: Explore | null = null;

export const view: Body = {
  mount(root, ctx) {
    mounted = new Explore(root, ctx);
  },
  update(state) {
    void mounted?.update(state);
  },
  unmount() {
    mounted?.close();
    mounted = null;
  },
};
