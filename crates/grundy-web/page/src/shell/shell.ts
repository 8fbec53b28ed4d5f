/** What stands around every view: the heading, the tabs, the language, dark and light. */

import { Api } from "../api";
import { h, refill } from "../dom";
import { type Lang, type Translate, language, tag, translator } from "../i18n";
import { type State, Store } from "../state";
import { transport } from "../transport";
import { type Context, type View, all } from "../view";
import { switchTheme } from "./theme";

const LANGUAGES: readonly [Lang, string][] = [
  ["en", "English"],
  ["zh", "中文"],
];

/** The position of a page that was opened without one: a small game that is over in a few moves. */
const FIRST = { game: "nim", heaps: "3 4 5" } as const;

/** Where the server is gone it is asked again after so long, in milliseconds. */
const AGAIN = 2000;

/** Keeps the view that the state names on the page. */
export class Shell {
  readonly #store: Store;
  readonly #header = h("header", { class: "top" });
  readonly #main = h("main", { id: "main", tabindex: "-1" });
  readonly #voice = h("div", { class: "unseen", "aria-live": "polite", id: "voice" });
  readonly #footer = h("footer");
  readonly #notice = h("p", { class: "notice", role: "status", hidden: true });
  #again: ReturnType<typeof setTimeout> | undefined;
  #shown: { view: View; lang: Lang; api: Api } | null = null;

  constructor(root: HTMLElement) {
    const keys = {
      of: (id: string) => all().find((view) => view.id === id)?.keys ?? [],
      bound: all().flatMap((view) => view.bound ?? []),
    };
    this.#store = new Store(keys, { view: all()[0]?.id ?? "", ...FIRST });
    root.replaceChildren(this.#header, this.#notice, this.#main, this.#footer, this.#voice);
    this.#store.onChange(() => this.#show());
    this.#show();
  }

  #view(state: State): View {
    const [first] = all();
    if (!first) throw new Error("no view is registered");
    return all().find((view) => view.id === state["view"]) ?? first;
  }

  #show(): void {
    const state = this.#store.get();
    const view = this.#view(state);
    const lang = language(state["lang"]);
    const t = translator(lang);
    if (this.#shown?.view !== view || this.#shown.lang !== lang) {
      this.#shown?.api.close();
      this.#shown?.view.unmount();
      const here = transport().answers === "page";
      const api = new Api(lang, t(here ? "error.no-module" : "error.unreachable"), here ? undefined : () => this.#lose(t));
      this.#shown = { view, lang, api };
      document.documentElement.lang = tag(lang);
      document.title = `${t(view.title)} - Grundy`;
      const root = h("div", { class: `view view-${view.id}` });
      this.#main.replaceChildren(root);
      this.#voice.textContent = "";
      view.mount(root, this.#context(api, lang, t));
    }
    this.#head(view, lang, t);
    view.update(state);
  }

  /** Nobody answers: the page stays as it is, says so, and asks again until somebody does. */
  #lose(t: Translate): void {
    clearTimeout(this.#again);
    this.#notice.textContent = t("shell.lost");
    this.#notice.hidden = false;
    this.#again = setTimeout(() => {
      transport()
        .ask("games", { name: "nim" }, new AbortController().signal)
        .then(
          () => {
            this.#notice.hidden = true;
            this.#voice.textContent = t("shell.back");
            this.#shown?.view.update(this.#store.get());
          },
          () => this.#lose(t),
        );
    }, AGAIN);
  }

  #context(api: Api, lang: Lang, t: Translate): Context {
    const store = this.#store;
    return {
      api,
      lang,
      t,
      get: () => store.get(),
      set: (patch, how) => store.set(patch, how),
      link: (patch) => store.address(patch),
      announce: (text) => {
        this.#voice.textContent = text;
      },
    };
  }

  /** Links, so that a state can be opened in another tab; made anew because their addresses change. */
  #head(view: View, lang: Lang, t: Translate): void {
    const focused = document.activeElement?.getAttribute("data-key");
    const link = (key: string, address: string, text: string, here: "page" | "true", more = {}) =>
      h("a", { href: address, "data-key": key, "aria-current": key.endsWith(".here") ? here : null, ...more }, text);
    const tabs = all().map((one) => {
      const key = `view-${one.id}${one === view ? ".here" : ""}`;
      return link(key, this.#store.address({ view: one.id }), t(one.title), "page");
    });
    const languages = LANGUAGES.map(([one, name]) => {
      const key = `lang-${one}${one === lang ? ".here" : ""}`;
      return link(key, this.#store.address({ lang: one }), name, "true", { lang: tag(one), hreflang: tag(one) });
    });
    refill(
      this.#header,
      h("a", { class: "skip", href: "#main", onclick: (event: Event) => this.#skip(event) }, t("shell.skip")),
      h("a", { class: "brand", href: "#" + (all()[0]?.id ?? ""), "data-key": "brand" }, "Grundy"),
      h("nav", { class: "tabs", "aria-label": t("shell.views") }, tabs),
      h(
        "div",
        { class: "settings" },
        h("nav", { "aria-label": t("shell.languages") }, languages),
        h("button", { class: "quiet", "data-key": "theme", onclick: switchTheme, title: t("shell.theme"), "aria-label": t("shell.theme") }, "◐"),
        transport().answers === "server" && h("a", { href: `/api?lang=${lang}`, "data-key": "api" }, t("shell.api")),
      ),
    );
    refill(
      this.#footer,
      h("p", {}, t("shell.tagline")),
      h("p", {}, transport().answers === "page" ? t("shell.here") : t("shell.server", { host: location.host })),
    );
    // A link keeps the focus, also where it is now "here".
    const stem = focused?.replace(/\.here$/, "");
    if (stem) this.#header.querySelector<HTMLElement>(`[data-key="${stem}"], [data-key="${stem}.here"]`)?.focus();
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.#main.focus();
  }
}
