/** A law for heaps of every size: asked for, proved by an automaton, which is drawn and saved. */

import { ApiError, isAbort } from "../api";
import { h, refill } from "../dom";
import { fault } from "../position/fault";
import { fileName, save } from "../share/save";
import type { Context } from "../view";
import { certified } from "./certificate";
import type { Line } from "./table";

interface Law {
  readonly numeration: string;
  readonly states: number;
  readonly certificate: string;
  readonly svg: string;
  readonly dot: string;
  readonly walnut: string | null;
}

interface Answer {
  readonly law: Law | null;
  readonly all_tried: boolean;
}

/** What asks for the law of a game of two heaps, or of one. */
export function law(ctx: Context, line: Line, heaps: 1 | 2): HTMLElement {
  const { t } = ctx;
  const content = h("div", { "aria-live": "polite" });
  let asked = false;
  const ask = async () => {
    if (!box.open || asked) return;
    asked = true;
    refill(content, h("p", { class: "hint" }, t("proof.searching")));
    try {
      const answer = await ctx.api.ask<Answer>("prove", { ...line, number_of_heaps: heaps }, "explore.prove");
      refill(content, answer.law ? drawn(ctx, line, answer.law) : h("p", { class: "hint" }, t(answer.all_tried ? "proof.none" : "proof.late")));
    } catch (error) {
      if (isAbort(error)) asked = false;
      // That automata cannot express the moves is nobody's mistake.
      else if (error instanceof ApiError && error.status === 422) refill(content, h("p", { class: "hint" }, error.message));
      else refill(content, fault(ctx, error));
    }
  };
  const box = h("details", { class: "law-of", ontoggle: () => void ask() }, h("summary", {}, t("proof.law")), content);
  return box;
}

function drawn(ctx: Context, line: Line, found: Law): HTMLElement {
  const { t } = ctx;
  const name = (ending: string) => fileName(`${line.game} law`, ending);
  const file = (key: "svg" | "dot" | "walnut", ending: string, type: string) =>
    found[key] !== null &&
    h("button", { type: "button", class: "quiet", "data-proof": key, onclick: () => save(name(ending), found[key]!, type) }, t(`proof.${key}`));
  const picture = h("img", { alt: t("proof.automaton", { states: found.states }), src: `data:image/svg+xml;base64,${base64(found.svg)}` });
  return h(
    "div",
    {},
    h("p", {}, t("proof.found", { states: found.states, numeration: numeration(ctx, found.numeration) })),
    h("div", { class: "automaton", tabindex: 0, role: "region", "aria-label": t("proof.automaton", { states: found.states }) }, picture),
    h("p", { class: "hint" }, t("proof.reads")),
    h("div", { class: "buttons" }, file("svg", "svg", "image/svg+xml"), file("dot", "dot", "text/vnd.graphviz"), file("walnut", "txt", "text/plain")),
    h("details", {}, h("summary", {}, t("proof.certificate")), certified(ctx, found.certificate, name("json"))),
  );
}

/** How heaps are written: `b2` is base 2, `fib` the numbers of Fibonacci, `t2` those of the quadratic rule with 2. */
function numeration({ t }: Context, id: string): string {
  const base = /^b(\d+)$/.exec(id)?.[1];
  if (base) return t("proof.base", { base });
  return id === "fib" ? t("proof.fibonacci") : t("proof.other", { id });
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
