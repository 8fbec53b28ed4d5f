/**
 * What a view is, and the list of views.
 *
 * A view is a module that calls [`register`] when it is imported; `main.ts` has one import line for each. Tabs
 * stand in the order of imports. The shell does the rest:
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

/** One tab of the page. */
export interface View {
  /** The name in the address, `#ID?...`. */
  readonly id: string;
  /** The text of the tab. */
  readonly title: TextKey;
  /** Keys of state that are this view's own; they are in its links. */
  readonly keys: readonly string[];
  /** Those of them that hold for one position only: they go when `game`, `heaps` or `misere` change. */
  readonly bound?: readonly string[];
  mount(root: HTMLElement, ctx: Context): void;
  update(state: State): void;
  unmount(): void;
}

const views: View[] = [];

/** Adds a view. */
export function register(view: View): void {
  views.push(view);
}

/** All of them, in order. */
export function all(): readonly View[] {
  return views;
}
