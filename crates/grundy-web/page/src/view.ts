/**
 * What a view is, and the list of views.
 *
 * `start.ts` registers each view, in the order of the tabs: the first with its code, the others by [`tab`], whose code
 * is loaded when they are chosen. The shell does the rest:
 *
 * - `mount` is called with an empty element when the view is chosen, and again after the language changed
 *   (then `unmount` comes first). It makes the view's elements once.
 * - `update` is called after `mount` and after every change of the state, also of a change that the view made
 *   itself by `ctx.set`. It is the one road from state to screen: handlers change the state and nothing else.
 * - `unmount` stops timers and listeners outside of the element; requests of `ctx.api` are given up by the
 *   shell.
 *
 * A view may be mounted many times, never twice at once. Its keys of state must differ from those of other
 * views and of `SHARED` (the map is one): names such as `explore.zoom` are fine.
 */

import type { Api } from "./api";
import type { Lang, TextKey, Translate } from "./i18n";
import type { How, Patch, State } from "./state";

/** What a view may use. */
export interface Context {
  /** Requests; they end with the view. */
  readonly api: Api;
  /** Texts in the language of the page. */
  readonly t: Translate;
  readonly lang: Lang;
  /** The state now; a key that is not there is undefined. */
  get(): State;
  /** Changes keys of the state; "replace" where "back" should not stop here. */
  set(patch: Patch, how?: How): void;
  /** The link of the state with some keys changed, from `#`. */
  link(patch?: Patch): string;
  /** Says something to those who hear the page (aria-live, polite). */
  announce(text: string): void;
}

/** What a view does. */
export interface Body {
  mount(root: HTMLElement, ctx: Context): void;
  update(state: State): void;
  unmount(): void;
}

/** How a view is called, and which part of the state is its own. */
export interface Tab {
  /** The name in the address, `#ID?...`. */
  readonly id: string;
  /** The text of the tab. */
  readonly title: TextKey;
  /** Keys of state that are this view's own; they are in its links. */
  readonly keys: readonly string[];
  /** Those of them that hold for one position only: they go when `game`, `heaps` or `misere` change. */
  readonly bound?: readonly string[];
}

/** One tab of the page. */
export interface View extends Tab, Body {}

const views: View[] = [];

/** Adds a view. */
export function register(view: View): void {
  views.push(view);
}

/** Adds a view whose code is loaded when it is first chosen. */
export function tab(tab: Tab, load: () => Promise<{ readonly view: Body }>): void {
  let body: Body | null = null;
  let mounted: { root: HTMLElement; ctx: Context } | null = null;
  const loads = async (where: { root: HTMLElement; ctx: Context }) => {
    try {
      ({ view: body } = await load());
    } catch {
      // Who sent the page is gone: the shell hears of it by a question, and updates once somebody answers.
      await where.ctx.api.ask("games", { name: "nim" }, "view").catch(() => undefined);
      return;
    }
    if (mounted !== where) return;
    body.mount(where.root, where.ctx);
    body.update(where.ctx.get());
  };
  register({
    ...tab,
    mount(root, ctx) {
      mounted = { root, ctx };
      if (body) body.mount(root, ctx);
    },
    update(state) {
      if (body) body.update(state);
      else if (mounted) void loads(mounted);
    },
    unmount() {
      if (body && mounted?.root.hasChildNodes()) body.unmount();
      mounted = null;
    },
  });
}

/** All of them, in order. */
export function all(): readonly View[] {
  return views;
}
