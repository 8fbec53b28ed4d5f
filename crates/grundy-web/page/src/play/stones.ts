/** Heaps as rows of stones that are buttons; large heaps as numbers with a field. */

import { h } from "../dom";
import type { Translate } from "../i18n";
import { big } from "../whole";
import type { HeapMoves, Picks } from "./heaps";

/** Larger heaps are numbers, and so are all where there are more of them. */
const MOST_STONES = 30n;
const MOST_HEAPS = 12;

export interface HeapsShown {
  readonly moves: HeapMoves;
  readonly picks: Picks;
  /** How many stones the latest move took, by place: they are still seen, faintly. */
  readonly gone: readonly number[];
  /** The heaps that a hint means, by place. */
  readonly hinted: readonly number[];
  /** May stones be picked now? */
  readonly open: boolean;
  readonly t: Translate;
  /** Told of each change; `place` and `amount` as in `HeapMoves.picked`, null takes the pick away. */
  readonly pick: (place: number, amount: bigint | null) => void;
  /** What distinguishes the keys of this component. */
  readonly key: string;
}

/** One component that consists of heaps. */
export function heaps(it: HeapsShown): HTMLElement {
  const { shown } = it.moves;
  const small = shown.length <= MOST_HEAPS && shown.every((heap) => big(heap) <= MOST_STONES);
  const offered = it.open ? it.moves.offered(it.picks) : () => false;
  const rows = shown.map((heap, place) =>
    h(
      "div",
      {
        class: `heap${it.hinted.includes(place) ? " hinted" : ""}`,
        role: "group",
        "aria-label": it.t("play.heap", { number: place + 1, count: String(heap) }),
        ...(small ? { onkeydown: arrows } : {}),
      },
      label(it, place, offered),
      small ? stones(it, place, offered) : field(it, place),
    ),
  );
  return h("div", { class: "heaps" }, rows);
}

/** The size of a heap; a button where the heap can be split without taking. */
function label(it: HeapsShown, place: number, offered: (place: number, amount: bigint) => boolean): HTMLElement {
  const size = String(it.moves.shown[place]);
  if (!offered(place, 0n) || big(size) === 0n || !it.moves.complete) return h("span", { class: "size" }, size);
  const picked = it.picks.get(place) === 0n;
  return h(
    "button",
    {
      type: "button",
      class: "size quiet",
      "data-key": `${it.key}:${place}:split`,
      "aria-pressed": picked ? "true" : "false",
      "aria-label": it.t("play.split", { count: size }),
      title: it.t("play.split", { count: size }),
      onclick: () => it.pick(place, 0n),
    },
    size,
  );
}

function stones(it: HeapsShown, place: number, offered: (place: number, amount: bigint) => boolean): HTMLElement {
  const size = Number(it.moves.shown[place]);
  const picked = Number(it.picks.get(place) ?? 0n);
  const buttons = [];
  // The first stone that can be reached by the tab key; the arrow keys reach the others.
  let reached = false;
  for (let stone = size; stone >= 1; stone -= 1) {
    const amount = size - stone + 1;
    const open = it.open && offered(place, BigInt(amount));
    const first: boolean = open && !reached && (picked === 0 || picked === amount);
    reached ||= first;
    buttons.unshift(
      h("button", {
        type: "button",
        class: `stone${amount <= picked ? " taken" : ""}`,
        "data-key": `${it.key}:${place}:${amount}`,
        "aria-label": it.t("play.take", { count: amount, size }),
        "aria-pressed": amount === picked ? "true" : "false",
        disabled: !open,
        tabindex: first ? 0 : -1,
        onclick: () => it.pick(place, BigInt(amount)),
      }),
    );
  }
  const ghosts = Array.from({ length: it.gone[place] ?? 0 }, () => h("i", { class: "ghost" }));
  return h("div", { class: "stones" }, buttons, ghosts, size === 0 && ghosts.length === 0 && h("span", { class: "none" }, "–"));
}

/** Left and right go from stone to stone. */
function arrows(event: KeyboardEvent): void {
  const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (by === 0 || !(event.currentTarget instanceof Element)) return;
  const open = [...event.currentTarget.querySelectorAll<HTMLElement>("button.stone:not(:disabled)")];
  const here = open.findIndex((stone) => stone === document.activeElement);
  const next = open[here + by];
  if (here < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** How much to take from a large heap. */
function field(it: HeapsShown, place: number): HTMLElement {
  const size = it.moves.shown[place] ?? 0;
  const picked = it.picks.get(place);
  const change = (event: Event) => {
    const text = (event.target as HTMLInputElement).value.trim();
    const amount = /^\d+$/.test(text) ? BigInt(text) : 0n;
    it.pick(place, amount > 0n && amount <= big(size) ? amount : null);
  };
  const left = picked === undefined ? null : big(size) - picked;
  return h(
    "label",
    { class: "amount" },
    h("span", {}, it.t("play.amount")),
    h("input", {
      inputmode: "numeric",
      autocomplete: "off",
      "data-key": `${it.key}:${place}:field`,
      disabled: !it.open || big(size) === 0n,
      value: picked === undefined ? "" : String(picked),
      oninput: change,
    }),
    left !== null && h("span", { class: "left" }, it.t("play.leaves", { count: String(left) })),
  );
}
