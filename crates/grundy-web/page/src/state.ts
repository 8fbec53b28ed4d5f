/**
 * The state of the page: a map of short texts, kept in the address behind `#`, so that every state has a link.
 *
 * `#play?game=nim&heaps=3+4+5&lang=en`: the view, then shared keys and the keys of that view. Keys of other
 * views are remembered while the page is open, as long as they hold, and are not in the link.
 */

/** What is known; a key that is not there is "". */
export type State = Readonly<Record<string, string>>;

/** `null` or "" takes a key away. */
export type Patch = Readonly<Record<string, string | null>>;

/** A step that "back" returns to, or a change that takes the place of the latest. */
export type How = "push" | "replace";

/** Keys of every view: the view, the position that is looked at, and how the page speaks. */
export const SHARED = ["view", "game", "heaps", "misere", "lang"] as const;

/** Keys that say which position the page is about. */
const POSITION = ["game", "heaps", "misere"] as const;

/** What the store asks about views. */
export interface Keys {
  /** The keys of one view. */
  of(view: string): readonly string[];
  /** Keys of any view that hold for one position only, such as the moves made from it. */
  readonly bound: readonly string[];
}

type Listener = (state: State, before: State) => void;

/** Reads an address. */
export function read(hash: string): Record<string, string> {
  const text = hash.replace(/^#/, "");
  const cut = text.indexOf("?");
  const state: Record<string, string> = {};
  if (cut >= 0) for (const [key, value] of new URLSearchParams(text.slice(cut + 1))) state[key] = value;
  const view = cut >= 0 ? text.slice(0, cut) : text;
  if (/^[a-z]+$/.test(view)) state["view"] = view;
  return state;
}

/** The address of a state, with the shared keys and those of its view. */
export function write(state: State, keys: readonly string[]): string {
  const query = new URLSearchParams();
  for (const key of [...SHARED, ...keys]) {
    const value = state[key];
    if (key !== "view" && value) query.set(key, value);
  }
  const text = query.toString();
  return `#${state["view"] ?? ""}${text && `?${text}`}`;
}

/** The one holder of the state. */
export class Store {
  #state: Record<string, string> = {};
  #listeners: Listener[] = [];
  readonly #keys: Keys;

  /** `defaults` hold where an address names no view, and where it names no game. */
  constructor(
    keys: Keys,
    private readonly defaults: { readonly view: string; readonly game: string; readonly heaps: string },
  ) {
    this.#keys = keys;
    this.#state = this.#read({});
    // The address of the page shows from the beginning what a link to it needs.
    history.replaceState(null, "", this.address());
    addEventListener("popstate", () => this.#arrive());
    addEventListener("hashchange", () => this.#arrive());
  }

  get(): State {
    return this.#state;
  }

  /**
   * Changes some keys and tells everybody, unless nothing changes. With another position goes what holds for
   * the old one only, unless the patch names it.
   */
  set(patch: Patch, how: How = "push"): void {
    const before = this.#state;
    const next = this.#patched(patch);
    if (same(before, next)) return;
    this.#state = next;
    const address = this.address();
    if (address !== location.hash) {
      if (how === "push") history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    }
    for (const listener of this.#listeners) listener(next, before);
  }

  /** The link of the present state with some keys changed, from `#`. */
  address(patch: Patch = {}): string {
    const state = this.#patched(patch);
    return write(state, this.#keys.of(state["view"] ?? ""));
  }

  #patched(patch: Patch): Record<string, string> {
    const next = { ...this.#state };
    if (POSITION.some((key) => key in patch && (patch[key] ?? "") !== (this.#state[key] ?? ""))) {
      for (const key of this.#keys.bound) delete next[key];
    }
    for (const [key, value] of Object.entries(patch)) {
      if (value) next[key] = value;
      else delete next[key];
    }
    return next;
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  #read(before: State): Record<string, string> {
    const { view, game, heaps } = this.defaults;
    const state = read(location.hash);
    state["view"] ??= before["view"] ?? view;
    if (!state["game"]) Object.assign(state, { game, heaps });
    // An address says all about its own view; what is known of others stays, if it still holds.
    const said = [...SHARED, ...this.#keys.of(state["view"])] as string[];
    const moved = POSITION.some((key) => state[key] !== before[key]);
    for (const [key, value] of Object.entries(before)) {
      if (!said.includes(key) && !(moved && this.#keys.bound.includes(key))) state[key] ??= value;
    }
    return state;
  }

  /** The address was changed by "back", by a link or by hand: what it says holds, and nothing else. */
  #arrive(): void {
    const before = this.#state;
    const next = this.#read(before);
    if (same(before, next)) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next, before);
  }
}

function same(a: State, b: State): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}
