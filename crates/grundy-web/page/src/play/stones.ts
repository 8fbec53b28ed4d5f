/** Heaps as rows of stones that are buttons; large heaps as bars with a number field. */

import { h } from "../dom";
import type { Translate } from "../i18n";
import { short } from "../long";
import { type Whole, big } from "../whole";
import { type HeapMoves, type Picks, closed, marked } from "./heaps";

/** Larger heaps are bars, and so are all where there are more of them. */
const MOST_STONES = 30n;
const MOST_HEAPS = 12;
/** More numbers of stones to put back are no buttons but a field. */
const MOST_PUTS = 6;
/** So many amounts are named where another one is not allowed. */
const MOST_NAMED = 6;

export interface HeapsShown {
  readonly moves: HeapMoves;
  readonly picks: Picks;
  /** What stands in the fields, right or wrong: by place, and by `putField` of it where stones are put back. */
  readonly typed: ReadonlyMap<number, string>;
  /** How many stones the latest move took, by place: they are still seen, faintly. */
  readonly gone: readonly number[];
  /** The heaps that a hint means, by place. */
  readonly hinted: readonly number[];
  /** May stones be picked now? */
  readonly open: boolean;
  readonly t: Translate;
  /** Told of each tap; `place` and `amount` as in `HeapMoves.picked`. */
  readonly pick: (place: number, amount: bigint) => void;
  /** Told of a tap on stones that no move takes, with the reason. */
  readonly refuse: (reason: string) => void;
  /** Told of what is typed in the field of `typed`. */
  readonly type: (field: number, text: string) => void;
  /** What distinguishes the keys of this component. */
  readonly key: string;
  /** Are the heaps steps of a stair? */
  readonly stairs: boolean;
}

/** What may be picked: `place` and `amount` as in `HeapMoves.offered`. */
type Offered = (place: number, amount: bigint) => boolean;

/** Is a heap drawn stone by stone? */
export function isSmall(heap: Whole): boolean {
  return big(heap) <= MOST_STONES;
}

/** The number that is typed as an amount, also in full-width digits; null where it is none that a heap has. */
function amountOf(text: string, heap: Whole): bigint | null {
  const amount = numberOf(text);
  return amount > 0n && amount <= big(heap) ? amount : null;
}

/** The number that is typed; nought where it is none. */
function numberOf(text: string): bigint {
  const digits = text.normalize("NFKC").trim();
  return /^\d+$/.test(digits) ? BigInt(digits) : 0n;
}

/** The field for what is put back in a place, beside the field of the place itself; its own inverse. */
export function putField(place: number): number {
  return -1 - place;
}

/** The pick that is typed in a field: its place and amount, null where the text says none. */
export function typedPick(field: number, text: string, shown: readonly Whole[]): readonly [number, bigint | null] {
  if (field >= 0) return [field, amountOf(text, shown[field] ?? 0)];
  const amount = numberOf(text);
  return [putField(field), amount > 0n ? -amount : null];
}

/** One component that consists of heaps. */
export function heaps(it: HeapsShown): HTMLElement {
  const { shown } = it.moves;
  const few = shown.length <= MOST_HEAPS;
  const offered = it.open ? it.moves.offered(it.picks) : () => false;
  const most = shown.reduce<bigint>((most, heap) => (big(heap) > most ? big(heap) : most), 1n);
  const widest = shown.reduce<bigint>((most, heap, place) => {
    const stones = isSmall(heap) ? big(heap) + BigInt(it.gone[place] ?? 0) : 0n;
    return stones > most ? stones : most;
  }, 1n);
  const { component } = it.moves;
  const [shut, bearing] = [closed(component), marked(component)];
  const rows = shown.map((heap, place) => {
    const small = few && isSmall(heap);
    const how = shut.includes(place) ? "closed" : component.marks === "touched" && bearing.includes(place) ? "touched" : null;
    const label = it.t("play.heap", { number: place + 1, count: short(it.t, String(heap)) });
    return h(
      "div",
      {
        class: `heap${it.hinted.includes(place) ? " hinted" : ""}${small ? "" : " large"}${how ? ` ${how}` : ""}`,
        role: "group",
        "aria-label": how ? `${label}${it.t("play.comma")}${it.t(`play.${how}`)}` : label,
        onkeydown: arrows,
      },
      size(it, place, offered, how === "closed"),
      withPuts(it, place, small ? stones(it, place, offered, how === "closed" && offered(place, 0n)) : field(it, place, most)),
    );
  });
  rows.forEach((row, place) => row.style.setProperty("--step", String(place + 1)));
  const box = h("div", { class: `heaps${it.stairs ? " stairs" : ""}` }, rows);
  box.style.setProperty("--stones", String(widest));
  return box;
}

/** The size of a heap; a button where the heap can be split, or opened, without taking. */
function size(it: HeapsShown, place: number, offered: Offered, opens: boolean): HTMLElement {
  const heap = it.moves.shown[place] ?? 0;
  const size = short(it.t, String(heap));
  if (!offered(place, 0n) || big(heap) === 0n || !it.moves.complete) return h("span", { class: "size" }, size);
  const picked = it.picks.get(place) === 0n;
  const label = it.t(opens ? "play.open" : "play.split", { count: size });
  return h(
    "button",
    {
      type: "button",
      class: "size quiet",
      "data-key": `${it.key}:${place}:split`,
      "aria-pressed": picked ? "true" : "false",
      "aria-label": label,
      title: label,
      onclick: () => it.pick(place, 0n),
    },
    h("span", { class: "cut", "aria-hidden": "true" }, opens ? "◠" : "✂"),
    size,
  );
}

/**
 * A tap on a stone means it and all behind it; the style sheet marks those while one points at it. A heap that a move
 * `opens` is tapped as a whole.
 */
function stones(it: HeapsShown, place: number, offered: Offered, opens: boolean): HTMLElement {
  const size = Number(it.moves.shown[place]);
  const picked = Math.max(Number(it.picks.get(place) ?? 0n), 0);
  const buttons = [];
  // The first stone that can be reached by the tab key; the arrow keys reach the others.
  let reached = false;
  for (let stone = size; stone >= 1; stone -= 1) {
    const amount = size - stone + 1;
    const allowed = opens || (it.open && offered(place, BigInt(amount)));
    const first: boolean = allowed && !opens && !reached && (picked === 0 || picked === amount);
    reached ||= first;
    const tap = () => (allowed ? it.pick(place, opens ? 0n : BigInt(amount)) : it.refuse(refusal(it, place, amount, offered)));
    buttons.unshift(
      h("button", {
        type: "button",
        class: `stone${amount <= picked ? " taken" : ""}${it.open && !allowed ? " never" : ""}`,
        "data-key": `${it.key}:${place}:${amount}`,
        "data-count": String(amount),
        "aria-label": opens ? it.t("play.open", { count: size }) : it.t("play.take", { count: amount, size }),
        "aria-pressed": amount === picked ? "true" : "false",
        disabled: !it.open,
        "aria-disabled": it.open && !allowed ? "true" : null,
        tabindex: first ? 0 : -1,
        onclick: tap,
      }),
    );
  }
  const ghosts = Array.from({ length: it.gone[place] ?? 0 }, () => h("i", { class: "ghost" }));
  return h("div", { class: "stones" }, buttons, ghosts, size === 0 && ghosts.length === 0 && h("span", { class: "none" }, "–"));
}

/** Why these stones cannot be taken, and what can be. */
function refusal(it: HeapsShown, place: number, amount: number, offered: Offered): string {
  const { t, moves, picks } = it;
  const size = Number(moves.shown[place]);
  const amounts = Array.from({ length: size }, (_, index) => index + 1);
  // Alone it would be a move: what is picked elsewhere is in its way.
  if (picks.size > 0 && moves.offered(new Map())(place, BigInt(amount))) return t("play.not-both");
  const allowed = amounts.filter((one) => offered(place, BigInt(one)));
  if (allowed.length === 0) return t(marked(moves.component).includes(place) ? "play.elsewhere" : "play.none-here", { size });
  const named = allowed.slice(0, MOST_NAMED).join(t("play.comma"));
  return t("play.not-so-many", { count: amount, allowed: allowed.length > MOST_NAMED ? `${named}…` : named });
}

/** A heap with what can be put back on it: a button for each number, or a field where these are many or not all known. */
function withPuts(it: HeapsShown, place: number, drawn: HTMLElement): HTMLElement {
  const puts = it.open ? it.moves.puts(place) : [];
  if (puts?.length === 0) return drawn;
  const { t } = it;
  const size = short(t, String(it.moves.shown[place] ?? 0));
  const typed = it.typed.get(putField(place)) ?? "";
  if (!puts || puts.length > MOST_PUTS) {
    const wrong = typed.trim() !== "" && typedPick(putField(place), typed, [])[1] === null;
    const input = h("input", {
      inputmode: "numeric",
      autocomplete: "off",
      "data-key": `${it.key}:${place}:put`,
      "aria-invalid": wrong ? "true" : null,
      value: typed,
      oninput: (event: Event) => it.type(putField(place), (event.target as HTMLInputElement).value),
    });
    const told = wrong && h("span", { class: "wrong", role: "status" }, t("play.no-put", { text: short(t, typed.trim()) }));
    return h("div", { class: "held" }, drawn, h("label", { class: "amount" }, h("span", {}, t("play.put-amount")), input, told));
  }
  const buttons = puts.map((amount, index) => {
    const label = t("play.put", { count: short(t, String(amount)), size });
    return h(
      "button",
      {
        type: "button",
        class: "put quiet",
        "data-key": `${it.key}:${place}:+${amount}`,
        "aria-pressed": it.picks.get(place) === -amount ? "true" : "false",
        "aria-label": label,
        title: label,
        tabindex: index === 0 ? 0 : -1,
        onclick: () => it.pick(place, -amount),
      },
      `+${short(t, String(amount))}`,
    );
  });
  return h("div", { class: "held" }, drawn, h("div", { class: "puts" }, buttons));
}

/** Left and right go from stone to stone, and on to what can be put back. */
function arrows(event: KeyboardEvent): void {
  const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (by === 0 || event.target instanceof HTMLInputElement || !(event.currentTarget instanceof Element)) return;
  const open = [...event.currentTarget.querySelectorAll<HTMLElement>("button.stone:not(:disabled, [aria-disabled]), button.put")];
  const here = open.findIndex((stone) => stone === document.activeElement);
  const next = open[here + by];
  if (here < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** How much to take from a large heap: a bar as long as the heap is large, and a field. */
function field(it: HeapsShown, place: number, most: bigint): HTMLElement {
  const size = it.moves.shown[place] ?? 0;
  const picked = it.picks.get(place);
  const text = it.typed.get(place) ?? "";
  const wrong = text.trim() !== "" && amountOf(text, size) === null;
  const left = picked === undefined ? null : big(size) - picked;
  const bar = h("span", { class: "bar-heap", "aria-hidden": "true" }, h("span", { class: "bar-taken" }));
  bar.style.setProperty("--part", `${percent(big(size), most)}%`);
  bar.style.setProperty("--taken", `${percent(picked !== undefined && picked > 0n ? picked : 0n, big(size))}%`);
  return h(
    "label",
    { class: "amount" },
    bar,
    h("span", {}, it.t("play.amount")),
    h("input", {
      inputmode: "numeric",
      autocomplete: "off",
      "data-key": `${it.key}:${place}:field`,
      disabled: !it.open || big(size) === 0n,
      "aria-invalid": wrong ? "true" : null,
      value: text,
      oninput: (event: Event) => it.type(place, (event.target as HTMLInputElement).value),
    }),
    wrong && h("span", { class: "wrong", role: "status" }, it.t("play.no-amount", { text: short(it.t, text.trim()), count: short(it.t, String(size)) })),
    left !== null && h("span", { class: "left" }, it.t("play.leaves", { count: short(it.t, String(left)) })),
  );
}

/** A share in percent, for the eye. */
function percent(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1000n) / whole) / 10;
}
