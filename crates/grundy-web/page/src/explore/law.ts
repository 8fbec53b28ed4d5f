/** A law for heaps of every size: asked for, proved by an automaton, which is drawn and saved. */

import { ApiError, isAbort } from "../api";
import { type Child, h, refill } from "../dom";
import type { TextKey } from "../i18n";
import { fault } from "../position/fault";
import { fileName, save } from "../share/save";
import type { Context } from "../view";
import { certified } from "./certificate";
import type { Line } from "./table";
import { presents } from "./wall";

interface Law {
  readonly numeration: string;
  readonly states: number;
  readonly certificate: string;
  readonly svg: string;
  readonly dot: string;
  readonly walnut: string | null;
  /** The positions of Grundy value 1, 2, ..., where they were asked for. */
  readonly values: readonly { readonly value: number; readonly states: number; readonly svg: string }[];
  readonly all_values: boolean | null;
}

interface Answer {
  readonly law: Law | null;
  readonly all_tried: boolean;
}

/** So many sets of one value each are looked for, that of the P-positions among them. */
const SETS = 8;

/** What asks for the law of a game of two heaps, or of one; `rule` gives what is known of it in words. */
export function law(ctx: Context, line: Line, heaps: 1 | 2, rule: () => readonly string[]): HTMLElement {
  return asked(ctx, line, heaps, {
    title: "proof.law",
    more: {},
    slot: "explore.prove",
    shown: (found) => [drawn(ctx, line, found, rule), line.misere ? false : values(ctx, line, heaps)],
  });
}

/** What asks for the sets of positions of each value. */
function values(ctx: Context, line: Line, heaps: 1 | 2): HTMLElement {
  const shown = (found: Law) => [
    found.values.map(({ value, states, svg }) => {
      const words = ctx.t("proof.of-value", { value, states });
      return h("details", {}, h("summary", {}, words), picture(words, svg));
    }),
    h("p", { class: "hint" }, ctx.t(found.all_values ? "proof.all-values" : "proof.more-values")),
    certificate(ctx, found, "proof.of-values", fileName(`${line.game} values`, "json")),
  ];
  return asked(ctx, line, heaps, { title: "proof.values", more: { values: SETS }, slot: "explore.prove-values", shown });
}

/** A part that is asked for when it is opened. */
interface Part {
  readonly title: TextKey;
  readonly more: object;
  readonly slot: string;
  readonly shown: (found: Law) => Child;
}

function asked(ctx: Context, line: Line, heaps: 1 | 2, { title, more, slot, shown }: Part): HTMLElement {
  const { t } = ctx;
  const content = h("div", { "aria-live": "polite" });
  let asked = false;
  const ask = async () => {
    if (!box.open || asked) return;
    asked = true;
    refill(content, h("p", { class: "hint" }, t("proof.searching")));
    try {
      const answer = await ctx.api.ask<Answer>("prove", { ...line, number_of_heaps: heaps, ...more }, slot);
      const none = () => h("p", { class: "hint" }, t(answer.all_tried ? "proof.none" : "proof.late"));
      refill(content, answer.law ? shown(answer.law) : none());
    } catch (error) {
      if (isAbort(error)) asked = false;
      // That automata cannot express the moves is nobody's mistake.
      else if (error instanceof ApiError && error.status === 422) refill(content, h("p", { class: "hint" }, error.message));
      else refill(content, fault(ctx, error));
    }
  };
  const box = h("details", { class: "law-of", ontoggle: () => void ask() }, h("summary", {}, t(title)), content);
  return box;
}

function drawn(ctx: Context, line: Line, found: Law, rule: () => readonly string[]): HTMLElement {
  const { t } = ctx;
  const name = (ending: string) => fileName(`${line.game} law`, ending);
  const file = (key: "svg" | "dot" | "walnut", ending: string, type: string) =>
    found[key] !== null &&
    h("button", { type: "button", class: "quiet", "data-proof": key, onclick: () => save(name(ending), found[key]!, type) }, t(`proof.${key}`));
  const proved = () => h("p", { class: "told" }, t("proof.found", { states: found.states, numeration: numeration(ctx, found.numeration) }));
  const alt = t("proof.automaton", { states: found.states });
  const reads = () => h("p", { class: "hint" }, t("proof.reads"));
  // On the wall the whole automaton is seen at once.
  const large = () => h("img", { class: "automaton", alt, src: address(found.svg) });
  const present = presents(ctx, line, () => [rule().map((words) => h("p", {}, words)), proved(), large(), reads()]);
  return h(
    "div",
    {},
    proved(),
    picture(alt, found.svg),
    reads(),
    h("div", { class: "buttons" }, present, file("svg", "svg", "image/svg+xml"), file("dot", "dot", "text/vnd.graphviz"), file("walnut", "txt", "text/plain")),
    certificate(ctx, found, "proof.of-law", name("json")),
  );
}

/** An automaton in a box that scrolls; the first state, at the left and half way down, is seen at first. */
function picture(alt: string, svg: string): HTMLElement {
  const image = h("img", { alt, src: address(svg) });
  const box = h("div", { class: "automaton", tabindex: 0, role: "region", "aria-label": alt }, image);
  // It has its size when it is loaded and what is folded around it is opened.
  const sized = new ResizeObserver(() => {
    if (image.height === 0) return;
    box.scrollTop = (box.scrollHeight - box.clientHeight) / 2;
    sized.disconnect();
  });
  sized.observe(image);
  return box;
}

function certificate(ctx: Context, found: Law, title: TextKey, name: string): HTMLElement {
  return h("details", { class: "certified" }, h("summary", {}, ctx.t(title)), certified(ctx, found.certificate, name));
}

/** How heaps are written: `b2` is base 2, `fib` the numbers of Fibonacci, `t2` those of the quadratic rule with 2. */
function numeration({ t }: Context, id: string): string {
  const base = /^b(\d+)$/.exec(id)?.[1];
  if (base) return t("proof.base", { base });
  return id === "fib" ? t("proof.fibonacci") : t("proof.other", { id });
}

function address(svg: string): string {
  return `data:image/svg+xml;base64,${base64(svg)}`;
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
